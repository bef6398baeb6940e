"""Stat blocks of other books on the prep page: what became of them, with the working, and what is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from affray.errors import BadInput
from affray.fight import read_rulings
from affray.files import toml
from affray.rules import Answer, Conversion, Converted, find, names
from affray.server.pages.uploads import Given

ANSWER = "answer:"
MOST = 100
BLOCK = "the stat block"


class Told(msgspec.Struct, frozen=True):
    """A line of the working: the field, its value, the text that gave it, and by which clause."""

    field: str
    value: str
    text: str
    clause: str
    ruling: str
    note: str


class Asked(msgspec.Struct, frozen=True):
    """An open question, as a field of the form."""

    key: str
    field: str
    text: str
    options: tuple[str, ...]
    answer: str


class Creature(msgspec.Struct, frozen=True):
    """A converted creature as the page shows it."""

    name: str
    format: str
    toml: str
    working: tuple[Told, ...]
    asked: tuple[Asked, ...]
    unread: tuple[str, ...]


class Shown(msgspec.Struct, frozen=True):
    """What became of a text: creatures, and what was refused and why."""

    creatures: tuple[Creature, ...]
    refused: tuple[tuple[str, str], ...]


def converters() -> dict[str, str]:
    """The rulesets that convert creatures, by id, with their titles."""
    rulesets = [find(name) for name in names()]
    return {one.id: one.title for one in rulesets if one.convert is not None}


def converted(given: Given) -> Conversion:
    """The creatures in the block that was pasted or handed in; raises `BadInput`."""
    known = converters()
    target = given.text("to") or next(iter(known), "")
    if target not in known:
        raise BadInput("it converts no creatures", place="to", received=target, allowed=", ".join(known))
    ruleset = find(target)
    assert ruleset.convert is not None
    name, content = given.files.get("block_file", (BLOCK, b""))
    content = content or given.text("block").encode()
    rulings = {ruleset.ruling(key).slug: option for key, option in read_rulings(ruleset, {}).items()}
    conversion = ruleset.convert(content, name, rulings, _answers(given))
    if len(conversion.monsters) > MOST:
        raise BadInput("too many creatures at once", place=name, received=len(conversion.monsters), allowed="1 to 100")
    if not conversion.monsters:
        first = conversion.refused[0] if conversion.refused else None
        reason = first.reason if first else "there is none"
        raise BadInput(f"no creature to convert: {reason}", place=name, received=first.span.text if first else None)
    return conversion


def _answers(given: Given) -> tuple[Answer, ...]:
    """What was answered: fields called `answer:FIELD:NAME`."""
    found = []
    for key, value in given.fields.items():
        if key.startswith(ANSWER) and value.strip():
            field, _, name = key.removeprefix(ANSWER).partition(":")
            found.append(Answer(field, value.strip(), name))
    return tuple(found)


def shown(conversion: Conversion, given: Given) -> Shown:
    """The creatures as the page shows them."""
    refused = tuple((one.span.text[:200], one.reason) for one in conversion.refused)
    return Shown(tuple(_creature(one, given) for one in conversion.monsters), refused)


def _creature(one: Converted, given: Given) -> Creature:
    name = str(one.values.get("name") or one.fighter.get("name") or "")
    working = [
        Told(step.field, _brief(step.value), step.span.text, step.clause, step.ruling, step.note)
        for step in one.working
    ]
    asked = []
    for question in one.questions:
        key = f"{ANSWER}{question.field}:{name}"
        asked.append(Asked(key, question.field, question.text, question.options, given.text(key)))
    unread = tuple(span.text for span in one.unread)
    text = "" if one.questions else toml(dict(one.fighter), "fighter")
    return Creature(name, one.format, text, tuple(working), tuple(asked), unread)


def _brief(value: Any) -> str:
    if value is None:
        return "rolled"
    if isinstance(value, Mapping):
        return "/".join(str(inner) for inner in value.values())
    if isinstance(value, list | tuple):
        return ", ".join(" ".join(map(str, one)) if isinstance(one, list) else str(one) for one in value)
    return "yes" if value is True else str(value)
