"""d20grid.surprise: who acts first when some know of the others and are not known of."""

from __future__ import annotations

from typing import Any

from affray.testing.cases import scene
from tests.rulesets.d20grid.fights import (
    BEGIN,
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
    offered,
    refused,
    to_act,
    turn,
    unit,
    walk,
)

UNAWARE: dict[str, Any] = {"flags": ["unaware"]}
AMBUSH = fight(
    unit("Vex", (0, 5)), unit("Bo", (0, 40)), foe("orc", (15, 0), **UNAWARE), foe("imp", (40, 40), **UNAWARE)
)


def test_surprise_only_the_aware_roll_and_act() -> None:
    played = scene(AMBUSH, [BEGIN])
    assert played.state.surprise
    assert to_act(played) == (0, 1)
    acting = began(AMBUSH, rolling=(0, 1))
    assert acting.state.order == (0, 1)
    assert to_act(began(AMBUSH, ends(0, 1), rolling=(0, 1))) == ("table",)


def test_surprise_then_the_others_roll_and_the_fight_goes_on() -> None:
    second = [*ends(0, 1), BEGIN, by("roll_initiative", 2), by("roll_initiative", 3)]
    played = began(AMBUSH, second, order=(12, 6), rolling=(0, 1), faces=(18, 9))
    assert not played.state.surprise
    assert played.state.order == (2, 0, 3, 1)  # T55: 18, 12, 9, 6
    assert not condition(played, 2).flags
    assert kinds(began(AMBUSH, *second, ends(2, 0, 3, 1), BEGIN, order=(12, 6), rolling=(0, 1), faces=(18, 9)))[0] == (
        "RoundBegan"
    )


def test_t55_those_who_rolled_keep_their_place_among_themselves() -> None:
    """Three are level with equal DEX, two of them have their places: these stay in that order."""
    second = [*ends(1, 0), BEGIN, by("roll_initiative", 2), by("roll_initiative", 3)]
    played = began(AMBUSH, second, order=(12, 12, 2), rolling=(0, 1), faces=(12, 1, 1, 1))
    assert [one for one in played.state.order if one in (0, 1)] == [1, 0]
    assert played.state.order[-1] == 3


def test_t54_each_for_itself_or_whole_sides() -> None:
    mixed = fight(unit("Vex"), unit("Bo", (0, 5), **UNAWARE), foe("orc", (40, 0), **UNAWARE))
    assert to_act(scene(mixed, [BEGIN])) == (0,)
    assert to_act(scene(mixed, [BEGIN], rulings={"T54": "side"})) == (0, 1, 2)
    foes = fight(unit("Vex"), foe("orc", (40, 0)), foe("imp", (40, 5), **UNAWARE))
    assert to_act(scene(foes, [BEGIN])) == (0, 1)
    assert to_act(scene(foes, [BEGIN], rulings={"T54": "side"})) == (0,)


def test_no_surprise_where_nobody_or_everybody_is_unaware() -> None:
    for flags in (dict[str, Any](), UNAWARE):
        played = scene(fight(unit(**flags), foe(**flags)), [BEGIN])
        assert not played.state.surprise
        assert to_act(played) == (0, 1)
        assert not any(one.flags for one in played.state.conditions)


def test_t56_the_turn_is_a_full_one() -> None:
    played = began(AMBUSH, rolling=(0, 1))
    assert (turn(played).swift, turn(played).standard) == (1, 2)
    assert allowed(played, by("full_attack", 0))


def test_t56_the_unaware_have_neither_opportunity_nor_immediate_action() -> None:
    run = walk(0, *east((0, 5), 6))
    assert offered(began(AMBUSH, run, rolling=(0, 1))) is None
    assert offered(began(AMBUSH.replace('flags = ["unaware"]\n', ""), run)) is not None
    played = began(AMBUSH, rolling=(0, 1))
    assert refused(played, by("react", 2, kind="immediate", what="a shout")).code == "unaware"
    assert allowed(played, by("react", 1, kind="immediate", what="a sign"))


def test_t54_the_aware_of_a_side_that_is_not_have_their_opportunity() -> None:
    text = fight(unit("Vex", (0, 5)), foe("orc", (15, 0)), foe("imp", (60, 60), **UNAWARE))
    played = began(text, walk(0, *east((0, 5), 6)), rolling=(0,), T54="side")
    assert offered(played) is not None


def test_who_is_unaware_is_a_target_like_any() -> None:
    text = fight(unit("Vex"), foe("orc", (5, 0), **UNAWARE))
    assert allowed(began(text, rolling=(0,)), attack(0, 1))


def test_one_who_went_down_in_the_surprise_has_a_place_in_the_order() -> None:
    text = fight(unit("Vex", weapons=[{"name": "rod", "dice": "4"}]), foe("orc", hp=3, **UNAWARE), foe("imp", (60, 0)))
    second = [attack(0, 1), *ends(0, 2), BEGIN, by("roll_initiative", 1)]
    played = began(text, second, rolling=(0, 2), faces=(20, 5))
    assert sorted(played.state.order) == [0, 1, 2]
    assert turn(played).actor != 1


def test_t55_no_die_is_rolled_again_for_those_who_have_their_place() -> None:
    second = [*ends(1, 0), BEGIN, by("roll_initiative", 2), by("roll_initiative", 3)]
    played = began(AMBUSH, second, order=(12, 12, 2), rolling=(0, 1), faces=(5, 4))
    assert played.state.order == (1, 0, 2, 3)


def test_a_round_of_surprise_cites_its_clause() -> None:
    first = scene(AMBUSH, [BEGIN])
    assert first.events[0].clause == "d20grid.surprise"
    assert scene(fight(unit(), foe()), [BEGIN]).events[0].clause == "d20grid.turn.budget"


def test_t56_a_free_action_is_open_to_the_unaware() -> None:
    played = began(AMBUSH, rolling=(0, 1))
    assert allowed(played, by("react", 2, kind="free", what="a yawn"))


def test_rolls_are_forgotten_when_nobody_is_left_to_roll() -> None:
    text = fight(
        unit(class_attack_bonus=30, weapons=[{"name": "rod", "dice": "90"}]),
        unit("Bo", (0, 20)),
        foe(flags=["unaware"]),
        foe("imp", (0, 40)),
    )
    played = began(text, attack(0, 2), ends(0, 1, 3), BEGIN, rolling=(0, 1, 3), faces=(15,))
    assert condition(played, 2).fate == "dead"
    assert (played.state.round, played.state.entering, played.state.entries) == (2, (), ())
