"""Attacks and damage: lists that say one thing are read, and those that may say two are asked about."""

from __future__ import annotations

import json
from typing import Any

import pytest

from affray.rules import Converted
from tests.rulesets.knave.convert.blocks import asked, one


def lists(attacks: str, damage: str = "", more: str = "") -> Converted:
    printed = f"Damage: {damage}\n" if damage else ""
    return one(f"Beast\nAC: 15\nHD: 3\nNo. of Attacks: {attacks}\n{printed}Morale: 7\n{more}")


def weapon(name: str, damage: str) -> dict[str, Any]:
    return {"name": name, "type": "weapon", "system": {"damageFormula": damage}}


def of_items(*items: dict[str, Any]) -> Converted:
    system = {"ac": {"value": 5}, "aac": {"value": 14}, "tHAACB": 3, "hd": "3", "morale": 9}
    return one(json.dumps({"name": "Beast", "system": system, "items": list(items)}))


# Choices


@pytest.mark.parametrize(
    ("attacks", "damage"),
    [
        ("2 claws, 1 bite or breath", "1d4, 1d8 or 3d6"),
        ("2 claws", "1d4 or 1d6"),
        ("3 bites", "1d8, 1d10, or 1d12"),
        ("2", "1d4 or 1d6"),
        ("1 bite, 1 claw", "1d6 bite or 1d4 claw"),
    ],
)
def test_damages_with_or_between_them_are_no_list(attacks: str, damage: str) -> None:
    creature = lists(attacks, damage)
    assert (creature.values["damage"], asked(creature)) == (None, ["damage"])


# Counts


@pytest.mark.parametrize(
    "attacks", ["2 (1 per round)", "1 bite (3/day)", "1-4", "1-3", "2-5", "1 + 1 per bush within 20'", "claws", "1 + 1"]
)
def test_a_number_that_is_no_count_is_asked_about(attacks: str) -> None:
    creature = lists(attacks, "1d4")
    assert (creature.values["damage"], asked(creature)) == (None, ["damage"])


@pytest.mark.parametrize(
    ("attacks", "damage", "routine"),
    [
        ("two claws (1d4), one bite (1d6)", "", "1d4/1d4/1d6"),
        ("Three heads", "1d6", "1d6/1d6/1d6"),
        ("bite", "1d6", "1d6"),
        ("claw/claw/bite", "1d4/1d4/1d8", "1d4/1d4/1d8"),
        ("2 claws and bite", "1d4/1d4/1d6", "1d4/1d4/1d6"),
        ("2 tusks (1d8) and trample (4d8)", "", "1d8/1d8/4d8"),
        ("1 bite 1d6", "", "1d6"),
        ("2 x bite (1d6)", "", "1d6/1d6"),
        ("Bite x2 (1d6)", "", "1d6/1d6"),
        ("1 bite", "1d8+1d6", "1d8+1d6"),
        ("1 bite", "1d6, poison", "1d6"),
        ("1 weapon", "1d6 or weapon", "1d6"),
        ("1 claw (1hp + drain)", "", "1"),
        ("1 proboscis (1d3)", "", "1d3"),
    ],
)
def test_a_count_is_read_in_every_spelling(attacks: str, damage: str, routine: str) -> None:
    creature = lists(attacks, damage)
    assert (creature.values["damage"], creature.questions) == (routine, ())


@pytest.mark.parametrize(
    "attacks", ["claws (1d4)", "2 claws (1d4), 1 bite", "1 bite (DC 12), 2 claws (1d4)", "bites (1d6), 1 tail (1d4)"]
)
def test_attacks_without_a_count_or_without_dice_are_asked_about(attacks: str) -> None:
    assert asked(lists(attacks)) == ["damage"]


def test_the_count_in_the_name_of_an_item_is_kept_or_asked_about() -> None:
    assert of_items(weapon("2 claws", "1d4")).values["damage"] == "1d4/1d4"
    assert of_items(weapon("Bite", "1d4")).values["damage"] == "1d4"
    for name in ("claws (2)", "Claws", "+1 claw", "claw 2"):
        assert "damage" in asked(of_items(weapon(name, "1d4")))


# The printed bonus


@pytest.mark.parametrize("thac0", ["THAC0 15 [+4]", "THAC0 15 (+4)", "THAC0 15/+4", "THAC0: 15 (+4)", "THAC0 15 [4]"])
def test_a_bonus_beside_thac0_is_read(thac0: str) -> None:
    creature = one(f"Beast: AC 15, HD 3, Att 1 bite (1d6), {thac0}, ML 7")
    assert (creature.values["attack"], creature.questions) == (4, ())


@pytest.mark.parametrize("attacks", ["1 bite (+5)", "2 claws (+5), 1 bite (+5)"])
def test_a_bonus_in_brackets_behind_every_attack_is_read(attacks: str) -> None:
    creature = lists(attacks, "1d6/1d6/1d6" if "claws" in attacks else "1d6")
    assert (creature.values["attack"], creature.questions) == (5, ())


