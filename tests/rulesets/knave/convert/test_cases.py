"""Blocks of many books: the values that were read by eye, and the questions where a text leaves something open."""

from __future__ import annotations

import importlib.metadata
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from affray.rules import Converted
from tests.rulesets.knave.convert.blocks import CASES, SIXTY, asked, of_case, read

VALUES = {
    "armor_defense": "armor",
    "hd_count": "hd",
    "hp_knave_x4": "hp",
    "attack_bonus": "attack",
    "morale": "morale",
}

ASKED = {
    "bfrpg-bat": {"hd", "damage"},  # one hit point, and confusion
    "bfrpg-centipede": {"damage"},  # poison alone
    "bfdata-hd-spaced": {"damage", "morale"},  # a slam or a weapon; 12 (8)
    "bfdata-hd-range-nospace": {"hd", "attack"},
    "bfdata-hd-choice": {"hd", "damage"},
    "bfdata-ac-worn": {"hd", "armor", "morale"},  # 7+
    "bfdata-ac-immune": {"hd", "armor"},
    "bfdata-morale-na": {"armor", "damage", "morale"},
    "bfdata-save-half": {"hd", "attack"},
    "bfdata-att-forms": {"damage"},
    "ose-hellhound": {"hd", "attack"},
    "ose-swarm": {"hd", "attack", "damage"},  # 2 or 4 hp
    "ose-vampire": {"hd", "attack"},
    "ose-inline-owlbear": {"name"},
    "osric-goblin": {"morale"},
    "osric-men-worn": {"hd", "armor", "damage", "morale"},
    "osric-babau": {"damage", "morale"},
    "osric-dragon": {"hd", "morale"},
    "osric-lizard-shield": {"morale"},
    "osric3-coffer": {"damage", "morale"},  # a claw or by weapon
    "osric3-achaiyerai": {"hd", "armor", "damage", "morale"},
    "osric3-cockatrice": {"hd", "morale"},  # an armor class in the place of the hit dice
    "dd-actaeon": {"name"},
    "dd-half-columns": {"name"},
    "sw-owlbear": {"morale"},
    "sw-ogre": {"morale"},
    "sw-lich": {"morale"},
    "sw-json-bugbear": {"damage"},  # a bite and a weapon: one routine or two?
    "odnd-beetles-giant": {"hd", "damage", "morale"},  # 2-7
    "odnd-bats": {"damage", "morale"},
    "ii-goblin": {"morale"},
    "open5e-goblin": {"attack", "damage", "morale"},
    "5etools-goblin": {"morale"},
    "shadowdark-wolf": {"morale"},
    "dcc-rat": {"morale"},
}
REFUSED = {"cairn-basilisk", "cairn-acolyte", "neg-prose"}


def found(creature: Converted, key: str) -> Any:
    return creature.values[VALUES[key]] if key in VALUES else creature.facts.get(key)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_block_gives_what_was_read_by_eye(case: dict[str, Any]) -> None:
    conversion = of_case(case)
    if case["id"] in REFUSED:
        assert not conversion.monsters
        assert len(conversion.refused) == 1
        return
    assert not conversion.refused
    assert len(conversion.monsters) == case["expect"].get("columns", 1)
    creature = conversion.monsters[0]
    assert creature.format == case["format"]
    expected = {key: value for key, value in case["expect"].items() if key != "columns"}
    assert {key: found(creature, key) for key in expected} == expected


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_what_a_block_leaves_open_is_asked(case: dict[str, Any]) -> None:
    for creature in of_case(case).monsters:
        assert set(asked(creature)) == ASKED.get(case["id"], set())
        assert len(asked(creature)) == len(set(asked(creature)))
        for field in set(asked(creature)) - {"ac_system"}:
            assert creature.values[field] is None
            assert creature.fighter[field] == ("" if field == "name" else "?")


AMBIGUOUS = [case for case in CASES if case["ambiguous"] and not case["expect"]]


@pytest.mark.parametrize("case", AMBIGUOUS, ids=lambda case: case["id"])
def test_an_ambiguous_block_without_expectation_is_asked_about_or_refused(case: dict[str, Any]) -> None:
    conversion = of_case(case)
    assert conversion.monsters or conversion.refused
    assert all(asked(creature) for creature in conversion.monsters)


def test_there_are_all_cases() -> None:
    assert len(CASES) == 53
    assert len({case["id"] for case in CASES}) == 53


# Sixty of a bestiary


def record(line: dict[str, Any]) -> dict[str, Any]:
    return {"name": line["name"], "stats": {key: {"raw": text} for key, text in line["raw"].items()}}


@pytest.mark.parametrize("line", SIXTY, ids=lambda line: line["id"])
def test_every_tenth_monster_gives_what_was_read_by_eye(line: dict[str, Any]) -> None:
    (creature,) = read(json.dumps({"data": [record(line)]})).monsters
    assert {key: creature.values[key] for key in line["expect"]} == line["expect"]
    known = {"hd": ("hp", "attack")}  # what follows from hit dice is not asked for twice
    open_fields = {key for key, value in line["expect"].items() if value is None}
    follows = {one for key in open_fields for one in known.get(key, ())}
    assert open_fields - follows <= set(asked(creature)) <= open_fields


def test_sixty_are_sixty() -> None:
    assert len(SIXTY) == 60
    assert len({line["id"] for line in SIXTY}) == 60


# The whole bestiary, where its package is installed

COUNTS = {"damage": 205, "hd": 42, "morale": 29, "armor": 16, "attack": 14}
WHOLE = 402


@pytest.fixture(scope="module")
def package() -> bytes:
    try:
        found = importlib.metadata.distribution("bfrpg-data")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("bfrpg-data is not installed")
    return Path(str(found.locate_file("bfrpg_data/data/bestiary.json"))).read_bytes()


@pytest.fixture(scope="module")
def bestiary(package: bytes) -> tuple[Converted, ...]:
    conversion = read(package)
    assert conversion.refused == ()
    return conversion.monsters


def test_every_monster_is_converted_or_asked_about(bestiary: tuple[Converted, ...]) -> None:
    assert len(bestiary) == 638
    for creature in bestiary:
        open_fields = {key for key, value in creature.values.items() if value is None}
        if open_fields:
            assert creature.questions
        assert creature.source
        assert creature.licence
        if not creature.questions:
            assert not open_fields


def test_how_many_are_asked_about_and_what(bestiary: tuple[Converted, ...]) -> None:
    counts = Counter(field for creature in bestiary for field in asked(creature))
    assert counts == COUNTS
    assert sum(not creature.questions for creature in bestiary) == WHOLE


def test_the_package_has_the_sixty(bestiary: tuple[Converted, ...]) -> None:
    ordered = sorted(bestiary, key=lambda creature: creature.values["name"].casefold())
    assert [creature.values["name"] for creature in ordered[::10][:60]] == [line["name"] for line in SIXTY]


def test_what_the_package_reads_out_of_its_texts_is_what_we_read(
    package: bytes, bestiary: tuple[Converted, ...]
) -> None:
    """Its makers parsed the same texts; where both have a number it is the same one."""
    compared = 0
    for creature, one in zip(bestiary, json.loads(package)["data"], strict=True):
        stats = one["stats"]
        theirs = {
            "armor": stats["armor_class"]["value"],
            "hd": stats["hit_dice"]["value"],
            "attack": stats["hit_dice"]["attack_bonus"],
            "morale": stats["morale"]["value"],
        }
        for field, value in theirs.items():
            if value is not None and creature.values[field] is not None:
                assert creature.values[field] == value, (creature.values["name"], field)
                compared += 1
    assert compared == 1_875
