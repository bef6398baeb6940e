"""Dependencies point one way: errors <- dice <- weights <- play <- rules <- rulesets/*.

The imports are read from the source with ``ast``, so nothing has to be importable and an import inside a function
counts like any other. A *unit* is what the tables below speak of: ``dice`` for affray/dice.py, ``interpret`` for
everything in affray/interpret/, and ``rulesets.knave`` for everything in affray/rulesets/knave/.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"

# What each of these may import from affray; from elsewhere they take the standard library and msgspec.
MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "dice": {"errors"},
    "weights": {"errors", "dice"},
    "play": {"errors", "dice", "weights"},
    "rules": {"errors", "dice", "weights", "play"},
    "files": {"errors"},
    "notation": {"errors", "dice", "weights"},
}
A_RULESET_MAY_IMPORT = {"errors", "dice", "weights", "play", "rules", "files", "notation"}
LIBRARIES = {"msgspec"}

# What each of these must leave alone; it may import the rest. Rulesets need no line: nobody outside imports one.
MUST_NOT_IMPORT: dict[str, set[str]] = {
    "codec": {"interpret", "table", "testing", "server", "cli"},
    "interpret": {"table", "telling", "testing", "server", "cli"},
    "table": {"telling", "testing", "server", "cli"},
    "telling": {"testing", "server", "cli"},
    "testing": {"server", "cli"},
    "server": {"testing", "cli"},
    "cli": {"testing"},
}

# Within the server: what keeps tables and what reckons know of nothing else there; what happens at a table knows those
# two and no request, and pages and the API stand on all of it.
PARTS_OF_THE_SERVER = {
    "store": {"live", "reckoning", "web", "pages"},
    "reckoning": {"live", "store", "web", "pages"},
    "live": {"web", "pages"},
}

# A rule asks for its dice and knows no clock, machine or random source.
RULES_ARE_PURE = {"dice", "weights", "play", "rules"}
IMPURE = {"random", "secrets", "time", "datetime", "os"}

# These cost a second to load, so a module loads them where it uses them.
LAZY = {"numpy", "numba"}


class Import(NamedTuple):
    line: int
    target: str  # the dotted name that is imported
    on_load: bool  # whether importing the module executes it


def unit_of(module: str) -> str:
    """The unit of a dotted name within affray; ``""`` for the package itself."""
    _, *parts = module.split(".")
    return ".".join(parts[:2] if parts[:1] == ["rulesets"] else parts[:1])


def is_ruleset(unit: str) -> bool:
    return unit.startswith("rulesets.")


def imports(module: str, source: str, *, is_package: bool = False) -> Iterator[Import]:
    """Every import of the module, with relative names made absolute."""
    package = module if is_package else module.rpartition(".")[0]

    def targets(node: ast.AST) -> list[str]:
        match node:
            case ast.Import(names=names):
                return [alias.name for alias in names]
            case ast.ImportFrom(module=name, names=names, level=level):
                base = package.split(".")[: len(package.split(".")) - level + 1] if level else []
                origin = ".".join([*base, *([name] if name else [])])
                return [f"{origin}.{alias.name}" for alias in names]
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                return [name.removesuffix(".")]
        return []

    def walk(node: ast.AST, on_load: bool) -> Iterator[Import]:
        for target in targets(node):
            yield Import(node.lineno, target, on_load)  # type: ignore[attr-defined]
        if isinstance(node, ast.If) and ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}:
            for statement in node.body:
                yield from walk(statement, False)
            for statement in node.orelse:
                yield from walk(statement, on_load)
            return
        inside = on_load and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            yield from walk(child, inside)

    yield from walk(ast.parse(source), True)


def complaint(unit: str, found: Import) -> str | None:
    """Why this unit must not have this import, or None where it may."""
    library = found.target.partition(".")[0]
    if library != "affray":
        if library in LAZY and found.on_load:
            return f"{library} is loaded with the module; import it in the function that needs it"
        if library in IMPURE and (unit in RULES_ARE_PURE or is_ruleset(unit)):
            return f"{library} has no place in a rule: dice are asked for, and nothing else varies"
        known = sys.stdlib_module_names | LIBRARIES
        if (unit in MAY_IMPORT or is_ruleset(unit)) and library not in known:
            return f"{unit} takes from elsewhere only the standard library and {', '.join(sorted(LIBRARIES))}"
        return None

    target = unit_of(found.target)
    if target == unit:
        return None
    if is_ruleset(unit):
        if target not in A_RULESET_MAY_IMPORT:
            return f"a ruleset may import only itself and {', '.join(sorted(A_RULESET_MAY_IMPORT))}"
    elif is_ruleset(target):
        return "rulesets are reached only through discovery"
    elif unit in MAY_IMPORT:
        if target not in MAY_IMPORT[unit]:
            return f"{unit} may import only {', '.join(sorted(MAY_IMPORT[unit])) or 'nothing of affray'}"
    elif target in MUST_NOT_IMPORT.get(unit, set()):
        return f"{unit} comes before {target}"
    return None


def complaints(module: str, source: str, *, is_package: bool = False, name: str = "") -> list[str]:
    """What is wrong with the imports of one module, one line each."""
    unit = unit_of(module)
    return [
        f"{name or module}:{found.line}: imports {found.target}: {why}"
        for found in imports(module, source, is_package=is_package)
        if (why := complaint(unit, found))
    ]


def modules() -> list[Path]:
    return sorted((SOURCE / "affray").rglob("*.py"))


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_imports_point_one_way(path: Path) -> None:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    is_package = parts[-1] == "__init__"
    module = ".".join(parts[:-1] if is_package else parts)
    name = path.relative_to(ROOT).as_posix()
    wrong = complaints(module, path.read_text("utf-8"), is_package=is_package, name=name)
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize("part", PARTS_OF_THE_SERVER)
def test_the_parts_of_the_server_know_those_below_them(part: str) -> None:
    others = tuple(f"affray.server.{other}" for other in sorted(PARTS_OF_THE_SERVER[part]))
    folder = SOURCE / "affray" / "server" / part
    found = [
        (path, one) for path in sorted(folder.rglob("*.py")) for one in imports(_module(path), path.read_text("utf-8"))
    ]
    assert len(found) > 20
    wrong = [f"{path.name}:{one.line}: {one.target}" for path, one in found if one.target.startswith(others)]
    assert not wrong, wrong


def _module(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts)


def test_the_package_is_found() -> None:
    assert SOURCE / "affray" / "__about__.py" in modules()


PLANTED = [
    ("affray.errors", "import affray.dice", "errors may import only nothing of affray"),
    ("affray.dice", "from affray import weights", "dice may import only errors"),
    ("affray.weights", "from affray.play import Play", "weights may import only dice, errors"),
    ("affray.play", "from . import rules", "play may import only dice, errors, weights"),
    ("affray.rules", "from affray.files import read", "rules may import only dice, errors, play, weights"),
    ("affray.rules", "from affray.rulesets import knave", "only through discovery"),
    ("affray.rules", "import os.path", "os has no place in a rule"),
    ("affray.rules", "import click", "only the standard library and msgspec"),
    ("affray.files", "from affray.notation import parse", "files may import only errors"),
    ("affray.notation", "from affray.play import Play", "notation may import only dice, errors, weights"),
    ("affray.dice", "def roll():\n    from random import Random", "random has no place in a rule"),
    ("affray.codec", "from affray.rulesets.knave.state import State", "only through discovery"),
    ("affray.interpret.roll", "from affray.rulesets.knave import ruleset", "only through discovery"),
    ("affray.interpret.roll", "from affray.table.log import Log", "interpret comes before table"),
    ("affray.interpret.bulk", "import numpy as np", "numpy is loaded with the module"),
    ("affray.interpret.bulk", "class Bulk:\n    with jit:\n        import numba.core", "numba is loaded"),
    ("affray.table.log", "from ..rulesets.knave import ruleset", "only through discovery"),
    ("affray.table.log", "from affray.server import routes", "table comes before server"),
    ("affray.testing.cases", "import affray.rulesets.knave", "only through discovery"),
    ("affray.cli.odds", "if True:\n    from affray.rulesets import knave", "only through discovery"),
    ("affray.cli.odds", "importlib.import_module('affray.rulesets.knave')", "only through discovery"),
    ("affray.server.routes", "from affray.rulesets.knave.view import view", "only through discovery"),
    ("affray.rulesets", "from .knave import ruleset", "only through discovery"),
    ("affray.rulesets.knave", "from affray.rulesets.skilldice import ruleset", "a ruleset may import only itself"),
    ("affray.rulesets.knave.state", "from ..skilldice import state", "a ruleset may import only itself"),
    ("affray.rulesets.knave.state", "from affray.codec import encode", "a ruleset may import only itself"),
    ("affray.rulesets.knave.state", "from affray.interpret.every import outcomes", "a ruleset may import only itself"),
    ("affray.rulesets.knave.state", "import affray", "a ruleset may import only itself"),
    ("affray.rulesets.knave.state", "from time import monotonic", "time has no place in a rule"),
    ("affray.rulesets.knave.state", "import datetime", "datetime has no place in a rule"),
    ("affray.rulesets.knave.state", "import secrets", "secrets has no place in a rule"),
    ("affray.rulesets.knave.state", "import pydantic", "only the standard library and msgspec"),
]


@pytest.mark.parametrize(("module", "source", "reason"), PLANTED)
def test_a_planted_import_is_seen(module: str, source: str, reason: str) -> None:
    wrong = complaints(module, source, is_package=module in {"affray.rulesets", "affray.rulesets.knave"})
    assert len(wrong) == 1, wrong
    assert reason in wrong[0]


SOUND = [
    ("affray.play", "import enum\nimport msgspec\nfrom affray import dice, errors\nfrom .weights import W"),
    ("affray.rules", "import importlib\nfrom affray.play import Play\nimportlib.import_module(name)"),
    ("affray.interpret.bulk", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numpy"),
    ("affray.interpret.bulk", "def draw():\n    import numpy\n    import random\n    from affray import codec"),
    ("affray.cli.odds", "import os\nimport click\nfrom affray import rules\nfrom affray.table.log import Log"),
    ("affray.rulesets.knave.state", "from affray import notation\nfrom . import events\nfrom .content import weapons"),
    ("affray.rulesets.knave.state", "from affray.rulesets.knave import events\nfrom ..knave import clauses"),
]


@pytest.mark.parametrize(("module", "source"), SOUND)
def test_a_sound_import_is_let_through(module: str, source: str) -> None:
    assert complaints(module, source) == []
