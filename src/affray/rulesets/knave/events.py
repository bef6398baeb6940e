"""What can happen in a Knave fight: facts in the past tense, each with the clause that caused it.

`hidden` facts are the referee's alone. What a ruling decided is written into the event: whoever folds events reads no
ruling.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from affray.rulesets.knave.state import Condition, Pending, Profile, Trigger, Turn

Roller: TypeAlias = Literal["attacker", "defender"]
Owed: TypeAlias = Literal["", "attack", "stunt"]


class RoundBegan(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="round_began"):
    """A new round; `first` is the camp that acts first, `order` who acts before whom where it is not the roster's.

    `struck` says whether attacks made in melee so far still bind (K20), `idle` are those who do not act in it (K39).
    """

    first: int
    order: tuple[int, ...] = ()
    struck: bool = False
    idle: tuple[int, ...] = ()
    clause: str = "knave.round.initiative"


class Attacked(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="attacked"):
    """An attack was settled; its numbers are those that it was rolled with.

    `armor` is what a rolling attacker had to beat, `against` what a rolling defender had to. `closes` says that the
    attacker walked up, `spends` that its action is spent, `engages` that the attack binds the target (K20). `left` is
    what is left of the turn that is open; nothing once it is None.
    """

    attacker: int
    target: int
    weapon: int
    bonus: int
    armor: int
    edge: int
    ideal: bool
    roller: Roller
    hit: bool
    damage: int
    against: int = 0
    closes: bool = False
    spends: bool = True
    left: Turn | None = None
    engages: bool = False
    thrown: bool = False
    shot: bool = False
    dirty: bool = False
    free: bool = False
    clause: str = "knave.attack.hit"


class Stunted(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="stunted"):
    """A stunt was settled; the fields are as those of `Attacked`."""

    actor: int
    target: int
    name: str
    bonus: int
    defense: int
    edge: int
    roller: Roller
    success: bool
    closes: bool = False
    spends: bool = True
    dirty: bool = False
    owed: Owed = ""
    clause: str = "knave.stunt"


class SpellCast(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="spell_cast"):
    """A spell was cast from its book, which is used up for the day; `resisted` where the target's save succeeded."""

    caster: int
    target: int
    spell: int
    bonus: int
    defense: int
    edge: int
    roller: Roller
    resisted: bool
    clause: str = "knave.spell.cast"


class Harmed(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="harmed"):
    """Hit points lost to something other than the attack that was aimed at the fighter."""

    fighter: int
    damage: int
    clause: str


class QualityLost(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="quality_lost"):
    """An item lost one point: "body", "shield", "helmet", or "weapon" with its number."""

    fighter: int
    item: Literal["body", "shield", "helmet", "weapon"]
    weapon: int = 0
    clause: str = "knave.critical.armor"


class Flagged(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="flagged"):
    """A fighter is at a disadvantage in this way, or no longer; a `passing` one ends with its next turn."""

    fighter: int
    flag: str
    on: bool = True
    passing: bool = False
    reason: str = ""
    clause: str = "knave.edge.grounds"


class Tripped(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="tripped"):
    """A fighter is off its feet until it spends its move to rise."""

    fighter: int
    clause: str = "knave.stunt"


class GotUp(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="got_up"):
    """A fighter spent its move to rise."""

    fighter: int
    clause: str = "knave.turn.move"


class Stunned(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="stunned"):
    """A fighter will lose its next action."""

    fighter: int
    clause: str = "knave.stunt"


class Dropped(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="dropped"):
    """A weapon is on the floor."""

    fighter: int
    weapon: int
    clause: str = "knave.stunt"


class TookUp(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="took_up"):
    """A weapon is in hand again: an action."""

    fighter: int
    weapon: int
    clause: str = "knave.turn.action"


class Readied(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="readied"):
    """The shield was slung, or taken in hand again."""

    fighter: int
    slung: bool
    spends: bool = False
    clause: str = "knave.turn.action"


class Moved(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="moved"):
    """A fighter moved: away from everybody, `feet` closer, or to a place; with its action where its move was spent."""

    fighter: int
    to: str
    feet: int = 0
    action: bool = False
    clause: str = "knave.turn.move"


class Placed(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="placed"):
    """A fighter is at another place because the referee says so."""

    fighter: int
    at: str
    reason: str
    clause: str = ""


