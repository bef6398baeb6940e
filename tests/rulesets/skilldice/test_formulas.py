"""The contests against the numbers of the text, and against an independent library."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import icepool
import pytest

import affray
from affray.dice import Formula, Roll, Seat, Why
from affray.errors import BadInput
from affray.interpret.every import outcomes
from affray.rulesets.skilldice.formulas import (
    DICE,
    FORMULAS,
    Exchange,
    Hand,
    compare,
    exchange,
    helpless,
    order,
    tend,
    throw,
    tie,
)
from affray.rulesets.skilldice.rulings import ContestReading

DEFAULT = ContestReading()
SYMMETRIC = ContestReading(hard_hit="symmetric")

# The table of fresh dice: wins, ties and losses of the attacker, and hard hits, of the product of both dice.
FRESH = {
    (4, 4): (6, 4, 6, 0), (4, 6): (6, 4, 14, 0), (4, 8): (6, 4, 22, 0), (4, 12): (6, 4, 38, 0), (4, 20): (6, 4, 70, 0),
    (6, 4): (14, 4, 6, 1), (6, 6): (15, 6, 15, 0), (6, 8): (15, 6, 27, 0), (6, 12): (15, 6, 51, 0),
    (6, 20): (15, 6, 99, 0),
    (8, 4): (22, 4, 6, 6), (8, 6): (27, 6, 15, 1), (8, 8): (28, 8, 28, 0), (8, 12): (28, 8, 60, 0),
    (8, 20): (28, 8, 124, 0),
    (12, 4): (38, 4, 6, 22), (12, 6): (51, 6, 15, 15), (12, 8): (60, 8, 28, 6), (12, 12): (66, 12, 66, 0),
    (12, 20): (66, 12, 162, 0),
    (20, 4): (70, 4, 6, 54), (20, 6): (99, 6, 15, 63), (20, 8): (124, 8, 28, 60), (20, 12): (162, 12, 66, 28),
    (20, 20): (190, 20, 190, 0),
}  # fmt: skip
CEILING_AGAINST_FRESH_D8 = {
    8: (28, 8, 28), 7: (27, 8, 29), 6: (25, 8, 31), 5: (22, 8, 34), 4: (18, 8, 38), 3: (13, 8, 43), 2: (7, 8, 49),
    1: (0, 8, 56),
}  # fmt: skip
TIES_OF_TWO_D8 = {8: 8, 7: 10, 6: 14, 5: 20, 4: 28, 3: 38, 2: 50, 1: 64}


def fresh(die: int, ceiling: int | None = None, **more: Any) -> Hand:
    return Hand(die, die if ceiling is None else ceiling, die, **more)


def chances(attacker: Hand, defender: Hand, reading: ContestReading = DEFAULT) -> dict[Exchange, Fraction]:
    return outcomes(exchange, attacker, defender, reading).fractions()


def won(found: dict[Exchange, Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that the attacker wins, that it is a tie, that the defender wins."""
    win, draw, lose = (
        sum((chance for one, chance in found.items() if one.winner == side), Fraction(0))
        for side in ("attacker", "tie", "defender")
    )
    return win, draw, lose


# skilldice.attack.contest, skilldice.attack.hard-hit


@pytest.mark.parametrize(("attacker", "defender"), FRESH)
def test_contest_of_fresh_dice(attacker: int, defender: int) -> None:
    win, draw, lose, hard = FRESH[attacker, defender]
    of = attacker * defender
    found = chances(fresh(attacker), fresh(defender))
    assert won(found) == (Fraction(win, of), Fraction(draw, of), Fraction(lose, of))
    assert found.get(Exchange("attacker", 0, 2), 0) == Fraction(hard, of)
    assert found[Exchange("tie", 1, 1)] == Fraction(1, max(attacker, defender))
    assert Exchange("defender", 2, 0) not in found  # D14: only the attacker hits hard


@pytest.mark.parametrize(("attacker", "defender"), FRESH)
def test_contest_agrees_with_another_library(attacker: int, defender: int) -> None:
    def settle(attack: int, defence: int) -> tuple[str, int, int]:
        if attack == defence:
            return "tie", 1, 1
        if attack < defence:
            return "defender", 1, 0
        return "attacker", 0, 1 + (attack - defence > defender)

    oracle = icepool.map(settle, icepool.Die(range(1, attacker + 1)), icepool.Die(range(1, defender + 1)))
    expected = {outcome: Fraction(oracle.quantity(outcome), oracle.denominator()) for outcome in oracle.outcomes()}
    found = chances(fresh(attacker), fresh(defender))
    assert {(one.winner, one.attacker_loss, one.defender_loss): chance for one, chance in found.items()} == expected


