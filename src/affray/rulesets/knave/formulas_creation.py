"""The rolls that make a character: abilities, hit points, the starting tables, traits."""

from __future__ import annotations

import msgspec

from affray.dice import Dice, Input, Roll, Why
from affray.rules import formula
from affray.rulesets.knave.content import creation
from affray.rulesets.knave.formulas import D20

ABILITY = Why("ability.3d6", "newcomer")
FIRST_HP = Why("first.hp", "newcomer")
STARTING = Why("starting.gear", "newcomer")
COPPER = Why("starting.copper", "newcomer")
SPELL_BOOK = Why("starting.spell", "newcomer")
TRAIT = Why("trait.d20", "newcomer")

CREATION_ROLLS = (ABILITY, FIRST_HP, STARTING, COPPER, SPELL_BOOK, TRAIT)


class Rolled(msgspec.Struct, frozen=True, gc=False):
    """The bonus of an ability."""

    bonus: int


@formula("rolled_ability", "knave.creation.abilities")
def rolled_ability(dice: Dice) -> Rolled:
    """The lowest of 3d6."""
    return Rolled(dice.roll(Roll(6, 3, "low"), ABILITY))


class HitPoints(msgspec.Struct, frozen=True, gc=False):
    """Hit points at level 1, now and at most."""

    hp: int


@formula("first_hp", "knave.creation.hp", "knave.hp.no-con")
def first_hp(dice: Dice) -> HitPoints:
    """1d8, without the CON bonus."""
    return HitPoints(dice.roll(Roll(8), FIRST_HP))


class Found(msgspec.Struct, frozen=True, gc=False):
    """What a row of a starting table gives, by name."""

    pieces: tuple[str, ...]


GEAR_TABLES = ("armor", "headgear", "dungeoneering", "general_1", "general_2")


@formula(
    "starting_gear",
    "knave.creation.gear",
    inputs=(Input("table", "which table", options=GEAR_TABLES, kind="choice", required=True),),
)
def starting_gear(dice: Dice, table: str) -> Found:
    """A row of one of the starting tables."""
    row = dice.roll(D20, STARTING) - 1
    if table in creation.worn_tables():
        return Found(creation.worn_tables()[table][row])
    return Found((creation.gear_tables()[table][row],))


class Purse(msgspec.Struct, frozen=True, gc=False):
    """Copper coins to go shopping with."""

    copper: int


@formula("starting_copper", "knave.creation.shopping")
def starting_copper(dice: Dice) -> Purse:
    """3d6 times 20 copper."""
    return Purse(dice.roll(Roll(6, 3), COPPER) * 20)


class Book(msgspec.Struct, frozen=True, gc=False):
    """The spell of a random book."""

    spell: str


@formula("spell_book", "knave.creation.spell-book")
def spell_book(dice: Dice) -> Book:
    """A d20 over the spells that matter in a fight."""
    return Book(creation.spells()[dice.roll(D20, SPELL_BOOK) - 1])


class Trait(msgspec.Struct, frozen=True, gc=False):
    """A word about somebody."""

    word: str


@formula(
    "trait",
    "knave.creation.traits",
    inputs=(Input("table", "which table", options=creation.TRAITS, kind="choice", required=True),),
)
def trait(dice: Dice, table: str) -> Trait:
    """A row of a table of traits."""
    return Trait(creation.traits()[table][dice.roll(D20, TRAIT) - 1])


CREATION_FORMULAS = {
    one.name: one for one in (rolled_ability, first_hp, starting_gear, starting_copper, spell_book, trait)
}
