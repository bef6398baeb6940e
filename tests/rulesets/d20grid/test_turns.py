"""d20grid.turn: the budget of a turn, the Full Round action, the turns of others, initiative, the end."""

from __future__ import annotations

import pytest

from affray.rulesets.d20grid.state import Turn
from affray.testing.cases import scene
from tests.rulesets.d20grid.fights import (
    BEGIN,
    BOW,
    ROD,
    SWORD,
    allowed,
    attack,
    began,
    by,
    condition,
    east,
    ends,
    fight,
    foe,
    kinds,
    move,
    of,
    refused,
    state_of,
    strike,
    to_act,
    turn,
    unit,
    walk,
)

DUEL = fight(unit(attacks_per_full=2), foe())
TRIO = fight(unit("Vex"), unit("Bo", (0, 5)), foe(at=(40, 0)))


# The budget


def test_turn_budget_one_swift_and_two_standards() -> None:
    assert turn(began(DUEL)) == Turn(0, swift=1, standard=2)


def test_t01_one_movement_and_one_attack() -> None:
    """W23: not two attacks, not two movements."""
    played = began(DUEL, attack(0, 1), faces=(5,))
    rejection = refused(played, attack(0, 1))
    assert (rejection.code, rejection.message) == ("attacked", "one Standard Attack per turn")
    assert rejection.clause == "d20grid.turn.budget"
    assert allowed(played, move(0, 0, 5))
    moved = began(TRIO, move(0, 5, 0))
    assert refused(moved, move(0, 10, 0)).message == "one movement per turn"
    assert refused(moved, walk(0, (10, 0))).message == "one movement per turn"
    assert turn(moved).standard == 1


def test_t01_the_other_standard_is_free_to_fill() -> None:
    acts = [by("act", 0, kind="standard", what="a torch")] * 2
    played = began(DUEL, acts)
    assert turn(played).standard == 0
    assert refused(played, attack(0, 1)).message == "no Standard action is left"
    assert refused(played, move(0, 0, 5)).code == "no_action"


def test_t06_a_standard_attack_is_one_roll_whatever_the_sheet_says() -> None:
    played = began(DUEL, attack(0, 1), faces=(5,))
    assert [question.name for question in played.steps[-1].asked] == ["attack.d20"]


def test_t09_nothing_is_traded() -> None:
    played = began(DUEL, by("act", 0, kind="swift", what="a word"))
    assert refused(played, by("act", 0, kind="swift", what="a word")).message == "no Swift action is left"
    spent = began(DUEL, [by("act", 0, kind="standard", what="a torch")] * 2)
    assert turn(spent).swift == 1
    assert not allowed(spent, by("act", 0, kind="standard", what="a torch"))


def test_t10_free_actions_are_unlimited() -> None:
    played = began(DUEL, [by("act", 0, kind="free", what="a word")] * 9)
    assert turn(played) == Turn(0)
    assert refused(played, by("act", 0, kind="free", what="")).code == "no_words"
    assert refused(played, by("act", 0, kind="free", what="x" * 61)).code == "no_words"


def test_t59_a_movement_is_one_path() -> None:
    """What is left of the speed is gone when the path ends."""
    played = began(TRIO, walk(0, (5, 0)))
    assert condition(played, 0).at == (5, 0)
    assert not allowed(played, walk(0, (10, 0)))


def test_nobody_acts_out_of_turn_or_unconscious() -> None:
    played = began(TRIO)
    assert refused(played, attack(1, 2)).code == "not_your_turn"
    assert refused(played, by("end_turn", 9)).code == "no_such_fighter"
    down = began(fight(unit(), unit("Bo", (0, 5), hp=-1, max_hp=9), foe()))
    assert refused(down, by("end_turn", 1)).clause == "d20grid.hp.unconscious"
    dead = began(fight(unit(), unit("Bo", (0, 5), hp=-10, max_hp=9), foe()), rolling=(0, 2))
    assert refused(dead, by("end_turn", 1)).clause == "d20grid.hp.dead"


# The Full Round action


def test_t03_a_full_round_action_takes_both_standards_and_leaves_swift_and_free() -> None:
    played = began(DUEL, by("full_attack", 0))
    assert (turn(played).standard, turn(played).swift, turn(played).blows) == (0, 1, 2)
    assert refused(played, move(0, 0, 5)).clause == "d20grid.turn.full"
    assert refused(played, by("full_attack", 0)).code == "full"
    assert allowed(played, by("act", 0, kind="swift", what="a word"))
    assert allowed(played, by("act", 0, kind="free", what="a word"))
    assert refused(played, by("disengage", 0)).code == "moved"


