"""What a command prints: text that no terminal acts on, one JSON document, chances that are never rounded away."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import click

Number: TypeAlias = Fraction | float

JOINERS = "\u200c\u200d"
"""Characters without a shape of their own that letters and emoji need between them."""


def shown(text: str) -> str:
    r"""The text with every character that a terminal would act on as an escape; line breaks stay.

    >>> shown("a\x1b[2J")
    'a\\x1b[2J'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if _harmless(char) else char.encode("unicode_escape").decode("ascii") for char in text)


def _harmless(char: str) -> bool:
    if char.isprintable() or char == "\n" or char in JOINERS:
        return True
    from unicodedata import category  # noqa: PLC0415 - ASCII needs none of it

    return category(char) == "Zs"


def say(text: str = "", *, bold: bool = False) -> None:
    """Prints text on standard output."""
    text = shown(text)
    click.echo(click.style(text, bold=True) if bold else text)


def warn(text: str) -> None:
    """Prints a message on standard error, marked as the program's."""
    click.echo(f"affray: {shown(text)}", err=True)


def hint(text: str) -> None:
    """Prints something beside the result on standard error."""
    click.echo(shown(text), err=True)


def took(text: str) -> None:
    """Says how long something took: on a terminal only, so that the same command prints the same."""
    if sys.stderr is not None and sys.stderr.isatty():
        hint(text)


def say_json(document: Mapping[str, Any]) -> None:
    """Prints the one JSON document of a command, on one line; its schema comes first."""
    import json  # noqa: PLC0415 - only for --json

    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").replace("-", "").lower()
    click.echo(json.dumps({"schema": 1, **document}, ensure_ascii=encoding != "utf8", allow_nan=False))


def percent(chance: Number, digits: int = 2) -> str:
    """A chance in percent. Only what is certain is 0 % or 100 %.

    >>> percent(Fraction(9, 20)), percent(Fraction(1, 10**9)), percent(1.0)
    ('45.00 %', '< 0.01 %', '100 %')
    """
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    least = 10**-digits
    text = f"{float(chance) * 100:.{digits}f}"
    if float(text) == 0:
        return f"< {least:.{digits}f} %"
    return f"> {100 - least:.{digits}f} %" if float(text) == 100 else f"{text} %"


def points(change: Number) -> str:
    """A difference of two chances in points of a percent. Only no difference is 0.

    >>> points(Fraction(1, 20)), points(Fraction(-1, 10**9)), points(0.0)
    ('+5.00 points', '> -0.01 points', '0 points')
    """
    if change == 0:
        return "0 points"
    text = f"{float(change) * 100:+.2f}"
    if float(text) == 0:
        text = "< +0.01" if change > 0 else "> -0.01"
    return f"{text} points"


def fraction(value: Fraction | int) -> str:
    """An exact number as people write it: "9/20", and "1" for a whole one."""
    return str(Fraction(value))


def rows(table: Sequence[Sequence[str]], right: Sequence[int] = (), indent: int = 0) -> list[str]:
    """The lines of a table with its columns in line; the columns numbered in `right` end in line."""
    if not table:
        return []
    widths = [max(width(row[column]) for row in table if column < len(row)) for column in range(len(table[0]))]
    lines = []
    for row in table:
        cells = []
        for column, cell in enumerate(row):
            space = " " * (widths[column] - width(cell))
            cells.append(space + cell if column in right else cell + space)
        lines.append(" " * indent + "  ".join(cells).rstrip())
    return lines


def width(text: str) -> int:
    """How many columns of a terminal the text takes, near enough."""
    text = shown(text)
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width  # noqa: PLC0415 - ASCII needs none of it

    return sum(
        0 if category(char) in ("Mn", "Me", "Cf") else 2 if east_asian_width(char) in "WF" else 1 for char in text
    )
