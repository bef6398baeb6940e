"""What the pages about a ruleset are made from: its clauses, and the functions that implement them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.resources import files
from types import MappingProxyType
from typing import Any

ANCHOR = re.compile(r"^### `(?P<id>[a-z0-9.-]+)`$", re.MULTILINE)


def clauses_of(package: str) -> MappingProxyType[str, str]:
    """Every clause of a package's `clauses.md` by id, in the order of the text."""
    text = files(package).joinpath("clauses.md").read_text(encoding="utf-8")
    parts = ANCHOR.split(text)[1:]
    bodies = (body.partition("\n## ")[0].strip() for body in parts[1::2])
    return MappingProxyType(dict(zip(parts[::2], bodies, strict=True)))


def functions_of(package: str, modules: Iterable[str]) -> tuple[Callable[..., Any], ...]:
    """Every function that implements a clause or a ruling, in the order of the modules and of their text."""
    found: list[Callable[..., Any]] = []
    for name in modules:
        module = import_module(f"{package}.{name}")
        for value in vars(module).values():
            cites = getattr(value, "__cites__", None) or getattr(value, "cites", None)
            function = getattr(value, "function", value)
            if cites and getattr(function, "__module__", "") == module.__name__:
                found.append(value)
    return tuple(found)
