"""The booklet's gear as data, read once when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from affray.files import Node, parse_document
from affray.rulesets.knave.damage import parse_damage
from affray.rulesets.knave.state import Weapon

FILES = ("weapons.toml", "armor.toml")


def text(name: str) -> str:
    """One content file as it stands."""
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
            parse_damage(node.text("die")),
            "ranged" if node.choice("kind", ("melee", "ranged")) == "ranged" else "melee",
            node.whole("quality", 0, 10),
            tuple(node.list_of_text("tags")),
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
