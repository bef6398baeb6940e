"""The machine's search for the path that provokes least finds the path that the map's own search finds."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from affray.fight import Fight
from affray.rulesets.d20grid import machine
from affray.rulesets.d20grid.ground import square_of, ways_of
from affray.rulesets.d20grid.machine import layout
from affray.rulesets.d20grid.machine.goals import explore
from affray.rulesets.d20grid.machine.paths import safest
from affray.rulesets.d20grid.machine.working import wipe
from affray.rulesets.d20grid.state import State
from tests.rulesets.d20grid import melee


def begun(one: Fight, source: Random) -> State:
    """The fight with everybody in an order, somebody's turn, and some attacks of opportunity spent."""
    order = list(range(len(one.state.profiles)))
    source.shuffle(order)
    conditions = [
        replace(
            each, opportunity=source.random() < 0.9, flags=tuple([flag for flag in each.flags if flag != "unaware"])
        )
        for each in one.state.conditions
    ]
    state: State = one.state
    return replace(state, round=1, order=tuple(order), place=0, conditions=tuple(conditions))


def compare(one: Fight, source: Random) -> tuple[int, int]:
    """Compares the way to every square for everybody; returns how many there were, and how many provoke somebody."""
    state = begun(one, source)
    made = machine.machine(one.state, one.tactics)
    fixed = made.numbers
    packed = made.pack(replace(state, turn=None))
    assert packed is not None
    found = provoking = 0
    for mover, condition in enumerate(state.conditions):
        if condition.fate != "up":
            continue
        s = list(packed)
        far = state.profiles[mover].speed // 5
        column, row = square_of(condition.at)
        ways = ways_of(state, mover)
        explore(s, fixed, mover)
        reached = sum([s[fixed[layout.EMPTY] + other].bit_count() for other in range(2 * far + 3)])
        assert reached == len(ways)
        for place, routes in ways.items():
            x, y = square_of(place)
            goal = fixed[layout.GOAL] + y - row + far + 1
            s[goal] = 1 << x - column + far + 1
            way = safest(s, fixed, mover)
            s[goal] = 0
            steps = way & 31
            path = bytes([way >> 5 >> 3 * (steps - 1 - step) & 7 for step in range(steps)])
            assert path == routes.safest.steps, (mover, place)
            found += 1
            provoking += routes.safest.provoked > 0
        wipe(s, fixed)
        assert s == list(packed)
    return found, provoking


@pytest.mark.parametrize("seed", range(4))
def test_the_safest_path(seed: int) -> None:
    source = Random(seed)
    found, provoking = compare(melee.fight(source, {}), source)
    assert found >= provoking


@pytest.mark.slow
@pytest.mark.parametrize("rulings", [{}, {"T12": "any_crossing"}, {"T16": "melee_only"}, {"T32": "cover"}], ids=str)
def test_the_safest_path_on_many_maps(rulings: dict[str, str]) -> None:
    source = Random(str(rulings))
    every = [compare(melee.fight(source, rulings), source) for _ in range(40)]
    assert sum([found for found, _ in every]) > 5_000
    assert sum([provoking for _, provoking in every]) > 500
