"""Optional modules, off unless a ruling turns them on: training, help and hindrance, steps of the die."""

from __future__ import annotations

import pytest

from affray.rulesets.skilldice.hands import stepped
from tests.rulesets.skilldice.fights import (
    attack,
    began,
    condition,
    dice,
    exchange,
    fight,
    foe,
    lost,
    of,
    refused,
    unit,
)


def test_d45_training_is_a_floor_under_the_roll() -> None:
    text = fight(unit(training={"body": 5}), foe())
    assert lost(began(text, exchange(0, 1), faces=(1, 4)), 0) == 1
    assert lost(began(text, exchange(0, 1), faces=(1, 4), D45="floors"), 1) == 1


def test_d45_the_ceiling_wins_over_the_floor() -> None:
    text = fight(unit(training={"body": 5}, lost={"body": 5}), foe())
    played = began(text, exchange(0, 1), faces=(8, 4), order=(8, 2), D45="floors")
    assert lost(played, 0) == 6  # 3 at most


def test_d54_helped_and_hindered() -> None:
    text = fight(unit(edge=1), foe(edge=-1))
    assert dice(began(text, exchange(0, 1), faces=(3, 4))) == [(1, 8), (1, 8)]
    played = began(text, exchange(0, 1), order=(8, 8, 2, 2), faces=(3, 6, 7, 5), D54="directions")
    assert dice(played) == [(2, 8), (2, 8)]
    assert lost(played, 1) == 1  # 6 against 5


def test_d54_by_the_narrators_word() -> None:
    helped = of("set_effect", 0, edge=1, step=0, reason="higher ground")
    assert refused(began(fight(unit(), foe())), helped).code == "no_effects"
    played = began(fight(unit(), foe()), helped, D54="directions")
    assert condition(played, 0).edge == 1
    assert refused(played, helped | {"step": 1}).code == "no_steps"
    assert refused(played, helped | {"reason": ""}).code == "no_reason"


@pytest.mark.parametrize(
    ("die", "step", "becomes"),
    [(8, 1, (12, 0)), (8, -1, (6, 0)), (12, 1, (20, 0)), (20, 1, (20, 1)), (4, -1, (4, -1)), (4, 0, (4, 0))],
)
def test_d55_steps_of_the_ladder(die: int, step: int, becomes: tuple[int, int]) -> None:
    assert stepped(die, step) == becomes


def test_d55_in_a_fight() -> None:
    text = fight(unit(step=1), foe(body=4, step=-1))
    assert dice(began(text, exchange(0, 1), faces=(5, 4))) == [(1, 8), (1, 4)]
    played = began(text, exchange(0, 1), order=(12, 1, 1), faces=(11, 4, 3), D55="ladder")
    assert dice(played) == [(1, 12), (2, 4)]


def test_d55_a_step_past_the_end_and_a_hindrance_are_level() -> None:
    text = fight(unit(body=20, step=1, edge=-1), foe())
    played = began(text, attack(0, 1), order=(9, 2), D54="directions", D55="ladder")
    assert [(question.count, question.sides) for question in played.asked] == [(1, 20), (1, 8)]
