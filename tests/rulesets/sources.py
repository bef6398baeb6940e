"""What a ruleset's source looks like, for tests of how it is written: its modules, and what its functions look up."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.resources import files
from typing import Any


def modules(package: str) -> dict[str, ast.Module]:
    """The source of every module of a package."""
    return {
        entry.name.removesuffix(".py"): ast.parse(entry.read_text(encoding="utf-8"))
        for entry in files(package).iterdir()
        if entry.name.endswith(".py")
    }


def attributes(tree: ast.AST, function: str = "") -> Iterator[tuple[str, ast.Attribute]]:
    """Every attribute that is looked up, with the innermost function around it."""
    for node in ast.iter_child_nodes(tree):
        inside = node.name if isinstance(node, ast.FunctionDef) else function
        if isinstance(node, ast.Attribute):
            yield inside, node
        yield from attributes(node, inside)


def cites(function: Any) -> tuple[str, ...]:
    """The clauses and rulings that a function or a formula says it implements."""
    found: tuple[str, ...] = getattr(function, "__cites__", None) or function.cites
    return found


def path_of(function: Any) -> str:
    """A function, or a formula's function, as module.name."""
    code = getattr(function, "function", function)
    return f"{code.__module__.rpartition('.')[2]}.{code.__name__}"
