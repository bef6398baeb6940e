"""Knave's rolls, each beside the clause it comes from: small plain inputs and dice in, a small value out.

Nothing here knows a fight. Every roll has its name in `ROLLS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeAlias

import msgspec

from affray.dice import Dice, Input, Roll, Why
from affray.errors import BadInput
from affray.rules import formula, rule
from affray.rulesets.knave.damage import parse_damage
from affray.rulesets.knave.rulings import AttackReading, reading_of
from affray.rulesets.knave.state import Damage

D6 = Roll(6)
D20 = Roll(20)
BY_EDGE = {-1: Roll(20, 2, "low"), 0: D20, 1: Roll(20, 2, "high")}
PAIR = Roll(20, 2)

SAVE = Why("save.d20", "roller")
OPPOSED = Why("opposed.d20", "roller")
CONTEST = Why("contest.d20", "attacker")
RESIST = Why("resist.d20", "defender")
INITIATIVE = Why("initiative.d6", "table")
ATTACK = Why("attack.d20", "attacker")
DEFENSE = Why("defense.d20", "defender")
DAMAGE = Why("attack.damage", "attacker")
EFFECT = Why("effect.damage", "attacker")
HIT_POINTS = Why("monster.hp", "referee", hidden=True)
ORDER = Why("round.order", "table")
PIECE = Why("armor.piece", "table")
ALLY = Why("stray.ally", "table")
STRAY = Why("stray.damage", "attacker")
MORALE = Why("morale.2d6", "referee", hidden=True)
TARGET = Why("tactic.target", "table")

ROLLS = (
    SAVE,
    OPPOSED,
    CONTEST,
    RESIST,
    INITIATIVE,
    ORDER,
    ATTACK,
    DEFENSE,
    DAMAGE,
    ALLY,
    STRAY,
    EFFECT,
    HIT_POINTS,
    PIECE,
    MORALE,
    TARGET,
)

EDGE = Input("edge", "1 advantage, 0 neither, -1 disadvantage", -1, 1, default=0)
DAMAGE_INPUT = Input("damage", "damage dice, as in 2d6+1", kind="dice", required=True)
BONUS = Input("bonus", "added to the d20", -5, 40, required=True)


class Save(msgspec.Struct, frozen=True, gc=False):
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


@formula(
    "contest",
    "knave.save.opposed",
    "knave.stunt",
    "knave.spell.cast",
    "K31",
    "K32",
    inputs=(
        BONUS,
        Input("defense", "what resists it: 10 + the bonus of an ability, or armor defense", 1, 50, required=True),
        EDGE,
        Input("roller", "who rolls the d20", options=("attacker", "defender"), default="attacker", kind="choice"),
    ),
    rulings=("defender_edge",),
    prepare=lambda inputs, rulings: (*inputs.values(), reading_of(rulings)),
)
def contest(
    dice: Dice, bonus: int, defense: int, edge: int, roller: Literal["attacker", "defender"], reading: AttackReading
) -> Save:
    """A stunt or a spell: an opposed save by whoever rolls. A natural 20 or 1 means nothing here."""
    if roller == "attacker":
        return Save(dice.roll(BY_EDGE[edge], CONTEST) + bonus > defense)
    return Save(not dice.roll(BY_EDGE[defenders_edge(edge, reading)], RESIST) + (defense - 10) > bonus + 10)


def defenders_edge(edge: int, reading: AttackReading) -> int:
    """The edge of a defender who rolls: what is best for the attacker is worst for the defender (K11)."""
    return -edge if reading.defender_edge == "mirror" else 0


class Initiative(msgspec.Struct, frozen=True, gc=False):
    """Who acts first in a round."""

    enemies_first: bool


@formula("initiative", "knave.round.initiative", "K07")
def initiative(dice: Dice) -> Initiative:
    """d6: 1-3 all enemies first, 4-6 all PCs first."""
    return Initiative(dice.roll(D6, INITIATIVE) <= 3)


class Blow(msgspec.Struct, frozen=True, gc=False):
    """What one attack came to: damage in HP, and the points of quality that armor and weapon lost."""

    hit: bool
    damage: int
    armor_quality_lost: int
    weapon_quality_lost: int


MISS = Blow(False, 0, 0, 0)
Thrown: TypeAlias = tuple[tuple[Roll, ...], int]
"""The dice of one blow, and the flat number added to them."""

AS_IT_IS = AttackReading()
"""For dice without a bonus die, where no reading matters."""


class StrayShot(Blow, frozen=True, gc=False):
    """What one shot into a melee came to: besides the blow the ally that it hit instead (-1: none) with the damage."""

    ally: int
    ally_damage: int


def _inputs(inputs: Mapping[str, Any], rulings: Mapping[str, str]) -> tuple[Any, ...]:
    """The attack's own inputs from what people give by name."""
    if (inputs["die"] is None) == (inputs["damage"] is None):
        raise BadInput("one of die and damage is needed", place="knave.attack", hint="die=8 or damage='2d6+1'")
    damage = Damage(((1, inputs["die"]),)) if inputs["damage"] is None else _damage("attack", inputs["damage"])
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


