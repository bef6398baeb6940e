"""The entries of a table's log as its page has them, each drawn once for all who read the same."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from markupsafe import Markup

from affray.rules.showing import Card
from affray.server.live.snapshot import Line
from affray.server.web.rendering import fragment

MOST = 5_000
"""Entries that are kept as they were drawn."""

Teller: TypeAlias = tuple[int, str, str]
"""A fighter who did something that is told: its number, its name and the role of its side."""


@lru_cache(MOST)
def entry(line: Line, tellers: tuple[Teller, ...], table: str, ruleset: str, changes: bool) -> Markup:
    """An entry; `changes` says whether its dice may be changed by whoever reads it."""
    cards = {who: Card(id=who, name=name, side="") for who, name, _ in tellers}
    roles = {who: role for who, _, role in tellers}
    return Markup(
        fragment(
            "table/entry.html",
            line=line,
            cards=cards,
            roles=roles,
            ruleset=ruleset,
            changes=changes,
            post=f"/t/{table}/messages",
        )
    )