def test_a_bonus_in_brackets_may_stand_before_the_dice() -> None:
    creature = lists("1 bite (+4, 1d6)")
    assert (creature.values["attack"], creature.values["damage"], creature.questions) == (4, "1d6", ())


@pytest.mark.parametrize(
    "attacks",
    [
        "1 bite +5 (1d6)",  # of the attack, or of a magic weapon?
        "sword +1 (1d8)",
        "2 hooves (1d8), 1 horn (+3 attack bonus)",
        "2 claws (1d4), 1 bite (+5, 1d6)",
        "1 bite (+5, 1d6), 1 claw (+4, 1d4)",
    ],
)
def test_any_other_bonus_of_an_attack_is_asked_about(attacks: str) -> None:
    creature = lists(attacks)
    assert creature.values["attack"] is None
    assert "attack" in asked(creature)


@pytest.mark.parametrize("attacks", ["1 weapon (1d6+1 or by weapon +1)", "1 bite (2d4 + 2)", "1 touch (1d6-1)"])
def test_a_bonus_of_the_damage_is_none_of_the_attack(attacks: str) -> None:
    creature = lists(attacks)
    assert (creature.values["attack"], creature.questions) == (3, ())


@pytest.mark.parametrize(
    "field", ["Attack Bonus: see below", "AB special", "THAC0: varies", "THAC0: 15 (13 with a bow)", "BAB: +5 or +7"]
)
def test_a_bonus_that_is_not_one_number_is_asked_about(field: str) -> None:
    creature = one(f"Beast: AC 15, HD 3, Att 1 bite (1d6), ML 7, {field}")
    assert (creature.values["attack"], asked(creature)) == (None, ["attack"])


def test_thac0_of_a_record_is_read() -> None:
    beast = {"name": "Beast", "ac": 15, "hd": 3, "attacks": "1 bite (1d6)", "morale": 7}
    assert one(json.dumps({**beast, "thac0": "17 [+2]"})).values["attack"] == 2
    assert one(json.dumps({**beast, "thac0": 17})).values["attack"] == 3
    assert asked(one(json.dumps({**beast, "thac0": "17 or better"}))) == ["attack"]


# What comes on top


@pytest.mark.parametrize(
    ("attacks", "damage"),
    [
        ("1 bite (1d6) + 1 sting (1d4)", ""),
        ("1 bite (1d6) + sting (1d4)", ""),
        ("2 claws + 1 bite", "1d4 claw + 1d6 bite"),
        ("2 claws + bite", "1d4 claw + 1d6 bite"),
        ("2 claws + bite", "1d4, 1d6"),
        ("1 bite (1d6 + 1d6 fire)", ""),
        ("1 bite + fire", "1d6 bite + 1d6 fire"),
        ("2 claws, 1 bite + hug", "1d4, 1d6, 2d6"),
    ],
)
def test_a_second_damage_behind_a_plus_is_asked_about(attacks: str, damage: str) -> None:
    creature = lists(attacks, damage)
    assert (creature.values["damage"], asked(creature)) == (None, ["damage"])


@pytest.mark.parametrize(
    ("attacks", "damage", "routine"),
    [
        ("2 claws, 1 bite + 1 hug", "1d4 claw, 1d8 bite, 2d8 hug", "1d4/1d4/1d8"),
        ("1 bite (1d6 + 2d6 constrict)", "", "1d6"),
        ("1 bite (1d6) + hug (2d6)", "", "1d6"),
        ("1 bite (1d6 + 1d6 per round)", "", "1d6"),
        ("1 touch (1d10 + energy drain)", "", "1d10"),
    ],
)
def test_a_hug_and_what_has_no_dice_are_facts(attacks: str, damage: str, routine: str) -> None:
    creature = lists(attacks, damage)
    assert (creature.values["damage"], creature.questions) == (routine, ())
    assert creature.facts.keys() & {"conditional", "rider"}


# Harm that is no loss of hit points


@pytest.mark.parametrize(
    ("attacks", "damage"),
    [
        ("1 touch (3 Str)", ""),
        ("1 touch (1 CON)", ""),
        ("1 touch (1d4 strength)", ""),
        ("1 touch (1d4 rounds)", ""),
        ("1 touch", "1d4 Str touch"),
        ("1 touch, 1 bite", "1d4 Strength, 1d6"),
        ("1 touch", "1 level"),
        ("1 fist", "1d6 + Str"),
    ],
)
def test_dice_of_something_else_are_asked_about(attacks: str, damage: str) -> None:
    assert asked(lists(attacks, damage)) == ["damage"]


def test_the_kind_of_a_damage_is_no_other_damage() -> None:
    assert lists("1 bite (1d10 piercing)").values["damage"] == "1d10"
    assert lists("1 spit (2d4 acid damage), 1 bite (1d6 bite)").values["damage"] == "2d4/1d6"
