"""The positions that a machine can reach and what each leads to, found in plain Python: for fights that are small.

The lists are those that `survey` fills; besides, chances are kept as whole weights, from which fractions come.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from time import monotonic
from typing import Any

from affray.errors import OutOfTime, TooLarge
from affray.interpret import survey as inner
from affray.interpret.kept import Kept
from affray.interpret.rows import Rows
from affray.interpret.tabulate import Chain
from affray.rules.machines import CHOICE, OVER, Machine


class PlainNetwork(Kept):
    """The positions of one fight, numbered from 0, the start; the same in plain lists as `network.Network`."""

    def __init__(self, machine: Machine[Any], start: tuple[int, ...], *, facts: bool) -> None:
        self.machine, self.start = machine, start
        self.numbers: dict[tuple[int, ...], int] = {start: 0}
        self.first: list[int] = []
        self.stop: list[int] = []
        self.ends: list[int] = []
        self.choosers: list[int] = []
        self.rows: list[int] = []
        self.target: list[int] = []
        self.weight: list[int] = []
        self.chance: list[float] = []
        self.last: list[int] = []
        self.told: list[int] = []
        self.facts: list[int] = []
        self._waiting = [start]
        self._keeps_facts = facts
        self._tables = Rows(machine)

    @property
    def size(self) -> int:
        """The number of positions that have been found."""
        return len(self.numbers)

    @property
    def made(self) -> int:
        """The number of moves."""
        return len(self.target)

    @property
    def told_so_far(self) -> int:
        """The number of facts."""
        return len(self.told)

    def number(self, position: tuple[int, ...]) -> int:
        """The number of a position that has been found, forgotten as far as `Program.canon` does."""
        return self.numbers[position]

    def explore(self, limit: int, deadline: float | None = None) -> None:
        """Opens every position, breadth first. Raises `TooLarge` above `limit` positions, and `OutOfTime`.

        Cost: some 5 microseconds a move.
        """
        waiting = self._waiting
        while len(self.first) < len(waiting):
            if deadline is not None and monotonic() > deadline:
                raise OutOfTime("the time is up; positions found so far", estimate=self.size, limit=limit)
            self._open(waiting[len(self.first)])
            if len(waiting) > limit:
                raise TooLarge("the fight has too many positions", estimate=self.size, limit=limit)

    def _open(self, position: tuple[int, ...]) -> None:
        program, P = self.machine.program, self.machine.numbers
        s = list(position)
        due = program.row(s, P)
        self.first.append(len(self.target))
        self.rows.append(due)
        self.ends.append(program.winner(s, P) if due == OVER else inner.GOES_ON)
        self.choosers.append(program.chooser(s, P) if due == CHOICE else inner.CHANCE)
        if due == CHOICE:
            for option in range(program.options(s, P)):
                after = s.copy()
                program.choose(after, P, option)
                mine = self.choosers[-1]
                if program.row(after, P) == CHOICE and program.chooser(after, P) != mine and program.replies(after, P):
                    self._reply(s, after)
                else:
                    self._expand(s, after, program.row(after, P))
        elif due >= 0:
            self._expand(s, s, due)
        self.stop.append(len(self.target))

    def _reply(self, before: list[int], s: list[int]) -> None:
        """The moves of one option that the other side replies to."""
        program, P = self.machine.program, self.machine.numbers
        for reply in range(program.options(s, P)):
            after = s.copy()
            program.choose(after, P, reply)
            self._expand(before, after, program.row(after, P))
            self.last[-1] = inner.REPLY
        self.last[-1] = inner.OPTION

    def _expand(self, before: list[int], s: list[int], due: int) -> None:
        """The moves of one option: what comes of the chance that is due then, if one is."""
        take, P = self.machine.program.take, self.machine.numbers
        if due < 0:
            self._move(before, s, 1, 1)
        else:
            table = self._tables[due]
            total = self._tables.totals[due]
            for word, weight in table:
                after = s.copy()
                take(after, P, word)
                self._move(before, after, weight, total)
        self.last[-1] = inner.OPTION

    def _move(self, before: list[int], after: list[int], weight: int, total: int) -> None:
        if self._keeps_facts:
            self._tell(before, after)
        self.machine.program.canon(after, self.machine.numbers)
        if not self._keeps_facts:
            self.machine.program.merge(after, self.machine.numbers)
        position = tuple(after)
        node = self.numbers.get(position)
        if node is None:
            node = self.numbers[position] = len(self._waiting)
            self._waiting.append(position)
        self.target.append(node)
        self.weight.append(weight)
        self.chance.append(weight / total)
        self.last.append(0)

    def _tell(self, before: list[int], after: list[int]) -> None:
        """The facts of the next move, by the same function as in compiled code."""
        fighters = self.machine.fighters
        fate, left, row = self.machine.program.fate, self.machine.program.left, self.machine.program.row
        P, move, most = self.machine.numbers, len(self.target), self.machine.most_left
        over = row(after, P) == OVER
        for fighter in range(fighters):
            was, now = fate(before, P, fighter), fate(after, P, fighter)
            if was != now:
                self.told += (move, move)
                self.facts += inner.changed(fighter, was, now)
            if over and now == 0:
                self.told.append(move)
                self.facts.append(inner.standing_with(fighter, left(after, P, fighter), fighters, most))

    # What solving needs

    @property
    def marks_so_far(self) -> tuple[list[int], ...]:
        """The marks of all positions that have been found, while some of them are not open yet."""
        opened = len(self.stop)  # an interrupt may have come while the next one was being opened
        rest = self.size - opened
        marks = ((self.first, -1), (self.stop, 0), (self.ends, 0), (self.choosers, 0), (self.rows, 0))
        return tuple([[*values[:opened], *[none] * rest] for values, none in marks])

    def driver(self, function: Callable[..., Any]) -> Any:
        """An inner loop, as this network runs it: as the plain function that it is."""
        return function

    def integers(self, number: int) -> list[int]:
        """So many whole numbers, 0 each."""
        return [0] * number

    def reals(self, number: int) -> list[float]:
        """So many numbers, 0 each."""
        return [0.0] * number

    def sums(self) -> defaultdict[int, float]:
        """A sum for every fact that is met."""
        return defaultdict(float)

    def summed(self, sums: defaultdict[int, float]) -> dict[int, float]:
        """The sums that are above 0, by fact."""
        return {fact: total for fact, total in sorted(sums.items()) if total}

    def chain(self) -> Chain:
        """The network in whole weights, for fractions; nobody may choose in it."""
        sides = (None, *self.machine.sides)
        ends = {node: sides[end + 1] for node, end in enumerate(self.ends) if end != inner.GOES_ON}
        moves: list[list[tuple[int, int]]] = []
        totals: list[int] = []
        for first, stop in zip(self.first, self.stop, strict=True):
            found: dict[int, int] = {}
            for move in range(first, stop):
                found[self.target[move]] = found.get(self.target[move], 0) + self.weight[move]
            moves.append(list(found.items()))
            totals.append(sum(found.values()) or 1)
        return Chain(moves, totals, ends)
