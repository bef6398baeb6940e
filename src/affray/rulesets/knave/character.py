"""A player's character as a value: what it is, owns and carries. Nothing here throws dice or reads a file."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

from affray.rules import rule
from affray.rulesets.knave.content import creation
from affray.rulesets.knave.state import ABILITIES, Ability, Spell, Weapon

Kind: TypeAlias = Literal["weapon", "body", "shield", "helmet", "book", "gear"]
PLACES: dict[Kind, int] = {"weapon": 0, "body": 1, "shield": 1, "helmet": 1, "book": 2, "gear": 3}
"""Where each kind of thing stands on the sheet."""

COINS_OF_A_SLOT = 100
SILVER, GOLD = 10, 100
"""Copper coins that one of silver and one of gold are worth (knave.coins)."""


class Item(msgspec.Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """Something that is carried.

    `quality` is what is left of `full` (None: it cannot break; 0: destroyed), `count` how many lie in its slots and
    `price` what a new one costs in copper. A weapon has its `weapon` (whose own quality is not used), body armor its
    `defense`, a book its `spell`, where a fight knows it; `spent` books have been read today. Armor may be carried and
    not `worn`.
    """

    name: str
    kind: Kind = "gear"
    slots: int = 1
    count: int = 1
    price: int | None = None
    quality: int | None = None
    full: int | None = None
    worn: bool = False
    weapon: Weapon | None = None
    defense: int = 0
    spell: Spell | None = None
    spent: bool = False


class Coins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Coins of each metal."""

    copper: int = 0
    silver: int = 0
    gold: int = 0

    @property
    def number(self) -> int:
        """How many coins there are."""
        return self.copper + self.silver + self.gold

    @property
    def worth(self) -> int:
        """What they are worth in copper."""
        return self.copper + self.silver * SILVER + self.gold * GOLD


class Henchman(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody in a character's service: the trade says the daily wage."""

    name: str
    trade: str
    paid: bool = True


class Character(msgspec.Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """A player's character.

    `bonuses` are those of the abilities in their order. `hp` below 0 is death. `traits` are (table, word) in the order
    of the tables.
    """

    name: str
    level: int
    xp: int
    hp: int
    max_hp: int
    bonuses: tuple[int, int, int, int, int, int]
    items: tuple[Item, ...] = ()
    coins: Coins = Coins()
    henchmen: tuple[Henchman, ...] = ()
    traits: tuple[tuple[str, str], ...] = ()
    player: str = ""
    notes: str = ""


def in_order(items: Iterable[Item]) -> tuple[Item, ...]:
    """Things in the order of the sheet: weapons, armor, books, the rest."""
    return tuple(sorted(items, key=lambda item: PLACES[item.kind]))


def bonus_of(one: Character, ability: Ability) -> int:
    """The bonus of an ability."""
    return one.bonuses[ABILITIES.index(ability)]


@rule("knave.ability.score")
def defense_of(one: Character, ability: Ability) -> int:
    """The defense of an ability: the bonus and 10."""
    return bonus_of(one, ability) + 10


@rule("knave.hp.dead")
def is_dead(one: Character) -> bool:
    """Whether the character has died."""
    return one.hp < 0


@rule("knave.slots.count", "K51")
def slots_of(one: Character) -> int:
    """The item slots: always the CON defense, from the moment that it rises."""
    return defense_of(one, "con")


@rule("knave.slots.size")
def slots_used(one: Character) -> int:
    """The slots that are taken: by every item as many as it takes, and one by each full hundred of coins."""
    return sum(item.slots for item in one.items) + one.coins.number // COINS_OF_A_SLOT


@rule("K54")
def has_room(one: Character) -> bool:
    """Whether everything fits into the slots."""
    return slots_used(one) <= slots_of(one)


@rule("knave.henchmen", "K61")
def henchmen_of(one: Character) -> int:
    """The most henchmen that may serve: the CHA bonus."""
    return bonus_of(one, "cha")


@rule("knave.henchmen.wages")
def wages_of(one: Character) -> int:
    """What the henchmen are paid for a day, in copper; their food is extra."""
    return sum(creation.wages()[henchman.trade] for henchman in one.henchmen)


@rule("knave.coins")
def pay(coins: Coins, copper: Fraction) -> Coins | None:
    """The coins that are left when so much is paid, or None where they are too few.

    No coin can be broken in parts: what is not whole is rounded up. Copper goes first, then a silver or gold coin is
    changed into smaller ones.
    """
    bill = -(-copper.numerator // copper.denominator)
    if bill > coins.worth:
        return None
    left, silver, gold = coins.copper - bill, coins.silver, coins.gold
    changed = max(-(left // SILVER), 0) if left < 0 else 0
    left, silver = left + changed * SILVER, silver - changed
    changed = -(silver // SILVER) if silver < 0 else 0
    return Coins(left, silver + changed * SILVER, gold - changed)


def usable_weapons(one: Character) -> tuple[int, ...]:
    """The places of the weapons that are whole, in the order of the sheet."""
    return tuple(place for place, item in enumerate(one.items) if item.weapon is not None and item.quality != 0)


def labels(one: Character) -> tuple[str, ...]:
    """A name of its own for each thing, in their order: the second sword is "sword 2".

    What can break is named first.
    """
    found: dict[int, str] = {}
    taken = {"hp"}
    for place, item in sorted(enumerate(one.items), key=lambda each: each[1].quality is None):
        name, number = item.name, 2
        while name in taken:
            name, number = f"{item.name} {number}", number + 1
        taken.add(name)
        found[place] = name
    return tuple(found[place] for place in range(len(one.items)))


def worn_pieces(one: Character) -> dict[Kind, int]:
    """The place of each whole piece of armor that is worn, by what it is."""
    return {item.kind: place for place, item in enumerate(one.items) if item.worn and item.quality != 0}


def readable_books(one: Character) -> tuple[int, ...]:
    """The places of the spell books that have an effect in a fight and have not been read today."""
    return tuple(place for place, item in enumerate(one.items) if item.spell is not None and not item.spent)
