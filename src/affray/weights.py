"""Exact distributions: values with whole-number weights.

Probabilities are never floats here. A distribution is a mapping from value to weight with one common total, and
every operation keeps the weights whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Generic, TypeVar

V = TypeVar("V")
W = TypeVar("W")


class Weights(Generic[V], Mapping[V, int]):
    """A distribution as a mapping {value: whole weight}; `total` is the sum of the weights, which is above 0."""

    __slots__ = ("_table", "total")

    def __init__(self, table: Mapping[V, int]) -> None:
        self._table = {value: weight for value, weight in table.items() if weight}
        if any(weight < 0 for weight in self._table.values()):
            raise ValueError("weights are whole numbers from 0")
        self.total = sum(self._table.values())
        if not self.total:
            raise ValueError("a distribution needs at least one weight above 0")

    def __getitem__(self, value: V) -> int:
        return self._table[value]

    def __iter__(self) -> Iterator[V]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Weights):
            return NotImplemented
        mine, theirs = self.reduced(), other.reduced()
        return mine._table == theirs._table

    def __hash__(self) -> int:
        return hash(frozenset(self.reduced()._table.items()))

    def __repr__(self) -> str:
        return f"Weights({self._table!r})"

    def probability(self, value: V) -> Fraction:
        """The chance of this value; 0 for one that cannot happen."""
        return Fraction(self._table.get(value, 0), self.total)

    def chance(self, holds: Callable[[V], object]) -> Fraction:
        """The chance that `holds` is true of the value."""
        return Fraction(sum(weight for value, weight in self._table.items() if holds(value)), self.total)

    def mean(self, number: Callable[[V], int | Fraction]) -> Fraction:
        """The mean of a number read off each value."""
        total = sum(Fraction(number(value)) * weight for value, weight in self._table.items())
        return Fraction(total, self.total)

    def push(self, function: Callable[[V], W]) -> Weights[W]:
        """The distribution of `function` of the value."""
        table: dict[W, int] = {}
        for value, weight in self._table.items():
            image = function(value)
            table[image] = table.get(image, 0) + weight
        return Weights(table)

    def marginal(self, field: str) -> dict[Any, Fraction]:
        """The chance of each value of one field, in ascending order."""
        pushed = self.push(lambda value: getattr(value, field))
        return {value: Fraction(pushed[value], pushed.total) for value in sorted(pushed)}

    def fractions(self) -> dict[V, Fraction]:
        """Every value with its chance."""
        return {value: Fraction(weight, self.total) for value, weight in self._table.items()}

    def reduced(self) -> Weights[V]:
        """The same distribution in the smallest whole weights."""
        common = gcd(*self._table.values())
        return self if common == 1 else Weights({value: weight // common for value, weight in self._table.items()})


def merge(paths: Iterable[tuple[V, int, int]]) -> Weights[V]:
    """One distribution from (value, weight, total) paths whose totals may differ.

    Each path has the chance weight / total; the chances of all paths must add up to 1.
    """
    by_total: dict[int, dict[V, int]] = {}
    for value, weight, total in paths:
        table = by_total.get(total)
        if table is None:
            table = by_total[total] = {}
        table[value] = table.get(value, 0) + weight
    common = lcm(*by_total)
    merged: dict[V, int] = {}
    for total, table in by_total.items():
        scale = common // total
        for value, weight in table.items():
            merged[value] = merged.get(value, 0) + weight * scale
    weights = Weights(merged)
    if weights.total != common:
        raise ValueError(f"the chances of all paths add up to {Fraction(weights.total, common)}, not 1")
    return weights
