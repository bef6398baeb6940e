"""Exact odds of one term of dice, each shape of operators by its own way of counting; no way lists faces.

- operators that look at one die alone: the odds of one die, to the power of the count;
- one `ra`: the same with and without the part in which no die is chosen;
- one keep or drop of the highest or lowest: face by face, counting how many dice show it (below);
- the same after an explosion, and sets: `ends`;
- everything else: multisets of faces, in `multisets`.
"""

from __future__ import annotations

from math import comb, lcm

from affray.notation.counting import (
    Meter,
    Odds,
    Table,
    convolve,
    mixture,
    pack,
    power,
    product_price,
    reduced,
    sum_price,
    unpack,
)
from affray.notation.ends import exploded_odds
from affray.notation.multisets import multiset_odds
from affray.notation.single import Single, showing
from affray.notation.tree import Dice, Operator

RUNS: Table = {0: 1, 1: -1}  # 1 - x: a run of equal weights has two differences
FEW = 3  # exploding faces up to which the explosion's own factor can pay


def dice_odds(dice: Dice, meter: Meter) -> Odds:
    """The distribution of a term's total."""
    joint = [place for place, operator in enumerate(dice.operators) if operator.ranked or operator.name == "ra"]
    if not joint:
        return alone_odds(dice, None, meter)
    only = dice.operators[joint[0]]
    if len(joint) == 1 and only.name == "ra":
        return added_odds(dice, joint[0], meter)
    if len(joint) == 1 and only.name in ("k", "p"):
        before = dice.operators[: joint[0]]
        explodes = any(operator.name == "e" for operator in before)
        return exploded_odds(dice, joint[0], meter) if explodes else ranked_odds(dice, joint[0], meter)
    return multiset_odds(dice, joint[0], joint[-1], meter)


def alone_odds(dice: Dice, asks: int | None, meter: Meter) -> Odds:
    """Dice that do not look at each other; with `asks` the part in which the ra there finds none."""
    one = Single(dice.sides, dice.operators, meter, asks).fresh(0)
    factors: list[Table] = [{0: 1}, RUNS]
    for operator in dice.operators:
        chosen = [face for face in range(1, dice.sides + 1) if operator.name == "e" and operator.takes(face)]
        if 0 < len(chosen) <= FEW:
            own = {0: dice.sides} | dict.fromkeys(chosen, -1)
            factors += [own, run_of(own)]
    return power(one, dice.count, factors, meter)


def run_of(factor: Table) -> Table:
    """The factor times 1 - x."""
    found = dict(factor)
    for place, weight in factor.items():
        found[place + 1] = found.get(place + 1, 0) - weight
    return {place: weight for place, weight in found.items() if weight}


def added_odds(dice: Dice, place: int, meter: Meter) -> Odds:
    """One ra: all dice, and one more unless none is chosen."""
    every = alone_odds(dice, None, meter)
    none = alone_odds(dice, place, meter)
    more = Single(dice.sides, dice.operators, meter).fresh(place + 1)
    parts = [(convolve(every, more, meter), 1), (none, 1), (convolve(none, more, meter), -1)]
    return reduced(mixture(parts, 1, meter), meter)


def ranked_odds(dice: Dice, place: int, meter: Meter) -> Odds:
    """One keep or drop of highest or lowest among dice that are otherwise alone.

    Dice that show the same value stand at neighbouring ranks. So the values are taken in turn from one end, and for
    each the number of dice that show it; how many of these are kept follows from their ranks.
    """
    shown, total = showing(dice.sides, dice.operators[:place], meter)
    dropped = shown.pop(None, 0)
    weights: Table = {value: ways for value, ways in shown.items() if value is not None}
    single = Single(dice.sides, dice.operators, meter)
    adds = {value: single.adds(place + 1, value) for value in weights}
    sweep = Sweep(dice, dice.operators[place], weights, adds, total)
    sizes = range(dice.count + 1) if dropped else (dice.count,)
    meter.spend(sum(map(sweep.price, sizes)))
    number = 0
    for size in sizes:
        left_out = dice.count - size
        number += sweep.count(size) * comb(dice.count, size) * (dropped * sweep.common) ** left_out
    return reduced(Odds(unpack(number, sweep.width, 0), sweep.total), meter)


