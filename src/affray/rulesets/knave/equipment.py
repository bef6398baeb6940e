"""What a fighter of a fight file wears, strikes with and casts."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from affray.errors import BadInput
from affray.files import Node, Value
from affray.rules import rule
from affray.rules.interning import one_of
from affray.rulesets.knave import content
from affray.rulesets.knave.damage import parse_damage
from affray.rulesets.knave.rulings import Rulings, numbered
from affray.rulesets.knave.state import ABILITIES, UNARMORED, Damage, Effect, EffectKind, Spell, Weapon

UNARMORED_AC = {"bx": 19, "adnd": 20}
EFFECTS: Final[dict[str, EffectKind]] = {
    "stun": "stun",
    "disarm": "disarm",
    "shove": "shove",
    "off_balance": "off_balance",
    "distracted": "distracted",
    "out": "out",
    "flee": "flee",
    "none": "none",
}
"""The words for what a spell does; damage has its dice beside it."""


def armor_of(node: Node, rulings: Rulings) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is worn, as fields of the profile and of the condition."""
    value = node.either("armor", default=None)
    classed = _armor_class(node)
    if value is None:
        defense = UNARMORED if classed is None else classed
        return {"body": defense, "bare": min(defense, UNARMORED)}, {"body": natural_armor_quality(rulings)}
    if classed is not None:
        raise node.error("ac", "armor and ac are the same thing: give one")
    if value.kind == "list":
        return _pieces(value, rulings)
    if value.kind == "table":
        return _whole_armor(value.table(), rulings)
    defense = value.whole(1, 50)
    return {"body": defense, "bare": min(defense, UNARMORED)}, {"body": natural_armor_quality(rulings)}


@rule("K25")
def natural_armor_quality(rulings: Rulings) -> int | None:
    """The quality of a hide, or of no armor at all (K25)."""
    return numbered(rulings.unarmored_quality)


@rule("K26")
def natural_weapon_quality(rulings: Rulings) -> int | None:
    """The quality of claws and teeth (K26)."""
    return numbered(rulings.natural_weapon_quality)


@rule("knave.monster.armor")
def _armor_class(node: Node) -> int | None:
    """The armor defense that an armor class stands for (knave.monster.armor)."""
    value = node.either("ac", default=None)
    system = node.choice("ac_system", ("bx", "adnd", "ascending"), default=None)
    if value is None:
        if system is not None:
            raise node.missing("ac")
        return None
    if system is None:
        raise node.error("ac", "an armor class needs ac_system", allowed="bx, adnd, ascending")
    printed = value.whole(-20, 50)
    defense = printed if system == "ascending" else UNARMORED_AC[system] - printed
    if not 1 <= defense <= 50:
        raise value.error("out of range", allowed="an armor defense of 1 to 50")
    return defense


def check_bonus(table: Node, defense: int) -> None:
    """An armor bonus beside a defense must be the defense without 10: the same armor, whoever rolls."""
    if table.whole("bonus", -9, 40, default=defense - 10) != defense - 10:
        raise table.error("bonus", f"bonus must be defense - 10 ({defense - 10})")


def _whole_armor(table: Node, rulings: Rulings) -> tuple[dict[str, Any], dict[str, Any]]:
    defense = table.whole("defense", 1, 50)
    check_bonus(table, defense)
    bare = table.whole("unarmored", 1, defense, default=min(defense, UNARMORED))
    quality = table.whole("quality", 0, 10, default=natural_armor_quality(rulings))
    table.done()
    return {"body": defense, "bare": bare}, {"body": quality}


