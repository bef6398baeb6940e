"""Advantage and fighting dirty: what grants it, and the choice between using it and acting twice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from affray.rulesets.knave import ruleset
from affray.rulesets.knave.attacking import FLAGS
from affray.rulesets.knave.commands import Attack, Move, Pass, Stunt
from affray.rulesets.knave.events import Attacked, Pushed, Readied, Stunted, TurnEnded
from affray.rulesets.knave.state import Turn
from affray.testing.cases import Face, Scene
from tests.rulesets.knave.brawl import (
    BOW,
    cast,
    chance,
    dirty_attack,
    flag,
    free_stunt,
    grant,
    in_round,
    knave,
    move,
    of,
    ogre,
    refused,
    stunt,
    take_up,
    with_edge,
)
from tests.rulesets.knave.fights import (
    BEGIN,
    FOES_FIRST,
    PARTY_FIRST,
    SWORD,
    attack,
    conditions,
    fight,
    foe,
    names,
    passes,
    to_act,
)

F = Fraction
DIRTY = fight(knave(), ogre(flags=["distracted"]), ogre("troll"))
"""Ana (+1 in melee) against an ogre in armor 14 who is distracted; a face of 14 hits. The troll is not."""

BEAST = {"hd": 3, "hp": 12, "damage": "1d4/1d4/1d6", "attack": 3, "armor": 13}


def edges(played: Scene) -> list[int]:
    return [event.edge for event in played.events if isinstance(event, Attacked | Stunted)]


# Grounds


@pytest.mark.parametrize("ground", FLAGS)
def test_knave_edge_grounds(ground: str) -> None:
    text = fight(knave(), ogre(flags=[ground]))
    assert edges(in_round(text, [attack(0, 1)], [2, 2])) == [1]
    assert edges(in_round(text, [stunt(0, 1, "shove")], [2, 2])) == [1]


def test_k03_the_grounds_of_both_lists() -> None:
    assert {"unaware", "lower_ground", "off_balance", "disarmed", "distracted"} <= {*FLAGS}


def test_knave_edge_grounds_are_the_targets() -> None:
    """One at a disadvantage is easier to hit, and hits no worse."""
    text = fight(knave(), ogre(flags=["off_balance"]))
    assert edges(in_round(text, [attack(1, 0)], [2], FOES_FIRST)) == [0]


@pytest.mark.parametrize(("shown", "armor"), [(shown, armor) for shown in (0, 1) for armor in (11, 14, 16)])
def test_knave_edge_choice_a_exact_odds(shown: int, armor: int) -> None:
    started = in_round(fight(knave(), ogre(armor=armor, flags=["unaware"] * shown)), [])
    once = F(20 + 1 - armor, 20)
    assert chance(started, attack(0, 1), lambda state: state.conditions[1].hp < 20) == with_edge(once, shown)
    # a stunt: STR 1 against DEX 16, faces 16 to 20
    assert chance(started, stunt(0, 1, "trip"), lambda state: state.conditions[1].tripped) == with_edge(F(1, 4), shown)


def test_knave_edge_choice_a_the_better_die_counts() -> None:
    played = in_round(DIRTY, [attack(0, 1)], [("attack.d20", 3, 14), 5])
    assert conditions(played)[1].hp == 15


def test_knave_edge_choice_a_leaves_no_stunt() -> None:
    played = in_round(DIRTY, [attack(0, 1)], [3, 4])
    assert refused(played, stunt(0, 1, "trip")) == refused(played, stunt(0, 1, "trip", dirty=True)) == "acted"


# Choice (B)


def test_knave_edge_choice_b_attack_then_stunt() -> None:
    faces: list[Face] = [("attack.d20", 14), 5, ("contest.d20", 16)]
    played = in_round(DIRTY, [dirty_attack(0, 1), stunt(0, 1, "trip", True)], faces)
    assert edges(played) == [0, 0]
    assert conditions(played)[1].hp == 15
    assert conditions(played)[1].tripped
    assert refused(played, attack(0, 1)) == "acted"


def test_knave_edge_choice_b_stunt_then_attack() -> None:
    faces: list[Face] = [("contest.d20", 15), ("attack.d20", 14), 5]
    played = in_round(DIRTY, [stunt(0, 1, "trip", True), dirty_attack(0, 1)], faces)
    assert edges(played) == [0, 0]
    assert not conditions(played)[1].tripped
    assert conditions(played)[1].hp == 15
    assert refused(played, stunt(0, 1, "trip")) == "acted"


@pytest.mark.parametrize("stunt_first", [True, False])
def test_knave_edge_choice_b_exact_odds(stunt_first: bool) -> None:
    """Neither half has advantage: 7 faces of 20 hit (14 to 20), 5 trip (16 to 20)."""
    halves = [stunt(0, 1, "trip", True), dirty_attack(0, 1)]
    first, second = halves if stunt_first else halves[::-1]
    looks = [lambda state: state.conditions[1].tripped, lambda state: state.conditions[1].hp < 20]
    shares = [F(5, 20), F(7, 20)]
    if not stunt_first:
        looks, shares = looks[::-1], shares[::-1]
    started = in_round(DIRTY, [])
    assert chance(started, first, looks[0]) == shares[0]
    went = in_round(DIRTY, [first], [1])
    assert chance(went, second, looks[1]) == shares[1]


def test_k36_a_stunt_that_works_gives_the_attack_no_advantage() -> None:
    played = in_round(DIRTY, [stunt(0, 1, "trip", True), dirty_attack(0, 1)], [16, 13])
    assert conditions(played)[1].tripped
    assert edges(played) == [0, 0]
    assert conditions(played)[1].hp == 20  # 13 + 1 against 14


def test_k36_nor_does_it_with_two_grounds_more() -> None:
    text = fight(knave(), ogre(flags=["distracted", "lower_ground", "unaware"]))
    assert edges(in_round(text, [stunt(0, 1, "trip", True), dirty_attack(0, 1)], [16, 13])) == [0, 0]


def test_k36_others_have_the_advantage_still() -> None:
    text = fight(knave(), knave("Bo"), ogre(flags=["distracted"]))
    played = in_round(text, [dirty_attack(0, 2), stunt(0, 2, "trip", True), attack(1, 2)], [2, 2, 2, 2])
    assert edges(played) == [0, 0, 1]


def test_k36_in_the_next_round_the_choice_is_free_again() -> None:
    commands = [dirty_attack(0, 1), stunt(0, 1, "trip", True), passes(1), passes(2), BEGIN, attack(0, 1)]
    assert edges(in_round(DIRTY, commands, [2, 2, PARTY_FIRST, 2, 2])) == [0, 0, 1]


def test_k36_stunt_then_attack() -> None:
    played = in_round(DIRTY, [], K36="stunt_then_attack")
    assert refused(played, dirty_attack(0, 1)) == "stunt_first"
    assert refused(played, stunt(0, 1, "trip", True)) == refused(played, attack(0, 1)) == ""
    after = in_round(DIRTY, [stunt(0, 1, "trip", True), dirty_attack(0, 1)], [2, 2], K36="stunt_then_attack")
    assert edges(after) == [0, 0]


@pytest.mark.parametrize("stunt_first", [True, False])
def test_knave_edge_choice_b_is_for_one_opponent(stunt_first: bool) -> None:
    text = fight(knave(), ogre(flags=["distracted"]), ogre("troll", flags=["distracted"]))
    first = stunt(0, 1, "trip", True) if stunt_first else dirty_attack(0, 1)
    played = in_round(text, [first], [2])
    owed = dirty_attack if stunt_first else lambda actor, target: stunt(actor, target, "trip", True)
    assert refused(played, owed(0, 1)) == ""
    assert refused(played, owed(0, 2)) == "owed"


def test_knave_edge_choice_b_nothing_else_in_between() -> None:
    text = fight(knave(spells=[{"name": "web", "save": "dex", "on_fail": "stun"}]), ogre(flags=["distracted"]))
    played = in_round(text, [dirty_attack(0, 1)], [2])
    leave = {"type": "withdraw", "actor": 0}
    for command in (attack(0, 1), dirty_attack(0, 1), stunt(0, 1, "trip"), cast(0, 1), leave):
        assert refused(played, command) != "", command
    assert to_act(played) == (0,)
    assert {type(one) for one in played.legal(0)} >= {Stunt, Pass}
    assert refused(played, BEGIN) == "round_goes_on"


def test_knave_edge_choice_b_the_second_half_may_be_let_go() -> None:
    played = in_round(DIRTY, [dirty_attack(0, 1), passes(0)], [2])
    assert to_act(played) == (1,)


def test_knave_edge_choice_b_with_a_free_stunt() -> None:
    played = in_round(DIRTY, [dirty_attack(0, 1), free_stunt(0, 1, {"kind": "stun"}, dirty=True)], [2, 8])
    assert edges(played) == [0, 0]
    assert conditions(played)[1].stunned


def test_knave_edge_choice_needs_advantage() -> None:
    played = in_round(DIRTY, [])
    assert refused(played, dirty_attack(0, 2)) == refused(played, stunt(0, 2, "trip", True)) == "no_advantage"
    listed = [one for one in played.legal(0) if isinstance(one, Attack | Stunt) and one.dirty]
    assert {one.target for one in listed} == {1}
    assert {type(one) for one in listed} == {Attack, Stunt}


def test_knave_edge_choice_on_ones_own_turn() -> None:
    text = fight(knave(), ogre(flags=["distracted"]))
    assert refused(in_round(text, [], [], FOES_FIRST), dirty_attack(0, 1)) == "not_your_turn"


def test_k37_the_advantage_is_checked_once_at_declaration() -> None:
    played = in_round(DIRTY, [dirty_attack(0, 1), flag(1, "distracted", False)], [2])
    assert refused(played, stunt(0, 1, "trip", True)) == ""
    assert refused(in_round(DIRTY, [flag(1, "distracted", False)]), dirty_attack(0, 1)) == "no_advantage"


def test_k37_it_must_be_declared_with_the_first_half() -> None:
    text = fight(knave(flags=["distracted"]), foe("bear", **BEAST))
    played = in_round(text, [passes(0), attack(1, 0)], [2, 2])
    assert refused(played, {**attack(1, 0), "dirty": True}) == "too_late"
    assert refused(played, stunt(1, 0, "trip", True)) == "too_late"


def test_k36_a_shove_loses_the_attack_where_no_movement_remains() -> None:
    played = in_round(DIRTY, [stunt(0, 1, "shove", True)], [17])  # Ana walked up for it
    assert of(played, Pushed) == [Pushed(1, 0)]
    assert refused(played, dirty_attack(0, 1)) == "out_of_reach"
    assert [type(one) for one in played.legal(0)] == [Pass]


def test_k36_one_who_was_there_walks_after_the_target() -> None:
    near = [attack(0, 1), passes(1), passes(2), BEGIN, stunt(0, 1, "shove", True)]
    played = in_round(DIRTY, [*near, dirty_attack(0, 1)], [2, 2, PARTY_FIRST, 17, 2])
    assert of(played, Attacked)[-1].closes
    assert played.state.adjacent == ((0, 1),)


def test_k36_one_shoved_clear_may_be_shot() -> None:
    text = fight(knave(weapons=[SWORD, BOW]), ogre(flags=["distracted"]))
    played = in_round(text, [stunt(0, 1, "shove", True), dirty_attack(0, 1, 1)], [17, 2])
    assert of(played, Attacked)[0].clause == "knave.attack.ranged"


def test_k36_a_sundered_armor_is_what_the_attack_must_beat() -> None:
    text = fight(knave(), ogre(armor={"defense": 14, "quality": 1}, flags=["distracted"]))
    played = in_round(text, [stunt(0, 1, "sunder", True), dirty_attack(0, 1)], [14, 2])
    assert of(played, Attacked)[0].armor == 11


def test_k36_a_target_that_goes_down_ends_it() -> None:
    text = fight(knave(), ogre(hp=3, flags=["distracted"]), ogre("troll"))
    for damage, fate in ((3, "unconscious"), (4, "dead")):
        played = in_round(text, [dirty_attack(0, 1)], [14, damage])
        assert conditions(played)[1].fate == fate
        assert refused(played, stunt(0, 1, "trip", True)) == "no_target"
        assert refused(played, passes(0)) == ""


def test_knave_edge_choice_b_is_not_for_one_who_is_down() -> None:
    """There is no stunt against it, so there is only (A)."""
    text = fight(knave(), ogre(hp=0, max_hp=9), ogre("troll"))
    played = in_round(text, [])
    assert refused(played, dirty_attack(0, 1)) == "no_target"
    assert refused(played, attack(0, 1)) == ""


# Routines


def test_k75_choice_b_is_the_whole_routine_and_one_stunt() -> None:
    text = fight(knave(flags=["distracted"]), foe("bear", **BEAST))
    bite = dirty_attack(1, 0)
    played = in_round(text, [bite, bite, bite, stunt(1, 0, "trip", True)], [2, 2, 2, 2], FOES_FIRST)
    assert edges(played) == [0, 0, 0, 0]
    assert to_act(played) == (0,)
    half = in_round(text, [bite, bite], [2, 2], FOES_FIRST)
    assert refused(half, bite) == refused(half, stunt(1, 0, "trip", True)) == ""


def test_k75_the_stunt_first_then_the_routine() -> None:
    text = fight(knave(flags=["distracted"]), foe("bear", **BEAST))
    commands = [stunt(1, 0, "trip", True), dirty_attack(1, 0), attack(1, 0), attack(1, 0)]
    played = in_round(text, commands, [13, 2, 2, 2], FOES_FIRST)
    assert edges(played) == [0, 0, 0, 0]
    assert refused(played, stunt(1, 0, "trip")) == "acted"


HUNTED = fight(knave(flags=["distracted"]), knave("Bo", flags=["distracted"]), foe("bear", **BEAST))
"""Ana (0) and Bo (1), both distracted, and the bear (2), beside both of them once they have struck."""


@pytest.mark.parametrize("stunt_first", [True, False])
def test_k65_all_attacks_of_choice_b_go_against_the_one_foe(stunt_first: bool) -> None:
    halves = [stunt(2, 0, "trip", True)] * stunt_first
    begun = in_round(HUNTED, [attack(0, 2), attack(1, 2), *halves, dirty_attack(2, 0)], [2] * (3 + stunt_first))
    assert refused(begun, attack(2, 1)) == "owed"
    assert refused(begun, dirty_attack(2, 1)) != ""
    assert {one.target for one in begun.legal(2) if isinstance(one, Attack | Stunt)} == {0}
    assert refused(begun, attack(2, 0) if stunt_first else dirty_attack(2, 0)) == ""


def test_k65_without_choice_b_the_routine_may_be_split() -> None:
    begun = in_round(HUNTED, [attack(0, 2), attack(1, 2), attack(2, 0)], [2] * 4)
    assert refused(begun, attack(2, 1)) == ""


# A part of an action is let go


def test_k42_a_pass_in_a_routine_leaves_the_move() -> None:
    """Of the bear's three attacks two are let go; it may still walk away, and a second pass ends its turn."""
    commands = [attack(0, 2), passes(1), attack(2, 0), passes(2)]
    begun = in_round(HUNTED, commands, [2, 2, 2])
    assert to_act(begun) == ("table", 2)
    assert begun.legal(2) == [Move(2, "off"), Pass(2)]
    for rest in (move(2), passes(2)):
        done = in_round(HUNTED, [*commands, rest], [2, 2, 2])
        assert to_act(done) == ("table",)
        assert refused(done, attack(2, 0)) == "acted"


