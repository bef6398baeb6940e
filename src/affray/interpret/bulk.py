"""Fights by the million: a ruleset's machine compiled, on all cores, with outcomes drawn from flat tables.

Runs are dealt in blocks of `BLOCK`; each block has a generator of its own (see `draws`), so that the result never
depends on how many threads share the blocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from typing import Any

from affray.errors import TooLarge
from affray.fight import Fight
from affray.interpret import draws
from affray.interpret.by_machine import machine_of
from affray.interpret.compiled import assemble
from affray.interpret.rows import Rows
from affray.interpret.sampling import ENDS, sample
from affray.interpret.simulate import ROUNDS, Tally
from affray.interpret.threads import shared
from affray.rules.machines import FATES, Machine

BLOCK = 8_192
"""Runs that share a generator."""

FLAT = 65_536
"""The most equally likely words that a row is laid out in; one with more is searched by its weights."""


class Tables:
    """The rows of a machine as the inner loop reads them, laid out when they are first needed.

    Other threads may read meanwhile: a row appears at once, by its size, after its words have been written.
    """

    def __init__(self, machine: Machine[Any]) -> None:
        import numpy as np  # noqa: PLC0415 - only bulk sampling needs it

        self._np, self._rows, self._lock = np, Rows(machine), Lock()
        self.at = np.zeros(machine.rows, np.int64)
        self.size = np.zeros(machine.rows, np.int64)
        self.words = np.zeros(FLAT, np.int32)
        self.steps = np.zeros(FLAT, np.int64)
        self._used = 0

    def add(self, row: int) -> None:
        """Lays out a row, if no other thread has. Raises `TooLarge` for weights of more than 62 bits."""
        with self._lock:
            if self.size[row]:
                return
            table, total = self._rows[row], self._rows.totals[row]
            if total > draws.MOST:
                raise TooLarge("the odds of one roll are too fine for bulk sampling", estimate=total, limit=draws.MOST)
            flat = total <= FLAT
            number = total if flat else len(table)
            first = self._room(number)
            words = [word for word, weight in table for _ in range(weight if flat else 1)]
            self.words[first : first + number] = words
            if not flat:
                self.steps[first : first + number] = self._np.cumsum([weight for _, weight in table])
            self.at[row] = first
            self.size[row] = number if flat else -number

    def _room(self, number: int) -> int:
        first, np = self._used, self._np
        self._used += number
        while self._used > len(self.words):
            self.words = np.concatenate((self.words, np.zeros_like(self.words)))
            self.steps = np.concatenate((self.steps, np.zeros_like(self.steps)))
        return first


class Bulk:
    """A fight that is ready to be sampled: its machine, the compiled loop and the tables filled so far."""

    def __init__(self, fight: Fight) -> None:
        """Raises `Unsupported` for what the ruleset's machine does not play, `AffrayError` without Numba."""
        import numpy as np  # noqa: PLC0415

        self._np = np
        self.machine, start = machine_of(fight)
        self.start = np.array(start, np.int64)
        self.numbers = np.array(self.machine.numbers or (0,), np.int64)
        self.tables = Tables(self.machine)
        self._sample = assemble(sample, self.machine.program, machine_code=True)

    def block(self, seed: str, number: int, runs: int, rounds: int = ROUNDS) -> Tally:
        """The tally of so many runs in the block of this number; threads may ask for blocks at the same time."""
        np, machine, tables = self._np, self.machine, self.tables
        counts = Counts(machine, rounds)
        s, done = np.zeros_like(self.start), np.zeros(1, np.int64)
        g = np.array([draws.seed_of(seed, number)], np.uint64)
        while True:
            rows = (tables.at, tables.size, tables.words, tables.steps)
            row = self._sample(
                self.numbers, self.start, s, g, done, runs, rounds, *rows, *counts.arrays, machine.most_left
            )
            if row < 0:
                return counts.tally()
            tables.add(row)


class Counts:
    """What the inner loop counts."""

    def __init__(self, machine: Machine[Any], rounds: int) -> None:
        import numpy as np  # noqa: PLC0415

        self.machine = machine
        self.winners, self.begun = np.zeros(len(machine.sides) + 2, np.int64), np.zeros(rounds + 2, np.int64)
        self.fates = np.zeros(machine.fighters * ENDS, np.int64)
        self.lefts = np.zeros(machine.fighters * (2 * machine.most_left + 1), np.int64)
        self.span = np.array([machine.most_left, -machine.most_left])

    @property
    def arrays(self) -> tuple[Any, ...]:
        return self.winners, self.begun, self.fates, self.lefts, self.span

    def tally(self) -> Tally:
        """The counts by name."""
        machine, most = self.machine, self.machine.most_left
        found = Tally(int(self.winners.sum()), undecided=int(self.winners[-1]))
        named = zip((None, *machine.sides), self.winners, strict=False)
        found.winners = {name: int(number) for name, number in named if number}
        found.rounds = {number: int(count) for number, count in enumerate(self.begun) if count}
        low, high = self.span.tolist()
        amounts = self.lefts.reshape(machine.fighters, -1)[:, low + most : high + most + 1]
        for one, ends in zip(amounts.tolist(), self.fates.reshape(-1, ENDS).tolist(), strict=True):
            found.fates.append({FATES[place]: count for place, count in enumerate(ends) if count})
            found.left.append({amount: count for amount, count in enumerate(one, low) if count})
        return found


def blocks(bulk: Bulk, runs: int, seed: str, rounds: int = ROUNDS, workers: int = 1) -> Iterator[Tally]:
    """The tallies of `runs` fights, a block at a time, in order; `workers` threads share the blocks.

    The same seed gives the same tallies with any number of workers. Cost: some seconds until the code is compiled, or
    0.3 s where that of an earlier process is still there; then well under a microsecond for a fight of ten.
    """
    full, rest = divmod(runs, BLOCK)
    sizes = [BLOCK] * full + ([rest] if rest else [])
    if workers == 1:
        for number, size in enumerate(sizes):
            yield bulk.block(seed, number, size, rounds)
        return
    yield from shared(lambda number: bulk.block(seed, number, sizes[number], rounds), range(len(sizes)), workers)
