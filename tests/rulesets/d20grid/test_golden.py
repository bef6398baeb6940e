"""Whole fights, exactly: a second calculation that shares nothing with the engine, and what must be so by symmetry."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from affray.fight import parse
from affray.interpret.solve import Odds, solve
from affray.interpret.tabulate import tabulate
from affray.testing.conformance.odds import reach_counts
from tests.rulesets.d20grid.fights import fight, foe, unit


def odds_of(text: str, **rulings: str) -> Odds:
    return solve(tabulate(parse(text, rulings=rulings)), True)


def hits(bonus: int, defense: int, dice: int = 1, best: bool = True) -> Fraction:
    """The chance that the best or the worst of so many d20 and the bonus is more than the Defense."""
    single = Fraction(min(max(20 - (defense - bonus), 0), 20), 20)
    return 1 - (1 - single) ** dice if best else single**dice


@cache
def duel(mine: int, theirs: int, my_hit: Fraction, their_hit: Fraction, sides: int) -> Fraction:
    """The chance that the one who strikes now wins: blows of a die, down below 0, both stand side by side.

    w = h (win at once or go on with less) + (1 - h) (the other misses too, and it is as before).
    """

    def blow(left: int, other: int, hit: Fraction, answer: Fraction) -> Fraction:
        """After a hit: won, or the other's turn."""
        total = Fraction(0)
        for face in range(1, sides + 1):
            rest = other - face
            total += Fraction(1, sides) * (1 if rest < 0 else 1 - duel(rest, left, answer, hit, sides))
        return total

    # The other's turn when I have missed: it hits, and I am down or strike with less; or it misses too.
    answered = Fraction(0)
    for face in range(1, sides + 1):
        rest = mine - face
        answered += Fraction(1, sides) * (0 if rest < 0 else duel(rest, theirs, my_hit, their_hit, sides))
    won = my_hit * blow(mine, theirs, my_hit, their_hit) + (1 - my_hit) * their_hit * answered
    return won / (1 - (1 - my_hit) * (1 - their_hit))


@pytest.mark.parametrize(
    ("hp", "other", "bonus", "defense", "sides"), [(3, 3, 0, 10, 4), (5, 2, 3, 14, 4), (2, 6, 5, 9, 6), (4, 4, 0, 0, 2)]
)
def test_a_duel_side_by_side(hp: int, other: int, bonus: int, defense: int, sides: int) -> None:
    blade = [{"name": "blade", "dice": f"1d{sides}"}]
    party = unit(hp=hp, defense=10, class_attack_bonus=bonus, weapons=blade)
    foes = foe(hp=other, defense=max(defense, 1), weapons=blade)
    mine, theirs = hits(bonus, max(defense, 1)), hits(0, 10)
    first = duel(hp, other, mine, theirs, sides)
    second = 1 - duel(other, hp, theirs, mine, sides)
    odds = odds_of(fight(party, foes))
    assert odds.win["party"] == (first + second) / 2  # either goes first as often
    assert odds.undecided == 0


def test_initiative_counts() -> None:
    """One blow decides, and DEX +5 goes first: it is higher, or level and wins the tie by DEX."""
    deadly: dict[str, Any] = {"weapons": [{"name": "axe", "dice": "9"}], "hp": 1, "defense": 1, "class_attack_bonus": 1}
    odds = odds_of(fight(unit(abilities={"dex": 5}, **deadly), foe(**deadly)))
    ahead = Fraction(sum(1 for mine in range(1, 21) for theirs in range(1, 21) if mine + 5 >= theirs), 400)
    assert odds.win["party"] == ahead


def test_a_bow_at_close_quarters_hits_with_the_worst_of_three_and_in_full() -> None:
    """The archer strikes first; its shot must come of the worst of three, and kills if it does."""
    bow = [{"name": "bow", "dice": "1d2", "kind": "ranged"}]
    sure = [{"name": "axe", "dice": "9"}]
    archer = unit(hp=1, defense=1, weapons=bow, initiative=40)
    brute = foe(hp=1, defense=10, weapons=sure, class_attack_bonus=9, initiative=0)
    assert odds_of(fight(archer, brute)).win["party"] == hits(0, 10, 3, best=False)  # (1/2)^3, then it is over


def test_flanking_is_the_better_of_two() -> None:
    """Two against one who dies of any hit and never hits: what is left is who strikes when, and it always wins."""
    sure: dict[str, Any] = {"weapons": [{"name": "axe", "dice": "9"}], "hp": 1}
    text = fight(
        unit("Vex", (0, 0), defense=1, initiative=40, **sure),
        unit("Bo", (10, 0), defense=60, initiative=-40, weapons=[], hp=1),
        foe(defense=10, class_attack_bonus=19, initiative=0, **sure),
        tactics={"party": "hold", "foes": "hold"},
    )
    flanked = hits(0, 10, 2)
    # A miss, and Vex is down for sure; Bo has no weapon and cannot be hit, and nothing more happens.
    odds = odds_of(text)
    assert odds.win["party"] == flanked
    assert odds.undecided == 1 - flanked


def test_an_attack_of_opportunity_comes_before_the_blow() -> None:
    """The mover must come in through an area; whoever holds it strikes first, and then again in its turn."""
    sure: dict[str, Any] = {"weapons": [{"name": "axe", "dice": "9"}], "hp": 1, "defense": 10}
    text = fight(unit("Vex", (0, 0), initiative=40, **sure), foe(at=(25, 0), initiative=0, **sure))
    half = hits(0, 10)
    # Struck in passing: 1/2. Else one strikes and the other, until somebody hits: 2/3 for the one who begins.
    assert odds_of(text).win["party"] == (1 - half) * half / (1 - (1 - half) ** 2)


@pytest.mark.parametrize("hp", [2, 4])
def test_equals_win_equally_often(hp: int) -> None:
    win = odds_of(fight(unit("Vex", (0, 0), hp=hp), foe("orc", (15, 0), hp=hp), size=[20, 5])).win
    assert win["party"] == win["foes"]


COUNTED = fight(
    unit("Vex", (0, 0), hp=2, weapons=[{"name": "stick", "dice": "1d2"}]),
    foe("orc", (15, 0), hp=2, weapons=[{"name": "stick", "dice": "1d2"}]),
    size=[20, 10],
)


def test_reach_counts() -> None:
    """Golden numbers: a rule that changes what can be reached changes them. Never made anew to make a test pass."""
    lumped = reach_counts(parse(COUNTED), 9)
    every = reach_counts(parse(COUNTED), 4, lumped=False)
    assert lumped == [1, 1, 20, 2, 2, 6, 6, 18, 18, 18]
    assert every == [1, 1, 40, 2, 22]
