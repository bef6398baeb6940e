"""What was read of one creature, whatever the format: fields as texts, each with its place in the paste."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from affray.rules import Span

System: TypeAlias = Literal["", "bx", "adnd", "ascending", "5e", "other"]
"""How armor is counted: bx and adnd descend, from 19 and from 20; "" where the text does not tell.

The last two name games of another kind, whose numbers are taken as facts: 5e, and those that print a level.
"""

LONGEST_FIELD = 500
"""Characters; no printed field is nearly as long, and what is longer is not read."""

SIGNS = str.maketrans("–—−‒×✕’‘“”\u00a0\u2009\t", "----xx''\"\"   ")
DECORATED = re.compile(r"\s*- (?P<inner>.*) -\s*")


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """One creature as it stands in the text. `fields` are named in our words, whatever the labels were.

    `names` are the lines that may be its name, where there are several.
    """

    format: str
    start: Span
    name: Span | None = None
    names: tuple[Span, ...] = ()
    system: System = ""
    fields: Mapping[str, Span] = {}
    unread: tuple[Span, ...] = ()
    columns: int = 1
    source: str = ""
    licence: str = ""


class Foreign(msgspec.Struct, frozen=True):
    """A piece of the text that is no creature, or one of a game that Knave's clauses say nothing about."""

    span: Span
    reason: str
    creature: bool = False


def plain(text: str) -> str:
    """The text with typographic dashes, quotes and crosses as ASCII, each character in its place.

    >>> plain("2 × claw – 120’")
    "2 x claw - 120'"
    """
    return text.translate(SIGNS)


def bare(text: str) -> str:
    """Plain text without emphasis and without dashes around the whole, as in "– 10 –".

    >>> bare("– 10 –"), bare("1d6 per **HD**"), bare("–2 [21]")
    ('10', '1d6 per HD', '-2 [21]')
    """
    text = plain(text)
    match = DECORATED.fullmatch(text)
    text = match["inner"] if match else text
    return re.sub(r"\*\*(?=[A-Za-z])|(?<=[A-Za-z])\*\*", "", text).strip()


def part(span: Span, start: int, end: int | None = None) -> Span:
    """A part of a span that stands on one line, trimmed, with its own column."""
    text = span.text[start:end]
    trimmed = text.strip()
    return Span(trimmed, span.line, span.column + start + len(text) - len(text.lstrip()))
