"""What can happen: facts in the past tense, each with the clause that caused it.

What a ruling decided is written into the event: whoever folds events reads no ruling.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from affray.rulesets.skilldice.formulas import Hand
from affray.rulesets.skilldice.state import Manner, Pending, Skill, Three


class RoundBegan(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="round_began"):
    """A new round. `refills` says that everybody's actions come back now, `entering` who rolls for its place."""

    refills: bool
    entering: tuple[int, ...] = ()
    clause: str = "skilldice.turn.actions"


class Entered(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="entered"):
    """A fighter rolled for its place in the order: the result on a die of so many sides."""

    fighter: int
    skill: Skill
    hand: Hand
    result: int
    clause: str = "skilldice.turn.actions"


class Ordered(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="ordered"):
    """The order is fixed: the groups of those who act together, the first one first."""

    order: tuple[tuple[int, ...], ...]
    clause: str = "skilldice.turn.actions"


class TurnCame(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="turn_came"):
    """The turn of a place in the order; `refills` says that actions come back now, `settles` that moving ends (D51)."""

    place: int
    fighters: tuple[int, ...]
    refills: bool = False
    settles: bool = True
    clause: str = "skilldice.turn.actions"


class TurnEnded(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="turn_ended"):
    """A fighter's turn is over; what it has left of its actions is held."""

    fighter: int
    clause: str = "skilldice.turn.actions"


class RoundEnded(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="round_ended"):
    """The last turn of the round is over."""

    clause: str = "skilldice.weapon.piercing"


class Attacked(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="attacked"):
    """An attack was declared: its actions are spent."""

    attacker: int
    target: int
    skill: Skill
    dice: int
    clause: str = "skilldice.attack.contest"


class Defended(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="defended"):
    """The target spent an action to defend."""

    fighter: int
    clause: str = "skilldice.turn.actions"


class Contested(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="contested"):
    """Both sides rolled; what it costs whom follows. `difficulty` is the Narrator's die where the target had none."""

    attacker: int
    target: int
    skill: Skill
    against: Skill
    attack: Hand
    defence: Hand | None
    difficulty: int
    winner: Literal["attacker", "defender", "tie"]
    clause: str = "skilldice.attack.contest"


class Landed(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="landed"):
    """An attack that nobody defended against landed without a roll."""

    attacker: int
    target: int
    skill: Skill
    clause: str = "skilldice.attack.undefended"


class Lost(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="lost"):
    """A fighter lost stamina; `cost` is what the rule says, `points` what there was left to lose (D16)."""

    fighter: int
    skill: Skill
    points: int
    cost: int
    clause: str = "skilldice.stamina.track"


class Pierced(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pierced"):
    """A wound that costs one further point at the end of the round."""

    fighter: int
    skill: Skill
    clause: str = "skilldice.weapon.piercing"


class WoundsClosed(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="wounds_closed"):
    """A fighter's wounds bleed no more."""

    fighter: int
    clause: str = "skilldice.weapon.piercing"


class Tended(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="tended"):
    """A fighter spent an action on wounds; `hand` is what it rolled where it had to (D28)."""

    fighter: int
    target: int
    success: bool
    hand: Hand | None = None
    clause: str = "skilldice.weapon.piercing"


class Spent(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="spent"):
    """A fighter spent actions on something else (D07)."""

    fighter: int
    actions: int
    what: str
    clause: str = "skilldice.turn.actions"


class Moved(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="moved"):
    """A fighter joined another group."""

    fighter: int
    to: str
    clause: str = "skilldice.turn.actions"


class MannerChanged(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="manner_changed"):
    """A fighter is asleep, bound, distracted, ... or able again."""

    fighter: int
    manner: Manner
    reason: str = ""
    clause: str = "skilldice.helpless"


class EffectChanged(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="effect_changed"):
    """Something helps or hinders a fighter, or its dice stand a step higher or lower."""

    fighter: int
    edge: Literal[-1, 0, 1]
    step: Literal[-1, 0, 1]
    reason: str
    clause: str = ""


class Left(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="left"):
    """A fighter is gone; `actions` is what that took."""

    fighter: int
    actions: int = 0
    clause: str = "skilldice.leave"


class WentOut(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="went_out"):
    """A fighter is out: nothing is left of this Skill."""

    fighter: int
    skill: Skill
    clause: str = "skilldice.stamina.out"


class CameBack(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="came_back"):
    """One who was out has something left of every Skill again (D38)."""

    fighter: int
    clause: str = "skilldice.stamina.out"


class Regained(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="regained"):
    """Stamina came back, by Skill; `carer` gave the care, `rested` says that it was the respite after a fight."""

    fighter: int
    points: Three
    clause: str
    carer: int | None = None
    rested: bool = False


class LostSet(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="lost_set"):
    """The Narrator set the points lost of a Skill by hand."""

    fighter: int
    skill: Skill
    lost: int
    reason: str
    clause: str = ""


class HowSaid(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="how_said"):
    """The table said what being out looks like."""

    fighter: int
    how: str
    clause: str = "skilldice.out.kinds"


class Died(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="died"):
    """The table decided that a fighter is dead."""

    fighter: int
    reason: str
    clause: str = "skilldice.death"


class Scarred(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="scarred"):
    """A lasting mark, with weight in a Skill where one is named."""

    fighter: int
    mark: str
    skill: Skill | None
    clause: str = "skilldice.scar"


class Asked(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="asked"):
    """A decision waits for its seat."""

    pending: Pending
    clause: str


class Answered(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="answered"):
    """The decision that was due has been made."""

    clause: str


class Ended(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="ended"):
    """The fight is over: at most one side has anybody left (D49), or the Narrator says so."""

    winner: str | None
    reason: str = ""
    clause: str = "skilldice.stamina.out"


Event: TypeAlias = (
    RoundBegan
    | Entered
    | Ordered
    | TurnCame
    | TurnEnded
    | RoundEnded
    | Attacked
    | Defended
    | Contested
    | Landed
    | Lost
    | Pierced
    | WoundsClosed
    | Tended
    | Spent
    | Moved
    | MannerChanged
    | EffectChanged
    | Left
    | WentOut
    | CameBack
    | Regained
    | LostSet
    | HowSaid
    | Died
    | Scarred
    | Asked
    | Answered
    | Ended
)
