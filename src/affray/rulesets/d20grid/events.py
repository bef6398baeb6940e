"""What can happen: facts in the past tense, each with the clause that caused it.

What a ruling decided is written into the event: whoever folds events reads no ruling.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from affray.rulesets.d20grid.state import Cost, Crossing, Flag, Offer, Pending, Place

BUDGET = "d20grid.turn.budget"

Edges: TypeAlias = tuple[tuple[str, int], ...]
"""The sources of advantage (1) and disadvantage (-1) of an attack, by name."""


class RoundBegan(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="round_began"):
    """A new round, of `surprise` or not.

    `entering` are those who roll initiative, `noticed` those who are unaware no longer. Attacks of opportunity come
    back to those `renewed`, armor absorbs anew for those `refilled`.
    """

    surprise: bool = False
    entering: tuple[int, ...] = ()
    noticed: tuple[int, ...] = ()
    renewed: tuple[int, ...] = ()
    refilled: tuple[int, ...] = ()
    clause: str = BUDGET


class Entered(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="entered"):
    """A fighter rolled initiative."""

    fighter: int
    modifier: int
    result: int
    clause: str = BUDGET


class Ordered(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="ordered"):
    """The order is fixed, the first one first; `kept` says that somebody is still to roll (T55)."""

    order: tuple[int, ...]
    kept: bool = False
    clause: str = BUDGET


class TurnCame(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="turn_came"):
    """A fighter's turn. `passed` are those whose place in the order has come as well, and who could not act.

    `swift` are the Swift actions that it has (T08). Attacks of opportunity come back to those `renewed`, armor absorbs
    anew for those `refilled`.
    """

    place: int
    fighter: int
    swift: int = 1
    passed: tuple[int, ...] = ()
    renewed: tuple[int, ...] = ()
    refilled: tuple[int, ...] = ()
    clause: str = BUDGET


class TurnEnded(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="turn_ended"):
    """A fighter's turn is over."""

    fighter: int
    clause: str = BUDGET


class RoundEnded(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="round_ended"):
    """The last turn of the round is over; the rest as in `TurnCame`."""

    passed: tuple[int, ...] = ()
    renewed: tuple[int, ...] = ()
    refilled: tuple[int, ...] = ()
    clause: str = BUDGET


# Moving


class MoveBegan(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="move_began"):
    """A movement was declared: its whole path from the start, its length, the borders where somebody may attack."""

    fighter: int
    path: tuple[Place, ...]
    feet: int
    crossings: tuple[Crossing, ...] = ()
    clause: str = BUDGET


class Moved(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="moved"):
    """The mover went along its path as far as this square, the `place`th after the start."""

    fighter: int
    to: Place
    place: int
    clause: str = BUDGET


class MoveEnded(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="move_ended"):
    """The movement is over; `stopped` says that the mover did not get to the end of its path."""

    fighter: int
    stopped: bool
    clause: str = BUDGET


class Stepped(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="stepped"):
    """The step of five feet, to where it began if somebody unseen is there; `last`: no attack follows (T62)."""

    fighter: int
    start: Place
    to: Place
    last: bool
    clause: str = "d20grid.turn.full"


class Offered(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="offered"):
    """Somebody may take an attack of opportunity; `crossings` are those that come after it."""

    offer: Offer
    crossings: tuple[Crossing, ...] = ()
    clause: str = "d20grid.aoo.trigger"


class Declined(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="declined"):
    """It does not take it."""

    fighter: int
    clause: str = "d20grid.aoo.trigger"


class Disengaged(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="disengaged"):
    """A fighter gave up its attack to get away."""

    fighter: int
    clause: str = "d20grid.disengage"


# Attacks


class FullBegan(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="full_began"):
    """Both Standards went into a Full Attack of so many attacks."""

    fighter: int
    blows: int
    clause: str = "d20grid.turn.full"


class Attacked(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="attacked"):
    """An attack: what was rolled against, and whether it hit.

    `spends` says what it was, `blows` how many of a Full Attack are left after it. `sure` ones hit without a roll.
    """

    attacker: int
    target: int
    weapon: int
    subdual: bool
    spends: Literal["standard", "full", "opportunity"]
    blows: int
    bonus: int
    defense: int
    edges: Edges
    edge: int
    hit: bool
    sure: bool = False
    clause: str = "d20grid.attack.roll"


