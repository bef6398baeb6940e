"""Hit dice: their hit points, their modifiers, rolled ones, and the level as the bonus of all abilities."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from affray.api import odds
from affray.fight import parse
from affray.interpret.solve import solve
from affray.interpret.tabulate import tabulate
from affray.rulesets.knave.events import HitPointsRolled, Stunted
from affray.rulesets.knave.state import Profile
from affray.testing.cases import Face, scene
from tests.rulesets.knave.brawl import chance, in_round, knave, of, ogre, refused, stunt
from tests.rulesets.knave.fights import (
    BEGIN,
    PARTY_FIRST,
    attack,
    conditions,
    fight,
    fighter,
    foe,
    names,
    override,
    pc,
    state_of,
)

F = Fraction


def monster(hd: Any, **fields: Any) -> str:
    """A monster of which only the hit dice are known, and what it must have."""
    return fighter("ogre", "foes", {"hd": hd, "armor": 13, "damage": "1d6"} | fields)


def hit_points(hd: Any, **rulings: str) -> int:
    return state_of(fight(pc(), monster(hd)), **rulings).profiles[1].max_hp


def profile_of(hd: Any, **rulings: str) -> Profile:
    return state_of(fight(pc(), monster(hd)), **rulings).profiles[1]


@pytest.mark.parametrize(
    ("hd", "ignored", "added"),
    [(1, 4, 4), (4, 16, 16), (0.5, 2, 2), ("1/2", 2, 2), ("1-1", 4, 3), ("3+1", 12, 13), ("2-1", 8, 7), ("1-5", 4, 1)],
)
def test_k62_the_modifier(hd: Any, ignored: int, added: int) -> None:
    assert hit_points(hd) == ignored
    assert hit_points(hd, K62="add_mod") == added


@pytest.mark.parametrize(("hd", "points"), [(1, 5), (4, 20), ("1/2", 2), ("1-1", 5), ("3+1", 15), (40, 200)])
def test_k69_five(hd: Any, points: int) -> None:
    assert hit_points(hd, K69="five") == points


def test_k69_is_the_number_of_k62() -> None:
    assert hit_points("3+1", K69="five", K62="add_mod") == 16
    assert hit_points("1-1", K69="five", K62="add_mod") == 4


@pytest.mark.parametrize("rulings", [{"K69": "five"}, {"K62": "add_mod"}, {"K62": "roll_d8"}])
def test_k62_hit_points_that_are_given_stand(rulings: dict[str, str]) -> None:
    played = scene(fight(pc(), monster("3+1", hp=7)), [BEGIN], [PARTY_FIRST], rulings)
    assert conditions(played)[1].hp == 7
    most = scene(fight(pc(), monster("3+1", max_hp=9)), [BEGIN], [PARTY_FIRST], rulings)
    assert conditions(most)[1].hp == 9


@pytest.mark.parametrize("option", ["ignore_mod", "add_mod", "roll_d8"])
def test_k62_attack_and_level_take_the_bare_count(option: str) -> None:
    for hd, bare in (("1-1", 1), ("3+1", 3), ("1/2", 0)):
        profile = profile_of(hd, K62=option)
        assert (profile.level, profile.melee_bonus) == (bare, bare)


# Rolled hit points


@pytest.mark.parametrize(
    ("hd", "faces", "points"),
    [(1, (8,), 8), (3, (2, 3, 4), 9), ("3+1", (2, 3, 4), 10), ("1-1", (1,), 1), ("1-1", (8,), 7), ("1/2", (4,), 4)],
)
def test_k62_roll_d8_before_the_first_round(hd: Any, faces: tuple[int, ...], points: int) -> None:
    played = scene(fight(pc(), monster(hd)), [BEGIN], [("monster.hp", *faces), PARTY_FIRST], {"K62": "roll_d8"})
    assert (conditions(played)[1].hp, played.state.profiles[1].max_hp) == (points, points)
    assert of(played, HitPointsRolled) == [HitPointsRolled(1, points)]
    question = played.asked[0]
    assert (question.seat, question.hidden) == ("referee", True)


def test_k62_roll_d8_each_its_own_and_once() -> None:
    text = fight(pc(), monster(1, count=2), foe())
    faces: list[Face] = [("monster.hp", 8), ("monster.hp", 3), PARTY_FIRST]
    played = scene(text, [BEGIN], faces, {"K62": "roll_d8"})
    assert [one.hp for one in conditions(played)] == [8, 8, 3, 4]
    again = [BEGIN, *({"type": "pass", "actor": one} for one in range(4)), BEGIN]
    assert names(scene(text, again, [*faces, PARTY_FIRST], {"K62": "roll_d8"})).count("monster.hp") == 2


def test_k62_roll_d8_half_of_what_was_rolled() -> None:
    """K57: a lone enemy is at half of its rolled hit points."""
    text = fight(pc(), monster(2, morale=7))
    for rolled, called in (((5, 5), True), ((6, 5), False)):
        faces: list[Face] = [("monster.hp", *rolled), PARTY_FIRST, 15, 5, *([("morale.2d6", 1, 1)] if called else [])]
        played = scene(text, [BEGIN, attack(0, 1)], faces, {"K62": "roll_d8"})
        assert ("morale.2d6" in names(played)) is called


def test_k62_roll_d8_exact_odds() -> None:
    started = scene(fight(pc(), monster(2)), [], [], {"K62": "roll_d8"})
    assert chance(started, BEGIN, lambda state: state.conditions[1].hp == 9) == F(8, 64)
    assert odds("knave.hit_points", dice="1d8-1").weights.chance(lambda points: points == 1) == F(2, 8)


def test_k62_roll_d8_is_the_mean_of_its_fights() -> None:
    """With a morale that looks at half of the hit points, which differ from fight to fight (K57)."""
    rolled = fight(pc(), monster(1, morale=7), rulings={"K62": "roll_d8"})
    fixed = [fight(pc(), monster(1, morale=7, hp=points)) for points in range(1, 9)]
    wins = [solve(tabulate(parse(text)), True).win["party"] for text in (rolled, *fixed)]
    assert wins[0] == sum(map(F, wins[1:]), F(0)) / 8


def test_k62_roll_d8_nothing_is_set_by_hand_before() -> None:
    started = scene(fight(pc(), monster(2)), [], [], {"K62": "roll_d8"})
    assert refused(started, override(1, 3)) == "not_rolled"
    assert refused(started, override(0, 3)) == ""


@pytest.mark.parametrize("begun", [True, False])
def test_k62_roll_d8_of_one_who_joins(begun: bool) -> None:
    joins = {"type": "add_fighter", "fighter": {"name": "orc", "side": "foes", "hd": 1, "damage": "1d6"}}
    text = fight(pc(), foe())
    if begun:
        played = scene(text, [BEGIN, joins], [PARTY_FIRST, ("monster.hp", 7)], {"K62": "roll_d8"})
    else:
        played = scene(text, [joins, BEGIN], [("monster.hp", 7), PARTY_FIRST], {"K62": "roll_d8"})
    assert (conditions(played)[2].hp, played.state.profiles[2].max_hp) == (7, 7)


# K64


@pytest.mark.parametrize(("hd", "none", "capped"), [(4, 4, 4), (10, 10, 10), (11, 11, 10), (15, 15, 10), ("1/2", 0, 0)])
def test_k64_the_level_as_the_bonus_of_all_abilities(hd: Any, none: int, capped: int) -> None:
    for option, bonus in (("none", none), ("cap_10", capped)):
        played = in_round(fight(knave(), monster(hd, hp=20)), [stunt(0, 1, "trip")], [1], K64=option)
        assert of(played, Stunted)[0].defense == 10 + bonus


def test_k64_the_attack_bonus_is_no_ability() -> None:
    assert profile_of(15, K64="cap_10").melee_bonus == 15


def test_k64_scores_that_are_given_stand() -> None:
    text = fight(knave(), ogre(abilities={"str": 12, "dex": 12, "con": 12, "int": 0, "wis": 0, "cha": 0}))
    assert of(in_round(text, [stunt(0, 1, "trip")], [1], K64="cap_10"), Stunted)[0].defense == 22
