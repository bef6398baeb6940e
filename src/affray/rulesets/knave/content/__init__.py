"""The booklet's gear, and monsters and characters of our own, as data that is read once when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

from affray.files import Node, distinct, parse_document
from affray.rulesets.knave.damage import parse_damage
from affray.rulesets.knave.state import Weapon

FILES = ("weapons.toml", "armor.toml", "gear.toml", "monsters.toml", "characters.toml", "creation.toml")
STARTING_GEAR = ("dungeoneering", "general_1", "general_2")

Table: TypeAlias = Mapping[str, Any]
"""One entry as plain values."""


def text(name: str) -> str:
    """One content file as it stands."""
    from importlib.resources import files  # noqa: PLC0415 - 5 ms, and many fights name nothing of the book's

    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def texts() -> dict[str, str]:
    """Every content file by name."""
    return {name: text(name) for name in FILES}


def _root(name: str) -> Node:
    return parse_document(text(name), name).root


@cache
def weapons() -> dict[str, Weapon]:
    """Every weapon of the booklet by name."""
    return {
        node.text("name"): Weapon(
            node.text("name"),
            (parse_damage(node.text("die")),),
            "ranged" if node.choice("kind", ("melee", "ranged")) == "ranged" else "melee",
            node.whole("quality", 0, 10),
            tuple(node.list_of_text("tags")),
            node.whole("hands", 1, 2),
        )
        for node in _root("weapons.toml").tables("weapon")
    }


@cache
def body_armor() -> dict[str, tuple[int, int]]:
    """The armor defense and the quality of every body armor by name."""
    return {
        node.text("name"): (node.whole("defense", 1, 50), node.whole("quality", 0, 10))
        for node in _root("armor.toml").tables("body")
    }


@cache
def extras() -> dict[str, int]:
    """The quality of a shield and of a helmet."""
    return {node.text("name"): node.whole("quality", 0, 10) for node in _root("armor.toml").tables("extra")}


@cache
def gear() -> Mapping[str, Table]:
    """Every other piece of gear by name: its `slots`, and of `count`, `price` and `hours` what is known.

    One of a table of starting gear has the table's name as `table` and its own row as `d20`.
    """
    root = _root("gear.toml")
    pieces: list[tuple[Node, dict[str, Any]]] = []
    for table in STARTING_GEAR:
        pieces += [(node, {"table": table, "d20": row}) for row, node in enumerate(root.tables(table, 20, 20), start=1)]
    pieces += [(node, {}) for node in root.tables("other")]
    root.done()
    distinct((node for node, _ in pieces), "name")
    return {node.name("name"): _piece(node) | place for node, place in pieces}


def _piece(node: Node) -> dict[str, Any]:
    slots = node.whole("slots", 1, 5, default=1)
    node.name("name")
    node.whole("count", 2, 100, default=1)
    node.whole("price", 1, 10_000, default=None)
    node.whole("hours", 1, 24, default=None)
    node.done()
    return node.raw | {"slots": slots}


@cache
def monsters() -> Mapping[str, Table]:
    """Every monster by name: what a fight file says of a fighter, but for the side, and a line `about` it."""
    return _fighters(_monster(node) for node in _root("monsters.toml").tables("monster"))


def _monster(node: Node) -> Node:
    node.either("hd")
    if node.either("armor", default=None) is None:
        node.whole("ac", -20, 20)
        node.choice("ac_system", ("bx", "adnd", "ascending"))
    node.whole("attack", -5, 40, default=None)
    node.text("damage")
    node.whole("morale", 2, 12)
    node.truth("leader", default=False)
    node.list_of_text("weak_to", default=[])
    node.note("notes", default="")
    return node


@cache
def characters() -> Mapping[str, Table]:
    """Every ready character by name, in the form of the monsters."""
    return _fighters(_character(node) for node in _root("characters.toml").tables("character"))


def _character(node: Node) -> Node:
    node.whole("level", 1, 1)
    node.whole("hp", 1, 8)
    node.table("abilities")
    for piece in node.values("armor", 0, 3):
        piece.choice((*body_armor(), *extras()))
    for weapon in node.values("weapons", 1, 10):
        weapon.choice(weapons())
    return node


def _fighters(nodes: Iterable[Node]) -> dict[str, Table]:
    """Fighters by name, when all else about them is checked: each has a line about it, and no key is unknown."""
    entries = list(nodes)
    distinct(entries, "name")
    for node in entries:
        node.text("about", 1, 100)
        node.name("name")
        node.done()
    return {node.name("name"): node.raw for node in entries}
