"""What the pages about the rules are made from: the clauses, the functions that implement them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.resources import files
from types import MappingProxyType
from typing import Any

MODULES = (
    "acting",
    "attacking",
    "candidates",
    "drawing",
    "edges",
    "fightfile",
    "fightfile_gear",
    "formulas",
    "grid",
    "ground",
    "harm",
    "legality",
    "legality_moving",
    "legality_referee",
    "lump",
    "moving",
    "ordering",
    "paths",
    "referee",
    "settling",
    "turns",
)
ANCHOR = re.compile(r"^### `(?P<id>[a-z0-9.-]+)`$", re.MULTILINE)


@cache
def clauses() -> MappingProxyType[str, str]:
    """Every clause of `clauses.md` by id, in the order of the text."""
    text = files(__package__).joinpath("clauses.md").read_text(encoding="utf-8")
    parts = ANCHOR.split(text)[1:]
    bodies = (body.partition("\n## ")[0].strip() for body in parts[1::2])
    return MappingProxyType(dict(zip(parts[::2], bodies, strict=True)))


@cache
def functions() -> tuple[Callable[..., Any], ...]:
    """Every function that implements a clause or a ruling, in the order of the modules' text."""
    found: list[Callable[..., Any]] = []
    for name in MODULES:
        module = import_module(f"{__package__}.{name}")
        for value in vars(module).values():
            cites = getattr(value, "__cites__", None) or getattr(value, "cites", None)
            function = getattr(value, "function", value)
            if cites and getattr(function, "__module__", "") == module.__name__:
                found.append(value)
    return tuple(found)
