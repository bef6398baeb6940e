"""A new character by the booklet: rolled abilities, hit points, starting gear, traits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from affray.dice import Dice
from affray.errors import BadInput, nearest
from affray.files import read_name
from affray.rules import Wish, rule
from affray.rulesets.knave import content
from affray.rulesets.knave.character import Character, Coins, Item, has_room, in_order
from affray.rulesets.knave.content import creation
from affray.rulesets.knave.formulas_creation import (
    first_hp,
    rolled_ability,
    spell_book,
    starting_copper,
    starting_gear,
    trait,
)
from affray.rulesets.knave.items import thing
from affray.rulesets.knave.state import ABILITIES

RATION = "travel rations"
RATIONS = 2
NAMES = ("Ansel", "Brida", "Corin", "Dagny", "Edda", "Falk", "Gisla", "Hob", "Isolde", "Jory", "Kunna", "Lorent")
"""Names for those who are given none (house data)."""

WISHES = (
    Wish("player", "who plays it"),
    Wish("weapon", "the weapon of the player's choice", tuple(content.weapons())),
    Wish("swap", "two abilities whose scores change places, as in str:wis"),
    Wish("gear", "where the gear comes from", ("tables", "shopping")),
    Wish("spell_book", "yes: a random spell book in place of armor", ("no", "yes")),
    Wish("leave", "a thing of its gear to leave out; repeatable", many=True),
)
"""What a player may decide about a new character."""


def new_character(dice: Dice, name: str, wishes: Mapping[str, str]) -> Character:
    """A new character of level 1; without a weapon wished for it takes a sword, if there is room for its gear.

    The order of the rolls is that of the booklet: abilities, hit points, gear, traits.
    """
    bonuses = _swapped([_abilities(dice) for _ in ABILITIES], wishes.get("swap", ""))
    hp = dice.resolve(first_hp).hp
    one = Character(name, 1, 0, hp, hp, (bonuses[0], bonuses[1], bonuses[2], bonuses[3], bonuses[4], bonuses[5]))
    if wishes.get("gear") == "shopping":
        one = _with_money(dice, one, wishes)
    else:
        one = _with_gear(one, _left_out(_starting(dice, wishes), wishes.get("leave", "")))
    traits = tuple((table, dice.resolve(trait, table).word) for table in creation.TRAITS)
    return replace(one, traits=traits, player=wishes.get("player", ""))


def checked(wishes: Mapping[str, str]) -> dict[str, str]:
    """The wishes, if there are such; raises `BadInput` for one that is unknown or cannot be granted."""
    known = {wish.name: wish for wish in WISHES}
    for name, value in wishes.items():
        if name not in known:
            raise _unknown("no such wish", "--wish", name, list(known))
        options = known[name].options
        if options and value not in options:
            raise _unknown("no such option", f"--wish {name}", value, list(options))
    _swapped([0] * 6, wishes.get("swap", ""))
    if "leave" in wishes and wishes.get("gear") == "shopping":
        raise BadInput("one who goes shopping has no gear to leave out", place="--wish leave", received=wishes["leave"])
    return {name: read_name(value, "--wish player") if name == "player" else value for name, value in wishes.items()}


def _unknown(problem: str, place: str, received: str, known: list[str]) -> BadInput:
    return BadInput(problem, place=place, received=received, allowed=", ".join(known), hint=nearest(received, known))


@rule("knave.creation.abilities")
def _abilities(dice: Dice) -> int:
    return dice.resolve(rolled_ability).bonus


@rule("knave.creation.swap")
def _swapped(bonuses: Sequence[int], pair: str) -> list[int]:
    """The scores with those of one pair changed for each other."""
    changed = list(bonuses)
    if pair:
        names = pair.split(":")
        if len(names) != 2 or names[0] == names[1] or any(name not in ABILITIES for name in names):
            raise BadInput("two abilities change places", place="--wish swap", received=pair, hint="as in str:wis")
        one, other = (ABILITIES.index(name) for name in ABILITIES if name in names)
        changed[one], changed[other] = changed[other], changed[one]
    return changed


@rule("knave.creation.gear", "knave.creation.spell-book")
def _starting(dice: Dice, wishes: Mapping[str, str]) -> list[Item]:
    """Everything that the tables give, in the order in which it comes: rations, the weapon, then each roll."""
    items = [thing(RATION)] * RATIONS
    items.append(thing(wishes.get("weapon") or "sword"))
    if wishes.get("spell_book") == "yes":
        items.append(Item(dice.resolve(spell_book).spell, "book"))
        tables = ["headgear"]
    else:
        tables = ["armor", "headgear"]
    for table in (*tables, "dungeoneering", "dungeoneering", "general_1", "general_2"):
        items += [thing(name) for name in dice.resolve(starting_gear, table).pieces]
    return items


@rule("K77")
def _left_out(items: list[Item], names: str) -> list[Item]:
    """The gear without what the player leaves out; of several alike the last."""
    kept = list(items)
    for name in filter(None, (part.strip() for part in names.split(","))):
        places = [place for place, item in enumerate(kept) if item.name == name]
        if not places:
            raise _unknown("not among its gear", "--wish leave", name, list(dict.fromkeys(item.name for item in kept)))
        del kept[places[-1]]
    return kept


@rule("K77")
def _with_gear(one: Character, items: list[Item]) -> Character:
    """The character with as much of its gear as its slots hold: what was rolled last is left out first."""
    for most in range(len(items), -1, -1):
        laden = replace(one, items=in_order(items[:most]))
        if has_room(laden):
            return laden
    raise AssertionError("nothing takes no slots")


@rule("knave.creation.shopping")
def _with_money(dice: Dice, one: Character, wishes: Mapping[str, str]) -> Character:
    """The character with coins to spend; of these it buys the weapon that was wished for."""
    coins = Coins(dice.resolve(starting_copper).copper)
    if "weapon" not in wishes:
        return replace(one, coins=coins)
    weapon = thing(wishes["weapon"])
    return replace(one, coins=Coins(coins.copper - (weapon.price or 0)), items=(weapon,))


def name_for(seed: str) -> str:
    """A name for a character that was given none, always the same for a seed."""
    return NAMES[sum(seed.encode()) % len(NAMES)]


def name_after(name: str) -> str:
    """A name for the successor of somebody of this name: another one."""
    found = name_for(name)
    return found if found != name else NAMES[(NAMES.index(found) + 1) % len(NAMES)]
