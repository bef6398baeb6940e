"""Plant one fault at a time in the formulas and see whether the tests notice.

A formula carries the numbers and comparisons of the rules, so its tests must be able to tell ``>`` from ``>=``. Each
mutant is one small change to ``src/affray/rulesets/<name>/formulas*.py``: a comparison moved or turned round, a number
one higher or lower, an operator swapped, a condition negated, a ``not`` dropped, ``and`` for ``or``, a compared text
spoilt, ``high`` for ``low``, a value not returned. The tests in ``tests/rulesets/<name>/`` (those named after the
formulas first, the slow ones left out) run against it in a process of their own, where an import hook serves the
changed module: no file is touched. A mutant is killed when a test fails, breaks or runs out of time.

With ``--machines`` the same is done to ``src/affray/rulesets/<name>/machine/*.py``, and the only tests are those that
play in lockstep with the engine: ``tests/rulesets/<name>/test_machine_in_step.py``, or ``test_machine.py``.

The order, the changes and the seeds are fixed: two runs give the same answer.
"""

import argparse
import ast
import copy
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple, cast

ROOT = Path(__file__).resolve().parents[1]
FORMULAS = "src/affray/rulesets/*/formulas*.py"
MACHINES = "src/affray/rulesets/*/machine/*.py"
IN_STEP = ("test_machine_in_step.py", "test_machine.py")

COMPARISONS: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
WORDS = {"high": "low", "low": "high"}

# What states no rule: annotations, decorators, base classes, imports, messages.
NOT_RULES = {"annotation", "returns", "decorator_list", "bases", "keywords", "type_params"}
SILENT = (ast.Import, ast.ImportFrom, ast.Raise, ast.Assert, ast.JoinedStr)


class Mutant(NamedTuple):
    line: int
    before: str
    after: str
    tree: ast.Module