def test_k42_a_pass_in_a_routine_leaves_no_move_that_is_spent() -> None:
    """It walked up to Bo; and under `move_first` no move comes after an action."""
    assert to_act(in_round(HUNTED, [attack(2, 1), passes(2)], [2, 2], FOES_FIRST)) == (0, 1)
    commands = [attack(0, 2), passes(1), attack(2, 0), passes(2)]
    assert to_act(in_round(HUNTED, commands, [2, 2, 2], K42="move_first")) == ("table",)


@pytest.mark.parametrize("half", [dirty_attack(0, 1), stunt(0, 1, "trip", True)], ids=["attack", "stunt"])
def test_k42_a_pass_instead_of_the_other_half_leaves_the_move(half: dict[str, Any]) -> None:
    text = fight(knave(), ogre(flags=["distracted"]))
    commands = [attack(1, 0), half, passes(0)]
    begun = in_round(text, commands, [2, 2], FOES_FIRST)
    assert to_act(begun) == ("table", 0)
    assert begun.legal(0) == [Move(0, "off"), Pass(0)]
    assert to_act(in_round(text, [*commands, passes(0)], [2, 2], FOES_FIRST)) == ("table",)
    assert in_round(text, [*commands, move(0)], [2, 2], FOES_FIRST).state.adjacent == ()


