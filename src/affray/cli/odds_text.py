"""The exact distribution of dice text, as a table or as JSON. Part of `affray odds`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from affray.telling.numbers import percent
from affray.telling.text import rows

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
    from affray.telling.dice_text import at_least, mean, odds_document  # noqa: PLC0415

    tree = parse(text)
    weights = exact(tree)
    if as_json:
        import json  # noqa: PLC0415 - only here

        return json.dumps(odds_document(tree, weights), separators=(",", ":"))
    cut = CUT if cuts(tree) else None
    return table(show(tree), weights, weights.total, mean(weights), at_least(weights), cut)


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
    from affray.telling.long_numbers import decimal  # noqa: PLC0415

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
