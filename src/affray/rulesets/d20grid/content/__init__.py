"""Weapons, armor, foes and ready characters of our own (house data), read once when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

from affray.files import Node, distinct, parse_document
from affray.rulesets.d20grid.fightfile_gear import Penalties
from affray.rulesets.d20grid.fightfile_gear import armor as read_armor
from affray.rulesets.d20grid.fightfile_gear import weapon as read_weapon
from affray.rulesets.d20grid.state import Weapon

FILES = ("weapons.toml", "armor.toml", "foes.toml", "characters.toml")

Table: TypeAlias = Mapping[str, Any]
"""One entry as plain values."""


def text(name: str) -> str:
    """One content file as it stands."""
    from importlib.resources import files  # noqa: PLC0415 - 5 ms, and many fights name nothing of the book's

    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def texts() -> dict[str, str]:
    """Every content file by name."""
    return {name: text(name) for name in FILES}


def _tables(name: str, key: str) -> list[Node]:
    nodes = parse_document(text(name), name).root.tables(key)
    distinct(nodes, "name")
    return nodes


@cache
def weapons() -> Mapping[str, Weapon]:
    """The weapons by name."""
    return {node.raw["name"]: read_weapon(node) for node in _tables("weapons.toml", "weapon")}


@cache
def armor() -> Mapping[str, tuple[int, Penalties]]:
    """What armor absorbs and takes, by name."""
    return {node.name("name"): read_armor(node) for node in _tables("armor.toml", "armor")}


@cache
def foes() -> Mapping[str, Table]:
    """Foes by name: what a fight file says of a fighter, but for the side, and a line `about` it."""
    return {node.name("name"): node.raw for node in _tables("foes.toml", "foe")}


@cache
def characters() -> Mapping[str, Table]:
    """The ready characters by name, in the form of the foes."""
    return {node.name("name"): node.raw for node in _tables("characters.toml", "character")}