def test_knave_turn_action_a_pass_before_the_action_lets_the_whole_turn_go() -> None:
    text = fight(knave(), ogre())
    played = in_round(text, [attack(0, 1), passes(1), BEGIN, passes(0)], [2, PARTY_FIRST])
    assert to_act(played) == (1,)


# What lasts until the end of a turn


BAND = fight(knave(), knave("Bo"), ogre())
"""Ana 0, Bo 1, the ogre 2."""
LASTS: dict[str, tuple[list[dict[str, Any]], int]] = {
    "grant": ([attack(2, 0), grant(0, 2, 1)], 2),
    "distracted": ([stunt(2, 0, "distract")], 20),
    "stunned": ([stunt(2, 0, "stun")], 20),
}
"""What the ogre does to Ana before her turn, and a face for it."""


@pytest.mark.parametrize("name", LASTS)
def test_knave_turn_action_nobody_ends_a_turn_that_goes_on(name: str) -> None:
    """Ana has moved and may still act: it is not Bo's turn, though something hangs on the end of hers."""
    commands, face = LASTS[name]
    begun = in_round(BAND, [*commands, move(0)], [face], FOES_FIRST)
    assert to_act(begun) == (0,)
    assert refused(begun, attack(1, 2)) == refused(begun, passes(1)) == "not_your_turn"
    assert refused(begun, BEGIN) == "round_goes_on"
    done = in_round(BAND, [*commands, move(0), passes(0)], [face], FOES_FIRST)
    assert to_act(done) == (1,)
    assert refused(done, attack(1, 2)) == ""