def _damage(formula_name: str, text: str, field: str = "damage") -> Damage:
    """Damage that people give by name; an error names the formula and the input."""
    try:
        return parse_damage(text)
    except BadInput as error:
        raise BadInput(error.problem, place=f"knave.{formula_name}: {field}", received=text, hint=error.hint) from None


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
    allies: tuple[int, ...] = (),
) -> Blow:
    """One attack, with whoever rolls its d20: the attacker against `armor`, or the defender against `attack_defense`.

    Results are always the attacker's. `weapon_quality` matters for K27 alone; give 0 for a weapon that cannot break.
    `allies` are the armor of those whom a miss may hit instead (K21): then the result is a `StrayShot`.
    """
    attacking = roller == "attacker"
    if not attacking:
        edge = defenders_edge(edge, reading)
    why = ATTACK if attacking else DEFENSE
    decides = kept_decides(edge, reading)
    if decides is None:
        natural = dice.roll(BY_EDGE[edge], why)
        highest, lowest = natural == 20, natural == 1
    else:
        natural, highest, lowest = ends_of(dice.faces(PAIR, why), edge, decides)
    if attacking:
        total, twenty, one = natural + bonus, highest, lowest
    else:
        total = 21 - natural + attack_defense - 10  # each face stands for its mirror image
        twenty, one = lowest, highest
    hit = beats(attacking, natural, bonus, armor, attack_defense)

    critical = armor_lost = weapon_lost = False
    if twenty or one:
        hit, astray, critical, armor_lost, weapon_lost = of_itself(hit, twenty, one, reading)
        total = 0 if astray else total  # what misses by itself hits nobody
        if weapon_lost and weapon_quality == 1 and reading.destroyed_when == "before_damage":
            return Blow(hit, 0, int(armor_lost), 1)
    elif not hit:
        return _astray(dice, MISS, total, damage, allies) if allies else MISS

    dealt = 0
    if hit or critical:
        bonus_dice = (1 if ideal and hit else 0) + (1 if critical else 0)
        if bonus_dice > 1 and reading.stacking == "no_stack":
            bonus_dice = 1
        dealt = throw(dice, thrown(damage, hit, bonus_dice, reading), DAMAGE)
    blow = Blow(hit, dealt, 1 if armor_lost else 0, 1 if weapon_lost else 0)
    return _astray(dice, blow, total, damage, allies) if allies and not hit else blow


def _astray(dice: Dice, blow: Blow, total: int, damage: Damage, allies: tuple[int, ...]) -> StrayShot:
    """A shot that missed against an ally beside its target, at random among them: the same total, the same weapon."""
    ally, dealt = -1, 0
    chosen = dice.roll(Roll(len(allies)), ALLY) - 1 if len(allies) > 1 else 0
    if total > allies[chosen]:
        ally, dealt = chosen, throw(dice, thrown(damage, True, 0, AS_IT_IS), STRAY)
    return StrayShot(blow.hit, blow.damage, blow.armor_quality_lost, blow.weapon_quality_lost, ally, dealt)


def beats(attacking: bool, natural: int, bonus: int, armor: int, attack_defense: int) -> bool:
    """Whether a total hits: an attacker's is above the armor, or a defender's is not above the attack."""
    return natural + bonus > armor if attacking else not natural + (armor - 10) > attack_defense


def of_itself(hit: bool, twenty: bool, one: bool, reading: AttackReading) -> tuple[bool, bool, bool, bool, bool]:
    """What a natural 20 or 1 does to a blow whose total hits or not (K08, K09).

    Whether it hits, whether it misses by itself, whether it is a critical, whether armor and weapon lose quality.
    """
    # A 20 and a 1 on two dice (K10 `both_reported`) that both say so by themselves leave it to the total.
    automatic = (twenty and reading.natural_20 == "auto_hit") - (one and reading.natural_1 == "auto_miss")
    if automatic:
        hit = automatic > 0
    critical = twenty and (hit or reading.natural_20 == "literal")
    armor_lost = twenty and (hit or reading.natural_20 != "needs_hit")
    weapon_lost = one and not (hit and reading.natural_1 == "only_on_miss")
    return hit, automatic < 0, critical, armor_lost, weapon_lost


def kept_decides(edge: int, reading: AttackReading) -> bool | None:
    """How two dice are looked at (K10): None for the kept one alone, else whether it settles a 20 beside a 1."""
    return None if not edge or reading.natural_die == "kept" else reading.natural_die == "either"


def ends_of(faces: Sequence[int], edge: int, kept_decides: bool) -> tuple[int, bool, bool]:
    """The die that counts, and whether a 20 and a 1 were rolled, where the other die matters too (K10)."""
    natural = max(faces) if edge > 0 else min(faces)
    highest, lowest = 20 in faces, 1 in faces
    if highest and lowest and kept_decides:
        return natural, natural == 20, natural == 1
    return natural, highest, lowest


