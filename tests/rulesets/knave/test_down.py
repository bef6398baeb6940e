"""At 0 hit points and below."""

from __future__ import annotations

import pytest

from affray.rulesets.knave.events import Fell, Rose
from affray.testing.cases import scene
from tests.rulesets.knave.fights import (
    BEGIN,
    FOES_FIRST,
    PARTY_FIRST,
    attack,
    conditions,
    fight,
    foe,
    override,
    pc,
    state_of,
    to_act,
)


@pytest.mark.parametrize(
    ("damage", "hp", "fate"), [(4, 1, "up"), (5, 0, "unconscious"), (6, -1, "dead"), (7, -2, "dead"), (8, -3, "dead")]
)
def test_knave_hp_unconscious_and_dead(damage: int, hp: int, fate: str) -> None:
    text = fight(pc(), foe("orc", hp=5), foe())
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, damage])
    assert (conditions(played)[1].hp, conditions(played)[1].fate) == (hp, fate)
    fell = [event for event in played.events if isinstance(event, Fell)]
    assert fell == ([] if fate == "up" else [Fell(1, fate, f"knave.hp.{fate}")])  # type: ignore[arg-type]


def test_o09_3_hit_points_and_5_damage_is_dead_at_minus_2() -> None:
    text = fight(pc("Ana", hp=3), pc("Bo"), foe())
    played = scene(text, [BEGIN, attack(2, 0)], [FOES_FIRST, 15, 5])
    assert (conditions(played)[0].hp, conditions(played)[0].fate) == (-2, "dead")


def test_k45_pcs_and_monsters_go_down_alike() -> None:
    text = fight(pc("Ana", hp=3), pc("Bo"), foe(hp=3), foe())
    of_a_pc = scene(text, [BEGIN, attack(2, 0)], [FOES_FIRST, 15, 3])
    of_a_monster = scene(text, [BEGIN, attack(0, 2)], [PARTY_FIRST, 15, 3])
    assert conditions(of_a_pc)[0].fate == conditions(of_a_monster)[2].fate == "unconscious"


def test_knave_hp_dead_any_damage_kills_one_who_is_unconscious() -> None:
    text = fight(pc(), foe("orc", hp=0, max_hp=5), foe())
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, 2, 1])
    assert (conditions(played)[1].hp, conditions(played)[1].fate) == (-1, "dead")
    assert played.events[-1] == Fell(1, "dead", "knave.hp.dead")


def test_no_turn_for_those_who_are_down() -> None:
    text = fight(pc(), foe("orc", hp=5), foe())
    for damage in (5, 6):
        played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, damage])
        assert to_act(played) == (2,)


def test_how_a_fight_file_starts_fighters() -> None:
    state = state_of(
        fight(pc(hp=1), pc(hp=0, max_hp=8), pc(hp=-1, max_hp=8), foe(), foe(hp=0, max_hp=3), foe(hp=-9, max_hp=3))
    )
    assert [one.fate for one in state.conditions] == ["up", "unconscious", "dead", "up", "unconscious", "dead"]


def test_k47_up_again_above_0() -> None:
    text = fight(pc(hp=0, max_hp=8), pc("Bo"), foe())
    played = scene(text, [override(0, 1)], [])
    assert conditions(played)[0].fate == "up"
    assert played.events[-1] == Rose(0)


def test_k47_nobody_rises_at_0() -> None:
    text = fight(pc(hp=-3, max_hp=8), pc("Bo"), foe())
    played = scene(text, [override(0, 0)], [])
    assert conditions(played)[0].fate == "unconscious"
    assert played.events[-1] == Fell(0, "unconscious", "knave.hp.unconscious")


def test_k08_a_20_that_misses_can_kill() -> None:
    text = fight(pc(attack=0), foe("knight", hp=3, armor=20), foe())
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 20, 4])
    assert conditions(played)[1].fate == "dead"
