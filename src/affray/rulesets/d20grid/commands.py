"""What a seat may ask for.

Closed commands choose among finitely many and are listed as candidates; those marked open carry words, numbers or a
path of their own. Places are in feet.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from affray.dice import REFEREE, TABLE, Seat
from affray.rulesets.d20grid.state import Flag, Place, State


class BeginRound(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="begin_round"):
    """The table's bookkeeping: the next round begins."""


class RollInitiative(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="roll_initiative"):
    """A fighter rolls for its place in the order (T11)."""

    actor: int


class Attack(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="attack"):
    """An attack with a weapon in hand: the Standard Attack, or one of a Full Attack that was begun."""

    actor: int
    target: int
    weapon: int
    subdual: bool = False


class FullAttack(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="full_attack"):
    """Both Standards go into as many attacks as the sheet gives; each of them follows as a command of its own."""

    actor: int


class Step(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="step"):
    """The five feet that go with a Full Round action."""

    actor: int
    x: int
    y: int


class MoveTo(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="move_to"):
    """The movement to a square, by the path that provokes least, or by the shortest where that is another."""

    actor: int
    x: int
    y: int
    way: Literal["safest", "shortest"] = "safest"


class Walk(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="walk"):
    """Open: the movement along any path, square by square, the first one beside where the fighter stands."""

    actor: int
    path: tuple[Place, ...]


class Disengage(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="disengage"):
    """The attack of this turn is given up, so that the movement to come can leave areas unharmed."""

    actor: int


class Draw(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="draw"):
    """A weapon is drawn."""

    actor: int
    weapon: int


class Sheathe(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="sheathe"):
    """A weapon is sheathed."""

    actor: int
    weapon: int


class Drop(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="drop"):
    """A weapon is let go (T53)."""

    actor: int
    weapon: int


class Act(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="act"):
    """Open: an action for anything else, in the table's words."""

    actor: int
    kind: Literal["free", "swift", "standard", "full"]
    what: str


class React(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="react"):
    """Open: an Immediate or Free action in somebody else's turn, in the table's words."""

    actor: int
    kind: Literal["free", "immediate"]
    what: str


class EndTurn(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="end_turn"):
    """A fighter's turn is over."""

    actor: int


class Strike(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="strike"):
    """The owner of an area takes the attack of opportunity that it was offered."""

    actor: int
    weapon: int
    subdual: bool = False


class Decline(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="decline"):
    """The owner of an area lets the mover pass."""

    actor: int


class ChooseWeapon(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="choose_weapon"):
    """The attacker says which of its two weapons deals the damage (T40 `after_hit`)."""

    actor: int
    weapon: int


class SetHp(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="set_hp"):
    """Open: the referee sets hit points by hand."""

    fighter: int
    hp: int
    reason: str


class SetSubdual(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="set_subdual"):
    """Open: the referee sets subdual damage by hand."""

    fighter: int
    subdual: int
    reason: str


class Heal(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="heal"):
    """Open: hit points come back, up to those of the sheet (T50)."""

    fighter: int
    points: int
    reason: str


class HealSubdual(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="heal_subdual"):
    """Open: subdual damage goes away (T50)."""

    fighter: int
    points: int
    reason: str


class Harm(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="harm"):
    """Open: damage that no attack dealt: a fall, a fire. Armor absorbs its share."""

    fighter: int
    points: int
    subdual: bool
    reason: str


class SetFlag(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="set_flag"):
    """Open: the referee says what the map cannot tell, such as that a fighter is blind."""

    fighter: int
    flag: Flag
    on: bool
    reason: str


class SetBehind(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="set_behind"):
    """Open: the referee says who is behind whom (T26)."""

    fighter: int
    target: int
    on: bool
    reason: str


class Put(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="put"):
    """Open: the referee puts a fighter on another square."""

    fighter: int
    x: int
    y: int
    reason: str


class EndFight(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="end_fight"):
    """Open: the referee ends the fight; no winner is nobody's victory."""

    winner: str | None
    reason: str


OwnAction: TypeAlias = Attack | FullAttack | Step | MoveTo | Walk | Disengage | Draw | Sheathe | Drop | Act | EndTurn
Answer: TypeAlias = Strike | Decline | ChooseWeapon
Referee: TypeAlias = SetHp | SetSubdual | Heal | HealSubdual | Harm | SetFlag | SetBehind | Put | EndFight
Command: TypeAlias = BeginRound | RollInitiative | OwnAction | React | Answer | Referee


def issuer(state: State, command: Command) -> Seat:
    """The seat that a command belongs to."""
    if isinstance(command, BeginRound):
        return TABLE
    return REFEREE if isinstance(command, Referee) else command.actor
