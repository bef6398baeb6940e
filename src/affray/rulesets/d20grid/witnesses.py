"""What the witnesses of the rulings are made of: small fights, and commands as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Plain: TypeAlias = Mapping[str, Any]

BEGIN: Plain = {"type": "begin_round"}
SWORD = '{ name = "sword", dice = "1d8" }'
BOW = '{ name = "bow", dice = "1d6", kind = "ranged" }'


def unit(name: str, side: str, at: tuple[int, int], **more: str | int) -> str:
    """One fighter with a sword and 20 hit points; what is more stands as it is written in a fight file."""
    fields: dict[str, str | int] = {"name": f'"{name}"', "side": f'"{side}"', "at": f"[{at[0]}, {at[1]}]"}
    fields |= {"hp": 20, "defense": 10, "weapons": f"[{SWORD}]", **more}
    return "\n".join(["[[fighter]]", *(f"{key} = {value}" for key, value in fields.items()), ""])


def fight(*units: str, map: str = "") -> str:
    """The fighters of a witness, on a map of their own where there is one."""
    return "\n".join([f"map = {{ {map} }}" if map else "", *units])


def begun(*order: int) -> tuple[Plain, ...]:
    """The first round with the initiative rolls of these."""
    return BEGIN, *({"type": "roll_initiative", "actor": number} for number in order)


FIRST = (20, 15, 10, 5)
"""Faces of the initiative: the order is that in which they roll."""


def of(kind: str, actor: int, /, **fields: Any) -> Plain:
    """A command of a fighter."""
    return {"type": kind, "actor": actor, **fields}


def attack(actor: int, target: int, weapon: int = 0, subdual: bool = False) -> Plain:
    """An attack."""
    return of("attack", actor, target=target, weapon=weapon, subdual=subdual)


def walk(actor: int, *path: tuple[int, int]) -> Plain:
    """A movement along a path."""
    return of("walk", actor, path=[list(place) for place in path])


def end_turn(actor: int) -> Plain:
    """The turn is over."""
    return of("end_turn", actor)


def strike(actor: int, weapon: int = 0) -> Plain:
    """An attack of opportunity is taken."""
    return of("strike", actor, weapon=weapon)