@pytest.mark.parametrize("name", LASTS)
def test_knave_turn_action_what_lasts_ends_with_whoever_acts_next(name: str) -> None:
    commands, face = LASTS[name]
    over = in_round(BAND, [*commands, passes(0)], [face], FOES_FIRST)
    after = in_round(BAND, [*commands, passes(0), passes(1)], [face], FOES_FIRST)
    for played, there in ((over, True), (after, False)):
        one = conditions(played)[0]
        assert (bool(played.state.grants) or one.stunned or bool(one.passing)) is there
    assert (of(over, TurnEnded), of(after, TurnEnded)) == ([], [TurnEnded(0)])


def test_knave_turn_action_a_new_round_ends_it_too() -> None:
    commands, face = LASTS["distracted"]
    played = in_round(BAND, [*commands, passes(1), passes(0), BEGIN], [face, PARTY_FIRST], FOES_FIRST)
    assert conditions(played)[0].passing == ()


@pytest.mark.parametrize("before", [[grant(0, 2, -1)], [stunt(2, 0, "distract")]], ids=["grant", "distracted"])
def test_knave_turn_action_a_blow_after_a_walk_leaves_what_lasts(before: list[dict[str, Any]]) -> None:
    """Nothing is left for Ana to do, but her turn is what the grant, and being distracted, lasts for."""
    first, faces = (PARTY_FIRST, [2, 2]) if before[0]["type"] == "grant" else (FOES_FIRST, [20, 2])
    rulings = {"K35": "by_description"}  # nobody walks up to her
    struck = in_round(BAND, [*before, attack(0, 2)], faces, first, **rulings)
    assert struck.state.turn == Turn(0, moved=True, over=True, weapon=0, blow=1)
    assert to_act(struck) == (1,)
    ended = in_round(BAND, [*before, attack(0, 2), passes(1)], faces, first, **rulings)
    assert (ended.state.grants, conditions(ended)[0].passing) == ((), ())


