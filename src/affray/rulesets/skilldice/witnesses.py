"""What the witnesses of the rulings are made of: small fights, and commands as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Plain: TypeAlias = Mapping[str, Any]

BEGIN: Plain = {"type": "begin_round"}
FIRST = (8, 2, 1)
"""Faces of the order rolls of d8: the order is the roster's."""


def unit(name: str, side: str, body: int = 8, **more: str | int) -> str:
    """One fighter with a d8 in Mind and Soul; what is more stands as it is written in a fight file."""
    fields = {"name": f'"{name}"', "side": f'"{side}"', "body": body, "mind": 8, "soul": 8, **more}
    return "\n".join(["[[fighter]]", *(f"{key} = {value}" for key, value in fields.items()), ""])


def fight(*units: str) -> str:
    """The fighters of a witness."""
    return "\n".join(units)


def enter(actor: int, skill: str = "body") -> Plain:
    """A roll for the order."""
    return {"type": "enter", "actor": actor, "skill": skill}


def begun(fighters: int) -> tuple[Plain, ...]:
    """The first round with the order rolls of so many."""
    return BEGIN, *(enter(number) for number in range(fighters))


def attack(actor: int, target: int, skill: str = "body") -> Plain:
    """An attack."""
    return {"type": "attack", "actor": actor, "target": target, "skill": skill}


def defend(actor: int, skill: str = "body") -> Plain:
    """The target defends."""
    return {"type": "defend", "actor": actor, "skill": skill}


def take_it(actor: int) -> Plain:
    """The target does not."""
    return {"type": "take_it", "actor": actor}


def end_turn(actor: int) -> Plain:
    """The turn is over."""
    return {"type": "end_turn", "actor": actor}
