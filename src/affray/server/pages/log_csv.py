"""A log as a table of comma-separated values that no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from affray.server.live.snapshot import Line

HEAD = ("entry", "round", "kind", "who", "what", "dice", "counts", "at")

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a cell begins with that a spreadsheet would work out."""


def as_csv(lines: Iterable[Line]) -> str:
    """The lines as a table with a head."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEAD)
    for line in lines:
        what = " ".join([*(told.text for told in line.told), *([line.text] if line.text else [])])
        dice = " ".join(f"{die.name}:{die.face}" for die in line.dice)
        counts = "yes" if line.counts else "no"
        cells = (str(line.seq), str(line.round), line.kind, line.who, what, dice, counts, line.at)
        writer.writerow([safe(cell) for cell in cells])
    return out.getvalue()


def safe(cell: str) -> str:
    """The cell, with a quote before what would be a formula.

    >>> safe("=1+1"), safe("Ana")
    ("'=1+1", 'Ana')
    """
    return f"'{cell}" if cell.startswith(FORMULA) else cell
