"""What an attack is rolled with: its inputs, read off the state in the order of the text."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from affray.rules import rule
from affray.rulesets.knave.events import Roller
from affray.rulesets.knave.ground import space
from affray.rulesets.knave.rulings import Rulings
from affray.rulesets.knave.state import (
    UNARMED,
    UNCONSCIOUS,
    UP,
    Damage,
    Profile,
    State,
    Turn,
    ability_bonus,
    can_use,
    is_pc,
)

FLAGS = ("unaware", "lower_ground", "off_balance", "disarmed", "distracted", "bound", "asleep")
"""The grounds of advantage that a fight file and the referee may state (K03)."""

BARE_HANDS = {"d2": Damage(((1, 2),)), "d4": Damage(((1, 4),)), "one": Damage((), 1)}


class Means(msgspec.Struct, frozen=True, gc=False):
    """What an attack is made with, as far as that depends on nothing but who attacks whom with what.

    `shot` is a ranged attack, `shoots` one that is not thrown. `blows` are the attacks of one action, `bonus` is added
    to the d20, `against` is what a rolling defender must beat. `ideal` is None where the referee says whether the
    weapon is (K02), `engages` says that the attack binds its target (K20), `near` that every foe is within one
    move (K74).
    """

    shot: bool
    shoots: bool
    blows: tuple[Damage, ...]
    bonus: int
    against: int
    roller: Roller
    ideal: bool | None
    engages: bool
    near: bool
    clause: str


@lru_cache(maxsize=4096)
def means_of(rulings: Rulings, attacker: Profile, target: Profile, weapon: int, thrown: bool) -> Means:
    """What one attacks another with; kept, because a fight asks for the same few again and again."""
    shot = thrown or (weapon != UNARMED and attacker.weapons[weapon].kind == "ranged")
    bonus = attack_bonus(attacker, shot)
    return Means(
        shot,
        shot and not thrown,
        blows_of(rulings, attacker, weapon),
        bonus,
        attack_defense(attacker, rulings, shot, bonus),
        who_rolls(rulings, attacker, target),
        is_ideal(rulings, attacker, target, weapon),
        not shot and engagement(rulings) != "adjacent_hostile",
        space(rulings)[0] == "free",
        "knave.attack.ranged" if shot else "knave.attack.hit",
    )


@rule("knave.attack.melee", "knave.attack.ranged", "knave.ability.use", "K18")
def attack_bonus(profile: Profile, shot: bool) -> int:
    """What is added to the d20: melee STR, a shot or a throw WIS, a monster its attack bonus."""
    return profile.ranged_bonus if shot else profile.melee_bonus


@rule("knave.attack.defender-rolls", "K12")
def attack_defense(profile: Profile, rulings: Rulings, shot: bool, bonus: int) -> int:
    """What a rolling defender must beat: the defense that belongs to the attacker's bonus."""
    if rulings.attack_defense == "ability_defense":
        return 10 + ability_bonus(profile, "wis" if shot else "str")
    return 10 + bonus


@rule("K13")
def who_rolls(rulings: Rulings, attacker: Profile, target: Profile) -> Roller:
    """Whose d20 settles an attack, a stunt or a spell."""
    choice = rulings.who_rolls
    if choice != "player_facing":
        return choice
    return "defender" if is_pc(target) and not is_pc(attacker) else "attacker"


@rule("knave.attack.damage", "K17")
def bare_hands(rulings: Rulings) -> Damage | None:
    """The damage of an unarmed attack; None where there is no such attack."""
    return BARE_HANDS.get(rulings.unarmed)


@rule("K65")
def blows_of(rulings: Rulings, attacker: Profile, weapon: int) -> tuple[Damage, ...]:
    """The attacks of one action with the weapon: one, or a printed routine."""
    if weapon == UNARMED:
        return (bare_hands(rulings) or Damage(()),)
    blows = attacker.weapons[weapon].blows
    return blows[:1] if rulings.routine == "one_attack" else blows


@rule("knave.attack.ideal-weapon", "K06")
def suits(attacker: Profile, target: Profile, weapon: int) -> bool:
    """Whether the weapon has a tag that this kind of enemy is weak to."""
    return weapon != UNARMED and any(tag in target.weak_to for tag in attacker.weapons[weapon].tags)


@rule("K02")
def is_ideal(rulings: Rulings, attacker: Profile, target: Profile, weapon: int) -> bool | None:
    """Whether the weapon is the ideal one: by the tags, or None: by the referee's word at each attack with a weapon."""
    if rulings.ideal_weapon == "referee":
        return False if weapon == UNARMED or "natural" in attacker.weapons[weapon].tags else None
    return suits(attacker, target, weapon)


@rule("K20")
def engagement(rulings: Rulings) -> str:
    """The reading of K20."""
    return rulings.engaged


def can_melee(state: State, fighter: int) -> bool:
    """Whether the fighter has anything to strike with."""
    if bare_hands(state.rulings) is not None:
        return True
    weapons = state.profiles[fighter].weapons
    return any(one.kind == "melee" and can_use(state, fighter, n) for n, one in enumerate(weapons))


@rule("knave.edge.grounds", "K03", "K46")
def grounds(state: State, target: int) -> int:
    """In how many ways the target is at a disadvantage; one who was tripped is off balance.

    A flag holds until somebody takes it away: no text ends it.
    """
    one = state.conditions[target]
    ways = {*one.flags, *one.passing, *(["off_balance"] if one.tripped else [])}
    return len(ways) + (one.fate == UNCONSCIOUS)


@rule("knave.roll.advantage", "knave.edge.choice", "K38")
def edge_over(state: State, actor: int, target: int, hampered: int = 0) -> int:
    """1 for advantage over the target, -1 for disadvantage; `hampered` counts what else speaks against the actor."""
    one = state.conditions[target]
    if one.fate == UP and not (one.flags or one.passing or one.tripped or state.grants or hampered):
        return 0  # nothing speaks for or against it, as mostly
    helped = grounds(state, target)
    edge = granted(state, actor, target)
    helped, hampered = helped + (edge > 0), hampered + (edge < 0)
    if state.rulings.mixed_edges == "binary":
        helped, hampered = min(helped, 1), min(hampered, 1)
    return (helped > hampered) - (helped < hampered)


@rule("knave.roll.advantage")
def granted(state: State, actor: int, target: int) -> int:
    """The edge that the referee granted the actor; a spell has only this, being neither an attack nor a stunt."""
    return next((edge for one, over, edge in state.grants if (one, over) == (actor, target)), 0)


@rule("knave.edge.choice", "K75")
def is_spent(turn: Turn, target: int, dirty: bool, rulings: Rulings) -> bool:
    """Whether an advantage is used up in this turn: by fighting dirty (choice B), or by the first roll of a routine."""
    if dirty or (turn.dirty and turn.against == target):
        return True
    return bool(turn.blow) and not turn.over and rulings.routine_edge == "first_roll"


@rule("knave.roll.modifier", "K79")
def modifier_of(state: State, actor: int) -> int:
    """The plus or minus that the referee gave the actor's next roll."""
    return sum([number for one, number in state.modifiers if one == actor]) if state.modifiers else 0
