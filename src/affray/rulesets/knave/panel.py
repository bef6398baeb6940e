"""The combat panel of a sheet: what to roll against every armor and attack, in both forms, with exact odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec
from msgspec.structs import replace

from affray.rules import Odds, rule
from affray.rulesets.knave.attacking import attack_bonus, attack_defense, blows_of
from affray.rulesets.knave.character import Character
from affray.rulesets.knave.company import joined
from affray.rulesets.knave.damage import print_damage
from affray.rulesets.knave.formulas import Blow, attack
from affray.rulesets.knave.harm import armor_defense
from affray.rulesets.knave.legality import may_throw
from affray.rulesets.knave.rulings import Rulings
from affray.rulesets.knave.state import UNARMED, Damage, Profile

ARMORS = range(11, 19)
ATTACKS = range(8)
AGAINST = (Damage(((1, 6),)), Damage(((1, 8),)))
"""Damage that is shown of those who strike at the character."""

Roller = Literal["attacker", "defender"]
Way = Literal["melee", "ranged", "thrown"]


class Strike(msgspec.Struct, frozen=True):
    """One weapon against one armor: exact chances as fractions in text.

    `face` is the least face of the d20 that hits, `foe_face` the least with which a foe who rolls instead is safe; None
    where no face is. `damage` is the mean of one attack, or of a whole routine, without advantage.
    """

    armor: int
    face: int | None
    foe_face: int | None
    hit: str
    advantage: str
    disadvantage: str
    damage: str


class Attack(msgspec.Struct, frozen=True):
    """A weapon as it is rolled: d20 + `bonus` against armor; a foe who rolls must beat `defense` with armor bonus."""

    weapon: str
    die: str
    kind: Way
    bonus: int
    defense: int
    rows: tuple[Strike, ...]


class Struck(msgspec.Struct, frozen=True):
    """An attack with this bonus at the character; `face` is the least with which a player who rolls is safe."""

    bonus: int
    face: int | None
    hit: str
    advantage: str
    disadvantage: str
    damage: dict[str, str]


class Defense(msgspec.Struct, frozen=True):
    """The character's armor, as a number to beat and as a bonus to roll with; less with both hands full of a weapon."""

    armor: int
    bonus: int
    two_handed: int | None
    rows: tuple[Struck, ...]


class Panel(msgspec.Struct, frozen=True):
    """All attacks of a character, and its defense."""

    attacks: tuple[Attack, ...]
    defense: Defense


@rule("knave.attack.panel")
def panel(one: Character, rulings: Rulings, odds: Odds) -> Panel:
    """The panel of a character with what is whole of its gear; bare hands where it has no weapon."""
    # Nobody stands anywhere on a sheet, whatever keeps places in a fight.
    profile, condition = joined(one, replace(rulings, places="unlimited", space="free"))
    numbers = range(len(profile.weapons)) if profile.weapons else (UNARMED,)
    attacks = tuple(
        _attack(profile, number, how, rulings, odds) for number in numbers for how in _ways(profile, number, rulings)
    )
    in_hand = armor_defense(profile, replace(condition, slung=False), rulings)
    slung = armor_defense(profile, replace(condition, slung=True), rulings)
    both_hands = slung != in_hand and any(weapon.hands > 1 for weapon in profile.weapons)
    rows = tuple(_struck(in_hand, bonus, rulings, odds) for bonus in ATTACKS)
    return Panel(attacks, Defense(in_hand, in_hand - 10, slung if both_hands else None, rows))


@rule("knave.attack.melee", "knave.attack.ranged", "K18")
def _ways(profile: Profile, number: int, rulings: Rulings) -> tuple[Way, ...]:
    """How the weapon is used: in melee or from afar, and one that is made for it thrown as well."""
    if number == UNARMED:
        return ("melee",)
    weapon = profile.weapons[number]
    thrown = weapon.kind == "melee" and "thrown" in weapon.tags and may_throw(rulings)
    return (weapon.kind, "thrown") if thrown else (weapon.kind,)


def _attack(profile: Profile, number: int, way: Way, rulings: Rulings, odds: Odds) -> Attack:
    weapon = None if number == UNARMED else profile.weapons[number]
    shot = way != "melee"
    bonus = attack_bonus(profile, shot)
    defense = attack_defense(profile, rulings, shot, bonus)
    blows = blows_of(rulings, profile, number)
    quality = weapon.quality or 0 if weapon is not None else 0
    rows = tuple(_strike(bonus, armor, defense, blows, quality, rulings, odds) for armor in ARMORS)
    return Attack(
        "bare hands" if weapon is None else weapon.name,
        "/".join(map(print_damage, blows)),
        way,
        bonus,
        defense,
        rows,
    )


def _strike(
    bonus: int, armor: int, defense: int, blows: tuple[Damage, ...], quality: int, rulings: Rulings, odds: Odds
) -> Strike:
    def chance(edge: int, roller: Roller = "attacker") -> Fraction:
        return hit_chance(bonus, armor, defense, blows[0], edge, roller, quality, rulings, odds)

    hit = chance(0)
    mean = Fraction(0)
    for blow in blows:
        found = odds(attack, bonus, armor, blow, 0, False, "attacker", defense, quality, rulings.attack)
        mean += found.mean(_damage)
    return Strike(
        armor,
        least_face(hit),
        least_face(1 - chance(0, "defender")),
        str(hit),
        str(chance(1)),
        str(chance(-1)),
        str(mean),
    )


def _struck(armor: int, bonus: int, rulings: Rulings, odds: Odds) -> Struck:
    def against(damage: Damage, edge: int, roller: Roller = "attacker") -> Fraction:
        return hit_chance(bonus, armor, bonus + 10, damage, edge, roller, 0, rulings, odds)

    die = AGAINST[0]
    damage = {}
    for one in AGAINST:
        found = odds(attack, bonus, armor, one, 0, False, "attacker", bonus + 10, 0, rulings.attack)
        damage[print_damage(one)] = str(found.mean(_damage))
    safe = 1 - against(die, 0, "defender")
    hit, helped, hampered = against(die, 0), against(die, 1), against(die, -1)
    return Struck(bonus, least_face(safe), str(hit), str(helped), str(hampered), damage)


def hit_chance(
    bonus: int,
    armor: int,
    defense: int,
    blow: Damage,
    edge: int,
    roller: Roller,
    quality: int,
    rulings: Rulings,
    odds: Odds,
) -> Fraction:
    """The exact chance that an attack hits, whoever rolls for it."""
    return odds(attack, bonus, armor, blow, edge, False, roller, defense, quality, rulings.attack).chance(_hits)


def _hits(blow: Blow) -> bool:
    return blow.hit


def _damage(blow: Blow) -> int:
    return blow.damage


def least_face(chance: Fraction) -> int | None:
    """The least face of a d20 of those, from the top, that have this chance together; None for none of them."""
    faces = int(chance * 20)
    return 21 - faces if faces else None
