"""skilldice.weapon, .slashing, .piercing, .crushing and .armour."""

from __future__ import annotations

from typing import Any

import pytest

from affray.rulesets.skilldice.events import Lost
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
    lost,
    refused,
    takes,
    to_act,
    unit,
)

SWORD = fight(unit(weapon="slashing"), foe("orc"), foe("imp"))
SPEAR = fight(unit(weapon="piercing"), foe())
SPEARS = fight(unit(weapon="piercing"), foe(weapon="piercing"))
WON, BEATEN, TIED = (5, 4), (4, 5), (5, 5)


def lands(actor: int, target: int) -> dict[str, object]:
    return by("land", actor, target=target)


# skilldice.weapon


@pytest.mark.parametrize("weapon", ["none", "slashing", "piercing", "crushing"])
def test_weapon_changes_no_roll(weapon: str) -> None:
    assert dice(began(fight(unit(weapon=weapon), foe()), exchange(0, 1), faces=WON)) == [(1, 8), (1, 8)]


def test_d34_empty_hands_have_no_effect() -> None:
    played = began(fight(unit(), foe("orc"), foe("imp")), exchange(0, 1), faces=WON)
    assert played.state.pending == ()
    assert condition(played, 1).wounds == (0, 0, 0)


@pytest.mark.parametrize("skill", ["mind", "soul"])
def test_d52_only_an_attack_with_the_weapon_has_its_effect(skill: str) -> None:
    played = began(SPEAR, exchange(0, 1, skill), faces=WON)
    assert condition(played, 1).wounds == (0, 0, 0)


def test_d32_whose_weapon_counts() -> None:
    beaten = {option: began(SPEARS, exchange(0, 1), faces=BEATEN, D32=option) for option in OPTIONS}
    assert [condition(beaten[option], 0).wounds[0] for option in OPTIONS] == [1, 0, 1]
    tied = {option: began(SPEARS, exchange(0, 1), faces=TIED, D32=option) for option in OPTIONS}
    assert [condition(tied[option], 0).wounds[0] for option in OPTIONS] == [0, 0, 1]
    assert [condition(tied[option], 1).wounds[0] for option in OPTIONS] == [0, 0, 1]


OPTIONS = ("either_winner", "attacker_only", "tie_counts")


def test_d32_on_a_tie_both_swords_may_be_led_on() -> None:
    text = fight(unit("Ana", weapon="slashing"), unit("Bo"), foe("orc", weapon="slashing"), foe("imp"))
    played = began(text, exchange(0, 2), faces=TIED, D32="tie_counts")
    assert to_act(played) == (0,)
    played = began(text, exchange(0, 2), lands(0, 3), lands(2, 1), faces=TIED, D32="tie_counts")
    assert [lost(played, one) for one in range(4)] == [0, 1, 0, 1]


@pytest.mark.parametrize(("option", "loss"), [("literal", 1), ("out_of_reach_no_loss", 0)])
def test_d33_a_swordsman_out_rolls_an_archer(option: str, loss: int) -> None:
    text = fight(unit(weapon="piercing", ranged=True), foe(weapon="slashing"))
    assert lost(began(text, exchange(0, 1), faces=BEATEN, D33=option), 0) == loss
    assert lost(began(text, exchange(0, 1, "soul"), faces=BEATEN, D33=option), 0, "soul") == 1
    both = fight(unit(weapon="piercing", ranged=True), foe(weapon="piercing", ranged=True))
    assert lost(began(both, exchange(0, 1), faces=BEATEN, D33=option), 0) == 1


# skilldice.weapon.slashing


def test_slashing_the_winner_says_whom_it_lands_on() -> None:
    played = began(SWORD, exchange(0, 1), faces=WON)
    assert to_act(played) == (0,)
    assert [command.target for command in played.legal(0)] == [1, 2]
    assert lost(played, 1) == 0  # nothing is lost before that
    there = began(SWORD, exchange(0, 1), lands(0, 1), faces=WON)
    assert (lost(there, 1), lost(there, 2)) == (1, 0)
    moved = began(SWORD, exchange(0, 1), lands(0, 2), faces=WON)
    assert (lost(moved, 1), lost(moved, 2)) == (0, 1)
    assert condition(moved, 2).actions == 3  # it does not defend


@pytest.mark.parametrize(("option", "losses"), [("move", (0, 2)), ("extra", (2, 2)), ("split", (1, 1))])
def test_d25_a_hard_hit_led_on(option: str, losses: tuple[int, int]) -> None:
    text = fight(unit(body=20, weapon="slashing"), foe("orc", body=4), foe("imp", body=4))
    played = began(text, exchange(0, 1), lands(0, 2), faces=(20, 1), D25=option)
    assert (lost(played, 1), lost(played, 2)) == losses


