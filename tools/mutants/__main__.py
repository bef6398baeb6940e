"""Plant one fault at a time in the formulas and see whether the tests notice: `python -m tools.mutants`.

A formula carries the numbers and comparisons of the rules, so its tests must be able to tell ``>`` from ``>=``. Each
mutant is one small change to ``src/affray/rulesets/<name>/formulas*.py`` (`faults` says which there are). The tests in
``tests/rulesets/<name>/`` (those named after the formulas first, the slow ones left out) run against it in a process of
their own; no file is touched. A mutant is killed when a test fails, breaks or runs out of time.

With ``--machines`` the same is done to ``src/affray/rulesets/<name>/machine/*.py``, and the only tests are those that
play in lockstep with the engine, compare what is forgotten with what the engine's lump forgets, or see what is refused
by name, the slow ones among them: ``test_machine_in_step.py``, ``test_machine.py``, ``test_machine_canon.py`` and
``test_machine_positions.py``.

First each test runs with nothing planted, and the lines that it reaches are written down: a mutant is tried against the
tests that reach it, and one that none reaches is a finding of its own. `equivalent.toml` lists those that change
nothing, each with its reason; one of them that is killed is a fault of the list.

The order, the changes and the seeds are fixed: two runs give the same answer.
"""

import argparse
import importlib
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple, cast

import pytest

