"""Rolls between fights: rest, levels, repairs, how a stranger receives the party. None of them knows a character."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Any, Literal, TypeAlias

import msgspec

from affray.dice import Again, Dice, Input, Roll, Why
from affray.errors import BadInput
from affray.rules import formula
from affray.rulesets.knave.formulas import D20
from affray.rulesets.knave.state import ABILITIES

HEAL = Why("heal.d8", "sleeper")
LEVEL_HP = Why("level.hp", "climber")
RAISE = Why("level.raise", "climber")
RAISE_ORDER = Why("level.order", "climber")
REACTION = Why("reaction.2d6", "referee", hidden=True)

GROWTH_ROLLS = (HEAL, LEVEL_HP, RAISE, RAISE_ORDER, REACTION)

HIGHEST = 10
"""The highest bonus of a PC (knave.ability.cap)."""

RAISES = 3
XP_OF_A_LEVEL = 1_000
MOST_LEVEL = 20
MOST_XP = 1_000_000
MOST_PRICE = 1_000_000

Six: TypeAlias = tuple[int, int, int, int, int, int]


class Attitude(msgspec.Struct, frozen=True, gc=False):
    """How somebody receives the party."""

    attitude: Literal["hostile", "unfriendly", "unsure", "talkative", "helpful"]


@formula("reaction", "knave.reaction", "K67")
def reaction(dice: Dice) -> Attitude:
    """2d6 on the reaction table, without a modifier."""
    total = dice.roll(Roll(6, 2), REACTION)
    if total <= 2:
        return Attitude("hostile")
    if total <= 5:
        return Attitude("unfriendly")
    if total <= 8:
        return Attitude("unsure")
    return Attitude("talkative" if total <= 11 else "helpful")


class Healed(msgspec.Struct, frozen=True, gc=False):
    """The hit points after a rest."""

    hp: int


def _sleeper(inputs: Mapping[str, Any], rulings: Mapping[str, str]) -> tuple[Any, ...]:
    if inputs["hp"] > inputs["max_hp"]:
        raise BadInput("more than max_hp", place="knave.heal_night: hp", received=inputs["hp"])
    return inputs["con"], inputs["hp"], inputs["max_hp"]


@formula(
    "heal_night",
    "knave.heal.night",
    "K53",
    inputs=(
        Input("con", "the CON bonus", -5, 40, required=True),
        Input("hp", "hit points before", 0, 9_999, required=True),
        Input("max_hp", "the most there can be", 1, 9_999, required=True),
    ),
    prepare=_sleeper,
)
def heal_night(dice: Dice, con: int, hp: int, max_hp: int) -> Healed:
    """One d8 and the CON bonus come back, never more than was lost. A bonus below 0 costs nothing that is there."""
    return Healed(min(hp + max(dice.roll(Roll(8), HEAL) + con, 0), max_hp))


class NewHitPoints(msgspec.Struct, frozen=True, gc=False):
    """The hit points of somebody who has risen a level: the new maximum, and what there is now."""

    new_max: int
    hp: int


def _climber(inputs: Mapping[str, Any], rulings: Mapping[str, str]) -> tuple[Any, ...]:
    old_max = inputs["old_max"]
    hp = old_max if inputs["hp"] is None else inputs["hp"]
    if hp > old_max:
        raise BadInput("more than old_max", place="knave.level_hp: hp", received=hp)
    return inputs["level"], old_max, hp, rulings["equal_maximum"], rulings["hp_at_level"]


@formula(
    "level_hp",
    "knave.level.hp",
    "knave.hp.no-con",
    "K48",
    "K49",
    inputs=(
        Input("level", "the new level", 2, MOST_LEVEL, required=True),
        Input("old_max", "the most hit points before", 1, 9_998, required=True),
        Input("hp", "hit points before; old_max where they are not given", 0, 9_998),
    ),
    rulings=("equal_maximum", "hp_at_level"),
    prepare=_climber,
)
def level_hp(
    dice: Dice,
    level: int,
    old_max: int,
    hp: int,
    equal_maximum: Literal["literal_lt", "le"],
    hp_at_level: Literal["unchanged", "same_gain", "full"],
) -> NewHitPoints:
    """As many d8 as the new level: the new maximum, or the old one and 1 where they come to less. CON adds nothing."""
    rolled = dice.roll(Roll(8, level), LEVEL_HP)
    falls_short = rolled <= old_max if equal_maximum == "le" else rolled < old_max
    new_max = old_max + 1 if falls_short else rolled
    if hp_at_level == "same_gain":
        return NewHitPoints(new_max, hp + new_max - old_max)
    return NewHitPoints(new_max, new_max if hp_at_level == "full" else hp)


class Raised(msgspec.Struct, frozen=True, gc=False):
    """Which abilities rise."""

    str: bool
    dex: bool
    con: bool
    int: bool
    wis: bool
    cha: bool


@formula("ability_rises", "knave.level.random", inputs=(Input("defense", "its defense", 11, 19, required=True),))
def ability_rises(dice: Dice, defense: int) -> bool:
    """A d20 below the ability's defense."""
    return dice.roll(D20, RAISE) < defense


