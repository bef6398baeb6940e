"""Text that no terminal acts on, and tables of it."""

from __future__ import annotations

from collections.abc import Sequence

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
    if text.replace("…", ".").isascii():  # which stands for the digits of a long fraction
        return len(text)
    from unicodedata import category, east_asian_width  # noqa: PLC0415 - ASCII needs none of it

    return sum(
        0 if category(char) in ("Mn", "Me", "Cf") else 2 if east_asian_width(char) in "WF" else 1 for char in text
    )
