"""What a seat may ask for in a Knave fight.

Closed commands choose among finitely many and are listed as candidates; those marked open carry numbers or texts of
their own.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from affray.dice import REFEREE, TABLE, Seat
from affray.rulesets.knave.state import Ability, Effect, State

StuntKind: TypeAlias = Literal["shove", "trip", "disarm", "stun", "sunder", "distract"]


class BeginRound(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="begin_round"):
    """The table's bookkeeping: the next round begins with its initiative die."""


class Attack(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="attack"):
    """An attack; `weapon` is the weapon's place in the attacker's list, -1 for bare hands.

    A melee weapon is thrown if `thrown`. With `dirty` it is half of choice (B): an attack and a stunt, neither with
    advantage. Each attack of a routine is a command of its own.
    """

    actor: int
    target: int
    weapon: int
    thrown: bool = False
    dirty: bool = False


class Stunt(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="stunt"):
    """A stunt of the house table; `dirty` as for an attack."""

    actor: int
    target: int
    kind: StuntKind
    dirty: bool = False


class FreeStunt(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="free_stunt"):
    """Open: any other stunt, with the abilities and the effect that the referee states; `afar` needs no reach (K35)."""

    actor: int
    target: int
    name: str
    ability: Ability
    against: Ability | Literal["armor"]
    effect: Effect
    dirty: bool = False
    afar: bool = False


class Cast(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="cast"):
    """A spell from the caster's books, by its place in the list."""

    actor: int
    target: int
    spell: int


class Move(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="move"):
    """A move: "off" (out of everybody's reach), "closer" (K74 `distance`), or the name of a place (zones).

    The second one of a turn is the action.
    """

    actor: int
    to: str


class Rise(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="rise"):
    """One who was tripped spends its move to rise."""

    actor: int


class TakeUp(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="take_up"):
    """A weapon on the floor is taken up: an action."""

    actor: int
    weapon: int


class Ready(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="ready"):
    """The shield is slung for a weapon of two hands, or taken in hand again (K23)."""

    actor: int
    shield: bool


class Pass(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pass"):
    """What is left of the fighter's turn goes by (K05); in the middle of an action, what is left of that."""

    actor: int


class Flee(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="flee"):
    """One whose morale failed leaves on its own turn (K72 `own_turn`)."""

    actor: int


class Withdraw(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="withdraw"):
    """One leaves the fight with a move and a second move (K81)."""

    actor: int


class ChoosePiece(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="choose_piece"):
    """Which piece of armor loses the point (K24)."""

    chooser: int
    piece: Literal["body", "shield", "helmet"]


class Strike(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="strike"):
    """An offered free attack is made with a weapon, or let go with None (K43)."""

    actor: int
    weapon: int | None


class CallMorale(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="call_morale"):
    """The referee calls for the morale roll that is waiting, or lets it be (K70 `referee`)."""

    roll: bool


class Break(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="break"):
    """What an enemy whose morale failed does (K59 `per_npc`)."""

    fighter: int
    how: Literal["flee", "retreat", "parley"]


class Rule(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="rule"):
    """The referee's yes or no: whether the weapon is ideal (K02), one gets away (K81), one counts as out (K82)."""

    yes: bool


class Override(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="override"):
    """Open: the referee sets a fighter's hit points by hand, and says why. Healing is an override too."""

    fighter: int
    hp: int
    reason: str


class SetFlag(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="set_flag"):
    """Open: the referee says that a fighter is at a disadvantage in some way, or no longer."""

    fighter: int
    flag: str
    on: bool
    reason: str


class SetMorale(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="set_morale"):
    """Open: the referee changes a morale rating by hand (K78)."""

    fighter: int
    rating: int
    reason: str


class Grant(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="grant"):
    """Open: the referee grants an edge over a target for the actor's next turn, or takes it back (0)."""

    actor: int
    target: int
    edge: Literal[-1, 0, 1]


class Modify(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="modify"):
    """Open: a plus or a minus to the actor's next roll (K79)."""

    actor: int
    modifier: int


class Save(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="save"):
    """Open: the referee calls for a save, or for one against a defense."""

    fighter: int
    ability: Ability
    edge: Literal[-1, 0, 1] = 0
    defense: int | None = None


class RollMorale(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="roll_morale"):
    """Open: the referee calls for a morale roll of the enemies, of a kind of them, or of one fighter."""

    group: str = ""
    fighter: int | None = None


class AddFighter(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="add_fighter"):
    """Open: a fighter joins, or `count` alike, described as in a fight file (K80)."""

    fighter: Any


class BringIn(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="bring_in"):
    """Open: one who is hidden shows itself, or one who fled, parleyed or was taken is in the fight again."""

    fighter: int
    reason: str


class TakeOut(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="take_out"):
    """Open: one is out of the fight alive because the referee says so: it surrenders, is tied up, runs."""

    fighter: int
    how: Literal["fled", "retreated", "parleyed", "taken"]
    reason: str


class Place(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="place"):
    """Open: one is at another place all of a sudden, in zones: it fell, was thrown or carried there."""

    fighter: int
    at: str
    reason: str


class EndFight(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="end_fight"):
    """Open: the referee ends the fight; no winner is nobody's victory."""

    winner: str | None
    reason: str


OwnTurn: TypeAlias = Attack | Stunt | FreeStunt | Cast | Move | Rise | TakeUp | Ready | Pass | Flee | Withdraw
Answer: TypeAlias = ChoosePiece | Strike | CallMorale | Break | Rule
Change: TypeAlias = Override | SetFlag | SetMorale | Grant | Modify
Call: TypeAlias = Save | RollMorale | AddFighter | BringIn | TakeOut | Place | EndFight
Referee: TypeAlias = Change | Call
Command: TypeAlias = BeginRound | OwnTurn | Answer | Referee


def issuer(state: State, command: Command) -> Seat:
    """The seat that a command belongs to."""
    if isinstance(command, FreeStunt):
        return REFEREE
    if isinstance(command, OwnTurn | Strike):
        return command.actor
    if isinstance(command, ChoosePiece):
        return command.chooser
    return TABLE if isinstance(command, BeginRound) else REFEREE


def turn_of(command: Command) -> Seat | None:
    """Whose turn the command is part of, the table's for a new round; None for what belongs to no turn."""
    if isinstance(command, BeginRound):
        return TABLE
    return command.actor if isinstance(command, OwnTurn) else None
