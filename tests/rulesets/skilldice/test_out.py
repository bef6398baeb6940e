"""Being out and its kinds, leaving, death, the end of a fight, and what comes back afterwards."""

from __future__ import annotations

import pytest

from affray.interpret.every import outcomes
from affray.rulesets.skilldice import formulas
from affray.rulesets.skilldice.formulas import DICE, Hand
from affray.rulesets.skilldice.harm import track
from affray.rulesets.skilldice.rulings import ContestReading
from affray.testing.cases import Scene, scene
from tests.rulesets.skilldice.fights import (
    BEGIN,
    allowed,
    attack,
    began,
    by,
    condition,
    ends,
    exchange,
    fight,
    foe,
    kinds,
    lost,
    of,
    refused,
    state_of,
    takes,
    to_act,
    unit,
)

DUEL = fight(unit(), foe())
BAND = fight(unit("Ana", lost={"soul": 7}), unit("Bo"), foe("orc"), foe("imp"))
ANA_OUT = [*ends(0, 1), attack(2, 0, "soul"), takes(0)]


# skilldice.stamina.out, skilldice.out.kinds


@pytest.mark.parametrize("skill", ["body", "mind", "soul"])
def test_stamina_out_at_zero_in_any_skill(skill: str) -> None:
    text = fight(unit(), foe("orc", lost={skill: 7}), foe("imp"))
    played = began(text, attack(0, 1, skill), takes(1), order=(8, 1, 2) if skill == "body" else None)
    assert condition(played, 1).fate == "out"
    assert not played.state.over


def test_d37_the_out_do_nothing_and_nothing_is_done_to_them() -> None:
    played = began(BAND, ANA_OUT)
    assert condition(played, 0).fate == "out"
    assert 0 not in to_act(played)
    for command in (attack(0, 2), by("leave", 0), by("end_turn", 0), by("act", 0, what="shout")):
        rejection = refused(played, command)
        assert (rejection.code, rejection.message) == ("out", "Ana is out and cannot act")
    assert refused(played, attack(2, 0)).message == "Ana is out"  # W26, W28


def test_out_kinds_go_by_the_skill_that_broke() -> None:
    played = began(BAND, ANA_OUT, of("say_how", 0, how="humiliated"))
    assert condition(played, 0).how == "humiliated"
    rejection = refused(played, of("say_how", 0, how="lamed"))
    assert rejection.message == "out looks like one of these: humiliated, broken"
    assert refused(played, of("say_how", 1, how="winded")).code == "not_out"
    body = fight(unit("Ana", lost={"body": 8}), unit("Bo"), foe())
    for how in ("unconscious", "winded", "lamed"):
        assert allowed(began_nothing(body), of("say_how", 0, how=how))
    mind = fight(unit("Ana", lost={"mind": 8}), unit("Bo"), foe())
    for how in ("overwhelmed", "concussed"):
        assert allowed(began_nothing(mind), of("say_how", 0, how=how))


def began_nothing(text: str) -> Scene:
    return scene(text, [])


def test_the_out_can_be_tied() -> None:
    tied = of("set_manner", 0, manner="bound", reason="a rope")
    played = began(BAND, ANA_OUT, tied, of("set_lost", 0, skill="soul", lost=0, reason="kind words"))
    assert condition(played, 0).fate == "up"
    assert condition(played, 0).manner == "bound"


@pytest.mark.parametrize(("option", "fate"), [("above_zero", "up"), ("out_for_scene", "out")])
def test_d38_back_with_a_point_in_every_skill(option: str, fate: str) -> None:
    back = of("set_lost", 0, skill="soul", lost=7, reason="a song")
    played = began(BAND, ANA_OUT, back, D38=option)
    assert condition(played, 0).fate == fate


def test_d38_the_scene_is_over_with_the_fight() -> None:
    back = [by("leave", 2), by("leave", 3), of("set_lost", 0, skill="soul", lost=7, reason="a song")]
    assert condition(began(BAND, ANA_OUT, back, D38="out_for_scene"), 0).fate == "up"