@formula(
    "raising_round",
    "knave.level.random",
    inputs=(
        Input("count", "abilities that are tried", 1, 6, required=True),
        Input("defense", "the defense of each", 11, 19, required=True),
        Input("most", "how many may still rise", 1, RAISES, default=RAISES),
    ),
    rulings=("raise_order",),
    prepare=lambda inputs, rulings: (
        tuple((place, inputs["defense"]) for place in range(inputs["count"])),
        inputs["most"],
        rulings["raise_order"],
    ),
    repeats=True,
)
def raising_round(
    dice: Dice, tried: tuple[tuple[int, int], ...], most: int, order: Literal["sheet", "shuffled"]
) -> tuple[int, ...]:
    """Once through the abilities (place, defense): those that rise, ascending, until `most` have.

    Where none rises it is gone through again.
    """
    left = list(tried)
    risen: list[int] = []
    while left and len(risen) < most:
        shuffled = order == "shuffled" and len(left) > 1
        place, defense = left.pop(dice.roll(Roll(len(left)), RAISE_ORDER) - 1 if shuffled else 0)
        if dice.resolve(ability_rises, defense):
            risen.append(place)
    if not risen:
        raise Again
    return tuple(sorted(risen))


def _abilities(inputs: Mapping[str, Any], rulings: Mapping[str, str]) -> tuple[Any, ...]:
    return tuple(inputs[ability] for ability in ABILITIES), rulings["raise_order"]


@formula(
    "level_abilities",
    "knave.level.random",
    "knave.ability.cap",
    "K50",
    "K76",
    inputs=tuple(Input(ability, f"the {ability.upper()} bonus", 1, HIGHEST, default=1) for ability in ABILITIES),
    rulings=("raise_order",),
    prepare=_abilities,
)
def level_abilities(dice: Dice, bonuses: Six, raise_order: Literal["sheet", "shuffled"]) -> Raised:
    """Round after round through the abilities until three have risen, or all that can; no ability rises twice."""
    left = [(place, bonus + 10) for place, bonus in enumerate(bonuses) if bonus < HIGHEST]
    risen: list[int] = []
    while left and len(risen) < RAISES:
        risen += dice.resolve(raising_round, tuple(left), RAISES - len(risen), raise_order)
        left = [one for one in left if one[0] not in risen]
    return Raised(*(place in risen for place in range(6)))


class Advance(msgspec.Struct, frozen=True, gc=False):
    """Experience after an award, and the level that it is enough for."""

    xp: int
    level: int


@formula(
    "award",
    "knave.xp.level",
    "K52",
    inputs=(
        Input("level", "the level before", 1, MOST_LEVEL, default=1),
        Input("xp", "experience before", 0, MOST_XP, required=True),
        Input("award", "experience that is added", 0, MOST_XP, required=True),
    ),
    rulings=("xp_over",),
    prepare=lambda inputs, rulings: (*inputs.values(), rulings["xp_over"]),
)
def award(dice: Dice, level: int, xp: int, added: int, xp_over: Literal["kept", "reset"]) -> Advance:
    """A level for each 1,000 of experience; what is over counts on, or is lost. No die is thrown."""
    total = xp + added
    due = max(level, 1 + total // XP_OF_A_LEVEL)
    if xp_over == "reset" and due > level:
        return Advance(level * XP_OF_A_LEVEL, level + 1)
    return Advance(total, due)


class Mending(msgspec.Struct, frozen=True, gc=False):
    """What it costs to mend a thing, in tenths of a copper coin, and whether one that is destroyed can be made whole.

    The latter costs its whole price.
    """

    tenths: int
    remakes: bool


@formula(
    "repair",
    "knave.quality.repair",
    "K30",
    inputs=(
        Input("price", "what a new one costs, in copper", 0, MOST_PRICE, required=True),
        Input("points", "points of quality that are restored", 1, 10, default=1),
    ),
    rulings=("repair_cost",),
    prepare=lambda inputs, rulings: (inputs["price"], inputs["points"], rulings["repair_cost"]),
)
def repair(
    dice: Dice, price: int, points: int, repair_cost: Literal["exact", "ceil", "floor_min1", "yes_full"]
) -> Mending:
    """A tenth of the price for each point, rounded point by point where it is rounded; no die is thrown."""
    point = Fraction(price, 10)
    if repair_cost == "ceil":
        point = Fraction(ceil(point))
    elif repair_cost == "floor_min1":
        point = Fraction(max(floor(point), 1))
    return Mending(int(point * points * 10), repair_cost == "yes_full")


GROWTH_FORMULAS = {
    one.name: one
    for one in (reaction, heal_night, level_hp, ability_rises, raising_round, level_abilities, award, repair)
}
