"""Dice text as JSON tells it: its exact distribution, or one roll of it with every face."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from affray.errors import TooLarge
from affray.interpret.roll import face, words
from affray.notation import CUT, Expression, cuts, exact, show
from affray.notation import roll as throw
from affray.notation.rolling import Result
from affray.telling.long_numbers import printed
from affray.weights import Weights

LINE, BITS_A_STEP = 200, 10
"""What it costs to write a chance down: as much as so many bits more than its fraction has, so many bits a step."""


def odds_document(tree: Expression, weights: Weights[int]) -> dict[str, Any]:
    """Every value with its chance, the mean, and the chance of at least each value.

    Fractions as text; one of more than 4,000 digits is an object with the digit counts, the sha256 of "num/den" and
    30 decimals.
    """
    document: dict[str, Any] = {"schema": 1, "expression": show(tree), "exact": True}
    if cuts(tree):
        document["cut_at"] = CUT
    total = weights.total
    document["mean"] = printed(mean(weights))
    document["distribution"] = {str(value): printed(Fraction(ways, total)) for value, ways in weights.items()}
    document["at_least"] = {str(value): printed(Fraction(ways, total)) for value, ways in at_least(weights).items()}
    return document


def odds_of(tree: Expression, limit: int) -> dict[str, Any]:
    """The distribution of an expression, within `limit` steps to work it out and as many to write it down.

    Raises `TooLarge` above.
    """
    weights = exact(tree, limit)
    lines = len(weights) * (weights.total.bit_length() + LINE) // BITS_A_STEP
    if lines > limit:
        raise TooLarge("too many values to write down", estimate=lines, limit=limit)
    return odds_document(tree, weights)


def thrown(tree: Expression, seed: str) -> Result:
    """The expression rolled with the dice of a seed."""
    source = words(seed, 0, "roll", 0)
    return throw(tree, lambda sides: face(source, sides))


def roll_document(tree: Expression, result: Result, seed: str) -> dict[str, Any]:
    """A roll with the faces of every pool, and what counted of them."""
    pools = [
        {
            "text": pool.text,
            "sides": pool.sides,
            "labels": list(pool.labels),
            "total": pool.total,
            "cut": pool.cut,
            "dice": [
                {"faces": list(die.faces), "value": die.value, "kept": die.kept, "exploded": die.exploded}
                for die in pool.dice
            ],
        }
        for pool in result.pools
    ]
    return {
        "expression": show(tree),
        "seed": seed,
        "generator": "blake2-16",
        "value": result.value,
        "cut": result.cut,
        "trace": result.trace,
        "pools": pools,
    }


def mean(weights: Weights[int]) -> Fraction:
    """The mean of a distribution."""
    return Fraction(sum(value * ways for value, ways in weights.items()), weights.total)


def at_least(weights: Mapping[int, int]) -> dict[int, int]:
    """The weight of each value and all above it, in the order given, which is ascending."""
    found: dict[int, int] = {}
    left = sum(weights.values())
    for value, ways in weights.items():
        found[value] = left
        left -= ways
    return found
