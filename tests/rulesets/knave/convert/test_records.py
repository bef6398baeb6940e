"""Records of JSON: every type of value is read, asked about or listed, and nothing is cut."""

from __future__ import annotations

import json
from typing import Any

import pytest

from affray.rules import Converted
from tests.rulesets.knave.convert.blocks import asked, one

BEAST = {"name": "Beast", "ac": 15, "hd": 3, "attacks": "1 bite (1d6)", "morale": 7}


def flat(**more: Any) -> Converted:
    return one(json.dumps({**BEAST, **more}))


def unread(creature: Converted) -> list[str]:
    return [span.text.partition(":")[0] for span in creature.unread]


# 5e


def action(text: str) -> Converted:
    return one(
        json.dumps(
            {"Name": "Snake", "AC": {"Value": 13}, "HP": {"Value": 7}, "Actions": [{"Name": "Bite", "Content": text}]}
        )
    )


@pytest.mark.parametrize(
    "text",
    [
        "+4 to hit. Hit: 5 (1d6 + 2) piercing plus 7 (2d6) poison damage.",
        "+4 to hit. Hit: 5 (1d6 + 2) piercing damage, or 6 (1d8 + 2) with two hands.",
        "{@hit 4} to hit. {@h}5 ({@damage 1d6 + 2}) plus {@damage 2d6} poison.",
    ],
)
def test_a_second_damage_of_an_action_is_asked_about(text: str) -> None:
    assert "damage" in asked(action(text))
    assert "damage" not in asked(action("+4 to hit. Hit: 5 (1d6 + 2) piercing damage."))


def test_an_action_without_a_roll_is_told() -> None:
    told = action("Each creature takes 7 (2d6) fire damage.").unread
    assert any("takes 7 (2d6) fire" in span.text for span in told)


# Types


@pytest.mark.parametrize(("value", "hd"), [(0.5, 0.5), (3.0, 3), ("0.5", 0.5), ("1/2", 0.5)])
def test_hit_dice_may_be_a_float(value: object, hd: float) -> None:
    creature = flat(hd=value)
    assert (creature.values["hd"], creature.questions) == (hd, ())


@pytest.mark.parametrize("value", [2.5, [3, 4], {"dice": 3}, True])
def test_a_value_of_another_type_is_asked_about_as_it_stands(value: object) -> None:
    question = next(question for question in flat(hd=value).questions if question.field == "hd")
    assert question.text.startswith(f"'{json.dumps(value)}' is not one number of hit dice")


@pytest.mark.parametrize("name", [["Beast"], {"en": "Beast"}, 5, True])
def test_a_name_is_a_text(name: object) -> None:
    creature = flat(name=name)
    assert asked(creature) == ["name"]
    assert unread(creature) == ["name"]


# What is not read


def test_keys_that_nobody_knows_are_listed_with_their_path_and_place() -> None:
    creature = one(json.dumps({**BEAST, "colour": "red", "den": {"in": [1, 2], "none": None}, "tags": []}, indent=1))
    assert [span.text for span in creature.unread] == ["colour: red", 'den: {"in": [1, 2], "none": null}']
    assert [span.line for span in creature.unread] == [7, 8]


def test_keys_beside_those_that_are_read_are_listed() -> None:
    beast = {"name": "Beast", "system": {"ac": {"value": 5, "mod": 2}, "aac": {"value": 14}, "hp": {"hd": "3"}}}
    assert unread(one(json.dumps(beast))) == ["system.ac.mod"]


def test_a_long_text_is_listed_whole_or_not_at_all() -> None:
    creature = flat(attacks="1 bite (1d6), " * 60)
    assert "damage" in asked(creature)
    assert unread(creature) == ["attacks"]


def test_a_known_key_is_a_fact() -> None:
    assert flat(treasure="C", alignment="Neutral").facts.items() >= {"treasure": "C", "alignment": "Neutral"}.items()
    assert flat(treasure="C").unread == ()


# What is read in part


@pytest.mark.parametrize("points", ["3, 4, 4, 5, 6, 8", "7 each, leader 12", "potions 3"])
def test_hit_points_that_are_not_one_number_are_told(points: str) -> None:
    creature = one(f"Orc: AC 13, HD 1, HP {points}, Att 1 bite (1d6), ML 7")
    assert creature.questions == ()
    assert "hp_printed" not in creature.facts
    assert any(points in span.text for span in creature.unread)


def test_hit_points_of_each_are_read() -> None:
    creature = one("Orc: AC 13, HD 1, hp 4 each, Att 1 bite (1d6), ML 7")
    assert (creature.facts["hp_printed"], creature.unread) == (4, ())


def test_several_hit_points_without_dice_are_asked_about() -> None:
    creature = one("Orc: AC 13, HP 7 each, 12 for the leader, ATK 1 bite +1 (1d6), LV 1")
    assert creature.values["hp"] is None
    assert "hp" in asked(creature)


def test_an_ascending_armor_class_that_is_none_is_told() -> None:
    beast = {"name": "Beast", "system": {"ac": {"value": 5}, "aac": {"value": "as worn"}, "hp": {"hd": "3"}}}
    assert [span.text for span in one(json.dumps(beast)).unread] == ["as worn"]
