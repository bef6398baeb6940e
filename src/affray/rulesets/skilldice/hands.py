"""Which die a fighter rolls, and under what ceiling."""

from __future__ import annotations

from affray.rules import rule
from affray.rulesets.skilldice.formulas import DICE, Hand
from affray.rulesets.skilldice.harm import track
from affray.rulesets.skilldice.rulings import Rulings
from affray.rulesets.skilldice.state import BODY, Condition, Profile, Skill, State, place_of


def hand_of(state: State, fighter: int, skill: Skill, dice: int = 1, *, crushed: bool = False) -> Hand:
    """What the fighter rolls for a Skill: `dice` are those of an effort, `crushed` says that its armour is no help."""
    return hand(state.profiles[fighter], state.conditions[fighter], state.rulings, skill, dice, crushed=crushed)


def hand(
    profile: Profile, condition: Condition, rulings: Rulings, skill: Skill, dice: int = 1, *, crushed: bool = False
) -> Hand:
    """What somebody of this profile in this condition rolls for a Skill; see `hand_of`."""
    at = place_of(skill)
    die = without_armour(profile, rulings) if crushed and at == BODY else profile.sides[at]
    die, end = stepped(die, condition.step if has_steps(rulings) else 0)
    ceiling = track(profile, condition, skill, rulings).ceiling
    return Hand(die, ceiling, profile.sides[at], dice, floor_of(profile, at, rulings), edge_of(condition, end, rulings))


@rule("skilldice.armour", "skilldice.weapon.crushing", "D31")
def without_armour(profile: Profile, rulings: Rulings) -> int:
    """The Body die without the armour: the one on the sheet, or one step down the ladder (a d4 stays one)."""
    if rulings.without_armour == "field":
        return profile.bare
    return DICE[max(DICE.index(profile.sides[BODY]) - 1, 0)]


@rule("skilldice.weapon.crushing", "D50")
def crushes(profile: Profile, skill: Skill, rulings: Rulings, *, attacking: bool) -> bool:
    """Whether one who rolls this Skill fights with a weapon that armour is no help against."""
    if profile.weapon != "crushing" or skill != "body":
        return False
    return attacking or rulings.crushing == "both_ways"


# Optional modules


@rule("D45")
def floor_of(profile: Profile, at: int, rulings: Rulings) -> int:
    """The points of training under a roll, where the table plays with them."""
    return profile.training[at] if rulings.training == "floors" else 0


@rule("D54")
def has_effects(rulings: Rulings) -> bool:
    """Whether one can be helped or hindered."""
    return rulings.effects == "directions"


@rule("D55")
def has_steps(rulings: Rulings) -> bool:
    """Whether dice can step up and down the ladder."""
    return rulings.die_steps == "ladder"


@rule("D54")
def edge_of(condition: Condition, end: int, rulings: Rulings) -> int:
    """Helped or hindered, once; `end` counts a step past the end of the ladder."""
    edge = end + (condition.edge if has_effects(rulings) else 0)
    return (edge > 0) - (edge < 0)


@rule("D55")
def stepped(die: int, step: int) -> tuple[int, int]:
    """The die after a step, and the edge that a step past the end of the ladder is instead."""
    at = DICE.index(die) + step
    if 0 <= at < len(DICE):
        return DICE[at], 0
    return die, step
