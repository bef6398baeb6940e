"""How a character begins and what things cost and weigh, as data that is read once when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from affray.files import Node, parse_document
from affray.rulesets.knave import content

ROWS = 20
TRAITS = (
    "physique",
    "face",
    "skin",
    "hair",
    "clothing",
    "virtue",
    "vice",
    "speech",
    "background",
    "misfortune",
    "alignment",
)


class Load(NamedTuple):
    """The slots that a thing takes, and its price in copper where the booklet gives one."""

    slots: int
    price: int | None


def _root(name: str) -> Node:
    return parse_document(content.text(name), name).root


@cache
def loads() -> Mapping[str, Load]:
    """What every weapon, piece of armor and piece of gear takes and costs, by name."""
    found = {name: Load(piece["slots"], piece.get("price")) for name, piece in content.gear().items()}
    for file, kinds in (("weapons.toml", ("weapon",)), ("armor.toml", ("body", "extra"))):
        root = _root(file)
        for node in (one for kind in kinds for one in root.tables(kind)):
            found[node.text("name")] = Load(node.whole("slots", 1, 5), node.whole("price", 1, 10_000))
    return found


@cache
def worn_tables() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """The two starting tables of what is worn: for each row of a d20 the pieces by name."""
    root = _root("creation.toml")
    known = (*content.body_armor(), *content.extras())
    return {
        table: tuple(tuple(piece.choice(known) for piece in row.values(0, 2)) for row in root.values(table, ROWS, ROWS))
        for table in ("armor", "headgear")
    }


@cache
def gear_tables() -> Mapping[str, tuple[str, ...]]:
    """The starting tables of other gear, in the order of their rows."""
    rows: dict[str, list[str]] = {}
    for name, piece in content.gear().items():
        if "table" in piece:
            rows.setdefault(piece["table"], []).append(name)
    return {table: tuple(names) for table, names in rows.items()}


@cache
def spells() -> tuple[str, ...]:
    """The spells of a random spell book, in the order of their rows."""
    return tuple(value.text() for value in _root("creation.toml").values("spells", ROWS, ROWS))


@cache
def traits() -> Mapping[str, tuple[str, ...]]:
    """Every table of traits by name, in the order of its rows."""
    tables = _root("creation.toml").table("traits")
    assert tables is not None
    found = {name: tuple(tables.list_of_text(name, low=ROWS, high=ROWS)) for name in TRAITS}
    tables.done()
    return found


@cache
def wages() -> Mapping[str, int]:
    """A day's wage of every trade, in copper."""
    trades = _root("creation.toml").table("wages")
    assert trades is not None
    return {trade: trades.whole(trade, 1, 100) for trade in trades.raw}
