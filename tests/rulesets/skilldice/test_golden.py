"""Whole fights, exactly: a second calculation that shares nothing with the engine, and what must be so by symmetry."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from affray.fight import parse
from affray.interpret.solve import Odds, solve
from affray.interpret.tabulate import tabulate
from tests.rulesets.skilldice.fights import fight, foe, unit


def odds_of(text: str, **rulings: str) -> Odds:
    return solve(tabulate(parse(text, rulings=rulings)), True)


@cache
def contest(die: int, other: int, left: int, others: int) -> tuple[tuple[int, int, Fraction], ...]:
    """What each side has left after an attack that is defended against, each with its chance."""
    found = []
    for face in range(1, die + 1):
        for answer in range(1, other + 1):
            margin = min(face, left) - min(answer, others)
            attackers = left - (margin <= 0)
            defenders = others - (margin >= 0) - (margin > other)
            found.append((attackers, max(defenders, 0), Fraction(1, die * other)))
    return tuple(found)


@cache
def attacks(die: int, other: int, left: int, others: int) -> tuple[Fraction, Fraction]:
    """The chances that the attacker and that the defender is left, where only the one attacks.

    Three attacks a round take the defender's three actions, so it never has one for its own turn.
    """
    if not (left and others):
        return Fraction(bool(left)), Fraction(bool(others))
    win = lose = Fraction(0)
    for mine, theirs, chance in contest(die, other, left, others):
        one, two = attacks(die, other, mine, theirs)
        win, lose = win + chance * one, lose + chance * two
    return win, lose


def duel(die: int, other: int) -> tuple[Fraction, Fraction]:
    """A duel of Body alone: the order is rolled with it; a tie is the larger die's, of equal dice an even chance."""
    ahead = sum(
        Fraction(1, die * other)
        * (1 if (face, die) > (answer, other) else Fraction(1, 2) * ((face, die) == (answer, other)))
        for face in range(1, die + 1)
        for answer in range(1, other + 1)
    )
    first, second = attacks(die, other, die, other), attacks(other, die, other, die)
    return ahead * first[0] + (1 - ahead) * second[1], ahead * first[1] + (1 - ahead) * second[0]


def of_body(name: str, side: str, die: int) -> str:
    """A fighter of whom only Body matters: the other dice never show more than a 1."""
    return unit(name, side, body=die, mind=4, soul=4, lost={"mind": 3, "soul": 3})


@pytest.mark.parametrize(("die", "other"), [(4, 4), (4, 6), (6, 4), (8, 4), (6, 8), (12, 4), (20, 4), (4, 20), (8, 8)])
def test_a_duel_of_body_alone(die: int, other: int) -> None:
    odds = odds_of(fight(of_body("Ana", "party", die), of_body("orc", "foes", other)))
    expected = duel(die, other)
    assert (odds.win["party"], odds.win["foes"]) == expected
    assert odds.undecided == 0


@pytest.mark.parametrize("die", [4, 6])
def test_equals_win_equally_often(die: int) -> None:
    win = odds_of(fight(of_body("Ana", "party", die), of_body("orc", "foes", die))).win
    assert win["party"] == win["foes"]


def test_those_who_cannot_act_wait_for_ever() -> None:
    text = fight(
        of_body("Ana", "party", 4).replace("[[fighter]]", '[[fighter]]\nstate = "bound"'), foe(body=4, state="bound")
    )
    assert odds_of(text).undecided == 1


def test_taking_it_loses_against_defending() -> None:
    sides = of_body("Ana", "party", 6), of_body("orc", "foes", 6)
    reckless = odds_of(fight(*sides, tactics={"party": "reckless"})).win["party"]
    assert reckless < odds_of(fight(*sides)).win["party"]
