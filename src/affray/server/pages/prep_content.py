"""Ready fighters of a ruleset's content: every table of it that becomes a fighter once it is given a side."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from affray.errors import AffrayError, BadInput
from affray.fight import from_document
from affray.files import Document
from affray.rules import find


class Ready(msgspec.Struct, frozen=True):
    """A ready fighter: of which ruleset, what it is called, a line about it, and its table."""

    ruleset: str
    name: str
    about: str
    table: Mapping[str, Any]


@cache
def ready(ruleset: str) -> dict[str, Ready]:
    """The ready fighters of a ruleset by name."""
    found: dict[str, Ready] = {}
    for text in find(ruleset).content().values():
        for table in _tables(text):
            about = str(table.get("about", ""))
            plain = {key: value for key, value in table.items() if key != "about"}
            if _fights(ruleset, plain):
                found.setdefault(str(plain["name"]), Ready(ruleset, str(plain["name"]), about, plain))
    return found


def fighter(ruleset: str, name: str, side: str, count: int) -> dict[str, Any]:
    """The table of a ready fighter on a side; raises `BadInput`."""
    known = ready(ruleset)
    if name not in known:
        raise BadInput("there is no such fighter", place="fighter", received=name, allowed=", ".join(known))
    return placed(known[name].table, side, count)


def placed(table: Mapping[str, Any], side: str, count: int) -> dict[str, Any]:
    """A fighter's table with its side and how many there are."""
    more: dict[str, Any] = {"count": count} if count > 1 else {}
    rest = {key: value for key, value in table.items() if key not in ("name", "side", "count")}
    return {"name": table["name"], "side": side, **more, **rest}


def _tables(text: str) -> Iterator[dict[str, Any]]:
    for value in tomllib.loads(text).values():
        if isinstance(value, list):
            yield from (one for one in value if isinstance(one, dict) and "name" in one)


def _fights(ruleset: str, table: Mapping[str, Any]) -> bool:
    """Whether the table, twice and on two sides, is a fight."""
    data = {"ruleset": ruleset, "fighter": [placed(table, side, 1) for side in ("party", "foes")]}
    try:
        from_document(Document("content", "json", "", data))
    except AffrayError:
        return False
    return True
