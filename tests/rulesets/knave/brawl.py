"""Commands, fighters and readings for tests of stunts, spells, fighting dirty and the referee."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from affray.api import outcomes
from affray.codec import convert
from affray.errors import Rejection
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.legality import forbids
from affray.testing.cases import Face, Scene, scene
from tests.rulesets.knave.fights import BEGIN, PARTY_FIRST, SWORD, fighter, pc

ABILITIES = ("str", "dex", "con", "int", "wis", "cha")

DAGGER = {"name": "dagger", "die": "d6"}
BOW = {"name": "bow", "die": "d6", "kind": "ranged"}


def scores(*bonuses: int) -> dict[str, int]:
    """The bonuses of STR, DEX, CON, INT, WIS and CHA."""
    return dict(zip(ABILITIES, bonuses, strict=True))


def knave(name: str = "Ana", **fields: Any) -> str:
    """A PC with 8 HP, armor 13, a sword, and +1 to +6 from STR to CHA: another bonus for every ability."""
    return pc(name, **({"attack": 1, "abilities": scores(1, 2, 3, 4, 5, 6)} | fields))


def ogre(name: str = "ogre", **fields: Any) -> str:
    """An enemy with 20 HP, armor 14, a sword, and defenses of 17 (STR) down to 12 (CHA)."""
    scored = {"hp": 20, "armor": 14, "attack": 7, "abilities": scores(7, 6, 5, 4, 3, 2)}
    return fighter(name, "foes", scored | {"weapons": [SWORD]} | fields)


def stunt(actor: int, target: int, kind: str, dirty: bool = False) -> dict[str, Any]:
    """A stunt of the house table as a plain command."""
    return {"type": "stunt", "actor": actor, "target": target, "kind": kind, "dirty": dirty}


def free_stunt(actor: int, target: int, effect: Mapping[str, Any], **fields: Any) -> dict[str, Any]:
    """A stunt as the referee states it: CHA against WIS unless the fields say otherwise."""
    stated = {"name": "a taunt", "ability": "cha", "against": "wis", "effect": effect}
    return {"type": "free_stunt", "actor": actor, "target": target} | stated | fields


def dirty_attack(actor: int, target: int, weapon: int = 0) -> dict[str, Any]:
    """Half of choice (B)."""
    return {"type": "attack", "actor": actor, "target": target, "weapon": weapon, "dirty": True}


def cast(actor: int, target: int, spell: int = 0) -> dict[str, Any]:
    """A spell as a plain command."""
    return {"type": "cast", "actor": actor, "target": target, "spell": spell}


def move(actor: int, to: str = "off") -> dict[str, Any]:
    """A move as a plain command."""
    return {"type": "move", "actor": actor, "to": to}


def rise(actor: int) -> dict[str, Any]:
    """A move spent to rise."""
    return {"type": "rise", "actor": actor}


def take_up(actor: int, weapon: int = 0) -> dict[str, Any]:
    """A weapon is taken up."""
    return {"type": "take_up", "actor": actor, "weapon": weapon}


def flag(fighter: int, name: str, on: bool = True) -> dict[str, Any]:
    """The referee's word on a disadvantage."""
    return {"type": "set_flag", "fighter": fighter, "flag": name, "on": on, "reason": "it is so"}


def grant(actor: int, target: int, edge: int) -> dict[str, Any]:
    """The referee grants an edge."""
    return {"type": "grant", "actor": actor, "target": target, "edge": edge}


def modify(actor: int, modifier: int) -> dict[str, Any]:
    """The referee gives a plus or a minus."""
    return {"type": "modify", "actor": actor, "modifier": modifier}


def says(yes: bool) -> dict[str, Any]:
    """The referee's yes or no."""
    return {"type": "rule", "yes": yes}


def in_round(
    text: str,
    commands: Sequence[Mapping[str, Any]] = (),
    faces: Sequence[Face] = (),
    first: int = PARTY_FIRST,
    **rulings: str,
) -> Scene:
    """A first round in which the party acts first, unless told otherwise."""
    return scene(text, [BEGIN, *commands], [first, *faces], rulings)


def refusal(played: Scene, command: Mapping[str, Any]) -> Rejection | None:
    """Why a command may not be given after the last one."""
    rejection: Rejection | None = forbids(played.state, convert(command, ruleset.command, "command"))
    return rejection


def refused(played: Scene, command: Mapping[str, Any]) -> str:
    """The code of a refusal, empty where the command is allowed."""
    rejection = refusal(played, command)
    return "" if rejection is None else rejection.code


def chance(played: Scene, command: Mapping[str, Any], holds: Callable[[Any], bool]) -> Fraction:
    """The exact chance that something holds of the state after a command."""
    value = convert(command, ruleset.command, "command")
    found = outcomes(replace(played.fight, state=played.state), value)
    return Fraction(sum(ways for state, ways in found.items() if holds(state)), sum(found.values()))


def with_edge(once: Fraction, edge: int) -> Fraction:
    """A chance with advantage (one of two is enough), with disadvantage (both are needed), or with neither."""
    return {0: once, 1: 1 - (1 - once) ** 2, -1: once**2}[edge]


def of(played: Scene, kind: type) -> list[Any]:
    """The events of a kind, in order."""
    return [event for event in played.events if isinstance(event, kind)]
