"""Which way a fight is sampled: by its ruleset's machine in compiled code, or by the engine."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from math import ceil
from typing import NamedTuple

from msgspec.structs import replace

from affray.errors import AffrayError, Unsupported
from affray.fight import Fight
from affray.interpret import compiled
from affray.interpret.by_machine import machine_of
from affray.interpret.found import Sampling
from affray.interpret.sampling import sample as inner_loop
from affray.interpret.simulate import ROUNDS, SURE, Tally, blocks, interval

WARM, COLD = 50_000, 500_000
"""Runs from which on compiled code is worth its while where nobody asks for a way: where the code of an earlier process
is still there, which takes a second to load, and where it is yet to be compiled, which takes up to a minute."""


TURNS = 65_536
"""Fights of a block that is drawn by turns."""


class Sample(NamedTuple):
    """How a fight is sampled, what the compiled way did not know of it, and the tallies, a block at a time."""

    method: Sampling
    unknown: str
    tallies: Iterator[Tally]


def sample(
    fight: Fight, runs: int, seed: str, rounds: int = ROUNDS, workers: int = 1, method: Sampling | None = None
) -> Sample:
    """Plays `runs` fights, with `workers` threads (compiled) or processes (plain); the seed alone decides the counts.

    Every method draws from a generator of its own, so that their counts differ by chance. "turns" counts who wins and
    the rounds, not what becomes of each fighter; it goes by Numba, by NumPy, or in plain Python. Where no
    method is asked for, `WARM` or `COLD` runs and more are compiled if they can be. Raises `Unsupported` for what the
    machine does not play, if it was asked for, and for best play; and `AffrayError` without Numba.
    """
    fight.check_played()
    if method == "turns":
        return Sample("turns", "", by_turns(fight, runs, seed, rounds, workers))
    unknown = ""
    if method == "compiled":
        compiled.numba()  # said at once where it is not installed, before NumPy is missed
    if method == "compiled" or (method is None and runs >= WARM and compiled.is_there()):
        from affray.interpret import bulk  # noqa: PLC0415 - numpy and Numba, for many runs alone

        try:
            machine, _ = machine_of(fight)
            if method is not None or runs >= COLD or compiled.is_warm(inner_loop, machine.program):
                return Sample("compiled", "", bulk.blocks(bulk.Bulk(fight), runs, seed, rounds, workers))
        except (Unsupported, AffrayError) as error:
            if method is not None:
                raise
            unknown = error.what if isinstance(error, Unsupported) else str(error)
    return Sample("plain", unknown, blocks(fight, runs, seed, rounds, workers))


def by_turns(fight: Fight, runs: int, seed: str, rounds: int, workers: int) -> Iterator[Tally]:
    """The tallies of fights of two sides in turn, a turn a draw. Raises `Unsupported` by name.

    How a block is drawn depends on what is installed, and so do its counts: NumPy and plain Python have generators of
    their own.
    """
    from affray.interpret.by_sides import described  # noqa: PLC0415 - for this way alone
    from affray.interpret.sides import layout  # noqa: PLC0415
    from affray.interpret.threads import shared  # noqa: PLC0415
    from affray.interpret.volley import Volley, Way  # noqa: PLC0415

    ready = Volley(layout(described(fight)))
    way: Way = "compiled" if compiled.is_there() else "vectors" if find_spec("numpy") else "plain"

    def block(number: int) -> Tally:
        found = ready.block(seed, number, min(TURNS, runs - number * TURNS), rounds, way)
        return replace(found, fates=[], left=[])

    numbers = range(-(-runs // TURNS))
    if workers == 1 or way == "plain":
        return map(block, numbers)
    return shared(block, numbers, workers)


def until(tallies: Iterator[Tally], precision: float | None) -> Iterator[Tally]:
    """The tallies up to the one with which every share is known to `precision`; all of them where there are too few.

    Looked at after each block, in order, so that the seed alone decides where that is.
    """
    total = Tally()
    for tally in tallies:
        yield tally
        if precision is None:
            continue
        total.add(tally)
        if known_to(total, precision):
            return


def known_to(tally: Tally, precision: float) -> bool:
    """Whether no interval of 95 % of a chance to win, or of a fight cut off, is wider than twice `precision`."""
    shares = [*tally.winners.values(), tally.undecided]
    widths = [high - low for low, high in (interval(one, tally.runs) for one in shares)]
    return max(widths) <= 2 * precision


def runs_for(precision: float) -> int:
    """So many runs are enough for any share to be known to `precision`: an interval is widest around one half."""
    return ceil((SURE / (2 * precision)) ** 2)
