"""What each bad dice text gets: the column, what came, what is allowed; quickly, and without a traceback."""

from __future__ import annotations

from contextlib import suppress
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.errors import AffrayError, BadInput, TooLarge
from affray.notation import exact, parse, show

SECONDS = 0.05

# the case, the text, the column or None, and what the message must say
REFUSED: list[tuple[str, str, int | None, tuple[str, ...]]] = [
    ("empty", "", None, ("1–200 characters, e.g. 2d6+1",)),
    ("empty", "   ", None, ("1–200 characters, e.g. 2d6+1",)),
    ("no sides", "d", 2, ("sides missing", "sides 2–1000")),
    ("no sides", "2d", 3, ("sides missing", "sides 2–1000")),
    ("no dice", "0d6", 1, ("dice count", "count 1–1000", "got 0")),
    ("too many dice", "1001d6", 1, ("total dice", "1–1000", "got 1001")),
    ("too many dice", "999d6+2d6", 7, ("total dice", "1–1000", "got 1001")),
    ("one side", "1d1", 3, ("sides 2–1000", "got 1")),
    ("too many sides", "1d1001", 3, ("sides 2–1000", "got 1001")),
    ("negative sides", "1d-6", 3, ("sides 2–1000", "-6")),
    ("a dot", "1.5d6", 2, ("whole decimal numbers only",)),
    ("a dot", "1d6.5", 4, ("whole decimal numbers only",)),
    ("open end", "1d6+", 5, ("a term is expected at the end",)),
    ("unbalanced", "(1d6", 1, ("unbalanced bracket",)),
    ("unbalanced", "1d6)", 4, ("unbalanced bracket",)),
    ("too deep", "(" * 11 + "1" + ")" * 11, 11, ("depth 1–10",)),
    ("too deep", "(" * 10_000, None, ("depth 1–10",)),
    ("too many terms", "+".join("1" * 51), 101, ("at most 50 terms",)),
    ("too long", "1" * 201, None, ("201 characters", "1–200 characters")),
    ("too long", "1" * 10_000_000, None, ("1–200 characters",)),
    ("division", "1/0", 2, ("not supported", "//")),
    ("division", "1d6/0", 4, ("not supported", "//")),
    ("division", "1//0", 4, ("cannot divide by zero",)),
    ("division", "1d6%(1d4-1)", 5, ("cannot divide by zero",)),
    ("power", "9**9**9", 2, ("power is not supported",)),
    ("power", "2^99999", 2, ("power is not supported",)),
    ("code", "__import__('os')", 1, ()),
    ("code", "1d6;ls", 4, ("got ';'",)),
    ("other digits", "\u0661d\u0666", 1, ("ASCII digits only", "U+0661")),
    ("other digits", "\u00b2d6", 1, ("ASCII digits only", "U+00B2")),
    ("separator", "1_000d6", 2, ("whole decimal numbers only", "got '_'")),
    ("line break", "2d6\n+1", 4, ("line break",)),
    ("invisible", "1d20\x00", 5, ("U+0000",)),
    ("invisible", "1d20\u200b", 5, ("U+200B",)),
    ("invisible", "1d20\u202e", 5, ("U+202E",)),
    ("keep", "2d20kh3", 7, ("keep 1–2", "got 3")),
    ("keep", "2d20kh0", 7, ("keep 1–2", "got 0")),
    ("keep", "2d20kl-1", 7, ("keep 1–2", "got -1")),
    ("two keeps", "2d20kh1kl1", 8, ("one keep per term",)),
    ("words", "d20adv", 4, ("got 'adv'", "kh", "adv+2")),
    ("words", "2d20 advantage", 6, ("got 'advantage'", "kh", "adv+2")),
    ("label", "1d6[" + "a" * 41 + "]", 4, ("label 0–40 characters",)),
    ("label", "1d6[fire", 4, ("not closed",)),
    ("other numbers", "NaN", 1, ("whole decimal numbers only",)),
    ("other numbers", "inf", 1, ("whole decimal numbers only",)),
    ("other numbers", "1e5", 2, ("whole decimal numbers only",)),
    ("other numbers", "0x10", 2, ("whole decimal numbers only",)),
    ("other numbers", "0b1", 2, ("whole decimal numbers only",)),
    ("constant", "99999999999999999999", 1, ("constant ±1,000,000",)),
    ("constant", "1000001", 1, ("constant ±1,000,000", "got 1000001")),
    ("long digits", "1" * 26 + "!", None, ()),
    ("long digits", "1" * 199 + "!", None, ()),
    ("negative count", "(-3)d6", 1, ("dice count 1–1000", "got '(-3)'")),
    ("spaces", "d % 3", 2, ("sides missing",)),
    ("exponent", "1e9d6", 1, ("dice count 1–1000", "got '1e9'")),
    ("huge", "9999999d999999999", 1, ("dice count 1–1000", "sides 2–1000")),
    ("run-on operator", "2d20khmin10", 7, ("a whole number is expected", "2d20mi10kh1")),
    ("never ends", "1d6rr<7", 1, ("rr can never end",)),
    ("never ends", "1d2rr1rr2", 1, ("rr can never end",)),
    ("never ends", "2d6rrh1", 1, ("rr can never end",)),
    ("never ends", "2+1d6e>0", 3, ("e can never end",)),
    ("endless in practice", "1000d1000e<1000", 1, ("at most 5,000 expected rolls",)),
    ("one explosion", "1d6e6mi2e5", 9, ("one e per term", "e5e6")),
    ("operators", "9d6" + "ro1mi1" * 6, 34, ("at most 10 operators",)),
    ("drop", "2d6d4", 5, ("drop 1–2", "got 4")),
    ("run-on", "2d6 3", 5, ("a sign is expected",)),
    ("run-on", "2d6(3)", 4, ("a sign is expected",)),
    ("space", "4d6 kh3", 5, ("got 'kh'", "without a space")),
    ("explode sign", "1d6!", 4, ("1d6e6",)),
    ("equals", "1d6=3", 4, ("==",)),
    ("comma", "1,000d6", 2, ("no separators",)),
    ("at least sign", "1d20\u226511", 5, ("U+2265", ">=")),
    ("drop of brackets", "(1d6)d1", 1, ("dice count", "p1")),
    ("empty set", "()kh1", 5, ("empty set",)),
    ("sets do not reroll", "(1d6,1d8)rr1", 10, ("after a set",)),
    ("word and digits", "adv2", 1, ("no such term",)),
    ("open set", "(1d6,", 1, ("not closed",)),
    ("only a comma", "(,)", 2, ("a term is expected",)),
]


