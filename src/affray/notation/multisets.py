"""Exact odds of dice whose operators look at the whole pool more than once: by multisets of what they show.

The general way, for small pools: four d6 are 126 multisets. Chances are fractions here, because the number of dice
rolled differs from multiset to multiset.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, lcm
from typing import TypeAlias, TypeVar

from affray.notation.counting import Meter, Odds, Table, convolve, mixture, point, product_price, reduced
from affray.notation.limits import CUT
from affray.notation.rolling import choose
from affray.notation.single import Single, reroll_weights, showing
from affray.notation.tree import Dice, Operator

V = TypeVar("V")

Values: TypeAlias = tuple[int, ...]  # what the kept dice show, highest first
Chances: TypeAlias = dict[Values, Fraction]
Marked: TypeAlias = tuple[tuple[int, bool], ...]  # the same with "has exploded"; of equal ones the oldest first

FRACTION = 40  # steps of an addition and a product of fractions
A_DIE = 6  # steps for each die of a multiset that is looked through and put in order


def multiset_odds(dice: Dice, first: int, last: int, meter: Meter) -> Odds:
    """The total of dice whose operators look at the pool from the place `first` to the place `last`."""
    before = dice.operators[:first]
    start = 0 if any(operator.name == "e" for operator in before) else first
    chances = beginning(dice, dice.operators[:start], meter)
    for operator in dice.operators[start : last + 1]:
        chances = Step(dice.sides, operator, meter).work(chances)
    single = Single(dice.sides, dice.operators, meter)
    parts: list[tuple[Odds, int]] = []
    common = lcm(*(chance.denominator for chance in chances.values()))
    for values, chance in chances.items():
        total = point(0)
        for value in values:
            total = convolve(total, single.adds(last + 1, value), meter)
        parts.append((total, int(chance * common)))
    return reduced(mixture(parts, common, meter), meter)


def beginning(dice: Dice, operators: tuple[Operator, ...], meter: Meter) -> Chances:
    """Every multiset of the dice after operators that look at one die alone."""
    shown, total = showing(dice.sides, operators, meter)
    bits = dice.count * total.bit_length()
    each = FRACTION + A_DIE * dice.count + product_price(bits, bits)
    meter.spend(comb(dice.count + len(shown) - 1, dice.count) * each)
    chances: Chances = {}
    for some in combinations_with_replacement(list(shown), dice.count):
        values = tuple(sorted((value for value in some if value is not None), reverse=True))
        chances[values] = chances.get(values, Fraction(0)) + Fraction(orders(some, shown), total**dice.count)
    return chances


def orders(some: tuple[V, ...], weights: Mapping[V, int]) -> int:
    """In how many ways the dice can show this multiset."""
    ways = factorial(len(some))
    for value in set(some):
        many = some.count(value)
        ways = ways // factorial(many) * weights[value] ** many
    return ways


class Step:
    """One operator at work on every multiset."""

    def __init__(self, sides: int, operator: Operator, meter: Meter) -> None:
        self.sides = sides
        self.operator = operator
        self.meter = meter
        self.fresh: dict[int, list[tuple[Values, Fraction]]] = {}

    def work(self, chances: Chances) -> Chances:
        """The multisets after it."""
        self.meter.spend(sum(FRACTION + A_DIE * len(values) for values in chances))
        match self.operator.name:
            case "k" | "p":
                return merged((self.kept(values), chance) for values, chance in chances.items())
            case "mi" | "ma":
                return merged((self.limited(values), chance) for values, chance in chances.items())
            case "ra":
                return self.rolled(chances, keeps=True)
            case "e":
                return self.exploded(chances)
            case _:
                return self.rolled(chances, keeps=False)

    def price(self, chance: Fraction) -> int:
        """Steps to multiply and add chances like this one."""
        bits = chance.denominator.bit_length()
        return 4 * product_price(bits, bits)

    def kept(self, values: Values) -> Values:
        """What a keep or a drop leaves."""
        marks = choose(values, self.operator)
        return tuple(value for value, mark in zip(values, marks, strict=True) if mark == (self.operator.name == "k"))

    def limited(self, values: Values) -> Values:
        """What mi or ma makes of the values; their order stays."""
        number = self.operator.selectors[0].number
        return tuple(max(value, number) if self.operator.name == "mi" else min(value, number) for value in values)

    def rolled(self, chances: Chances, *, keeps: bool) -> Chances:
        """New dice in the place of those chosen, or one beside them."""
        found: list[tuple[Values, Fraction]] = []
        for values, chance in chances.items():
            marks = choose(values, self.operator)
            rest = values if keeps else tuple(value for value, mark in zip(values, marks, strict=True) if not mark)
            fresh = self.dice(min(sum(marks), 1) if keeps else sum(marks))
            self.meter.spend((FRACTION + A_DIE * len(values) + self.price(chance)) * len(fresh))
            for more, share in fresh:
                found.append((tuple(sorted(rest + more, reverse=True)), chance * share))
        return merged(found)

    def dice(self, many: int) -> list[tuple[Values, Fraction]]:
        """So many dice that are rolled now, as multisets."""
        if many not in self.fresh:
            weights: Table = dict.fromkeys(range(1, self.sides + 1), 1)
            total = self.sides
            if self.operator.name == "rr":
                weights, total = reroll_weights(self.operator, self.sides, self.meter)
            bits = many * total.bit_length()
            each = FRACTION + A_DIE * many + product_price(bits, bits)
            self.meter.spend(comb(many + len(weights) - 1, many) * each)
            every = combinations_with_replacement(sorted(weights, reverse=True), many)
            self.fresh[many] = [(some, Fraction(orders(some, weights), total**many)) for some in every]
        return self.fresh[many]

    def exploded(self, chances: Chances) -> Chances:
        """The multisets after an explosion, wave by wave, cut after 100."""
        active: dict[Marked, Fraction] = {
            tuple((value, False) for value in values): chance for values, chance in chances.items()
        }
        done: list[tuple[Values, Fraction]] = []
        for _ in range(CUT):
            following: dict[Marked, Fraction] = {}
            self.meter.spend(sum(FRACTION + A_DIE * len(dice) for dice in active))
            for dice, chance in active.items():
                marks = choose([value for value, _ in dice], self.operator)
                wave = sum(mark and not exploded for mark, (_, exploded) in zip(marks, dice, strict=True))
                if not wave:
                    done.append((tuple(value for value, _ in dice), chance))
                    continue
                marked = [(value, exploded or mark) for mark, (value, exploded) in zip(marks, dice, strict=True)]
                fresh = self.dice(wave)
                self.meter.spend((FRACTION + 2 * A_DIE * len(dice) + self.price(chance)) * len(fresh))
                for more, share in fresh:
                    later = [*marked, *((value, False) for value in more)]
                    later.sort(key=lambda die: -die[0])  # stable: of equal dice the older stays first
                    key = tuple(later)
                    following[key] = following.get(key, Fraction(0)) + chance * share
            active = following
            if not active:
                break
        done += [(tuple(value for value, _ in dice), chance) for dice, chance in active.items()]
        return merged(done)


def merged(found: Iterable[tuple[Values, Fraction]]) -> Chances:
    """Equal multisets together."""
    chances: Chances = {}
    for values, chance in found:
        chances[values] = chances.get(values, Fraction(0)) + chance
    return chances
