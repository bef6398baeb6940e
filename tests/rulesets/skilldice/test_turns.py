"""skilldice.turn.actions: the order, three actions for attack and defence, held actions, the end of the round."""

from __future__ import annotations

import pytest

from affray.testing.cases import scene
from tests.rulesets.skilldice.fights import (
    BEGIN,
    allowed,
    attack,
    began,
    by,
    condition,
    defend,
    dice,
    ends,
    exchange,
    fight,
    foe,
    kinds,
    lost,
    names,
    refused,
    takes,
    to_act,
    unit,
)

DUEL = fight(unit(), foe())
TRIO = fight(unit("Ana"), unit("Bo"), foe())

# The order


def test_d01_everybody_rolls_one_skill_die_and_the_highest_is_first() -> None:
    enter = [by("enter", 0, skill="mind"), by("enter", 1, skill="body"), by("enter", 2, skill="soul")]
    played = scene(fight(unit("Ana", mind=12), unit("Bo", body=20), foe(soul=4)), [BEGIN, *enter], (7, 15, 2))
    assert played.state.order == ((1,), (0,), (2,))
    assert to_act(played)[0] == 1
    assert [question.seat for question in played.asked] == [0, 1, 2]


def test_d01_once_or_each_round_or_by_the_narrator() -> None:
    rounds = [*ends(0, 1), BEGIN]
    assert to_act(began(DUEL, rounds))[0] == 0
    assert to_act(began(DUEL, rounds, D01="each_round")) == (0, 1)
    named = [{"type": "name_next", "fighter": 1}]
    played = scene(DUEL, [BEGIN, *named], rulings={"D01": "narrator"})
    assert played.state.order == ((1,), (0,))
    again = scene(DUEL, [BEGIN, *named, *ends(1, 0), BEGIN], rulings={"D01": "narrator"})
    assert to_act(again)[0] == 1


def test_d01_the_narrator_names_one_after_another() -> None:
    played = scene(TRIO, [BEGIN, {"type": "name_next", "fighter": 2}], rulings={"D01": "narrator"})
    assert to_act(played) == ("referee",)
    assert refused(played, {"type": "name_next", "fighter": 2}).code == "named"
    assert refused(played, {"type": "name_next", "fighter": 9}).code == "no_such_fighter"


def test_d02_of_equal_results_the_larger_die_is_first() -> None:
    played = scene(fight(unit(), foe(body=12)), [BEGIN, *(by("enter", n, skill="body") for n in (0, 1))], (5, 5))
    assert played.state.order == ((1,), (0,))


def test_d02_equal_dice_roll_again() -> None:
    enter = [BEGIN, *(by("enter", n, skill="body") for n in (0, 1))]
    assert scene(DUEL, enter, (5, 5, ("order.tie", 2))).state.order == ((1,), (0,))
    assert scene(DUEL, enter, (5, 5, ("order.tie", 1))).state.order == ((0,), (1,))


def test_d02_simultaneous() -> None:
    played = began(TRIO, order=(5, 5, 5), D02="simultaneous")
    assert played.state.order == ((0, 1, 2),)
    assert to_act(played) == (0, 1, 2)
    played = began(TRIO, attack(1, 2), takes(2), attack(2, 0), takes(0), order=(5, 5, 5), D02="simultaneous")
    assert (lost(played, 2), lost(played, 0)) == (1, 1)
    ended = began(TRIO, ends(1, 0), order=(5, 5, 5), D02="simultaneous")
    assert to_act(ended)[0] == 2


def test_d03_the_order_roll_is_under_its_ceiling() -> None:
    played = began(fight(unit(lost={"body": 6}), foe()), order=(8, 3))
    assert played.state.order == ((1,), (0,))


# Three actions


def test_turn_actions_three_a_round_for_attack_and_defence() -> None:
    """W27: a fourth action is refused, and says what is left."""
    three = [attack(0, 1), takes(1)] * 3
    played = began(DUEL, three)
    assert condition(played, 0).actions == 0
    rejection = refused(played, attack(0, 1))
    assert rejection.message == "3 actions a round, 0 left"
    assert rejection.clause == "skilldice.turn.actions"
    assert rejection.fields == (("left", 0),)
    after = began(DUEL, three, ends(0), attack(1, 0))
    assert kinds(after)[-2:] == ["Landed", "Lost"]  # nothing is left to defend with


def test_d24_defending_costs_one_action_as_often_as_there_are_any() -> None:
    played = began(DUEL, exchange(0, 1) * 2, faces=(5, 4, 5, 4))
    assert condition(played, 1).actions == 1
    assert condition(played, 0).actions == 1


def test_d04_the_actions_come_back_at_the_start_of_the_round() -> None:
    played = began(DUEL, [attack(0, 1), takes(1)] * 2, ends(0, 1), BEGIN)
    assert [condition(played, n).actions for n in (0, 1)] == [3, 3]
    assert not condition(played, 1).held
    own = began(
        DUEL, [attack(0, 1), takes(1)] * 2, ends(0), exchange(1, 0), ends(1), BEGIN, faces=(5, 4), D04="own_turn"
    )
    assert condition(own, 0).actions == 3  # its turn came
    assert condition(own, 1).actions == 2  # unspent ones stay until its own next turn
    assert allowed(own, attack(1, 0))


