"""How small and how large the numbers of a fighter may be: what fight files allow, and what a position may hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from affray.rulesets.d20grid.state import SQUARE, Bonus, Profile, Weapon

MOST_FIGHTERS: Final = 100
MOST_WEAPONS: Final = 20
MOST_BONUSES: Final = 20


class Limit(NamedTuple):
    """The least and the most."""

    low: int
    high: int


HP: Final = Limit(-9_999, 9_999)
MAX_HP: Final = Limit(1, 9_999)
SUBDUAL: Final = Limit(0, 9_999)
DEFENSE: Final = Limit(1, 60)
ABILITY: Final = Limit(-10, 40)
INITIATIVE: Final = Limit(-100, 100)
CLASS_ATTACK_BONUS: Final = Limit(-100, 100)
ATTACKS: Final = Limit(1, 20)
ABSORB: Final = Limit(0, 999)
PENALTY: Final = Limit(0, 40)
POINTS: Final = Limit(0, 100)
PASSIVE: Final = Limit(-999, 999)
MULTIPLIER: Final = Limit(1, 10)

MAP_SIDE: Final = Limit(SQUARE, 1_000)
HEIGHT: Final = Limit(-1_000, 1_000)

SPEED: Final = Limit(0, 1_000)
AREA: Final = Limit(5, 100)
REACH: Final = Limit(5, 100)
"""These three are feet, in multiples of 5."""


def wrong_numbers(profile: Profile) -> str | None:
    """Which number of a sheet no fight file could have given, and what it may be; None where all are right."""
    for what, number, limit in _numbers(profile):
        if not limit.low <= number <= limit.high:
            return f"{profile.name}: {what} is {limit.low} to {limit.high}, not {number}"
    feet = [("speed", profile.speed), ("area", profile.area)]
    feet += [(f"the reach of the {weapon.name}", weapon.reach) for weapon in profile.weapons]
    for what, number in feet:
        if number % SQUARE:
            return f"{profile.name}: {what} is a multiple of {SQUARE} feet, not {number}"
    return None


def _numbers(profile: Profile) -> Iterator[tuple[str, int, Limit]]:
    yield "max_hp", profile.max_hp, MAX_HP
    yield "defense", profile.defense, _hindered(DEFENSE)
    yield "speed", profile.speed, SPEED
    yield "strength", profile.strength, ABILITY
    yield "dexterity", profile.dexterity, ABILITY
    yield "initiative", profile.initiative, _hindered(INITIATIVE)
    yield "class_attack_bonus", profile.class_attack_bonus, CLASS_ATTACK_BONUS
    yield "hindered", profile.hindered, PENALTY
    yield "attacks", profile.attacks, ATTACKS
    if profile.area:  # 0 is that of the weapon in hand
        yield "area", profile.area, AREA
    yield "absorb", profile.absorb, ABSORB
    yield "the number of weapons", len(profile.weapons), Limit(0, MOST_WEAPONS)
    for weapon in profile.weapons:
        yield from _of_weapon(weapon)
    yield from (("the points in a style", points, POINTS) for _, points in profile.styles or ())
    yield from _of_bonuses("passives", profile.passives, PASSIVE)
    yield from _of_bonuses("multipliers", profile.multipliers, MULTIPLIER)


def _hindered(limit: Limit) -> Limit:
    """What is left of a number when armor has taken its part."""
    return Limit(limit.low - PENALTY.high, limit.high)


def _of_weapon(weapon: Weapon) -> Iterator[tuple[str, int, Limit]]:
    yield f"the reach of the {weapon.name}", weapon.reach, REACH
    yield f"flat of the {weapon.name}", weapon.flat, PASSIVE
    yield f"the multiplier of the {weapon.name}", weapon.multiplier, MULTIPLIER
    yield f"craft_points of the {weapon.name}", weapon.craft_points, POINTS


def _of_bonuses(what: str, bonuses: tuple[Bonus, ...], limit: Limit) -> Iterator[tuple[str, int, Limit]]:
    yield f"the number of {what}", len(bonuses), Limit(0, MOST_BONUSES)
    yield from ((f"each of {what}", one.value, limit) for one in bonuses)
