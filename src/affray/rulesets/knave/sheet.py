"""A character's sheet: everything on it worked out as plain values, and the files of its page."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from importlib.resources import files
from typing import Any

import msgspec

from affray.rules import Odds, rule
from affray.rulesets.knave import growth
from affray.rulesets.knave.character import (
    Character,
    bonus_of,
    defense_of,
    henchmen_of,
    slots_of,
    slots_used,
    wages_of,
)
from affray.rulesets.knave.character_file import plain
from affray.rulesets.knave.company import fate
from affray.rulesets.knave.content import creation
from affray.rulesets.knave.formulas import save
from affray.rulesets.knave.formulas_growth import MOST_LEVEL, XP_OF_A_LEVEL, heal_night
from affray.rulesets.knave.panel import panel
from affray.rulesets.knave.rulings import rulings_of
from affray.rulesets.knave.state import ABILITIES

LONG_NAMES = {
    "str": "Strength",
    "dex": "Dexterity",
    "con": "Constitution",
    "int": "Intelligence",
    "wis": "Wisdom",
    "cha": "Charisma",
}
SHEET_FILES = ("sheet.html", "body.html", "sheet.css")


@rule("knave.save.target", "knave.ability.score")
def sheet(one: Character, chosen: Mapping[str, str], odds: Odds) -> dict[str, Any]:
    """All that stands on the sheet under these rulings (by slug); chances are fractions in text."""
    abilities = [
        {
            "ability": ability,
            "name": LONG_NAMES[ability],
            "bonus": bonus_of(one, ability),
            "defense": defense_of(one, ability),
            "save": str(odds(save, bonus_of(one, ability), 0).chance(_succeeds)),
        }
        for ability in ABILITIES
    ]
    found = panel(one, rulings_of(chosen), odds)
    return {
        "ruleset": "knave",
        "name": one.name,
        "character": plain(one),
        "player": one.player,
        "fate": fate(one),
        "level": one.level,
        "xp": {"now": one.xp, "next": one.level * XP_OF_A_LEVEL if one.level < MOST_LEVEL else None},
        "levels_due": growth.levels_due(one),
        "hp": {"now": one.hp, "most": one.max_hp},
        "abilities": abilities,
        "panel": msgspec.to_builtins(found),
        "gear": _gear(one),
        "slots": {"used": slots_used(one), "most": slots_of(one), "list": _slots(one)},
        "coins": {"copper": one.coins.copper, "silver": one.coins.silver, "gold": one.coins.gold},
        "henchmen": _service(one),
        "healing": {"bonus": bonus_of(one, "con"), "mean": str(_healing(one, odds))},
        "traits": dict(one.traits),
        "about": about(one),
        "notes": one.notes,
    }


def _succeeds(found: Any) -> bool:
    return bool(found.success)


def _healing(one: Character, odds: Odds) -> Fraction:
    """The mean of a night's healing for one who has lost enough."""
    most = 9_999
    return odds(heal_night, bonus_of(one, "con"), 0, most).mean(lambda healed: healed.hp)


def _gear(one: Character) -> list[dict[str, Any]]:
    """What can break, armor first: how good it still is."""
    breakable = [item for item in one.items if item.quality is not None or item.kind not in ("gear", "book")]
    ordered = sorted(breakable, key=lambda item: item.kind == "weapon")
    return [
        {
            "name": item.name,
            "kind": item.kind,
            "defense": item.defense or None,
            "worn": item.worn,
            "quality": item.quality,
            "full": item.full,
        }
        for item in ordered
    ]


def _slots(one: Character) -> list[dict[str, Any]]:
    """What fills the slots, a row each; a thing of several slots is named in its first one, and 0 slots share a row."""
    rows: list[dict[str, Any]] = []
    for item in one.items:
        notes = [f"{item.slots} slots"] if item.slots != 1 else []
        notes += [str(item.count)] if item.count > 1 else []
        notes += ["worn"] if item.worn else []
        notes += ["spell book"] if item.kind == "book" else []
        notes += ["read today"] if item.spent else []
        notes += ["destroyed"] if item.quality == 0 else []
        rows.append({"name": item.name, "note": ", ".join(notes), "slots": item.slots})
        rows += [{"name": "", "note": "", "slots": 0, "goes_on": True}] * (item.slots - 1)
    full = one.coins.number // 100
    rows += [{"name": "coins", "note": "100", "slots": 1}] * full
    return rows


def _service(one: Character) -> dict[str, Any]:
    return {
        "most": henchmen_of(one),
        "wages": wages_of(one),
        "list": [
            {"name": each.name, "trade": each.trade, "wage": creation.wages()[each.trade], "paid": each.paid}
            for each in one.henchmen
        ],
    }


def about(one: Character) -> str:
    """The traits in a line."""
    words = dict(one.traits)
    looks = [word for word in (words.get("physique"), words.get("face")) if word]
    parts = [
        _joined(words.get("background"), words.get("misfortune"), ", {}"),
        " and ".join(looks),
        *(f"{table} {words[table]}" for table in ("skin", "hair", "clothing", "speech") if words.get(table)),
        _joined(words.get("virtue"), words.get("vice"), " but {}"),
        words.get("alignment", ""),
    ]
    told = "; ".join(part for part in parts if part)
    return f"{told[:1].upper()}{told[1:]}." if told else ""


def _joined(one: str | None, other: str | None, between: str) -> str:
    return f"{one}{between.format(other)}" if one and other else one or other or ""


def template() -> dict[str, str]:
    """The files of the page by name."""
    folder = files("affray.rulesets.knave").joinpath("page")
    return {name: folder.joinpath(name).read_text(encoding="utf-8") for name in SHEET_FILES}
