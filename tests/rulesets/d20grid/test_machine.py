"""The machine of d20 on a grid: what it refuses by name, what it leaves to the engine, its rows and its lines."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from affray.errors import Unsupported
from affray.fight import parse
from affray.rules.machines import ROUND
from affray.rulesets.d20grid import grid, machine
from affray.rulesets.d20grid.machine import layout, places
from tests.rulesets.d20grid import melee
from tests.rulesets.d20grid.fights import fight, foe, state_of, unit
from tests.rulesets.d20grid.test_machine_in_step import started


def test_states_that_the_tactics_do_not_come_to_are_left_to_the_engine() -> None:
    one = parse(fight(unit(), foe(at=(40, 0))))
    pack = machine.machine(one.state, one.tactics).pack
    state = started(unit(), foe(at=(40, 0)))
    conditions = state.conditions
    turn = state.turn
    assert turn is not None
    assert pack(state) is not None
    assert pack(replace(state, turn=replace(turn, disengaged=True))) is None
    assert pack(replace(state, conditions=(replace(conditions[0], flags=("blind",)), conditions[1]))) is None
    assert pack(replace(state, conditions=(replace(conditions[0], behind=(1,)), conditions[1]))) is None
    assert pack(replace(state, conditions=(replace(conditions[0], drawn=()), conditions[1]))) is None
    assert pack(replace(state, order=(0,))) is None
    assert pack(parse(fight(unit(hp=21), foe(at=(40, 0)))).state) is None


# Refusals


@pytest.mark.parametrize(
    ("units", "tactic", "name"),
    [
        ((unit(), foe()), "kite", "tactic=kite"),
        ((unit(), foe()), "retreat", "tactic=retreat"),
        ((unit(), foe()), "best:targets", "tactic=best"),
        ((unit(speed=95), foe()), "first", "speed=95"),
        ((unit(armor=61), foe()), "first", "absorb=61"),
        ((unit(at=(0, 0), count=8), foe(at=(200, 0))), "first", "level=9"),
    ],
)
def test_refused_by_name(units: tuple[str, ...], tactic: str, name: str) -> None:
    state = parse(fight(*units)).state
    with pytest.raises(Unsupported, match=f"^{name}$"):
        machine.machine(state, {"party": tactic, "foes": "first"})


def test_large_maps_with_walls_are_refused() -> None:
    tactics = {"party": "first", "foes": "first"}
    with pytest.raises(Unsupported, match=r"^map=walls$"):
        machine.machine(parse(fight(unit(), foe(), size=[105, 100], walls=[[50, 0, 50, 20]])).state, tactics)
    with pytest.raises(Unsupported, match=r"^area=30$"):
        machine.machine(parse(fight(unit(area=30), foe()), rulings={"T27": "opposite_sides"}).state, tactics)
    crowd = fight(*[unit(f"Vex {n}", (5 * n, 0), abilities={"dex": n // 8}) for n in range(61)], foe(at=(0, 50)))
    with pytest.raises(Unsupported, match=r"^fighters=62$"):
        machine.machine(parse(crowd).state, tactics)


# Rows


def test_rows_are_distinct_chances() -> None:
    made = melee.fight(Random(3), {})
    one = machine.machine(made.state, made.tactics)
    assert one.question(ROUND) is None
    asked = [one.question(row) for row in range(1, one.rows)]
    keys = [(question.formula.name, question.inputs) for question in asked if question is not None]
    assert len({*keys}) == len(keys) == one.rows - 1
    assert {name for name, _ in keys} >= {"attack", "damage", "initiative"}


def test_numbers_stay_within_what_is_said_of_them() -> None:
    """A hit of 10 times 9,999, at one who is at -9."""
    dragon = foe(weapons=[{"name": "breath", "dice": "9999", "multiplier": 10}], abilities={"str": 0})
    tactics = {"party": "first", "foes": "first"}
    assert machine.machine(state_of(fight(unit(), foe())), tactics).most == 32_000
    assert machine.machine(state_of(fight(unit(), dragon)), tactics).most >= 99_999


# Geometry


def test_lines_pass_through_the_squares_that_the_map_says() -> None:
    """A creature bars a shot where `grid.between` has its square."""
    state = state_of(fight(unit(), foe(), foe("imp", (10, 0))))
    one = machine.machine(state, {"party": "first", "foes": "first"})
    packed = one.pack(state)
    assert packed is not None
    s = list(packed)
    imp = layout.HEAD + 2 * layout.EACH
    for across in range(-9, 10):
        for up in range(-9, 10):
            line = grid.between((20, 20), (20 + across, 20 + up))
            for x in range(10, 31):
                for y in range(10, 31):
                    s[imp + layout.X], s[imp + layout.Y] = x, y
                    barred = places.barred(s, one.numbers, 0, 1, 20, 20, 20 + across, 20 + up)
                    assert barred == ((x, y) in line)
