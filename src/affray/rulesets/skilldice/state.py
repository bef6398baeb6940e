"""The state of a fight of Body, Mind and Soul: what each fighter is, what it has left, and whose turn it is."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from affray.rulesets.skilldice.rulings import Rulings

Skill: TypeAlias = Literal["body", "mind", "soul"]
SKILLS: Final[tuple[Skill, ...]] = ("body", "mind", "soul")
BODY, MIND, SOUL = range(3)
"""The places of the Skills in everything that has one value a Skill."""

Three: TypeAlias = tuple[int, int, int]
NOTHING: Final[Three] = (0, 0, 0)

Weapon: TypeAlias = Literal["slashing", "piercing", "crushing", "none"]
WEAPONS: Final[tuple[Weapon, ...]] = ("slashing", "piercing", "crushing", "none")

Manner: TypeAlias = Literal["able", "unaware", "asleep", "bound", "distracted", "moving"]
MANNERS: Final[tuple[Manner, ...]] = ("able", "unaware", "asleep", "bound", "distracted", "moving")
"""What a fighter is doing that bears on whether it can resist (skilldice.helpless)."""

Fate: TypeAlias = Literal["up", "out", "gone", "dead"]
UP: Final = "up"

ACTIONS = 3
"""Actions of a round (skilldice.turn.actions)."""


class Profile(msgspec.Struct, frozen=True, gc=False, cache_hash=True, forbid_unknown_fields=True):
    """What a fighter is; nothing here changes in a fight.

    `sides` are the sides of its three dice, `bare` those of its Body die without the armour. `players` says that it is
    of the players' side. `training` are the floors of its dice (D45).
    """

    name: str
    side: str
    players: bool
    sides: Three
    bare: int
    weapon: Weapon = "none"
    ranged: bool = False
    training: Three = NOTHING


class Condition(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What has become of a fighter: by Skill the points `lost`, the `scars` that weigh, and the `wounds` that bleed.

    `actions` are left of the round. `begun` says that it has had a turn in this fight, `held` that a turn of its has
    ended and its actions may still be spent, `attacks` counts those made since its last turn began. `group` is where it
    stands (D26), `how` what being out looks like, `marks` are scars on the sheet. `edge` is the help (1) or hindrance
    (-1) that it has, `step` the steps of its dice on the ladder (modules).
    """

    lost: Three = NOTHING
    scars: Three = NOTHING
    wounds: Three = NOTHING
    fate: Fate = UP
    manner: Manner = "able"
    actions: int = 0
    begun: bool = False
    held: bool = False
    attacks: int = 0
    group: str = ""
    how: str = ""
    marks: tuple[str, ...] = ()
    edge: Literal[-1, 0, 1] = 0
    step: Literal[-1, 0, 1] = 0


class Strife(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """An attack on its way: who attacks whom with which Skill, and how many actions went into it (D08)."""

    attacker: int
    target: int
    skill: Skill
    dice: int = 1


class Offer(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="offer"):
    """Pending: whether the target defends or takes it."""

    strife: Strife


class SkillChoice(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="skill"):
    """Pending: which Skill the Narrator has one side roll (D11, D52)."""

    strife: Strife
    side: Literal["attacker", "defender"]


class SweepChoice(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="sweep"):
    """Pending: on whom the winner's slashing hit lands, and what it costs there."""

    seat: int
    target: int
    skill: Skill
    cost: int


class OrderChoice(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="order"):
    """Pending: whom the Narrator names next in the order (D01 `narrator`); `named` are those named so far."""

    named: tuple[int, ...] = ()


Pending: TypeAlias = Offer | SkillChoice | SweepChoice | OrderChoice


class State(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A fight between two commands; complete, so that nothing else is needed to go on.

    Fighters are numbered by their place in the roster: `profiles[n]` and `conditions[n]` belong together. `entering`
    are those who still roll for their place, `entries` the (fighter, die, result) of those who have. `order` has a
    group for each place (of several only where ties act together, D02), `place` is the one whose turn it is (-1 before
    the first), `ended` are those of it whose turn is over. `pending` decisions come before any turn, the first one
    first. `rested` have had their respite after this fight, `carers` have given their care.
    """

    rulings: Rulings
    profiles: tuple[Profile, ...]
    conditions: tuple[Condition, ...]
    round: int = 0
    entering: tuple[int, ...] = ()
    entries: tuple[tuple[int, int, int], ...] = ()
    order: tuple[tuple[int, ...], ...] = ()
    place: int = 0
    ended: tuple[int, ...] = ()
    pending: tuple[Pending, ...] = ()
    over: bool = False
    winner: str | None = None
    rested: tuple[int, ...] = ()
    carers: tuple[int, ...] = ()


HELD_FAST: Final = ("asleep", "bound", "unaware")
"""One who is so neither resists nor acts."""


def place_of(skill: Skill) -> int:
    """The place of a Skill in everything that has one value a Skill."""
    return SKILLS.index(skill)


def can_act(state: State, fighter: int) -> bool:
    """Whether the fighter is in the fight and free to act (skilldice.out.kinds, D37)."""
    one = state.conditions[fighter]
    return one.fate == UP and one.manner not in HELD_FAST


def is_foe(state: State, one: int, other: int) -> bool:
    """Whether two fighters are of different sides."""
    return state.profiles[one].side != state.profiles[other].side


def foes_of(state: State, fighter: int) -> tuple[int, ...]:
    """The enemies who are in the fight, in the order of the roster."""
    conditions, profiles = state.conditions, state.profiles
    side = profiles[fighter].side
    return tuple([one for one, profile in enumerate(profiles) if profile.side != side and conditions[one].fate == UP])


def sides_up(state: State) -> tuple[str, ...]:
    """The sides that have somebody in the fight."""
    pairs = zip(state.profiles, state.conditions, strict=True)
    return tuple(dict.fromkeys([profile.side for profile, one in pairs if one.fate == UP]))


def sides_of(state: State) -> tuple[str, ...]:
    """The sides, in the order of the roster."""
    return tuple(dict.fromkeys([profile.side for profile in state.profiles]))
