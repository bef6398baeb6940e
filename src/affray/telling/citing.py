"""Which code implements a clause or reads a ruling, and which rulings are about a clause."""

from __future__ import annotations

import re
from inspect import unwrap
from pathlib import Path
from typing import Any

import affray
from affray.fight import AnyRuleset
from affray.rules import Ruling

READING = re.compile(r"\b[A-Z][0-9]{2}\b")
"""How rulings are numbered, those without options too."""


def code_of(ruleset: AnyRuleset, cite: str) -> list[dict[str, Any]]:
    """The functions that implement a clause or read a ruling, with file and line."""
    found = []
    for one in ruleset.functions():
        slugs = getattr(one, "rulings", ())
        if cite not in cites(one) and not any(ruleset.ruling(slug).id == cite for slug in slugs):
            continue
        function = unwrap(getattr(one, "function", one))  # a cache may be around it
        code = function.__code__
        found.append(
            {"function": function.__name__, "file": _below_source(code.co_filename), "line": code.co_firstlineno}
        )
    return found


def cites(one: Any) -> tuple[str, ...]:
    """What a function cites, be it a plain one or a formula."""
    return tuple(getattr(one, "__cites__", ()) or getattr(one, "cites", ()))


def _below_source(path: str) -> str:
    """A file as a path from the folder that Python found its package in; a stranger's ruleset as it stands."""
    home = Path(affray.__file__).parents[1]
    return Path(path).relative_to(home).as_posix() if Path(path).is_relative_to(home) else path


def touching(ruleset: AnyRuleset, clause: str) -> list[Ruling]:
    """The rulings that are about a clause, or are cited or read by a function that implements it."""
    beside = {
        cite
        for one in ruleset.functions()
        if clause in cites(one)
        for cite in (*cites(one), *getattr(one, "rulings", ()))
    }
    return [one for one in ruleset.rulings if one.where == clause or one.id in beside or one.slug in beside]


def telling(ruleset: AnyRuleset, reading: str) -> dict[str, str]:
    """The clauses whose texts name a reading, such as K05."""
    return {clause: text for clause, text in ruleset.clauses().items() if reading in READING.findall(text)}
