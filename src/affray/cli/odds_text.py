"""The exact distribution of dice text, as a table or as JSON. Part of `affray odds`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from affray.telling.numbers import percent
from affray.telling.text import rows

MOST_DIGITS = 4_000  # Python prints whole numbers of up to 4,300
DECIMALS = 30
MOST_ROWS = 100  # of a table; above it the rare values at both ends are left out
RARE = Fraction(1, 10_000)
WIDEST = 24  # characters of a fraction that a table shows


def odds_of_text(text: str, as_json: bool) -> str:
    """Every value of a dice expression with its chance, the mean, and the chance of at least each value.

    `text` is what `affray.notation.parse` reads. Gives a table for people, or with `as_json` one JSON document with
    fractions; in it a fraction of more than 4,000 digits is an object with the digit counts, the sha256 of
    "num/den" and 30 decimals. Raises `BadInput` for text that cannot be read and `TooLarge` where counting would
    take more than 10^6 steps.
    """
    from affray.notation import CUT, cuts, exact, parse, show  # noqa: PLC0415 - `affray --help` needs no dice

    tree = parse(text)
    weights = exact(tree)
    mean = Fraction(sum(value * ways for value, ways in weights.items()), weights.total)
    reached = at_least(weights)
    cut = CUT if cuts(tree) else None
    if not as_json:
        return table(show(tree), weights, weights.total, mean, reached, cut)
    import json  # noqa: PLC0415 - only here

    document: dict[str, Any] = {"schema": 1, "expression": show(tree), "exact": True}
    if cut is not None:
        document["cut_at"] = cut
    document["mean"] = printed(mean)
    document["distribution"] = {str(value): printed(Fraction(ways, weights.total)) for value, ways in weights.items()}
    document["at_least"] = {str(value): printed(Fraction(ways, weights.total)) for value, ways in reached.items()}
    return json.dumps(document, separators=(",", ":"))


def at_least(weights: Mapping[int, int]) -> dict[int, int]:
    """The weight of each value and all above it, in the order given, which is ascending."""
    found: dict[int, int] = {}
    left = sum(weights.values())
    for value, ways in weights.items():
        found[value] = left
        left -= ways
    return found


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


def short(fraction: Fraction) -> str:
    """The fraction where it fits a table, else an ellipsis."""
    if fraction.denominator.bit_length() > WIDEST * 4:
        return "…"
    text = str(fraction)
    return text if len(text) <= WIDEST else "…"


def table(
    expression: str, weights: Mapping[int, int], total: int, mean: Fraction, reached: Mapping[int, int], cut: int | None
) -> str:
    """The table for people."""
    from affray.errors import visible  # noqa: PLC0415 - as above

    number = decimal(mean, 4).rstrip("0").rstrip(".")
    about = "" if Fraction(number) == mean else "about "
    lines = [visible(expression), f"mean {about}{number}" + (f" ({short(mean)})" if mean.denominator > 1 else "")]
    if cut is not None:
        lines.append(f"e and rr are cut at {cut}")
    values = list(weights)
    if len(values) > MOST_ROWS:
        common = [place for place, value in enumerate(values) if weights[value] * RARE.denominator >= total]
        values = values[common[0] : common[-1] + 1] if common else values
    cells = [("value", "chance", "", "at least", "")]
    for value in values:
        chance, above = Fraction(weights[value], total), Fraction(reached[value], total)
        cells.append((str(value), percent(chance), short(chance), percent(above), short(above)))
    lines += rows(cells, right=(0, 1, 3))
    if len(values) < len(weights):
        lines.append(f"{len(weights) - len(values):,} rarer values at the ends, under 0.01 % each, are left out")
    if any("…" in row for row in cells):
        lines.append("… stands for a long fraction: --json gives all of them")
    return "\n".join(lines)