@pytest.mark.parametrize("before", [move(0, 0, 5), by("act", 0, kind="standard", what="a torch")])
def test_t03_not_after_a_standard(before: dict[str, object]) -> None:
    played = began(DUEL, before)
    assert refused(played, by("full_attack", 0)).message == "a Full Round action takes both Standards"


def test_t03_no_step_without_a_full_round_action() -> None:
    assert refused(began(DUEL), by("step", 0, x=0, y=5)).message == "a step goes with a Full Round action"


def test_t04_other_full_round_actions_are_named_by_the_table() -> None:
    played = began(DUEL, by("act", 0, kind="full", what="a rite"), by("step", 0, x=0, y=5))
    assert condition(played, 0).at == (0, 5)
    assert refused(played, attack(0, 1)).code == "no_attack"
    assert refused(played, by("step", 0, x=0, y=10)).message == "one step per turn"


def test_t05_as_many_attacks_as_the_sheet_says_each_with_its_target() -> None:
    text = fight(unit(attacks_per_full=3), foe(), foe("imp", (0, 5)))
    three = [attack(0, 1), attack(0, 2), attack(0, 1)]
    played = began(text, by("full_attack", 0), three, faces=(5, 5, 5))
    assert turn(played).blows == 0
    assert refused(played, attack(0, 1)).message == "no attack of this turn is left"


def test_t62_a_target_is_named_when_the_one_before_is_settled() -> None:
    text = fight(unit(attacks_per_full=2, weapons=[ROD]), foe(hp=3), foe("imp", (0, 5)))
    played = began(text, by("full_attack", 0), attack(0, 1), faces=(20,))
    assert condition(played, 1).fate == "down"
    assert allowed(played, attack(0, 2))


def test_t62_the_step_comes_before_the_first_attack_or_after_the_last() -> None:
    first = began(DUEL, by("full_attack", 0), by("step", 0, x=0, y=5), attack(0, 1), faces=(5,))
    assert turn(first).blows == 1
    after = began(DUEL, by("full_attack", 0), attack(0, 1), by("step", 0, x=0, y=5), faces=(5,))
    assert turn(after).blows == 0
    assert refused(after, attack(0, 1)).code == "no_attack"
    between = began(DUEL, by("full_attack", 0), attack(0, 1), by("step", 0, x=0, y=5), faces=(5,), T62="step_between")
    assert turn(between).blows == 1
    assert allowed(between, attack(0, 1))


def test_a_step_is_five_feet_to_a_free_square() -> None:
    text = fight(unit(), unit("Bo", (0, 5)), foe(), walls=[[5, 5, 10, 5]])
    played = began(text, by("full_attack", 0))
    assert refused(played, by("step", 0, x=0, y=5)).code == "no_way"  # an ally's
    assert refused(played, by("step", 0, x=5, y=0)).code == "no_way"  # an enemy's
    assert refused(played, by("step", 0, x=5, y=5)).code == "no_way"  # around the end of a wall
    assert refused(played, by("step", 0, x=0, y=0)).code == "no_way"
    open_ground = began(fight(unit(), foe(at=(40, 0))), by("full_attack", 0))
    assert allowed(open_ground, by("step", 0, x=5, y=5))
    assert not allowed(open_ground, by("step", 0, x=10, y=0))
    by_length = began(fight(unit(), foe(at=(40, 0))), by("full_attack", 0), T18="euclid")
    assert not allowed(by_length, by("step", 0, x=5, y=5))  # 7.07 feet


# The turns of others


def test_t07_when_the_attack_of_opportunity_comes_back() -> None:
    text = fight(unit("Vex", (0, 5)), unit("Bo", (0, 40)), foe(at=(15, 0), defense=30))
    run = [walk(0, *east((0, 5), 6)), strike(2)]
    spent = began(text, run, faces=(1,))
    assert not condition(spent, 2).opportunity
    assert not condition(began(text, run, ends(0), faces=(1,)), 2).opportunity
    assert condition(began(text, run, ends(0, 1), faces=(1,)), 2).opportunity  # its own turn
    assert condition(began(text, run, ends(0), faces=(1,), T07="each_creature_turn"), 2).opportunity
    by_round = began(text, run, ends(0, 1), faces=(1,), T07="initiative_round")
    assert not condition(by_round, 2).opportunity
    assert condition(began(text, run, ends(0, 1, 2), BEGIN, faces=(1,), T07="initiative_round"), 2).opportunity


def test_t08_an_immediate_action_is_one_a_round_in_others_turns() -> None:
    react = by("react", 2, kind="immediate", what="a shout")
    played = began(TRIO, react)
    assert refused(played, react).message == "no Immediate action is left"
    assert allowed(played, by("react", 2, kind="free", what="a word"))
    assert not allowed(played, by("react", 0, kind="immediate", what="a shout"))  # its own turn
    again = began(TRIO, react, ends(0, 1))
    assert condition(again, 2).immediate
    assert turn(again).swift == 1


