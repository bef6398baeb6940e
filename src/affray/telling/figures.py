"""Chances and numbers as people read them on a page; whatever can happen is never shown as 0 or 100 %."""

from __future__ import annotations

from fractions import Fraction

NARROW = "\N{NARROW NO-BREAK SPACE}"
LONGEST = 999
"""The largest number below the line of a fraction that is shown; others are told to screen readers and in tables."""


def percent(chance: str | Fraction, digits: int = 0) -> str:
    """A chance in percent, halves rounded up; below 10 % with one digit more than asked for.

    >>> [percent(chance).replace(NARROW, " ") for chance in ("9/20", "1/20", "1/12", "1/100000", "1")]
    ['45 %', '5 %', '8.3 %', '< 0.1 %', '100 %']
    """
    exact = Fraction(chance)
    if exact in (0, 1):
        return f"{int(exact) * 100}{NARROW}%"
    places = digits + 1 if exact < Fraction(1, 10) else digits
    shown = _rounded(exact * 100, places)
    if shown == 0:
        return f"<{NARROW}{_decimal(Fraction(1, 10**places), places)}{NARROW}%"
    if shown == 100:
        return f">{NARROW}{_decimal(100 - Fraction(1, 10 ** (places + 1)), places + 1)}{NARROW}%"
    if shown.denominator == 1 and (shown == exact * 100 or shown >= 10):
        places = digits
    return f"{_decimal(shown, places)}{NARROW}%"


def short(chance: str) -> bool:
    """Whether a fraction is short enough to be read at a glance."""
    exact = Fraction(chance)
    return 1 < exact.denominator <= LONGEST


def mean(value: str, digits: int = 1) -> str:
    """A mean as a decimal number."""
    exact = Fraction(value)
    return str(exact) if exact.denominator == 1 else _decimal(_rounded(exact, digits), digits)


def signed(number: int) -> str:
    """A number with the minus sign of print."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def _rounded(exact: Fraction, places: int) -> Fraction:
    unit = Fraction(1, 10**places)
    return (exact / unit + Fraction(1, 2)).__floor__() * unit


def _decimal(exact: Fraction, places: int) -> str:
    return f"{float(exact):.{places}f}"
