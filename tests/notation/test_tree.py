"""What texts mean, and that the canonical text means the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.errors import BadInput
from affray.notation import (
    Binary,
    Dice,
    Negative,
    Number,
    Operator,
    Selector,
    Set,
    parse,
    show,
    simple_sum,
)
from tests.notation.made import dice_text, expression_text


@settings(deadline=None, max_examples=800)
@given(expression_text(dice_text(20, 100, 3), st.integers(0, 1_000_000)))
def test_the_canonical_text_reads_back(text: str) -> None:
    try:
        tree = parse(text)
    except BadInput:
        return
    again = show(tree)
    assert parse(again) == tree
    assert show(parse(again)) == again


@pytest.mark.parametrize(
    "text",
    [
        "+".join(["adv"] * 50),
        "+".join(["2d4k1"] * 33),
        "+".join(["d6"] * 50),
        "+".join(["d%"] * 50),
        "+".join(["4d6d1"] * 33),
        "+".join(["(1d6+1)k1"] * 20),
        "d6p1" * 1 + "+d6[\x1b]" * 24,
        "".join(["-(2-d%)"] * 25),
    ],
)
def test_a_long_text_reads_back_too(text: str) -> None:
    """The readable spelling would outgrow 200 characters: the short one is used."""
    tree = parse(text)
    assert len(show(tree)) <= 200
    assert parse(show(tree)) == tree


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("2d20k1", "2d20kh1"),
        ("4d6d1", "4d6pl1"),
        ("4d6p1", "4d6pl1"),
        ("4d6dh1", "4d6ph1"),
        ("6d6k=6", "6d6k=6"),
        ("6d6rr=1", "6d6rr1"),
        ("6d6ro=1ra=6e=6", "6d6ro1ra6e6"),
        ("adv", "2d20kh1"),
        ("dis", "2d20kl1"),
        ("adv+2", "2d20kh1+2"),
        ("ADV + 2D6KH1", "2d20kh1+2d6kh1"),
        ("d%", "1d100"),
        ("2d%kh1", "2d100kh1"),
        ("d%%3", "1d100%3"),
        ("d6", "1d6"),
        ("007d6", "7d6"),
        ("1 \u2212 2 \u2013 3 \u2014 4", "1-2-3-4"),
        ("(((1d6)))", "1d6"),
        ("(3d6)kh1", "3d6kh1"),
        ("(4d6ph1)ph1", "(4d6ph1)ph1"),
        ("4d6ph1ph1", "4d6ph1ph1"),
        ("(1+2)*3", "(1+2)*3"),
        ("(1*2)+3", "1*2+3"),
        ("1-(2-3)", "1-(2-3)"),
        ("(1-2)-3", "1-2-3"),
        ("2*-3", "2*-3"),
        ("--5", "5"),
        ("-(-5)", "-(-5)"),
        ("-(1+2)", "-(1+2)"),
        ("1<2<3", "1<2<3"),
        ("1<(2<3)", "1<(2<3)"),
        ("(1, 2,)", "(1,2)"),
        ("(1,)", "(1,)"),
        ("(1d6+1)kh1", "(1d6+1)kh1"),
        ("(1d6+1,)kh1", "(1d6+1)kh1"),
        ("(1d6,)kh1", "(1d6,)kh1"),
        ("2d6 [fire] + 1 [cold]", "2d6[fire]+1[cold]"),
        ("(1+2)[a][b]", "(1+2)[a][b]"),
        ("1d6[\uff11\u2212]", "1d6[\uff11\u2212]"),
        ("1d6[]", "1d6[]"),
        ("2 x 3", "2*3"),
        ("2d6k1x2", "2d6kh1*2"),
        ("2d6xd4", "2d6*1d4"),
    ],
)
def test_spellings(text: str, same: str) -> None:
    assert show(parse(text)) == same
    assert parse(same) == parse(text)


def test_the_tree() -> None:
    keep = Operator("k", (Selector("h", 1),))
    assert parse("2d20kh1+3") == Binary("+", Dice(2, 20, (keep,)), Number(3))
    assert parse("-1d6[a]") == Negative(Dice(1, 6, (), ("a",)))
    assert parse("(1,2)k1") == Set((Number(1), Number(2)), (keep,))
    assert parse("1d6e5e6").operators == (Operator("e", (Selector("=", 5), Selector("=", 6))),)  # type: ignore[union-attr]
    assert len(parse("1d6mi2mi3").operators) == 2  # type: ignore[union-attr]


def test_a_chain_binds_from_the_left() -> None:
    assert parse("1-2+3") == Binary("+", Binary("-", Number(1), Number(2)), Number(3))
    assert parse("1+2x3") == Binary("+", Number(1), Binary("*", Number(2), Number(3)))
    assert parse("1+1>2*1") == parse("(1+1)>(2*1)")


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("2d6+1", (((2, 6),), 1)),
        ("d8", (((1, 8),), 0)),
        ("1d6+1d4-1", (((1, 6), (1, 4)), -1)),
        ("5", ((), 5)),
        ("-1", ((), -1)),
        ("(1d6+2) + 3", (((1, 6),), 5)),
        ("1d6 \u2212 (2 - 1)", (((1, 6),), -1)),
        ("2d6[fire]", (((2, 6),), 0)),
        ("0", ((), 0)),
    ],
)
def test_damage_texts(text: str, meaning: tuple[tuple[tuple[int, int], ...], int]) -> None:
    assert simple_sum(text) == meaning


@pytest.mark.parametrize("text", ["2d6x2", "2d6kh1", "-1d6", "1-1d4", "(1d6,2)", "1d6>3", "10//3", "adv", "5%3"])
def test_damage_is_dice_and_numbers_added_up(text: str) -> None:
    with pytest.raises(BadInput, match="damage is dice and whole numbers added up"):
        simple_sum(text)


def test_a_bad_damage_text_keeps_its_column() -> None:
    with pytest.raises(BadInput, match="column 5"):
        simple_sum("1d6+")
