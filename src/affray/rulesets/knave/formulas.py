"""Knave's rolls, each beside the clause it comes from: small plain inputs and dice in, a small value out.

Nothing here knows a fight. Every roll has its name in `ROLLS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

import msgspec

from affray.dice import Dice, Input, Roll, Why
from affray.errors import BadInput
from affray.rules import formula
from affray.rulesets.knave.damage import parse_damage
from affray.rulesets.knave.rulings import AttackReading, CriticalDie, reading_of
from affray.rulesets.knave.state import Damage

D20 = Roll(20)
BY_EDGE = {-1: Roll(20, 2, "low"), 0: D20, 1: Roll(20, 2, "high")}
PAIR = Roll(20, 2)

SAVE = Why("save.d20", "roller")
OPPOSED = Why("opposed.d20", "roller")
INITIATIVE = Why("initiative.d6", "table")
ATTACK = Why("attack.d20", "attacker")
DEFENSE = Why("defense.d20", "defender")
DAMAGE = Why("attack.damage", "attacker")
PIECE = Why("armor.piece", "table")
MORALE = Why("morale.2d6", "referee", hidden=True)
TARGET = Why("tactic.target", "table")

ROLLS = (SAVE, OPPOSED, INITIATIVE, ATTACK, DEFENSE, DAMAGE, PIECE, MORALE, TARGET)

EDGE = Input("edge", "1 advantage, 0 neither, -1 disadvantage", -1, 1, default=0)
BONUS = Input("bonus", "added to the d20", -5, 40, required=True)


class Save(msgspec.Struct, frozen=True):
    """Whether a save succeeded."""

    success: bool


@formula("save", "knave.save.target", "knave.roll.advantage", inputs=(BONUS, EDGE))
def save(dice: Dice, bonus: int, edge: int) -> Save:
    """d20 + bonus: more than 15 succeeds."""
    return Save(dice.roll(BY_EDGE[edge], SAVE) + bonus > 15)


@formula(
    "opposed",
    "knave.save.opposed",
    "knave.roll.advantage",
    inputs=(BONUS, Input("defense", "the opponent's ability defense", 1, 50, required=True), EDGE),
)
def opposed(dice: Dice, bonus: int, defense: int, edge: int) -> Save:
    """d20 + bonus: greater than the opponent's defense succeeds; a tie is the opponent's."""
    return Save(dice.roll(BY_EDGE[edge], OPPOSED) + bonus > defense)


class Initiative(msgspec.Struct, frozen=True):
    """Who acts first in a round."""

    enemies_first: bool


@formula("initiative", "knave.round.initiative", "K07")
def initiative(dice: Dice) -> Initiative:
    """d6: 1-3 all enemies first, 4-6 all PCs first."""
    return Initiative(dice.roll(Roll(6), INITIATIVE) <= 3)


class Blow(msgspec.Struct, frozen=True):
    """What one attack came to: damage in HP, and the points of quality that armor and weapon lost."""

    hit: bool
    damage: int
    armor_quality_lost: int
    weapon_quality_lost: int


MISS = Blow(False, 0, 0, 0)


def _inputs(inputs: Mapping[str, Any], rulings: Mapping[str, str]) -> tuple[Any, ...]:
    """The attack's own inputs from what people give by name."""
    if (inputs["die"] is None) == (inputs["damage"] is None):
        raise BadInput("one of die and damage is needed", place="knave.attack", hint="die=8 or damage='2d6+1'")
    damage = Damage(((1, inputs["die"]),)) if inputs["damage"] is None else _damage(inputs["damage"])
    bonus, defense = inputs["bonus"], inputs["attack_defense"]
    return (
        bonus,
        inputs["armor"],
        damage,
        inputs["edge"],
        bool(inputs["ideal"]),
        inputs["roller"],
        bonus + 10 if defense is None else defense,
        inputs["weapon_quality"],
        reading_of(rulings),
    )


def _damage(text: str) -> Damage:
    try:
        return parse_damage(text)
    except BadInput as error:
        raise BadInput(error.problem, place="knave.attack: damage", received=text, hint=error.hint) from None