def test_knave_turn_action_a_blow_after_a_walk_leaves_nothing_else() -> None:
    assert in_round(BAND, [attack(0, 2)], [2]).state.turn is None


FOLLOWED = [passes(0), stunt(1, 0, "distract"), BEGIN]
"""The ogre distracts Ana after her turn; she is so until the end of the next one."""


def test_k34_one_whose_turn_is_all_but_over_is_distracted_for_nobody_who_acts() -> None:
    """Ana has struck and has a move left, which she loses when the ogre acts: so it has no advantage over her."""
    text = fight(knave(), ogre())
    acted = in_round(text, [*FOLLOWED, attack(0, 1)], [20, PARTY_FIRST, 2])
    assert to_act(acted) == (1, 0)
    assert conditions(acted)[0].passing == ("distracted",)
    assert refused(acted, dirty_attack(1, 0)) == refused(acted, stunt(1, 0, "trip", True)) == "no_advantage"
    assert not [one for one, _ in ruleset.candidates(acted.state, 1) if isinstance(one, Attack | Stunt) and one.dirty]
    struck = in_round(text, [*FOLLOWED, attack(0, 1), attack(1, 0)], [20, PARTY_FIRST, 2, 2])
    assert edges(struck)[-1] == 0
    assert of(struck, TurnEnded) == [TurnEnded(0)]


