"""The rolls, each beside the clause it comes from: small plain inputs and dice in, a small value out.

Nothing here knows a fight. Every roll has its name in `ROLLS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from math import prod
from typing import Any

import msgspec

from affray.dice import Dice, Formula, Input, Keep, Roll, Why
from affray.errors import BadInput
from affray.rules import formula, rule
from affray.rulesets.d20grid.damage import Damage, parse_damage
from affray.rulesets.d20grid.rulings import AttackReading, DamageReading, attack_reading, damage_reading

INITIATIVE = Why("initiative.d20", "fighter")
TIE = Why("initiative.tie", "table")
UNSEEN_TIE = Why("initiative.unseen_tie", "referee", hidden=True)
ATTACK = Why("attack.d20", "attacker")
DAMAGE = Why("attack.damage", "attacker")
TARGET = Why("tactic.target", "table")

ROLLS = (INITIATIVE, TIE, UNSEEN_TIE, ATTACK, DAMAGE, TARGET)

D20 = Roll(20)
MOST_EDGE = 10
KEPT: dict[int, Keep] = {1: "high", 0: "sum", -1: "low"}
"""Which of the d20 counts, by what is left of advantages and disadvantages."""


# The attack roll


class Swing(msgspec.Struct, frozen=True, gc=False):
    """Whether an attack hits."""

    hit: bool


HIT, MISS = Swing(True), Swing(False)


@cache
@rule("d20grid.edge.net", "T24")
def dice_of(edge: int, reading: AttackReading) -> Roll:
    """The d20 of an attack: one, and one more for each advantage or disadvantage that is left, the best or the worst.

    A table may take one or two more at most.
    """
    more = min(abs(edge), {"none": abs(edge), "cap_1": 1, "cap_2": 2}[reading.edge_cap])
    return Roll(20, 1 + more, KEPT[(edge > 0) - (edge < 0)])


@rule("d20grid.attack.roll", "T21", "T22")
def hits(natural: int, bonus: int, defense: int, reading: AttackReading) -> bool:
    """Whether this face hits: the total must be more than the Defense. A 20 or a 1 means nothing by itself."""
    if natural == 20 and reading.natural == "nat20_hits":
        return True
    return natural + bonus > defense and not (natural == 1 and reading.natural == "nat1_misses")


@formula(
    "attack",
    "d20grid.attack.roll",
    "d20grid.edge.net",
    inputs=(
        Input("bonus", "added to the d20", -100, 100, required=True),
        Input("defense", "the target's Defense", 1, 60, required=True),
        Input("edge", "advantages less disadvantages: so many d20 more", -MOST_EDGE, MOST_EDGE, default=0),
    ),
    rulings=("natural", "edge_cap"),
    prepare=lambda inputs, rulings: (*inputs.values(), attack_reading(rulings)),
)
def attack(dice: Dice, bonus: int, defense: int, edge: int, reading: AttackReading) -> Swing:
    """d20 + bonus: more than the Defense hits."""
    return HIT if hits(dice.roll(dice_of(edge, reading), ATTACK), bonus, defense, reading) else MISS


# Damage


class Dealt(msgspec.Struct, frozen=True, gc=False):
    """The total damage of a hit, before armor."""

    damage: int


@rule("d20grid.damage.order", "T35")
def multiplied(amount: int, multipliers: tuple[int, ...], reading: DamageReading) -> int:
    """Several multipliers multiply one another; or each adds what it has above 1, so that two doubles are a triple."""
    if reading.several_multipliers == "multiply":
        return amount * prod(multipliers)
    return amount * (1 + sum([one - 1 for one in multipliers]))


@rule("d20grid.damage.order", "T36")
def least(reading: DamageReading) -> int:
    """The least that a hit deals."""
    return 0 if reading.least_damage == "min_0" else 1


def _prepare_damage(inputs: Mapping[str, Any], rulings: Mapping[str, str]) -> tuple[Any, ...]:
    """The damage's own inputs from what people give by name."""
    text = inputs["dice"]
    try:
        dice = parse_damage(text)
    except BadInput as error:
        place = "d20grid.damage: dice"
        raise BadInput(error.problem, place=place, received=text, allowed=error.allowed, hint=error.hint) from None
    strength = inputs["str"] if inputs["melee"] else 0
    return (
        dice,
        strength,
        (inputs["multiplier"], inputs["second"]),
        inputs["flat"],
        bool(inputs["full"]),
        damage_reading(rulings),
    )


