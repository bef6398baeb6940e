"""Rolls as values: the ways to get each value, by brute force."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.dice import Formula, Keep, Roll, bounds, collapse, face_ways, ways
from affray.testing.strategies import rolls

KEEPS: tuple[Keep, ...] = ("sum", "high", "low")
SMALL = [Roll(sides, count, keep) for sides in range(1, 7) for count in range(1, 5) for keep in KEEPS]
SMALL += [Roll(20, count, keep) for count in (1, 2) for keep in KEEPS]


@pytest.mark.parametrize("roll", SMALL, ids=str)
def test_ways_are_those_of_brute_force(roll: Roll) -> None:
    tuples = list(product(range(1, roll.sides + 1), repeat=roll.count))
    values = {"sum": map(sum, tuples), "high": map(max, tuples), "low": map(min, tuples)}[roll.keep]
    assert dict(ways(roll)) == Counter(values)
    assert Counter({faces: number for faces, number in face_ways(roll)}) == Counter(
        tuple(sorted(faces, reverse=True)) for faces in tuples
    )


@given(rolls(most_dice=9, most_sides=30))
def test_ways_ascend_within_bounds_and_add_up(roll: Roll) -> None:
    values = [value for value, _ in ways(roll)]
    low, high = bounds(roll)
    assert values == list(range(low, high + 1))
    assert sum(number for _, number in ways(roll)) == roll.sides**roll.count
    assert all(number > 0 for _, number in ways(roll))


@given(rolls(most_dice=4, most_sides=8))
def test_faces_add_up_to_the_ways(roll: Roll) -> None:
    found: Counter[int] = Counter()
    for faces, number in face_ways(roll):
        assert list(faces) == sorted(faces, reverse=True)
        found[collapse(roll, faces)] += number
    assert found == dict(ways(roll))
    assert len({faces for faces, _ in face_ways(roll)}) == len(face_ways(roll))


@pytest.mark.parametrize("roll", [Roll(20, 5), Roll(6, 40), Roll(100, 3), Roll(1_000, 2)], ids=str)
def test_ways_are_those_of_an_independent_library(roll: Roll) -> None:
    assert dict(ways(roll)) == dict((roll.count @ icepool.d(roll.sides)).items())


def test_many_dice_are_counted_and_not_listed() -> None:
    best = dict(ways(Roll(20, 1_000, "high")))
    assert best[20] == 20**1_000 - 19**1_000
    assert dict(ways(Roll(6, 100)))[100] == 1


def test_collapse() -> None:
    assert collapse(Roll(6, 3), (5, 3, 1)) == 9
    assert collapse(Roll(6, 3, "high"), [1, 5, 3]) == 5
    assert collapse(Roll(6, 3, "low"), [5, 1, 3]) == 1


@given(st.integers(1, 50), st.integers(1, 50), st.sampled_from(KEEPS))
def test_bounds_are_those_of_the_faces(sides: int, count: int, keep: Keep) -> None:
    roll = Roll(sides, count, keep)
    assert bounds(roll) == (collapse(roll, [1] * count), collapse(roll, [sides] * count))


def test_a_formula_is_the_plain_function_that_it_is() -> None:
    formula: Formula[..., int] = Formula(
        lambda dice, *factors: dice * prod(factors), "product", ("here",), (), (), lambda inputs, rulings: ()
    )
    assert formula(2, 3, 4) == 24  # type: ignore[arg-type]
    assert repr(formula) == "Formula('product')"
    assert formula.known == {}
