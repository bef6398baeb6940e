"""Paired timing: the tools of a job in turn, medians of the ratios.

The machines are shared and noisy; a ratio of neighbours in time is steadier than any second.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from benchmarks.jobs import Answer, Known, Sample, agreement


class Ran(NamedTuple):
    """One run of a tool: how much it did, in how many seconds, and what it answered."""

    units: float
    seconds: float
    answer: Any = None


class Tool(NamedTuple):
    """A way to do a job.

    `run` receives the number of the turn, a seed of its own for each. What it answers is held to `known`, after `read`
    has made plain values of it, which is not timed. One that is `slow` runs once, and is not warmed up. Where a tool
    cannot run, `missing` says why.
    """

    name: str
    run: Callable[[int], Ran]
    known: Known | None = None
    read: Callable[[Any], Answer] = lambda answer: answer
    slow: bool = False
    missing: str = ""


def absent(name: str, why: str) -> Tool:
    """A tool that cannot run here."""

    def never(turn: int) -> Ran:
        raise RuntimeError(f"{name}: {why}")

    return Tool(name, never, missing=why)


def clock(seconds: float) -> Tool:
    """The time that something may take, where nothing else is its reference."""
    return Tool("the clock", lambda turn: Ran(1, seconds))


def process(name: str, arguments: Sequence[str], program: str = sys.executable) -> Tool:
    """A whole process, by the clock on the wall.

    Python finds its modules compiled, as those of an installed package are, even where it is told not to keep them so.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def run(turn: int) -> None:
        subprocess.run([program, *arguments], check=True, stdout=subprocess.DEVNULL, env=environment)

    return Tool(name, timed(run, clock=perf_counter))


def timed(
    work: Callable[[int], Any], units: float = 1, clock: Callable[[], float] = process_time
) -> Callable[[int], Ran]:
    """Runs of `work` by the seconds of the processor, or by another clock."""

    def run(turn: int) -> Ran:
        start = clock()
        answer = work(turn)
        return Ran(units, clock() - start, answer)

    return run


class Race:
    """The tools of a job, run in turn: `rounds` times each after a warm-up, a slow one once, in the middle."""

    def __init__(self, tools: Sequence[Tool], rounds: int) -> None:
        self.tools = {tool.name: tool for tool in tools}
        assert len(self.tools) == len(tools), "each tool of a job has a name of its own"
        there = [tool for tool in tools if not tool.missing]
        self._runs: dict[str, list[Ran]] = {tool.name: [] for tool in there}
        for tool in there:
            if not tool.slow:
                tool.run(0)
        for turn in range(1, rounds + 1):
            for tool in there:
                if not tool.slow or turn == (rounds + 1) // 2:
                    self._runs[tool.name].append(tool.run(turn))

    def seconds(self, name: str) -> float:
        """The median seconds of one unit."""
        return median(self._each(name))

    def ratio(self, name: str, reference: str) -> float:
        """The time of a tool over that of another: the median over the turns in which both ran side by side."""
        mine, other = self._each(name), self._each(reference)
        if len(mine) == len(other):
            return median(a / b for a, b in zip(mine, other, strict=True))
        return median(mine) / median(other)

    def _each(self, name: str) -> list[float]:
        return [ran.seconds / ran.units for ran in self._runs[name]]

    def proof(self, name: str) -> tuple[bool | None, str]:
        """Whether a tool's answers agree with what is known, and that in words; None where there is nothing to hold.

        All samples count together; of exact answers the last one does.
        """
        tool = self.tools[name]
        known = tool.known
        answers = [tool.read(ran.answer) for ran in self._runs.get(name, []) if ran.answer is not None]
        if known is None or not answers:
            return None, ""
        samples = [answer for answer in answers if isinstance(answer, Sample)]
        if samples:
            return agreement(known, Sample(sum(one.wins for one in samples), sum(one.fights for one in samples)))
        return agreement(known, answers[-1])
