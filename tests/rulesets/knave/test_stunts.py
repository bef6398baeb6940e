"""Stunts: an opposed save, which abilities meet, what a success does and for how long."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from affray.api import odds
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import FreeStunt, Stunt
from affray.rulesets.knave.events import (
    Answered,
    Asked,
    Attacked,
    Dropped,
    Flagged,
    Pushed,
    QualityLost,
    Stunned,
    Stunted,
    Tripped,
)
from affray.rulesets.knave.state import Effect, PieceChoice
from affray.testing.cases import scene
from tests.rulesets.knave.brawl import (
    BOW,
    DAGGER,
    chance,
    flag,
    free_stunt,
    in_round,
    knave,
    move,
    of,
    ogre,
    refused,
    rise,
    scores,
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
    pc,
    to_act,
)

F = Fraction
DUEL = fight(knave(), ogre())
PAIR = fight(knave(), knave("Bo"), ogre())
MAILED = fight(knave(), ogre(armor={"defense": 14, "quality": 4}))
"""An ogre whose armor can lose something."""

TABLE = {
    # bonus of a knave, defense of an ogre
    "shove": (1, 17),
    "trip": (1, 16),
    "disarm": (1, 17),
    "stun": (1, 15),
    "sunder": (1, 14),
    "distract": (6, 13),
}
"""STR against STR, STR against DEX, STR against STR, STR against CON, STR against armor, CHA against WIS."""
KINDS = sorted(TABLE)


def clamped(number: Fraction) -> Fraction:
    return min(max(number, F(0)), F(1))


# The opposed save


@pytest.mark.parametrize("edge", [-1, 0, 1])
def test_knave_save_opposed_either_side_rolls_the_same_odds(edge: int) -> None:
    for bonus, defense in product(range(-5, 21), range(1, 51)):
        asked = [odds("knave.contest", bonus=bonus, defense=defense, edge=edge, roller=one) for one in ROLLERS]
        expected = with_edge(clamped(F(20 + bonus - defense, 20)), edge)
        assert [one.weights.chance(lambda save: save.success) for one in asked] == [expected, expected]


ROLLERS = ("attacker", "defender")


def test_k11_unmirrored_the_defenders_roll_knows_no_edge() -> None:
    for edge in (-1, 0, 1):
        asked = odds("knave.contest", bonus=2, defense=14, edge=edge, roller="defender", K11="unmirrored")
        assert asked.marginal("success")[True] == F(8, 20)  # faces 13 to 20


@pytest.mark.parametrize("kind", KINDS)
def test_k33_the_abilities_of_the_house_table(kind: str) -> None:
    bonus, defense = TABLE[kind]
    needed = defense - bonus + 1
    fails = in_round(MAILED, [stunt(0, 1, kind)], [("contest.d20", needed - 1)])
    works = in_round(MAILED, [stunt(0, 1, kind)], [("contest.d20", needed)])
    for played, success in ((fails, False), (works, True)):
        (event,) = of(played, Stunted)
        assert (event.bonus, event.defense, event.success) == (bonus, defense, success)


@pytest.mark.parametrize("kind", KINDS)
def test_k33_defender_picks_best(kind: str) -> None:
    played = in_round(MAILED, [stunt(0, 1, kind)], [1], K33="defender_picks_best")
    assert of(played, Stunted)[0].defense == (14 if kind == "sunder" else 17)  # armor is no ability


def test_k33_a_monster_without_scores_has_its_level_for_all() -> None:
    text = fight(knave(), foe(hd=4, attack=9))
    assert of(in_round(text, [stunt(0, 1, "trip")], [1]), Stunted)[0].defense == 14
    theirs = in_round(text, [stunt(1, 0, "shove")], [1], FOES_FIRST)
    assert (of(theirs, Stunted)[0].bonus, of(theirs, Stunted)[0].defense) == (4, 11)


def test_k32_a_stunt_needs_more_than_the_defense() -> None:
    (event,) = of(in_round(DUEL, [stunt(0, 1, "trip")], [15]), Stunted)  # 15 + 1 against 16
    assert not event.success


@pytest.mark.parametrize(
    ("kind", "at", "faces"), [("trip", 1, 5), ("distract", 4, 13), ("sunder", 0, 7), ("stun", 2, 6)]
)
def test_knave_stunt_exact_odds(kind: str, at: int, faces: int) -> None:
    """Faces 16 to 20 trip (1 against 16), 8 to 20 distract, 14 to 20 sunder, 15 to 20 stun."""
    started = in_round(MAILED, [])
    assert chance(started, stunt(0, 1, kind), lambda state: changed(state, at)) == F(faces, 20)


def changed(state: Any, at: int) -> bool:
    one = state.conditions[1]
    return bool((one.body == 3, one.tripped, one.stunned, one.dropped, "distracted" in one.passing)[at])


@pytest.mark.parametrize("face", [1, 20])
def test_k31_a_natural_20_or_1_means_nothing(face: int) -> None:
    easy = fight(knave(abilities=scores(10, 1, 1, 1, 1, 1)), ogre(abilities=scores(-5, 0, 0, 0, 0, 0)))
    hard = fight(knave(abilities=scores(1, 1, 1, 1, 1, 1)), ogre(abilities=scores(20, 0, 0, 0, 0, 0)))
    for text, success in ((easy, True), (hard, False)):
        played = in_round(text, [stunt(0, 1, "shove")], [face])
        assert of(played, Stunted)[0].success is success
        assert of(played, QualityLost) == []


@pytest.mark.parametrize("face", range(1, 21))
def test_k13_the_defender_rolls_the_mirrored_face(face: int) -> None:
    mine = in_round(DUEL, [stunt(0, 1, "distract")], [("contest.d20", face)])
    theirs = in_round(DUEL, [stunt(0, 1, "distract")], [("resist.d20", 21 - face)], K13="defender")
    assert of(mine, Stunted)[0].success is of(theirs, Stunted)[0].success is (face + 6 > 13)
    assert [one.seat for one in (mine.asked[-1], theirs.asked[-1])] == [0, 1]


def test_k13_player_facing_a_pc_rolls_both_ways() -> None:
    mine = in_round(DUEL, [stunt(0, 1, "trip")], [("contest.d20", 1)], K13="player_facing")
    theirs = in_round(DUEL, [stunt(1, 0, "trip")], [("resist.d20", 1)], FOES_FIRST, K13="player_facing")
    assert mine.asked[-1].seat == theirs.asked[-1].seat == 0


# The action


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("face", [1, 20])
def test_knave_stunt_takes_no_hit_points_and_spends_the_action(kind: str, face: int) -> None:
    played = in_round(MAILED, [stunt(0, 1, kind)], [face])
    assert [one.hp for one in conditions(played)] == [8, 20]
    assert names(played) == ["initiative.d6", "contest.d20"]
    assert refused(played, attack(0, 1)) == "acted"


def test_k74_a_stunt_includes_walking_up() -> None:
    played = in_round(DUEL, [stunt(0, 1, "stun")], [1])
    assert played.state.adjacent == ((0, 1),)
    assert of(played, Stunted)[0].closes


def test_k35_one_whose_move_is_spent_reaches_only_those_adjacent() -> None:
    text = fight(knave(), ogre(), ogre("troll"))
    near = [attack(0, 1), passes(1), passes(2), BEGIN]
    played = in_round(text, [*near, move(0)], [2, PARTY_FIRST])
    assert refused(played, stunt(0, 2, "stun")) == "out_of_reach"
    there = in_round(text, near, [2, PARTY_FIRST])
    assert refused(there, stunt(0, 1, "stun")) == refused(there, stunt(0, 2, "stun")) == ""


def test_k35_by_description_asks_for_no_reach() -> None:
    text = fight(knave(), ogre())
    commands = [attack(0, 1), passes(1), BEGIN, move(0), stunt(0, 1, "distract")]
    played = in_round(text, commands, [2, PARTY_FIRST, 20], K35="by_description")
    assert of(played, Flagged) == [Flagged(1, "distracted", passing=True, clause="knave.stunt")]
    assert played.state.adjacent == ()


def test_knave_stunt_against_whom() -> None:
    text = fight(knave(), knave("Bo"), ogre(), ogre("troll", hp=0, max_hp=9), ogre("wight", hp=-1, max_hp=9))
    played = in_round(text, [])
    codes = [refused(played, stunt(0, target, "shove")) for target in (1, 2, 3, 4, 9)]
    assert codes == ["not_a_foe", "", "no_target", "no_target", "no_such_fighter"]


def test_knave_stunt_is_listed_for_every_foe_who_stands() -> None:
    mail = {"defense": 14, "quality": 4}
    text = fight(knave(), ogre(armor=mail), ogre("troll", armor=mail), ogre("wight", armor=mail, hp=0, max_hp=9))
    listed = [one for one in in_round(text, []).legal(0) if isinstance(one, Stunt)]
    assert listed == [Stunt(0, target, kind) for target in (1, 2) for kind in TABLE]  # type: ignore[arg-type]


# K34: shove


def test_k34_shove_ends_adjacency_with_the_shover_only() -> None:
    text = fight(knave(), knave("Bo"), ogre(weapons=[SWORD, BOW]), ogre("troll"))
    played = in_round(text, [attack(0, 2), stunt(1, 2, "shove")], [2, 20])
    assert of(played, Pushed) == [Pushed(2, 1)]
    assert played.state.adjacent == ((0, 2),)
    assert refused(played, attack(2, 0, 1)) == "engaged"  # Ana is still there


def test_k34_one_shoved_clear_of_all_may_shoot() -> None:
    text = fight(knave(), ogre(weapons=[SWORD, BOW]))
    played = in_round(text, [stunt(0, 1, "shove")], [20])
    assert played.state.adjacent == ()
    assert refused(played, attack(1, 0, 1)) == ""
    stays = in_round(text, [stunt(0, 1, "shove")], [2])
    assert refused(stays, attack(1, 0, 1)) == "engaged"


def test_k34_shove_is_no_ground_for_advantage() -> None:
    played = in_round(PAIR, [stunt(0, 2, "shove"), attack(1, 2)], [20, 2])
    assert of(played, Attacked)[0].edge == 0


# K34: trip


def test_k34_trip_off_balance_until_it_rises() -> None:
    commands = [stunt(0, 2, "trip"), attack(1, 2), passes(2), BEGIN, attack(0, 2), attack(1, 2), rise(2)]
    played = in_round(PAIR, commands, [16, 2, 2, PARTY_FIRST, 2, 2, 2, 2])
    assert of(played, Tripped) == [Tripped(2)]
    assert [event.edge for event in of(played, Attacked)] == [1, 1, 1]
    assert not conditions(played)[2].tripped
    next_round = [*commands, passes(2), BEGIN, attack(0, 2)]
    after = in_round(PAIR, next_round, [16, 2, 2, PARTY_FIRST, 2, 2, 2, 2, PARTY_FIRST, 2])
    assert of(after, Attacked)[-1].edge == 0


def test_k34_rising_spends_the_move() -> None:
    text = fight(knave(), knave("Bo"), ogre())
    played = in_round(text, [passes(1), stunt(0, 2, "trip"), rise(2)], [16])
    assert refused(played, rise(2)) == "on_its_feet"
    assert refused(played, attack(2, 0)) == ""  # adjacent: Ana walked up
    assert refused(played, attack(2, 1)) == "out_of_reach"


def test_k34_one_may_rise_after_the_action() -> None:
    text = fight(knave(), ogre())
    played = in_round(text, [stunt(0, 1, "trip"), attack(1, 0), rise(1)], [16, 2])
    assert not conditions(played)[1].tripped
    assert to_act(played) == ("table",)


def test_k34_one_who_walked_up_has_no_move_left_to_rise() -> None:
    played = in_round(PAIR, [passes(1), stunt(0, 2, "trip"), attack(2, 1)], [16, 2])
    assert refused(played, rise(2)) != ""
    assert conditions(played)[2].tripped


# K34: disarm


def test_k34_disarm_the_weapon_is_on_the_floor_until_taken_up() -> None:
    commands = [stunt(0, 2, "disarm"), attack(1, 2)]
    played = in_round(PAIR, commands, [17, 2, 2])
    assert of(played, Dropped) == [Dropped(2, 0)]
    assert conditions(played)[2].dropped == (0,)
    assert of(played, Attacked)[0].edge == 1  # disarmed
    assert refused(played, attack(2, 0)) == "dropped"
    assert refused(played, attack(2, 0, -1)) == ""
    after = in_round(PAIR, [*commands, take_up(2), BEGIN, attack(0, 2), attack(1, 2), attack(2, 0)],
                     [17, 2, 2, PARTY_FIRST, 2, 2, 2])  # fmt: skip
    assert conditions(after)[2].dropped == ()
    assert [event.edge for event in of(after, Attacked)] == [1, 0, 0, 0]


def test_k34_taking_it_up_is_an_action() -> None:
    played = in_round(DUEL, [stunt(0, 1, "disarm"), take_up(1)], [17])
    assert to_act(played)[0] == "table"
    assert refused(played, attack(1, 0)) == "acted"


def test_k34_disarmed_for_rounds_where_it_is_not_taken_up() -> None:
    commands = [stunt(0, 1, "disarm"), attack(1, 0, -1), BEGIN, attack(0, 1)]
    played = in_round(DUEL, commands, [17, 2, PARTY_FIRST, 2, 2])
    assert of(played, Attacked)[-1].edge == 1


def test_k34_a_second_weapon_may_be_used() -> None:
    text = fight(knave(), ogre(weapons=[SWORD, DAGGER]))
    played = in_round(text, [stunt(0, 1, "disarm"), attack(1, 0, 1)], [17, 2])
    assert conditions(played)[1].dropped == (0,)


def test_k34_a_bowman_loses_the_bow() -> None:
    text = fight(knave(), ogre(weapons=[BOW]))
    played = in_round(text, [stunt(0, 1, "disarm")], [17])
    assert of(played, Dropped) == [Dropped(1, 0)]
    assert refused(played, attack(1, 0, 0)) == "dropped"


def test_k34_what_a_broken_weapon_leaves_in_hand() -> None:
    text = fight(knave(), ogre(weapons=[{"name": "axe", "die": "d8", "quality": 0}, DAGGER]))
    assert of(in_round(text, [stunt(0, 1, "disarm")], [17]), Dropped) == [Dropped(1, 1)]


def test_k34_from_claws_and_bare_hands_there_is_nothing_to_take() -> None:
    """One who has no weapon in hand cannot be disarmed: the stunt is refused before anything is rolled."""
    claws, empty = foe(hd=4), ogre("troll", weapons=[])
    played = in_round(fight(knave(), claws, empty), [])
    for target in (1, 2):
        assert refused(played, stunt(0, target, "disarm")) == "nothing_to_disarm"
        assert Stunt(0, target, "disarm") not in played.legal(0)
    mine = in_round(fight(knave(weapons=[]), ogre()), [], [], FOES_FIRST)
    assert refused(mine, stunt(1, 0, "disarm")) == "nothing_to_disarm"


def test_k34_a_free_stunt_that_disarms_does_nothing_to_claws() -> None:
    text = fight(knave(), foe(hd=4))
    played = in_round(text, [free_stunt(0, 1, {"kind": "disarm"})], [20])
    assert of(played, Stunted)[0].success
    assert of(played, Dropped) == of(played, Flagged) == []
    assert conditions(played)[1] == conditions(in_round(text, []))[1]


def test_k34_disarmed_until_nothing_knocked_away_is_left() -> None:
    """Both swords are on the floor; with one of them in hand the ogre is disarmed still."""
    text = fight(knave(), knave("Bo"), ogre(weapons=[SWORD, DAGGER]))
    commands = [stunt(0, 2, "disarm"), stunt(1, 2, "disarm"), take_up(2)]
    one = in_round(text, commands, [17, 17, 17])  # one who is disarmed is at a disadvantage: two dice
    assert (conditions(one)[2].dropped, conditions(one)[2].flags) == ((1,), ("disarmed",))
    both = in_round(text, [*commands, BEGIN, take_up(2, 1)], [17, 17, 17, FOES_FIRST])
    assert (conditions(both)[2].dropped, conditions(both)[2].flags) == ((), ())


def test_k18_a_weapon_that_was_thrown_keeps_nobody_disarmed() -> None:
    """The spear flew, the sword was knocked away: with the sword in hand the ogre is not disarmed any more."""
    spear = {"name": "spear", "die": "d8", "tags": ["thrown"]}
    text = fight(knave(), ogre(weapons=[SWORD, spear]))
    throw = {"type": "attack", "actor": 1, "target": 0, "weapon": 1, "thrown": True}
    commands = [throw, stunt(0, 1, "disarm"), BEGIN]
    faces = [2, 17, FOES_FIRST]
    sword = in_round(text, [*commands, take_up(1)], faces, FOES_FIRST)
    assert (conditions(sword)[1].dropped, conditions(sword)[1].flags) == ((1,), ())
    back = in_round(text, [*commands, take_up(1, 1)], faces, FOES_FIRST)
    assert (conditions(back)[1].dropped, conditions(back)[1].flags) == ((0,), ("disarmed",))


def test_k18_a_thrown_weapon_disarms_nobody() -> None:
    """What one lets fly on purpose is out of its hand, and is no ground for advantage against it."""
    spear = {"name": "spear", "die": "d8", "tags": ["thrown"]}
    text = fight(knave(), ogre(weapons=[SWORD, spear]))
    throw = {"type": "attack", "actor": 1, "target": 0, "weapon": 1, "thrown": True}
    played = in_round(text, [throw, attack(0, 1)], [2, 2], FOES_FIRST)
    assert conditions(played)[1].dropped == (1,)
    assert of(played, Attacked)[-1].edge == 0


# K34: stun


def test_k34_stun_the_next_action_is_lost_and_no_other() -> None:
    commands = [stunt(0, 1, "stun")]
    played = in_round(DUEL, commands, [15])
    assert of(played, Stunned) == [Stunned(1)]
    assert to_act(played) == (1,)
    for command in (attack(1, 0), stunt(1, 0, "shove"), {"type": "withdraw", "actor": 1}):
        assert refused(played, command) == "stunned"
    assert refused(played, passes(1)) == refused(played, move(1)) == ""
    after = in_round(DUEL, [*commands, passes(1), BEGIN], [15, FOES_FIRST])
    assert not conditions(after)[1].stunned
    assert refused(after, attack(1, 0)) == ""


def test_k34_one_stunned_may_move_but_not_twice() -> None:
    played = in_round(DUEL, [stunt(0, 1, "stun"), move(1)], [15])
    assert to_act(played) == (1,)
    assert refused(played, attack(1, 0)) == "stunned"


def test_k34_one_who_has_acted_loses_the_action_of_the_next_round() -> None:
    played = in_round(DUEL, [passes(1), stunt(0, 1, "stun"), BEGIN], [15, FOES_FIRST], FOES_FIRST)
    assert refused(played, attack(1, 0)) == "stunned"
    after = in_round(
        DUEL,
        [passes(1), stunt(0, 1, "stun"), BEGIN, passes(1), passes(0), BEGIN],
        [15, FOES_FIRST, FOES_FIRST],
        FOES_FIRST,
    )
    assert refused(after, attack(1, 0)) == ""


def test_k34_stun_costs_an_action_and_gives_no_advantage() -> None:
    played = in_round(PAIR, [stunt(0, 2, "stun"), attack(1, 2)], [15, 2])
    assert of(played, Attacked)[0].edge == 0


# K34: sunder


def test_k34_sunder_takes_a_point_of_quality() -> None:
    text = fight(knave(), ogre(armor={"defense": 14, "quality": 4}))
    played = in_round(text, [stunt(0, 1, "sunder")], [14])
    assert conditions(played)[1].body == 3
    assert of(played, QualityLost) == [QualityLost(1, "body", clause="knave.stunt")]
    assert conditions(in_round(text, [stunt(0, 1, "sunder")], [13]))[1].body == 4


def test_k34_sunder_may_destroy_the_armor() -> None:
    text = fight(knave(), knave("Bo"), ogre(armor={"defense": 14, "quality": 1}))
    played = in_round(text, [stunt(0, 2, "sunder"), attack(1, 2)], [14, 2])
    assert conditions(played)[2].body == 0
    assert of(played, Attacked)[0].armor == 11
    assert refused(in_round(text, [stunt(0, 2, "sunder")], [14]), stunt(1, 2, "sunder")) == "nothing_to_sunder"


def test_k34_there_is_nothing_to_sunder_of_a_hide() -> None:
    played = in_round(DUEL, [])
    assert refused(played, stunt(0, 1, "sunder")) == "nothing_to_sunder"
    assert Stunt(0, 1, "sunder") not in played.legal(0)
    assert refused(in_round(DUEL, [], K25="natural_quality:1"), stunt(0, 1, "sunder")) == ""


def test_k34_a_free_stunt_that_sunders_does_nothing_to_a_hide() -> None:
    played = in_round(DUEL, [free_stunt(0, 1, {"kind": "sunder"})], [20])
    assert of(played, Stunted)[0].success
    assert of(played, QualityLost) == []


@pytest.mark.parametrize(("kind", "face", "code"), [("trip", 16, "off_its_feet"), ("stun", 15, "stunned_already")])
def test_k34_what_has_been_done_already_is_not_tried_again(kind: str, face: int, code: str) -> None:
    played = in_round(PAIR, [stunt(0, 2, kind)], [face])
    assert refused(played, stunt(1, 2, kind)) == code
    missed = in_round(PAIR, [stunt(0, 2, kind)], [face - 1])
    assert refused(missed, stunt(1, 2, kind)) == ""


@pytest.mark.parametrize("kind", ["trip", "stun", "disarm", "sunder"])
def test_k34_advantage_only_any_stunt_puts_off_balance(kind: str) -> None:
    """Whatever it is called, it does something to claws, a hide, and one who was stunned."""
    text = fight(knave(), foe(hd=4))
    played = in_round(text, [flag(1, "stunned")], K34="advantage_only")
    assert refused(played, stunt(0, 1, kind)) == ""


@pytest.mark.parametrize(
    ("option", "items"), [("body_first", ["body"]), ("shield_first", ["shield"]), ("all", ["body", "shield", "helmet"])]
)
def test_k24_which_piece_a_sunder_takes(option: str, items: list[str]) -> None:
    text = fight(knave(), ogre(armor=["gambeson", "shield", "helmet"]))
    played = in_round(text, [stunt(0, 1, "sunder")], [20], K24=option)
    assert [event.item for event in of(played, QualityLost)] == items


def test_k24_the_defender_chooses_what_a_sunder_takes() -> None:
    text = fight(knave(), ogre(armor=["gambeson", "shield", "helmet"]))
    commands = [stunt(0, 1, "sunder"), {"type": "choose_piece", "chooser": 1, "piece": "helmet"}]
    played = in_round(text, commands, [20], K24="defender_chooses")
    assert [event.item for event in of(played, QualityLost)] == ["helmet"]
    assert to_act(played)[0] == 1


@pytest.mark.parametrize("option", ["defender_chooses", "attacker_chooses"])
def test_k24_a_choice_says_what_it_comes_from(option: str) -> None:
    """A sunder is a stunt, and what it takes is taken by a stunt; a critical takes it by its own clause."""
    text = fight(knave(), ogre(armor=["gambeson", "shield", "helmet"]))
    chooser = 1 if option == "defender_chooses" else 0
    chosen = {"type": "choose_piece", "chooser": chooser, "piece": "helmet"}
    sunder = in_round(text, [stunt(0, 1, "sunder")], [20], K24=option)
    assert sunder.state.pending == (PieceChoice(chooser, 1, hurt=False, clause="knave.stunt"),)
    assert of(sunder, Asked)[0].clause == "knave.stunt"
    taken = in_round(text, [stunt(0, 1, "sunder"), chosen], [20], K24=option)
    assert of(taken, Answered) == [Answered("knave.stunt")]
    assert of(taken, QualityLost) == [QualityLost(1, "helmet", clause="knave.stunt")]
    critical = in_round(text, [attack(0, 1), chosen], [20, 1, 1], K24=option)
    assert of(critical, Answered) == [Answered("knave.critical.armor")]
    assert of(critical, QualityLost) == [QualityLost(1, "helmet")]


def test_k24_a_free_stunt_that_sunders_is_a_stunt() -> None:
    text = fight(knave(), ogre(armor=["gambeson", "shield"]))
    played = in_round(text, [free_stunt(0, 1, {"kind": "sunder"})], [20], K24="defender_chooses")
    assert played.state.pending == (PieceChoice(1, 1, hurt=False, clause="knave.stunt"),)


# K34: distract


def test_k34_distract_until_its_next_turn_ends() -> None:
    text = fight(knave(), knave("Bo"), ogre(), ogre("troll"))
    commands = [stunt(0, 2, "distract"), attack(1, 2), attack(2, 0), passes(3), BEGIN, attack(0, 2)]
    played = in_round(text, commands, [8, 2, 2, 2, PARTY_FIRST, 2])
    assert [event.edge for event in of(played, Attacked)] == [1, 0, 0]
    assert conditions(played)[2].passing == ()


def test_k34_distract_over_the_border_of_a_round() -> None:
    """One who has acted is distracted until its turn in the next round is over."""
    text = fight(knave(), knave("Bo"), ogre())
    commands = [
        passes(2),
        stunt(0, 2, "distract"),
        passes(1),
        BEGIN,
        attack(0, 2),
        passes(1),
        passes(2),
        BEGIN,
        attack(0, 2),
    ]
    played = in_round(text, commands, [8, PARTY_FIRST, 2, 2, PARTY_FIRST, 2], FOES_FIRST)
    assert [event.edge for event in of(played, Attacked)] == [1, 0]


@pytest.mark.parametrize("kind", KINDS)
def test_k34_advantage_only(kind: str) -> None:
    text = fight(knave(), knave("Bo"), ogre(armor={"defense": 14, "quality": 4}))
    played = in_round(text, [stunt(0, 2, kind), attack(1, 2), attack(2, 0)], [20, 2, 2, 2], K34="advantage_only")
    assert [event for event in played.steps[1].events if not isinstance(event, Stunted)] == [
        Flagged(2, "off_balance", passing=True, clause="knave.stunt")
    ]
    assert of(played, Attacked)[0].edge == 1
    assert scene(played.fight, [], []).state.conditions[2].body == conditions(played)[2].body


# The referee's word


def test_k34_one_said_not_to_be_off_balance_is_on_its_feet() -> None:
    played = in_round(PAIR, [stunt(0, 2, "trip"), flag(2, "off_balance", False), attack(1, 2)], [16, 2])
    assert not conditions(played)[2].tripped
    assert of(played, Attacked)[0].edge == 0
    assert refused(played, rise(2)) == "on_its_feet"


def test_k34_one_said_to_be_stunned_loses_its_next_action() -> None:
    played = in_round(DUEL, [flag(1, "stunned"), passes(0)])
    assert conditions(played)[1].stunned
    assert conditions(played)[1].flags == ()
    assert refused(played, attack(1, 0)) == "stunned"
    after = in_round(DUEL, [flag(1, "stunned"), passes(0), passes(1), BEGIN], [FOES_FIRST])
    assert refused(after, attack(1, 0)) == ""


def test_k34_one_said_to_be_stunned_when_it_has_acted_loses_the_action_of_the_next_round() -> None:
    """Whether or not a move was left of its turn: that is no action."""
    for first, commands, faces in (
        (PARTY_FIRST, [attack(0, 1), flag(0, "stunned"), passes(1)], [2]),  # she walked up: nothing was left
        (FOES_FIRST, [attack(1, 0), attack(0, 1), flag(0, "stunned")], [2, 2]),  # she may still walk away
    ):
        played = in_round(DUEL, [*commands, BEGIN], [*faces, PARTY_FIRST], first)
        assert refused(played, attack(0, 1)) == "stunned"


def test_k34_one_said_not_to_be_stunned_has_its_action() -> None:
    played = in_round(DUEL, [stunt(0, 1, "stun"), flag(1, "stunned", False)], [15])
    assert not conditions(played)[1].stunned
    assert refused(played, attack(1, 0)) == ""


def test_k34_stunned_by_the_referee_is_no_ground_for_advantage() -> None:
    played = in_round(PAIR, [flag(2, "stunned"), attack(0, 2)], [2])
    assert of(played, Attacked)[0].edge == 0


# Free stunts


def test_k33_the_referee_states_the_abilities() -> None:
    works = in_round(DUEL, [free_stunt(0, 1, {"kind": "off_balance"})], [8])
    (event,) = of(works, Stunted)
    assert (event.name, event.bonus, event.defense, event.success) == ("a taunt", 6, 13, True)
    assert of(works, Flagged) == [Flagged(1, "off_balance", passing=True, clause="knave.stunt")]
    fails = in_round(DUEL, [free_stunt(0, 1, {"kind": "off_balance"})], [7])
    assert of(fails, Flagged) == []
    assert ruleset.issuer(works.state, FreeStunt(0, 1, "x", "cha", "wis", Effect("none"))) == "referee"


def test_k33_a_free_stunt_against_armor() -> None:
    played = in_round(DUEL, [free_stunt(0, 1, {"kind": "none"}, ability="str", against="armor")], [13])
    assert (of(played, Stunted)[0].defense, of(played, Stunted)[0].success) == (14, False)


def test_k04_a_push_off_a_ledge() -> None:
    """The fall does the damage, and its dice are the referee's to state."""
    fall = {"kind": "damage", "damage": {"dice": [[2, 6]]}}
    text = fight(knave(), ogre(hp=7))
    played = in_round(text, [free_stunt(0, 1, fall)], [8, ("effect.damage", 4, 4)])
    assert (conditions(played)[1].hp, conditions(played)[1].fate) == (-1, "dead")
    assert played.state.winner == "party"
    assert conditions(in_round(text, [free_stunt(0, 1, fall)], [7]))[1].hp == 7


