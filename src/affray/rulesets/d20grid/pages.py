"""What the pages about the rules are made from: the clauses, the functions that implement them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import MappingProxyType
from typing import Any

from affray.rules.pages import clauses_of, functions_of

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


@cache
def clauses() -> MappingProxyType[str, str]:
    """Every clause of `clauses.md` by id, in the order of the text."""
    return clauses_of(__package__)


@cache
def functions() -> tuple[Callable[..., Any], ...]:
    """Every function that implements a clause or a ruling, in the order of the modules' text."""
    return functions_of(__package__, MODULES)
