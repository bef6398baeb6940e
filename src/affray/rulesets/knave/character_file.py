"""A character's file to the character and back. Every value is checked where it stands in the file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.files import Node
from affray.rules import rule
from affray.rulesets.knave.character import (
    Character,
    Coins,
    Henchman,
    Item,
    slots_of,
    slots_used,
)
from affray.rulesets.knave.content import creation
from affray.rulesets.knave.fightfile import abilities_of, hit_points_of
from affray.rulesets.knave.formulas_growth import MOST_LEVEL, MOST_XP, XP_OF_A_LEVEL
from affray.rulesets.knave.items import armor_item, as_plain, book_item, gear_item, weapon_item, whole_armor
from affray.rulesets.knave.state import ABILITIES, PARTY

MOST_COINS = 1_000_000
MOST_THINGS = 40
KINDS = {
    "weapons": ("weapon",),
    "armor": ("body", "shield", "helmet"),
    "spells": ("book",),
    "gear": ("gear",),
}
"""The lists of a file, and what stands in each."""


def read(node: Node) -> Character:
    """The character that a table describes; raises `BadInput` for a key that is unknown or out of its range."""
    abilities = abilities_of(node, PARTY)
    if abilities is None:
        raise node.missing("abilities")
    level = node.whole("level", 1, MOST_LEVEL, default=1)
    hp, max_hp = hit_points_of(node)
    one = Character(
        name=node.name("name"),
        level=level,
        xp=node.whole("xp", 0, MOST_XP, default=(level - 1) * XP_OF_A_LEVEL),
        hp=hp,
        max_hp=max_hp,
        bonuses=abilities,
        items=_items(node),
        coins=_coins(node),
        henchmen=_henchmen(node, abilities[5]),
        traits=_traits(node),
        player=node.name("player", default=""),
        notes=node.note("notes", default=""),
    )
    node.done()
    check_slots(node, one)
    return one


@rule("knave.slots.count", "K54")
def check_slots(node: Node, one: Character) -> None:
    """Refuses a character that carries more than its slots hold."""
    used, most = slots_used(one), slots_of(one)
    if used > most:
        problem = "more item slots are used than there are"
        raise node.error("gear", problem, received=used, allowed=f"{most}, the CON defense", code="out_of_range")


def _items(node: Node) -> tuple[Item, ...]:
    items = [weapon_item(value) for value in node.values("weapons", 0, MOST_THINGS)]
    worn: set[str] = set()
    given = node.either("armor", default=None)
    if given is not None and given.kind != "list":
        whole_one = whole_armor(given)
        items += [] if whole_one is None else [whole_one]
        given = None
    for value in () if given is None else given.values(0, MOST_THINGS):
        item = armor_item(value)
        whole = item.worn and item.quality != 0
        if whole and item.kind in worn:
            raise value.error("a second one cannot be worn", hint="worn = false carries it")
        worn |= {item.kind} if whole else set()
        items.append(item)
    items += [book_item(value) for value in node.values("spells", 0, MOST_THINGS)]
    return (*items, *(gear_item(value) for value in node.values("gear", 0, MOST_THINGS)))


def _coins(node: Node) -> Coins:
    value = node.either("coins", default=None)
    if value is None:
        return Coins()
    if value.kind != "table":
        return Coins(value.whole(0, MOST_COINS))
    table = value.table()
    coins = Coins(*(table.whole(metal, 0, MOST_COINS, default=0) for metal in Coins.__struct_fields__))
    table.done()
    return coins


@rule("knave.henchmen", "K61")
def _henchmen(node: Node, most: int) -> tuple[Henchman, ...]:
    """Those in service: at most as many as the CHA bonus."""
    values = node.values("henchmen", 0, MOST_THINGS)
    if len(values) > most:
        raise node.error("henchmen", "too many", received=len(values), allowed=f"{most}, the CHA bonus")
    return tuple(_henchman(value.table()) for value in values)


def _henchman(table: Node) -> Henchman:
    one = Henchman(table.name("name"), table.choice("trade", creation.wages()), table.truth("paid", default=True))
    table.done()
    return one


def _traits(node: Node) -> tuple[tuple[str, str], ...]:
    table = node.table("traits")
    if table is None:
        return ()
    found = [(name, table.text(name, default="")) for name in creation.TRAITS]
    table.done()
    return tuple((name, word) for name, word in found if word)


def plain(one: Character) -> dict[str, Any]:
    """The character as a file has it: `read` gives it back."""
    told: dict[str, Any] = {
        "ruleset": "knave",
        "name": one.name,
        "player": one.player,
        "level": one.level,
        "xp": one.xp,
        "hp": one.hp,
        "max_hp": one.max_hp,
        "abilities": dict(zip(ABILITIES, one.bonuses, strict=True)),
    }
    for key, kinds in KINDS.items():
        told[key] = [as_plain(item) for item in one.items if item.kind in kinds]
    coins: Mapping[str, int] = {metal: getattr(one.coins, metal) for metal in Coins.__struct_fields__}
    told["coins"] = {metal: number for metal, number in coins.items() if number}
    told["henchmen"] = [
        {"name": each.name, "trade": each.trade} | ({} if each.paid else {"paid": False}) for each in one.henchmen
    ]
    told["traits"] = dict(one.traits)
    told["notes"] = one.notes
    always = ("ruleset", "name", "level", "xp", "hp", "max_hp", "abilities")
    return {key: value for key, value in told.items() if value or key in always}
