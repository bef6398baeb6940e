"""Positions that contradict themselves: the rules would have settled them at once."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from affray.rulesets.d20grid.checking import check
from affray.rulesets.d20grid.state import Crossing, State
from tests.rulesets.d20grid.fights import BOW, ROD, SWORD, attack, began, east, fight, foe, unit, walk

PASSING: State = began(
    fight(unit(), foe(at=(15, 5)), foe("imp", (45, 45)), unit("Bo", (60, 60))),
    walk(0, *east((0, 0), 5)),
    order=(20, 3, 2, 1),
).state
CHOOSING: State = began(
    fight(unit(weapons=[SWORD, ROD], hands=["sword", "rod"]), foe()), attack(0, 1), faces=(20,), T40="after_hit"
).state
IN_TURN: State = began(fight(unit(weapons=[SWORD, BOW]), foe())).state


def with_one(state: State, fighter: int, **changes: Any) -> State:
    conditions = list(state.conditions)
    conditions[fighter] = replace(conditions[fighter], **changes)
    return replace(state, conditions=tuple(conditions))


def passing(**changes: Any) -> State:
    assert PASSING.passage is not None
    return replace(PASSING, passage=replace(PASSING.passage, **changes))


def offering(**changes: Any) -> State:
    return replace(PASSING, pending=(replace(PASSING.pending[0], **changes),))


def choosing(weapons: tuple[int, ...]) -> State:
    return replace(CHOOSING, pending=(replace(CHOOSING.pending[0], weapons=weapons),))


def in_turn(**changes: Any) -> State:
    assert IN_TURN.turn is not None
    return replace(IN_TURN, turn=replace(IN_TURN.turn, **changes))


@pytest.mark.parametrize("state", [PASSING, CHOOSING, IN_TURN])
def test_moments_that_can_be(state: State) -> None:
    assert check(state) is None


@pytest.mark.parametrize(
    ("state", "wrong"),
    [
        (with_one(IN_TURN, 1, hp=-50), "orc has -50 hit points and 0 subdual damage and cannot be up"),
        (with_one(PASSING, 2, hp=-20, fate="down"), "cannot be down"),
        (with_one(PASSING, 2, fate="down"), "imp has 20 hit points and 0 subdual damage and cannot be down"),
        (with_one(PASSING, 1, hp=-2, fate="down"), "orc has no attack of opportunity to be offered"),
        (with_one(PASSING, 1, opportunity=False), "orc has no attack of opportunity to be offered"),
        (with_one(PASSING, 1, drawn=()), "orc has no attack of opportunity to be offered"),
        (with_one(PASSING, 0, hp=-2, fate="down"), "somebody moves who cannot"),
        (with_one(PASSING, 0, at=(30, 30)), "the mover is not where its path has come to"),
        (passing(path=((0, 0), (5, 0), (10, 0), (40, 0))), "the movement goes where there is no way"),
        (passing(crossings=(Crossing(2, "into", (90, 90), 4),)), "the borders to be crossed are not on the way"),
        (passing(crossings=(Crossing(2, "into", (25, 0), 9),)), "the borders to be crossed are not on the way"),
        (offering(spot=(90, 90)), "an attack is offered at one who does not pass there"),
        (choosing((0,)), "a weapon is to be chosen that cannot strike"),
        (choosing((0, 0)), "a weapon is to be chosen that cannot strike"),
        (with_one(CHOOSING, 0, drawn=(0,)), "a weapon is to be chosen that cannot strike"),
        (replace(IN_TURN, entering=(1,)), "it is somebody's turn before the order is known"),
        (replace(IN_TURN, round=0), "it is somebody's turn before the order is known"),
        (replace(IN_TURN, entries=((0, 3), (0, 4))), "somebody has rolled initiative twice"),
        (replace(with_one(IN_TURN, 0, flags=("unaware",)), surprise=True), "Vex is taken unawares"),
        (in_turn(struck=-5), "Vex cannot have done that in its turn"),
        (in_turn(drew=(9,)), "Vex cannot have done that in its turn"),
        (in_turn(full=True, blows=1), "Vex has begun a Full Round action and has Standards left"),
    ],
)
def test_moments_that_cannot_be(state: State, wrong: str) -> None:
    assert wrong in (check(state) or "")
