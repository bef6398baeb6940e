"""Things that are carried, by name or described: from the booklet's lists, or a file's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from affray.errors import BadInput, nearest
from affray.files import Node, Value
from affray.rules import rule
from affray.rulesets.knave import content
from affray.rulesets.knave.character import Item, Kind
from affray.rulesets.knave.content import creation
from affray.rulesets.knave.damage import print_damage
from affray.rulesets.knave.equipment import check_bonus, described_spell, described_weapon
from affray.rulesets.knave.formulas_growth import MOST_PRICE
from affray.rulesets.knave.state import UNARMORED, Spell

MOST_SLOTS = 20
MOST_COUNT = 1_000
ARMOR = "armor"
"""The name of armor that is given as a number."""


@rule("knave.slots.size")
def thing(name: str, place: str = "") -> Item:
    """A new thing of the booklet's lists by name; armor of these is worn. Raises `BadInput` for any other name."""
    load = creation.loads().get(name)
    if load is None:
        known = list(creation.loads())
        raise BadInput("no such thing", place=place, received=name, hint=nearest(name, known), code="unknown_option")
    if name in content.weapons():
        weapon = content.weapons()[name]
        whole = weapon.quality
        bare = replace(weapon, quality=None)
        return Item(name, "weapon", load.slots, price=load.price, quality=whole, full=whole, weapon=bare)
    if name in content.body_armor():
        defense, quality = content.body_armor()[name]
        return Item(
            name, "body", load.slots, price=load.price, quality=quality, full=quality, worn=True, defense=defense
        )
    if name in content.extras():
        kind: Kind = "shield" if name == "shield" else "helmet"
        quality = content.extras()[name]
        return Item(name, kind, load.slots, price=load.price, quality=quality, full=quality, worn=True)
    return Item(name, slots=load.slots, count=content.gear()[name].get("count", 1), price=load.price)


def weapon_item(value: Value) -> Item:
    """A weapon of a file: a name, a name with what is left of it, or a weapon described."""
    if value.kind == "text":
        return thing(value.choice(content.weapons()))
    table = value.table()
    weapon = described_weapon(table)
    usual = thing(weapon.name) if weapon.name in content.weapons() else Item(weapon.name, slots=weapon.hands)
    quality = weapon.quality
    item = _carried(table, replace(usual, kind="weapon", quality=quality, weapon=replace(weapon, quality=None)))
    table.done()
    return item


def armor_item(value: Value) -> Item:
    """A piece of armor: a name, a name with what is left of it, or body armor with a defense of its own."""
    known = (*content.body_armor(), *content.extras())
    if value.kind == "text":
        return thing(value.choice(known))
    return _described_armor(value.table(), known)


def whole_armor(value: Value) -> Item | None:
    """Armor as one number or one table in place of a list; None for the number of one who wears none."""
    if value.kind == "table":
        return _described_armor(value.table(), (*content.body_armor(), *content.extras()), ARMOR)
    defense = value.whole(UNARMORED, 50)
    return Item(ARMOR, "body", worn=True, defense=defense) if defense > UNARMORED else None


def _described_armor(table: Node, known: tuple[str, ...], unnamed: str | None = None) -> Item:
    defense = table.whole("defense", UNARMORED, 50, default=None)
    if defense is None:
        if unnamed is not None and "name" not in table.raw:
            raise table.missing("defense")
        usual = thing(table.choice("name", known))
    else:
        name = table.name("name") if unnamed is None else table.name("name", default=unnamed)
        usual = Item(name, "body", worn=True, defense=defense)
    if usual.kind == "body":
        check_bonus(table, usual.defense)
    usual = replace(usual, quality=table.whole("quality", 0, 10, default=usual.quality))
    item = replace(_carried(table, usual), worn=table.truth("worn", default=True))
    table.done()
    return item


def _carried(table: Node, usual: Item) -> Item:
    """What a file says of how a thing is carried, what it costs and how good it was when it was new."""
    full = table.whole("full", 0, 10, default=usual.quality if usual.full is None else usual.full)
    if usual.quality is not None and full is not None and usual.quality > full:
        raise table.error("quality", "more than the thing has when it is whole", allowed=f"0 to {full}")
    return replace(
        usual,
        slots=table.whole("slots", 0, MOST_SLOTS, default=usual.slots),
        price=table.whole("price", 0, MOST_PRICE, default=usual.price),
        full=full,
    )


def gear_item(value: Value) -> Item:
    """Any other thing: a name of the booklet's lists, or described."""
    if value.kind == "text":
        return _gear(value.name())
    table = value.table()
    usual = _gear(table.name("name"))
    item = replace(
        usual,
        slots=table.whole("slots", 0, MOST_SLOTS, default=usual.slots),
        count=table.whole("count", 1, MOST_COUNT, default=usual.count),
        price=table.whole("price", 0, MOST_PRICE, default=usual.price),
    )
    table.done()
    return item


def _gear(name: str) -> Item:
    return thing(name) if name in content.gear() else Item(name)


@rule("knave.spell.book")
def book_item(value: Value) -> Item:
    """A spell book, one slot for one spell: its name, or a spell with what it does in a fight."""
    if value.kind == "text":
        return Item(value.name(), "book")
    table = value.table()
    spent = table.truth("spent", default=False)
    spell: Spell | None = None
    if "save" in table.raw or "on_fail" in table.raw:
        spell = described_spell(table)
    item = Item(table.name("name"), "book", spell=spell, spent=spent)
    table.done()
    return item


def as_plain(item: Item) -> str | Mapping[str, Any]:
    """A thing as a file has it: its name alone where that says everything."""
    usual = thing(item.name) if item.name in creation.loads() else Item(item.name, item.kind)
    if item == usual:
        return item.name
    told: dict[str, Any] = {"name": item.name}
    if item.weapon is not None and item.weapon != usual.weapon:
        told |= weapon_as_plain(item)
    if item.kind == "body" and item.defense != usual.defense:
        told["defense"] = item.defense
    if item.spell is not None:
        told |= {"save": item.spell.save, "on_fail": effect_as_plain(item.spell)}
    if item.kind != "book":
        fields = {"slots": item.slots, "price": item.price, "quality": item.quality, "full": item.full}
        told |= {name: value for name, value in fields.items() if value is not None}
    if item.kind == "gear":
        told["count"] = item.count
    told |= {"spent": True} if item.spent else {}
    return told | ({"worn": False} if item.kind in ("body", "shield", "helmet") and not item.worn else {})


def effect_as_plain(spell: Spell) -> str:
    """What a spell does, as a file has it."""
    effect = spell.on_fail
    return f"damage:{print_damage(effect.damage)}" if effect.damage is not None else effect.kind


def weapon_as_plain(item: Item) -> dict[str, Any]:
    """What a weapon does, as a file has it."""
    weapon = item.weapon
    assert weapon is not None
    die = "/".join(map(print_damage, weapon.blows))
    return {"die": die, "kind": weapon.kind, "hands": weapon.hands, "tags": list(weapon.tags)}
