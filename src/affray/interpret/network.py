"""The positions that a machine can reach and what each leads to, found in compiled code.

Needs Numba. The same is done in plain Python by `plain_network`, for fights that are small or to be answered in
fractions.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TYPE_CHECKING, Any

from affray.errors import OutOfTime, TooLarge, Unsupported
from affray.interpret import survey as inner
from affray.interpret.compiled import assemble, compiled
from affray.interpret.kept import Kept
from affray.interpret.rows import Rows
from affray.interpret.survey import words_of
from affray.rules.machines import Machine

if TYPE_CHECKING:
    import numpy as np

BATCH = 1 << 15
"""Moves that are made before they are numbered, about."""

CHUNK = 200_000
"""Positions between two looks at the clock."""

SHARED = 1 << 13
"""Positions that two threads open sooner than one."""

TOO_WIDE = "numbers of more than 16 bits"
"""What is said of a fight whose positions do not fit the store: of sets of more fighters, for one."""

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


class _Batch:
    """Room for what some positions come to, before it is numbered; `newly_live` is a number that stopped it, or -1."""

    def __init__(self, width: int, fighters: int, room: int) -> None:
        import numpy as np  # noqa: PLC0415

        self._np, self.newly_live = np, -1
        self.counts, self.todo = np.zeros(4, np.int64), np.zeros(room // 2 + 1, np.int64)
        self.make_room(width, fighters, room)

    def make_room(self, width: int, fighters: int, room: int) -> None:
        np, nodes = self._np, len(self.todo)
        small = (np.int8, np.int8, np.int32)
        self.marks = (np.zeros(nodes, np.int64), np.zeros(nodes, np.int64), *(np.zeros(nodes, one) for one in small))
        self.words, self.keys = np.zeros(room * max(words_of(width), 1), np.int64), np.zeros(room, np.int64)
        self.chance, self.last = np.zeros(room), np.zeros(room, np.uint8)
        notes = room * 2 + 3 * fighters if fighters else 1
        self.told, self.facts = np.zeros(notes, np.int64), np.zeros(notes, np.int64)

    @property
    def arrays(self) -> tuple[Any, ...]:
        return self.marks, self.words, self.keys, self.chance, self.last, (self.told, self.facts)


class Network(Kept):
    """The positions of one fight, numbered from 0, the start, as they are found; opened, their moves are known.

    The arrays are those of `survey`; they are replaced by longer ones as the network grows.
    """

    def __init__(self, machine: Machine[Any], start: tuple[int, ...], *, facts: bool) -> None:
        """`facts` keeps note of what becomes of fighters, which reports need and best play does not."""
        import numpy as np  # noqa: PLC0415 - only compiled answers need it

        self._np, self.machine, self.start = np, machine, start
        self.fighters = machine.fighters if facts else 0
        self.counts = np.array([1, 0, 0, 0])
        self.live: list[int] = []
        nodes, moves = 1 << 10, 1 << 12
        self.first, self.stop = np.full(nodes, -1, np.int64), np.zeros(nodes, np.int64)
        self.ends, self.choosers = np.zeros(nodes, np.int8), np.zeros(nodes, np.int8)
        self.rows = np.zeros(nodes, np.int32)
        self.target, self.chance, self.last = np.zeros(moves, np.int32), np.zeros(moves), np.zeros(moves, np.uint8)
        self.told, self.facts = np.zeros(moves, np.int64), np.zeros(moves, np.int64)
        self._fixed = np.array(machine.numbers or (0,), np.int64)
        self._scratch = [np.zeros(len(start), np.int64) for _ in range(4)]
        self._outcomes, self._room = _Outcomes(machine), BATCH
        self._unfold = assemble(inner.unfold, machine.program, machine_code=True)
        self._enter, self._seek = compiled(inner.enter, inner.seek)
        self._settle_in, self._hashed = compiled(inner.settle_in, inner.hashed)
        self.store, self.slots = np.zeros(0, np.int64), np.zeros(2 * nodes, np.int32)
        self._lay_out()

    @property
    def size(self) -> int:
        """The number of positions that have been found."""
        return int(self.counts[inner.FOUND])

    @property
    def made(self) -> int:
        """The number of moves."""
        return int(self.counts[inner.MOVES])

    @property
    def told_so_far(self) -> int:
        """The number of facts."""
        return int(self.counts[inner.FACTS])

    def number(self, position: tuple[int, ...]) -> int:
        """The number of a position that has been found, forgotten as far as `Program.canon` does."""
        if any(position[place] != self.start[place] for place in self._frame[2].tolist()):
            raise KeyError(position)
        words = self._np.zeros(words_of(len(self.live)), self._np.int64)
        words.view(self._np.int16)[: len(self.live)] = [position[place] for place in self.live]
        key = int(self._hashed(words, 0, len(words)))
        slot = int(self._seek(words, 0, len(words), key, (self.store, self.slots)))
        if not self.slots[slot]:
            raise KeyError(position)
        return int(self.slots[slot]) - 1

    # Exploring

    def explore(self, limit: int, deadline: float | None = None) -> None:
        """Opens every position. Raises `TooLarge` above `limit` positions or `MOST_BYTES`, and `OutOfTime`.

        Cost: some 0.2 microseconds a move, on two cores.
        """
        np, opened = self._np, 0
        while opened < self.size:
            if deadline is not None and monotonic() > deadline:
                raise OutOfTime("the time is up; positions found so far", estimate=self.size, limit=limit)
            if self.size > limit:
                raise TooLarge("the fight has too many positions", estimate=self.size, limit=limit)
            known = min(self.size, opened + CHUNK)
            self.open(np.arange(opened, known))
            opened = known

    def open(self, nodes: np.ndarray) -> None:
        """Finds what these positions lead to. Of many, one batch is numbered while the next one is made."""
        at = 0
        if len(nodes) < SHARED:
            batch = self._new_batch()
            while at < len(nodes):
                at += self._make(batch, nodes[at:])
                batch = self._keep(batch)
            return
        with ThreadPoolExecutor(1) as pool:
            ready, making = self._new_batch(), self._new_batch()
            at += self._make(ready, nodes)
            while at < len(nodes):
                made = pool.submit(self._make, making, nodes[at:])
                if ready.newly_live >= 0:
                    made.result()  # it was made before another number became live, and is made again
                    making = ready = self._keep(ready)
                    at += self._make(ready, nodes[at:])
                    making = self._new_batch()
                    continue
                self._keep(ready)
                at += made.result()
                ready, making = making, ready
            self._keep(ready)

    def _new_batch(self) -> _Batch:
        return _Batch(len(self.live), self.fighters, self._room)

    def _make(self, batch: _Batch, nodes: np.ndarray) -> int:
        """Plays on from these positions as far as the batch has room; returns how many."""
        number = min(len(nodes), len(batch.todo))
        batch.todo[:number] = nodes[:number]
        batch.counts[:] = 0
        batch.newly_live = -1
        while True:
            fixed, most = (self._fixed, *self._scratch), self.machine.most_left
            rows, room = self._outcomes.arrays, batch.arrays
            stopped = self._unfold(
                *fixed, batch.todo, number, batch.counts, self._frame, self.store, rows, room, self.fighters, most
            )
            if stopped >= 0:
                self._outcomes.add(stopped)
                continue
            if stopped == inner.TOO_WIDE:
                raise Unsupported(TOO_WIDE)
            if stopped == inner.NEWLY_LIVE:
                batch.newly_live = int(batch.counts[inner.LIVE])
            elif stopped == inner.FULL and not batch.counts[inner.OPENED]:
                self._room *= 2
                batch.make_room(len(self.live), self.fighters, self._room)
                continue
            return int(batch.counts[inner.OPENED])

    def _keep(self, batch: _Batch) -> _Batch:
        """Numbers what a batch came to; returns it, or another where a number has become live."""
        made = int(batch.counts[inner.MADE])
        self._make_room(made, made, int(batch.counts[inner.TOLD]))
        book = (self.store, self.slots)
        width = words_of(len(self.live))
        self._enter(
            batch.todo, batch.counts, width, self.counts, book, batch.arrays, self.marks, self.moves, self.notes
        )
        if batch.newly_live < 0:
            return batch
        if abs(self.start[batch.newly_live]) >= 1 << 15:
            raise Unsupported(TOO_WIDE)
        self.live.append(batch.newly_live)
        self._lay_out()
        return self._new_batch()

    # Growing

    def _lay_out(self) -> None:
        """The store for the numbers that are live now; what was stored before has the start's for the newest."""
        np, width = self._np, len(self.live)
        still = [place for place in range(len(self.start)) if place not in self.live]
        self._frame = (np.array(self.start), np.array(self.live, np.int64), np.array(still, np.int64))
        before, words = words_of(width - 1), words_of(width)
        store = np.zeros((len(self.first), words), np.int64)
        if before:
            store[: self.size, :before] = self.store[: self.size * before].reshape(-1, before)
        if width:
            store.view(np.int16)[: self.size, width - 1] = self.start[self.live[-1]]
        self.store = store.reshape(-1)
        self._hash_anew()

    def _hash_anew(self) -> None:
        self.slots[:] = 0
        self._settle_in(words_of(len(self.live)), self.size, (self.store, self.slots))

    def _make_room(self, positions: int, moves: int, facts: int) -> None:
        """Makes the arrays long enough for so many more."""
        if self.size + positions > len(self.first):
            self._check_memory()
            while self.size + positions > len(self.first):
                self.first, self.stop = self._longer(self.first, -1), self._longer(self.stop)
                self.ends, self.choosers = self._longer(self.ends), self._longer(self.choosers)
                self.rows, self.store = self._longer(self.rows), self._longer(self.store)
            self.slots = self._np.zeros(2 * len(self.first), self._np.int32)
            self._hash_anew()
        while self.made + moves > len(self.target):
            self._check_memory()
            self.target, self.chance, self.last = (self._longer(one) for one in self.moves)
        while self.told_so_far + facts > len(self.told):
            self._check_memory()
            self.told, self.facts = self._longer(self.told), self._longer(self.facts)

    def _longer(self, array: np.ndarray, fill: int = 0) -> np.ndarray:
        """Twice as long. What is 0 is not written: memory that nobody has written to costs nothing yet."""
        longer = self._np.zeros(2 * len(array), array.dtype)
        longer[: len(array)] = array
        if fill:
            longer[len(array) :] = fill
        return longer

    def _check_memory(self) -> None:
        arrays = (self.store, self.slots, self.first, self.stop, *self.moves, self.told, self.facts)
        if sum(one.nbytes for one in arrays) > MOST_BYTES // 2:
            raise TooLarge("the fight has too many positions for the memory", estimate=self.size, limit=self.size)

    # What solving needs

    @property
    def marks_so_far(self) -> tuple[Any, ...]:
        """The marks of all positions that have been found, while some of them are not open yet."""
        return self.marks

    def driver(self, function: Callable[..., Any]) -> Any:
        """An inner loop that calls no part of the machine, as this network runs it."""
        return compiled(function)[0]

    def integers(self, number: int) -> np.ndarray:
        """So many whole numbers, 0 each."""
        return self._np.zeros(number, self._np.int64)

    def reals(self, number: int) -> np.ndarray:
        """So many numbers, 0 each."""
        return self._np.zeros(number)

    def sums(self) -> np.ndarray:
        """A sum for every fact that there can be."""
        fighters = self.machine.fighters
        return self._np.zeros(inner.standing_with(fighters, 0, fighters, self.machine.most_left))

    def summed(self, sums: np.ndarray) -> dict[int, float]:
        """The sums that are above 0, by fact."""
        return {int(fact): float(sums[fact]) for fact in sums.nonzero()[0]}