def test_d38_two_broken_skills_need_two_points() -> None:
    text = fight(unit("Ana", lost={"soul": 8, "mind": 8}), unit("Bo"), foe())
    one = [of("set_lost", 0, skill="soul", lost=7, reason="a song")]
    assert condition(scene(text, one), 0).fate == "out"
    two = [*one, of("set_lost", 0, skill="mind", lost=7, reason="a word")]
    assert condition(scene(text, two), 0).fate == "up"


def test_d38_one_who_comes_back_acts_last_if_it_had_no_place() -> None:
    text = fight(unit("Ana", lost={"soul": 8}), unit("Bo"), foe())
    enter = [BEGIN, *(by("enter", number, skill="body") for number in (1, 2))]
    played = scene(text, [*enter, of("set_lost", 0, skill="soul", lost=7, reason="a song"), *ends(1, 2)], (8, 2))
    assert played.state.order == ((1,), (2,), (0,))
    assert to_act(played)[0] == 0


# skilldice.leave


def test_leave_at_any_time_whoevers_turn_it_is() -> None:
    text = fight(unit("Ana"), unit("Bo"), foe("orc"), foe("imp"))
    played = began(text, by("leave", 3))
    assert condition(played, 3).fate == "gone"
    assert kinds(played) == ["Left"]  # and nobody strikes
    assert to_act(played) == (0, 1, 2)
    assert refused(played, attack(0, 3)).message == "imp is gone"
    assert refused(played, by("leave", 3)).code == "out"


def test_leave_is_between_two_attacks() -> None:
    played = began(DUEL, attack(0, 1))
    assert refused(played, by("leave", 1)).code == "decision_due"


@pytest.mark.parametrize(
    ("option", "own", "others", "left"),
    [
        ("any_time", True, True, 3),
        ("own_turn", True, False, 3),
        ("one_action", True, True, 2),
        ("all_remaining", True, True, 0),
    ],
)
def test_d35_when_and_what_it_takes(option: str, own: bool, others: bool, left: int) -> None:
    text = fight(unit("Ana"), unit("Bo"), foe())
    played = began(text, D35=option)
    assert allowed(played, by("leave", 0)) is own
    assert allowed(played, by("leave", 1)) is others
    assert condition(began(text, by("leave", 0), D35=option), 0).actions == left


def test_d35_one_action_has_to_be_there() -> None:
    text = fight(unit("Ana"), unit("Bo"), foe())
    three = [attack(0, 2), takes(2)] * 3
    assert refused(began(text, three, D35="one_action"), by("leave", 0)).code == "no_action"
    assert allowed(began(text, three), by("leave", 0))


def test_d36_the_narrator_sets_the_cost_and_there_is_none_by_itself() -> None:
    text = fight(unit("Ana"), unit("Bo"), foe())
    gone = began(text, by("leave", 0))
    assert condition(gone, 0).lost == (0, 0, 0)
    cost = of("cost", 0, skill="soul", points=1, reason="they jeer")
    played = began(text, by("leave", 0), cost)
    assert lost(played, 0, "soul") == 1
    assert condition(played, 0).fate == "gone"
    assert refused(gone, cost | {"points": 0}).code == "out_of_range"


def test_stamina_track_a_horror_seen_costs_a_point() -> None:
    played = began(DUEL, of("cost", 0, skill="mind", points=1, reason="the thing in the well"))
    assert lost(played, 0, "mind") == 1


# skilldice.death


def test_death_is_declared_and_never_comes_by_itself() -> None:
    played = began(BAND, ANA_OUT)
    assert all(one.fate != "dead" for one in played.state.conditions)
    dead = began(BAND, ANA_OUT, of("declare_death", 0, reason="we said so"))
    assert condition(dead, 0).fate == "dead"
    back = of("set_lost", 0, skill="soul", lost=0, reason="no")
    assert refused(dead, back).code == "dead"
    assert refused(played, of("declare_death", 0, reason=" ")).code == "no_reason"


def test_death_of_one_who_is_up_ends_its_part() -> None:
    played = began(DUEL, of("declare_death", 1, reason="the cliff"))
    assert played.state.winner == "party"