def _pieces(value: Value, rulings: Rulings) -> tuple[dict[str, Any], dict[str, Any]]:
    known = [*content.body_armor(), *content.extras()]
    profile: dict[str, Any] = {"body": UNARMORED}
    # One who wears a piece is not unarmored: only bare skin has the natural quality (K25).
    condition: dict[str, Any] = {} if value.raw else {"body": natural_armor_quality(rulings)}
    worn: set[str] = set()
    for piece in value.values(0, 3):
        slot, defense, quality = _piece(piece, known)
        if slot in worn:
            raise piece.error("a second one cannot be worn")
        worn.add(slot)
        profile[slot], condition[slot] = defense if slot == "body" else True, quality
    return profile, condition


def _piece(piece: Value, known: list[str]) -> tuple[str, int, int | None]:
    """What a piece is, its armor defense (of body armor) and the quality that is left of it."""
    if piece.kind != "table":
        name, quality = piece.choice(known), None
        own = None
    else:
        table = piece.table()
        name = table.name("name")
        own = table.whole("defense", UNARMORED, 50, default=None)
        if own is None:
            name = table.choice("name", known)
        quality = table.whole("quality", 0 if own is None else 1, 10, default=None)
        table.done()
    if own is not None:
        return "body", own, quality
    if name in content.extras():
        return name, 0, content.extras()[name] if quality is None else quality
    defense, whole = content.body_armor()[name]
    return "body", defense, whole if quality is None else quality


@rule("knave.monster.damage")
def weapons_of(node: Node, rulings: Rulings) -> tuple[Weapon, ...]:
    """The weapons by name or described, and what a monster strikes with."""
    weapons = [_weapon(value) for value in node.values("weapons", 0, 10)]
    printed = node.either("damage", default=None)
    if printed is not None:
        natural = natural_weapon_quality(rulings)
        weapons.append(Weapon("attack", _routine(printed), quality=natural, tags=("natural",)))
    return tuple(map(one_of, weapons))


def _weapon(value: Value) -> Weapon:
    if value.kind == "text":
        return content.weapons()[value.choice(content.weapons())]
    table = value.table()
    weapon = described_weapon(table)
    table.done()
    return weapon


def described_weapon(table: Node) -> Weapon:
    """A weapon with all that matters about it, or one of the booklet's with what is left of it."""
    name = table.name("name")
    known = None if "die" in table.raw else content.weapons().get(name)
    if known is not None:
        return replace(known, quality=table.whole("quality", 0, 10, default=known.quality))
    return Weapon(
        name,
        _routine(table.either("die")),
        "ranged" if table.choice("kind", ("melee", "ranged"), default="melee") == "ranged" else "melee",
        table.whole("quality", 0, 10, default=None),
        tuple(table.list_of_text("tags", default=[])),
        table.whole("hands", 1, 2, default=1),
    )


def _routine(value: Value) -> tuple[Damage, ...]:
    """One attack, or the attacks of a routine parted by strokes (K65)."""
    return tuple(_parsed(value, part) for part in value.text(1, 200).split("/"))


def _parsed(value: Value, text: str) -> Damage:
    try:
        return parse_damage(text)
    except BadInput as error:
        raise value.error(
            f"damage dice: {error.problem}", allowed="dice as in 1d6, d8 or 2d6+1, a routine as in 1d4/1d4/1d6"
        ) from None


def spell_of(value: Value) -> Spell:
    """A spell of a fighter."""
    table = value.table()
    spell = described_spell(table)
    table.done()
    return spell


@rule("knave.spell.cast", "K82")
def described_spell(table: Node) -> Spell:
    """A spell: what it is called, what resists it, what it does."""
    ability = ABILITIES[ABILITIES.index(table.choice("save", ABILITIES))]
    return Spell(table.name("name"), ability, _effect(table.either("on_fail")))


def _effect(value: Value) -> Effect:
    """What happens to one who does not resist: a word, or damage with its dice."""
    text = value.text(1, 200)
    word, colon, dice = text.partition(":")
    if word == "damage" and colon:
        return Effect("damage", _parsed(value, dice))
    if text not in EFFECTS:
        raise value.error("no such effect", allowed=", ".join((*EFFECTS, "damage:2d6")))
    return Effect(EFFECTS[text])
