"""Chances and drawings: what is shown is what is exact."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.rules.showing import Track
from affray.server.pages import charts, tracks
from affray.server.pages.dice import die
from affray.server.pages.naming import capital, roll
from affray.telling import figures
from tests.server.pages.reading_html import read

CHANCES = st.fractions(min_value=0, max_value=1, max_denominator=10**9)


@given(CHANCES)
def test_only_what_is_certain_is_shown_as_certain(chance: Fraction) -> None:
    shown = figures.percent(chance).replace(figures.NARROW, "")
    assert (shown == "0%") == (chance == 0)
    assert (shown == "100%") == (chance == 1)


@given(CHANCES)
def test_what_is_shown_is_the_nearest(chance: Fraction) -> None:
    shown = figures.percent(chance).replace(figures.NARROW, "").rstrip("%")
    if shown[0] not in "<>":
        unit = Fraction(1, 10) if "." in shown else 1
        assert abs(Fraction(shown) - chance * 100) <= Fraction(unit) / 2


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        ("1/8", "13"),
        ("1/40", "2.5"),
        ("1/80", "1.3"),
        ("999/10000", "10"),
        ("1999/2000", "> 99.9"),
        ("1/2500", "< 0.1"),
    ],
)
def test_halves_round_up(chance: str, shown: str) -> None:
    assert figures.percent(chance).replace(figures.NARROW, " ") == f"{shown} %"


def test_three_digits_below_the_line_are_read_at_a_glance() -> None:
    assert figures.short("1/999") and not figures.short("1/1000") and not figures.short("1")


@given(st.lists(st.integers(1, 50), min_size=1, max_size=12), st.data())
def test_what_does_it_is_found_by_its_exact_chance(ways: list[int], data: st.DataObject) -> None:
    total = sum(ways)
    values = [(value, str(Fraction(way, total))) for value, way in enumerate(ways)]
    start = data.draw(st.integers(0, len(ways) - 1))
    assert charts.solid_from(values, sum((Fraction(p) for v, p in values if v >= start), Fraction(0))) == start
    assert charts.solid_from(values, Fraction(1, total * 2)) is None


DICE = st.tuples(st.sampled_from((4, 6, 8, 12, 20)), st.integers(1, 20)).map(lambda one: (one[0], min(one)))


@given(DICE, DICE)
def test_every_pair_of_faces_is_drawn_once(mine: tuple[int, int], theirs: tuple[int, int]) -> None:
    kinds = [one.get("class") for one in read(charts.pairs(mine, theirs)).all()]
    assert sum(kinds.count(kind) for kind in ("win", "tie", "lose")) == mine[0] * theirs[0]


@given(st.integers(-3, 25), st.integers(1, 20), st.sampled_from(("points", "quality")))
def test_pips_are_counted(left: int, most: int, kind: str) -> None:
    drawn = read(tracks.track(Track(name="HP", kind=kind, left=left, most=most)))  # type: ignore[arg-type]
    pips = [one for one in drawn.all() if one.tag in ("circle", "rect")]
    assert len(pips) == most
    assert sum("on" in one.classes for one in pips) == max(0, min(left, most))
    assert next(drawn.all("svg"))["aria-label"] == f"HP: {left} of {most}"


def test_more_than_one_can_count_is_a_length() -> None:
    drawn = read(tracks.track(Track(name="HP", kind="points", left=30, most=40)))
    assert [one["width"] for one in drawn.all("rect")] == ["119", "90"]


def test_a_ceiling_strikes_what_is_above_it_and_hatches_what_is_at_stake() -> None:
    drawn = read(tracks.track(Track(name="Body", kind="ceiling", left=8, most=12, stake=(8,))))
    kinds = [one.get("class") for one in drawn.all()]
    assert [kinds.count(kind) for kind in ("strike", "stakefill", "ceil")] == [4, 1, 1]
    assert next(drawn.all("svg"))["aria-label"] == "Body: 8 of 12 left, faces above 8 struck out, 8 at stake"


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20, 100])
def test_a_die_says_what_it_shows(sides: int) -> None:
    drawn = next(read(die(sides, 3)).all("svg"))
    assert drawn["aria-label"] == f"d{sides} shows 3"
    assert drawn.text == "3"


def test_a_die_of_a_kind_that_is_not_told() -> None:
    assert next(read(die(0, 3)).all("svg"))["aria-label"] == "a die shows 3"


def test_names_of_rolls_as_people_say_them() -> None:
    assert [roll(name) for name in ("attack.d20", "attack.damage", "initiative")] == [
        "attack",
        "attack damage",
        "initiative",
    ]
    assert capital("iPhone of Doom") == "IPhone of Doom" and capital("") == ""
