"""Dice are fair over long runs: each face as often as another, and none says anything about a later one.

That every word makes every face of every die equally often is proven exhaustively beside the generator.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise

import pytest

from affray.interpret.roll import face, words

# The point that a chi-square variable with so many degrees of freedom passes once in ten thousand times.
ONE_IN_10_000 = {3: 21.11, 5: 25.75, 7: 29.88, 9: 33.72, 11: 37.37, 19: 50.80, 99: 161.32}

ROLLS = 200_000


def chi_square(counts: Counter[int], sides: int) -> float:
    """How far the counts of the faces are from all alike."""
    expected = counts.total() / sides
    return sum((counts[side] - expected) ** 2 / expected for side in range(1, sides + 1))


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20, 100])
def test_the_table_rolls_evenly(sides: int) -> None:
    counts = Counter(_faces(sides, ROLLS))
    assert chi_square(counts, sides) < ONE_IN_10_000[sides - 1]


@pytest.mark.parametrize("lag", [1, 2, 3])
def test_a_face_says_nothing_about_a_later_one(lag: int) -> None:
    faces = list(_faces(6, ROLLS))
    pairs = Counter((one - 1) * 6 + other for one, other in zip(faces, faces[lag:], strict=False))
    assert chi_square(pairs, 36) < 82.0  # 35 degrees of freedom, once in a hundred thousand


def test_neighbouring_entries_and_occurrences_are_not_alike() -> None:
    """The first face of one roll after another, as a fight asks for them."""
    faces = [face(words("seed", entry, "attack.d20", n), 20) for entry in range(1, 2_001) for n in range(5)]
    counts = Counter((one - 1) * 20 + other for one, other in pairwise(faces))
    assert chi_square(counts, 400) < 520.0  # 399 degrees of freedom, once in ten thousand


def _faces(sides: int, number: int) -> islice[int]:
    source = words("fair", 1, "attack.d20", 0)
    return islice(iter(lambda: face(source, sides), 0), number)
