"""skilldice.attack.contest, .hard-hit, .undefended and stamina, in a fight."""

from __future__ import annotations

from typing import NamedTuple

import pytest

import affray
from affray.codec import convert
from affray.fight import AnyRuleset
from affray.rulesets.skilldice import ruleset
from affray.rulesets.skilldice.events import Lost
from affray.rulesets.skilldice.state import State
from tests.rulesets.skilldice.fights import (
    allowed,
    attack,
    began,
    condition,
    defend,
    dice,
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


def test_attack_contest_attacker_higher() -> None:
    """It lands: the defender loses one in the Skill defended with."""
    played = began(DUEL, exchange(0, 1, "mind"), faces=(5, 4))
    assert (lost(played, 0, "mind"), lost(played, 1, "mind")) == (0, 1)
    assert lost(played, 1, "body") == 0


def test_attack_contest_defender_higher() -> None:
    """The attacker loses one, even on its own turn."""
    played = began(DUEL, exchange(0, 1), faces=(4, 5))
    assert (lost(played, 0), lost(played, 1)) == (1, 0)


def test_attack_contest_tie() -> None:
    played = began(DUEL, exchange(0, 1), faces=(5, 5))
    assert (lost(played, 0), lost(played, 1)) == (1, 1)


def test_stamina_ceiling_o20() -> None:
    """A d8 with 4 lost rolls 6 against a 4: a tie, both lose one; with 7 lost every roll counts as 1."""
    played = began(fight(unit(lost={"body": 4}), foe()), exchange(0, 1), faces=(6, 4))
    assert (lost(played, 0), lost(played, 1)) == (5, 1)
    played = began(fight(unit(lost={"body": 7}), foe()), exchange(0, 1), faces=(8, 2), order=(8, 1, 1))
    assert (lost(played, 0), lost(played, 1)) == (8, 0)


def test_d10_the_margin_is_of_capped_results() -> None:
    """A d20 at ceiling 5 shows 20 against a 1 on a d4: 5 - 1 is not more than 4."""
    for left, cost in ((5, 1), (6, 2)):
        text = fight(unit(body=20, lost={"body": 20 - left}), foe(body=4))
        assert lost(began(text, exchange(0, 1), faces=(20, 1)), 1) == cost


@pytest.mark.parametrize(("sides", "cost"), [(4, 2), (20, 1)])
def test_attack_hard_hit_beaten_by_five(sides: int, cost: int) -> None:
    text = fight(unit(body=20), foe(body=sides))
    assert lost(began(text, exchange(0, 1), faces=(6, 1)), 1) == cost


def test_d14_a_winning_defender_hits_hard_only_if_the_table_says_so() -> None:
    text = fight(unit(body=4), foe(body=20))
    assert lost(began(text, exchange(0, 1), faces=(1, 20)), 0) == 1
    assert lost(began(text, exchange(0, 1), faces=(1, 20), D14="symmetric"), 0) == 2


def test_d16_the_track_stops_at_zero() -> None:
    played = began(fight(unit(body=20), foe(body=4, lost={"body": 3})), exchange(0, 1), faces=(20, 1))
    assert lost(played, 1) == 4
    assert [(event.points, event.cost) for event in played.events if isinstance(event, Lost)] == [(1, 2)]


def test_d13_a_tie_can_put_both_out() -> None:
    text = fight(unit(lost={"body": 7}), foe(lost={"body": 7}))
    played = began(text, exchange(0, 1), faces=(8, 3), order=(8, 1, 1))
    assert {condition(played, one).fate for one in (0, 1)} == {"out"}
    assert played.state.over
    assert played.state.winner is None


@pytest.mark.parametrize("skill", ["body", "mind", "soul"])
def test_every_contest_at_one_point_each_ends_with_nobody(skill: str) -> None:
    text = fight(unit(lost={skill: 7}), foe(lost={skill: 7}))
    # With a point of Body left the order roll counts as 1 for both, and a tie of equal dice is rolled again.
    tied = {"faces": (1,), "order": (8, 8)} if skill == "body" else {"order": (2, 1)}
    played = began(text, attack(0, 1, skill), **tied)
    (end,) = affray.outcomes(Moment(ruleset, played.state), convert(defend(1, skill), ruleset.command))
    assert (end.over, end.winner) == (True, None)


class Moment(NamedTuple):
    """A fight at some moment."""

    ruleset: AnyRuleset
    state: State


# Who rolls what


def test_d11_the_defender_rolls_the_skill_of_the_attack() -> None:
    played = began(DUEL, attack(0, 1, "soul"))
    assert allowed(played, defend(1, "soul"))
    assert refused(played, defend(1, "body")).code == "other_skill"


def test_d11_the_defender_chooses() -> None:
    text = fight(unit(), foe(body=4, mind=12))
    played = began(text, attack(0, 1), defend(1, "mind"), faces=(8, 3), D11="defender_chooses")
    assert dice(played) == [(1, 8), (1, 12)]
    assert (lost(played, 1, "mind"), lost(played, 1, "body")) == (1, 0)


def test_d11_the_narrator_says() -> None:
    played = began(DUEL, attack(0, 1), defend(1), D11="narrator")
    assert to_act(played) == ("referee",)
    named = {"type": "name_skill", "skill": "soul"}
    played = began(DUEL, attack(0, 1), defend(1), named, faces=(8, 3), D11="narrator")
    assert lost(played, 1, "soul") == 1


@pytest.mark.parametrize(("option", "skill"), [("attackers_skill", "body"), ("defenders_skill", "mind")])
def test_d12_what_a_beaten_attacker_loses(option: str, skill: str) -> None:
    played = began(DUEL, attack(0, 1), defend(1, "mind"), faces=(2, 5), D11="defender_chooses", D12=option)
    assert lost(played, 0, skill) == 1  # type: ignore[arg-type]
    assert sum(condition(played, 0).lost) == 1


def test_d23_the_defence_is_declared_before_any_die() -> None:
    played = began(DUEL, attack(0, 1))
    assert names(played) == []
    assert kinds(played) == ["Attacked", "Asked"]
    assert to_act(played) == (1,)


def test_d52_the_attacker_names_the_skill_or_the_narrator() -> None:
    assert to_act(began(DUEL, attack(0, 1))) == (1,)
    played = began(DUEL, attack(0, 1), D52="narrator")
    assert to_act(played) == ("referee",)
    named = {"type": "name_skill", "skill": "soul"}
    played = began(DUEL, attack(0, 1), named, defend(1, "soul"), faces=(8, 3), D52="narrator")
    assert lost(played, 1, "soul") == 1


# skilldice.attack.undefended


def test_attack_undefended_lands_for_one_without_a_roll() -> None:
    played = began(fight(unit(body=20), foe(body=4)), attack(0, 1), takes(1))
    assert names(played) == []
    assert lost(played, 1) == 1
    assert condition(played, 1).actions == 3


def test_d20_the_skill_that_was_attacked() -> None:
    assert lost(began(DUEL, attack(0, 1, "soul"), takes(1)), 1, "soul") == 1


def test_attack_undefended_without_actions_left_is_not_even_offered() -> None:
    text = fight(unit("Ana"), unit("Bo"), foe())
    spent = [*exchange(0, 2), *exchange(0, 2), *exchange(0, 2)]
    played = began(text, spent, {"type": "end_turn", "actor": 0}, attack(1, 2), faces=(5, 4) * 3)
    assert kinds(played) == ["Attacked", "Landed", "Lost"]
    assert lost(played, 2) == 4
