"""Distributions in whole numbers."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.weights import Weights, merge

F = Fraction

TABLES = st.dictionaries(st.integers(-5, 5), st.integers(0, 12), min_size=1).filter(lambda one: any(one.values()))


@given(TABLES)
def test_probabilities_add_up_to_one(table: dict[int, int]) -> None:
    weights = Weights(table)
    assert weights.total == sum(table.values())
    assert sum(weights.fractions().values()) == 1
    assert all(weights.probability(value) == F(table.get(value, 0), weights.total) for value in range(-6, 7))
    assert set(weights) == {value for value, weight in table.items() if weight}
    assert weights.chance(lambda value: value > 0) + weights.chance(lambda value: value <= 0) == 1


@given(TABLES, st.integers(1, 9))
def test_a_distribution_is_equal_to_its_multiples(table: dict[int, int], factor: int) -> None:
    one, other = Weights(table), Weights({value: weight * factor for value, weight in reversed(table.items())})
    assert one == other
    assert hash(one) == hash(other)
    assert one.reduced().fractions() == one.fractions()


@given(TABLES, TABLES)
def test_unequal_distributions_are_unequal(one: dict[int, int], other: dict[int, int]) -> None:
    left, right = Weights(one), Weights(other)
    assert (left == right) == (left.fractions() == right.fractions())
    assert left != one.values()


@given(TABLES)
def test_push_keeps_the_mass(table: dict[int, int]) -> None:
    weights = Weights(table)
    pushed = weights.push(abs)
    assert pushed.total == weights.total
    for value in range(6):
        assert pushed.probability(value) == weights.probability(value) + bool(value) * weights.probability(-value)
    assert weights.mean(lambda value: value) == sum(value * share for value, share in weights.fractions().items())
    assert pushed.mean(lambda value: F(value, 3)) * 3 == weights.mean(abs)


class Blow(msgspec.Struct, frozen=True):
    hit: bool
    damage: int


def test_marginal() -> None:
    weights = Weights({Blow(True, 3): 1, Blow(False, 0): 2, Blow(True, 1): 3})
    assert weights.marginal("damage") == {0: F(1, 3), 1: F(1, 2), 3: F(1, 6)}
    assert list(weights.marginal("damage")) == [0, 1, 3]
    assert weights.marginal("hit") == {False: F(1, 3), True: F(2, 3)}


def test_no_weight_and_negative_weights_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one weight"):
        Weights({1: 0})
    with pytest.raises(ValueError, match="whole numbers from 0"):
        Weights({1: 3, 2: -1})


def _split(share: F, cuts: list[int]) -> list[F]:
    """A share in parts: halved, or cut in three, ..., again and again."""
    parts = [share]
    for cut in cuts:
        last = parts.pop()
        parts += [last / cut] * cut
    return parts


@given(st.lists(st.integers(2, 7), max_size=8), st.data())
def test_merge_is_the_sum_of_fractions(cuts: list[int], data: st.DataObject) -> None:
    parts = _split(F(1), cuts)
    paths = [
        (data.draw(st.integers(0, 3)), part.numerator * scale, part.denominator * scale)
        for part in parts
        for scale in [data.draw(st.integers(1, 4))]
    ]
    expected: dict[int, F] = {}
    for value, weight, total in paths:
        expected[value] = expected.get(value, F(0)) + F(weight, total)
    assert merge(paths).fractions() == expected


@pytest.mark.parametrize("paths", [[("a", 1, 2)], [("a", 1, 2), ("b", 2, 3)], [("a", 3, 2)]])
def test_paths_that_do_not_add_up_to_one_are_refused(paths: list[tuple[str, int, int]]) -> None:
    with pytest.raises(ValueError, match=r"add up to .*, not 1"):
        merge(paths)


def test_nothing_cannot_be_merged() -> None:
    with pytest.raises(ValueError, match="at least one weight"):
        merge([])
