"""What a seat may ask for.

Closed commands choose among finitely many and are listed as candidates; those marked open carry words or numbers of
their own.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from affray.dice import REFEREE, TABLE, Seat
from affray.rulesets.skilldice.state import Manner, Skill, State


class BeginRound(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="begin_round"):
    """The table's bookkeeping: the next round begins."""


class Enter(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="enter"):
    """A fighter rolls one Skill die for its place in the order (D01)."""

    actor: int
    skill: Skill


class NameNext(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="name_next"):
    """The Narrator says who is next in the order (D01 `narrator`)."""

    fighter: int


class Attack(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="attack"):
    """An attack with a Skill; one of Body is made with the weapon. `dice` are the actions that go into it (D08)."""

    actor: int
    target: int
    skill: Skill
    dice: int = 1


class Defend(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="defend"):
    """The target spends an action to defend."""

    actor: int
    skill: Skill


class TakeIt(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="take_it"):
    """The target does not defend."""

    actor: int


class NameSkill(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="name_skill"):
    """The Narrator says which Skill is rolled (D11, D52)."""

    skill: Skill


class Land(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="land"):
    """The winner of a slashing hit says on whom it lands: the one it was aimed at, or another enemy within reach."""

    actor: int
    target: int


class Tend(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="tend"):
    """An action to tend the wounds of a fighter: one's own, or anybody's (D28)."""

    actor: int
    target: int


class Help(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="help"):
    """An action to free, wake or warn an ally who cannot resist."""

    actor: int
    target: int


class Move(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="move"):
    """An action to join another group of fighters (D26)."""

    actor: int
    to: str


class CatchBreath(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="catch_breath"):
    """An action to win back a point (D39 `one_action_in_combat`)."""

    actor: int
    skill: Skill


class Act(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="act"):
    """Open: an action for anything else, in the table's words (D07)."""

    actor: int
    what: str


class Leave(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="leave"):
    """A fighter says that it goes, and is gone."""

    actor: int


class EndTurn(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="end_turn"):
    """A fighter's turn is over; the actions that it has left are held."""

    actor: int


class Cost(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="cost"):
    """Open: the Narrator says what something costs: a retreat (D36), a horror seen."""

    fighter: int
    skill: Skill
    points: int
    reason: str


class SetLost(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="set_lost"):
    """Open: the Narrator sets the points lost of a Skill by hand."""

    fighter: int
    skill: Skill
    lost: int
    reason: str


class SetManner(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="set_manner"):
    """Open: the Narrator says that a fighter is asleep, bound, distracted, ... or able again."""

    fighter: int
    manner: Manner
    reason: str


class SetEffect(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="set_effect"):
    """Open: something helps (1) or hinders (-1) a fighter, or steps its dice up or down (modules D54, D55)."""

    fighter: int
    edge: Literal[-1, 0, 1]
    step: Literal[-1, 0, 1]
    reason: str


class SayHow(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="say_how"):
    """Open: the table says what being out looks like."""

    fighter: int
    how: str


class DeclareDeath(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="declare_death"):
    """Open: the table decides aloud that a fighter is dead."""

    fighter: int
    reason: str


class Scar(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="scar"):
    """Open: a lasting mark; with a Skill named it has weight there."""

    fighter: int
    mark: str
    skill: Skill | None = None


class Respite(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="respite"):
    """Open, after the fight: a moment's respite."""

    fighter: int
    skill: Skill


class Night(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="night"):
    """Open, after the fight: a night; without food and shelter it gives nothing."""

    fighter: int
    fed_and_sheltered: bool = True


class Care(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="care"):
    """Open, after the fight: one looks after another."""

    carer: int
    fighter: int
    skill: Skill


class EndFight(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="end_fight"):
    """Open: the Narrator ends the fight; no winner is nobody's victory."""

    winner: str | None
    reason: str


OwnAction: TypeAlias = Enter | Attack | Tend | Help | Move | CatchBreath | Act | Leave | EndTurn
Answer: TypeAlias = Defend | TakeIt | Land | NameSkill | NameNext
Narrator: TypeAlias = (
    Cost | SetLost | SetManner | SetEffect | SayHow | DeclareDeath | Scar | Respite | Night | Care | EndFight
)
Command: TypeAlias = BeginRound | OwnAction | Answer | Narrator


def issuer(state: State, command: Command) -> Seat:
    """The seat that a command belongs to."""
    if isinstance(command, BeginRound):
        return TABLE
    return command.actor if isinstance(command, OwnAction | Defend | TakeIt | Land) else REFEREE
