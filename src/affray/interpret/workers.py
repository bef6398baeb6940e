"""Simulated fights shared among processes."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from affray.codec import canonical, decode
from affray.fight import Fight
from affray.interpret.simulate import Tally, simulate_block
from affray.rules import find

_FIGHT: list[Fight] = []


def _receive(ruleset: str, state: bytes, rulings: Mapping[str, str], tactics: Mapping[str, str]) -> None:
    found = find(ruleset)
    _FIGHT.append(Fight(found, decode(state, found.state), rulings, tactics))


def _work(job: tuple[str, int, int, int]) -> Tally:
    seed, first, runs, rounds = job
    return simulate_block(_FIGHT[-1], seed, first, runs, rounds)


def shared_blocks(fight: Fight, seed: str, jobs: list[tuple[int, int]], rounds: int, workers: int) -> Iterator[Tally]:
    """The tallies of the blocks (first run, runs), in order, worked out by `workers` processes."""
    setup = (fight.ruleset.id, canonical(fight.state), dict(fight.rulings), dict(fight.tactics))
    context = multiprocessing.get_context("spawn")
    with undisturbed():
        pool = context.Pool(min(workers, len(jobs)), _receive, setup)
    with pool:
        yield from pool.imap(_work, [(seed, first, runs, rounds) for first, runs in jobs])


@contextmanager
def undisturbed() -> Iterator[None]:
    """Processes that start in here never see an interrupt: the parent answers it and ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
