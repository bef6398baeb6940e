"""Characters, foes and people of our own, and the difficulty table, as data that is read once when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

from affray.files import Node, distinct, parse_document
from affray.rulesets.skilldice.fightfile import bare_body, die
from affray.rulesets.skilldice.state import WEAPONS

FILES = ("characters.toml", "people.toml", "difficulty.toml")

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
def characters() -> Mapping[str, Table]:
    """The ready characters by name: what a fight file says of a fighter, but for the side, and a line `about` it."""
    return _fighters(_root("characters.toml").tables("character"))


@cache
def people() -> Mapping[str, Table]:
    """Foes and other people by name, in the form of the characters."""
    return _fighters(_root("people.toml").tables("person"))


@cache
def difficulty() -> Mapping[str, int]:
    """The sides of the Narrator's die by the word for how hard something is."""
    nodes = _root("difficulty.toml").tables("difficulty")
    distinct(nodes, "name")
    found = {node.name("name"): die(node, "die") for node in nodes}
    for node in nodes:
        node.note("about")
        node.done()
    return found


def _fighters(nodes: Iterable[Node]) -> dict[str, Table]:
    """Fighters by name, when all about them is checked: each has a line about it, and no key is unknown."""
    entries = list(nodes)
    distinct(entries, "name")
    for node in entries:
        node.name("name")
        node.text("about", 1, 100)
        body = die(node, "body")
        die(node, "mind")
        die(node, "soul")
        bare_body(node, body)
        node.choice("weapon", WEAPONS, default="none")
        node.truth("ranged", default=False)
        node.done()
    return {node.name("name"): node.raw for node in entries}