class Sweep:
    """Counting the ways of the kept sum, value by value. Sums are places of one packed number."""

    def __init__(self, dice: Dice, operator: Operator, weights: Table, adds: dict[int, Odds], total: int) -> None:
        self.operator = operator
        self.weights = weights
        self.common = lcm(*(odds.total for odds in adds.values()))
        self.total: int = (total * self.common) ** dice.count
        self.width: int = self.total.bit_length() // 8 + 1
        self.adds = adds
        self.powers: dict[tuple[int, int], int] = {}
        self.greatest = max((max(odds.table, default=0) for odds in adds.values()), default=0)

    def end(self, size: int) -> tuple[int, bool] | None:
        """How many are kept of `size` dice and whether from the top, where they lie at one end; else None."""
        high, low = self.operator.ends()
        if not all(selector.ranked for selector in self.operator.selectors) or (high and low):
            return None
        number = min(size, high or low)
        if self.operator.name == "k":
            return number, bool(high)
        return size - number, not high

    def price(self, size: int) -> int:
        """Steps that `count` takes for so many dice."""
        end = self.end(size)
        kept = size if end is None else end[0]
        bits = 8 * self.width * (kept * self.greatest + 1) // 3
        each = 2 + product_price(bits, 2 * self.width) + 2 * sum_price(bits)
        if any(len(odds.table) > 1 for odds in self.adds.values()):
            each += 2 * product_price(bits, bits)
        return len(self.weights) * (kept + 1) * (kept + 2) * each

    def count(self, size: int) -> int:
        """The packed ways of `size` dice, all of which show one of the values."""
        end = self.end(size)
        if end is None:
            return self.count_all(size)
        kept, top = end
        rows: Table = {0: 1}
        number = 0
        rest = sum(self.weights.values())
        if not kept:
            everything: int = (rest * self.common) ** size
            return everything
        for value in sorted(self.weights, reverse=top):
            weight = self.weights[value]
            rest -= weight
            following: Table = {}
            for placed, ways in rows.items():
                free, wanted = size - placed, kept - placed
                tail: int = (weight + rest) ** free
                for many in range(wanted):
                    orders = comb(free, many) * weight**many
                    tail -= orders * rest ** (free - many)
                    if rest:
                        more = self.times(ways * orders, value, many)
                        following[placed + many] = following.get(placed + many, 0) + more
                number += self.times(ways * tail, value, wanted)
            rows = following
        others: int = self.common ** (size - kept)
        return number * others

    def count_all(self, size: int) -> int:
        """The same for choices at both ends, or of values too."""
        high, low = self.operator.ends()
        high = min(high, size)
        low = max(size - low, high)  # the rank from which the lowest begin
        keeps = self.operator.name == "k"
        rows: Table = {0: 1}
        for value in sorted(self.weights, reverse=True):
            weight = self.weights[value]
            takes = self.operator.takes(value)
            following: Table = {}
            for placed, ways in rows.items():
                for many in range(size - placed + 1):
                    upto = placed + many
                    chosen = max(0, min(upto, high) - placed) + max(0, upto - max(placed, low))
                    kept = many if takes else chosen
                    kept = kept if keeps else many - kept
                    orders: int = comb(size - placed, many) * weight**many * self.common ** (many - kept)
                    following[upto] = following.get(upto, 0) + self.times(ways * orders, value, kept)
            rows = following
        return rows.get(size, 0)

    def times(self, ways: int, value: int, kept: int) -> int:
        """The ways with what `kept` dice of this value add."""
        odds = self.adds[value]
        if len(odds.table) == 1:
            added, weight = next(iter(odds.table.items()))
            scale = int((weight * self.common // odds.total) ** kept)
            return (ways * scale) << (8 * self.width * added * kept)
        if (value, kept) not in self.powers:
            part = self.common // odds.total
            scaled = {added: weight * part for added, weight in odds.table.items()}
            least = min(scaled)
            raised: int = (pack(scaled, self.width) << 8 * self.width * least) ** kept
            self.powers[value, kept] = raised
        return ways * self.powers[value, kept]
