"""The state of a Knave fight: what each fighter is, what has become of it, and whose turn it is."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from affray.rulesets.knave.rulings import Rulings

UP: Final = "up"
UNCONSCIOUS: Final = "unconscious"
DEAD: Final = "dead"
COMING: Final = "coming"
Fate: TypeAlias = Literal["coming", "up", "unconscious", "dead", "fled", "retreated", "parleyed", "taken"]

PARTY, FOES = 0, 1
"""The two camps of a fight (K41): the players' side, and every other side together."""

UNARMORED = 11
UNARMED = -1
"""The weapon number of bare hands."""

MOVE = 40
"""Feet of one move (knave.turn.move)."""

Ability: TypeAlias = Literal["str", "dex", "con", "int", "wis", "cha"]
ABILITIES: Final[tuple[Ability, ...]] = ("str", "dex", "con", "int", "wis", "cha")
EffectKind: TypeAlias = Literal[
    "stun", "disarm", "shove", "off_balance", "distracted", "out", "flee", "damage", "sunder", "none"
]


class Damage(msgspec.Struct, frozen=True, gc=False, cache_hash=True, forbid_unknown_fields=True):
    """Damage dice as printed, as (count, sides) in their order, and the flat number added to them."""

    dice: tuple[tuple[int, int], ...]
    flat: int = 0


class Weapon(msgspec.Struct, frozen=True, gc=False, cache_hash=True, forbid_unknown_fields=True):
    """A weapon, or what a monster strikes with: `blows` is one damage, or several for a routine.

    One without `quality` cannot break. `hands` matters to one who also wears a shield.
    """

    name: str
    blows: tuple[Damage, ...]
    kind: Literal["melee", "ranged"] = "melee"
    quality: int | None = None
    tags: tuple[str, ...] = ()
    hands: int = 1


class Effect(msgspec.Struct, frozen=True, gc=False, cache_hash=True, forbid_unknown_fields=True):
    """What a spell or a stunt does to one who does not resist: a word, and dice where it does damage."""

    kind: EffectKind
    damage: Damage | None = None


class Spell(msgspec.Struct, frozen=True, gc=False, cache_hash=True, forbid_unknown_fields=True):
    """A spell: the ability that resists it, and what it does otherwise."""

    name: str
    save: Ability
    on_fail: Effect


class Profile(msgspec.Struct, frozen=True, gc=False, cache_hash=True, forbid_unknown_fields=True):
    """What a fighter is; nothing here changes in a fight but by the referee's word.

    `body` is the armor defense of its body armor (11 for none, or the one number given for all of it), `bare` what is
    left of that when the armor is destroyed. `kind` is the name that a group of alike ones shares. `melee_bonus` and
    `ranged_bonus` are added to attacks, `level` is the ability bonus of one who has no ability scores. `hireling_of` is
    the number of the employer, `start` the place where the fighter comes in (K19). `hp_dice` are rolled before the
    first round, or when the fighter joins later (K62).
    """

    name: str
    kind: str
    side: str
    camp: int
    max_hp: int
    level: int
    melee_bonus: int
    ranged_bonus: int = 0
    body: int = UNARMORED
    bare: int = UNARMORED
    shield: bool = False
    helmet: bool = False
    weapons: tuple[Weapon, ...] = ()
    spells: tuple[Spell, ...] = ()
    morale: int | None = None
    leader: bool = False
    weak_to: tuple[str, ...] = ()
    bonuses: tuple[int, int, int, int, int, int] | None = None
    hireling_of: int | None = None
    paid: bool = True
    hidden: bool = False
    joins: int = 0
    start: str = ""
    hp_dice: Damage | None = None


