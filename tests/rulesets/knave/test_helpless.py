"""Those who are down: who is dead at 0, and attacks on one who is unconscious."""

from __future__ import annotations

from fractions import Fraction

import pytest

from affray.rulesets.knave import ruleset
from affray.rulesets.knave.events import Attacked, Fell
from tests.rulesets.knave.brawl import BOW, chance, in_round, knave, of, ogre, refused, stunt
from tests.rulesets.knave.fights import (
    FOES_FIRST,
    SWORD,
    attack,
    conditions,
    fight,
    foe,
    names,
    override,
    pc,
    state_of,
)

F = Fraction
SLEEPER = fight(pc(), foe("ogre", hp=0, max_hp=9), foe())
"""Ana (+2) beside an ogre in armor 13 who lies there, and a goblin who stands."""

BOWMAN = fight(pc(weapons=[BOW, SWORD]), foe("ogre", hp=0, max_hp=9), foe())


# K45


@pytest.mark.parametrize(("option", "fate"), [("same", "unconscious"), ("npc_dead_at_0", "dead")])
def test_k45_a_monster_at_exactly_0(option: str, fate: str) -> None:
    played = in_round(fight(pc(), foe(), foe()), [attack(0, 1)], [15, 4], K45=option)
    assert (conditions(played)[1].hp, conditions(played)[1].fate) == (0, fate)
    assert of(played, Fell) == [Fell(1, fate, f"knave.hp.{fate}")]  # type: ignore[arg-type]


@pytest.mark.parametrize("option", ["same", "npc_dead_at_0"])
def test_k45_at_minus_1_everybody_is_dead(option: str) -> None:
    played = in_round(fight(pc(), foe(), foe()), [attack(0, 1)], [15, 5], K45=option)
    assert conditions(played)[1].fate == "dead"


def test_k45_a_pc_is_unconscious_at_0_a_hireling_is_an_npc() -> None:
    text = fight(pc("Ana"), pc("Bo", hireling_of="Ana"), foe())
    played = in_round(text, [override(0, 0), override(1, 0)], K45="npc_dead_at_0")
    assert [one.fate for one in conditions(played)] == ["unconscious", "dead", "up"]


@pytest.mark.parametrize(("option", "fate"), [("same", "unconscious"), ("npc_dead_at_0", "dead")])
def test_k45_at_the_start_of_the_fight(option: str, fate: str) -> None:
    text = fight(pc("Ana"), pc("Bo", hp=0, max_hp=8), foe("ogre", hp=0, max_hp=9), foe())
    assert [one.fate for one in state_of(text, K45=option).conditions] == ["up", "unconscious", fate, "up"]


# K46


def test_k46_normal_the_roll_is_made_with_advantage() -> None:
    played = in_round(SLEEPER, [attack(0, 1)], [("attack.d20", 11, 12), 1])
    assert of(played, Attacked)[0].edge == 1
    assert conditions(played)[1].fate == "dead"  # any damage kills
    assert conditions(in_round(SLEEPER, [attack(0, 1)], [10, 11]))[1].fate == "unconscious"


@pytest.mark.parametrize(
    ("option", "dead"),
    [("normal", 1 - F(11, 20) ** 2), ("auto_hit", F(1)), ("dies", F(1))],  # faces 12 to 20 hit, two dice
)
def test_k46_exact_odds(option: str, dead: Fraction) -> None:
    started = in_round(SLEEPER, [], K46=option)
    assert chance(started, attack(0, 1), lambda state: state.conditions[1].fate == "dead") == dead


def test_k46_auto_hit_rolls_damage_only() -> None:
    played = in_round(SLEEPER, [attack(0, 1)], [("attack.damage", 6)], K46="auto_hit")
    assert names(played) == ["initiative.d6", "attack.damage"]
    assert conditions(played)[1].hp == -6


def test_k46_auto_hit_with_the_ideal_weapon() -> None:
    club = {"name": "club", "die": "d6", "tags": ["blunt"]}
    text = fight(pc(weapons=[club]), foe("bones", hp=0, max_hp=9, weak_to=["blunt"]), foe())
    assert conditions(in_round(text, [attack(0, 1)], [2, 3], K46="auto_hit"))[1].hp == -5


def test_k46_dies_without_a_die() -> None:
    played = in_round(SLEEPER, [attack(0, 1)], [], K46="dies")
    assert conditions(played)[1].fate == "dead"
    assert conditions(played)[1].hp == -1


def test_k46_dies_takes_an_adjacent_foe() -> None:
    """A shot from afar kills by its damage, if it hits."""
    played = in_round(BOWMAN, [attack(0, 1, 0)], [("attack.d20", 2, 3)], K46="dies")
    assert conditions(played)[1].fate == "unconscious"
    assert conditions(in_round(BOWMAN, [attack(0, 1, 1)], [], K46="dies"))[1].fate == "dead"
    shot = in_round(BOWMAN, [attack(0, 1, 0)], [("attack.damage", 1)], K46="auto_hit")
    assert conditions(shot)[1].fate == "dead"


@pytest.mark.parametrize("option", ["auto_hit", "dies"])
def test_k46_one_who_is_up_is_attacked_as_ever(option: str) -> None:
    played = in_round(SLEEPER, [attack(0, 2)], [("attack.d20", 2)], K46=option)
    assert conditions(played)[2].hp == 4


def test_k46_a_pc_who_lies_there() -> None:
    text = fight(knave(hp=0, max_hp=8), knave("Bo"), ogre())
    played = in_round(text, [attack(2, 0)], [], FOES_FIRST, K46="dies")
    assert conditions(played)[0].fate == "dead"


def test_the_dead_are_no_target() -> None:
    text = fight(pc(), foe("ogre", hp=-1, max_hp=9), foe())
    assert refused(in_round(text, []), attack(0, 1)) == "no_target"


def test_knave_stunt_not_against_one_who_is_down() -> None:
    assert refused(in_round(SLEEPER, []), stunt(0, 1, "shove")) == "no_target"


@pytest.mark.parametrize("option", ["normal", "auto_hit", "dies"])
def test_k46_is_told(option: str) -> None:
    faces = {"normal": [2, 15, 3], "auto_hit": [3], "dies": []}[option]
    played = in_round(SLEEPER, [attack(0, 1)], faces, K46=option)
    step = played.steps[-1]
    before = played.steps[-2].state
    told = ruleset.narrate(before, step.rolls, step.events)
    assert ("no roll is needed" in told[0]) is (option != "normal")


def test_k47_healing_wakes_at_once() -> None:
    played = in_round(SLEEPER, [override(1, 1)])
    assert conditions(played)[1].fate == "up"


def test_knave_hp_unconscious_no_turn() -> None:
    played = in_round(SLEEPER, [attack(0, 2)], [2])
    assert ruleset.to_act(played.state) == (2,)
