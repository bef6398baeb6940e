"""Choosing the highest and lowest among values that come one by one: sets, and dice that explode first.

Only the values at the two ends can still be chosen by rank; those in between are settled as soon as they lie
between, so a state is the ends and the sum of the rest.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Mapping
from math import lcm
from typing import TypeAlias

from affray.notation.counting import Meter, Odds, Table, convolve, mixture, point, product_price, reduced, sum_price
from affray.notation.limits import CUT
from affray.notation.rolling import choose
from affray.notation.single import Single, showing, shown_after
from affray.notation.tree import Dice, Operator

State: TypeAlias = tuple[tuple[int, ...], int]
States: TypeAlias = dict[State, int]


class Ends:
    """One keep or drop, fed value by value. `adds` says what a kept value adds; None is the value itself."""

    def __init__(self, operator: Operator, adds: Mapping[int, Odds] | None = None) -> None:
        self.operator = operator
        self.high, self.low = operator.ends()
        self.adds = adds
        self.common = lcm(*(odds.total for odds in adds.values())) if adds else 1

    def added(self, value: int) -> Odds:
        """What a kept value adds, out of `common`."""
        if self.adds is None:
            return point(value)
        odds = self.adds[value]
        scale = self.common // odds.total
        return Odds({more: ways * scale for more, ways in odds.table.items()}, self.common)

    def place(self, state: State, value: int | None) -> Iterator[tuple[State, int]]:
        """The states after one more value, with weights out of `common` for a value that leaves the ends.

        None is a die that is not in the pool.
        """
        ends, between = state
        if value is None:
            yield state, self.common
            return
        longer = list(ends)
        insort(longer, value)
        if len(longer) <= self.high + self.low:
            yield (tuple(longer), between), 1
            return
        settled = longer.pop(self.low)
        if self.operator.takes(settled) == (self.operator.name == "k"):
            for more, ways in self.added(settled).table.items():
                yield (tuple(longer), between + more), ways
        else:
            yield (tuple(longer), between), self.common

    def total(self, states: States, total: int, meter: Meter) -> Odds:
        """The distribution of the sum, out of `total`, in which every value in a pool counts `common` times."""
        meter.spend(len(states) * (self.high + self.low + 2) * sum_price(total.bit_length()))
        parts: dict[tuple[int, ...], Table] = {}
        for (ends, between), ways in states.items():
            parts.setdefault(ends, {})[between] = ways
        meter.spend(40 * len(parts) * (self.high + self.low + 2))
        keeps = self.operator.name == "k"
        dropped = Odds({0: self.common}, self.common)
        found: list[tuple[Odds, int]] = []
        for ends, table in parts.items():
            marks = choose(ends, self.operator)
            sum_of = point(0)
            for value, mark in zip(ends, marks, strict=True):
                sum_of = convolve(sum_of, self.added(value) if mark == keeps else dropped, meter)
            found.append((Odds(convolve(Odds(table, total), sum_of, meter).table, 1), 1))
        return reduced(mixture(found, total, meter), meter)


def exploded_odds(dice: Dice, place: int, meter: Meter) -> Odds:
    """One keep or drop at `place` after an explosion: a pool that grows by up to 100 dice for each die."""
    burst = next(at for at, operator in enumerate(dice.operators) if operator.name == "e")
    shown, out_of = showing(dice.sides, dice.operators[:burst], meter)
    chain = Chain(dice, burst, place, shown, meter)
    states: States = {((), 0): 1}
    for _ in range(dice.count):
        states = chain.after(states, shown)
    total = (out_of * chain.between * chain.ends.common * chain.unit**CUT) ** dice.count
    return chain.ends.total(states, total, meter)


class Chain:
    """A die that explodes, with what happens to each die of the chain until the choice."""

    def __init__(self, dice: Dice, burst: int, place: int, shown: dict[int | None, int], meter: Meter) -> None:
        self.meter = meter
        self.sides = dice.sides
        self.explodes = dice.operators[burst]
        self.images: dict[int | None, tuple[dict[int | None, int], int]] = {None: ({None: 1}, 1)}
        for face in {*range(1, dice.sides + 1), *shown}:
            found: tuple[dict[int | None, int], int] = ({face: 1}, 1)
            for operator in dice.operators[burst + 1 : place]:
                found = shown_after(*found, operator, dice.sides, meter)
            self.images[face] = found
        self.between = lcm(*(total for _, total in self.images.values()))
        single = Single(dice.sides, dice.operators, meter)
        values = {value for image, _ in self.images.values() for value in image if value is not None}
        self.ends = Ends(dice.operators[place], {value: single.adds(place + 1, value) for value in sorted(values)})
        self.unit = dice.sides * self.between * self.ends.common
        bits = dice.count * (CUT + 1) * self.unit.bit_length()
        self.price = 10 + 3 * sum_price(bits) + product_price(bits // 2, bits // 4)

    def after(self, states: States, shown: dict[int | None, int]) -> States:
        """The states after one more die and all that it makes roll."""
        done: States = {}
        active = self.step(states, shown, done, self.unit**CUT, explodes=True)
        faces: dict[int | None, int] = dict.fromkeys(range(1, self.sides + 1), 1)
        for left in reversed(range(CUT)):
            active = self.step(active, faces, done, self.unit**left, explodes=left > 0)
        return done

    def step(self, states: States, shown: dict[int | None, int], done: States, scale: int, *, explodes: bool) -> States:
        """One die for each state: those that explode come back, the others go to `done`."""
        self.meter.spend(len(states) * sum(len(self.images[face][0]) for face in shown) * self.price)
        active: States = {}
        for state, ways in states.items():
            for face, weight in shown.items():
                goes = explodes and face is not None and self.explodes.takes(face)
                following, factor = (active, 1) if goes else (done, scale)
                image, total = self.images[face]
                for value, share in image.items():
                    number = ways * weight * factor * share * (self.between // total)
                    for after, settled in self.ends.place(state, value):
                        following[after] = following.get(after, 0) + number * settled
        return active


def chosen_odds(items: list[Odds], operator: Operator, meter: Meter) -> Odds:
    """A set of independent values under one keep or drop."""
    ends = Ends(operator)
    states: States = {((), 0): 1}
    total = 1
    for item in items:
        bits = total.bit_length() + item.total.bit_length()
        meter.spend(len(states) * len(item.table) * (9 + 2 * sum_price(bits)))
        total *= item.total
        following: States = {}
        for state, ways in states.items():
            for value, weight in item.table.items():
                for after, settled in ends.place(state, value):
                    following[after] = following.get(after, 0) + ways * weight * settled
        states = following
    return ends.total(states, total, meter)
