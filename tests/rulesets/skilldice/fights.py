"""Fight files, commands and faces for tests, as short as they can be said."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from affray.codec import convert
from affray.errors import Rejection
from affray.rulesets.skilldice import ruleset
from affray.rulesets.skilldice.commands import Command
from affray.rulesets.skilldice.legality import forbids
from affray.rulesets.skilldice.state import Condition, Skill, State, place_of
from affray.testing.cases import Face, Scene, scene

BEGIN = {"type": "begin_round"}


def toml(value: object) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + " }"
    return json.dumps(value)


def unit(name: str = "Ana", side: str = "party", **fields: Any) -> str:
    """One table of a fight file: a d8 in each Skill unless the fields say otherwise."""
    given = {"name": name, "side": side, "body": 8, "mind": 8, "soul": 8} | fields
    return "\n".join(["[[fighter]]", *(f"{key} = {toml(value)}" for key, value in given.items()), ""])


def foe(name: str = "orc", **fields: Any) -> str:
    """The same of the other side."""
    return unit(name, "foes", **fields)


def fight(*units: str, tactics: Mapping[str, str] | None = None) -> str:
    """A whole fight file."""
    table = [f"tactics = {toml(tactics)}"] if tactics else []
    return "\n".join(['ruleset = "skilldice"', *table, *units])


def attack(actor: int, target: int, skill: str = "body", dice: int = 1) -> dict[str, Any]:
    """An attack as a plain command."""
    return {"type": "attack", "actor": actor, "target": target, "skill": skill, "dice": dice}


def defend(actor: int, skill: str = "body") -> dict[str, Any]:
    """The target defends."""
    return {"type": "defend", "actor": actor, "skill": skill}


def takes(actor: int) -> dict[str, Any]:
    """The target does not."""
    return {"type": "take_it", "actor": actor}


def exchange(actor: int, target: int, skill: str = "body") -> list[dict[str, Any]]:
    """An attack that is defended against."""
    return [attack(actor, target, skill), defend(target, skill)]


def by(kind: str, actor: int, **fields: Any) -> dict[str, Any]:
    """Any other command of a fighter."""
    return {"type": kind, "actor": actor, **fields}


def of(kind: str, fighter: int, **fields: Any) -> dict[str, Any]:
    """A command of the Narrator about a fighter."""
    return {"type": kind, "fighter": fighter, **fields}


def ends(*actors: int) -> list[dict[str, Any]]:
    """Turns that are over."""
    return [by("end_turn", actor) for actor in actors]


def began(
    text: str, *commands: Any, faces: Sequence[Face] = (), order: Sequence[int] | None = None, **rulings: str
) -> Scene:
    """The commands, after a first round that began with these order rolls (by default: the roster's order).

    `commands` may be single ones or lists of them.
    """
    names = scene(text, [], rulings=rulings).state.profiles
    rolls = list(order) if order is not None else list(range(min(len(names), 4), 0, -1))
    start = [BEGIN, *(by("enter", number, skill="body") for number in range(len(names)))]
    return scene(text, [*start, *flat(commands)], [*rolls, *faces], rulings)


def flat(commands: Sequence[Any]) -> list[Any]:
    """Commands, with lists of them laid open."""
    return [one for given in commands for one in (given if isinstance(given, list) else [given])]


def state_of(text: str, **rulings: str) -> State:
    """The state at the start of a fight."""
    state: State = scene(text, [], rulings=rulings).state
    return state


def condition(played: Scene, fighter: int) -> Condition:
    """What has become of a fighter."""
    state: State = played.state
    return state.conditions[fighter]


def lost(played: Scene, fighter: int, skill: Skill = "body") -> int:
    """The points of a Skill that a fighter has lost."""
    return condition(played, fighter).lost[place_of(skill)]


def kinds(played: Scene) -> list[str]:
    """The names of the events of the last command, in order."""
    return [type(event).__name__ for event in played.steps[-1].events]


def names(played: Scene) -> list[str]:
    """The names of the rolls of the last command, in order."""
    return [question.name for question in played.steps[-1].asked]


def dice(played: Scene) -> list[tuple[int, int]]:
    """The dice of the last command as (count, sides)."""
    return [(question.count, question.sides) for question in played.steps[-1].asked]


def refused(played: Scene, command: Mapping[str, Any]) -> Rejection:
    """Why the command is refused now; fails where it is not."""
    read: Command = convert(command, ruleset.command)
    rejection = forbids(played.state, read)
    assert rejection is not None, f"{read} is taken"
    return rejection


def allowed(played: Scene, command: Mapping[str, Any]) -> bool:
    """Whether the command may be given now."""
    return forbids(played.state, convert(command, ruleset.command)) is None


def to_act(played: Scene) -> tuple[int | str, ...]:
    """The seats that may act after the last command."""
    return ruleset.to_act(played.state)
