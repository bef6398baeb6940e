"""States that come from outside are checked, and what goes out to players is a list of what is public."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import affray
from affray.codec import convert, plain
from affray.errors import BadInput
from affray.rulesets.knave import events as e
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.state import BreakChoice, PieceChoice, State, Trigger, check
from affray.rulesets.knave.view import publish
from tests.rulesets.knave.fights import BEGIN, attack, fight, foe, override, pc, state_of

SECRET = 4321
"""A number that only the referee knows."""


def state(**changes: Any) -> State:
    return msgspec.structs.replace(state_of(fight(pc(), foe(count=2))), **changes)


def test_a_fight_file_gives_a_sound_state() -> None:
    assert check(state()) is None


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"conditions": ()}, "every fighter needs a profile and a condition"),
        ({"profiles": (), "conditions": ()}, "every fighter needs"),
        ({"camps": ((0,), (1,))}, "every fighter belongs to one of two camps"),
        ({"camps": ((0, 1, 2), ())}, "neither is empty"),
        ({"camps": ((1,), (0, 2))}, "not the one that lists it"),
        ({"acted": (99,)}, "those who acted"),
        ({"acted": (1, 0)}, "ascending"),
        ({"acted": (1, 1)}, "ascending"),
        ({"first": 2}, "0 or 1"),
        ({"pending": (PieceChoice(0, 7),)}, "who is not there"),
        ({"pending": (PieceChoice(7, 0),)}, "who is not there"),
        ({"pending": (BreakChoice(7),)}, "who is not there"),
    ],
)
def test_what_is_wrong_with_a_state(changes: dict[str, Any], sentence: str) -> None:
    assert sentence in str(check(state(**changes)))


@pytest.mark.parametrize("dice", [[[0, 6]], [[1, 1]], [[1001, 6]], [[1, 1001]]])
def test_dice_of_a_state_have_limits(dice: list[list[int]]) -> None:
    told = plain(state())
    told["profiles"][1]["weapons"][0]["damage"]["dice"] = dice
    assert "damage dice" in str(check(convert(told, State)))


def test_every_weapon_of_a_state_has_a_quality() -> None:
    told = plain(state())
    told["conditions"][0]["weapons"] = []
    assert "every weapon" in str(check(convert(told, State)))


def test_a_log_with_a_broken_state_is_refused() -> None:
    table = affray.Table(affray.parse(fight(pc(), foe())))
    header = json.loads(table.log())
    header["fight"]["acted"] = [99]
    with pytest.raises(BadInput, match="line 1: fight: those who acted"):
        affray.open_log(json.dumps(header).encode() + b"\n")


def test_a_log_whose_rulings_are_not_those_of_its_fight_is_refused() -> None:
    header = json.loads(affray.Table(affray.parse(fight(pc(), foe()))).log())
    header["rulings"]["K08"] = "auto_hit"
    with pytest.raises(BadInput, match="line 1: rulings"):
        affray.open_log(json.dumps(header).encode() + b"\n")


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(BadInput, match="colour"):
        convert({"type": "pass", "actor": 0, "colour": 1}, ruleset.command)


def test_an_attack_shows_the_numbers_of_the_party_only() -> None:
    one = state()
    mine = publish(one, e.Attacked(0, 1, 0, 2, 13, 0, False, "attacker", True, 5))
    theirs = publish(one, e.Attacked(1, 0, 0, 2, 13, 0, False, "attacker", True, 5))
    assert mine is not None
    assert theirs is not None
    assert (mine["bonus"], theirs["armor"]) == (2, 13)
    assert "armor" not in mine
    assert "bonus" not in theirs


@pytest.mark.parametrize(
    "event",
    [
        e.MoraleCalled(Trigger("half")),
        e.MoraleRolled((1,), 7, True, Trigger("half")),
        e.MoraleSkipped(Trigger("half")),
        e.Asked(BreakChoice(1), ""),
        e.Answered(""),
        e.QualityLost(1, "body"),
    ],
)
def test_what_is_the_referees_alone(event: e.Event) -> None:
    assert publish(state(), event) is None


def test_quality_of_the_party_is_public() -> None:
    assert publish(state(), e.QualityLost(0, "shield")) is not None


def test_an_override_shows_no_enemys_hit_points() -> None:
    table = affray.Table(affray.parse(fight(pc(), foe(max_hp=5000, hp=5000))))
    table.do(convert(override(1, SECRET), ruleset.command))
    table.do(convert(override(0, 7), ruleset.command))
    shown = json.dumps(table.player_log())
    assert str(SECRET) not in shown
    assert '"hp": 7' in shown


def test_outcomes_go_on_through_the_initiative_of_the_next_round() -> None:
    found = affray.parse(fight(pc(), foe()))
    table = affray.Table(found)
    table.do(convert(BEGIN, ruleset.command), dice=(6,))
    table.do(convert(attack(0, 1), ruleset.command), dice=(2,))
    now = msgspec.structs.replace(found, state=table.state)
    reached = affray.outcomes(now, convert(attack(1, 0), ruleset.command))
    going_on = [one for one in reached if not one.over]
    assert {one.round for one in going_on} == {2}
    # whoever acts first in the second round is one in two, whatever the goblin did
    party_first = sum(weight for one, weight in reached.items() if not one.over and one.first == 0)
    assert 2 * party_first == sum(weight for one, weight in reached.items() if not one.over)


def test_a_number_too_long_to_print_is_refused_all_the_same() -> None:
    with pytest.raises(BadInput, match="bits"):
        affray.odds("knave.attack", bonus=10**5000, armor=14, die=8)
