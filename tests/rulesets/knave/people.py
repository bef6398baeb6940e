"""Characters for tests, and dice with given faces."""

from __future__ import annotations

import json
from typing import Any

from affray.files import parse_document
from affray.interpret.script import Trace, typed
from affray.rulesets.knave.character import Character
from affray.rulesets.knave.character_file import read

SIX = {"str": 2, "dex": 1, "con": 3, "int": 1, "wis": 2, "cha": 1}

ANA: dict[str, Any] = {
    "name": "Ana",
    "hp": 4,
    "max_hp": 6,
    "abilities": SIX,
    "weapons": ["sword", "bow"],
    "armor": ["gambeson", "shield"],
}


def character(**fields: Any) -> Character:
    """Ana with sword, bow, gambeson and shield, wounded, unless the fields say otherwise."""
    return read(parse_document(json.dumps(ANA | fields), "ana.json").root)


def thrown(*faces: int) -> Trace:
    """Dice that show these faces and no others; `spent` says whether all were used."""
    return Trace(typed(faces))


def spent(dice: Trace) -> list[int]:
    """The faces that were asked for, in order."""
    return [face for roll in dice.rolls for face in roll.faces]


NOTHING = thrown()
"""Dice that nobody may ask."""
