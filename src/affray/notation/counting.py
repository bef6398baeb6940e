"""Counting with whole numbers: distributions as tables of weights, added, raised to powers, and priced beforehand.

A table is {value: weight} beside a total that its chances are out of; the weights of a part of a distribution add
up to less. The price is in steps of about a tenth of a microsecond: an addition of small numbers in a loop is one
step, products of long numbers are more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from math import gcd, lcm
from typing import NamedTuple, TypeAlias

from affray.errors import TooLarge

Table: TypeAlias = dict[int, int]

DIGIT = 30  # bits of a digit of Python's whole numbers
SCHOOL = 70  # digits from which Python multiplies by Karatsuba's method
STEP = 100  # nanoseconds, roughly


class Odds(NamedTuple):
    """Weights and the total that they are out of."""

    table: Table
    total: int


class Meter:
    """Adds up the steps of each piece of work before the piece is done."""

    __slots__ = ("limit", "spent")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.spent = 0

    def spend(self, steps: int) -> None:
        """So many steps come now; raises `TooLarge` where they would pass the limit."""
        self.spent += steps
        if self.spent > self.limit:
            raise too_large(self.spent, self.limit)


def too_large(estimate: int, limit: int) -> TooLarge:
    """The refusal."""
    problem = f"dice: too large for exact odds; limit {limit:,} steps, at least {estimate:,} needed; try simulate"
    refusal = TooLarge(problem, estimate=estimate, limit=limit)
    refusal.args = (problem,)
    return refusal


def product_price(bits: int, others: int) -> int:
    """Steps to multiply numbers of so many bits."""
    short, long = sorted((bits // DIGIT + 1, others // DIGIT + 1))
    if short <= SCHOOL:
        return 1 + short * long // (STEP * 5 // 4)
    return 1 + int(long / short * 6 * short**1.585) // STEP


def sum_price(bits: int) -> int:
    """Steps to add numbers of so many bits, or to multiply one by a small number."""
    return 1 + bits // (DIGIT * STEP)


def point(value: int) -> Odds:
    """Certainty."""
    return Odds({value: 1}, 1)


def reduced(odds: Odds, meter: Meter) -> Odds:
    """The same chances in smaller numbers."""
    bits = odds.total.bit_length()
    meter.spend(len(odds.table) * (1 + product_price(bits, bits) // 2))
    common = gcd(odds.total, *odds.table.values())
    if common == 1:
        return odds
    return Odds({value: weight // common for value, weight in odds.table.items()}, odds.total // common)


def mixture(parts: Iterable[tuple[Odds, int]], total: int, meter: Meter) -> Odds:
    """Each part with its weight out of `total`. The totals of the parts may differ."""
    known = list(parts)
    common = reduce(lcm, (part.total for part, _ in known), 1)
    price = sum_price((common * total).bit_length())
    meter.spend(price * sum(len(part.table) for part, _ in known))
    mixed: Table = {}
    for part, weight in known:
        scale = weight * (common // part.total)
        for value, ways in part.table.items():
            mixed[value] = mixed.get(value, 0) + ways * scale
    return Odds({value: weight for value, weight in mixed.items() if weight}, common * total)


def combine(left: Odds, right: Odds, function: Callable[[int, int], int], meter: Meter) -> Odds:
    """The distribution of a function of two independent values: every pair of values, not of faces."""
    bits = left.total.bit_length(), right.total.bit_length()
    meter.spend(len(left.table) * len(right.table) * (1 + product_price(*bits)))
    found: Table = {}
    for first, ways in left.table.items():
        for second, others in right.table.items():
            value = function(first, second)
            found[value] = found.get(value, 0) + ways * others
    return Odds(found, left.total * right.total)


def convolve(left: Odds, right: Odds, meter: Meter) -> Odds:
    """The distribution of the sum of two independent values, by whichever of two ways is cheaper."""
    if len(left.table) == 1 or len(right.table) == 1 or not left.table or not right.table:
        return convolve_pairs(left, right, meter)
    bits = left.total.bit_length() + right.total.bit_length()
    pairs = len(left.table) * len(right.table)
    spans = [max(odds.table) - min(odds.table) + 1 for odds in (left, right)]
    packed = packed_price([spans[0]], spans[1], bits)
    if pairs * (1 + product_price(left.total.bit_length(), right.total.bit_length())) <= packed:
        return convolve_pairs(left, right, meter)
    meter.spend(packed)
    width = bits // 8 + 1
    offset = min(left.table) + min(right.table)
    number = pack(left.table, width) * pack(right.table, width)
    return Odds(unpack(number, width, offset), left.total * right.total)


def convolve_pairs(left: Odds, right: Odds, meter: Meter) -> Odds:
    """Sums of every pair of values."""
    bits = left.total.bit_length(), right.total.bit_length()
    meter.spend(len(left.table) * len(right.table) * (1 + product_price(*bits)))
    found: Table = {}
    for first, ways in left.table.items():
        for second, others in right.table.items():
            found[first + second] = found.get(first + second, 0) + ways * others
    return Odds(found, left.total * right.total)


def packed_price(spans: list[int], span: int, bits: int) -> int:
    """Steps to multiply packed tables of so many places, each of so many bits, and to unpack the product."""
    product = sum(product_price(one * bits, span * bits) for one in spans)
    return product + (sum(spans) + span) * (4 + bits // (DIGIT * 20))


def pack(table: Table, width: int) -> int:
    """The weights side by side in one long number, `width` bytes each: a product of such numbers adds values."""
    low, high = min(table), max(table)
    places = b"".join(table.get(value, 0).to_bytes(width, "little") for value in range(low, high + 1))
    return int.from_bytes(places, "little")


def unpack(number: int, width: int, offset: int) -> Table:
    """The table that stands in a packed number."""
    data = number.to_bytes(number.bit_length() // 8 + 1, "little")
    places = range(0, len(data), width)
    weights = (int.from_bytes(data[place : place + width], "little") for place in places)
    return {offset + place: weight for place, weight in enumerate(weights) if weight}


def power(odds: Odds, count: int, factors: list[Table], meter: Meter) -> Odds:
    """The distribution of the sum of `count` independent values of one distribution; the table may be a part.

    `factors` are polynomials that may turn the table into one of few terms when multiplied by it: 1 - x does so for
    runs of equal weights, and the explosion's own for a die that explodes. The cheapest way is taken.
    """
    if count == 1 or not odds.table:
        return odds if count else point(0)
    table, total = reduced(odds, meter)
    low, high = min(table), max(table)
    base = {value - low: weight for value, weight in table.items()}
    degree = (high - low) * count
    bits = total.bit_length() * count
    meter.spend(4 * len(base) * sum(map(len, factors)) * sum_price(total.bit_length()))
    shapes = [recurrence(base, factor, count) for factor in factors]
    costs = [recurrence_price(shape, degree, bits) for shape in shapes]
    best = min(range(len(costs)), key=costs.__getitem__)
    packed = packed_price([degree // 2 + 1], degree // 2 + 1, bits)
    scale = (odds.total // total) ** count
    meter.spend(min(costs[best], packed) + degree * sum_price(bits) * (scale != 1))
    if packed < costs[best]:
        width = bits // 8 + 1
        found = unpack(pack(base, width) ** count, width, 0)
    else:
        found = recur(shapes[best], base[0] ** count, degree)
    return Odds({value + low * count: weight * scale for value, weight in found.items()}, odds.total**count)


def recurrence(base: Table, factor: Table, count: int) -> tuple[Table, Table]:
    """Two polynomials B and C with B Q' = C Q, where Q is `base` to the power of `count`.

    With A = base * D for a factor D: Q = A**n / D**n, hence Q' A D = n (A' D - A D') Q. Fewer terms in A and D mean
    less work for each coefficient of Q.
    """
    top = times(base, factor)
    left = times(top, factor)
    right = times(derived(top), factor)
    for place, weight in times(top, derived(factor)).items():
        right[place] = right.get(place, 0) - weight
    return left, {place: weight * count for place, weight in right.items() if weight}


def times(left: Table, right: Table) -> Table:
    """The product of two polynomials, without the terms that vanish."""
    found: Table = {}
    for place, weight in left.items():
        for other, factor in right.items():
            found[place + other] = found.get(place + other, 0) + weight * factor
    return {place: weight for place, weight in found.items() if weight}


def derived(table: Table) -> Table:
    """The derivative of a polynomial."""
    return {place - 1: place * weight for place, weight in table.items() if place}


def recurrence_price(shape: tuple[Table, Table], degree: int, bits: int) -> int:
    """Steps to find every coefficient by `recur`."""
    widest = max((abs(weight).bit_length() for part in shape for weight in part.values()), default=1)
    terms = len(shape[0]) + len(shape[1])
    return degree * terms * (1 + product_price(widest + 20, bits // 2)) + degree * product_price(widest, bits)


def recur(shape: tuple[Table, Table], first: int, degree: int) -> Table:
    """The coefficients of Q from its first one, by comparing those of B Q' and C Q."""
    lead = shape[0][0]
    behind = [(place, weight) for place, weight in shape[0].items() if place]
    beside = list(shape[1].items())
    found = [first]
    for place in range(degree):
        level = 0
        for back, weight in beside:
            if back <= place:
                level += weight * found[place - back]
        for back, weight in behind:
            if back <= place:
                level -= weight * (place + 1 - back) * found[place + 1 - back]
        found.append(level // (lead * (place + 1)))
    return {place: weight for place, weight in enumerate(found) if weight}
