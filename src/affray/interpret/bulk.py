"""Fights by the million: a ruleset's machine compiled, on all cores, with outcomes drawn from flat tables.

Runs are dealt in blocks of `BLOCK`; each block has a generator of its own (see `draws`), so that the result never
depends on how many threads share the blocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import TYPE_CHECKING, Any

from affray.errors import TooLarge, Unsupported
from affray.fight import Fight
from affray.interpret import draws
from affray.interpret.compiled import assemble
from affray.interpret.rows import Rows
from affray.interpret.sampling import ENDS, sample
from affray.interpret.simulate import ROUNDS, Tally
from affray.rules.machines import FATES, Machine

if TYPE_CHECKING:
    import numpy as np

BLOCK = 4_096
"""Runs that share a generator."""

BLOCKS = 16
"""Blocks that a thread plays at a time."""

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
        self.machine = machine_of(fight)
        start = self.machine.pack(fight.state)
        if start is None:
            raise Unsupported("start")
        self.start = np.array(start, np.int64)
        self.numbers = np.array(self.machine.numbers or (0,), np.int64)
        self.tables = Tables(self.machine)
        self._sample = assemble(sample, self.machine.program, machine_code=True)

    def blocks(self, seed: str, first: int, blocks: list[int], rounds: int = ROUNDS) -> Tally:
        """The tally of so many runs in each block, from block number `first` on."""
        np, machine, tables = self._np, self.machine, self.tables
        winners = np.zeros(len(machine.sides) + 2, np.int64)
        begun = np.zeros(rounds + 2, np.int64)
        fates = np.zeros(machine.fighters * ENDS, np.int64)
        lefts = np.zeros(machine.fighters * (2 * machine.most + 1), np.int64)
        s = np.zeros_like(self.start)
        for block, runs in enumerate(blocks, first):
            done, g = np.zeros(1, np.int64), np.array([draws.seed_of(seed, block)], np.uint64)
            while True:
                row = self._sample(
                    self.numbers,
                    self.start,
                    s,
                    g,
                    done,
                    runs,
                    rounds,
                    tables.at,
                    tables.size,
                    tables.words,
                    tables.steps,
                    winners,
                    begun,
                    fates,
                    lefts,
                    machine.most,
                )
                if row < 0:
                    break
                tables.add(row)
        return tally_of(machine, winners, begun, fates, lefts)


def tally_of(
    machine: Machine[Any], winners: np.ndarray, begun: np.ndarray, fates: np.ndarray, lefts: np.ndarray
) -> Tally:
    """What the inner loop counted, by name."""
    names = (None, *machine.sides)
    found = Tally(int(winners.sum()), undecided=int(winners[-1]))
    found.winners = {name: int(number) for name, number in zip(names, winners, strict=False) if number}
    found.rounds = {number: int(count) for number, count in enumerate(begun) if count}
    for one, ends in zip(lefts.reshape(machine.fighters, -1), fates.reshape(-1, ENDS), strict=True):
        found.fates.append({FATES[place]: int(count) for place, count in enumerate(ends) if count})
        found.left.append({int(place) - machine.most: int(one[place]) for place in one.nonzero()[0]})
    return found


def machine_of(fight: Fight) -> Machine[Any]:
    """The machine of a fight under its tactics; raises `Unsupported` by name."""
    if fight.ruleset.machine is None:
        raise Unsupported(f"ruleset={fight.ruleset.id}")
    return fight.ruleset.machine(fight.state, fight.tactics)


def blocks(fight: Fight, runs: int, seed: str, rounds: int = ROUNDS, workers: int = 1) -> Iterator[Tally]:
    """The tallies of `runs` fights, some blocks at a time, in order; `workers` threads share them.

    The same seed gives the same tallies with any number of workers. Cost: about a second to be ready (0.3 s where the
    compiled code is still there), then well under a microsecond for a fight of ten.
    """
    bulk = Bulk(fight)
    full, rest = divmod(runs, BLOCK)
    sizes = [BLOCK] * full + ([rest] if rest else [])
    jobs = [(first, sizes[first : first + BLOCKS]) for first in range(0, len(sizes), BLOCKS)]
    if workers == 1:
        for first, part in jobs:
            yield bulk.blocks(seed, first, part, rounds)
        return
    waiting: list[Future[Tally]] = []
    with ThreadPoolExecutor(workers) as pool:
        try:
            for first, part in jobs:
                waiting.append(pool.submit(bulk.blocks, seed, first, part, rounds))
                if len(waiting) > 2 * workers:
                    yield waiting.pop(0).result()
            while waiting:
                yield waiting.pop(0).result()
        finally:
            for one in waiting:
                one.cancel()
