"""What can happen in a Knave fight: facts in the past tense, each with the clause that caused it.

`hidden` facts are the referee's alone.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from affray.rulesets.knave.state import Pending, Trigger


class RoundBegan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="round_began"):
    """A new round; `first` is the camp that acts first."""

    first: int
    clause: str = "knave.round.initiative"


class Attacked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="attacked"):
    """An attack was settled; its numbers are those that it was rolled with.

    `armor` is what a rolling attacker had to beat, `against` what a rolling defender had to.
    """

    attacker: int
    target: int
    weapon: int
    bonus: int
    armor: int
    edge: int
    ideal: bool
    roller: Literal["attacker", "defender"]
    hit: bool
    damage: int
    against: int = 0
    clause: str = "knave.attack.hit"


class QualityLost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="quality_lost"):
    """An item lost one point: "body", "shield", "helmet", or "weapon" with its number."""

    fighter: int
    item: Literal["body", "shield", "helmet", "weapon"]
    weapon: int = 0
    clause: str = "knave.critical.armor"


class Passed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="passed"):
    """A turn went by without an action."""

    fighter: int
    clause: str = "knave.turn.action"


class Fell(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="fell"):
    """A fighter went down."""

    fighter: int
    fate: Literal["unconscious", "dead"]
    clause: str


class Rose(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="rose"):
    """A fighter is up again: its hit points are above 0 (K47)."""

    fighter: int
    clause: str = "knave.hp.unconscious"


class MoraleCalled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="morale_called"):
    """A trigger was met; once met it is not met again, unless K56 says each time."""

    trigger: Trigger
    later: bool = False
    hidden: bool = True
    clause: str = "knave.morale.triggers"


class MoraleRolled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="morale_rolled"):
    """A morale roll for these fighters against this rating."""

    fighters: tuple[int, ...]
    rating: int
    holds: bool
    trigger: Trigger
    hidden: bool = True
    clause: str = "knave.morale.check"


class MoraleSkipped(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="morale_skipped"):
    """The referee let the trigger pass."""

    trigger: Trigger
    hidden: bool = True
    clause: str = "knave.morale.check"


class TurnedToFlee(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="turned_to_flee"):
    """A fighter will flee on its own turn (K72)."""

    fighter: int
    clause: str = "knave.morale.check"


class Left(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="left"):
    """A fighter is out of the fight alive."""

    fighter: int
    fate: Literal["fled", "retreated", "parleyed"]
    clause: str = "knave.morale.check"


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="asked"):
    """A decision waits for its seat."""

    pending: Pending
    clause: str


class Answered(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="answered"):
    """The decision that was due has been made."""

    clause: str


class Overridden(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="overridden"):
    """The referee set a fighter's hit points by hand."""

    fighter: int
    hp: int
    reason: str
    clause: str = ""


class Ended(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ended"):
    """The fight is over: a camp has nobody left who is up (K44); no winner where both went out at once."""

    winner: str | None
    clause: str = ""


Event: TypeAlias = (
    RoundBegan
    | Attacked
    | QualityLost
    | Passed
    | Fell
    | Rose
    | MoraleCalled
    | MoraleRolled
    | MoraleSkipped
    | TurnedToFlee
    | Left
    | Asked
    | Answered
    | Overridden
    | Ended
)