@pytest.mark.parametrize(("option", "losses"), [("move", (0, 1)), ("extra", (1, 1)), ("split", (0, 1))])
def test_d25_a_single_point_led_on(option: str, losses: tuple[int, int]) -> None:
    played = began(SWORD, exchange(0, 1), lands(0, 2), faces=WON, D25=option)
    assert (lost(played, 1), lost(played, 2)) == losses


def test_d26_within_reach_is_the_same_group() -> None:
    text = fight(
        unit(weapon="slashing", group="bridge"), foe("orc"), foe("imp", group="bridge"), foe("elf", group="bank")
    )
    played = began(text, exchange(0, 1), faces=WON)
    assert refused(played, lands(0, 3)).code == "out_of_reach"
    assert allowed(played, lands(0, 2))
    alone = fight(unit(weapon="slashing", group="bridge"), foe("orc"), foe("imp", group="bank"))
    assert began(alone, exchange(0, 1), faces=WON).state.pending == ()


def test_d26_the_second_loses_in_the_same_skill() -> None:
    played = began(SWORD, attack(0, 1), defend(1, "mind"), lands(0, 2), faces=WON, D11="defender_chooses")
    assert (lost(played, 2, "mind"), lost(played, 2)) == (1, 0)


def test_slashing_of_a_winning_defender() -> None:
    text = fight(unit("Ana"), unit("Bo"), foe(weapon="slashing"))
    played = began(text, exchange(0, 2), lands(2, 1), faces=BEATEN)
    assert (lost(played, 0), lost(played, 1)) == (0, 1)


# skilldice.weapon.piercing


def test_piercing_o17_the_further_point_is_lost_at_the_end_of_that_round() -> None:
    rest = [ends(0), ends(1)]
    second = [*rest, BEGIN, *exchange(0, 1)]
    played = began(SPEAR, *rest, BEGIN, exchange(0, 1), faces=WON)
    assert lost(played, 1) == 1
    assert lost(began(SPEAR, *second, ends(0), faces=WON), 1) == 1
    over = began(SPEAR, *second, *rest, faces=WON)
    assert over.state.round == 2
    assert lost(over, 1) == 2
    assert condition(over, 1).wounds == (0, 0, 0)
    later = began(SPEAR, *second, *rest, BEGIN, *rest, faces=WON)
    assert lost(later, 1) == 2  # once only


def test_piercing_tended_in_time_costs_nothing_more() -> None:
    tends = by("tend", 1, target=1)
    played = began(SPEAR, exchange(0, 1), ends(0), tends, ends(1), faces=WON)
    assert lost(played, 1) == 1
    before = began(SPEAR, exchange(0, 1), ends(0), tends, faces=WON)
    assert condition(before, 1).actions == 1  # defended and tended


def test_d27_wounds() -> None:
    twice = [*exchange(0, 1) * 2, *ends(0, 1)]
    played = {option: began(SPEAR, twice, faces=WON * 2, D27=option) for option in ("stack", "no_stack", "every_round")}
    assert {option: lost(one, 1) for option, one in played.items()} == {"stack": 4, "no_stack": 3, "every_round": 4}
    again = began(SPEAR, twice, BEGIN, ends(0, 1), faces=WON * 2, D27="every_round")
    assert lost(again, 1) == 6


def test_d28_who_tends_what() -> None:
    text = fight(unit(weapon="piercing"), foe("orc"), foe("imp"))
    played = began(text, exchange(0, 1) * 2, ends(0, 1), by("tend", 2, target=1), faces=WON * 2)
    assert condition(played, 1).wounds == (0, 0, 0)  # all of them
    foes = began(text, exchange(0, 1), by("tend", 0, target=1), faces=WON)
    assert condition(foes, 1).wounds == (0, 0, 0)  # anybody: even who made it
    assert condition(foes, 0).actions == 1
    before = began(text, exchange(0, 1), ends(0, 1), faces=WON)
    assert refused(before, by("tend", 2, target=2)).code == "no_wound"
    assert refused(before, by("tend", 2, target=0)).code == "no_wound"
    assert refused(before, by("tend", 2, target=7)).code == "no_such_fighter"


@pytest.mark.parametrize(("mind", "against", "closed"), [(4, 3, True), (3, 3, True), (2, 3, False)])
def test_d28_by_a_roll(mind: int, against: int, closed: bool) -> None:
    played = began(
        SPEAR, exchange(0, 1), ends(0), by("tend", 1, target=1), faces=(*WON, mind, against), D28="roll_mind_vs_d6"
    )
    assert dice(played) == [(1, 8), (1, 6)]
    assert (condition(played, 1).wounds == (0, 0, 0)) is closed
    assert condition(played, 1).actions == 1