def test_k34_one_whose_turn_has_not_come_is_distracted_for_whoever_acts() -> None:
    text = fight(knave(), ogre())
    before = in_round(text, FOLLOWED, [20, FOES_FIRST])
    assert refused(before, dirty_attack(1, 0)) == ""
    assert edges(in_round(text, [*FOLLOWED, attack(1, 0)], [20, FOES_FIRST, 2, 2]))[-1] == 1


def test_k34_one_whose_turn_goes_on_is_distracted_for_a_free_attack() -> None:
    """K43: it is made in Ana's turn, which has not ended."""
    text = fight(knave(), ogre())
    free = {"type": "strike", "actor": 1, "weapon": 0}
    commands = [*FOLLOWED, attack(0, 1), move(0), free]
    assert edges(in_round(text, commands, [20, PARTY_FIRST, 2, 2, 2], K43="free_attack"))[-1] == 1


def test_k34_what_the_referee_says_does_not_end_with_a_turn() -> None:
    text = fight(knave(flags=["distracted"]), ogre())
    commands = [attack(1, 0), attack(0, 1)]
    acted = in_round(text, [*commands, BEGIN], [2, 2, 2, FOES_FIRST], FOES_FIRST)
    assert refused(acted, dirty_attack(1, 0)) == ""


# The shield in choice (B)


def guard(weapon: str) -> str:
    """Ana with a shield, a sword and another weapon, and an ogre who is distracted."""
    return fight(knave(armor=["shield"], weapons=[SWORD, weapon]), ogre(flags=["distracted"]))


def test_k23_no_change_between_the_halves_of_choice_b() -> None:
    """The halberd needs the shield slung, and that comes before the action."""
    played = in_round(guard("halberd"), [stunt(0, 1, "trip", True)], [2])
    assert refused(played, dirty_attack(0, 1, 1)) == "hands"
    assert refused(played, dirty_attack(0, 1)) == ""
    slung = {"type": "ready", "actor": 0, "shield": False}
    before = in_round(guard("halberd"), [slung, stunt(0, 1, "trip", True)], [2])
    assert refused(before, dirty_attack(0, 1, 1)) == ""
    assert refused(played, slung) != ""


def test_k23_nor_is_a_slung_shield_taken_in_hand_between_them() -> None:
    """Ana shot in the last round. For a sword she takes the shield up; after a stunt it stays where it is."""
    shot = [attack(0, 1, 1), passes(1), BEGIN]
    halves = [stunt(0, 1, "trip", True), dirty_attack(0, 1), attack(1, 0)]
    text = guard("bow")
    first = in_round(
        text, [*shot, dirty_attack(0, 1), stunt(0, 1, "trip", True), attack(1, 0)], [2, 2, PARTY_FIRST, 2, 2, 2]
    )
    assert of(first, Attacked)[-1].armor == 12  # a shield alone
    second = in_round(text, [*shot, *halves], [2, 2, PARTY_FIRST, 2, 2, 2])
    assert of(second, Attacked)[-1].armor == 11
    assert of(second, Readied) == [Readied(0, slung=True)]


# K38


@pytest.mark.parametrize(
    ("option", "grounds", "edge", "expected"),
    [
        ("binary", 0, -1, -1),
        ("binary", 1, -1, 0),
        ("binary", 2, -1, 0),
        ("binary", 3, -1, 0),
        ("binary", 3, 1, 1),
        ("count_net", 0, -1, -1),
        ("count_net", 1, -1, 0),
        ("count_net", 2, -1, 1),
        ("count_net", 3, 1, 1),
    ],
)
def test_k38_mixed_edges(option: str, grounds: int, edge: int, expected: int) -> None:
    text = fight(knave(), ogre(flags=list(FLAGS[:grounds])))
    for command in (attack(0, 1), stunt(0, 1, "trip")):
        faces = [2] * (2 if expected else 1)
        played = in_round(text, [grant(0, 1, edge), command], faces, K38=option)
        assert edges(played) == [expected]
        assert played.asked[-1].count == len(faces)  # never more than two dice


