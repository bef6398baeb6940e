"""Paired timing: the subject and its reference in turn, medians of the ratios.

The machines are shared and noisy; a ratio of neighbours in time is steadier than any second.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time

import msgspec


class Row(msgspec.Struct, frozen=True):
    """One line of the results: `ratio` is compared with `limit`, which it must not exceed."""

    target: str
    what: str
    ratio: float
    limit: float
    detail: str

    @property
    def holds(self) -> bool:
        """Whether the target is met."""
        return self.ratio <= self.limit


def seconds(work: Callable[[], object], clock: Callable[[], float] = process_time) -> float:
    """The seconds of one call: of the processor, or by another clock."""
    start = clock()
    work()
    return clock() - start


def paired(
    subject: Callable[[], object],
    reference: Callable[[], object],
    rounds: int = 7,
    clock: Callable[[], float] = process_time,
) -> tuple[float, float, float]:
    """Median ratio subject / reference over `rounds` pairs, after one warm-up, and the median seconds of both."""
    subject(), reference()
    pairs = [(seconds(subject, clock), seconds(reference, clock)) for _ in range(rounds)]
    return median(a / b for a, b in pairs), median(a for a, _ in pairs), median(b for _, b in pairs)


def processes(subject: list[str], reference: list[str], rounds: int = 11) -> tuple[float, float, float]:
    """Median ratio of the wall times of two Python command lines."""

    def run(arguments: list[str]) -> Callable[[], object]:
        return lambda: subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)

    return paired(run(subject), run(reference), rounds, perf_counter)