def test_d04_a_late_starter_can_spend_six() -> None:
    late = began(DUEL, exchange(0, 1) * 3, ends(0), faces=(5, 4) * 3, D04="own_turn")
    assert condition(late, 1).actions == 3
    early = began(DUEL, exchange(0, 1) * 3, ends(0), faces=(5, 4) * 3)
    assert condition(early, 1).actions == 0


def test_d05_one_may_defend_before_its_first_turn() -> None:
    assert kinds(began(DUEL, attack(0, 1))) == ["Attacked", "Asked"]
    assert "Landed" in kinds(began(DUEL, attack(0, 1), D05="none_until_first_turn"))
    later = began(DUEL, ends(0, 1), BEGIN, attack(0, 1), D05="none_until_first_turn")
    assert kinds(later) == ["Attacked", "Asked"]


def test_d06_one_attack_a_turn() -> None:
    played = began(DUEL, attack(0, 1), takes(1), D06="one_attack")
    assert refused(played, attack(0, 1)).code == "attacked"
    assert allowed(began(DUEL, attack(0, 1), takes(1)), attack(0, 1))
    again = began(DUEL, attack(0, 1), takes(1), ends(0, 1), BEGIN, D06="one_attack")
    assert allowed(again, attack(0, 1))


def test_d07_other_things_take_an_action_each() -> None:
    played = began(DUEL, by("act", 0, what="draw a sword"))
    assert condition(played, 0).actions == 2
    ways = fight(unit("Ana", group="bank"), unit("Bo", group="bridge"), foe())
    moved = began(ways, by("move", 0, to="bridge"))
    assert (condition(moved, 0).actions, condition(moved, 0).group) == (2, "bridge")
    assert refused(moved, by("move", 0, to="bridge")).code == "nowhere"
    assert refused(moved, by("move", 0, to="moon")).code == "nowhere"
    assert refused(moved, by("act", 0, what=" ")).code == "no_words"


def test_d08_effort() -> None:
    assert refused(began(DUEL), attack(0, 1, dice=2)).code == "too_many_actions"
    played = began(DUEL, attack(0, 1, dice=3), defend(1), faces=(2, 7, 4, 5), D08="effort")
    assert dice(played) == [(3, 8), (1, 8)]
    assert condition(played, 0).actions == 0
    assert lost(played, 1) == 1  # the best of the three is 7
    assert refused(began(DUEL, D08="effort"), attack(0, 1, dice=4)).code == "too_many_actions"
    two_left = began(DUEL, attack(0, 1), takes(1), D08="effort")
    assert refused(two_left, attack(0, 1, dice=3)).code == "no_action"


# Act or hold


def test_held_actions_are_spent_out_of_turn_and_never_interrupt() -> None:
    played = began(TRIO, ends(0))
    assert allowed(played, attack(0, 2))
    assert refused(played, by("end_turn", 0)).code == "not_your_turn"
    during = began(TRIO, ends(0), ends(1), attack(2, 1))
    assert refused(during, attack(0, 2)).code == "decision_due"
    assert allowed(began(TRIO, ends(0, 1), attack(2, 1), takes(1)), attack(0, 2))


def test_nobody_attacks_before_its_turn() -> None:
    assert refused(began(TRIO), attack(1, 2)).code == "not_your_turn"


def test_held_actions_are_gone_when_the_round_begins() -> None:
    played = began(TRIO, ends(0, 1, 2), BEGIN, ends(0))
    assert condition(played, 0).held
    assert condition(played, 1).held is False
    between = began(TRIO, ends(0, 1, 2))
    assert refused(between, attack(0, 2)).code == "not_your_turn"


# The end of the round


def test_d09_the_round_ends_after_the_last_who_is_there() -> None:
    played = began(TRIO, ends(0, 1))
    assert played.state.place == 2
    ended = began(TRIO, ends(0, 1, 2))
    assert kinds(ended) == ["TurnEnded", "RoundEnded"]
    assert to_act(ended)[0] == "table"
    gone = began(fight(unit("Ana"), foe("orc"), foe("imp")), ends(0), by("leave", 2), ends(1))
    assert kinds(gone) == ["TurnEnded", "RoundEnded"]


@pytest.mark.parametrize("state", ["asleep", "bound", "unaware"])
def test_the_turn_passes_those_who_cannot_act(state: str) -> None:
    text = fight(unit("Ana"), unit("Bo", state=state), foe())
    played = began(text, ends(0))
    assert to_act(played)[0] == 2
    assert 1 not in to_act(played)


def test_an_actor_who_goes_out_ends_its_turn_by_it() -> None:
    text = fight(unit("Ana", lost={"body": 7}), unit("Bo", body=4), foe(body=4))
    enter = [BEGIN, by("enter", 0, skill="mind"), by("enter", 1, skill="body"), by("enter", 2, skill="body")]
    played = scene(text, [*enter, *exchange(0, 2)], (8, 4, 2, 8, 3))
    assert condition(played, 0).fate == "out"
    assert to_act(played)[0] == 1


def test_names_of_the_order_rolls() -> None:
    assert names(scene(DUEL, [BEGIN, by("enter", 0, skill="body")], (3,))) == ["order.die"]
