"""Two readings of one formula, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from affray.errors import BadInput

if TYPE_CHECKING:
    from affray.api import Asked


def compare_formula(
    formula: str, words: Sequence[str], one: Mapping[str, str], other: Mapping[str, str], as_json: bool
) -> None:
    """Prints what changes in a formula's outcomes from one reading to the other."""
    from affray.api import odds  # noqa: PLC0415
    from affray.cli.output import say, say_json  # noqa: PLC0415

    inputs: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise BadInput("inputs are given as name=value", place=formula, received=word, hint="as in bonus=2")
        if name in inputs or name in one or name in other:
            raise BadInput("given twice", place=formula, received=name)
        inputs[name] = value
    pair = (odds(formula, **inputs, **one), odds(formula, **inputs, **other))
    if as_json:
        say_json(formula_document(*pair))
        return
    for line in formula_lines(*pair):
        say(line)


def formula_document(first: Asked, second: Asked) -> dict[str, Any]:
    """Both readings and their difference as JSON has them."""
    from affray.cli.odds_formula import document  # noqa: PLC0415
    from affray.telling.numbers import fraction  # noqa: PLC0415

    whole = [document(asked) for asked in (first, second)]
    both = [{name: one[name] for name in ("rulings", "marginals", "means")} for one in whole]
    one, other = both
    marginals = {}
    for field, values in one["marginals"].items():
        others = other["marginals"][field]
        known = dict.fromkeys((*values, *others))
        marginals[field] = {
            value: fraction(Fraction(others.get(value, 0)) - Fraction(values.get(value, 0))) for value in known
        }
    means = {field: fraction(Fraction(other["means"][field]) - Fraction(mean)) for field, mean in one["means"].items()}
    return {
        "formula": first.formula,
        "inputs": dict(first.inputs),
        "exact": True,
        "kind": "fraction",
        "first": one,
        "second": other,
        "difference": {"marginals": marginals, "means": means},
    }


def formula_lines(first: Asked, second: Asked) -> list[str]:
    """Both readings side by side, for people."""
    from affray.cli.odds_text import short  # noqa: PLC0415
    from affray.telling.marginals import marginals, means, word  # noqa: PLC0415
    from affray.telling.numbers import percent, points  # noqa: PLC0415
    from affray.telling.text import rows  # noqa: PLC0415

    inputs = " ".join(f"{name}={value}" for name, value in first.inputs.items())
    told = [f"{first.formula} {inputs}".rstrip()]
    apart = [name for name, option in first.rulings.items() if option != second.rulings[name]]
    shared = [f"{name}={option}" for name, option in first.rulings.items() if name not in apart]
    heads = [
        (which, " ".join(f"{name}={asked.rulings[name]}" for name in apart) or "the same reading")
        for which, asked in (("first", first), ("second", second))
    ]
    told += rows([*heads, ("both", " ".join(shared))] if shared else heads)
    fields, others = marginals(first), marginals(second)
    mean, other_mean = means(fields), means(others)
    for field, values in fields.items():
        told += ["", field]
        table = [("", "first", "second", "difference", "")]
        known = sorted({*values, *others[field]}, reverse=all(isinstance(value, bool) for value in values))
        for value in known:
            one, other = values.get(value, Fraction(0)), others[field].get(value, Fraction(0))
            table.append((word(value), percent(one), percent(other), points(other - one), short(other - one)))
        if field in mean:
            one, other = mean[field], other_mean[field]
            change = f"{float(other - one):+.4g}" if other != one else "0"
            table.append(("mean", f"{float(one):.4g}", f"{float(other):.4g}", change, short(other - one)))
        told += rows(table, right=(0, 1, 2, 3), indent=2)
    return told