@pytest.mark.parametrize(("defender", "least"), [(4, 6), (6, 8), (8, 10), (12, 14)])
def test_hard_hit_needs_sides_and_two(defender: int, least: int) -> None:
    """The least result that hits hard, against a 1; one less hits for one."""
    assert compare(least, 1, 20, defender, DEFAULT) == Exchange("attacker", 0, 2)
    assert compare(least - 1, 1, 20, defender, DEFAULT) == Exchange("attacker", 0, 1)


def test_hard_hit_by_the_words_of_the_text() -> None:
    assert compare(6, 1, 8, 4, DEFAULT).defender_loss == 2  # a d4 beaten by five
    assert compare(6, 1, 8, 20, DEFAULT).defender_loss == 1  # a d20 beaten by five
    assert all(one.defender_loss < 2 for one in chances(fresh(20), fresh(20)))


def test_d13_a_tie_costs_each_one() -> None:
    for result in range(1, 21):
        assert compare(result, result, 4, 4, SYMMETRIC) == Exchange("tie", 1, 1)


def test_d14_symmetric() -> None:
    """The beaten attacker loses two in as many cases as the table has hard hits the other way round."""
    for (attacker, defender), (_, _, _, hard) in FRESH.items():
        found = chances(fresh(defender), fresh(attacker), SYMMETRIC)
        assert found.get(Exchange("defender", 2, 0), 0) == Fraction(hard, attacker * defender)
    assert chances(fresh(4), fresh(20), SYMMETRIC)[Exchange("defender", 2, 0)] == Fraction(54, 80)


def test_d15_what_the_margin_must_exceed() -> None:
    """A d8 is rolled where the sheet has a d12, with 5 points left: 8, 12 or 5 must be exceeded."""
    defender = Hand(8, 5, 12)
    hard = {"die_rolled": 0, "nominal": 0, "ceiling": 0}
    for attack in range(1, 21):
        for face in range(1, 9):
            margin = attack - min(face, 5)
            for option, sides in (("die_rolled", 8), ("nominal", 12), ("ceiling", 5)):
                hard[option] += margin > sides
    assert len(set(hard.values())) == 3
    for option in ("die_rolled", "nominal", "ceiling"):
        reading = ContestReading(beaten_die=option)  # type: ignore[arg-type]
        assert chances(fresh(20), defender, reading)[Exchange("attacker", 0, 2)] == Fraction(hard[option], 160)


# skilldice.stamina.ceiling


@pytest.mark.parametrize("ceiling", CEILING_AGAINST_FRESH_D8)
def test_ceiling_of_one_side(ceiling: int) -> None:
    win, draw, lose = (Fraction(number, 64) for number in CEILING_AGAINST_FRESH_D8[ceiling])
    assert won(chances(fresh(8, ceiling), fresh(8))) == (win, draw, lose)


@pytest.mark.parametrize("ceiling", TIES_OF_TWO_D8)
def test_ceiling_of_both_sides(ceiling: int) -> None:
    assert won(chances(fresh(8, ceiling), fresh(8, ceiling)))[1] == Fraction(TIES_OF_TWO_D8[ceiling], 64)


def test_ceiling_4_against_a_fresh_d6() -> None:
    # 18, 8 and 22 of 48
    assert won(chances(fresh(8, 4), fresh(6))) == (Fraction(3, 8), Fraction(1, 6), Fraction(11, 24))


@pytest.mark.parametrize(("attacker", "defender"), FRESH)
def test_ceiling_1_each_always_ties(attacker: int, defender: int) -> None:
    assert chances(fresh(attacker, 1), fresh(defender, 1)) == {Exchange("tie", 1, 1): Fraction(1)}


def test_ceiling_caps_what_is_compared() -> None:
    """O20: a d8 with 4 lost rolls 6 against 4: a tie; with 7 lost every roll counts as 1."""
    assert won(chances(Hand(8, 4, 8), fresh(4, 4)))[1] == Fraction(8, 32)
    assert outcomes(order, fresh(8, 1)).marginal("result") == {1: Fraction(1)}


class _Faces:
    """Dice that show these faces."""

    def __init__(self, *faces: int) -> None:
        self.roles: Mapping[str, Seat] = {}
        self.left = list(faces)
        self.asked: list[Roll] = []

    def roll(self, roll: Roll, why: Why) -> int:
        self.asked.append(roll)
        return self.left.pop(0)

    def faces(self, roll: Roll, why: Why) -> tuple[int, ...]:
        return (self.roll(roll, why),)

    def resolve(self, formula: Formula[..., Any], *inputs: Any, **named: Any) -> Any:
        return formula.function(self, *inputs, **named)


