"""Exact odds: values that can be worked out by hand, plain listings, the cut at 100, identities, limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.errors import BadInput, TooLarge
from affray.notation import exact, parse
from affray.weights import Weights
from tests.notation.made import dice_text

LIMIT = 10**7


def odds(text: str) -> dict[int, Fraction]:
    return exact(parse(text), LIMIT).fractions()


Kept = Callable[[list[int]], int]


@pytest.mark.parametrize(
    ("operators", "value"),
    [
        ("kh2", lambda faces: sum(faces[-2:])),
        ("kl2", lambda faces: sum(faces[:2])),
        ("k3", lambda faces: sum(faces[-3:])),
        ("d1", lambda faces: sum(faces[1:])),
        ("dh1", lambda faces: sum(faces[:-1])),
        ("ph1pl1", lambda faces: sum(faces[1:-1])),
        ("k=4", lambda faces: 4 * faces.count(4)),
        ("p<3", lambda faces: sum(face for face in faces if face >= 3)),
        ("mi3", lambda faces: sum(max(face, 3) for face in faces)),
        ("ma3kh1", lambda faces: min(max(faces), 3)),
        ("p=6kh1", lambda faces: max((face for face in faces if face != 6), default=0)),
        ("kl2ma2", lambda faces: sum(min(face, 2) for face in faces[:2])),
    ],
)
def test_operators_that_roll_nothing_equal_a_plain_listing(operators: str, value: Kept) -> None:
    """The listing knows nothing of the notation: sorted faces and a line of Python."""
    table: dict[int, int] = {}
    for faces in product(range(1, 7), repeat=4):
        total = value(sorted(faces))
        table[total] = table.get(total, 0) + 1
    assert exact(parse("4d6" + operators)) == Weights(table)


def test_a_rerolled_die_is_cut_at_100() -> None:
    """One d6 that rerolls 1 to 5: a six comes within 101 rolls, or the last face stands."""
    chances = odds("1d6rr<6")
    assert chances[6] == 1 - Fraction(5, 6) ** 101
    assert all(chances[face] == Fraction(5, 6) ** 100 / 6 for face in range(1, 6))


def test_an_exploding_die_is_cut_at_100() -> None:
    """One d6 on sixes: k sixes and a lower face, or 101 sixes."""
    chances = odds("1d6e6")
    assert chances[3] == Fraction(1, 6)
    assert chances[8] == Fraction(1, 36)
    assert chances[601] == Fraction(1, 6) ** 101
    assert max(chances) == 606
    assert chances[606] == Fraction(1, 6) ** 101
    assert sum(chances.values()) == 1


@pytest.mark.parametrize(
    ("text", "mean"),
    [
        ("2d20kh1", Fraction(553, 40)),  # the sum of k (2k - 1) / 400
        ("adv", Fraction(553, 40)),
        ("dis", Fraction(287, 40)),  # 21 - 553/40
        ("-3d6", Fraction(-21, 2)),
        ("1d20+-5", Fraction(11, 2)),
        ("1d4 \u2212 1", Fraction(3, 2)),
        ("d%", Fraction(101, 2)),
        ("9+2d6", Fraction(16)),
        ("1d6+4+2d6", Fraction(29, 2)),
        ("d8ma4", Fraction(13, 4)),  # (1 + 2 + 3 + 5 * 4) / 8
        ("4d6d1", Fraction(15_869, 1_296)),
    ],
)
def test_means(text: str, mean: Fraction) -> None:
    assert exact(parse(text)).mean(lambda value: value) == mean


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("-3d6", -18, -3),
        ("1d20+-5", -4, 15),
        ("1d4 \u2212 1", 0, 3),
        ("9+2d6", 11, 21),
        ("1d6+4+2d6", 7, 22),
        ("d%", 1, 100),
    ],
)
def test_ranges(text: str, low: int, high: int) -> None:
    found = list(exact(parse(text)))
    assert (found[0], found[-1]) == (low, high)


def test_exactly_and_at_least_are_not_mixed_up() -> None:
    best = exact(parse("2d20kh1"))
    assert best.probability(20) == Fraction(39, 400)
    assert best.chance(lambda value: value >= 11) == Fraction(3, 4)


def test_percentile_dice_keep_the_better() -> None:
    best = exact(parse("2d%kh1"))
    assert best.probability(100) == Fraction(199, 10_000)


@settings(deadline=None, max_examples=60)
@given(dice_text(3, 6, 2), st.integers(-50, 50), st.integers(1, 9))
def test_adding_and_multiplying_move_the_values_and_nothing_else(text: str, more: int, factor: int) -> None:
    try:
        plain = exact(parse(text))
        moved = exact(parse(f"{text}+{more}"))
        longer = exact(parse(f"{factor}*{text}"))
    except (BadInput, TooLarge):
        return
    assert moved == plain.push(lambda value: value + more)
    assert longer == plain.push(lambda value: value * factor)
    assert exact(parse(f"-{text}")) == plain.push(lambda value: -value)


@settings(deadline=None, max_examples=60)
@given(dice_text(3, 6, 2), dice_text(2, 8, 2), st.data())
def test_the_mean_of_a_sum_is_the_sum_of_the_means(first: str, second: str, data: st.DataObject) -> None:
    sign = data.draw(st.sampled_from("+-"))
    try:
        means = [exact(parse(text)).mean(lambda value: value) for text in (first, second, f"{first}{sign}{second}")]
    except (BadInput, TooLarge):
        return
    assert means[2] == (means[0] + means[1] if sign == "+" else means[0] - means[1])


@pytest.mark.parametrize("count", [7, 40, 90])
@pytest.mark.parametrize("die", ["d6", "d7mi3", "d8ro<3", "d4rr1", "d6p=6", "d10e10", "d6e>4"])
def test_many_dice_are_the_sum_of_fewer(die: str, count: int) -> None:
    """The power of a distribution, found by a recurrence or in packed numbers, against plain convolution."""
    part = count // 3
    few, rest = f"{part}{die}", f"{count - part}{die}"
    try:
        whole = exact(parse(f"{count}{die}"), 10**7)
    except TooLarge:
        assert "e" in die
        return
    table: dict[int, int] = {}
    first, second = exact(parse(few), 10**7), exact(parse(rest), 10**7)
    if len(first) * len(second) > 3_000_000:
        return
    for value, ways in first.items():
        for other, more in second.items():
            table[value + other] = table.get(value + other, 0) + ways * more
    assert Weights(table) == whole


def test_sequences_of_sums_agree_in_packed_numbers() -> None:
    left: Sequence[tuple[int, int]] = list(exact(parse("60d6")).items())
    table: dict[int, int] = {}
    for value, ways in left:
        for other, more in left:
            table[value - other] = table.get(value - other, 0) + ways * more
    assert exact(parse("60d6-60d6")) == Weights(table)


def test_a_limit_is_kept() -> None:
    with pytest.raises(TooLarge):
        exact(parse("3d6"), limit=0)
    with pytest.raises(TooLarge) as caught:
        exact(parse("1000d6"), limit=10_000)
    assert caught.value.limit == 10_000
    assert len(exact(parse("1000d6"))) == 5_001
