"""Numbers of any length as text, where Python prints no more than 4,300 digits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

MOST_DIGITS = 4_000
DECIMALS = 30


def printed(fraction: Fraction) -> str | dict[str, Any]:
    """The fraction in full; one of more than 4,000 digits by its digits, its sha256 and 30 decimals."""
    number, below = digits(fraction.numerator), digits(fraction.denominator)
    if len(number.lstrip("-")) <= MOST_DIGITS and len(below) <= MOST_DIGITS:
        return number if below == "1" else f"{number}/{below}"
    import hashlib  # noqa: PLC0415 - only the longest fractions need it

    return {
        "digits": [len(number.lstrip("-")), len(below)],
        "sha256": hashlib.sha256(f"{number}/{below}".encode()).hexdigest(),
        "decimals": decimal(fraction, DECIMALS),
    }


def digits(number: int) -> str:
    """The whole number in decimal, of any length."""
    if number < 0:
        return "-" + digits(-number)
    if number.bit_length() <= MOST_DIGITS * 3:
        return str(number)
    size = MOST_DIGITS // 2
    while number.bit_length() > size * 7:  # a digit is 3.32 bits, so `high` is never 0
        size *= 2
    high, low = divmod(number, 10**size)
    return digits(high) + digits(low).rjust(size, "0")


def decimal(fraction: Fraction, places: int) -> str:
    """The fraction with so many decimals, rounded half to even."""
    scaled = round(fraction * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{digits(whole)}.{str(rest).rjust(places, '0')}" if places else f"{sign}{digits(whole)}"
