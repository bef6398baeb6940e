"""The state of a fight on a grid: what each fighter is, what has become of it, where it stands, and whose turn it is.

All distances and places are in feet. A square is named by its lower left corner, so both numbers are multiples of 5.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from affray.rulesets.d20grid.damage import Damage
from affray.rulesets.d20grid.grid import SIDE
from affray.rulesets.d20grid.rulings import Rulings

SQUARE = SIDE
"""Feet along a side of a square."""

Place: TypeAlias = tuple[int, int]
"""A square, by its lower left corner."""

Kind: TypeAlias = Literal["melee", "ranged", "thrown"]
KINDS: Final[tuple[Kind, ...]] = ("melee", "ranged", "thrown")
"""Thrown weapons are ranged ones (T39) that can be one of a pair (T41)."""

Flag: TypeAlias = Literal["blind", "concealed", "covered", "hidden", "invisible", "unaware"]
FLAGS: Final[tuple[Flag, ...]] = ("blind", "concealed", "covered", "hidden", "invisible", "unaware")
"""What the map cannot tell. `covered` and `hidden` speak of cover and line of sight, where the map does not (T61)."""

Fate: TypeAlias = Literal["up", "down", "dead"]
UP: Final = "up"

Origin: TypeAlias = Literal["craft", "stack", "other"]
ORIGINS: Final[tuple[Origin, ...]] = ("craft", "stack", "other")

Cost: TypeAlias = Literal["free", "swift", "standard"]


class Weapon(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, cache_hash=True, forbid_unknown_fields=True):
    """A weapon: its dice, what it adds last (`flat`), what an ability multiplies by, and what drawing depends on.

    `reach` is how far a melee weapon strikes. `style` "" is in everybody's style. `subdues` says that it can deal no
    other damage than subdual.
    """

    name: str
    damage: Damage
    kind: Kind = "melee"
    reach: int = SQUARE
    flat: int = 0
    multiplier: int = 1
    style: str = ""
    craft_points: int = 0
    subdues: bool = False


class Bonus(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, cache_hash=True, forbid_unknown_fields=True):
    """Something that adds to damage, or multiplies it, and where it comes from."""

    value: int
    origin: Origin = "other"


class Profile(msgspec.Struct, frozen=True, gc=False, cache_hash=True, forbid_unknown_fields=True):
    """What a fighter is; nothing here changes in a fight.

    `hindered` is what armor takes from attack rolls; what it takes from Defense, speed and initiative has been taken.
    `area` 0 is that of the weapon in hand. `styles` are those that it is trained in, with the points in each; None
    says that no weapon is strange to it.
    """

    name: str
    side: str
    players: bool
    max_hp: int
    defense: int
    speed: int = 30
    strength: int = 0
    dexterity: int = 0
    initiative: int = 0
    class_attack_bonus: int = 0
    hindered: int = 0
    attacks: int = 1
    area: int = 0
    absorb: int = 0
    weapons: tuple[Weapon, ...] = ()
    styles: tuple[tuple[str, int], ...] | None = None
    passives: tuple[Bonus, ...] = ()
    multipliers: tuple[Bonus, ...] = ()


class Condition(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What has become of a fighter, and where it is.

    `drawn` are the weapons in hand, the one that it wields first; `dropped` lie on the ground. `pool` is what armor
    can still absorb. `opportunity` and `immediate` say that it has those of its turn left, `owes_swift` that its next
    Swift is spent (T08). `behind` are those behind whom it is.
    """

    hp: int
    at: Place
    subdual: int = 0
    fate: Fate = UP
    drawn: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()
    pool: int = 0
    opportunity: bool = True
    immediate: bool = True
    owes_swift: bool = False
    flags: tuple[Flag, ...] = ()
    behind: tuple[int, ...] = ()