class Condition(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What has become of a fighter. Qualities count down to 0 (destroyed); None cannot break.

    `flags` last until somebody changes them, `passing` ones until its next turn ends. `tripped` lasts until it rises,
    `stunned` costs its next action. `dropped` are weapons on the floor, `flung` those of them that it threw itself,
    `lying` the places of those that lie elsewhere (in zones). `cast` are spells that are used up, `slung` says that the
    shield is put away for a weapon of two hands. `at` is the place in zones, `advanced` the feet gone towards the other
    side (K74).
    """

    hp: int
    fate: Fate = UP
    fleeing: bool = False
    body: int | None = None
    shield: int | None = None
    helmet: int | None = None
    weapons: tuple[int | None, ...] = ()
    flags: tuple[str, ...] = ()
    passing: tuple[str, ...] = ()
    tripped: bool = False
    stunned: bool = False
    dropped: tuple[int, ...] = ()
    flung: tuple[int, ...] = ()
    lying: tuple[tuple[int, str], ...] = ()
    cast: tuple[int, ...] = ()
    slung: bool = False
    shots: int | None = None
    at: str = ""
    advanced: int = 0


class Turn(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The turn that is open: whose it is, and what of it is spent.

    `blow` counts the attacks of a routine made with `weapon`; `owed` is the half of fighting dirty (choice B) that is
    still to come against `against`. `over` says that the action is spent: all that may be left is a move. `walked` are
    the feet of the move that have been gone, where feet are counted (K74).
    """

    actor: int
    moved: bool = False
    over: bool = False
    swapped: bool = False
    weapon: int = UNARMED
    blow: int = 0
    against: int | None = None
    owed: Literal["", "attack", "stunt"] = ""
    dirty: bool = False
    walked: int = 0


class Trigger(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What calls for a morale roll, and of whom: "" is all enemies, else the kind of that name (K73).

    A hireling's own triggers name the hireling by its number.
    """

    kind: Literal["half", "leader", "lone", "unpaid", "employer", "called"]
    group: str = ""
    fighter: int | None = None


class PieceChoice(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="piece"):
    """Pending: which piece of the target's armor loses a point (K24); `hurt` says whether it lost hit points."""

    seat: int
    target: int
    hurt: bool = True
    clause: str = "knave.critical.armor"


class MoraleChoice(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="morale"):
    """Pending: whether the referee calls for the morale roll (K70)."""

    trigger: Trigger


class BreakChoice(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="break"):
    """Pending: what an enemy whose morale failed does (K59)."""

    fighter: int


class IdealChoice(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="ideal"):
    """Pending: whether the weapon is the ideal one for this attack (K02); `to` says where a foe who leaves is going."""

    actor: int
    target: int
    weapon: int
    thrown: bool = False
    dirty: bool = False
    to: str | None = None


class FreeAttack(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="free_attack"):
    """Pending: whether a foe strikes at one who leaves melee (K43), and where the mover is going."""

    seat: int
    mover: int
    to: str


class LeaveChoice(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="leave"):
    """Pending: whether one who wants to leave the fight gets away (K81)."""

    fighter: int


class TakenChoice(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="taken"):
    """Pending: whether one under a spell counts as out of the fight (K82)."""

    fighter: int


Pending: TypeAlias = PieceChoice | MoraleChoice | BreakChoice | IdealChoice | FreeAttack | LeaveChoice | TakenChoice


class State(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A fight between two commands; complete, so that nothing else is needed to go on.

    Fighters are numbered by their place in the roster: `profiles[n]` and `conditions[n]` belong together, `camps`
    lists the numbers of each camp. `first` is the camp that acts first in this round (None before initiative), `order`
    the numbers of all fighters in the order in which they act within a camp where that is not the roster's (K40),
    `acted` those whose action is spent, ascending, `turn` the turn that is open. `pending` decisions come before any
    turn, the first one first.

    `adjacent` are pairs (lower number first) of those in melee reach of each other, `struck` pairs (attacker, target)
    of who attacked whom in melee as far as K20 asks for it. `grants` are (actor, target, edge) given by the referee for
    the actor's next turn, `modifiers` (actor, plus or minus) for its next roll. `starting` are the numbers of enemies
    that K56 counts from, as (group, number), once its first roll has been made.
    """

    rulings: Rulings
    profiles: tuple[Profile, ...]
    conditions: tuple[Condition, ...]
    camps: tuple[tuple[int, ...], tuple[int, ...]]
    round: int = 0
    first: int | None = None
    order: tuple[int, ...] = ()
    acted: tuple[int, ...] = ()
    turn: Turn | None = None
    pending: tuple[Pending, ...] = ()
    checked: tuple[Trigger, ...] = ()
    due: tuple[Trigger, ...] = ()
    starting: tuple[tuple[str, int], ...] = ()
    adjacent: tuple[tuple[int, int], ...] = ()
    struck: tuple[tuple[int, int], ...] = ()
    grants: tuple[tuple[int, int, int], ...] = ()
    modifiers: tuple[tuple[int, int], ...] = ()
    over: bool = False
    winner: str | None = None


def pair(one: int, other: int) -> tuple[int, int]:
    """Two fighters as `State.adjacent` has them."""
    return (one, other) if one < other else (other, one)


def ability_bonus(profile: Profile, ability: Ability) -> int:
    """The bonus of an ability: the score's, or the level of one who has no scores (knave.monster.saves)."""
    return profile.bonuses[ABILITIES.index(ability)] if profile.bonuses else profile.level


def can_use(state: State, fighter: int, weapon: int) -> bool:
    """Whether the weapon is whole and in hand."""
    condition = state.conditions[fighter]
    return condition.weapons[weapon] != 0 and weapon not in condition.dropped


def usable(state: State, fighter: int) -> int:
    """The first melee weapon of the fighter that is whole and in hand, or `UNARMED`."""
    condition = state.conditions[fighter]
    for number, weapon in enumerate(state.profiles[fighter].weapons):
        if weapon.kind == "melee" and condition.weapons[number] != 0 and number not in condition.dropped:
            return number
    return UNARMED


def is_pc(profile: Profile) -> bool:
    """Whether a player's character: of the players' side and no hireling."""
    return profile.camp == PARTY and profile.hireling_of is None


def is_standing(state: State, camp: int) -> bool:
    """Whether the camp has anybody who is up."""
    for one in state.camps[camp]:  # noqa: SIM110 - asked whenever anybody falls; a generator costs more than the answer
        if state.conditions[one].fate == UP:
            return True
    return False


def side_name(state: State, camp: int) -> str:
    """The name of a camp: its side, or its sides joined where several fight together."""
    names = dict.fromkeys([state.profiles[number].side for number in state.camps[camp]])
    return " and ".join(names)
