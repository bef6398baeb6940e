"""What one side's turn makes of the other: for every set of attackers and every slot a row of weights.

A row is found attack by attack, the last attacker first, so that sets which end alike share the work.
"""

from __future__ import annotations

from functools import cached_property
from math import gcd, lcm
from typing import Any, NamedTuple, TypeAlias

from affray.interpret.sides_chart import Blows, Chart, Option, within

Number: TypeAlias = Any
"""A float, or a whole weight."""


class Rows(NamedTuple):
    """What a turn of some attackers makes of each slot of the other side.

    `rows[slot]` are the weights of all slots below it, `stay[slot]` the weight of coming through unhurt, `leave[slot]`
    the weight of not.
    """

    rows: list[list[Number]]
    stay: list[Number]
    leave: list[Number]


class Step(NamedTuple):
    """What one attack makes of a slot: the weight of no harm, of any, and of each slot that it leads to."""

    missed: Number
    hit: Number
    landed: list[tuple[int, Number]]


class Turns:
    """The rows of every set of attackers of a side, in floats or in whole weights of `scale[attackers]`."""

    def __init__(self, target: Chart, acts: list[tuple[int, ...]], blows: Blows, exactly: bool) -> None:
        self.target, self.blows, self.exactly = target, blows, exactly
        # The chances of morale, and the number of those who may be attacked, take part in the common denominator.
        self.mixes = lcm(*[sum([one.alike for one in row]) for row in target.options if row], 1)
        self.morale = 1
        for row in target.chances:
            if row:
                self.morale *= sum([weight for _, weight in row])
        self.each = self.blows.total * self.mixes
        self._known: dict[tuple[int, ...], Rows] = {(): self._unhurt()}
        self._steps: dict[int, list[Step]] = {}
        self.of = [self.rows(acting) for acting in acts]

    def rows(self, acting: tuple[int, ...]) -> Rows:
        """The rows of attackers who act in this order."""
        found = self._known.get(acting)
        if found is None:
            found = self._known[acting] = self._rows(acting[0], self.rows(acting[1:]), len(acting) - 1)
        return found

    def _unhurt(self) -> Rows:
        """What nobody's turn makes of each slot."""
        target = self.target
        one: Number = self.morale if self.exactly else 1.0
        found = Rows([[0] * slot for slot in range(target.size)], [one] * target.size, [one - one] * target.size)
        for slot in range(target.size):
            if target.chances[slot]:
                self._by_chance(found, slot)
        return found

    def _rows(self, attacker: int, rest: Rows, others: int) -> Rows:
        """What one attacker and those who act after it make of each slot."""
        target, chances = self.target, self.target.chances
        whole: Number = self.morale * self.each**others if self.exactly else 1.0
        steps = self.steps(attacker)
        found = Rows([], [], [])
        rest_rows, rest_stay, rest_leave = rest
        for slot in range(target.size):
            missed, hit, landed = steps[slot]
            row: list[Number] = [missed * weight for weight in rest_rows[slot]] if others else [0] * slot
            for to, weight in landed:
                theirs = rest_rows[to]
                if others or chances[to]:
                    row[: len(theirs)] = [mine + weight * other for mine, other in zip(row, theirs)]  # noqa: B905 - speed
                row[to] += weight * rest_stay[to]
            found.rows.append(row)
            found.stay.append(missed * rest_stay[slot])
            found.leave.append(missed * rest_leave[slot] + hit * whole)
            if chances[slot]:
                self._by_chance(found, slot)
        return found

    def _by_chance(self, found: Rows, slot: int) -> None:
        """The mean of the rows of where a chance leads; nobody ever stays at a chance."""
        ways = self.target.chances[slot]
        total = sum([weight for _, weight in ways])
        row: list[Number] = [0] * slot
        for target, weight in ways:
            share: Number = weight if self.exactly else weight / total
            theirs = found.rows[target]
            row[: len(theirs)] = [mine + share * other for mine, other in zip(row, theirs, strict=False)]
            row[target] += share * found.stay[target]
        found.rows[slot] = [one // total for one in row] if self.exactly else row
        found.stay[slot] = 0

    @cached_property
    def shared(self) -> int:
        """A divisor of the whole of an attack that every whole weight of a miss has too."""
        return gcd(self.each, *[step.missed for steps in self._steps.values() for step in steps])

    def steps(self, attacker: int) -> list[Step]:
        """What one attack makes of each slot, whoever of those there is attacked."""
        found = self._steps.get(attacker)
        if found is None:
            found = self._steps[attacker] = [self._step(attacker, row) for row in self.target.options]
        return found

    def _step(self, attacker: int, options: tuple[Option, ...]) -> Step:
        if not options:
            return Step(self.each if self.exactly else 1.0, 0, [])
        everybody = sum([option.alike for option in options])
        missed = hit = 0
        landed: dict[int, int] = {}
        for option in options:
            times = option.alike * self.mixes // everybody
            plain = within(self.blows.weights[attacker][option.kind], len(option.slots))
            missed += plain[0] * times
            for to, weight in zip(option.slots, plain[1:], strict=True):
                if weight:
                    landed[to] = landed.get(to, 0) + weight * times
                    hit += weight * times
        if self.exactly:
            return Step(missed, hit, list(landed.items()))
        each = self.each
        return Step(missed / each, hit / each, [(to, weight / each) for to, weight in landed.items()])