class Hurt(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="hurt"):
    """Damage: the total, what armor `absorbed` of it and has left in its `pool`, what went `through`.

    With a weapon: the STR modifier, multipliers and bonuses in it, and whether the dice counted in full.
    """

    fighter: int
    subdual: bool
    total: int
    absorbed: int
    pool: int
    through: int
    weapon: str = ""
    dice: str = ""
    strength: int = 0
    multipliers: tuple[int, ...] = ()
    flat: int = 0
    full: bool = False
    reason: str = ""
    clause: str = "d20grid.damage.order"


class Asked(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="asked"):
    """A decision waits for its seat."""

    pending: Pending
    clause: str = "d20grid.dual-wield"


class Chosen(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="chosen"):
    """The attacker said which weapon deals the damage."""

    fighter: int
    weapon: int
    clause: str = "d20grid.dual-wield"


class Fell(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="fell"):
    """A fighter is unconscious."""

    fighter: int
    clause: str = "d20grid.hp.unconscious"


class Woke(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="woke"):
    """A fighter is conscious again (T45)."""

    fighter: int
    clause: str = "d20grid.hp.unconscious"


class Died(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="died"):
    """A fighter is dead for good."""

    fighter: int
    clause: str = "d20grid.hp.dead"


# Other actions


class Drew(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="drew"):
    """A weapon was drawn, for an action of this cost."""

    fighter: int
    weapon: int
    cost: Cost
    clause: str = "d20grid.draw"


class Sheathed(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="sheathed"):
    """A weapon was sheathed, for an action of this cost."""

    fighter: int
    weapon: int
    cost: Cost
    clause: str = "d20grid.draw"


class Dropped(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="dropped"):
    """A weapon was let go."""

    fighter: int
    weapon: int
    clause: str = "d20grid.draw"


class Acted(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="acted"):
    """An action for something else."""

    fighter: int
    kind: Literal["free", "swift", "standard", "full"]
    what: str
    clause: str = BUDGET


class Reacted(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="reacted"):
    """Something done in another's turn; `swift` says that it takes the next Swift (T08)."""

    fighter: int
    kind: Literal["free", "immediate"]
    what: str
    swift: bool
    clause: str = "d20grid.turn.others"


# The referee


class HpSet(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="hp_set"):
    """The referee set hit points by hand."""

    fighter: int
    hp: int
    reason: str
    clause: str = ""


class SubdualSet(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="subdual_set"):
    """The referee set subdual damage by hand."""

    fighter: int
    subdual: int
    reason: str
    clause: str = ""


class Healed(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="healed"):
    """So much came back: hit points, or subdual damage that went away."""

    fighter: int
    points: int
    subdual: bool
    reason: str
    clause: str = "d20grid.hp.subdual"


class FlagSet(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="flag_set"):
    """The referee said what the map cannot tell."""

    fighter: int
    flag: Flag
    on: bool
    reason: str
    clause: str = "d20grid.edge.sources"


class BehindSet(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="behind_set"):
    """The referee said who is behind whom."""

    fighter: int
    target: int
    on: bool
    reason: str
    clause: str = "d20grid.edge.sources"


class WasPut(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="was_put"):
    """The referee put a fighter on another square."""

    fighter: int
    to: Place
    reason: str
    clause: str = "d20grid.map.squares"


class Ended(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="ended"):
    """The fight is over: at most one side has anybody conscious (T57), or the referee says so."""

    winner: str | None
    reason: str = ""
    clause: str = BUDGET


Event: TypeAlias = (
    RoundBegan
    | Entered
    | Ordered
    | TurnCame
    | TurnEnded
    | RoundEnded
    | MoveBegan
    | Moved
    | MoveEnded
    | Stepped
    | Offered
    | Declined
    | Disengaged
    | FullBegan
    | Attacked
    | Hurt
    | Asked
    | Chosen
    | Fell
    | Woke
    | Died
    | Drew
    | Sheathed
    | Dropped
    | Acted
    | Reacted
    | HpSet
    | SubdualSet
    | Healed
    | FlagSet
    | BehindSet
    | WasPut
    | Ended
)
