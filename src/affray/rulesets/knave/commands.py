"""What a seat may ask for in a Knave fight."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from affray.dice import REFEREE, TABLE, Seat
from affray.rulesets.knave.state import State


class BeginRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="begin_round"):
    """The table's bookkeeping: the next round begins with its initiative die."""


class Attack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="attack"):
    """A melee attack; `weapon` is the weapon's place in the attacker's list, -1 for bare hands."""

    actor: int
    target: int
    weapon: int


class Pass(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="pass"):
    """The fighter's turn goes by without an action (K05)."""

    actor: int


class Flee(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="flee"):
    """One whose morale failed leaves on its own turn (K72 `own_turn`)."""

    actor: int


class ChoosePiece(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="choose_piece"):
    """Which piece of armor loses the point (K24)."""

    chooser: int
    piece: Literal["body", "shield", "helmet"]


class CallMorale(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="call_morale"):
    """The referee calls for the morale roll, or lets it be (K70 `referee`)."""

    roll: bool


class Break(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="break"):
    """What an enemy whose morale failed does (K59 `per_npc`)."""

    fighter: int
    how: Literal["flee", "retreat", "parley"]


class Override(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="override"):
    """The referee sets a fighter's hit points by hand, and says why."""

    fighter: int
    hp: int
    reason: str


Command: TypeAlias = BeginRound | Attack | Pass | Flee | ChoosePiece | CallMorale | Break | Override


def issuer(state: State, command: Command) -> Seat:
    """The seat that a command belongs to."""
    if isinstance(command, Attack | Pass | Flee):
        return command.actor
    if isinstance(command, ChoosePiece):
        return command.chooser
    return TABLE if isinstance(command, BeginRound) else REFEREE
