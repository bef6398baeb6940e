"""Mutants on trial from the beginning: an import hook serves the changed module, and the tests are collected anew."""

import importlib.machinery
import importlib.util
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from tools.mutants.faults import mutants
from tools.mutants.forks import KILLED, SURVIVED, limited
from tools.mutants.reach import compiled
from tools.mutants.warm import Chosen, Found, Key

COLLECTING = 60.0
"""Seconds of processor time in which the tests must be collected."""


class Planted(importlib.machinery.SourceFileLoader):
    """Loads a module from code that is given."""

    def __init__(self, name: str, path: Path, code: CodeType) -> None:
        super().__init__(name, str(path))
        self.code = code

    def get_code(self, fullname: str) -> CodeType:
        return self.code


class Finder:
    """Finds one module, and leaves the rest to the others."""

    def __init__(self, name: str, path: Path, code: CodeType) -> None:
        self.name, self.path, self.code = name, path, code

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=Planted(name, self.path, self.code))


class InOrder:
    """A plugin that runs some tests in their order, each within its limit."""

    def __init__(self, names: Sequence[str], limits: Mapping[str, float]) -> None:
        self.names, self.limits = names, limits

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        found = {item.nodeid: item for item in items}
        items[:] = [found[name] for name in self.names]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        limited(self.limits[item.nodeid])
        return (yield)


def jobs(chosen: Sequence[Chosen], found: Found, options: Sequence[str]) -> Iterator[tuple[Key, Callable[[], int]]]:
    """The trials of those that are left to be tried cold."""
    for name, path, _ in chosen:
        for mutant, tree in mutants(path.read_text("utf-8")):
            tests = found.cold.get((path, mutant.number))
            if tests:
                finder = Finder(name, path, compiled(tree, path))
                yield (path, mutant.number), partial(trial, finder, tests, found.limits, options)


def trial(finder: Finder, names: Sequence[str], limits: Mapping[str, float], options: Sequence[str]) -> int:
    """In a copy of the process: the tests are run until one fails, file by file."""
    sys.meta_path.insert(0, finder)
    for file, of_file in groupby(names, key=lambda name: name.partition("::")[0]):
        limited(COLLECTING)
        if pytest.main([*options, "-x", file], plugins=[InOrder([*of_file], limits)]):
            return KILLED
    return SURVIVED
