"""The exact odds of one formula, as tables or as JSON. Part of `affray odds`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from affray.api import Asked
from affray.api import odds as ask
from affray.cli.odds_text import short
from affray.cli.options import together
from affray.cli.output import say, say_json
from affray.errors import BadInput
from affray.telling.marginals import VALUE, marginals, means, word
from affray.telling.numbers import fraction, percent
from affray.telling.text import rows


def odds_of_formula(formula: str, given: Sequence[str], rulings: Sequence[tuple[str, str]], as_json: bool) -> None:
    """Prints the odds of a formula; `given` are its inputs and rulings as name=value."""
    inputs: dict[str, int | str] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadInput("inputs are given as name=value", place=formula, received=pair, hint="as in bonus=2")
        if name in inputs:
            raise BadInput("given twice", place=formula, received=name)
        inputs[name] = value
    for name, option in together(rulings).items():
        if name in inputs:
            raise BadInput("given twice", place=formula, received=name)
        inputs[name] = option
    asked = ask(formula, **inputs)
    if as_json:
        say_json(document(asked))
    else:
        for line in lines(asked):
            say(line)


def document(asked: Asked) -> dict[str, Any]:
    """The odds as JSON has them."""
    fields = marginals(asked)
    return {
        "formula": asked.formula,
        "inputs": dict(asked.inputs),
        "rulings": dict(asked.rulings),
        "exact": True,
        "marginals": {
            name: {word(value): fraction(p) for value, p in _true_first(values)} for name, values in fields.items()
        },
        "means": {name: fraction(mean) for name, mean in means(fields).items()},
        "outcomes": [
            {"p": fraction(asked.weights.probability(outcome)), "value": _plain(outcome)} for outcome in asked.weights
        ],
    }


def _plain(outcome: Any) -> dict[str, Any]:
    if isinstance(outcome, msgspec.Struct):
        return {name: getattr(outcome, name) for name in outcome.__struct_fields__}
    return {VALUE: outcome}


def _true_first(values: Mapping[Any, Fraction]) -> list[tuple[Any, Fraction]]:
    pairs = list(values.items())
    return pairs[::-1] if all(isinstance(value, bool) for value in values) else pairs


def lines(asked: Asked) -> list[str]:
    """The odds for people."""
    inputs = " ".join(f"{name}={value}" for name, value in asked.inputs.items())
    told = [f"{asked.formula} {inputs}".rstrip()]
    if asked.rulings:
        told.append("rulings " + " ".join(f"{name}={option}" for name, option in asked.rulings.items()))
    fields = marginals(asked)
    found = means(fields)
    for name, values in fields.items():
        told.append("")
        if name not in found:
            table = [(word(value), percent(p), short(p)) for value, p in _true_first(values)]
            told += [name, *rows(table, right=(1,), indent=2)]
            continue
        told.append(f"{name}: mean {float(found[name]):.4g} ({short(found[name])})")
        at_least = Fraction(1)
        numbered = [("", "chance", "", "at least", "")]
        for value, p in values.items():
            numbered.append((str(value), percent(p), short(p), percent(at_least), short(at_least)))
            at_least -= p
        told += rows(numbered, right=(0, 1, 3), indent=2)
    return told