def test_t08_or_it_takes_the_next_swift() -> None:
    react = by("react", 2, kind="immediate", what="a shout")
    played = began(TRIO, react, ends(0, 1), T08="spends_swift")
    assert turn(played).swift == 0
    assert refused(played, by("act", 2, kind="swift", what="a word")).code == "no_action"
    later = began(TRIO, react, ends(0, 1, 2), BEGIN, ends(0, 1), T08="spends_swift")
    assert turn(later).swift == 1


# Initiative


def test_t11_d20_and_dex_once_the_highest_first() -> None:
    text = fight(unit(abilities={"dex": 3}), foe(at=(40, 0)))
    played = began(text, order=(10, 12))
    assert played.state.order == (0, 1)  # 13 against 12
    again = began(text, ends(0, 1), BEGIN, order=(10, 12))
    assert again.state.order == (0, 1)
    assert kinds(again) == ["RoundBegan", "TurnCame"]


def test_t11_the_sheet_may_say_otherwise() -> None:
    played = began(fight(unit(abilities={"dex": 3}, initiative=-5), foe(at=(40, 0))), order=(10, 6))
    assert played.state.order == (1, 0)


def test_t11_ties_go_by_dex_then_they_roll_again() -> None:
    dexterous = fight(unit(), foe(at=(40, 0), abilities={"dex": 2}))
    assert began(dexterous, order=(12, 10)).state.order == (1, 0)
    equal = fight(unit(), foe(at=(40, 0)))
    assert began(equal, order=(12, 12, 2)).state.order == (1, 0)
    assert began(equal, order=(12, 12, 1)).state.order == (0, 1)
    three = fight(unit(), unit("Bo", (0, 5)), foe(at=(40, 0)))
    assert began(three, order=(12, 12, 12, 2, 2)).state.order == (1, 2, 0)


def test_initiative_in_any_order_of_rolling() -> None:
    start = scene(TRIO, [BEGIN])
    assert to_act(start) == (0, 1, 2)
    played = scene(TRIO, [BEGIN, by("roll_initiative", 2), by("roll_initiative", 0)], (3, 9))
    assert to_act(played) == (1,)
    assert refused(played, by("roll_initiative", 0)).code == "not_entering"
    assert [question.seat for question in played.asked] == [2, 0]


# The end


def test_t57_a_side_without_anybody_conscious_has_lost() -> None:
    played = began(fight(unit(weapons=[ROD]), foe(hp=3)), attack(0, 1), faces=(20,))
    assert played.state.over
    assert played.state.winner == "party"
    assert to_act(played) == ()
    assert refused(played, attack(0, 1)).code == "over"


def test_t57_all_at_once_is_nobodys_victory() -> None:
    state = state_of(fight(unit(hp=-1, max_hp=5), foe(hp=-1, max_hp=5)))
    assert state.over
    assert state.winner is None


def test_t57_of_three_sides_the_last_one() -> None:
    text = fight(unit(weapons=[ROD]), foe(hp=3), unit("cat", (0, 5), "cats"))
    played = began(text, attack(0, 1), faces=(20,))
    assert not played.state.over


def test_the_turn_passes_over_the_unconscious() -> None:
    text = fight(unit(weapons=[ROD]), foe(hp=3), foe("imp", (40, 0)))
    played = began(text, attack(0, 1), ends(0), faces=(20,))
    assert turn(played).actor == 2
    assert to_act(began(text, attack(0, 1), ends(0, 2), faces=(20,))) == ("table",)


def test_the_referee_waits_for_decisions() -> None:
    waiting = scene(TRIO, [BEGIN])
    assert refused(waiting, of("set_hp", 0, hp=5)).code == "decision_due"


def test_t64_the_first_weapon_is_in_hand() -> None:
    state = state_of(fight(unit(weapons=[BOW, SWORD]), foe()))
    assert state.conditions[0].drawn == (0,)
    assert state_of(fight(unit(weapons=[]), foe())).conditions[0].drawn == ()


def test_nothing_follows_the_end() -> None:
    text = fight(unit(weapons=[ROD]), unit("Bo", (0, 60)), foe(hp=3))
    played = began(text, attack(0, 2), faces=(20,))
    assert kinds(played)[-1] == "Ended"
    assert played.state.turn is None


def test_between_two_rounds_the_round_has_ended_once() -> None:
    played = began(TRIO, ends(0, 1, 2), of("set_hp", 0, hp=5))
    assert kinds(played) == ["HpSet"]