def test_d31_a_ceiling_may_be_larger_than_the_die() -> None:
    assert won(chances(Hand(4, 12, 12), fresh(4))) == won(chances(fresh(4), fresh(4)))


# skilldice.helpless


def against(attacker: Hand, difficulty: int, reading: ContestReading = DEFAULT) -> dict[Exchange, Fraction]:
    return outcomes(helpless, attacker, difficulty, reading).fractions()


@pytest.mark.parametrize("difficulty", DICE)
def test_helpless_is_a_contest_with_the_narrators_die(difficulty: int) -> None:
    for die in DICE:
        assert against(fresh(die), difficulty) == chances(fresh(die), fresh(difficulty))


def test_d21_hard_hit_on_a_sleeper() -> None:
    assert against(fresh(12), 4)[Exchange("attacker", 0, 2)] == Fraction(22, 48)
    nominal = ContestReading(beaten_die="nominal")  # the die of the target's sheet is not in play
    assert against(fresh(12), 4, nominal) == against(fresh(12), 4)


def test_d19_the_narrator_wins() -> None:
    found = against(fresh(6), 4)
    assert found[Exchange("defender", 1, 0)] == Fraction(6, 24)
    assert found[Exchange("tie", 1, 1)] == Fraction(4, 24)
    miss = against(fresh(6), 4, ContestReading(narrator_wins="miss_only"))
    assert miss[Exchange("defender", 0, 0)] == Fraction(6, 24)
    assert miss[Exchange("tie", 0, 1)] == Fraction(4, 24)
    assert miss[Exchange("attacker", 0, 1)] == found[Exchange("attacker", 0, 1)]


def test_d53_the_difficulty_die_has_no_ceiling() -> None:
    assert won(against(fresh(8, 1), 8)) == (Fraction(0), Fraction(1, 8), Fraction(7, 8))


# Effort, training, help


def test_d08_the_best_of_several_dice() -> None:
    # the best of two d4 is 1, 2, 3, 4 in 1, 3, 5, 7 of 16
    found = outcomes(order, fresh(4, dice=2)).marginal("result")
    assert found == {1: Fraction(1, 16), 2: Fraction(3, 16), 3: Fraction(5, 16), 4: Fraction(7, 16)}
    capped = outcomes(order, fresh(4, 2, dice=2)).marginal("result")
    assert capped == {1: Fraction(1, 16), 2: Fraction(15, 16)}


def test_d45_the_ceiling_wins_over_the_floor() -> None:
    assert outcomes(order, fresh(6, floor=4)).marginal("result") == {
        4: Fraction(4, 6),
        5: Fraction(1, 6),
        6: Fraction(1, 6),
    }
    assert outcomes(order, fresh(6, 2, floor=4)).marginal("result") == {2: Fraction(1)}


def test_d54_helped_and_hindered() -> None:
    helped = outcomes(order, fresh(4, edge=1)).marginal("result")
    hindered = outcomes(order, fresh(4, edge=-1)).marginal("result")
    assert helped == {1: Fraction(1, 16), 2: Fraction(3, 16), 3: Fraction(5, 16), 4: Fraction(7, 16)}
    assert hindered == {5 - face: chance for face, chance in helped.items()}


@pytest.mark.parametrize(
    ("hand", "faces", "rolls", "result"),
    [
        (fresh(8, dice=2, edge=1), (5,), [Roll(8, 4, "high")], 5),
        (fresh(8, edge=-1), (5,), [Roll(8, 2, "low")], 5),
        (fresh(8, dice=2, edge=-1), (5, 3), [Roll(8, 2, "high"), Roll(8, 2, "high")], 3),
        (fresh(8, dice=3), (7,), [Roll(8, 3, "high")], 7),
        (fresh(8), (7,), [Roll(8)], 7),
    ],
)
def test_what_is_thrown(hand: Hand, faces: tuple[int, ...], rolls: list[Roll], result: int) -> None:
    dice = _Faces(*faces)
    assert throw(dice, hand, Why("attack.die", "attacker")) == result
    assert dice.asked == rolls


# Order, tending


def test_d02_every_order_of_the_tied_is_as_likely() -> None:
    found = outcomes(tie, 3).fractions()
    assert len(found) == 6
    assert set(found.values()) == {Fraction(1, 6)}