def test_k38_being_tripped_is_one_ground_with_off_balance() -> None:
    text = fight(knave(), knave("Bo"), ogre(flags=["off_balance"]))
    played = in_round(text, [stunt(0, 2, "trip"), grant(1, 2, -1), attack(1, 2)], [16, 2, 2], K38="count_net")
    assert edges(played)[-1] == 0
    other = fight(knave(), knave("Bo"), ogre(flags=["unaware"]))
    played = in_round(other, [stunt(0, 2, "trip"), grant(1, 2, -1), attack(1, 2)], [16, 2, 2, 2], K38="count_net")
    assert edges(played)[-1] == 1


def test_k38_cancelled_advantage_does_not_open_choice_b() -> None:
    played = in_round(DIRTY, [grant(0, 1, -1)])
    assert refused(played, dirty_attack(0, 1)) == refused(played, stunt(0, 1, "trip", True)) == "no_advantage"


@pytest.mark.parametrize("option", ["binary", "count_net"])
def test_k21_a_disadvantage_counts_in_choice_b_all_the_same(option: str) -> None:
    """Ana distracts an ogre at a disadvantage, and shoots at it past Bo: no advantage, and K21 against her."""
    rulings = {"K21": "disadvantage", "K35": "by_description", "K38": option}
    text = fight(knave(weapons=[BOW]), knave("Bo"), ogre(flags=["distracted", "lower_ground"]))
    commands = [attack(1, 2), stunt(0, 2, "distract", True), dirty_attack(0, 2)]
    played = in_round(text, commands, [2, 2, 2, ("attack.d20", 20, 2)], PARTY_FIRST, **rulings)
    assert edges(played)[1:] == [0, -1]
    past_nobody = in_round(text, commands[1:], [2, 2], PARTY_FIRST, **rulings)
    assert edges(past_nobody) == [0, 0]


def test_k21_a_disadvantage_counts_where_the_shot_comes_first() -> None:
    """Two grounds against one leave an advantage: (B) is open, and with it only what hampers the shot is left."""
    text = fight(knave(weapons=[BOW]), knave("Bo"), ogre(flags=["distracted", "lower_ground"]))
    commands = [attack(1, 2), dirty_attack(0, 2)]
    played = in_round(text, commands, [2, 2, ("attack.d20", 20, 2)], K21="disadvantage", K38="count_net")
    assert edges(played) == [1, -1]


def test_k38_a_shot_into_melee_cancels_too() -> None:
    """Under K21 `disadvantage` the shot itself has one of each: no edge, and no (B) with it."""
    text = fight(knave(weapons=[SWORD, BOW]), knave("Bo"), ogre(flags=["distracted"]))
    played = in_round(text, [attack(1, 2)], [2, 2], K21="disadvantage")
    assert refused(played, dirty_attack(0, 2, 1)) == "no_advantage"
    assert refused(played, dirty_attack(0, 2, 0)) == ""
    shot = in_round(text, [attack(1, 2), attack(0, 2, 1)], [2, 2, 2], K21="disadvantage")
    assert edges(shot) == [1, 0]


# The referee's edge


def test_knave_roll_advantage_granted() -> None:
    text = fight(knave(), ogre(), ogre("troll"))
    assert edges(in_round(text, [grant(0, 1, 1), attack(0, 1)], [2, 2])) == [1]
    assert edges(in_round(text, [grant(0, 1, 1), attack(0, 2)], [2])) == [0]
    assert edges(in_round(text, [grant(0, 1, -1), attack(0, 1)], [("attack.d20", 20, 2)])) == [-1]


def test_knave_roll_advantage_granted_opens_choice_b() -> None:
    text = fight(knave(), ogre())
    played = in_round(text, [grant(0, 1, 1), dirty_attack(0, 1), stunt(0, 1, "trip", True)], [2, 2])
    assert edges(played) == [0, 0]


def test_knave_roll_advantage_taken_back() -> None:
    assert edges(in_round(DIRTY, [grant(0, 1, -1), grant(0, 1, 0), attack(0, 1)], [2, 2])) == [1]


