"""What an attack is rolled with: its inputs, read off the state in the order of the text."""

from __future__ import annotations

from typing import Literal

from affray.rules import rule
from affray.rulesets.knave.rulings import Rulings
from affray.rulesets.knave.state import PARTY, UNARMED, UNCONSCIOUS, Damage, Profile, State

FLAGS = ("unaware", "lower_ground", "off_balance", "disarmed", "distracted", "bound", "asleep")
"""The grounds of advantage that a fight file may state (K03)."""

BARE_HANDS = {"d2": Damage(((1, 2),)), "d4": Damage(((1, 4),)), "one": Damage((), 1)}


@rule("K13")
def who_rolls(state: State, attacker: int, target: int) -> Literal["attacker", "defender"]:
    """Whose d20 settles the attack."""
    choice = state.rulings.who_rolls
    if choice != "player_facing":
        return choice
    camps = (state.profiles[attacker].camp, state.profiles[target].camp)
    return "defender" if camps[1] == PARTY != camps[0] else "attacker"


@rule("knave.attack.defender-rolls", "K12")
def attack_defense(profile: Profile, rulings: Rulings) -> int:
    """What a rolling defender must beat: the defense that belongs to the attacker's bonus."""
    if rulings.attack_defense == "ability_defense":
        return 10 + (profile.bonuses[0] if profile.bonuses else profile.level)
    return 10 + profile.melee_bonus


@rule("knave.attack.damage", "K17")
def bare_hands(rulings: Rulings) -> Damage | None:
    """The damage of an unarmed attack; None where there is no such attack."""
    return BARE_HANDS.get(rulings.unarmed)


def damage_of(state: State, attacker: int, weapon: int) -> Damage:
    """The damage dice of the weapon, or of bare hands."""
    if weapon == UNARMED:
        return bare_hands(state.rulings) or Damage(())
    return state.profiles[attacker].weapons[weapon].damage


@rule("knave.attack.ideal-weapon", "K02", "K06")
def is_ideal(state: State, attacker: int, target: int, weapon: int) -> bool:
    """Whether the weapon has a tag that this kind of enemy is weak to."""
    weak_to = state.profiles[target].weak_to
    if not weak_to or weapon == UNARMED:
        return False
    return any(tag in weak_to for tag in state.profiles[attacker].weapons[weapon].tags)


@rule("knave.edge.grounds", "K03", "K46")
def edge_over(state: State, target: int) -> int:
    """1 for advantage over the target, 0 for none. A flag holds until somebody takes it away: no text ends it."""
    condition = state.conditions[target]
    return 1 if condition.flags or condition.fate == UNCONSCIOUS else 0