@pytest.mark.parametrize(("case", "text", "column", "says"), REFUSED, ids=[f"{c}-{t[:20]!a}" for c, t, _, _ in REFUSED])
def test_each_bad_text_gets_its_message(case: str, text: str, column: int | None, says: tuple[str, ...]) -> None:
    start = perf_counter()
    with pytest.raises(BadInput) as caught:
        parse(text)
    assert perf_counter() - start < SECONDS * 10
    message = str(caught.value)
    assert message.startswith("dice: " if column is None else f"dice: column {column}: "), message
    for words in says:
        assert words in message
    assert caught.value.place == "dice"
    assert message.isprintable()


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("2d6x2", "2d6*2"),
        ("2d6\u00d72", "2d6*2"),
        ("2d6 x 2d4", "2d6*2d4"),
        ("1d6++2", "1d6+2"),  # a plus before a term does nothing
        ("\uff11d\uff16", "1d6"),
        ("2d6 + 1", "2d6+1"),
        ("2d6\t+\u00a01", "2d6+1"),
        ("(" * 10 + "1" + ")" * 10, "1"),
        ("1" * 7, None),
    ],
)
def test_what_is_allowed_beside_the_bad(text: str, means: str | None) -> None:
    if means is None:
        with pytest.raises(BadInput):
            parse(text)
    else:
        assert show(parse(text)) == means


def test_fifty_terms_and_two_hundred_characters_are_allowed() -> None:
    assert dict(exact(parse("+".join("1" * 50)))) == {50: 1}
    assert dict(exact(parse("1" + " " * 199))) == {1: 1}


def test_not_text_at_all() -> None:
    with pytest.raises(BadInput, match="dice text expected"):
        parse(5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["500d20kh250", "500d20kl250", "1000d1000", "500d20ph250pl10", "200d10e10kh3", "999d6ra6kh3"]
)
def test_too_large_for_exact_odds_is_said_at_once(text: str) -> None:
    start = perf_counter()
    with pytest.raises(TooLarge) as caught:
        exact(parse(text))
    assert perf_counter() - start < 0.2 * 10  # 200 ms, and ten times that on a busy machine
    for words in ("too large for exact odds", "limit 1,000,000", "try simulate"):
        assert words in str(caught.value)
    assert caught.value.estimate > caught.value.limit == 1_000_000


@settings(deadline=None, max_examples=400)
@given(st.text("0123456789dkhlprroeamix()[],+-*/%<>=! .\u2212\u00d7\uff11\u00b2\x00\n", max_size=60))
def test_every_text_is_read_or_refused(text: str) -> None:
    try:
        tree = parse(text)
    except BadInput as error:
        assert str(error).isprintable()
        return
    assert parse(show(tree)) == tree


@settings(deadline=None, max_examples=150)
@given(st.text("0123456789dkhlprroeamix(),+-*/%<>=", min_size=1, max_size=200))
def test_every_text_is_answered_within_the_limit_of_the_table(text: str) -> None:
    start = perf_counter()
    with suppress(AffrayError):
        exact(parse(text), limit=100_000)
    assert perf_counter() - start < SECONDS * 10