def test_knave_roll_advantage_lasts_one_turn() -> None:
    text = fight(knave(), ogre())
    commands = [grant(0, 1, 1), attack(0, 1), passes(1), BEGIN, attack(0, 1)]
    assert edges(in_round(text, commands, [2, 2, PARTY_FIRST, 2])) == [1, 0]
    unused = [grant(0, 1, 1), passes(0), passes(1), BEGIN, attack(0, 1)]
    assert edges(in_round(text, unused, [PARTY_FIRST, 2])) == [0]


def test_knave_roll_advantage_granted_before_the_turn_comes() -> None:
    text = fight(knave(), ogre())
    assert edges(in_round(text, [grant(0, 1, 1), passes(1), attack(0, 1)], [2, 2], FOES_FIRST)) == [1]
    # the turns of others do not use it up
    text = fight(knave(), knave("Bo"), ogre())
    assert edges(in_round(text, [grant(0, 2, 1), attack(1, 2), attack(0, 2)], [2, 2, 2])) == [0, 1]


def test_knave_roll_advantage_is_not_lost_between_two_turns() -> None:
    """While a turn that has a move left is still open, an edge for the next one cannot be granted; later it can."""
    text = fight(knave(), ogre())
    started = [attack(1, 0), attack(0, 1)]
    played = in_round(text, started, [2, 2], FOES_FIRST)
    assert refused(played, grant(0, 1, 1)) == "turn_open"
    spent = [passes(1), attack(0, 1), grant(0, 1, 1), BEGIN, attack(0, 1)]  # walked up: nothing of the turn is left
    assert edges(in_round(text, spent, [2, PARTY_FIRST, 2, 2], FOES_FIRST)) == [0, 1]
    later = [*started, BEGIN, grant(0, 1, 1), passes(1), attack(0, 1)]
    assert edges(in_round(text, later, [2, 2, FOES_FIRST, 2, 2], FOES_FIRST)) == [0, 0, 1]


def test_knave_roll_advantage_of_foes_only() -> None:
    text = fight(knave(), knave("Bo"), ogre())
    assert refused(in_round(text, []), grant(0, 1, 1)) == "not_a_foe"


def test_knave_roll_advantage_in_the_defenders_form() -> None:
    """K11: the attacker's advantage is the rolling defender's disadvantage."""
    text = fight(knave(), ogre(flags=["distracted"]))
    played = in_round(text, [attack(0, 1)], [("defense.d20", 18, 7), 5], K13="defender")
    assert conditions(played)[1].hp == 15  # 7 + 4 against 11
    for low, tripped in ((5, True), (6, False)):  # 5 + 6 does not beat 11, 6 + 6 does
        resisted = in_round(text, [stunt(0, 1, "trip")], [("resist.d20", 20, low)], K13="defender")
        assert conditions(resisted)[1].tripped is tripped


def test_disarmed_until_it_takes_it_up_opens_choice_b() -> None:
    text = fight(knave(), ogre())
    commands = [stunt(0, 1, "disarm"), attack(1, 0, -1), BEGIN]
    played = in_round(text, commands, [17, 2, PARTY_FIRST])
    assert refused(played, dirty_attack(0, 1)) == ""
    taken = in_round(text, [stunt(0, 1, "disarm"), take_up(1), BEGIN], [17, PARTY_FIRST])
    assert refused(taken, dirty_attack(0, 1)) == "no_advantage"


def test_moving_comes_before_or_after_both_halves() -> None:
    text = fight(knave(), ogre(flags=["distracted"]))
    near = [attack(0, 1), passes(1), BEGIN]
    halves = [dirty_attack(0, 1), stunt(0, 1, "trip", True)]
    played = in_round(text, [*near, *halves, move(0)], [2, 2, PARTY_FIRST, 2, 2])
    assert played.state.adjacent == ()
    between = in_round(text, [*near, halves[0]], [2, 2, PARTY_FIRST, 2])
    assert refused(between, move(0)) == "split"


def test_names_of_the_rolls() -> None:
    played = in_round(DIRTY, [dirty_attack(0, 1), stunt(0, 1, "stun", True)], [14, 5, 2])
    assert names(played)[1:] == ["attack.d20", "attack.damage", "contest.d20"]
