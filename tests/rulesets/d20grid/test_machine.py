"""The machine of d20 on a grid: in lockstep with the engine in fights of unlike units, or refused by name."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from affray.errors import Unsupported
from affray.fight import Fight, parse
from affray.rules import find
from affray.rules.machines import ROUND
from affray.rulesets.d20grid import grid, machine
from affray.rulesets.d20grid.machine import layout, places
from affray.rulesets.d20grid.state import State, Turn
from affray.testing.lockstep import Lockstep
from tests.rulesets.d20grid import brawl, melee
from tests.rulesets.d20grid.fights import SWORD, fight, foe, state_of, unit

D20GRID = find("d20grid")
OPTIONS = list(brawl.options(D20GRID))
REFUSED = {"distance_inside_gt_10", "distance_after_crossing_gt_10", "5_10_5", "euclid"}


def together(one: Fight, source: Random, rounds: int = 15) -> int:
    """Plays a fight by engine and machine; returns how many questions both asked alike."""
    pair = Lockstep(one, source)
    ruleset = one.ruleset
    pair.play(ruleset.round(one.state) + rounds)
    return pair.asked


# Lockstep


@pytest.mark.parametrize("seed", range(12))
def test_lockstep(seed: int) -> None:
    source = Random(seed)
    assert sum([together(make(source, {}), source) for make in (melee.fight, brawl_of)]) > 0


def brawl_of(source: Random, rulings: dict[str, str]) -> Fight:
    """A fight of the conformance suite, under tactics that the machine plays."""
    made = brawl.fight(source, rulings)
    sides = dict.fromkeys([profile.side for profile in made.state.profiles])
    return replace(made, tactics={side: source.choice(melee.TACTICS) for side in sides})


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_lockstep_of_many(seed: int) -> None:
    source = Random(seed)
    asked = [together(make(source, {}), source, 25) for _ in range(20) for make in (melee.fight, brawl_of)]
    assert sum(asked) > 500


@pytest.mark.parametrize(("ruling", "option"), OPTIONS)
def test_every_ruling(ruling: str, option: str) -> None:
    source = Random(f"{ruling} {option}")
    if option in REFUSED:
        with pytest.raises(Unsupported, match=f"{ruling}={option}"):
            Lockstep(melee.fight(source, {ruling: option}), source)
        return
    assert sum([together(melee.fight(source, {ruling: option}), source) for _ in range(2)]) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_lockstep_under_several_rulings(seed: int) -> None:
    source = Random(seed)
    allowed = [one for one in OPTIONS if one[1] not in REFUSED]
    for _ in range(20):
        assert together(melee.fight(source, dict(source.sample(allowed, 8))), source) >= 0


@pytest.mark.parametrize("seed", range(20))
def test_lockstep_from_anywhere(seed: int) -> None:
    """Where the commands of people have led to: weapons dropped, movements half done, decisions that wait."""
    source = Random(seed)
    allowed = [one for one in OPTIONS if one[1] not in REFUSED]
    one = melee.wandered(melee.fight(source, dict(source.sample(allowed, 3))), source, source.randint(1, 60))
    together(one, source)


def started(*units: str, **fields: Any) -> State:
    """A state with somebody's turn, of fighters in the order of the roster."""
    state = state_of(fight(*units))
    order = tuple(range(len(state.profiles)))
    turn = Turn(0, **fields)
    return replace(state, round=1, order=order, place=0, turn=turn)


STRANGE = unit("Vex", attacks_per_full=3, weapons=[{**SWORD, "style": "swords"}], style_points={"axes": 2})


@pytest.mark.parametrize("hp", [20, -1])
def test_no_second_blow_with_a_strange_weapon(hp: int) -> None:
    """At a foe, or at a body that bars the way through a passage."""
    state = started(
        STRANGE,
        foe(hp=hp, max_hp=20),
        foe("imp", (10, 0)),
        standard=0,
        moved=True,
        attacked=True,
        full=True,
        blows=2,
        struck=1,
    )
    state = replace(state, map=replace(state.map, size=(50, 5)))
    one = replace(parse(fight(STRANGE, foe(), foe("imp", (10, 0)))), state=state)
    assert together(one, Random(1)) > 0


def test_whom_nothing_keeps_down_wakes_at_the_end() -> None:
    """T45 `latched`: healed, but down until the scene is over."""
    one = parse(fight(unit(), unit("Bo", (10, 10)), foe(hp=1)), rulings={"T45": "latched"})
    conditions = (one.state.conditions[0], replace(one.state.conditions[1], fate="down"), one.state.conditions[2])
    healed = replace(one, state=replace(one.state, conditions=conditions))
    for seed in range(5):
        pair = Lockstep(healed, Random(seed))
        end = pair.play()
        assert end.winner != "party" or end.conditions[1].fate == "up"


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