class Pushed(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pushed"):
    """A fighter was pushed out of the other's reach."""

    fighter: int
    by: int
    clause: str = "knave.stunt"


class Passed(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="passed"):
    """What was left of a turn went by."""

    fighter: int
    clause: str = "knave.turn.action"


class TurnEnded(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="turn_ended"):
    """A turn is over, and with it what lasted until then."""

    fighter: int
    clause: str = "knave.turn.action"


class Fell(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="fell"):
    """A fighter went down."""

    fighter: int
    fate: Literal["unconscious", "dead"]
    clause: str


class Rose(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="rose"):
    """A fighter is up again: its hit points are above 0 (K47); one whose camp has acted `waits` for the next round."""

    fighter: int
    waits: bool = False
    clause: str = "knave.hp.unconscious"


class MoraleCalled(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="morale_called"):
    """A trigger was met; once met it is not met again, unless K56 says each time. `counted` is how many half is of."""

    trigger: Trigger
    later: bool = False
    counted: int = 0
    hidden: bool = True
    clause: str = "knave.morale.triggers"


class MoraleRolled(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="morale_rolled"):
    """A morale roll for these fighters against this rating."""

    fighters: tuple[int, ...]
    rating: int
    holds: bool
    trigger: Trigger
    hidden: bool = True
    clause: str = "knave.morale.check"


class MoraleSkipped(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="morale_skipped"):
    """The trigger passed without a roll."""

    trigger: Trigger
    hidden: bool = True
    clause: str = "knave.morale.check"


class TurnedToFlee(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="turned_to_flee"):
    """A fighter will flee on its own turn (K72)."""

    fighter: int
    clause: str = "knave.morale.check"


class Left(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="left"):
    """A fighter is out of the fight alive."""

    fighter: int
    fate: Literal["fled", "retreated", "parleyed", "taken"]
    clause: str = "knave.morale.check"
    reason: str = ""


class Asked(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="asked"):
    """A decision waits for its seat."""

    pending: Pending
    clause: str


class Answered(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="answered"):
    """The decision that was due has been made."""

    clause: str


class HitPointsRolled(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="hit_points_rolled"):
    """A fighter's hit dice were rolled: these are its hit points, now and at most (K62)."""

    fighter: int
    hp: int
    hidden: bool = True
    clause: str = "knave.monster.hp"


class Overridden(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="overridden"):
    """The referee set a fighter's hit points by hand."""

    fighter: int
    hp: int
    reason: str
    clause: str = ""


class MoraleSet(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="morale_set"):
    """The referee changed a morale rating by hand."""

    fighter: int
    rating: int
    reason: str
    hidden: bool = True
    clause: str = "knave.morale.triggers"


class Granted(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="granted"):
    """The referee granted an edge over a target for a turn, or took one back (0)."""

    actor: int
    target: int
    edge: int
    clause: str = "knave.edge.grounds"


class Modified(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="modified"):
    """The referee gave the actor's next roll a plus or a minus."""

    actor: int
    modifier: int
    clause: str = "knave.roll.modifier"


class Saved(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="saved"):
    """A save was rolled; what hangs on it is the referee's to say."""

    fighter: int
    ability: str
    bonus: int
    target: int
    edge: int
    success: bool
    clause: str = "knave.save.target"


class Arrived(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="arrived"):
    """A fighter is in the fight: its round has come, or the referee says so (K80)."""

    fighter: int
    waits: bool
    reason: str = ""
    clause: str = ""


class Joined(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="joined"):
    """A fighter that was not there joined (K80); `waits` where its side has acted in this round."""

    profile: Profile
    condition: Condition
    waits: bool
    clause: str = ""


class Ended(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="ended"):
    """The fight is over: a camp has nobody left who is up (K44), or the referee says so."""

    winner: str | None
    reason: str = ""
    clause: str = ""


Event: TypeAlias = (
    RoundBegan
    | Attacked
    | Stunted
    | SpellCast
    | Harmed
    | QualityLost
    | Flagged
    | Tripped
    | GotUp
    | Stunned
    | Dropped
    | TookUp
    | Readied
    | Moved
    | Placed
    | Pushed
    | Passed
    | TurnEnded
    | Fell
    | Rose
    | MoraleCalled
    | MoraleRolled
    | MoraleSkipped
    | TurnedToFlee
    | Left
    | Asked
    | Answered
    | HitPointsRolled
    | Overridden
    | MoraleSet
    | Granted
    | Modified
    | Saved
    | Arrived
    | Joined
    | Ended
)
