"""Mutants on trial where the tests have been collected: functions of the module get the changed code in a copy.

What ran before the tests began would keep what it made of the code as it was: statements of the module itself, and the
functions that they or the test files call. Such mutants are left to be tried cold.
"""

import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import pytest

from tools.mutants.faults import mutants
from tools.mutants.forks import KILLED, SURVIVED, each, limited
from tools.mutants.reach import Line, Module, Reach, Watch, reaches, run

NEVER_REACHED = -1000
"""Instead of how the trial of a mutant ended: no test reaches it."""

Key = tuple[Path, int]
"""A mutant: its module and its number there."""


class Chosen(NamedTuple):
    """The mutants of a module that are to be tried."""

    name: str
    path: Path
    numbers: range


class Found(NamedTuple):
    """How trials ended; the tests, in order, of those left to be tried cold; the seconds that each test may take."""

    ends: dict[Key, int]
    cold: dict[Key, list[str]]
    limits: dict[str, float]


class Warm:
    """A plugin that tries mutants instead of running the tests."""

    def __init__(self, chosen: Sequence[Chosen], scratch: Path, workers: int) -> None:
        self.chosen, self.scratch, self.workers = chosen, scratch, workers
        self.watch = Watch([one.path for one in chosen])
        self.early: set[Line] = set()
        self.reach: dict[str, Reach] = {}
        self.items: list[pytest.Item] = []
        self.found = Found({}, {}, {})

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, object, object]:
        self.watch.on()
        report = yield
        self.watch.off()
        self.early |= self.watch.lines
        return report

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("errors during collection")
        modules = [Module(one.path, one.name) for one in self.chosen]
        self.reach = dict(reaches(session.items, modules, self.scratch, self.workers))
        self.items = sorted(sorted(session.items, key=self.seconds), key=lambda item: by_file(item)[0])
        self.found.limits.update({item.nodeid: 1 + 4 * self.seconds(item) for item in self.items})
        chosen = zip(modules, self.chosen, strict=True)
        jobs = (job for module, one in chosen for job in self.jobs(module, one.numbers))
        for key, end in each(jobs, self.workers):
            self.found.ends[key] = end
            if len(self.found.ends) % 100 == 0:
                print(f"{len(self.found.ends)} tried", file=sys.stderr)
        return True

    def seconds(self, item: pytest.Item) -> float:
        return self.reach[item.nodeid].seconds

    def jobs(self, module: Module, numbers: range) -> Iterator[tuple[Key, Callable[[], int]]]:
        """The trials of a module's mutants; what needs none, or not here, is written down."""
        path = str(module.path)
        for mutant, tree in mutants(module.source):
            if mutant.number not in numbers:
                continue
            lines = {(path, line) for line in mutant.lines}
            items = [item for item in self.items if lines & self.reach[item.nodeid].lines]
            early = lines & self.early
            swaps = module.changed(tree)
            key = module.path, mutant.number
            if not mutant.inside or early or (items and not swaps):
                every_one = self.items if early or not mutant.inside else items
                self.found.cold[key] = [item.nodeid for item in sorted(every_one, key=by_file)]
            elif not items:
                self.found.ends[key] = NEVER_REACHED
            else:
                yield key, partial(self.trial, swaps, items)

    def trial(self, swaps: Sequence[tuple[FunctionType, CodeType]], items: Sequence[pytest.Item]) -> int:
        """In a copy of the process: the functions get the changed code, and the tests are run until one fails."""
        for function, code in swaps:
            function.__code__ = code
        for item, following in pairwise([*items, None]):
            assert item is not None
            limited(self.found.limits[item.nodeid])
            if not run(item, following):
                return KILLED
        return SURVIVED


def by_file(item: pytest.Item) -> tuple[bool, Path]:
    """For an order of tests: those of formulas first, and those of a file together."""
    return "formula" not in item.path.name, item.path
