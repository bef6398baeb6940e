"""An attack by brute force over the raw faces of every die, from the clauses; it shares nothing with the code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple, TypeAlias

Result: TypeAlias = tuple[bool, int, int, int]
"""Whether it hit, the damage, and the points of quality that armor and weapon lost."""

DEFAULTS = {
    "K08": "literal",
    "K09": "literal",
    "K10": "kept",
    "K11": "mirror",
    "K14": "one_die",
    "K15": "stack",
    "K27": "after_damage",
}


class Position(NamedTuple):
    """What an attack is made with. `dice` are the sides of every die of the damage, one by one."""

    bonus: int
    armor: int
    dice: tuple[int, ...] = (3,)
    flat: int = 0
    edge: int = 0
    ideal: bool = False
    roller: str = "attacker"
    weapon_quality: int = 0
    attack_defense: int | None = None


class Settled(NamedTuple):
    """What the d20 decided, before damage is thrown."""

    hit: bool
    critical: bool
    armor_lost: bool
    weapon_lost: bool


def faces_thrown(at: Position, rulings: Mapping[str, str]) -> list[tuple[int, ...]]:
    """Every way the d20 or the two d20 can fall."""
    one_die = at.edge == 0 or (at.roller == "defender" and rulings["K11"] == "unmirrored")
    return list(product(range(1, 21), repeat=1 if one_die else 2))


def settle(at: Position, faces: tuple[int, ...], rulings: Mapping[str, str]) -> Settled:
    """What these faces decide. A defender's face n is an attacker's 21 - n (knave.attack.defender-rolls)."""
    if at.roller == "attacker":
        kept = max(faces) if at.edge > 0 else min(faces)
        hit = kept + at.bonus > at.armor
        as_attacker, kept_as_attacker = list(faces), kept
    else:
        kept = min(faces) if at.edge > 0 else max(faces)
        defense = 10 + at.bonus if at.attack_defense is None else at.attack_defense
        hit = kept + (at.armor - 10) <= defense
        as_attacker, kept_as_attacker = [21 - face for face in faces], 21 - kept

    natural = [kept_as_attacker] if rulings["K10"] == "kept" else as_attacker
    if rulings["K10"] == "either" and 20 in natural and 1 in natural:
        natural = [kept_as_attacker]
    twenty, one = 20 in natural, 1 in natural

    if twenty and rulings["K08"] == "auto_hit" and not (one and rulings["K09"] == "auto_miss"):
        hit = True
    if one and rulings["K09"] == "auto_miss" and not (twenty and rulings["K08"] == "auto_hit"):
        hit = False
    critical = twenty and (hit or rulings["K08"] == "literal")
    armor_lost = twenty and (hit or rulings["K08"] != "needs_hit")
    weapon_lost = one and not (rulings["K09"] == "only_on_miss" and hit)
    return Settled(hit, critical, armor_lost, weapon_lost)


def damage_dice(at: Position, settled: Settled, rulings: Mapping[str, str]) -> tuple[tuple[int, ...], int]:
    """The sides of every die that is thrown for damage, and the number added."""
    if rulings["K27"] == "before_damage" and settled.weapon_lost and at.weapon_quality == 1:
        return (), 0
    dice, flat = (at.dice, at.flat) if settled.hit else ((), 0)
    more = (1 if settled.hit and at.ideal else 0) + (1 if settled.critical else 0)
    if rulings["K15"] == "no_stack":
        more = min(more, 1)
    highest = (max(at.dice),) if at.dice else ()
    extra = {"one_die": at.dice[:1], "full_roll": at.dice, "highest_die": highest}[rulings["K14"]]
    for _ in range(more):
        dice, flat = dice + extra, flat + (at.flat if rulings["K14"] == "full_roll" else 0)
    return dice, flat


def brute_force(at: Position, **changed: str) -> dict[Result, Fraction]:
    """Every outcome of the attack with its chance; `changed` are rulings that are not at their default."""
    rulings = DEFAULTS | changed
    thrown = faces_thrown(at, rulings)
    table: dict[Result, Fraction] = {}
    for settled, times in Counter(settle(at, faces, rulings) for faces in thrown).items():
        dice, flat = damage_dice(at, settled, rulings)
        sums = Counter(map(sum, product(*(range(1, sides + 1) for sides in dice))))
        for total, ways in sums.items():
            damage = max(total + flat, 1) if dice else total + flat
            result = (settled.hit, damage, int(settled.armor_lost), int(settled.weapon_lost))
            chance = Fraction(times, len(thrown)) * Fraction(ways, sums.total())
            table[result] = table.get(result, Fraction(0)) + chance
    return table
