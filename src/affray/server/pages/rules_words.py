"""The text of a clause as paragraphs, in which other clauses and rulings are links."""

from __future__ import annotations

import re
from collections.abc import Container

import msgspec

NAMED = re.compile(r"`?\b(?P<name>[A-Z][0-9]{2}|[a-z0-9]+(?:\.[a-z0-9-]+)+)\b`?")

SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[^a-z])")
"""Where one sentence ends and the next begins."""


class Piece(msgspec.Struct, frozen=True):
    """A piece of a text; `cite` is the clause or ruling that it names, or ""."""

    text: str
    cite: str = ""


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each on one line."""
    return [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]


def beginning(text: str, most: int = 170) -> str:
    """The whole sentences that a text begins with, about so many characters of it; dots say that it goes on."""
    found = ""
    for sentence in SENTENCE_END.split(text):
        if found and len(found) + len(sentence) > most:
            return f"{found} …"
        found = f"{found} {sentence}".strip()
    return found


def pieces(text: str, clauses: Container[str]) -> list[Piece]:
    """A paragraph cut at what it names; a word with dots that is no clause stays as it stands."""
    found: list[Piece] = []
    last = 0
    for match in NAMED.finditer(text):
        name = match["name"]
        if "." in name and name not in clauses:
            continue
        found.append(Piece(text[last : match.start()]))
        found.append(Piece(name, name))
        last = match.end()
    found.append(Piece(text[last:]))
    return [piece for piece in found if piece.text]
