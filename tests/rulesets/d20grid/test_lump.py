"""What the exact solver may forget: nothing that matters, and enough."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from affray.errors import Unsupported
from affray.fight import parse
from affray.rules import find
from affray.rulesets.d20grid import machine
from affray.testing.conformance.odds import congruence, lump_agrees, pairings
from tests.rulesets.d20grid import brawl
from tests.rulesets.d20grid.fights import BEGIN, began, by, ends, fight, foe, of, unit

D20GRID = find("d20grid")
FIRST = {"party": "first", "foes": "first"}


@pytest.mark.parametrize("seed", range(6))
def test_states_with_one_key_have_equal_chances_ahead(seed: int) -> None:
    source = Random(seed)
    compared = 0
    for _ in range(8):
        one = brawl.fight(source, dict(source.sample(list(brawl.options(D20GRID)), 6)))
        if one.state.over:
            continue
        tactics = source.choice(pairings(one, 20))
        compared += congruence(replace(one, tactics=tactics), source, 60)
    assert compared > 0


STICK = [{"name": "stick", "dice": "1d2"}]
SMALL = fight(
    unit("Vex", (0, 0), hp=2, speed=15, weapons=STICK),
    foe("orc", (20, 0), hp=2, speed=15, weapons=STICK, armor=1),
    size=[30, 10],
)


@pytest.mark.parametrize("rulings", [{}, {"T07": "initiative_round"}, {"T12": "any_crossing"}, {"T38": "round_start"}])
@pytest.mark.parametrize("tactic", ["first", "retreat"])
def test_small_fights_have_the_same_odds_unmerged(tactic: str, rulings: dict[str, str]) -> None:
    one = parse(SMALL, rulings=rulings)
    assert lump_agrees(replace(one, tactics={"party": tactic, "foes": "first"}), brawl.without_round, 20_000)


def forgetting(**forgotten: Any) -> Callable[[Any, Mapping[str, str]], Hashable]:
    """A lump that forgets something of those who are conscious."""

    def lump(state: Any, tactics: Mapping[str, str]) -> Hashable:
        conditions = tuple(replace(one, **forgotten) if one.fate == "up" else one for one in state.conditions)
        return D20GRID.lump(replace(state, conditions=conditions), tactics)

    return lump


@pytest.mark.parametrize("forgotten", [{"hp": 1}, {"pool": 0}], ids=lambda one: next(iter(one)))
def test_a_lump_that_forgets_it_is_caught(forgotten: dict[str, Any]) -> None:
    one = parse(SMALL)
    faulty = replace(one, ruleset=replace(one.ruleset, lump=forgetting(**forgotten)))
    with pytest.raises(AssertionError, match="the lump gives"):
        lump_agrees(faulty, brawl.without_round, 20_000)


@pytest.mark.parametrize(
    "changed",
    [
        {"at": (5, 5)},
        {"subdual": 1},
        {"opportunity": False},
        {"drawn": ()},
        {"flags": ("blind",)},
        {"behind": (1,)},
        {"owes_swift": True},
    ],
    ids=lambda one: next(iter(one)),
)
def test_it_knows(changed: dict[str, Any]) -> None:
    state = parse(SMALL).state
    other = replace(state, conditions=(replace(state.conditions[0], **changed), *state.conditions[1:]))
    assert D20GRID.lump(state, FIRST) != D20GRID.lump(other, FIRST)


@pytest.mark.parametrize(
    ("option", "forgets"), [("per_round", False), ("each_creature_turn", True), ("initiative_round", True)]
)
def test_between_two_rounds_it_forgets_who_is_ready_where_all_are_before_the_next_turn(
    option: str, forgets: bool
) -> None:
    between = parse(SMALL, rulings={"T07": option}).state
    begun = began(SMALL, T07=option).state
    for state, alike in ((between, forgets), (begun, False)):
        spent = replace(state, conditions=(replace(state.conditions[0], opportunity=False), *state.conditions[1:]))
        assert (D20GRID.lump(spent, FIRST) == D20GRID.lump(state, FIRST)) is alike
        made = machine.machine(state, FIRST)
        kept = [list(made.pack(one) or ()) for one in (spent, state)]
        for s in kept:
            made.program.canon(s, made.numbers)
        assert (kept[0] == kept[1]) is alike


def key(played: Any) -> Hashable:
    return D20GRID.lump(played.state, FIRST)


def test_it_forgets_the_number_of_the_round_and_what_became_of_the_dead() -> None:
    duel = fight(unit(), foe(at=(40, 0)))
    assert key(began(duel, ends(0, 1), BEGIN)) == key(began(duel, ends(0, 1), BEGIN, ends(0, 1), BEGIN))
    trio = fight(unit("Vex"), unit("Bo", (0, 5)), foe(at=(40, 0)))
    dead = [of("set_hp", 1, hp=hp) for hp in (-10, -11)]
    assert key(began(trio, dead[0])) == key(began(trio, dead[1]))
    assert key(began(trio, of("set_hp", 1, hp=-1))) != key(began(trio, dead[0]))  # one lies in the way
    subdual = [of("set_subdual", 1, subdual=points) for points in (30, 31)]
    assert key(began(trio, subdual[0])) == key(began(trio, subdual[1]))
    shout = by("react", 1, kind="immediate", what="a shout")
    assert key(began(trio, shout)) == key(began(trio))


def test_it_knows_how_far_a_body_that_may_be_struck_is_from_death() -> None:
    trio = fight(unit("Vex"), unit("Bo", (0, 5), armor=2), foe(at=(40, 0)))
    assert key(began(trio, of("set_hp", 1, hp=-1))) != key(began(trio, of("set_hp", 1, hp=-2)))
    struck = of("harm", 1, points=1, subdual=False)  # which armor absorbs until the turn of its wearer comes
    down = of("set_hp", 1, hp=-1)
    assert key(began(trio, down, struck)) != key(began(trio, down))
    assert key(began(trio, down, struck)) != key(began(trio, down, ends(0), struck))


def test_an_ended_fight_is_its_winner() -> None:
    assert key(began(fight(unit(), foe()), of("set_hp", 1, hp=-1))) == "party"
    none = began(fight(unit(), foe()), {"type": "end_fight", "winner": None, "reason": "rain"})
    assert key(none) == ("nobody",)


def test_other_tactics_are_named() -> None:
    with pytest.raises(Unsupported, match="tactic=sly"):
        D20GRID.lump(parse(SMALL).state, {"party": "sly"})


@pytest.mark.parametrize("surprise", [True, False])
def test_the_place_of_one_who_is_down_counts_while_others_come_into_the_order(surprise: bool) -> None:
    # One who enters level with Bo comes before or behind him by chance, among all who have a place: Ann's counts too.
    state = parse(fight(unit("Ann"), unit("Bo", (0, 5)), foe(), foe("wolf", (20, 0)))).state
    down = (replace(state.conditions[0], fate="down", hp=-1), *state.conditions[1:])
    state = replace(state, round=1, surprise=surprise, entering=(), conditions=down, place=0)
    keys = {D20GRID.lump(replace(state, order=order), FIRST) for order in ((0, 1, 2), (1, 0, 2))}
    assert len(keys) == (2 if surprise else 1)
