"""The round in which a fight ends bleeds once (D27, D29); what a player may know of whose turn it could be."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

import affray
from affray.interpret.roll import Sampler
from affray.play import Play
from affray.rules import find
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice.state import State

SKILLDICE = find("skilldice")
SPEARS = """
ruleset = "skilldice"
[[fighter]]
name = "A"
side = "party"
body = 8
mind = 8
soul = 8
lost = { body = 6 }
weapon = "piercing"
[[fighter]]
name = "B"
side = "foes"
body = 8
mind = 8
soul = 8
lost = { body = 7 }
weapon = "piercing"
"""
"""A has 2 points of Body left, B 1."""


def wounded(rulings: dict[str, str], place: int, *wounds: int) -> State:
    """Round 1 with both in order; `wounds` are those in the Body of each."""
    state: State = affray.parse(SPEARS, rulings=rulings).state
    conditions = [
        replace(one, wounds=(number, 0, 0), actions=1, begun=True)
        for one, number in zip(state.conditions, wounds, strict=True)
    ]
    return replace(state, round=1, order=((0,), (1,)), place=place, conditions=tuple(conditions))


def after(state: State, command: Any) -> State:
    play = Play(state, Sampler("none", 0), SKILLDICE.evolve)
    assert SKILLDICE.apply(play, command) is None
    return play.state


@pytest.mark.parametrize("option", ["stack", "every_round"])
def test_d27_the_deciding_round_bleeds_once(option: str) -> None:
    """B's last point goes with the end of the round, and A keeps one of two."""
    over = after(wounded({"D27": option}, 1, 1, 1), c.EndTurn(1))
    assert [one.lost[0] for one in over.conditions] == [7, 8]
    assert (over.over, over.winner) == (True, "party")


def test_d29_between_two_rounds_nothing_bleeds_again() -> None:
    over = after(wounded({"D27": "every_round"}, 2, 1, 0), c.Leave(1))
    assert over.over
    assert over.conditions[0].lost[0] == 6


@pytest.mark.parametrize("manner", ["able", "unaware"])
def test_players_are_not_told_which_foes_could_act(manner: str) -> None:
    state = wounded({}, 0, 0, 0)
    state = replace(state, conditions=(state.conditions[0], replace(state.conditions[1], manner=manner)))
    assert SKILLDICE.view(state, 0).to_act == (0,)
