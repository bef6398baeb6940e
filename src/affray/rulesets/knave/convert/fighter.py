"""A creature as a Knave fighter: every field by its clause, and the table that a fight file takes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from affray.errors import BadInput
from affray.files import read_name
from affray.rules import Answer, Converted
from affray.rulesets.knave.convert.armor import armor
from affray.rulesets.knave.convert.attacks import attack, damage
from affray.rulesets.knave.convert.blocks import Block, bare
from affray.rulesets.knave.convert.hit_dice import Printed, hit_dice, hit_points, saves
from affray.rulesets.knave.convert.morale import morale
from affray.rulesets.knave.convert.sheet import Sheet, wrong_answer
from affray.rulesets.knave.rulings import Rulings

FIELDS: Final = ("name", "hd", "hp", "armor", "ac_system", "attack", "damage", "morale")
"""What an answer may be about."""

OPEN = "?"
"""What stands in a fighter's table for what is asked; no fight file takes it."""

NAMELESS = ""
"""What stands there for a name: "?" would be one."""

CONVERTED = (
    "name",
    "hit_dice",
    "hit_points",
    "armor",
    "armor_ascending",
    "attack_bonus",
    "attacks",
    "damage",
    "morale",
)
SAVE = re.compile(
    r"(?P<who>Normal Man|NM|NH|[A-Za-z-]+(?: or [A-Za-z-]+)?)\s*:?\s*(?P<level>[0-9]{1,2})?(?:\s*\(.*)?", re.IGNORECASE
)
CLASSES = {"f": "Fighter", "c": "Cleric", "m": "Magic-User", "t": "Thief", "d": "Dwarf", "e": "Elf", "h": "Halfling"}
NOBODY = ("normal man", "nm", "nh")


def converted(block: Block, rulings: Rulings, answers: Mapping[str, Answer], source: str) -> Converted:
    """The fighter that a block stands for; raises `BadInput` for a number that no fighter can have."""
    sheet = Sheet(block, rulings, answers)
    _name(sheet)
    printed = hit_dice(sheet)
    hit_points(sheet, printed)
    saves(sheet, printed)
    armor(sheet)
    attack(sheet, printed)
    damage(sheet)
    morale(sheet)
    _facts(sheet)
    source = source or block.source
    return Converted(
        format=block.format,
        values={
            key: sheet.values.get(key) for key in ("name", "hd", "hp", "armor", "attack", "damage", "morale", "saves")
        },
        fighter=_table(sheet, printed, source),
        working=tuple(sheet.working),
        questions=tuple(sheet.questions),
        unread=tuple(sheet.unread),
        facts=sheet.facts,
        source=source,
        licence=block.licence,
    )


def _name(sheet: Sheet) -> None:
    answer = sheet.answer("name")
    if answer is not None:
        try:
            sheet.take("name", read_name(answer.value))
        except BadInput as error:
            raise wrong_answer(answer, error.problem) from None
        return
    span = sheet.block.name
    if span is not None:
        try:
            sheet.set("name", read_name(span.text), span)
            return
        except BadInput as error:
            sheet.ask("name", f"{error.problem}: what is it called?", (), span)
    elif sheet.block.names:
        names = sheet.block.names
        sheet.ask("name", "several lines stand above it; which is its name?", [one.text for one in names], names[0])
    else:
        sheet.ask("name", "the text has no name; what is it called?")
    sheet.values["name"] = None


def _facts(sheet: Sheet) -> None:
    """What the block says beyond a fighter, as it is printed."""
    for key, span in sheet.block.fields.items():
        if key == "save_as":
            sheet.facts[key] = save_as(bare(span.text))
        elif key not in CONVERTED:
            sheet.facts.setdefault(key, span.text)
    if sheet.block.system in ("5e", "other"):
        sheet.facts["system"] = sheet.block.system
    if sheet.block.columns > 1:
        sheet.facts["columns"] = sheet.block.columns


def save_as(text: str) -> str:
    """Whom a creature saves as, in one spelling; what is none is told as it stands.

    >>> save_as("Fighter: 1 (with Dwarf bonuses)"), save_as("F2"), save_as("Normal Man"), save_as("14")
    ('Fighter 1', 'Fighter 2', 'Normal Man 0', '14')
    """
    match = SAVE.fullmatch(text)
    if match is None:
        return text
    who = match["who"]
    if who.lower() in NOBODY:
        return "Normal Man 0"
    return f"{CLASSES.get(who.lower(), who)} {match['level']}" if match["level"] else text


def _table(sheet: Sheet, printed: Printed | None, source: str) -> dict[str, Any]:
    """The table for a fight file. Hit points that follow from the hit dice are left to the fight's own rulings."""
    asked = {question.field for question in sheet.questions}
    values = sheet.values
    follows = any(one.field == "hp" and one.ruling for one in sheet.working)
    chosen = sheet.chosen["hit_dice"] != "ignore_mod" or sheet.chosen["hp_per_die"] != "four"
    table: dict[str, Any] = {"name": values["name"] or NAMELESS, "side": "foes"}
    if printed is not None:
        table["hd"] = _printed(printed)
    elif "hd" in asked:
        table["hd"] = OPEN
    if values["hp"] is not None and (chosen or not follows):
        table["hp"] = values["hp"]
    table["armor"] = OPEN if values["armor"] is None else _armor(sheet)
    if values["attack"] is not None:
        table["attack"] = values["attack"]
    elif "attack" in asked:
        table["attack"] = OPEN
    table["damage"] = values["damage"] or OPEN
    if values["morale"] is not None or "morale" in asked:
        table["morale"] = OPEN if values["morale"] is None else values["morale"]
    notes = "; ".join(part for part in (source, sheet.block.licence) if part)
    if notes:
        table["notes"] = notes
    return table


def _printed(printed: Printed) -> int | str:
    number, modifier = printed.dice
    if not number:
        return f"1/2{modifier:+}" if modifier else "1/2"
    return f"{number}{modifier:+}" if modifier else number


def _armor(sheet: Sheet) -> int | dict[str, int]:
    """The defense, with that of bare skin beside it where the text prints both (K28)."""
    defense, bare_skin = sheet.values["armor"], sheet.facts.get("armor_alt")
    if isinstance(bare_skin, int) and 1 <= bare_skin <= defense and sheet.facts.get("system") == "ascending":
        return {"defense": defense, "unarmored": bare_skin}
    return int(defense)
