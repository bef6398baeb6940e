"""Which statements of some modules a test runs: a mutant elsewhere cannot change what the test says."""

import ast
import gc
import importlib
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest

from tools.mutants.forks import KILLED, SURVIVED, each

Line = tuple[str, int]
"""A statement: its module's path, and the line where it begins."""

MARKS = "__reached__"
"""The name, in a module, of the bytes in which its functions mark the statements that they run."""


class Reach(NamedTuple):
    """What a test reaches, and the seconds of processor time that it takes."""

    seconds: float
    lines: frozenset[Line]


class Module:
    """A module, imported: its functions, methods among them, and its code."""

    def __init__(self, path: Path, name: str) -> None:
        importlib.import_module(name)
        self.path = path
        self.source = path.read_text("utf-8")
        self.code = compiled(ast.parse(self.source), path)
        every_one = [one for one in gc.get_objects() if type(one) is FunctionType]
        self.functions = [one for one in every_one if one.__code__.co_filename == str(path)]

    def changed(self, tree: ast.Module) -> list[tuple[FunctionType, CodeType]]:
        """The functions whose code is another in this tree of the module, each with that code."""
        found = {old: new for old, new in pairs(self.code, compiled(tree, self.path)) if old != new}
        return [(one, found[one.__code__]) for one in self.functions if one.__code__ in found]

    def mark(self) -> bytearray:
        """From now on functions mark each statement that they run, at the line where it begins."""
        marks = bytearray(self.source.count("\n") + 2)
        for function, code in self.changed(marking(ast.parse(self.source))):
            function.__code__ = code
            function.__globals__[MARKS] = marks
        return marks


def compiled(tree: ast.Module, path: Path) -> CodeType:
    code: CodeType = compile(tree, str(path), "exec", dont_inherit=True)
    return code


def pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Each piece of code with its counterpart in the other compilation of its module."""
    yield old, new
    inner = [[one for one in code.co_consts if isinstance(one, CodeType)] for code in (old, new)]
    if len(inner[0]) == len(inner[1]):
        for before, after in zip(*inner, strict=True):
            yield from pairs(before, after)


def marking(tree: ast.Module) -> ast.Module:
    """The tree with a mark before each statement in a body."""
    for node in [*ast.walk(tree)][1:]:
        for field in ("body", "orelse", "finalbody"):
            statements = getattr(node, field, None)
            if isinstance(statements, list):
                marked = [(ast.parse(f"{MARKS}[{one.lineno}] = 1").body[0], one) for one in statements]
                setattr(node, field, [one for both in marked for one in both])
    return tree


def run(item: pytest.Item, following: pytest.Item | None = None) -> bool:
    """Runs a test; returns whether it passed."""
    failed = item.session.testsfailed
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    return item.session.testsfailed == failed


def reaches(
    items: Sequence[pytest.Item], modules: Sequence[Module], scratch: Path, workers: int
) -> Iterator[tuple[str, Reach]]:
    """What each test reaches, each run in a copy of this process. Nothing goes on where one fails."""

    def job(number: int) -> int:
        every_one = [(module, module.mark()) for module in modules]
        begin = time.process_time()
        passed = run(items[number])
        seconds = time.process_time() - begin
        lines = [(str(module.path), line) for module, marks in every_one for line, mark in enumerate(marks) if mark]
        (scratch / f"{number}.json").write_text(json.dumps((seconds, lines)), "utf-8")
        return SURVIVED if passed else KILLED

    for number, end in each([(number, partial(job, number)) for number in range(len(items))], workers):
        if end != SURVIVED:
            pytest.exit(f"{items[number].nodeid} fails with nothing planted", returncode=1)
    for number, item in enumerate(items):
        seconds, lines = json.loads((scratch / f"{number}.json").read_text("utf-8"))
        yield item.nodeid, Reach(seconds, frozenset((path, line) for path, line in lines))


class Watch:
    """The lines of some files that are run while it is on; slower than marks, and for what is not imported yet."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = {str(path) for path in paths}
        self.lines: set[Line] = set()

    def on(self) -> None:
        self.lines.clear()
        sys.settrace(self._called)

    def off(self) -> None:
        sys.settrace(None)

    def _called(self, frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        return self._run if frame.f_code.co_filename in self.paths else None

    def _run(self, frame: FrameType, event: str, argument: Any) -> Callable[..., Any]:
        self.lines.add((frame.f_code.co_filename, frame.f_lineno))
        return self._run
