"""What a fighter of a fight file carries and wears, and what adds to its blows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import cast

from affray.errors import BadInput
from affray.files import Node, Value, distinct
from affray.rules import rule
from affray.rulesets.d20grid.damage import parse_damage
from affray.rulesets.d20grid.drawing import pairs
from affray.rulesets.d20grid.fightfile_map import feet, multiple
from affray.rulesets.d20grid.limits import (
    ABSORB,
    MOST_BONUSES,
    MOST_WEAPONS,
    MULTIPLIER,
    PASSIVE,
    PENALTY,
    POINTS,
    REACH,
    SPEED,
    Limit,
)
from affray.rulesets.d20grid.state import KINDS, ORIGINS, Bonus, Kind, Origin, Profile, Weapon

SIGNED = re.compile(r"[+-]?[0-9]{1,4}", re.ASCII)
HINDERED = ("attack", "defense", "speed", "initiative")

Penalties = dict[str, int]


# Weapons


def carried(node: Node) -> tuple[Weapon, ...]:
    """The weapons: names of the content, or tables of their own."""
    values = node.values("weapons", 0, MOST_WEAPONS)
    distinct([value.table() for value in values if isinstance(value.raw, dict)], "name")
    found: list[Weapon] = []
    for value in values:
        one = weapon(value.table()) if isinstance(value.raw, dict) else _known(value)
        if any(one.name == other.name for other in found):
            raise value.error("a weapon of that name is there already", code="duplicate")
        found.append(one)
    return tuple(found)


def _known(value: Value) -> Weapon:
    from affray.rulesets.d20grid import content  # noqa: PLC0415 - read only where a file names some of it

    name = value.text()
    weapons = content.weapons()
    return weapons[name] if name in weapons else weapons[value.choice(weapons)]


@rule("d20grid.damage.order", "d20grid.draw", "d20grid.hp.subdual", "T39", "T48", "T60")
def weapon(node: Node) -> Weapon:
    """A weapon by its data."""
    name = node.name("name")
    dice = node.child("dice")
    try:
        damage = parse_damage(dice.text(1, 200))
    except BadInput as error:
        if error.field:
            raise
        raise dice.error(error.problem, allowed=error.allowed, hint=error.hint, code=error.code) from None
    found = Weapon(
        name,
        damage,
        cast("Kind", node.choice("kind", KINDS, default="melee")),
        feet(node, "reach", *REACH, 5),
        node.whole("flat", *PASSIVE, default=0),
        node.whole("multiplier", *MULTIPLIER, default=1),
        node.text("style", 1, 60, default=""),
        node.whole("craft_points", *POINTS, default=0),
        node.truth("subdues", default=False),
    )
    node.done()
    return found


@rule("d20grid.dual-wield", "d20grid.draw", "T41", "T64")
def hands(node: Node, profile: Profile) -> tuple[int, ...]:
    """What is in hand when the fight begins: the first weapon, or those that `hands` names."""
    if "hands" not in node.raw:
        node.either("hands", default=None)
        return (0,) if profile.weapons else ()
    names = [one.name for one in profile.weapons]
    values = node.values("hands", 0, 2)
    found = tuple([names.index(value.choice(names)) for value in values])
    if len(found) == 2:
        if found[0] == found[1]:
            raise node.error("hands", "these are one weapon", code="duplicate")
        if not pairs(profile, profile.weapons[found[0]], profile.weapons[found[1]]):
            raise node.error(
                "hands", "these two cannot be wielded at once", hint="a pair is of one's own styles, no bow"
            )
    return found


def styles(node: Node) -> tuple[tuple[str, int], ...] | None:
    """The styles that the fighter is trained in, with the points in each; None where the file says nothing."""
    table = node.table("style_points")
    if table is None:
        return None
    return tuple(sorted((style, table.whole(style, *POINTS)) for style in table.keys()))  # noqa: SIM118 - a cursor


# Armor


@rule("d20grid.armor.absorb", "T38")
def worn(node: Node) -> tuple[int, Penalties]:
    """What the armor absorbs a round, and what it takes: by its name, by a number, or by a table."""
    value = node.either("armor", default=None)
    if value is None:
        return 0, {}
    if isinstance(value.raw, str):
        from affray.rulesets.d20grid import content  # noqa: PLC0415 - read only where a file names some of it

        return content.armor()[value.choice(content.armor())]
    if not isinstance(value.raw, dict):
        return value.whole(*ABSORB), {}
    return armor(value.table())


def armor(table: Node) -> tuple[int, Penalties]:
    """Armor by its data."""
    absorb = table.whole("absorb", *ABSORB)
    found = penalties(table, {})
    table.done()
    return absorb, found


def penalties(node: Node, default: Penalties) -> Penalties:
    """What armor takes from attack rolls, Defense, speed and initiative; what the sheet says goes before `default`."""
    table = node.table("penalties")
    if table is None:
        return {key: default.get(key, 0) for key in HINDERED}
    found = {key: table.whole(key, *PENALTY, default=0) for key in HINDERED if key != "speed"}
    speed = table.either("speed", default=None)
    found["speed"] = 0 if speed is None else multiple(speed, *SPEED)
    table.done()
    return found


# What adds


@rule("d20grid.damage.order", "T35", "T42")
def added(node: Node, key: str, limit: Limit) -> tuple[Bonus, ...]:
    """Numbers, or tables that also say where one comes from; "+2" is 2."""
    return tuple(_bonuses(node.values(key, 0, MOST_BONUSES), limit))


def _bonuses(values: Iterable[Value], limit: Limit) -> Iterable[Bonus]:
    for value in values:
        if not isinstance(value.raw, dict):
            yield Bonus(signed(value, *limit))
            continue
        table = value.table()
        origin = cast("Origin", table.choice("from", ORIGINS, default="other"))
        yield Bonus(signed(table.child("value"), *limit), origin)
        table.done()


def signed(value: Value, low: int, high: int) -> int:
    """A whole number, also as a text with its sign."""
    if isinstance(value.raw, str) and SIGNED.fullmatch(value.raw):
        return Value(value.document, value.path, int(value.raw)).whole(low, high)
    return value.whole(low, high)