@formula(
    "stray_shot",
    "knave.attack.ranged",
    "K21",
    inputs=(*attack.inputs, Input("ally", "armor defense of the ally beside the target", 1, 50, required=True)),
    rulings=attack.rulings,
    prepare=lambda inputs, rulings: (*_inputs(inputs, rulings), (inputs["ally"],)),
)
def stray_shot(
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
    allies: tuple[int, ...],
) -> StrayShot:
    """A shot at a target in melee with these allies (their armor); the total of a miss may hit one of them (K21).

    The ally takes the weapon's damage; what a natural 20 or 1 does stays between the shooter and the target.
    """
    blow = attack.function(
        dice, bonus, armor, damage, edge, ideal, roller, attack_defense, weapon_quality, reading, allies
    )
    if isinstance(blow, StrayShot):
        return blow
    return StrayShot(blow.hit, blow.damage, blow.armor_quality_lost, blow.weapon_quality_lost, -1, 0)


@formula(
    "sure_hit",
    "knave.attack.damage",
    "K46",
    inputs=(DAMAGE_INPUT, Input("ideal", "1 with the ideal weapon", 0, 1, default=0)),
    rulings=("critical_die",),
    prepare=lambda inputs, rulings: (_damage("sure_hit", inputs["damage"]), bool(inputs["ideal"]), reading_of(rulings)),
)
def sure_hit(dice: Dice, damage: Damage, ideal: bool, reading: AttackReading) -> Blow:
    """An attack that needs no roll to hit (K46 `auto_hit`): its damage."""
    return Blow(True, throw(dice, thrown(damage, True, 1 if ideal else 0, reading), DAMAGE), 0, 0)


@formula(
    "effect_damage",
    "knave.spell.cast",
    inputs=(DAMAGE_INPUT,),
    prepare=lambda inputs, rulings: (_damage("effect_damage", inputs["damage"]),),
)
def effect_damage(dice: Dice, damage: Damage) -> int:
    """The damage of a spell or of what a stunt led to."""
    return throw(dice, thrown(damage, True, 0, AS_IT_IS), EFFECT)


@formula(
    "hit_points",
    "knave.monster.hp",
    "K62",
    inputs=(Input("dice", "hit dice, as in 3d8+1", kind="dice", required=True),),
    prepare=lambda inputs, rulings: (_damage("hit_points", inputs["dice"], "dice"),),
)
def hit_points(dice: Dice, hit_dice: Damage) -> int:
    """Hit dice that are rolled (K62 `roll_d8`): at least 1 point."""
    return max(throw(dice, thrown(hit_dice, True, 0, AS_IT_IS), HIT_POINTS), 1)


@formula(
    "order",
    "K40",
    inputs=(Input("count", "how many fighters; a table of more would be too large", 1, 8, required=True),),
)
def order(dice: Dice, count: int) -> tuple[int, ...]:
    """The places 0 to count - 1 in a random order (K40 `random`)."""
    left = list(range(count))
    return tuple(left.pop(dice.roll(Roll(len(left)), ORDER) - 1 if len(left) > 1 else 0) for _ in range(count))


@rule("K16")
def throw(dice: Dice, blow: Thrown, why: Why) -> int:
    """The dice thrown and added up: what is thrown hurts, by 1 at least; a fixed number stands as it is."""
    rolls, dealt = blow
    for roll in rolls:
        dealt += dice.roll(roll, why)
    return 1 if dealt < 1 and rolls else dealt


@cache
def thrown(damage: Damage, whole: bool, bonus_dice: int, reading: AttackReading) -> Thrown:
    """The dice of one blow and the flat number added: the weapon's damage if `whole`, and its bonus dice.

    A bonus die is "of the weapon's type" for a critical and for the ideal weapon alike, and K14 reads both.
    """
    dice = list(damage.dice) if whole else []
    flat = damage.flat if whole else 0
    for _ in range(bonus_dice):
        if reading.critical_die == "full_roll":
            dice += damage.dice
            flat += damage.flat
        elif not damage.dice:
            break  # a fixed number has no die to add
        elif reading.critical_die == "highest_die":
            dice.append((1, max(sides for _, sides in damage.dice)))
        else:
            dice.append((1, damage.dice[0][1]))
    counts: dict[int, int] = {}
    for count, sides in dice:
        counts[sides] = counts.get(sides, 0) + count
    return tuple(Roll(sides, count) for sides, count in counts.items()), flat


class Morale(msgspec.Struct, frozen=True, gc=False):
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


FORMULAS = {
    one.name: one
    for one in (
        save,
        opposed,
        contest,
        initiative,
        order,
        attack,
        stray_shot,
        sure_hit,
        effect_damage,
        hit_points,
        morale,
        armor_piece,
        target,
    )
}