def test_k04_a_push_off_a_ledge_of_one_who_lies_there() -> None:
    """What does damage may be done to one who is unconscious; what else a stunt does is nothing to it."""
    fall = {"kind": "damage", "damage": {"dice": [[2, 6]]}}
    text = fight(knave(), ogre(hp=0, max_hp=9), ogre("troll"))
    played = in_round(text, [free_stunt(0, 1, fall)], [8, 8, ("effect.damage", 1, 1)])  # it is at a disadvantage
    assert conditions(played)[1].fate == "dead"
    for kind in ("stun", "disarm", "shove", "off_balance", "distracted", "out", "flee", "sunder", "none"):
        assert refused(in_round(text, []), free_stunt(0, 1, {"kind": kind})) == "no_target"


def test_a_stated_effect_must_make_sense() -> None:
    played = in_round(DUEL, [])
    for effect in (
        {"kind": "damage"},
        {"kind": "stun", "damage": {"dice": [[1, 6]]}},
        {"kind": "damage", "damage": {"dice": [[10**9, 6]]}},
    ):
        assert refused(played, free_stunt(0, 1, effect)) == "no_such_effect"


def test_knave_stunt_spends_the_action_free_or_not() -> None:
    played = in_round(DUEL, [free_stunt(0, 1, {"kind": "none"})], [20])
    assert refused(played, stunt(0, 1, "shove")) == "acted"
    assert played.state.adjacent == ((0, 1),)


@pytest.mark.parametrize(
    ("fields", "bonus"), [({}, 0), ({"level": 3}, 0), ({"level": 3, "hireling_of": "Ana"}, 3), ({"hd": 2}, 2)]
)
def test_knave_monster_saves_a_level_stands_in_for_an_npcs_scores_only(fields: dict[str, Any], bonus: int) -> None:
    played = in_round(fight(knave(), pc("Bo", **fields), ogre()), [stunt(1, 2, "shove")], [1])
    assert of(played, Stunted)[0].bonus == bonus
