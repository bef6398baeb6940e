"""Fight files, commands and faces for tests, as short as they can be said."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from affray.codec import convert
from affray.errors import Rejection
from affray.rulesets.d20grid import events as e
from affray.rulesets.d20grid import ruleset
from affray.rulesets.d20grid.commands import Command
from affray.rulesets.d20grid.legality import forbids
from affray.rulesets.d20grid.state import Condition, Offer, Place, State, Turn
from affray.testing.cases import Face, Scene, scene

BEGIN = {"type": "begin_round"}
SWORD: Mapping[str, Any] = {"name": "sword", "dice": "1d8"}
BOW: Mapping[str, Any] = {"name": "bow", "dice": "1d6", "kind": "ranged"}
ROD: Mapping[str, Any] = {"name": "rod", "dice": "4"}
"""A weapon that deals 4 without a die."""


def toml(value: object) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def unit(name: str = "Vex", at: Place = (0, 0), side: str = "party", **fields: Any) -> str:
    """One table of a fight file: 20 hit points, Defense 10 and a sword unless the fields say otherwise."""
    given = {"name": name, "side": side, "at": list(at), "hp": 20, "defense": 10, "weapons": [SWORD]} | fields
    return "\n".join(["[[fighter]]", *(f"{key} = {toml(value)}" for key, value in given.items()), ""])


def foe(name: str = "orc", at: Place = (5, 0), **fields: Any) -> str:
    """The same of the other side."""
    return unit(name, at, "foes", **fields)


def fight(*units: str, tactics: Mapping[str, str] | None = None, **map: Any) -> str:
    """A whole fight file; what is more is the map's."""
    tables = [f"tactics = {toml(tactics)}"] if tactics else []
    tables += [f"map = {toml(map)}"] if map else []
    return "\n".join(['ruleset = "d20grid"', *tables, *units])


def by(kind: str, actor: int, /, **fields: Any) -> dict[str, Any]:
    """A command of a fighter."""
    return {"type": kind, "actor": actor, **fields}


def of(kind: str, fighter: int, /, reason: str = "so it is", **fields: Any) -> dict[str, Any]:
    """A command of the referee about a fighter."""
    return {"type": kind, "fighter": fighter, "reason": reason, **fields}


def attack(actor: int, target: int, weapon: int = 0, *, subdual: bool = False) -> dict[str, Any]:
    """An attack as a plain command."""
    return by("attack", actor, target=target, weapon=weapon, subdual=subdual)


def strike(actor: int, weapon: int = 0, *, subdual: bool = False) -> dict[str, Any]:
    """An attack of opportunity."""
    return by("strike", actor, weapon=weapon, subdual=subdual)


def decline(actor: int) -> dict[str, Any]:
    """The owner of an area lets the mover pass."""
    return by("decline", actor)


def move(actor: int, x: int, y: int, way: str = "safest") -> dict[str, Any]:
    """The movement to a square by a path that the map finds."""
    return by("move_to", actor, x=x, y=y, way=way)


def walk(actor: int, *path: Place) -> dict[str, Any]:
    """The movement along a path."""
    return by("walk", actor, path=[list(place) for place in path])


def along(start: Place, *steps: Place) -> list[Place]:
    """The squares from one on (left out), each so many squares farther."""
    found = []
    x, y = start
    for across, up in steps:
        x, y = x + 5 * across, y + 5 * up
        found.append((x, y))
    return found


def east(start: Place, squares: int) -> list[Place]:
    """So many squares to the right."""
    return along(start, *[(1, 0)] * squares)


def ends(*actors: int) -> list[dict[str, Any]]:
    """Turns that are over."""
    return [by("end_turn", actor) for actor in actors]


def began(
    text: str,
    *commands: Any,
    faces: Sequence[Face] = (),
    order: Sequence[int] | None = None,
    rolling: Sequence[int] | None = None,
    **rulings: Any,
) -> Scene:
    """The commands, after a first round with these initiative rolls (by default: the roster's order).

    `rolling` are those who roll, everybody if not given. `commands` may be single ones or lists of them.
    """
    count = len(scene(text, [], rulings=rulings).state.profiles)
    who = list(rolling) if rolling is not None else list(range(count))
    rolls = list(order) if order is not None else list(range(20, 0, -1))[: len(who)]
    start = [BEGIN, *(by("roll_initiative", number) for number in who)]
    return scene(text, [*start, *flat(commands)], [*rolls, *faces], rulings)


def flat(commands: Sequence[Any]) -> list[Any]:
    """Commands, with lists of them laid open."""
    return [one for given in commands for one in (given if isinstance(given, list) else [given])]


def state_of(text: str, **rulings: Any) -> State:
    """The state at the start of a fight."""
    state: State = scene(text, [], rulings=rulings).state
    return state


def condition(played: Scene, fighter: int) -> Condition:
    """What has become of a fighter."""
    state: State = played.state
    return state.conditions[fighter]


def hp(played: Scene, fighter: int) -> int:
    """The hit points of a fighter."""
    return condition(played, fighter).hp


def turn(played: Scene) -> Turn:
    """The turn that is going on."""
    state: State = played.state
    assert state.turn is not None
    return state.turn


def offered(played: Scene) -> Offer | None:
    """The attack of opportunity that is offered now."""
    state: State = played.state
    if not state.pending:
        return None
    offer = state.pending[0]
    assert isinstance(offer, Offer)
    return offer


def kinds(played: Scene) -> list[str]:
    """The names of the events of the last command, in order."""
    return [type(event).__name__ for event in played.steps[-1].events]


def attacks(played: Scene) -> list[e.Attacked]:
    """Every attack, in order."""
    return [event for event in played.events if isinstance(event, e.Attacked)]


def edges(played: Scene) -> dict[str, int]:
    """What speaks for the last attack (1) and against it (-1)."""
    return dict(attacks(played)[-1].edges)


def hurts(played: Scene) -> list[e.Hurt]:
    """All damage, in order."""
    return [event for event in played.events if isinstance(event, e.Hurt)]


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
