"""What happens to a character between fights: rest, experience, levels, repairs, wages, a successor."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from affray.dice import Dice
from affray.errors import BadInput
from affray.rules import rule
from affray.rulesets.knave.character import Character, Item, bonus_of, is_dead, pay, wages_of
from affray.rulesets.knave.formulas_growth import (
    HIGHEST,
    MOST_LEVEL,
    MOST_XP,
    RAISES,
    XP_OF_A_LEVEL,
    award,
    heal_night,
    level_abilities,
    level_hp,
    repair,
)
from affray.rulesets.knave.rulings import Rulings
from affray.rulesets.knave.state import ABILITIES, Ability

AWARDS = {"low": 50, "moderate": 100, "high": 200}
"""Experience for a risk that was taken (knave.xp.award)."""


# Rest


@rule("knave.heal.night", "knave.spell.book", "K47", "K53")
def night(dice: Dice, one: Character) -> Character:
    """A meal and a full night: one roll of healing, and every book can be read again. The dead stay dead."""
    if is_dead(one):
        return one
    hp = one.hp if one.hp == one.max_hp else dice.resolve(heal_night, bonus_of(one, "con"), one.hp, one.max_hp).hp
    return _next_day(replace(one, hp=hp))


@rule("knave.heal.haven")
def haven(one: Character) -> Character:
    """Rest at a safe haven: all hit points are back."""
    return one if is_dead(one) else _next_day(replace(one, hp=one.max_hp))


def _next_day(one: Character) -> Character:
    items = tuple(replace(item, spent=False) if item.spent else item for item in one.items)
    return replace(one, items=items)


# Experience and levels


@rule("knave.xp.award")
def gain(dice: Dice, one: Character, xp: int, rulings: Rulings) -> Character:
    """Experience is written down; the levels that it is enough for are still to be taken."""
    over = rulings.xp_over
    gained = dice.resolve(award, one.level, one.xp, xp, over)
    return replace(one, xp=min(gained.xp, MOST_XP))


@rule("knave.xp.level")
def levels_due(one: Character) -> int:
    """How many levels the experience is enough for and that have not been taken."""
    return max(min(1 + one.xp // XP_OF_A_LEVEL, MOST_LEVEL) - one.level, 0)


@rule("knave.level.hp", "knave.level.abilities")
def rise(dice: Dice, one: Character, chosen: Sequence[Ability], rulings: Rulings) -> Character:
    """One level up: hit points, then three abilities: those chosen, or at random where none is.

    Raises `BadInput` for the dead and for abilities that cannot be chosen. Experience is at least what the level takes.
    """
    if is_dead(one):
        raise BadInput(f"{one.name} is dead", place="level", hint="--do successor rolls the next one")
    if one.level >= MOST_LEVEL:
        raise BadInput("the highest level", place="level", received=one.level, allowed=f"1 to {MOST_LEVEL}")
    by_choice = _chosen(one, chosen) if chosen else set()
    hp = grown(dice, one, rulings)
    raised = by_choice or raised_at_random(dice, one, rulings)
    level = one.level + 1
    bonuses = [bonus + (ability in raised) for ability, bonus in zip(ABILITIES, one.bonuses, strict=True)]
    return replace(
        hp,
        level=level,
        xp=max(one.xp, (level - 1) * XP_OF_A_LEVEL),
        bonuses=(bonuses[0], bonuses[1], bonuses[2], bonuses[3], bonuses[4], bonuses[5]),
    )


@rule("knave.level.hp", "K48", "K49")
def grown(dice: Dice, one: Character, rulings: Rulings) -> Character:
    """The character with the hit points of its next level."""
    equal, lost = rulings.equal_maximum, rulings.hp_at_level
    found = dice.resolve(level_hp, one.level + 1, one.max_hp, max(one.hp, 0), equal, lost)
    return replace(one, hp=found.hp, max_hp=found.new_max)


@rule("knave.level.random", "K76")
def raised_at_random(dice: Dice, one: Character, rulings: Rulings) -> set[Ability]:
    """The abilities that rise when nobody chooses."""
    found = dice.resolve(level_abilities, one.bonuses, rulings.raise_order)
    return {ability for ability in ABILITIES if getattr(found, ability)}


@rule("knave.level.abilities", "knave.ability.cap", "K50")
def _chosen(one: Character, chosen: Sequence[Ability]) -> set[Ability]:
    """The player's choice: three different abilities, or all that can still rise where these are fewer."""
    can_rise = [ability for ability in ABILITIES if bonus_of(one, ability) < HIGHEST]
    need = min(RAISES, len(can_rise))
    if len(set(chosen)) != len(chosen) or len(chosen) != need or not set(chosen) <= set(can_rise):
        raise BadInput(
            f"{need} different abilities rise by 1",
            place="level",
            received=",".join(chosen),
            allowed=", ".join(can_rise),
            hint="none rises above +10" if len(can_rise) < len(ABILITIES) else "",
        )
    return set(chosen)


# Money


@rule("knave.quality.repair", "K30")
def mending(dice: Dice, item: Item, rulings: Rulings) -> Fraction | None:
    """What it costs to make a thing whole, in copper; None for one that cannot be mended."""
    if item.quality is None or item.full is None or item.price is None:
        return None
    lost = item.full - item.quality
    found = dice.resolve(repair, item.price, max(lost, 1), rulings.repair_cost)
    if item.quality == 0:
        return Fraction(item.price) if found.remakes else None
    return Fraction(found.tenths, 10) if lost else Fraction(0)


def mend(dice: Dice, one: Character, place: int, rulings: Rulings) -> Character:
    """The thing at this place made whole and paid for; raises `BadInput` where that cannot be."""
    item = one.items[place]
    cost = mending(dice, item, rulings)
    if cost is None:
        problem = "what is destroyed cannot be mended" if item.quality == 0 else "nothing about it can be mended"
        raise BadInput(problem, place="repair", received=item.name, hint="K30=yes_full" if item.quality == 0 else "")
    left = pay(one.coins, cost)
    if left is None:
        raise BadInput(f"a repair for {cost} copper is more than there is", place="repair", received=one.coins.worth)
    items = (*one.items[:place], replace(item, quality=item.full), *one.items[place + 1 :])
    return replace(one, coins=left, items=items)


@rule("knave.henchmen.wages")
def pay_wages(one: Character) -> Character:
    """A day's wages: all are paid, or none is where the coins do not suffice for all."""
    left = pay(one.coins, Fraction(wages_of(one)))
    henchmen = tuple(replace(henchman, paid=left is not None) for henchman in one.henchmen)
    return replace(one, coins=one.coins if left is None else left, henchmen=henchmen)
