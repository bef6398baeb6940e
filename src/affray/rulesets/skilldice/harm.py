"""What harm and healing do to one fighter: pure and small."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from affray.rules import rule
from affray.rulesets.skilldice.rulings import Rulings
from affray.rulesets.skilldice.state import SKILLS, Condition, Profile, Skill, Three, place_of


class Track(NamedTuple):
    """What is left of a Skill: the points that can still be lost, and the ceiling on its rolls; both 0 at the end."""

    left: int
    ceiling: int


@rule("skilldice.stamina.track", "skilldice.stamina.ceiling", "skilldice.scar", "D43", "D44")
def track(profile: Profile, condition: Condition, skill: Skill, rulings: Rulings) -> Track:
    """The points left of the die's sides, which are the ceiling; scars take theirs from both, or from the ceiling."""
    at = place_of(skill)
    left = profile.sides[at] - condition.lost[at]
    if rulings.scar == "cap_only":
        return Track(left, max(left - condition.scars[at], 1) if left else 0)
    whole = max(left - condition.scars[at], 0)
    return Track(whole, whole)


@rule("skilldice.stamina.out", "D17")
def broken(profile: Profile, condition: Condition, rulings: Rulings) -> Skill | None:
    """The first Skill of which nothing is left, or None: then the fighter is not out."""
    for skill in SKILLS:
        if not track(profile, condition, skill, rulings).left:
            return skill
    return None


def with_one(three: Three, skill: Skill, value: int) -> Three:
    """Three values with that of one Skill replaced."""
    values = list(three)
    values[place_of(skill)] = value
    return values[0], values[1], values[2]


def lose(condition: Condition, skill: Skill, points: int) -> Condition:
    """Points of a Skill are lost."""
    return replace(condition, lost=with_one(condition.lost, skill, condition.lost[place_of(skill)] + points))


def regain(condition: Condition, points: Three) -> Condition:
    """Points come back, by Skill, up to the fresh track and no further."""
    body, mind, soul = (max(lost - more, 0) for lost, more in zip(condition.lost, points, strict=True))
    return replace(condition, lost=(body, mind, soul))


def pierce(condition: Condition, skill: Skill) -> Condition:
    """One more wound that bleeds at the end of the round."""
    return replace(condition, wounds=with_one(condition.wounds, skill, condition.wounds[place_of(skill)] + 1))


@rule("skilldice.weapon.piercing", "D27")
def bleeds_again(condition: Condition, rulings: Rulings) -> tuple[bool, bool]:
    """Whether another wound joins those that are there, and whether wounds go on bleeding after the round."""
    choice = rulings.piercing
    return choice != "no_stack" or not any(condition.wounds), choice == "every_round"