def test_d28_mind_against_a_d6() -> None:
    assert outcomes(tend, fresh(6)).marginal("success")[True] == Fraction(21, 36)  # 15 higher, 6 tied
    assert outcomes(tend, fresh(4)).marginal("success")[True] == Fraction(10, 24)  # 6 higher, 4 tied
    assert outcomes(tend, fresh(12, 1)).marginal("success")[True] == Fraction(1, 6)


# By name


def test_exchange_by_name() -> None:
    asked = affray.odds("skilldice.exchange", attacker=8, defender=6, attacker_ceiling=4)
    assert asked.marginal("winner") == {
        "attacker": Fraction(3, 8),
        "defender": Fraction(11, 24),
        "tie": Fraction(1, 6),
    }
    sleeper = affray.odds("skilldice.helpless", attacker=12, difficulty=4, attacker_ceiling=12, D19="miss_only")
    assert sleeper.marginal("attacker_loss") == {0: Fraction(1)}


@pytest.mark.parametrize(
    ("formula", "inputs", "message"),
    [
        ("exchange", {"attacker": 7, "defender": 6}, "no such die, got 7 .allowed: 4, 6, 8, 12, 20"),
        ("exchange", {"attacker": 10, "defender": 6}, "attacker: no such die"),
        ("exchange", {"attacker": 100, "defender": 6}, "4 to 20"),
        ("exchange", {"attacker": 8}, "defender: required"),
        ("exchange", {"attacker": 8, "defender": 8, "attacker_ceiling": 0}, "1 to 20"),
        ("exchange", {"attacker": 8, "defender": 8, "defender_printed": 9}, "defender_printed: no such die"),
        ("exchange", {"attacker": 8, "defender": 8, "ceiling": 3}, "no such input"),
        ("exchange", {"attacker": 8, "defender": 8, "D19": "miss_only"}, "read in fights, not by this formula"),
        ("helpless", {"attacker": 8, "difficulty": 5}, "difficulty: no such die"),
    ],
)
def test_what_is_no_input(formula: str, inputs: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        affray.odds(f"skilldice.{formula}", **inputs)


# What may be given


def limits(name: str) -> dict[str, tuple[int | None, int | None, int | str | None, bool]]:
    """The inputs of a formula: lowest, highest, default, and whether it is needed."""
    return {one.name: (one.low, one.high, one.default, one.required) for one in FORMULAS[name].inputs}


def side(name: str) -> dict[str, tuple[int, int, int | None, bool]]:
    return {
        f"{name}_ceiling": (1, 20, None, False),
        f"{name}_printed": (4, 20, None, False),
        f"{name}_floor": (0, 20, 0, False),
        f"{name}_edge": (-1, 1, 0, False),
    }


def test_what_the_formulas_take() -> None:
    die, dice = (4, 20, None, True), {"attacker_dice": (1, 3, 1, False)}
    assert limits("exchange") == {"attacker": die, "defender": die} | side("attacker") | side("defender") | dice
    assert limits("helpless") == {"attacker": die, "difficulty": (4, 20, 4, False)} | side("attacker") | dice
    assert limits("order") == {"fighter": die} | side("fighter")
    assert limits("tend") == {"tender": die} | side("tender")
    assert limits("tie") == {"count": (2, 8, None, True)}
    assert limits("target") == {"count": (2, 100, None, True)}


def test_every_input_reaches_the_die() -> None:
    def mean(**inputs: int) -> Fraction:
        found: Fraction = affray.odds("skilldice.order", fighter=4, **inputs).mean("result")
        return found

    assert mean() == Fraction(5, 2)
    assert mean(fighter_ceiling=2) == Fraction(1 + 2 * 3, 4)
    assert mean(fighter_floor=3) == Fraction(3 * 3 + 4, 4)
    assert mean(fighter_edge=1) == Fraction(1 * 1 + 3 * 2 + 5 * 3 + 7 * 4, 16)
    effort = affray.odds("skilldice.exchange", attacker=4, defender=4, attacker_dice=2)
    # the best of two d4 is 1, 2, 3, 4 in 1, 3, 5, 7 of 16, and beats 0, 1, 2, 3 of 4
    assert effort.marginal("winner")["attacker"] == Fraction(3 + 10 + 21, 64)


def test_any_of_those_there_is_as_likely() -> None:
    assert outcomes(FORMULAS["target"], 3).fractions() == {place: Fraction(1, 3) for place in range(3)}
    assert set(outcomes(tie, 2)) == {(0, 1), (1, 0)}
