"""The machine of d20 on a grid in lockstep with the engine: unlike units, under every ruling, from anywhere."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from affray.errors import Unsupported
from affray.fight import Fight, parse
from affray.rules import find
from affray.rulesets.d20grid.state import State, Turn
from affray.testing.lockstep import Lockstep
from tests.rulesets.d20grid import brawl, melee
from tests.rulesets.d20grid.fights import BOW, SWORD, fight, foe, state_of, unit

D20GRID = find("d20grid")
OPTIONS = list(brawl.options(D20GRID))
OTHERS = [(ruling.id, option) for ruling in D20GRID.rulings for option in ruling.options[1:]]
REFUSED = {"distance_inside_gt_10", "distance_after_crossing_gt_10", "5_10_5", "euclid"}


def together(one: Fight, source: Random, rounds: int = 15) -> int:
    """Plays a fight by engine and machine; returns how many questions both asked alike."""
    pair = Lockstep(one, source)
    ruleset = one.ruleset
    pair.play(ruleset.round(one.state) + rounds)
    return pair.asked


# Lockstep


@pytest.mark.parametrize("seed", range(10))
def test_lockstep(seed: int) -> None:
    source = Random(seed)
    assert sum([together(make(source, {}), source) for make in (melee.fight, melee.fight, melee.fight, brawl_of)]) > 0


@pytest.mark.parametrize("seed", range(12))
def test_lockstep_at_close_quarters(seed: int) -> None:
    source = Random(seed)
    assert sum([together(melee.crush(source, {}), source, 6) for _ in range(3)]) > 0


@pytest.mark.parametrize("flag", ["hidden", "invisible"])
def test_lockstep_of_shots_past_those_who_are_not_seen(flag: str) -> None:
    units = [unit(weapons=[BOW]), foe("orc", (30, 0), weapons=[BOW]), foe("lurker", (15, 0), flags=[flag])]
    held = fight(*units, tactics={"party": "hold", "foes": "hold"}, size=[60, 20])
    assert together(parse(held), Random(1)) > 20


class Alike(Random):
    """Chances that mostly come out alike, so that many are level in initiative."""

    def choices(self, population: Any, weights: Any = None, *, cum_weights: Any = None, k: int = 1) -> list[Any]:
        alike = len(population) == 20 and self.random() < 0.7
        return [population[0]] if alike else super().choices(population, weights, cum_weights=cum_weights, k=k)


@pytest.mark.parametrize("seed", range(8))
def test_lockstep_of_those_who_are_level(seed: int) -> None:
    """Some of them have their places from the round of surprise, and keep them among themselves."""
    source = Alike(seed)
    assert sum([together(melee.crush(source, {}), source, 3) for _ in range(5)]) > 0


@pytest.mark.parametrize("seed", range(8))
def test_lockstep_with_steps_between_blows(seed: int) -> None:
    source = Random(seed)
    assert sum([together(melee.crush(source, {"T62": "step_between"}), source, 6) for _ in range(4)]) > 0


TOGETHER: dict[str, dict[str, str]] = {
    "a pair is chosen from late": {"T40": "after_hit", "T51": "auto_hit", "T62": "step_between", "T14": "after_move"},
    "a pair strikes at crossings": {"T40": "after_hit", "T12": "any_crossing", "T07": "each_creature_turn"},
    "opposite sides": {"T27": "opposite_sides", "T30": "single_rolled", "T25": "disadvantage", "T51": "advantage"},
    "friends beside": {"T27": "ally_adjacent", "T31": "literal_target_allies", "T32": "cover", "T51": "auto_hit"},
    "blows among friends": {"T31": "melee_too", "T30": "rolled", "T32": "cover", "T12": "any_crossing"},
}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", TOGETHER)
def test_lockstep_under_rulings_that_meet(name: str, seed: int) -> None:
    source = Random(f"{name} {seed}")
    makers = (melee.crush, melee.crush, melee.passage, melee.passage, melee.fight)
    fights = [make(source, TOGETHER[name]) for make in makers]
    fights.append(melee.wandered(melee.crush(source, TOGETHER[name]), source, source.randint(1, 40)))
    assert sum([together(one, source, 6) for one in fights]) > 0


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


@pytest.mark.parametrize(("ruling", "option"), OTHERS)
def test_every_ruling(ruling: str, option: str) -> None:
    source = Random(f"{ruling} {option}")
    if option in REFUSED:
        with pytest.raises(Unsupported, match=f"{ruling}={option}"):
            Lockstep(melee.fight(source, {ruling: option}), source)
        return
    makers = (melee.fight, melee.fight, melee.crush, melee.crush)
    assert sum([together(make(source, {ruling: option}), source) for make in makers]) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_lockstep_under_several_rulings(seed: int) -> None:
    source = Random(seed)
    allowed = [one for one in OPTIONS if one[1] not in REFUSED]
    for _ in range(20):
        assert together(melee.fight(source, dict(source.sample(allowed, 8))), source) >= 0


def together_from_anywhere(seed: int) -> int:
    """From where the commands of people have led to: weapons dropped, movements half done, decisions that wait."""
    source = Random(seed)
    allowed = [one for one in OPTIONS if one[1] not in REFUSED]
    make = (melee.fight, melee.crush, melee.passage)[seed % 3]
    one = melee.wandered(make(source, dict(source.sample(allowed, 3))), source, source.randint(1, 60))
    return together(one, source, 6)


@pytest.mark.parametrize("seed", range(40))
def test_lockstep_from_anywhere(seed: int) -> None:
    together_from_anywhere(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1_000, 1_400, 50))
def test_lockstep_of_many_from_anywhere(first: int) -> None:
    assert sum([together_from_anywhere(seed) for seed in range(first, first + 50)]) > 500


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
