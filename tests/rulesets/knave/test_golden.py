"""Whole fights, exactly: known values, and a second solver that shares nothing with the engine."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256
from typing import Any

import pytest

from affray.fight import parse
from affray.interpret.solve import Odds, solve
from affray.interpret.tabulate import tabulate
from tests.rulesets.knave.fights import SWORD, fight, fighter, foe, pc
from tests.rulesets.knave.solver import Duelist, Side, duel, focus

TWELVE_AGAINST_EIGHT = Fraction(
    152887061812536185106030253745446191870637212391118316301,
    230730751794967344995743773299989047994693776894823759872,
)


def odds_of(text: str, exactly: bool = True) -> Odds:
    return solve(tabulate(parse(text)), exactly)


def two(hp: int, other: int, quality: int | None = None) -> str:
    """Two fighters with +2, armor 13 and a d8; with a quality given, armor and weapon of both have it."""
    worn: dict[str, object] = {"attack": 2, "armor": 13, "weapons": [SWORD]}
    if quality is not None:
        worn |= {"armor": {"defense": 13, "quality": quality}, "weapons": [SWORD | {"quality": quality}]}
    return fight(fighter("Ana", "party", {"hp": hp} | worn), fighter("orc", "foes", {"hp": other} | worn))


def two_alike(hp: int, other: int, quality: int | None = None) -> tuple[Duelist, Duelist]:
    return Duelist(hp, 2, 13, 8, quality, quality), Duelist(other, 2, 13, 8, quality, quality)


@pytest.mark.parametrize("hp", [1, 4, 8])
def test_equals_win_half_of_the_time(hp: int) -> None:
    assert odds_of(two(hp, hp)).win == {"party": Fraction(1, 2), "foes": Fraction(1, 2)}


def test_12_hit_points_against_8() -> None:
    win = odds_of(two(12, 8)).win
    assert win["party"] == duel(*two_alike(12, 8)) == TWELVE_AGAINST_EIGHT
    assert win["foes"] == 1 - TWELVE_AGAINST_EIGHT
    assert f"{float(win['party']):.16f}" == "0.6626210881001036"  # 0.66262108810010356167
    assert odds_of(two(12, 8), exactly=False).win["party"] == pytest.approx(float(TWELVE_AGAINST_EIGHT), abs=1e-14)


def test_8_hit_points_against_6() -> None:
    win = odds_of(two(8, 6)).win["party"]
    assert win == duel(*two_alike(8, 6))
    assert f"{float(win):.16f}" == "0.6051322895276691"


@pytest.mark.parametrize(("hp", "other", "quality"), [(3, 2, 1), (2, 2, 2), (4, 3, 1)])
def test_with_gear_that_breaks(hp: int, other: int, quality: int) -> None:
    win = odds_of(two(hp, other, quality)).win["party"]
    assert win == duel(*two_alike(hp, other, quality))
    assert win != odds_of(two(hp, other)).win["party"] or hp == other


@pytest.mark.slow
def test_12_hit_points_against_8_with_gear_of_quality_3() -> None:
    win = odds_of(two(12, 8, 3), exactly=False).win["party"]
    assert f"{win:.12f}" == "0.662507349303"
    assert win == pytest.approx(duel(*two_alike(12, 8, 3), float), abs=1e-12)


def test_o39_one_hit_point_each() -> None:
    text = fight(pc(hp=1, attack=3, armor=13), foe(hp=1, attack=1, armor=11))
    # the PC hits with 12/20, the goblin with 8/20: 12/20 x (2 - 8/20) / (2 x (1 - 8/20 x 12/20))
    by_hand = Fraction(12, 20) * (2 - Fraction(8, 20)) / (2 * (1 - Fraction(8, 20) * Fraction(12, 20)))
    assert by_hand == Fraction(12, 19)
    odds = odds_of(text)
    assert odds.win == {"party": Fraction(12, 19), "foes": Fraction(7, 19)}
    assert odds.undecided == 0
    assert duel(Duelist(1, 3, 13, 8), Duelist(1, 1, 11, 6)) == Fraction(12, 19)


def group(pcs: int, goblins: int, morale: int | None = 7) -> str:
    rated: dict[str, Any] = {} if morale is None else {"morale": morale}
    return fight(pc("knave", hp=6, count=pcs), foe(count=goblins, **rated))


def sides(pcs: int, goblins: int) -> tuple[Side, Side]:
    return Side(pcs, 6, 2, 13, 8), Side(goblins, 4, 1, 13, 6)


@pytest.mark.parametrize(
    ("pcs", "goblins", "morale", "shown"),
    [
        (1, 1, None, "0.7007214792"),
        (2, 2, 7, "0.8035514553"),
        (3, 3, 7, "0.8173483754"),
        (4, 4, 7, "0.8612645618"),
        (4, 6, 7, "0.4379102908"),
    ],
)
def test_the_first_foe_standing_is_struck(pcs: int, goblins: int, morale: int | None, shown: str) -> None:
    win = odds_of(group(pcs, goblins, morale), exactly=False).win["party"]
    assert f"{win:.10f}" == shown
    assert abs(Fraction(win) - focus(*sides(pcs, goblins), morale)) < Fraction(1, 10**13)


def test_4_against_6_as_a_fraction() -> None:
    win = focus(*sides(4, 6), 7)
    shown = win.numerator * 10**20 // win.denominator
    assert shown == 43791029075536000675  # 0.43791029075536000675...
    assert sha256(f"{win.numerator}/{win.denominator}".encode()).hexdigest().startswith("2a41e7e270485425")


@pytest.mark.parametrize(("pcs", "goblins"), [(1, 2), (2, 1), (2, 2)])
def test_small_groups_as_fractions(pcs: int, goblins: int) -> None:
    for morale in (None, 5) if goblins > 1 else (None,):
        assert odds_of(group(pcs, goblins, morale)).win["party"] == focus(*sides(pcs, goblins), morale)


def test_against_one_who_cannot_be_hurt_the_fight_does_not_end() -> None:
    # nobody can hit: +0 against armor 50, and a natural 20 that misses does nothing
    text = fight(pc(hp=1, attack=0, armor=50), foe(hp=1, attack=0, armor=50), rulings={"K08": "needs_hit"})
    odds = odds_of(text)
    assert odds.undecided == 1
    assert sum(odds.win.values()) == 0
