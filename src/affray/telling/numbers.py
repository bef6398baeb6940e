"""Chances as people read them: never rounded to what is certain."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

Number: TypeAlias = Fraction | float


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
