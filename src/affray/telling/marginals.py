"""What a formula comes to, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from affray.api import Asked

VALUE = "value"
"""What the outcome of a formula is called that is no struct but a plain number."""


def marginals(asked: Asked) -> dict[str, Mapping[Any, Fraction]]:
    """The chance of each value of each field of the outcome, in ascending order."""
    sample = next(iter(asked.weights))
    if not isinstance(sample, msgspec.Struct):
        return {VALUE: {value: asked.weights.probability(value) for value in sorted(asked.weights)}}
    return {field: asked.marginal(field) for field in sample.__struct_fields__}


def means(fields: Mapping[str, Mapping[Any, Fraction]]) -> dict[str, Fraction]:
    """The mean of each field that is a number."""
    return {
        name: sum((value * p for value, p in values.items()), Fraction(0))
        for name, values in fields.items()
        if all(isinstance(value, int) and not isinstance(value, bool) for value in values)
    }


def word(value: Any) -> str:
    """A value of an outcome in a word: true, false, 7, attacker."""
    return str(value).lower() if isinstance(value, bool) else str(value)
