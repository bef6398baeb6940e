"""Fight files, commands and faces for tests, as short as they can be said."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from affray.rulesets.knave import ruleset
from affray.rulesets.knave.state import Condition, State
from affray.testing.cases import Scene, scene

PARTY_FIRST, FOES_FIRST = 6, 1
"""Faces of the initiative die."""

SWORD = {"name": "sword", "die": "d8"}
"""A sword that cannot break."""

BEGIN = {"type": "begin_round"}


def toml(value: object) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def fighter(name: str, side: str, fields: Mapping[str, object]) -> str:
    """One table of a fight file."""
    lines = [f"{key} = {toml(value)}" for key, value in ({"name": name, "side": side} | dict(fields)).items()]
    return "\n".join(["[[fighter]]", *lines, ""])


def pc(name: str = "Ana", **fields: Any) -> str:
    """A PC with 8 HP, +2 to hit, armor 13 and a sword, unless the fields say otherwise."""
    return fighter(name, "party", {"hp": 8, "attack": 2, "armor": 13, "weapons": [SWORD]} | fields)


def foe(name: str = "goblin", **fields: Any) -> str:
    """An enemy with 4 HP, +1 to hit, armor 13 and a d6, unless the fields say otherwise."""
    return fighter(name, "foes", {"hp": 4, "attack": 1, "armor": 13, "damage": "1d6"} | fields)


def fight(*fighters: str, tactics: Mapping[str, str] | None = None, rulings: Mapping[str, str] | None = None) -> str:
    """A whole fight file."""
    tables = [f"{name} = {toml(table)}" for name, table in (("tactics", tactics), ("rulings", rulings)) if table]
    return "\n".join(['ruleset = "knave"', *tables, *fighters])


def attack(actor: int, target: int, weapon: int = 0) -> dict[str, Any]:
    """An attack as a plain command."""
    return {"type": "attack", "actor": actor, "target": target, "weapon": weapon}


def passes(actor: int) -> dict[str, Any]:
    """A turn without an action."""
    return {"type": "pass", "actor": actor}


def override(fighter: int, hp: int, reason: str = "miscounted") -> dict[str, Any]:
    """Hit points set by hand."""
    return {"type": "override", "fighter": fighter, "hp": hp, "reason": reason}


def state_of(text: str, **rulings: str) -> State:
    """The state at the start of a fight."""
    state: State = scene(text, [], rulings=rulings).state
    return state


def conditions(played: Scene) -> tuple[Condition, ...]:
    """What has become of everybody after the last command."""
    state: State = played.state
    return state.conditions


def kinds(played: Scene) -> list[str]:
    """The names of all events, in order."""
    return [type(event).__name__ for event in played.events]


def names(played: Scene) -> list[str]:
    """The names of all rolls, in order."""
    return [question.name for question in played.asked]


def to_act(played: Scene) -> tuple[int | str, ...]:
    """The seats that may act after the last command."""
    return ruleset.to_act(played.state)