class Turn(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The turn that is going on: what is left of it.

    `full` says that a Full Round action was begun, `blows` are attacks of it still to make, `struck` those made.
    `stepped` says that the step of five feet is taken. `drew` and `sheathed` are items, once each in a turn (T10).
    """

    actor: int
    swift: int = 1
    standard: int = 2
    moved: bool = False
    attacked: bool = False
    disengaged: bool = False
    full: bool = False
    blows: int = 0
    struck: int = 0
    stepped: bool = False
    drew: tuple[int, ...] = ()
    sheathed: tuple[int, ...] = ()


class Crossing(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A border that a path crosses: whose area, which way, where the mover is met, and how far it has come when asked.

    `place` counts the squares of the path, its start being 0.
    """

    owner: int
    way: Literal["into", "out_of"]
    spot: Place
    place: int


class Passage(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A movement that is not over: its whole path from the start, how far the mover has come, what is to be offered."""

    mover: int
    path: tuple[Place, ...]
    place: int
    crossings: tuple[Crossing, ...] = ()


class Offer(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="offer"):
    """Pending: whether the owner of an area takes its attack of opportunity at one who crosses the border."""

    owner: int
    mover: int
    way: Literal["into", "out_of"]
    spot: Place


class WeaponChoice(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="weapon"):
    """Pending: which of two weapons in hand deals the damage of an attack that hit (T40 `after_hit`)."""

    attacker: int
    target: int
    weapons: tuple[int, ...]
    subdual: bool
    spot: Place


Pending: TypeAlias = Offer | WeaponChoice


class Map(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, cache_hash=True, forbid_unknown_fields=True):
    """The ground: its size, walls along borders of squares, heights and cover.

    Walls are segments (x1, y1, x2, y2), heights rectangles (x, y, width, height, feet), cover rectangles.
    """

    size: Place = (500, 500)
    walls: tuple[tuple[int, int, int, int], ...] = ()
    elevation: tuple[tuple[int, int, int, int, int], ...] = ()
    cover: tuple[tuple[int, int, int, int], ...] = ()


class State(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A fight between two commands; complete, so that nothing else is needed to go on.

    Fighters are numbered by their place in the roster: `profiles[n]` and `conditions[n]` belong together. `entering`
    are those who still roll initiative, `entries` the (fighter, result) of those who have, as long as they matter.
    `order` goes by initiative, `place` is the one whose turn it is (-1 before the first). `surprise` says that the
    round is one of surprise. `pending` decisions come before anything else, then the rest of a `passage`.
    """

    rulings: Rulings
    map: Map
    profiles: tuple[Profile, ...]
    conditions: tuple[Condition, ...]
    round: int = 0
    surprise: bool = False
    entering: tuple[int, ...] = ()
    entries: tuple[tuple[int, int], ...] = ()
    order: tuple[int, ...] = ()
    place: int = -1
    turn: Turn | None = None
    pending: tuple[Pending, ...] = ()
    passage: Passage | None = None
    over: bool = False
    winner: str | None = None


def is_foe(state: State, one: int, other: int) -> bool:
    """Whether two fighters are of different sides."""
    return state.profiles[one].side != state.profiles[other].side


def foes_of(state: State, fighter: int) -> tuple[int, ...]:
    """The conscious enemies, in the order of the roster."""
    conditions, profiles = state.conditions, state.profiles
    side = profiles[fighter].side
    return tuple([one for one, profile in enumerate(profiles) if profile.side != side and conditions[one].fate == UP])


def sides_up(state: State) -> tuple[str, ...]:
    """The sides that have somebody conscious."""
    pairs = zip(state.profiles, state.conditions, strict=True)
    return tuple(dict.fromkeys([profile.side for profile, one in pairs if one.fate == UP]))


def sides_of(state: State) -> tuple[str, ...]:
    """The sides, in the order of the roster."""
    return tuple(dict.fromkeys([profile.side for profile in state.profiles]))


def wielded(state: State, fighter: int) -> Weapon | None:
    """The weapon that a fighter wields: the first in its hands (T33)."""
    drawn = state.conditions[fighter].drawn
    return state.profiles[fighter].weapons[drawn[0]] if drawn else None


def is_ranged(weapon: Weapon) -> bool:
    """Whether attacks with it are ranged ones: it shoots, or is thrown."""
    return weapon.kind != "melee"
