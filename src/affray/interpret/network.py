"""Every position that a machine can reach, explored and solved in compiled code: exact but for rounding.

Needs Numba. The same is done in plain Python by `game` and `best_play`, for fights that are small or to be answered in
fractions.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any

import msgspec

from affray.errors import OutOfTime, TooLarge
from affray.interpret import survey as inner
from affray.interpret.compiled import assemble, compiled
from affray.interpret.rows import Rows
from affray.interpret.settling import SOLVED, UNPROVEN, UNSETTLED, solve_all, visit_all
from affray.rules.machines import FATES, ROUND, Machine

if TYPE_CHECKING:
    import numpy as np

CHUNK = 50_000
"""Positions between two looks at the clock."""

MOST_BYTES = 6_000_000_000
"""The memory that a network may take."""

MISSING = 1e-9
"""What may be missing of all chances before they count as not settled."""


class _Outcomes:
    """The rows of a machine as the inner loop reads them, laid out when they are first needed."""

    def __init__(self, machine: Machine[Any]) -> None:
        import numpy as np  # noqa: PLC0415

        self._np, self._rows = np, Rows(machine)
        self.at, self.number = np.zeros(machine.rows, np.int64), np.zeros(machine.rows, np.int64)
        self.words, self.chances = np.zeros(1_024, np.int64), np.zeros(1_024)
        self._used = 0

    def add(self, row: int) -> None:
        table, total = self._rows[row], self._rows.totals[row]
        first, self._used = self._used, self._used + len(table)
        while self._used > len(self.words):
            self.words = self._np.concatenate((self.words, self.words))
            self.chances = self._np.concatenate((self.chances, self.chances))
        self.words[first : self._used] = [word for word, _ in table]
        self.chances[first : self._used] = [weight / total for _, weight in table]
        self.at[row], self.number[row] = first, len(table)

    @property
    def arrays(self) -> tuple[Any, ...]:
        return self.at, self.number, self.words, self.chances


class Reports(msgspec.Struct, frozen=True):
    """What becomes of a fight on average: rounds begun, and of each fighter the chance of each fate.

    `left[n]` is the chance that fighter n ends the fight standing with each amount left.
    """

    rounds: float
    fates: tuple[dict[str, float], ...]
    left: tuple[dict[int, float], ...]


class Network:
    """The positions of one fight and what each leads to, numbered from 0, the start."""

    def __init__(self, machine: Machine[Any], start: tuple[int, ...], *, facts: bool) -> None:
        """`facts` keeps note of what becomes of fighters, which `reports` needs and best play does not."""
        import numpy as np  # noqa: PLC0415 - only compiled answers need it

        self._np, self.machine, self.width = np, machine, len(start)
        self.start = np.array(start, np.int64)
        self.P = np.array(machine.numbers or (0,), np.int64)
        self._outcomes = _Outcomes(machine)
        self.counts = np.zeros(5, np.int64)
        self.counts[inner.FIGHTERS] = machine.fighters if facts else 0
        nodes, moves = 1 << 10, 1 << 12
        self.store = np.zeros(nodes * self.width, np.int16)
        self.slots = np.zeros(2 * nodes, np.int32)
        self.first, self.rows = np.zeros(nodes + 1, np.int64), np.zeros(nodes, np.int32)
        self.ends, self.choosers = np.zeros(nodes, np.int8), np.zeros(nodes, np.int8)
        self.target, self.chance = np.zeros(moves, np.int32), np.zeros(moves)
        self.last = np.zeros(moves, np.uint8)
        notes = moves if facts else 1
        self.told, self.facts = np.zeros(notes, np.int64), np.zeros(notes, np.int64)
        self.values = np.zeros(0)
        self.chosen = np.zeros(0, np.int32)
        self._find, self._settle_in = compiled(inner.find, inner.settle_in)
        self._scratch = [np.zeros(self.width, np.int64) for _ in range(3)]
        self.number(start)

    @property
    def size(self) -> int:
        """The number of positions."""
        return int(self.counts[inner.FOUND])

    @property
    def moves(self) -> int:
        """The number of moves."""
        return int(self.counts[inner.MOVES])

    def number(self, position: tuple[int, ...]) -> int:
        """The number of a position that has been found (after `Program.canon`)."""
        s = self._np.array(position, self._np.int64)
        return int(self._find(s, self.counts, (self.store, self.slots)))

    # Exploring

    def explore(self, limit: int, deadline: float | None = None) -> None:
        """Finds every position. Raises `TooLarge` above `limit` positions or `MOST_BYTES`, and `OutOfTime`."""
        run = assemble(inner.survey, self.machine.program, machine_code=True)
        s, t, u = self._scratch
        while self.counts[inner.EXPANDED] < self.counts[inner.FOUND]:
            if deadline is not None and monotonic() > deadline:
                raise OutOfTime("the time is up; positions found so far", estimate=self.size, limit=limit)
            if self.size > limit:
                raise TooLarge("the fight has too many positions", estimate=self.size, limit=limit)
            until = min(int(self.counts[inner.EXPANDED]) + CHUNK, len(self.ends))
            stopped = run(
                self.P,
                s,
                t,
                u,
                self.counts,
                until,
                (self.store, self.slots),
                self._outcomes.arrays,
                self.first,
                (self.target, self.chance, self.last),
                self.ends,
                self.choosers,
                self.rows,
                (self.told, self.facts),
                self.machine.most,
            )
            if stopped >= 0:
                self._outcomes.add(stopped)
            elif stopped == inner.STORE_IS_FULL:
                self._more_positions(limit)
            elif stopped == inner.MOVES_ARE_FULL:
                self._more_moves(limit)
            elif stopped == inner.NOTES_ARE_FULL:
                self._more_notes(limit)

    def _more_positions(self, limit: int) -> None:
        np, nodes = self._np, len(self.ends)
        self._check_memory(limit)
        self.store = np.concatenate((self.store, np.zeros_like(self.store)))
        self.first = np.concatenate((self.first, np.zeros(nodes, np.int64)))
        self.rows = np.concatenate((self.rows, np.zeros_like(self.rows)))
        self.ends = np.concatenate((self.ends, np.zeros_like(self.ends)))
        self.choosers = np.concatenate((self.choosers, np.zeros_like(self.choosers)))
        self.slots = np.zeros(4 * nodes, np.int32)
        self._settle_in(self.width, self.size, (self.store, self.slots))

    def _more_moves(self, limit: int) -> None:
        np = self._np
        self._check_memory(limit)
        self.target = np.concatenate((self.target, np.zeros_like(self.target)))
        self.chance = np.concatenate((self.chance, np.zeros_like(self.chance)))
        self.last = np.concatenate((self.last, np.zeros_like(self.last)))

    def _more_notes(self, limit: int) -> None:
        np = self._np
        self._check_memory(limit)
        self.told = np.concatenate((self.told, np.zeros_like(self.told)))
        self.facts = np.concatenate((self.facts, np.zeros_like(self.facts)))

    def _check_memory(self, limit: int) -> None:
        arrays = (self.store, self.slots, self.first, self.target, self.chance, self.last, self.told, self.facts)
        if sum(one.nbytes for one in arrays) > MOST_BYTES // 2:
            raise TooLarge("the fight has too many positions for the memory", estimate=self.size, limit=limit)

    # Solving

    def solve(self) -> None:
        """The value of every position, and the best option where a side chooses.

        Raises `TooLarge` where positions that lead back to each other could not be solved for certain.
        """
        np, size = self._np, self.size
        width = len(self.machine.sides) + 2
        self.values = np.zeros(size * width)
        self.chosen = np.zeros(size, np.int32)
        self._order, self._parts = np.zeros(size, np.int32), np.zeros(size + 1, np.int32)
        self._low = np.zeros(size, np.int32)
        work = (np.zeros(size, np.int32), self._low, *(np.zeros(size, np.int32) for _ in range(2)))
        places = np.zeros(size, np.int64)
        [run] = compiled(solve_all)
        status = run(self._net, size, (self.values, self.chosen, width), self._order, self._parts, (*work, places))
        if status == UNPROVEN:
            raise TooLarge("ways to choose in positions that lead back to each other", estimate=size, limit=size)
        if status == UNSETTLED:
            raise TooLarge("passes over positions that lead back to each other", estimate=size, limit=size)
        assert status == SOLVED

    @property
    def _net(self) -> tuple[Any, ...]:
        return self.first, self.target, self.chance, self.last, self.ends, self.choosers

    def row(self, node: int) -> np.ndarray:
        """The values of a position: the chance that nobody wins, that each side does, and of no end."""
        width = len(self.machine.sides) + 2
        found: np.ndarray = self.values[node * width : (node + 1) * width]
        return found

    # Reports

    def reports(self) -> Reports | None:
        """What becomes of the fight on average, both sides choosing as they should; None where it need not end."""
        np, size = self._np, self.size
        visits, pending = np.zeros(size), np.zeros(size)
        pending[0] = 1.0
        [run] = compiled(visit_all)
        if not run(self._net, self.chosen, self._order, self._parts, self._low, visits, pending):
            return None
        begun = float(visits[self.rows[:size] == ROUND].sum())
        number = int(self.counts[inner.TOLD])
        facts = self.facts[:number]
        made = self.told[:number]
        weights = visits[np.searchsorted(self.first[: size + 1], made, side="right") - 1] * self.chance[made]
        return self._reports(begun, facts, weights)

    def _reports(self, begun: float, facts: np.ndarray, weights: np.ndarray) -> Reports:
        np, machine = self._np, self.machine
        fighters, ends, most = machine.fighters, len(FATES), machine.most
        start = tuple(self.start.tolist())
        begun += machine.program.rounds(list(start), machine.numbers)
        changes = np.bincount(
            facts[facts < 2 * fighters * ends], weights[facts < 2 * fighters * ends], 2 * fighters * ends
        )
        fates, left = [], []
        for fighter in range(fighters):
            chances = [0.0] * ends
            chances[machine.program.fate(list(start), machine.numbers, fighter)] = 1.0
            for one in range(ends):
                chances[one] += changes[2 * (fighter * ends + one) + 1] - changes[2 * (fighter * ends + one)]
            fates.append({FATES[one]: float(chance) for one, chance in enumerate(chances) if chance > 0})
            low = 2 * fighters * ends + fighter * (2 * most + 1)
            mine = (facts >= low) & (facts <= low + 2 * most)
            amounts = np.bincount(facts[mine] - low, weights[mine]) if mine.any() else np.zeros(0)
            left.append({int(at) - most: float(amounts[at]) for at in amounts.nonzero()[0]})
        return Reports(begun, tuple(fates), tuple(left))
