"""The references of the jobs, as tools."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from benchmarks import jobs, naive, with_node, with_numpy, with_stochroll
from benchmarks.jobs import Answer, Known, Sample
from benchmarks.machine import NONE
from benchmarks.pairs import Tool, absent, timed

LONG = "not in the quick form"


def loop(name: str, play: Callable[[int], int], number: int, known: Known, whole: int = 1) -> Tool:
    """A loop in plain Python that plays so many fights a turn; a unit is `whole` fights."""

    def work(turn: int) -> Sample:
        random.seed(turn)
        return Sample(play(number), number)

    return Tool(name if whole == 1 else f"{name}, {whole:,} fights", timed(work, number / whole), known)


def naive_loop(number: int, whole: int = 1, name: str = "naive loop") -> Tool:
    """The loop of `naive`, the reference of most targets."""
    return loop(name, naive.fights, number, jobs.FIRST, whole)


def library(
    name: str,
    there: bool,
    function: Callable[..., Any],
    *arguments: Any,
    known: Known,
    units: int = 1,
    read: Callable[[Any], Answer] = lambda answer: answer,
) -> Tool:
    """An exact answer of a library, where it is installed."""
    if not there:
        return absent(name, NONE)
    return Tool(name, timed(lambda turn: function(*arguments), units), known, read)


def by_numpy(number: int) -> Tool:
    """The fight by NumPy."""
    if not with_numpy.THERE:
        return absent("NumPy", NONE)
    return Tool("NumPy", timed(lambda turn: Sample(with_numpy.fights(number, turn), number), number), jobs.FIRST)


def by_stochroll(number: int) -> Tool:
    """The fight by stochroll."""
    if not with_stochroll.THERE:
        return absent("stochroll", NONE)
    return Tool(
        "stochroll", timed(lambda turn: Sample(with_stochroll.fights(number, turn), number), number), jobs.FIRST
    )


def by_node(number: int) -> Tool:
    """The fight in plain JavaScript."""
    if with_node.PROGRAM is None:
        return absent("JavaScript", NONE)
    return Tool("JavaScript", lambda turn: with_node.fights(number, turn), jobs.FIRST)