@formula(
    "damage",
    "d20grid.damage.order",
    "T37",
    "T39",
    inputs=(
        Input("dice", "damage dice, as in 2d6", kind="dice", required=True),
        Input("str", "the STR modifier, which counts with a melee weapon", -10, 40, default=0),
        Input("multiplier", "what an ability multiplies dice and STR by", 1, 10, default=1),
        Input("flat", "whatever else is added, last", -1_000, 1_000, default=0),
        Input("melee", "1 with a melee weapon", 0, 1, default=1),
        Input("second", "another multiplier", 1, 10, default=1),
        Input("full", "1 where the dice count in full: a shot at a target inside one's own area", 0, 1, default=0),
    ),
    rulings=("several_multipliers", "least_damage"),
    prepare=_prepare_damage,
)
def damage(
    dice: Dice,
    weapon: Damage,
    strength: int,
    multipliers: tuple[int, ...],
    flat: int,
    full: bool,
    reading: DamageReading,
) -> Dealt:
    """The dice and the STR modifier, times the multipliers, and what else is added."""
    thrown = weapon.most if full else weapon.flat + sum([dice.roll(roll, DAMAGE) for roll in rolls_of(weapon)])
    return Dealt(max(multiplied(thrown + strength, multipliers, reading) + flat, least(reading)))


@cache
def rolls_of(weapon: Damage) -> tuple[Roll, ...]:
    """The rolls of damage dice."""
    return tuple([Roll(sides, count) for count, sides in weapon.dice])


# Beside the attack


class Placed(msgspec.Struct, frozen=True, gc=False):
    """The result of an initiative roll."""

    result: int


@formula(
    "initiative",
    "d20grid.turn.budget",
    "T11",
    inputs=(Input("modifier", "the DEX modifier, or what the sheet says", -100, 100, required=True),),
)
def initiative(dice: Dice, modifier: int) -> Placed:
    """d20 and the modifier: the highest goes first."""
    return Placed(dice.roll(D20, INITIATIVE) + modifier)


@formula("tie", "T11", inputs=(Input("count", "how many are level in roll and DEX", 2, 8, required=True),))
def tie(dice: Dice, count: int) -> tuple[int, ...]:
    """Who of those who are level goes first: to roll again until they differ makes every order equally likely."""
    return _drawn(dice, list(range(count)))


def _drawn(dice: Dice, left: list[int]) -> tuple[int, ...]:
    first = [left.pop(dice.roll(Roll(len(left)), TIE) - 1) for _ in range(len(left) - 1)]
    return (*first, *left)


@lru_cache(maxsize=256)
def tie_with(unseen: tuple[int, ...]) -> Formula[[int], tuple[int, ...]]:
    """The same question, and as likely answers, where some of those who are level are out of sight.

    The others roll as if these were not there; hidden dice give these their places among them.
    """
    if not unseen:
        return tie

    def places(dice: Dice, count: int) -> tuple[int, ...]:
        order = list(_drawn(dice, [one for one in range(count) if one not in unseen]))
        for one in unseen:
            order.insert(dice.roll(Roll(len(order) + 1), UNSEEN_TIE) - 1 if order else 0, one)
        return tuple(order)

    return formula(tie.name, *tie.cites, inputs=tie.inputs)(places)


@formula("target", inputs=(Input("count", "how many foes there are", 2, 100, required=True),))
def target(dice: Dice, count: int) -> int:
    """One of so many foes, each as likely as the next: the tactic that chooses at random."""
    return dice.roll(Roll(count), TARGET) - 1


FORMULAS: dict[str, Formula[..., Any]] = {
    "attack": attack,
    "damage": damage,
    "initiative": initiative,
    "tie": tie,
    "target": target,
}
