"""Reinforcements as fields: a ready fighter of the rules or one described by hand, its side, how many, and when.

It is for any open command whose one field is a fighter as a fight file describes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from affray.errors import AffrayError
from affray.server.faults import Refused, invalid
from affray.server.live.snapshot import Form
from affray.server.pages.naming import capital
from affray.server.pages.prep_content import Ready, placed, ready
from affray.server.pages.typed import number

FIELD = "fighter"
"""The field of the command that is described as in a fight file."""

COMES = {"now": "at once", "hidden": "hidden, till brought in", "later": "in a later round"}

MOST = 100
RARE = 10
"""A number that fewer than one of so many ready fighters has is left to the text."""

BY_HAND = "hand-"
"""Before the names of what is described by hand."""

ELSEWHERE = frozenset({"name", "side", "count", "hidden", "joins", "at", "notes"})


class Reinforcing(msgspec.Struct, frozen=True, kw_only=True):
    """The form of a command: who is ready, the sides, and what else can be said of a fighter, by name and label."""

    tag: str
    fighters: tuple[Ready, ...]
    sides: tuple[str, ...]
    described: tuple[tuple[str, str], ...]
    comes: Mapping[str, str]
    most: int = MOST


def reinforcing(forms: Sequence[Form], ruleset: str, sides: Sequence[str]) -> Reinforcing | None:
    """The form for the command that adds fighters, where these rules have one."""
    form = next((one for one in forms if adds(one)), None)
    if form is None:
        return None
    return Reinforcing(
        tag=form.tag,
        fighters=tuple(_ready(ruleset).values()),
        sides=tuple(sides),
        described=tuple((key, capital(key.replace("_", " "))) for key in described(ruleset)),
        comes=COMES,
    )


def adds(form: Form) -> bool:
    """Whether a command takes nothing but a fighter that is described."""
    schema = form.schema
    if "$ref" in schema:
        schema = schema["$defs"][schema["$ref"].rsplit("/", 1)[-1]]
    fields = {name: what for name, what in schema.get("properties", {}).items() if name != "type"}
    return list(fields) == [FIELD] and "type" not in fields[FIELD]


@cache
def described(ruleset: str) -> tuple[str, ...]:
    """What the ready fighters have in one number or word, the most usual first."""
    tables = [one.table for one in _ready(ruleset).values()]
    plain = Counter(
        key
        for table in tables
        for key, value in table.items()
        if isinstance(value, int | str) and not isinstance(value, bool) and key not in ELSEWHERE
    )
    return tuple(key for key, times in plain.most_common() if times * RARE >= len(tables))


def filled(fields: Mapping[str, str], tag: str, ruleset: str) -> dict[str, Any]:
    """The command that the fields make; raises `Refused` with the field that is wrong."""
    known = _ready(ruleset)
    chosen = fields.get("ready", "")
    if chosen and chosen not in known:
        raise Refused(invalid("ready", "there is no such fighter", chosen, ", ".join(known)))
    table = dict(known[chosen].table) if chosen else {}
    by_hand = {key: fields.get(f"{BY_HAND}{key}", "").strip() for key in described(ruleset)}
    table |= {key: number(text) for key, text in by_hand.items() if text}
    name = fields.get("name", "").strip() or table.get("name", "")
    if not name:
        raise Refused(invalid("name", "choose a fighter, or give one a name"))
    side = fields.get("side", "").strip()
    if not side:
        raise Refused(invalid("side", "a fighter is of a side"))
    fighter = placed(table | {"name": name}, side, _within(fields, "count", 1))
    return {"type": tag, FIELD: fighter | _when(fields)}


def _when(fields: Mapping[str, str]) -> dict[str, Any]:
    """When they come, as a fight file says it."""
    comes = fields.get("comes", "now")
    if comes not in COMES:
        raise Refused(invalid("comes", "there is no such time", comes, ", ".join(COMES)))
    if comes == "later":
        return {"joins": _within(fields, "joins", 2)}
    return {"hidden": True} if comes == "hidden" else {}


def _within(fields: Mapping[str, str], name: str, least: int) -> int:
    text = fields.get(name, "").strip() or "1"
    found = number(text)
    if not isinstance(found, int) or not least <= found <= MOST:
        raise Refused(invalid(name, f"{name} takes a whole number", text, f"{least} to {MOST}"))
    return found


@cache
def _ready(ruleset: str) -> Mapping[str, Ready]:
    """The ready fighters; none for rules without content."""
    try:
        return ready(ruleset)
    except AffrayError:
        return {}
