"""The exact odds of a command in words and as JSON."""

from __future__ import annotations

from typing import Any

from affray.interpret.chances import Chance
from affray.telling.numbers import fraction, percent


def short(chance: Chance) -> str:
    """A chance in a few words: "goblin 1 down 30.0 %"."""
    text = f"{chance.name} {percent(chance.p, 1)}"
    return text if chance.values is None else f"{text} (mean {float(chance.mean):.2f})"


def document(chance: Chance) -> dict[str, Any]:
    """A chance as JSON has it."""
    if chance.values is None:
        return {"name": chance.name, "p": fraction(chance.p)}
    values = {str(value): fraction(p) for value, p in chance.values.items()}
    return {"name": chance.name, "p": fraction(chance.p), "mean": fraction(chance.mean), "values": values}


def in_short(found: list[Chance], most: int = 4) -> str:
    """The odds of a command on one line, the likeliest first."""
    if not found:
        return "nothing changes for anybody"
    more = f", {len(found) - most} more" if len(found) > most else ""
    return ", ".join(short(one) for one in found[:most]) + more
