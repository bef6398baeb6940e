"""Maps made at random, and the geometry by which the tests check: fractions, and the text read word for word."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from typing import TypeAlias, get_args

from hypothesis import strategies as st

from affray.rulesets.d20grid.grid import Grid, Metric, Square, Wall

METRICS: tuple[Metric, ...] = get_args(Metric)
Point: TypeAlias = tuple[Fraction | int, Fraction | int]

ROOT = Fraction(isqrt(2 * 10**100), 10**50)
"""The root of 2, to 50 places: nothing that is compared with it here comes as close."""


def block(low: int, high: int) -> list[Square]:
    """The squares of a square block, from `low` to before `high` each way, column by column."""
    return [(column, row) for column in range(low, high) for row in range(low, high)]


def walked(path: Sequence[Square], metric: Metric) -> Fraction:
    """The feet of a path, step by step."""
    feet, odd = Fraction(0), False
    for place in range(1, len(path)):
        (x, y), (x2, y2) = path[place - 1], path[place]
        if x == x2 or y == y2 or metric == "chebyshev":
            feet += 5
        elif metric == "euclid":
            feet += 5 * ROOT
        else:
            feet += 10 if odd else 5
            odd = not odd
    return feet


def side_of(start: Point, end: Point, point: Point) -> int:
    """On which side of a line a point lies: 1 left, -1 right, 0 on it."""
    turn = (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])
    return (turn > 0) - (turn < 0)


def squares(most: int = 12) -> st.SearchStrategy[Square]:
    return st.tuples(st.integers(0, most - 1), st.integers(0, most - 1))


@st.composite
def walls(draw: st.DrawFn, most: int = 6) -> Wall:
    """A wall, level or upright, written from either end; sometimes of no length."""
    corner = st.integers(0, most)
    fixed, start, end = draw(corner), draw(corner), draw(corner)
    return (fixed, start, fixed, end) if draw(st.booleans()) else (start, fixed, end, fixed)


def grids(most: int = 6, number: int = 6) -> st.SearchStrategy[Grid]:
    """Maps of `most` squares each way, with up to so many walls."""
    return st.builds(Grid, st.just(most), st.just(most), st.lists(walls(most), max_size=number).map(tuple))
