"""Work in copies of this process, some at a time: they have what is imported here, and give back only a number."""

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

K = TypeVar("K")

SURVIVED, KILLED = 0, 1
LATE = (-signal.SIGPROF, -signal.SIGALRM)
"""How a job ends: by what it returns, or stopped by one of its clocks."""


def each(jobs: Iterable[tuple[K, Callable[[], int]]], workers: int) -> Iterator[tuple[K, int]]:
    """Does every job in a copy, so many at a time; yields how each ended, by its number or -signal, as they end."""
    running: dict[int, K] = {}
    for key, job in jobs:
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            os._exit(_alone(job))
        running[pid] = key
        if len(running) == workers:
            yield _ended(running)
    while running:
        yield _ended(running)


def _ended(running: dict[int, K]) -> tuple[K, int]:
    pid, status = os.wait()
    return running.pop(pid), os.waitstatus_to_exitcode(status)


def _alone(job: Callable[[], int]) -> int:
    """The job, silent; what it raises kills."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    try:
        return job()
    except BaseException:
        return KILLED


def limited(seconds: float) -> None:
    """From now on this process may work for so many seconds, and wait for a hundred times as many."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, 100 * seconds)