# The end


def test_d49_a_side_with_nobody_left_has_lost() -> None:
    played = began(fight(unit(), foe(lost={"body": 7})), attack(0, 1), takes(1), order=(8, 1))
    assert (played.state.over, played.state.winner) == (True, "party")
    assert to_act(played) == ()
    left = began(DUEL, by("leave", 1))
    assert left.state.winner == "party"


def test_d49_three_sides() -> None:
    text = fight(unit(), foe("orc"), unit("bear", "beasts"))
    assert not began(text, by("leave", 2)).state.over
    assert began(text, by("leave", 2), by("leave", 1)).state.winner == "party"


def test_d49_a_fight_with_nobody_on_a_side_is_over_before_it_begins() -> None:
    assert state_of(fight(unit(lost={"body": 8}), foe())).winner == "foes"


def test_the_narrator_ends_the_fight() -> None:
    end = {"type": "end_fight", "winner": "party", "reason": "the bridge falls"}
    played = began(DUEL, end)
    assert (played.state.over, played.state.winner) == (True, "party")
    assert refused(began(DUEL), end | {"winner": "nobody"}).code == "no_such_side"
    assert refused(played, end).code == "over"


def test_d48_every_attack_costs_somebody_a_point() -> None:
    """Of all that a contest can come to, and of one without a defence."""
    for one in DICE:
        for other in DICE:
            found = [*outcomes(formulas.exchange, Hand(one, 3, one), Hand(other, 2, other), ContestReading())]
            found += outcomes(formulas.helpless, Hand(one, 3, one), other, ContestReading())
            assert all(each.attacker_loss + each.defender_loss >= 1 for each in found)


# skilldice.recover, skilldice.scar

AFTER = fight(unit("Ana", lost={"body": 3, "mind": 2, "soul": 2}), unit("Bo"), foe())
WON = [by("leave", 2)]


def test_recover_respite_one_point_of_one_skill_once_a_fight() -> None:
    rest = of("respite", 0, skill="body")
    played = began(AFTER, WON, rest, order=(5, 3, 1))
    assert condition(played, 0).lost == (2, 2, 2)
    assert refused(played, rest).code == "rested"
    assert refused(began(AFTER, order=(5, 3, 1)), rest).code == "in_combat"
    assert refused(began(AFTER, WON, order=(5, 3, 1)), of("respite", 1, skill="body")).code == "fresh"


def test_d39_a_breath_in_the_fight() -> None:
    breath = by("catch_breath", 0, skill="mind")
    assert refused(began(AFTER, order=(5, 3, 1)), breath).code == "in_combat"
    played = began(AFTER, breath, order=(5, 3, 1), D39="one_action_in_combat")
    assert (lost(played, 0, "mind"), condition(played, 0).actions) == (1, 2)
    assert refused(played, by("catch_breath", 1, skill="mind")).code == "fresh"


def test_d40_soul_by_respite_takes_somebody_else() -> None:
    rest = of("respite", 0, skill="soul")
    assert allowed(began(AFTER, WON, order=(5, 3, 1)), rest)
    alone = fight(unit(lost={"soul": 2}), foe())
    assert refused(began(alone, by("leave", 1)), rest).code == "alone"
    assert allowed(began(alone, by("leave", 1), D40="allowed"), rest)
    assert allowed(began(fight(unit(lost={"mind": 2}), foe()), by("leave", 1)), of("respite", 0, skill="mind"))


def test_recover_night_gives_body_and_mind_and_never_soul() -> None:
    played = began(AFTER, WON, of("night", 0), order=(5, 3, 1))
    assert condition(played, 0).lost == (0, 0, 2)


def test_d42_a_night_without_food_or_shelter_gives_nothing() -> None:
    played = began(AFTER, WON, of("night", 0, fed_and_sheltered=False), order=(5, 3, 1))
    assert condition(played, 0).lost == (3, 2, 2)


