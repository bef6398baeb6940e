"""The positions that a machine can reach and what each leads to, found in compiled code.

Needs Numba. The same is done in plain Python by `game`, for fights that are small or to be answered in fractions.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

from affray.errors import OutOfTime, TooLarge
from affray.interpret import survey as inner
from affray.interpret.compiled import assemble, compiled
from affray.interpret.rows import Rows
from affray.rules.machines import Machine

if TYPE_CHECKING:
    import numpy as np

CHUNK = 50_000
"""Positions between two looks at the clock."""

MOST_BYTES = 6_000_000_000
"""The memory that a network may take while it grows."""


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


class Network:
    """The positions of one fight, numbered from 0, the start, as they are found; opened, their moves are known.

    The arrays are those of `survey`; they are replaced by longer ones as the network grows.
    """

    def __init__(self, machine: Machine[Any], start: tuple[int, ...], *, facts: bool) -> None:
        """`facts` keeps note of what becomes of fighters, which reports need and best play does not."""
        import numpy as np  # noqa: PLC0415 - only compiled answers need it

        self._np, self.machine, self.start = np, machine, start
        self.counts = np.zeros(5, np.int64)
        self.counts[inner.FIGHTERS] = machine.fighters if facts else 0
        nodes, moves = 1 << 10, 1 << 12
        self.store, self.slots = np.zeros(nodes * len(start), np.int16), np.zeros(2 * nodes, np.int32)
        self.first, self.stop = np.full(nodes, -1, np.int64), np.zeros(nodes, np.int64)
        self.ends, self.choosers = np.zeros(nodes, np.int8), np.zeros(nodes, np.int8)
        self.rows = np.zeros(nodes, np.int32)
        self.target, self.chance, self.last = np.zeros(moves, np.int32), np.zeros(moves), np.zeros(moves, np.uint8)
        notes = moves if facts else 1
        self.told, self.facts = np.zeros(notes, np.int64), np.zeros(notes, np.int64)
        self._fixed = np.array(machine.numbers or (0,), np.int64)
        self._scratch = [np.zeros(len(start), np.int64) for _ in range(3)]
        self._outcomes = _Outcomes(machine)
        self._find, self._settle_in = compiled(inner.find, inner.settle_in)
        self.number(start)

    @property
    def size(self) -> int:
        """The number of positions that have been found."""
        return int(self.counts[inner.FOUND])

    @property
    def made(self) -> int:
        """The number of moves."""
        return int(self.counts[inner.MOVES])

    @property
    def marks(self) -> tuple[Any, ...]:
        """What is known of each position, as `survey.Marks`."""
        return self.first, self.stop, self.ends, self.choosers, self.rows

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves of all positions that are open, as `survey.Moves`."""
        return self.target, self.chance, self.last

    @property
    def notes(self) -> tuple[Any, ...]:
        """What becomes of fighters, as `survey.Notes`."""
        return self.told, self.facts

    @property
    def told_so_far(self) -> int:
        """The number of facts."""
        return int(self.counts[inner.TOLD])

    def number(self, position: tuple[int, ...]) -> int:
        """The number of a position, forgotten as far as `Program.canon` does; one that is new is numbered."""
        found = int(self._find(self._np.array(position, self._np.int64), self.counts, (self.store, self.slots)))
        if found >= 0:
            return found
        self._more_positions(0)
        return self.number(position)

    def explore(self, limit: int, deadline: float | None = None) -> None:
        """Opens every position. Raises `TooLarge` above `limit` positions or `MOST_BYTES`, and `OutOfTime`."""
        run = assemble(inner.survey, self.machine.program, machine_code=True)
        while self.counts[inner.OPENED] < self.counts[inner.FOUND]:
            if deadline is not None and monotonic() > deadline:
                raise OutOfTime("the time is up; positions found so far", estimate=self.size, limit=limit)
            if self.size > limit:
                raise TooLarge("the fight has too many positions", estimate=self.size, limit=limit)
            until = min(int(self.counts[inner.OPENED]) + CHUNK, len(self.ends))
            self.go_on(run(*self.hands, self.counts, until, *self.book), limit)

    @property
    def hands(self) -> tuple[Any, ...]:
        """What the inner loops work with: the numbers of the fight, and room for three positions."""
        return self._fixed, *self._scratch

    @property
    def book(self) -> tuple[Any, ...]:
        """All arrays, in the order in which the inner loops take them."""
        book = (self.store, self.slots)
        return book, self._outcomes.arrays, self.marks, self.moves, self.notes, self.machine.most

    # What solving needs

    def driver(self, function: Callable[..., Any]) -> Any:
        """An inner loop that calls no part of the machine, as this network runs it."""
        return compiled(function)[0]

    def integers(self, number: int) -> np.ndarray:
        """So many whole numbers, 0 each; of 64 bits where they count moves."""
        return self._np.zeros(number, self._np.int64)

    def reals(self, number: int) -> np.ndarray:
        """So many numbers, 0 each."""
        return self._np.zeros(number)

    def sums(self) -> np.ndarray:
        """A sum for every fact that there can be."""
        fighters = self.machine.fighters
        return self._np.zeros(inner.standing_with(fighters, 0, fighters, self.machine.most))

    def summed(self, sums: np.ndarray) -> dict[int, float]:
        """The sums that are above 0, by fact."""
        return {int(fact): float(sums[fact]) for fact in sums.nonzero()[0]}

    # Growing

    def go_on(self, stopped: int, limit: int) -> None:
        """Puts right what stopped an inner loop: a row that is not there yet, or an array that is full."""
        if stopped >= 0:
            self._outcomes.add(stopped)
        elif stopped == inner.STORE_IS_FULL:
            self._more_positions(limit)
        elif stopped == inner.MOVES_ARE_FULL:
            self._check_memory(limit)
            self.target, self.chance, self.last = (self._longer(one) for one in self.moves)
        elif stopped == inner.NOTES_ARE_FULL:
            self._check_memory(limit)
            self.told, self.facts = self._longer(self.told), self._longer(self.facts)

    def _longer(self, array: np.ndarray, fill: int = 0) -> np.ndarray:
        return self._np.concatenate((array, self._np.full_like(array, fill)))

    def _more_positions(self, limit: int) -> None:
        self._check_memory(limit)
        self.store, self.first = self._longer(self.store), self._longer(self.first, -1)
        self.stop, self.rows = self._longer(self.stop), self._longer(self.rows)
        self.ends, self.choosers = self._longer(self.ends), self._longer(self.choosers)
        self.slots = self._np.zeros(2 * len(self.slots), self._np.int32)
        self._settle_in(len(self.start), self.size, (self.store, self.slots))

    def _check_memory(self, limit: int) -> None:
        arrays = (self.store, self.slots, self.first, self.stop, *self.moves, self.told, self.facts)
        if sum(one.nbytes for one in arrays) > MOST_BYTES // 2:
            raise TooLarge("the fight has too many positions for the memory", estimate=self.size, limit=limit)