from tools.mutants import cold
from tools.mutants.equivalent import listed, subtracting_zero
from tools.mutants.faults import Mutant, mutants
from tools.mutants.forks import LATE, SURVIVED, each
from tools.mutants.warm import NEVER_REACHED, Chosen, Found, Key, Warm

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src"
RULESETS = SOURCES / "affray/rulesets"
FORMULAS = "*/formulas*.py"
MACHINES = "*/machine/*.py"
IN_STEP = ("test_machine_in_step.py", "test_machine.py", "test_machine_canon.py", "test_machine_positions.py")
OPTIONS = ["-qq", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0"]
OPTIONS += ["-W", "ignore:Module already imported:pytest.PytestAssertRewriteWarning"]


class Counts(NamedTuple):
    """How many mutants were planted; killed, by running out of time among them; listed as equivalent; never reached."""

    planted: int
    killed: int
    late: int
    equivalent: int
    unreached: int

    def __str__(self) -> str:
        survived = self.planted - self.killed - self.equivalent
        told = f"{self.planted} planted, {self.killed} killed, {survived} survived: {self.share:.1f} %"
        told += f", {self.late} by running out of time" if self.late else ""
        told += f", {self.unreached} never reached" if self.unreached else ""
        return told + (f", {self.equivalent} change nothing" if self.equivalent else "")

    @property
    def share(self) -> float:
        rest = self.planted - self.equivalent
        return 100 * self.killed / rest if rest else 100


def total(counts: Sequence[Counts]) -> Counts:
    return Counts(*map(sum, zip(*counts, strict=True)))


def ruleset_of(path: Path) -> str:
    return path.relative_to(RULESETS).parts[0]


def module_of(path: Path) -> str:
    return path.relative_to(RULESETS).as_posix()


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tests_of(ruleset: str, machines: bool) -> list[str]:
    """The test files of a ruleset, those named after the formulas first; of a machine those of lockstep."""
    folder = ROOT / "tests/rulesets" / ruleset
    if machines:
        return [short(folder / name) for name in IN_STEP if (folder / name).is_file()]
    files = sorted(folder.rglob("test_*.py"), key=lambda file: ("formula" not in file.name, file.as_posix()))
    return [short(file) for file in files]


def tried(chosen: Sequence[Chosen], tests: Sequence[str], options: Sequence[str], workers: int) -> dict[Key, int]:
    """How the trials of some mutants of a ruleset ended."""
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = scratch
        with ProcessPoolExecutor(1, get_context("fork")) as apart:
            try:
                found = apart.submit(warmly, chosen, tests, options, workers, Path(scratch)).result()
            except RuntimeError as error:
                sys.exit(str(error))
        jobs = cold.jobs(chosen, found, options)
        return found.ends | dict(each(jobs, workers))


def warmly(
    chosen: Sequence[Chosen], tests: Sequence[str], options: Sequence[str], workers: int, scratch: Path
) -> Found:
    """The trials after the tests have been collected. Raises `RuntimeError` where one fails with nothing planted."""
    plugin = Warm(chosen, scratch, workers)
    if pytest.main([*options, *tests], plugins=[plugin]):
        raise RuntimeError("the tests fail with nothing planted")
    return plugin.found


def examine(chosen: Sequence[Chosen], machines: bool, slow: bool, workers: int) -> Counts:
    """Try mutants of a ruleset; print the survivors and a line for each module."""
    ruleset = ruleset_of(chosen[0].path)
    tests = tests_of(ruleset, machines)
    if not tests:
        sys.exit(f"there are no tests in tests/rulesets/{ruleset}/")
    begin = time.perf_counter()
    options = OPTIONS if slow else [*OPTIONS, "-m", "not slow"]
    ends = tried(chosen, tests, options, workers)
    counts = [told(one, ends) for one in chosen]
    counted = total(counts)
    print(f"{ruleset}: {counted}; {time.perf_counter() - begin:.0f} s", flush=True)
    return counted


def told(chosen: Chosen, ends: dict[Key, int]) -> Counts:
    """Print what became of the mutants of a module, as far as it is worth a line; count them."""
    path, source = chosen.path, chosen.path.read_text("utf-8")
    every_one = [mutant for mutant, _ in mutants(source)]
    names = vars(importlib.import_module(chosen.name))
    known = listed(module_of(path), source, every_one) | subtracting_zero(every_one, names)
    killed = late = unreached = same = 0
    for number in chosen.numbers:
        mutant, end = every_one[number], ends[path, number]
        alive = end in (SURVIVED, NEVER_REACHED)
        if number in known:
            same += 1
            if not alive:
                sys.exit(f"{line_of(path, mutant)}: killed, and listed as a change of nothing")
            continue
        killed += not alive
        late += end in LATE
        unreached += end == NEVER_REACHED
        if alive:
            print(f"{line_of(path, mutant)}{', never reached' if end == NEVER_REACHED else ''}")
    counts = Counts(len(chosen.numbers), killed, late, same, unreached)
    print(f"{short(path)}: {counts}", flush=True)
    return counts


def line_of(path: Path, mutant: Mutant) -> str:
    return f"{short(path)}:{mutant.line}: {mutant.before}  ->  {mutant.after}"


def chosen_of(path: Path, every: int) -> Chosen:
    """What is to be tried of a module. Raises `ValueError` where an entry of the list names none of its mutants."""
    source = path.read_text("utf-8")
    every_one = [mutant for mutant, _ in mutants(source)]
    listed(module_of(path), source, every_one)
    name = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
    return Chosen(name, path, range(every // 2, len(every_one), every))


def main() -> int:
    parser = argparse.ArgumentParser(description="Plant faults in the formulas and see whether the tests notice.")
    parser.add_argument("rulesets", nargs="*", help="only these (default: all), or one module as in knave/morale")
    parser.add_argument("--workers", type=int, default=2, help="processes at a time (default 2)")
    parser.add_argument("--at-least", type=float, default=95, help="fail below this percentage killed (default 95)")
    parser.add_argument("--list", action="store_true", help="only print the faults that would be planted")
    parser.add_argument("--machines", action="store_true", help="plant in the machines instead; lockstep must notice")
    parser.add_argument("--quick", action="store_true", help="leave out slow tests, of the machines too")
    parser.add_argument("--every", type=int, default=1, help="plant only each so many-th fault (default 1)")
    options = parser.parse_args()
    wanted = cast(list[str], options.rulesets)
    pattern = MACHINES if options.machines else FORMULAS
    paths = {path: {ruleset_of(path), f"{ruleset_of(path)}/{path.stem}"} for path in sorted(RULESETS.glob(pattern))}
    if missing := set(wanted).difference(*paths.values()):
        parser.error(f"nothing to plant in for {', '.join(sorted(missing))}")
    found = [path for path, names in paths.items() if not wanted or names & {*wanted}]

    if options.list:
        for path in found:
            for mutant, _ in mutants(path.read_text("utf-8")):
                print(line_of(path, mutant))
        return 0
    chosen = [chosen_of(path, options.every) for path in found]
    slow = options.machines and not options.quick
    counts = total(
        [
            examine([*those], options.machines, slow, options.workers)
            for _, those in groupby(chosen, key=lambda one: ruleset_of(one.path))
        ]
    )
    print(f"all: {counts}")
    if counts.share < options.at_least:
        print(f"fewer than {options.at_least:g} % were killed", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, sys.orig_argv, os.environ | {"PYTHONHASHSEED": "0"})
    sys.path.insert(0, str(SOURCES))
    sys.exit(main())
