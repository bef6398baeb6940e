"""Helpers: one creature out of a text, and the cases of the stat blocks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from affray.rules import Answer, Conversion, Converted
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.convert import convert

DATA = Path(__file__).resolve().parents[3] / "data"
STATBLOCKS = DATA / "statblocks"


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


CASES = lines_of(STATBLOCKS / "cases.jsonl")
SIXTY = lines_of(DATA / "bfrpg_60.jsonl")


def read(text: str | bytes, answers: Mapping[str, str] | None = None, **rulings: str) -> Conversion:
    """The conversion of a text; answers by FIELD or NAME.FIELD, rulings by id."""
    given = []
    for key, value in (answers or {}).items():
        name, _, field = key.rpartition(".")
        given.append(Answer(field, value, name))
    chosen = {ruleset.ruling(name).slug: option for name, option in rulings.items()}
    content = text.encode() if isinstance(text, str) else text
    return convert(content, "paste", chosen, tuple(given))


def one(text: str | bytes, answers: Mapping[str, str] | None = None, **rulings: str) -> Converted:
    """The only creature of a text, of which nothing is refused."""
    conversion = read(text, answers, **rulings)
    assert conversion.refused == ()
    assert len(conversion.monsters) == 1
    return conversion.monsters[0]


def asked(creature: Converted) -> list[str]:
    """The fields that are asked for."""
    return [question.field for question in creature.questions]


def of_case(case: Mapping[str, Any]) -> Conversion:
    return read((STATBLOCKS / case["file"]).read_bytes())
