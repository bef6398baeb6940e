"""Rolling: every face asked for and shown, and the same values as the exact odds."""

from __future__ import annotations

from itertools import cycle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.errors import BadInput, ScriptError, TooLarge
from affray.notation import exact, parse, roll
from tests.notation.made import Stop, dice_text, every_roll, expression_text, scripted


@pytest.mark.parametrize(
    ("text", "faces", "trace"),
    [
        ("2d20kh1", (18, 9), "2d20kh1 (18, ~9~) = 18"),  # not 27
        ("2d6+3", (2, 5), "2d6 (2, 5) + 3 = 10"),
        ("4d6d1", (3, 1, 1, 6), "4d6pl1 (3, 1, ~1~, 6) = 10"),
        ("3d6kh1", (4, 4, 4), "3d6kh1 (4, ~4~, ~4~) = 4"),
        ("2d6ph1pl1", (3, 3), "2d6ph1pl1 (~3~, ~3~) = 0"),
        ("2d6ro1", (1, 4, 1), "2d6ro1 (~1~ 1, 4) = 5"),
        ("2d6rr1", (1, 4, 1, 2), "2d6rr1 (~1~ ~1~ 2, 4) = 6"),
        ("2d6e6", (6, 2, 6, 3), "2d6e6 (6!, 2, 6!, 3) = 17"),
        ("2d6e6kh1", (6, 2, 5), "2d6e6kh1 (6!, ~2~, ~5~) = 6"),
        ("2d6ra>4", (5, 6, 1), "2d6ra>4 (5!, 6, 1) = 12"),
        ("2d6mi2ma5", (1, 6), "2d6mi2ma5 (1->2, 6->5) = 7"),
        ("3d6p=1kh1", (1, 3, 2), "3d6p=1kh1 (~1~, 3, ~2~) = 3"),
        ("3d6kh2rr4", (4, 2, 1, 5), "3d6kh2rr4 (~4~ 5, 2, ~1~) = 7"),
        ("2d6eh1", (3, 5, 5), "2d6eh1 (3, 5!, 5) = 13"),  # of two fives the first is the higher
        ("(1d4+1,3,2d6kl1)kh1", (2, 2, 5), "(1d4 (2) + 1, ~3~, ~2d6kl1 (2, ~5~)~)kh1 = 3"),
        ("-(1d6+1)*2", (3,), "-(1d6 (3) + 1) * 2 = -8"),
        ("-7//2", (), "-7 // 2 = -4"),
        ("-7%4", (), "-7 % 4 = 1"),
        ("1d20+5>=15", (10,), "1d20 (10) + 5 >= 15 = 1"),
        ("1d6[<b>fire</b>]+1[\x1b[2J]", (4,), "1d6 (4) [<b>fire</b>] + 1 [\\x1b[2J] = 5"),
    ],
)
def test_traces(text: str, faces: tuple[int, ...], trace: str) -> None:
    assert roll(parse(text), scripted(*faces)).trace == trace


def test_a_label_ends_at_the_first_bracket() -> None:
    with pytest.raises(BadInput, match="column 7"):
        parse("1d6[a]]")


def test_the_result_has_every_face() -> None:
    result = roll(parse("2d6ro1kh1[a] + 1d4"), scripted(1, 3, 6, 2))
    first, second = result.pools
    assert [(die.faces, die.value, die.kept) for die in first.dice] == [((1, 6), 6, True), ((3,), 3, False)]
    assert (first.text, first.sides, first.total, first.labels) == ("2d6ro1kh1", 6, 6, ("a",))
    assert (second.text, second.total) == ("1d4", 2)
    assert (result.value, result.cut) == (8, False)


@pytest.mark.parametrize(("text", "draws", "value"), [("1d6e6", 101, 606), ("2d6rr6", 202, 12), ("1d6e6kh1", 101, 6)])
def test_a_run_is_cut_at_100_and_says_so(text: str, draws: int, value: int) -> None:
    asked: list[int] = []

    def six(sides: int) -> int:
        asked.append(sides)
        return 6

    result = roll(parse(text), six)
    assert (len(asked), result.value, result.cut) == (draws, value, True)
    assert "(cut at 100)" in result.trace


def test_a_run_that_ends_at_100_is_not_cut() -> None:
    faces = iter([6] * 100 + [1])
    result = roll(parse("1d6e6"), lambda sides: next(faces))
    assert (result.value, result.cut) == (601, False)
    faces = iter([1] * 100 + [2])
    result = roll(parse("1d6rr1"), lambda sides: next(faces))
    assert (result.value, result.cut) == (2, False)


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_face_that_the_die_does_not_have(face: int) -> None:
    with pytest.raises(ScriptError, match="a d6 has no face"):
        roll(parse("1d6"), lambda sides: face)


@settings(deadline=None, max_examples=60)
@given(expression_text(dice_text(2, 4, 2), st.integers(0, 9)))
def test_rolls_reach_exactly_the_values_of_the_exact_odds(text: str) -> None:
    try:
        tree = parse(text)
        results = every_roll(tree, 1_500)
        odds = exact(tree, limit=50_000)
    except (BadInput, Stop, TooLarge):
        return
    assert {result.value for result, _ in results} == set(odds)
    for result, _ in results:
        assert result.trace.endswith(f"= {result.value}")
        assert result.trace.isprintable()


@settings(deadline=None, max_examples=150)
@given(expression_text(dice_text(9, 20, 4), st.integers(0, 1_000)), st.lists(st.integers(0, 10**6), min_size=1))
def test_any_roll_stays_within_its_bounds(text: str, words: list[int]) -> None:
    """With any dice, fair or not, a text that was read can be rolled."""
    from affray.notation.reach import bounds

    try:
        tree = parse(text)
    except BadInput:
        return
    source = cycle(words)
    value = roll(tree, lambda sides: next(source) % sides + 1).value
    low, high = bounds(tree)
    assert low <= value <= high


def test_the_largest_roll_is_quick() -> None:
    result = roll(parse("1000d1000" + "kh500" + "ph1" * 5), lambda sides: sides // 2)
    assert result.value == 499 * 500