@formula(
    "attack",
    "knave.attack.hit",
    "knave.attack.damage",
    "knave.attack.ideal-weapon",
    "knave.roll.advantage",
    "knave.critical.armor",
    "knave.critical.weapon",
    "K01",
    "K16",
    inputs=(
        BONUS,
        Input("armor", "the target's armor defense", 1, 50, required=True),
        Input("die", "sides of the damage die", 2, 1_000),
        Input("damage", "damage dice, as in 2d6+1", kind="dice"),
        EDGE,
        Input("ideal", "1 with the ideal weapon", 0, 1, default=0),
        Input("roller", "who rolls the d20", options=("attacker", "defender"), default="attacker", kind="choice"),
        Input("attack_defense", "what a rolling defender must beat; 10 + bonus where it is not given", 1, 50),
        Input("weapon_quality", "quality left of the attacker's weapon; 0: it cannot break", 0, 10, default=0),
    ),
    rulings=(
        "natural_20",
        "natural_1",
        "natural_die",
        "defender_edge",
        "critical_die",
        "stacking",
        "destroyed_when",
    ),
    prepare=_inputs,
)
def attack(
    dice: Dice,
    bonus: int,
    armor: int,
    damage: Damage,
    edge: int,
    ideal: bool,
    roller: Literal["attacker", "defender"],
    attack_defense: int,
    weapon_quality: int,
    reading: AttackReading,
) -> Blow:
    """One attack, with whoever rolls its d20: the attacker against `armor`, or the defender against `attack_defense`.

    Results are always the attacker's. `weapon_quality` matters for K27 alone; give 0 for a weapon that cannot break.
    """
    attacking = roller == "attacker"
    if not attacking:
        # What is best for the attacker is worst for the defender who rolls instead.
        edge = -edge if reading.defender_edge == "mirror" else 0
    why = ATTACK if attacking else DEFENSE
    if edge and reading.natural_die != "kept":
        natural, highest, lowest = _both_dice(dice, edge, why, reading.natural_die == "either")
    else:
        natural = dice.roll(BY_EDGE[edge], why)
        highest, lowest = natural == 20, natural == 1
    if attacking:
        hit, twenty, one = natural + bonus > armor, highest, lowest
    else:
        hit, twenty, one = not natural + (armor - 10) > attack_defense, lowest, highest

    critical = armor_lost = weapon_lost = False
    if twenty or one:
        # A 20 and a 1 on two dice (K10 `both_reported`) that both say so by themselves leave it to the total.
        automatic = (twenty and reading.natural_20 == "auto_hit") - (one and reading.natural_1 == "auto_miss")
        if automatic:
            hit = automatic > 0
        critical = twenty and (hit or reading.natural_20 == "literal")
        armor_lost = twenty and (hit or reading.natural_20 != "needs_hit")
        weapon_lost = one and not (hit and reading.natural_1 == "only_on_miss")
        if weapon_lost and weapon_quality == 1 and reading.destroyed_when == "before_damage":
            return Blow(hit, 0, int(armor_lost), 1)
    elif not hit:
        return MISS

    if not (hit or critical):
        return Blow(False, 0, int(armor_lost), int(weapon_lost))
    bonus_dice = (1 if ideal and hit else 0) + (1 if critical else 0)
    if bonus_dice > 1 and reading.stacking == "no_stack":
        bonus_dice = 1
    rolls, dealt = thrown(damage, hit, bonus_dice, reading.critical_die)
    for roll in rolls:
        dealt += dice.roll(roll, DAMAGE)
    if dealt < 1 and rolls:
        dealt = 1  # what is thrown hurts (K16); a fixed number stands as it is
    return Blow(hit, dealt, 1 if armor_lost else 0, 1 if weapon_lost else 0)


def _both_dice(dice: Dice, edge: int, why: Why, kept_decides: bool) -> tuple[int, bool, bool]:
    """The die that counts, and whether a 20 and a 1 were rolled, where the other die matters too (K10)."""
    faces = dice.faces(PAIR, why)
    natural = max(faces) if edge > 0 else min(faces)
    highest, lowest = 20 in faces, 1 in faces
    if highest and lowest and kept_decides:
        return natural, natural == 20, natural == 1
    return natural, highest, lowest


@cache
def thrown(damage: Damage, whole: bool, bonus_dice: int, critical_die: CriticalDie) -> tuple[tuple[Roll, ...], int]:
    """The dice of one blow and the flat number added: the weapon's damage if `whole`, and its bonus dice.

    A bonus die is "of the weapon's type" for a critical and for the ideal weapon alike, and K14 reads both.
    """
    dice = list(damage.dice) if whole else []
    flat = damage.flat if whole else 0
    for _ in range(bonus_dice):
        if critical_die == "full_roll":
            dice += damage.dice
            flat += damage.flat
        elif not damage.dice:
            break  # a fixed number has no die to add
        elif critical_die == "highest_die":
            dice.append((1, max(sides for _, sides in damage.dice)))
        else:
            dice.append((1, damage.dice[0][1]))
    counts: dict[int, int] = {}
    for count, sides in dice:
        counts[sides] = counts.get(sides, 0) + count
    return tuple(Roll(sides, count) for sides, count in counts.items()), flat


class Morale(msgspec.Struct, frozen=True):
    """Whether morale holds."""

    holds: bool


@formula("morale", "knave.morale.check", "K60", inputs=(Input("rating", "the morale rating", 2, 12, required=True),))
def morale(dice: Dice, rating: int) -> Morale:
    """2d6: above the rating it fails."""
    return Morale(dice.roll(Roll(6, 2), MORALE) <= rating)


@formula("armor_piece", "K24", inputs=(Input("count", "how many pieces can lose the point", 2, 3, required=True),))
def armor_piece(dice: Dice, count: int) -> int:
    """One of the worn pieces at random, counted from 0 (K24 `random`)."""
    return dice.roll(Roll(count), PIECE) - 1


@formula("target", inputs=(Input("count", "how many targets there are", 2, 100, required=True),))
def target(dice: Dice, count: int) -> int:
    """One of the targets at random, counted from 0: the tactic `random`."""
    return dice.roll(Roll(count), TARGET) - 1


FORMULAS = {one.name: one for one in (save, opposed, initiative, attack, morale, armor_piece, target)}
