"""Simulated fights shared among processes."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Mapping

from affray.codec import canonical, decode
from affray.fight import Fight
from affray.interpret.simulate import Tally, simulate_block
from affray.rules import find

_FIGHT: list[Fight] = []


def _receive(ruleset: str, state: bytes, rulings: Mapping[str, str], tactics: Mapping[str, str]) -> None:
    # The parent answers an interrupt; a worker that printed a traceback of its own would only be in the way.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    found = find(ruleset)
    _FIGHT.append(Fight(found, decode(state, found.state), rulings, tactics))


def _work(job: tuple[str, int, int, int]) -> Tally:
    seed, first, runs, rounds = job
    return simulate_block(_FIGHT[-1], seed, first, runs, rounds)


def shared_blocks(fight: Fight, seed: str, jobs: list[tuple[int, int]], rounds: int, workers: int) -> Iterator[Tally]:
    """The tallies of the blocks (first run, runs), in order, worked out by `workers` processes."""
    setup = (fight.ruleset.id, canonical(fight.state), dict(fight.rulings), dict(fight.tactics))
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(workers, len(jobs)), _receive, setup) as pool:
        yield from pool.imap(_work, [(seed, first, runs, rounds) for first, runs in jobs])
