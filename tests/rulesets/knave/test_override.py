"""Hit points set by hand, with everything that follows from them."""

from __future__ import annotations

import pytest

from affray.rulesets.knave.events import Ended, Fell, Overridden, Rose
from affray.testing.cases import scene
from tests.rulesets.knave.fights import (
    BEGIN,
    PARTY_FIRST,
    attack,
    conditions,
    fight,
    foe,
    kinds,
    override,
    passes,
    pc,
    to_act,
)

THREE = fight(pc("Ana"), pc("Bo"), foe(count=3))


@pytest.mark.parametrize(("hp", "fate"), [(8, "up"), (1, "up"), (0, "unconscious"), (-1, "dead"), (-9999, "dead")])
def test_hit_points_are_set(hp: int, fate: str) -> None:
    played = scene(THREE, [override(0, hp, "read wrongly")], [])
    assert (conditions(played)[0].hp, conditions(played)[0].fate) == (hp, fate)
    assert played.events[0] == Overridden(0, hp, "read wrongly")
    assert played.asked == ()


def test_nothing_else_changes() -> None:
    before = scene(THREE, [BEGIN], [PARTY_FIRST])
    after = scene(THREE, [BEGIN, override(0, 5)], [PARTY_FIRST])
    assert conditions(after)[1:] == conditions(before)[1:]
    assert (after.state.acted, after.state.round, after.state.first) == ((), 1, 0)
    assert to_act(after) == (0, 1)


def test_a_fighter_goes_down_and_rises() -> None:
    down = [override(0, -2), override(0, 0), override(0, 3)]
    played = scene(THREE, down, [])
    assert [event for event in played.events if not isinstance(event, Overridden)] == [
        Fell(0, "dead", "knave.hp.dead"),
        Fell(0, "unconscious", "knave.hp.unconscious"),
        Rose(0),
    ]


def test_the_same_fate_is_not_told_twice() -> None:
    assert kinds(scene(THREE, [override(0, -2), override(0, -5)], [])) == ["Overridden", "Fell", "Overridden"]


def test_one_who_rises_acts_in_this_round_unless_it_has_acted() -> None:
    fresh = scene(THREE, [override(0, 0), BEGIN, override(0, 5)], [PARTY_FIRST])
    assert to_act(fresh) == (0, 1)
    spent = scene(THREE, [BEGIN, passes(0), override(0, 0), override(0, 5)], [PARTY_FIRST])
    assert to_act(spent) == (1,)


def test_the_last_of_a_side() -> None:
    played = scene(fight(pc(), foe()), [override(0, 0)], [])
    assert played.events[-1] == Ended("foes")


def test_the_round_may_end_by_it() -> None:
    played = scene(THREE, [BEGIN, passes(0), passes(1), passes(2), passes(3), override(4, -1)], [PARTY_FIRST])
    assert to_act(played) == ("table",)


def test_after_undoing_damage_the_number_is_what_was_said() -> None:
    text = fight(pc("Ana", hp=30, max_hp=80), foe())
    played = scene(text, [BEGIN, attack(0, 1), override(0, 30)], [PARTY_FIRST, 2])
    assert conditions(played)[0].hp == 30
