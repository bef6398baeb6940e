"""skilldice.helpless: the Narrator's die in place of a Skill, and how long one is so."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.skilldice.fights import (
    attack,
    began,
    by,
    condition,
    dice,
    ends,
    exchange,
    fight,
    foe,
    kinds,
    lost,
    names,
    of,
    refused,
    takes,
    to_act,
    unit,
)

DIFFICULTY = {"asleep": 4, "bound": 4, "unaware": 4, "distracted": 6, "moving": 8}


def against(state: str, **more: Any) -> str:
    return fight(unit(**more), foe(state=state))


@pytest.mark.parametrize("state", DIFFICULTY)
def test_helpless_the_narrators_die_takes_the_place_of_the_skill(state: str) -> None:
    played = began(against(state), attack(0, 1), faces=(4, 3))
    assert names(played) == ["attack.die", "difficulty.die"]
    assert dice(played) == [(1, 8), (1, DIFFICULTY[state])]
    assert [question.seat for question in played.steps[-1].asked] == [0, "referee"]
    assert lost(played, 1) == 1
    assert condition(played, 1).actions == 3


def test_helpless_one_who_really_defends_rolls_its_skill() -> None:
    assert dice(began(fight(unit(), foe()), exchange(0, 1), faces=(4, 3))) == [(1, 8), (1, 8)]


def test_d18_readings_of_an_attack_that_is_not_defended_against() -> None:
    """A sleeper; somebody who declines; somebody who has no action: the sides of the Narrator's die, 0 for none."""
    expected = {
        "by_state": (4, 0, 0),
        "table_only": (4, 8, 8),
        "lands_only": (0, 0, 0),
        "out_of_actions_d6": (4, 0, 6),
    }
    able = fight(unit(), foe())
    for option, sides in expected.items():
        scenes = (
            began(against("asleep"), attack(0, 1), faces=(4, 3) if sides[0] else (), D18=option),
            began(able, attack(0, 1), takes(1), faces=(4, 3) if sides[1] else (), D18=option),
            began(able, attack(0, 1), faces=(4, 3) if sides[2] else (), D18=option, D05="none_until_first_turn"),
        )
        assert tuple(dice(played)[1][1] if dice(played) else 0 for played in scenes) == sides


@pytest.mark.parametrize(("option", "loss"), [("same_as_contest", 1), ("miss_only", 0)])
def test_d19_the_narrator_wins_or_ties(option: str, loss: int) -> None:
    beaten = began(against("asleep"), attack(0, 1), faces=(1, 4), D19=option)
    assert (lost(beaten, 0), lost(beaten, 1)) == (loss, 0)
    tied = began(against("asleep"), attack(0, 1), faces=(3, 3), D19=option)
    assert (lost(tied, 0), lost(tied, 1)) == (loss, 1)


def test_d20_the_target_loses_in_the_skill_that_was_attacked() -> None:
    assert lost(began(against("asleep"), attack(0, 1, "mind"), faces=(4, 3)), 1, "mind") == 1


def test_d21_hard_hits_go_by_the_sides_of_the_narrators_die() -> None:
    text = fight(unit(body=12), foe(state="asleep", body=20))
    assert lost(began(text, attack(0, 1), faces=(6, 1)), 1) == 2
    assert lost(began(text, attack(0, 1), faces=(5, 1)), 1) == 1


def test_d53_no_weapon_goes_with_the_narrators_die() -> None:
    text = fight(unit(), foe(state="asleep", weapon="piercing"))
    played = began(text, attack(0, 1), faces=(1, 4))
    assert condition(played, 0).wounds == (0, 0, 0)
    hammer = fight(unit(body=12, body_unarmoured=4), foe(state="asleep", weapon="crushing"))
    assert dice(began(hammer, attack(0, 1), faces=(10, 4)))[0] == (1, 12)


def test_a_win_over_the_narrators_die_is_a_win_of_the_weapon() -> None:
    played = began(against("asleep", weapon="piercing"), attack(0, 1), faces=(4, 3))
    assert condition(played, 1).wounds == (1, 0, 0)


@pytest.mark.parametrize(
    ("state", "after"),
    [("asleep", "able"), ("unaware", "able"), ("distracted", "able"), ("moving", "moving"), ("bound", "bound")],
)
def test_d51_one_attack_ends_it_landed_or_not(state: str, after: str) -> None:
    for faces in ((4, 3), (1, 4)):
        assert condition(began(against(state), attack(0, 1), faces=faces), 1).manner == after
        assert condition(began(against(state), attack(0, 1), faces=faces, D51="narrator"), 1).manner == state


def test_d51_moving_ends_at_the_next_turn() -> None:
    assert condition(began(against("moving"), ends(0)), 1).manner == "able"
    assert condition(began(against("moving"), ends(0), D51="narrator"), 1).manner == "moving"


def test_d51_bound_lasts_until_freed() -> None:
    text = fight(unit("Ana"), unit("Bo", state="bound"), foe())
    played = began(text, by("help", 0, target=1))
    assert condition(played, 1).manner == "able"
    assert condition(played, 0).actions == 2
    assert kinds(played) == ["Spent", "MannerChanged"]
    assert to_act(began(text, by("help", 0, target=1), ends(0)))[0] == 1
    assert refused(played, by("help", 0, target=1)).code == "no_help"
    assert refused(played, by("help", 0, target=2)).code == "a_foe"


def test_the_narrator_says_who_is_what() -> None:
    played = began(fight(unit(), foe()), of("set_manner", 1, manner="bound", reason="a net"), ends(0))
    assert to_act(played)[0] == "table"
    assert refused(played, of("set_manner", 1, manner="able", reason="")).code == "no_reason"
    assert refused(played, of("set_manner", 9, manner="able", reason="x")).code == "no_such_fighter"


def test_somebody_bound_in_its_own_turn_has_lost_it() -> None:
    played = began(fight(unit(), foe()), of("set_manner", 0, manner="asleep", reason="a spell"))
    assert to_act(played)[0] == 1
    assert refused(played, attack(0, 1)).code == "helpless"
