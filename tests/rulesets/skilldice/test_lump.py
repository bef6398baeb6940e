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
from affray.testing.conformance.odds import congruence, lump_agrees, pairings
from tests.rulesets.skilldice import brawl
from tests.rulesets.skilldice.fights import BEGIN, began, by, ends, fight, foe, of, unit

SKILLDICE = find("skilldice")
FIRST = {"party": "first", "foes": "first"}


@pytest.mark.parametrize("seed", range(6))
def test_states_with_one_key_have_equal_chances_ahead(seed: int) -> None:
    source = Random(seed)
    compared = 0
    for _ in range(8):
        one = brawl.fight(source, dict(source.sample(list(brawl.options(SKILLDICE)), 6)))
        if one.state.over:
            continue
        tactics = source.choice(pairings(one))
        compared += congruence(replace(one, tactics=tactics), source, 60)
    assert compared > 0


SMALL = fight(
    unit("Ana", body=4, mind=4, soul=4, lost={"body": 1, "mind": 3, "soul": 3}, weapon="piercing"),
    foe("orc", body=4, mind=4, soul=4, lost={"body": 2, "mind": 3, "soul": 3}, weapon="slashing"),
    foe("imp", body=4, mind=4, soul=4, lost={"body": 3, "mind": 3, "soul": 3}),
)


@pytest.mark.parametrize("rulings", [{}, {"D04": "own_turn"}, {"D02": "simultaneous"}, {"D27": "every_round"}])
def test_small_fights_have_the_same_odds_unmerged(rulings: dict[str, str]) -> None:
    assert lump_agrees(parse(SMALL, rulings=rulings), brawl.without_round, 20_000)


def forgetting(**forgotten: Any) -> Callable[[Any, Mapping[str, str]], Hashable]:
    """A lump that forgets something of those who are in the fight."""

    def lump(state: Any, tactics: Mapping[str, str]) -> Hashable:
        conditions = tuple(replace(one, **forgotten) if one.fate == "up" else one for one in state.conditions)
        return SKILLDICE.lump(replace(state, conditions=conditions), tactics)

    return lump


@pytest.mark.parametrize("forgotten", [{"actions": 0}, {"lost": (0, 0, 0)}], ids=lambda one: next(iter(one)))
def test_a_lump_that_forgets_it_is_caught(forgotten: dict[str, Any]) -> None:
    one = parse(SMALL)
    faulty = replace(one, ruleset=replace(one.ruleset, lump=forgetting(**forgotten)))
    with pytest.raises(AssertionError, match="the lump gives"):
        lump_agrees(faulty, brawl.without_round, 20_000)


@pytest.mark.parametrize("changed", [{"group": "bank"}, {"wounds": (1, 0, 0)}, {"scars": (1, 0, 0)}, {"edge": 1}])
def test_it_knows(changed: dict[str, Any]) -> None:
    state = parse(SMALL).state
    other = replace(state, conditions=(replace(state.conditions[0], **changed), *state.conditions[1:]))
    assert SKILLDICE.lump(state, FIRST) != SKILLDICE.lump(other, FIRST)


def key(played: Any) -> Hashable:
    return SKILLDICE.lump(played.state, FIRST)


def test_it_forgets_the_number_of_the_round_and_those_who_are_out() -> None:
    duel = fight(unit(), foe())
    assert key(began(duel, ends(0, 1), BEGIN)) == key(began(duel, ends(0, 1), BEGIN, ends(0, 1), BEGIN))
    trio = fight(unit("Ana"), unit("Bo"), foe())
    gone = began(trio, by("leave", 1), of("cost", 1, skill="mind", points=1, reason="shame"))
    assert key(gone) == key(began(trio, by("leave", 1)))
    assert key(began(trio, ends(0, 1, 2))) != key(began(trio, ends(0, 1)))


def test_an_ended_fight_is_its_winner() -> None:
    assert key(began(fight(unit(), foe()), by("leave", 1))) == "party"
    none = began(fight(unit(), foe()), {"type": "end_fight", "winner": None, "reason": "rain"})
    assert key(none) == ("nobody",)


def test_other_tactics_are_named() -> None:
    with pytest.raises(Unsupported, match="tactic=sly"):
        SKILLDICE.lump(parse(fight(unit(), foe())).state, {"party": "sly"})