@pytest.mark.parametrize("skill", ["body", "mind", "soul"])
def test_recover_care_one_point_of_any_skill(skill: str) -> None:
    care = {"type": "care", "carer": 1, "fighter": 0, "skill": skill}
    played = began(AFTER, WON, care, order=(5, 3, 1))
    assert sum(condition(played, 0).lost) == 6


def test_d41_once_a_carer_and_never_for_oneself() -> None:
    care = {"type": "care", "carer": 1, "fighter": 0, "skill": "soul"}
    won = began(AFTER, WON, order=(5, 3, 1))
    assert refused(began(AFTER, WON, care, order=(5, 3, 1)), care).code == "cared"
    assert refused(won, care | {"carer": 0}).code == "self"
    assert refused(won, care | {"carer": 9}).code == "no_such_fighter"
    assert refused(began(AFTER, order=(5, 3, 1)), care).code == "in_combat"
    out = fight(unit("Ana", lost={"soul": 1}), unit("Bo", lost={"body": 8}), foe())
    over = scene(out, [{"type": "end_fight", "winner": "party", "reason": "peace"}])
    assert refused(over, care).code == "out"


def test_care_brings_one_who_was_out_back() -> None:
    care = {"type": "care", "carer": 1, "fighter": 0, "skill": "soul"}
    played = began(BAND, ANA_OUT, by("leave", 2), by("leave", 3), care)
    assert condition(played, 0).fate == "up"
    assert played.state.winner == "party"


def test_scar_is_a_mark_without_a_penalty() -> None:
    played = began(DUEL, of("scar", 0, mark="a notched ear"))
    assert condition(played, 0).marks == ("a notched ear",)
    assert condition(played, 0).scars == (0, 0, 0)


def test_scar_with_weight_lowers_the_ceiling_by_one() -> None:
    text = fight(unit(body=8), foe())
    played = began(text, of("scar", 0, mark="a limp", skill="body"), exchange(0, 1), faces=(8, 7))
    assert (lost(played, 0), lost(played, 1)) == (1, 1)  # 8 counts as 7: a tie
    assert refused(
        began(fight(unit(body=4, scars={"body": 3}), foe())), of("scar", 0, mark="x", skill="body")
    ).code == ("too_many_scars")


def test_d43_out_one_loss_earlier_or_not() -> None:
    text = fight(unit(scars={"body": 1}, lost={"body": 6}), unit("Bo"), foe())
    hit = [*ends(0, 1), attack(2, 0), takes(0)]
    assert condition(_third(text, hit), 0).fate == "out"
    assert condition(_third(text, hit, D43="cap_only"), 0).fate == "up"


def _third(text: str, commands: list[dict[str, object]], **rulings: str) -> Scene:
    """Ana enters with Mind, so that her Body does not matter for the order."""
    enter = [by("enter", 0, skill="mind"), by("enter", 1, skill="body"), by("enter", 2, skill="body")]
    return scene(text, [BEGIN, *enter, *commands], (8, 5, 2), rulings)


def test_d43_the_ceiling_never_falls_under_one() -> None:
    state = state_of(fight(unit(scars={"body": 3}, lost={"body": 6}), foe()), D43="cap_only")
    assert track(state.profiles[0], state.conditions[0], "body", state.rulings) == (2, 1)
    state = state_of(fight(unit(scars={"body": 3}, lost={"body": 4}), foe()))
    assert track(state.profiles[0], state.conditions[0], "body", state.rulings) == (1, 1)


def test_d44_the_table_of_a_d8() -> None:
    states = [state_of(fight(unit(lost={"body": points}), unit("Bo"), foe())) for points in range(9)]
    ceilings = [track(one.profiles[0], one.conditions[0], "body", one.rulings).ceiling for one in states]
    assert ceilings == [8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert [one.conditions[0].fate for one in states] == ["up"] * 8 + ["out"]


def test_by_hand_within_the_track() -> None:
    played = began(DUEL)
    assert refused(played, of("set_lost", 0, skill="body", lost=9, reason="x")).message == "0 to 8 points are lost"
    assert refused(played, of("set_lost", 0, skill="body", lost=-1, reason="x")).code == "out_of_range"
