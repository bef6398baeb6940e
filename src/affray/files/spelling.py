"""How messages spell values, field paths and lists of options."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from typing import Literal, TypeAlias

from affray.errors import nearest, quoted

Path: TypeAlias = tuple[str | int, ...]
"""Keys, and indices from 0, from the top of a document down to a value."""

BARE = "[A-Za-z0-9_-]+"
"""A key that needs no quotes, as a pattern."""

Type: TypeAlias = Literal["integer", "number", "boolean", "text", "list", "table", "date", "null"]
"""What a value is, in the words of messages; `number` is one with a point or an exponent."""

SHOWN_OPTIONS = 20
LONGEST_WORD = 60
MOST_COMPARED = 200  # words; a file may have a hundred thousand


class Shown:
    """A value as messages show it: in the words of the file, not of Python."""

    def __init__(self, value: object, typed: bool = False) -> None:
        self.value = value
        self.typed = typed  # whether what the value is comes first, as in: text '12'

    def __repr__(self) -> str:
        value = self.value
        if isinstance(value, (list, dict)):
            noun = "list" if isinstance(value, list) else "table"
            return f"{noun} of {len(value)}"
        if value is None:
            return "null"
        if isinstance(value, str):
            spelling = quoted(value)
        elif isinstance(value, bool):
            spelling = "true" if value else "false"
        elif isinstance(value, (datetime.date, datetime.time)):
            spelling = value.isoformat()
        else:
            spelling = repr(value)
        return f"{type_of(value)} {spelling}" if self.typed else spelling


def type_of(value: object) -> Type:
    """What a plain value is."""
    # A boolean is an int in Python, and so comes first.
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "number"
    if isinstance(value, str):
        return "text"
    if isinstance(value, list):
        return "list"
    if isinstance(value, dict):
        return "table"
    return "null" if value is None else "date"


def spelled(path: Path) -> str:
    """A path as people read it, counting from 1.

    >>> spelled(("fighter", 1, "hp"))
    'fighter[2].hp'
    """
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part + 1}]"
            continue
        word = part if re.fullmatch(BARE, part) else quoted(part)
        word = word if len(word) <= LONGEST_WORD else word[: LONGEST_WORD - 1] + "…"
        text += f".{word}" if text else word
    return text


def listed(options: Iterable[str]) -> str:
    """Options as messages list them, the first twenty."""
    options = list(options)
    more = len(options) - SHOWN_OPTIONS
    return ", ".join(options[:SHOWN_OPTIONS]) + (f" and {more} more" if more > 0 else "")


def near(word: str, known: list[str]) -> str:
    """The nearest known word as a question, "" where none is near."""
    other = nearest_word(word, known)
    return f"did you mean {spelled((other,))}?" if other else ""


def nearest_word(word: str, known: list[str]) -> str:
    """The nearest known word, also when only the case differs, "" where none is near."""
    known = known[:MOST_COMPARED]
    for other in known:
        if other.casefold() == word.casefold():
            return other
    question = nearest(word[:LONGEST_WORD], known)
    return question.removeprefix("did you mean ").removesuffix("?")
