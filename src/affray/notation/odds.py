"""The exact distribution of an expression, by counting."""

from __future__ import annotations

from affray.notation.counting import (
    Meter,
    Odds,
    Table,
    combine,
    convolve,
    mixture,
    point,
    product_price,
    sum_price,
    too_large,
)
from affray.notation.ends import chosen_odds
from affray.notation.pools import dice_odds
from affray.notation.rolling import choose
from affray.notation.tree import (
    Binary,
    Dice,
    Expression,
    Negative,
    Number,
    Operator,
    Set,
    calculate,
    compare,
)
from affray.weights import Weights

MOST_STEPS = 1_000_000


def exact(expression: Expression, limit: int = MOST_STEPS) -> Weights[int]:
    """Every value with its weight, ascending: whole numbers, no rounding.

    Explosions and rerolls are cut at 100 exactly as `roll` cuts them: a die that has been rerolled 100 times stands
    as it is, and the hundredth die of an explosion explodes no more. So this is the distribution of `roll` on fair
    dice, the cut included.

    `limit` is the work allowed, in steps of about a tenth of a microsecond (at least 1). Each piece of work is priced
    before it is done; raises `TooLarge` where the sum would pass the limit.
    """
    if limit < 1:
        raise too_large(1, limit)
    meter = Meter(limit)
    table = distribution(expression, meter).table
    return Weights({value: table[value] for value in sorted(table)})


def cuts(expression: Expression) -> bool:
    """Whether an e or rr is in the expression, so that its values are those of dice cut at 100."""
    match expression:
        case Number():
            return False
        case Dice(_, _, operators):
            return any(operator.name in ("e", "rr") for operator in operators)
        case Negative(operand):
            return cuts(operand)
        case Binary(_, left, right):
            return cuts(left) or cuts(right)
        case Set(items):
            return any(map(cuts, items))


def distribution(expression: Expression, meter: Meter) -> Odds:
    """The weights of every value, and their total."""
    match expression:
        case Number(value):
            return point(value)
        case Dice():
            return dice_odds(expression, meter)
        case Negative(operand):
            return negative(distribution(operand, meter), meter)
        case Set(items, operators):
            return set_odds([distribution(item, meter) for item in items], operators, meter)
        case Binary(symbol, left, right):
            first, second = distribution(left, meter), distribution(right, meter)
            if symbol == "+":
                return convolve(first, second, meter)
            if symbol == "-":
                return convolve(first, negative(second, meter), meter)
            if symbol in ("*", "//", "%"):
                return combine(first, second, lambda one, other: calculate(symbol, one, other), meter)
            return compared(symbol, first, second, meter)


def negative(odds: Odds, meter: Meter) -> Odds:
    """Minus the value."""
    meter.spend(len(odds.table))
    return Odds({-value: ways for value, ways in odds.table.items()}, odds.total)


def compared(symbol: str, left: Odds, right: Odds, meter: Meter) -> Odds:
    """1 where the comparison holds, else 0: both tables are walked once, not every pair."""
    bits = left.total.bit_length(), right.total.bit_length()
    meter.spend((len(left.table) + len(right.table)) * (4 + product_price(*bits) + sum_price(sum(bits))))
    total = left.total * right.total
    equal = sum(ways * right.table.get(value, 0) for value, ways in left.table.items())
    below = passed = 0  # `below`: left < right; `passed`: weight of the left values passed so far
    lefts = sorted(left.table.items())
    place = 0
    for value, ways in sorted(right.table.items()):
        while place < len(lefts) and lefts[place][0] < value:
            passed += lefts[place][1]
            place += 1
        below += ways * passed
    cases = ((0, 1, below), (0, 0, equal), (1, 0, total - below - equal))
    holds = sum(ways for one, other, ways in cases if compare(symbol, one, other))
    return Odds({value: ways for value, ways in ((0, total - holds), (1, holds)) if ways}, total)


def set_odds(items: list[Odds], operators: tuple[Operator, ...], meter: Meter) -> Odds:
    """A set: its items are independent, its operators keep or drop some."""
    if any(operator.ranked for operator in operators):
        if len(operators) == 1:
            return chosen_odds(items, operators[0], meter)
        return listed_odds(items, operators, meter)
    total = point(0)
    for item in items:
        kept: Table = {}
        for value, ways in item.table.items():
            stays = all(operator.takes(value) == (operator.name == "k") for operator in operators)
            kept[value * stays] = kept.get(value * stays, 0) + ways
        meter.spend(len(item.table))
        total = convolve(total, Odds(kept, item.total), meter)
    return total


def listed_odds(items: list[Odds], operators: tuple[Operator, ...], meter: Meter) -> Odds:
    """A set under several operators: by multisets of the values of its items."""
    states: dict[tuple[int, ...], int] = {(): 1}
    total = 1
    for item in items:
        bits = total.bit_length() + item.total.bit_length()
        meter.spend(len(states) * len(item.table) * (5 + len(items) // 4 + 2 * sum_price(bits)))
        total *= item.total
        following: dict[tuple[int, ...], int] = {}
        for values, ways in states.items():
            for value, weight in item.table.items():
                after = tuple(sorted((*values, value)))
                following[after] = following.get(after, 0) + ways * weight
        states = following
    meter.spend(len(states) * len(items) * len(operators) * 5)
    parts: list[tuple[Odds, int]] = []
    for values, ways in states.items():
        kept = list(values)
        for operator in operators:
            keeps = operator.name == "k"
            kept = [value for value, mark in zip(kept, choose(kept, operator), strict=True) if mark == keeps]
        parts.append((point(sum(kept)), ways))
    return mixture(parts, total, meter)