def test_d29_one_who_retreated_still_bleeds() -> None:
    text = fight(unit(weapon="piercing"), foe("orc"), foe("imp"))
    played = began(text, exchange(0, 1), by("leave", 1), ends(0, 2), faces=WON)
    assert condition(played, 1).fate == "gone"
    assert lost(played, 1) == 2


def test_d29_one_who_is_out_does_not() -> None:
    text = fight(unit(weapon="piercing"), foe("orc", lost={"body": 7}), foe("imp"))
    played = began(text, exchange(0, 1), ends(0, 2), faces=(5, 1), order=(8, 1, 2))
    assert condition(played, 1).fate == "out"
    assert lost(played, 1) == 8


def test_d29_the_last_round_ends_with_the_fight() -> None:
    """Ana wins with a wound that costs her the last point: nobody has won."""
    text = fight(unit(lost={"body": 6}), foe("orc", weapon="piercing", lost={"soul": 7}))
    played = began(text, exchange(0, 1), attack(0, 1, "soul"), takes(1), faces=(1, 5), order=(2, 1))
    assert [condition(played, one).fate for one in (0, 1)] == ["out", "out"]
    assert played.state.over
    assert played.state.winner is None


def test_d30_the_wound_is_of_the_skill_that_was_hit() -> None:
    played = began(SPEAR, attack(0, 1), defend(1, "mind"), ends(0, 1), faces=WON, D11="defender_chooses")
    assert (lost(played, 1, "mind"), lost(played, 1)) == (2, 0)


def test_d22_a_hit_without_a_roll_leaves_no_wound() -> None:
    assert condition(began(SPEAR, attack(0, 1), takes(1)), 1).wounds == (0, 0, 0)
    played = began(SPEAR, attack(0, 1), takes(1), D22="landing_is_winning")
    assert condition(played, 1).wounds == (1, 0, 0)
    soul = began(SPEAR, attack(0, 1, "soul"), takes(1), D22="landing_is_winning")
    assert condition(soul, 1).wounds == (0, 0, 0)


# skilldice.weapon.crushing, skilldice.armour

MAIL: dict[str, Any] = {"body": 12, "body_unarmoured": 4}


def test_crushing_the_other_side_rolls_the_die_without_armour() -> None:
    played = began(fight(unit(weapon="crushing"), foe(**MAIL)), exchange(0, 1), faces=(5, 4))
    assert dice(played) == [(1, 8), (1, 4)]


def test_armour_is_part_of_the_body_die() -> None:
    played = began(fight(unit(weapon="slashing"), foe(**MAIL)), exchange(0, 1), faces=(5, 12))
    assert dice(played) == [(1, 8), (1, 12)]
    soul = began(fight(unit(weapon="crushing"), foe(**MAIL)), exchange(0, 1, "soul"), faces=(5, 4))
    assert dice(soul) == [(1, 8), (1, 8)]


def test_d31_without_a_second_die_it_is_the_same_one() -> None:
    hammer = unit(weapon="crushing")
    assert dice(began(fight(hammer, foe(body=12)), exchange(0, 1), faces=(5, 12)))[1] == (1, 12)
    assert dice(began(fight(hammer, foe(body=12)), exchange(0, 1), faces=(5, 8), D31="step_down_1"))[1] == (1, 8)
    assert dice(began(fight(hammer, foe(**MAIL)), exchange(0, 1), faces=(5, 8), D31="step_down_1"))[1] == (1, 8)
    assert dice(began(fight(hammer, foe(body=4)), exchange(0, 1), faces=(5, 4), D31="step_down_1"))[1] == (1, 4)


def test_d31_the_ceiling_is_that_of_the_real_track() -> None:
    text = fight(unit(weapon="crushing"), foe(body=12, body_unarmoured=8, lost={"body": 10}))
    played = began(text, exchange(0, 1), faces=(3, 8), order=(8, 1))
    assert [event.fighter for event in played.events if isinstance(event, Lost)] == [1]  # 8 counts as 2


def test_d50_whoever_attacks_the_holder() -> None:
    text = fight(unit(**MAIL), foe(weapon="crushing"))
    assert dice(began(text, exchange(0, 1), faces=(4, 5)))[0] == (1, 4)
    assert dice(began(text, exchange(0, 1), faces=(4, 5), D50="attacks_only"))[0] == (1, 12)
    assert dice(began(text, exchange(0, 1, "mind"), faces=(4, 5)))[0] == (1, 8)


def test_d15_the_margin_must_exceed_the_die_that_was_rolled() -> None:
    text = fight(unit(body=20, weapon="crushing"), foe(**MAIL))
    assert lost(began(text, exchange(0, 1), faces=(6, 1)), 1) == 2
    assert lost(began(text, exchange(0, 1), faces=(6, 1), D15="nominal"), 1) == 1
