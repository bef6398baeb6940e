"""What people type into fields, as plain values; what is no number stays text: then the reader names the field."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from affray.errors import BadInput
from affray.files import parse_document
from affray.rules.showing import Ground, Square, named_square, square_name
from affray.server.faults import Refused, invalid, of_input

MOST_DIGITS = 9

PAIR = re.compile(r"[(\[]?\s*(-?\d{1,9})\s*[^\d\s,;()\[\]-]*[\s,]*(-?\d{1,9})\s*[)\]]?")
"""Two whole numbers with whatever people put between them: 2d6, (10, 15), 10/15."""


BETWEEN_SQUARES = re.compile(r"[\s,;>\N{RIGHTWARDS ARROW}-]+")
"""What stands between the squares of a path."""


def number(text: str, field: str = "") -> Any:
    """A whole number, also below zero."""
    digits = text.strip().replace("\N{MINUS SIGN}", "-")
    plain = digits.removeprefix("-")
    return int(digits) if plain.isascii() and plain.isdigit() and len(plain) <= MOST_DIGITS else text


def numbers(text: str, field: str = "") -> list[Any]:
    """Whole numbers with commas between them."""
    return [number(part) for part in text.split(",")]


def pairs(text: str, field: str) -> list[list[int]]:
    """Pairs of whole numbers with commas, semicolons or plus signs between them; raises `Refused`."""
    found = []
    for part in re.split(r"[;+]|,(?![^(\[]*[)\]])", text):
        match = PAIR.fullmatch(part.strip())
        if match is None:
            raise Refused(invalid(field, f"{field} takes pairs of whole numbers", part.strip(), "as in 2d6, 1d4"))
        found.append([int(match[1]), int(match[2])])
    return found


def square(text: str, field: str, ground: Ground) -> Square:
    """A square of a map by its name; raises `Refused` with the names that there are."""
    found = named_square(text, ground.size, ground.step)
    if found is None:
        raise Refused(invalid(field, "there is no such square on the map", text.strip(), named_from(ground)))
    return found


def squares(text: str, field: str, ground: Ground) -> list[Square]:
    """Squares in order, with commas, spaces or arrows between them; raises `Refused`."""
    return [
        square(part, field, ground) for part in re.split(r"[\s,;>\N{RIGHTWARDS ARROW}-]+", text.strip(" ,;")) if part
    ]


def named_from(ground: Ground) -> str:
    """The names of a map's squares, from the first to the last."""
    last = square_name((ground.size[0] - ground.step, 0), ground.size, ground.step)
    return f"A1 (top left) to {last}"


def table(text: str, field: str) -> Any:
    """A table in TOML or JSON; raises `Refused` with the line that cannot be read."""
    try:
        return parse_document(text, field).data
    except BadInput as error:
        raise Refused(of_input(error, field)) from None


def either(text: str, field: str = "") -> Any:
    """One of a few: their values are texts or whole numbers."""
    return number(text)


TYPED: Mapping[str, Callable[[str, str], Any]] = {
    "text": lambda text, field: text,
    "long": lambda text, field: text,
    "number": number,
    "one": either,
    "many": numbers,
    "pairs": pairs,
    "table": table,
}
"""How each kind of field is read."""
