"""The state of a Knave fight: what each fighter is, what has become of it, and whose turn it is."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from affray.dice import MOST_DICE, MOST_SIDES, Seat
from affray.rulesets.knave.rulings import Rulings

UP: Final = "up"
UNCONSCIOUS: Final = "unconscious"
DEAD: Final = "dead"
Fate: TypeAlias = Literal["up", "unconscious", "dead", "fled", "retreated", "parleyed"]

PARTY, FOES = 0, 1
"""The two camps of a fight (K41): the players' side, and every other side together."""

UNARMORED = 11
UNARMED = -1
"""The weapon number of bare hands."""


class Damage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Damage dice as printed, as (count, sides) in their order, and the flat number added to them."""

    dice: tuple[tuple[int, int], ...]
    flat: int = 0


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon, or what a monster strikes with. One without `quality` cannot break."""

    name: str
    damage: Damage
    kind: Literal["melee", "ranged"] = "melee"
    quality: int | None = None
    tags: tuple[str, ...] = ()


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a fighter is; nothing here changes in a fight.

    `body` is the armor defense of its body armor (11 for none, or the one number given for all of it), `bare` what is
    left of that when the armor is destroyed. `kind` is the name that a group of alike fighters shares. `melee_bonus` is
    added to melee attacks, `level` is the ability bonus of one who has no ability scores.
    """

    name: str
    kind: str
    side: str
    camp: int
    max_hp: int
    level: int
    melee_bonus: int
    body: int = UNARMORED
    bare: int = UNARMORED
    shield: bool = False
    helmet: bool = False
    weapons: tuple[Weapon, ...] = ()
    morale: int | None = None
    leader: bool = False
    weak_to: tuple[str, ...] = ()
    bonuses: tuple[int, int, int, int, int, int] | None = None


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What has become of a fighter. Qualities count down to 0 (destroyed); None cannot break."""

    hp: int
    fate: Fate = UP
    fleeing: bool = False
    body: int | None = None
    shield: int | None = None
    helmet: int | None = None
    weapons: tuple[int | None, ...] = ()
    flags: tuple[str, ...] = ()


class Trigger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What calls for a morale roll, and of which group: "" is all enemies, else the kind of that name (K73)."""

    kind: Literal["half", "leader", "lone"]
    group: str = ""


class PieceChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="piece"):
    """Pending: which piece of the target's armor loses a point (K24); `hurt` says whether it lost hit points."""

    seat: int
    target: int
    hurt: bool = True


class MoraleChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="morale"):
    """Pending: whether the referee calls for the morale roll (K70)."""

    trigger: Trigger


class BreakChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="break"):
    """Pending: what an enemy whose morale failed does (K59)."""

    fighter: int


Pending: TypeAlias = PieceChoice | MoraleChoice | BreakChoice


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fight between two commands; complete, so that nothing else is needed to go on.

    Fighters are numbered by their place in the roster: `profiles[n]` and `conditions[n]` belong together, `camps`
    lists the numbers of each camp. `first` is the camp that acts first in this round (None before initiative),
    `acted` those whose turn is spent, ascending. `pending` decisions come before any turn, the first one first.
    """

    rulings: Rulings
    profiles: tuple[Profile, ...]
    conditions: tuple[Condition, ...]
    camps: tuple[tuple[int, ...], tuple[int, ...]]
    round: int = 0
    first: int | None = None
    acted: tuple[int, ...] = ()
    pending: tuple[Pending, ...] = ()
    checked: tuple[Trigger, ...] = ()
    due: tuple[Trigger, ...] = ()
    over: bool = False
    winner: str | None = None


def seat_of(pending: Pending) -> Seat:
    """Whom a pending decision waits for."""
    return pending.seat if isinstance(pending, PieceChoice) else "referee"


def usable(state: State, fighter: int) -> int:
    """The first melee weapon of the fighter that is whole, or `UNARMED`."""
    whole = state.conditions[fighter].weapons
    for number, weapon in enumerate(state.profiles[fighter].weapons):
        if weapon.kind == "melee" and whole[number] != 0:
            return number
    return UNARMED


def is_standing(state: State, camp: int) -> bool:
    """Whether the camp has anybody who is up."""
    conditions = state.conditions
    return any([conditions[one].fate == UP for one in state.camps[camp]])


def side_name(state: State, camp: int) -> str:
    """The name of a camp: its side, or its sides joined where several fight together."""
    names = dict.fromkeys(state.profiles[number].side for number in state.camps[camp])
    return " and ".join(names)


def check(state: State) -> str | None:
    """What is wrong in itself with a state that was read from outside; None where nothing is."""
    everybody = range(len(state.profiles))
    if not everybody or len(state.conditions) != len(everybody):
        return "every fighter needs a profile and a condition"
    if sorted((*state.camps[PARTY], *state.camps[FOES])) != list(everybody) or not all(state.camps):
        return "every fighter belongs to one of two camps, and neither is empty"
    if any(state.profiles[one].camp != camp for camp in (PARTY, FOES) for one in state.camps[camp]):
        return "a fighter's camp is not the one that lists it"
    if not {*state.acted} <= {*everybody} or list(state.acted) != sorted({*state.acted}):
        return "those who acted are numbers of fighters, ascending"
    if state.first not in (None, PARTY, FOES):
        return "the camp that acts first is 0 or 1"
    for profile, condition in zip(state.profiles, state.conditions, strict=True):
        if len(condition.weapons) != len(profile.weapons):
            return f"{profile.name}: every weapon needs a quality"
        dice = [die for weapon in profile.weapons for die in weapon.damage.dice]
        if not all(1 <= count <= MOST_DICE and 2 <= sides <= MOST_SIDES for count, sides in dice):
            return f"{profile.name}: damage dice are 1 to {MOST_DICE:,} of 2 to {MOST_SIDES:,} sides"
    asked = [one.target if isinstance(one, PieceChoice) else getattr(one, "fighter", 0) for one in state.pending]
    seats = [one.seat for one in state.pending if isinstance(one, PieceChoice)]
    if not {*asked, *seats} <= {*everybody}:
        return "a decision waits for a fighter who is not there"
    return None