class Verdict(NamedTuple):
    killed: bool
    late: bool


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """The faults that can be planted at this node, each a node to put in its place."""
    match node:
        case ast.Compare() | ast.MatchValue():
            yield from compared(node)
        case ast.Constant(value=value):
            yield from (ast.Constant(other) for other in neighbours(value))
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in ARITHMETIC:
            yield changed(node, op=ARITHMETIC[type(op)]())
        case ast.BoolOp(op=op):
            yield changed(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Call(func=ast.Name(id=name)) if name in NAMES:
            yield changed(node, func=ast.Name(NAMES[name], ast.Load()))
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            # A comparison is turned round where it stands, and a `not` is dropped there.
            if not isinstance(test, ast.Compare | ast.UnaryOp | ast.Constant):
                yield changed(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.Return(value=ast.expr() as value) if not is_none(value):
            yield changed(node, value=ast.Constant(None))


def compared(node: ast.Compare | ast.MatchValue) -> Iterator[ast.AST]:
    """Another comparison in its place, or the same with a text that is no longer the one meant."""
    match node:
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            for i, op in enumerate(ops):
                for other in COMPARISONS[type(op)]:
                    yield changed(node, ops=[*ops[:i], other(), *ops[i + 1 :]])
            if isinstance(left, ast.Constant) and isinstance(left.value, str):
                yield changed(node, left=ast.Constant(f"{left.value}?"))
            for i, side in enumerate(comparators):
                if isinstance(side, ast.Constant) and isinstance(side.value, str):
                    text = ast.Constant(f"{side.value}?")
                    yield changed(node, comparators=[*comparators[:i], text, *comparators[i + 1 :]])
        case ast.MatchValue(value=ast.Constant(value=str(value))):
            yield changed(node, value=ast.Constant(f"{value}?"))


def neighbours(value: object) -> list[bool | int | str]:
    """The values that this one may be mistaken for."""
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, value - 1]
        case str() if value in WORDS:
            return [WORDS[value]]
    return []


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def changed(node: ast.AST, **fields: object) -> ast.AST:
    """A shallow copy of the node with other fields."""
    twin = copy.copy(node)
    for name, value in fields.items():
        setattr(twin, name, value)
    return twin


def places(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Every place that can hold a fault, in the order of the text: its owner, field and index, and the node there."""
    for field, value in ast.iter_fields(node):
        if field in NOT_RULES and not isinstance(node, ast.Call):
            continue
        for i, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(child, ast.AST) or isinstance(child, SILENT) or names_literals(child):
                continue
            yield node, field, i, child
            yield from places(child)


def names_literals(node: ast.AST) -> bool:
    """Whether this is ``Literal[...]``, a type."""
    return isinstance(node, ast.Subscript) and ast.unparse(node.value).rpartition(".")[2] == "Literal"


def shown(node: ast.AST) -> str:
    """The first line of the node's text."""
    return ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).partition("\n")[0]


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a module. The tree is shared: compile or drop one before asking for the next."""
    tree = ast.parse(source)
    for owner, field, i, node in list(places(tree)):
        for variant in variants(node):
            put(owner, field, i, variant)
            line = getattr(node, "lineno", 0)
            yield Mutant(line, shown(node), shown(variant), ast.fix_missing_locations(tree))
            put(owner, field, i, node)


def put(owner: ast.AST, field: str, i: int | None, node: ast.AST) -> None:
    if i is None:
        setattr(owner, field, node)
    else:
        getattr(owner, field)[i] = node


# In the process of one mutant.


class Planted(importlib.machinery.SourceFileLoader):
    """Loads the module as one of its mutants."""

    number = -1

    def get_code(self, fullname: str) -> CodeType:
        source = Path(self.path).read_text("utf-8")
        for number, mutant in enumerate(mutants(source)):
            if number == self.number:
                return compile(mutant.tree, self.path, "exec")
        return compile(source, self.path, "exec")


class Finder:
    """Finds one module, and leaves the rest to the others."""

    def __init__(self, path: Path, number: int) -> None:
        self.path = str(path)
        self.module = module_of(path)
        self.number = number

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.module:
            return None
        loader = Planted(name, self.path)
        loader.number = self.number
        return importlib.util.spec_from_file_location(name, self.path, loader=loader)


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)


def run_tests(path: Path, number: int, tests: list[str]) -> int:
    """Run the tests here, against mutant `number` of the module (-1: as it is)."""
    import pytest

    sys.meta_path.insert(0, Finder(path, number))
    options = ["-x", "-q", "-m", "not slow", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0"]
    return int(pytest.main([*options, *tests]))


# In the process that was started.


def ruleset_of(path: Path) -> str:
    return path.relative_to(ROOT / "src/affray/rulesets").parts[0]


def tests_of(path: Path) -> list[str]:
    """The test files of a module's ruleset, those named after the formulas first; of a machine that of lockstep."""
    folder = ROOT / "tests" / "rulesets" / ruleset_of(path)
    if path.parent.name == "machine":
        return [(folder / name).relative_to(ROOT).as_posix() for name in IN_STEP if (folder / name).is_file()][:1]
    files = sorted(folder.rglob("test_*.py"), key=lambda file: ("formula" not in file.name, file.as_posix()))
    return [file.relative_to(ROOT).as_posix() for file in files]


def judge(path: Path, number: int, tests: list[str], seconds: float | None) -> Verdict:
    """Run the tests against one mutant in a new process."""
    with tempfile.TemporaryDirectory() as scratch:
        environment = os.environ | {
            "HYPOTHESIS_STORAGE_DIRECTORY": scratch,
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        command = [sys.executable, __file__, "--plant", str(path), str(number), *tests]
        try:
            done = subprocess.run(
                command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired:
            return Verdict(killed=True, late=True)
        if number < 0 and done.returncode:
            sys.exit(f"{done.stdout}{done.stderr}\nthe tests of {shorten(path)} fail with nothing planted")
        return Verdict(killed=done.returncode != 0, late=False)


def shorten(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def examine(path: Path, workers: int, every: int) -> tuple[int, int]:
    """Judge every mutant of a module, or each so many-th; print survivors; return how many were planted and killed."""
    tests = tests_of(path)
    if not tests:
        sys.exit(f"{shorten(path)} has no tests in tests/rulesets/{ruleset_of(path)}/")
    start = time.perf_counter()
    judge(path, -1, tests, None)
    seconds = max(10.0, 5 * (time.perf_counter() - start))

    every_one = [(mutant.line, mutant.before, mutant.after) for mutant in mutants(path.read_text("utf-8"))]
    numbers = range(every // 2, len(every_one), every)
    found = [every_one[number] for number in numbers]
    with ThreadPoolExecutor(workers) as pool:
        verdicts = list(pool.map(lambda number: judge(path, number, tests, seconds), numbers))

    for (line, before, after), verdict in zip(found, verdicts, strict=True):
        if not verdict.killed:
            print(f"{shorten(path)}:{line}: survived: {before}  ->  {after}")
    killed = sum(verdict.killed for verdict in verdicts)
    late = sum(verdict.late for verdict in verdicts)
    print(f"{shorten(path)}: {summary(len(found), killed)}" + (f", {late} by running out of time" if late else ""))
    return len(found), killed


def summary(planted: int, killed: int) -> str:
    share = 100 * killed / planted if planted else 100
    return f"{planted} planted, {killed} killed, {planted - killed} survived: {share:.1f} %"


def main() -> int:
    parser = argparse.ArgumentParser(description="Plant faults in the formulas and see whether the tests notice.")
    parser.add_argument("rulesets", nargs="*", help="only these (default: all that have formulas)")
    parser.add_argument("--workers", type=int, default=2, help="processes at a time (default 2)")
    parser.add_argument("--at-least", type=float, default=95, help="fail below this percentage killed (default 95)")
    parser.add_argument("--list", action="store_true", help="only print the faults that would be planted")
    parser.add_argument("--machines", action="store_true", help="plant in the machines instead; lockstep must notice")
    parser.add_argument("--every", type=int, default=1, help="plant only each so many-th fault (default 1)")
    options = parser.parse_args()
    wanted = cast(list[str], options.rulesets)
    pattern = MACHINES if options.machines else FORMULAS
    paths = [path for path in sorted(ROOT.glob(pattern)) if not wanted or ruleset_of(path) in wanted]
    if missing := set(wanted) - {ruleset_of(path) for path in paths}:
        parser.error(f"nothing to plant in for {', '.join(sorted(missing))}")
    if not paths:
        parser.error(f"nothing matches {pattern}")

    if options.list:
        for path in paths:
            for mutant in mutants(path.read_text("utf-8")):
                print(f"{shorten(path)}:{mutant.line}: {mutant.before}  ->  {mutant.after}")
        return 0
    counts = [examine(path, options.workers, options.every) for path in paths]
    planted, killed = (sum(column) for column in zip(*counts, strict=True))
    print(f"all: {summary(planted, killed)}")
    if 100 * killed < options.at_least * planted:
        print(f"fewer than {options.at_least:g} % were killed", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--plant"]:
        sys.exit(run_tests(Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]))
    sys.exit(main())
