"""Pastes: where one creature ends and the next begins, and what is none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.errors import BadInput
from affray.fight import parse
from affray.rulesets.knave.convert.fighter import save_as
from tests.rulesets.knave.convert.blocks import CASES, STATBLOCKS, asked, one, read

TEXTS = {case["id"]: (STATBLOCKS / case["file"]).read_text("utf-8") for case in CASES}
PLAIN = [name for name, text in TEXTS.items() if not text.startswith("{") and name not in ("neg-prose",)]


def names(text: str) -> list[Any]:
    return [creature.values["name"] for creature in read(text).monsters]


@pytest.mark.parametrize("name", [name for name in PLAIN if not name.startswith(("cairn", "dd-half"))])
def test_a_block_pasted_twice_is_two_creatures(name: str) -> None:
    for between in ("\n\n", "\n"):
        first, second = read(TEXTS[name] + between + TEXTS[name]).monsters
        assert first.values == second.values
        assert first.facts == second.facts


def test_many_formats_in_one_paste() -> None:
    chosen = [
        "bfrpg-goblin",
        "ose-kobold",
        "osric-babau",
        "sw-ogre",
        "bfrpg-line-bear",
        "osric3-coffer",
        "dcc-rat",
        "shadowdark-wolf",
    ]
    text = "\n\n".join(TEXTS[name] for name in chosen)
    assert [creature.format for creature in read(text).monsters] == [
        next(case["format"] for case in CASES if case["id"] == name) for name in chosen
    ]
    alone = [read(TEXTS[name]).monsters[0] for name in chosen]
    assert [(creature.values, creature.facts) for creature in read(text).monsters] == [
        (creature.values, creature.facts) for creature in alone
    ]


def test_creatures_without_names_are_told_apart_by_their_labels() -> None:
    assert names("AC: 12\nHD: 1\nAC: 13\nHD: 2\n\nAC: 14\nHD: 3") == [None, None, None]
    assert [creature.values["armor"] for creature in read("AC: 12\nHD: 1\nAC: 13\nHD: 2").monsters] == [12, 13]


def test_a_line_that_was_broken_is_joined() -> None:
    text = (
        "Bear\nArmor Class: 14\nHit Dice: 4\nNo. of Attacks: 2 claws,\n1 bite\nDamage: 1d4 claw,\n1d6 bite\nMorale: 7\n"
    )
    assert one(text).values["damage"] == "1d4/1d4/1d6"
    assert names("Cat\nAC: 12\nHD: 1\nDog\nAC: 13\nHD: 1\n\nHen\n\nAC: 11\nHD: 1") == ["Cat", "Dog", "Hen"]


def test_columns_are_creatures() -> None:
    first, second = read(TEXTS["dd-half-columns"]).monsters
    assert (first.values["hd"], first.values["armor"], first.values["damage"]) == (0.5, 9, "1d2")
    assert (second.values["hd"], second.values["armor"], second.values["damage"]) == (1, 11, "1d4/1d4")


def test_columns_may_have_names() -> None:
    assert names("& Clay & Stone\nArmor Class: & 7 & 5\nHit Dice: & 2 & 4\nMove: 20 ft.") == ["Clay", "Stone"]


def test_words_around_a_creature_are_told_with_their_place() -> None:
    conversion = read("They live in the hills. All of them.\n\nOgre: AC 5 [14], HD 4+1\nIt is hungry.")
    assert [creature.values["name"] for creature in conversion.monsters] == ["Ogre"]
    assert [(one.span.text, one.span.line) for one in conversion.refused] == [
        ("They live in the hills. All of them.", 1),
        ("It is hungry.", 4),
    ]


def test_every_value_names_its_place() -> None:
    places = {step.field: (step.span.line, step.span.column) for step in one(TEXTS["bfrpg-goblin"]).working}
    assert places["name"] == (1, 1)
    assert places["armor"] == (2, 14)
    assert places["hd"] == (3, 11)
    assert places["morale"][0] == 9
    row = "Ogre: HD 4+1; AC 5 [14]; Atk weapon (1d10+1); CL/XP 4/120"
    places = {step.field: (step.span.line, step.span.column) for step in one(row).working}
    assert (places["hd"], places["armor"], places["damage"]) == ((1, 10), (1, 18), (1, 30))


def test_values_of_json_name_their_place() -> None:
    text = TEXTS["foundry-ose-owlbear"]
    armor = next(step for step in one(text).working if step.field == "armor")
    lines = text.split("\n")
    assert '"value": 5' in lines[armor.span.line - 1]
    assert armor.span.column == lines[armor.span.line - 1].index('"value"') + 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Fighter: 20at +5", "Fighter: 20at +5"),
        ("F2", "Fighter 2"),
        ("C11", "Cleric 11"),
        ("Normal Man", "Normal Man 0"),
        ("NH", "Normal Man 0"),
        ("Fighter: 10 (as Hit Dice)", "Fighter 10"),
        ("Magic-User: 4", "Magic-User 4"),
        ("14", "14"),
    ],
)
def test_saves_are_told_in_one_spelling_where_they_are_understood(text: str, told: str) -> None:
    assert save_as(text) == told


# What is no text, or too much of it


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        ("Ogre".encode("utf-16"), "UTF-8"),
        (b"Ogre \xff", "UTF-8"),
        (b"\x89PNG\r\n\x1a\n....", "PNG"),
        (b"<html>", "XML or HTML"),
        (b"PK\x03\x04....", "zip"),
        (b'{"hp": 5,}', "JSON"),
        (b'{"hp": 5, "hp": 6}', "duplicate"),
        (b'{"hp": NaN}', "finite"),
        (b"[" * 100_000, "deep"),
        (b"{" + b'"a":' + b"9" * 5_000 + b"}", "long"),
    ],
)
def test_what_is_no_text_is_refused(content: bytes, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        read(content)


def test_a_mark_at_the_beginning_is_no_part_of_the_name() -> None:
    assert one(b"\xef\xbb\xbfOgre: AC 15, HD 4").values["name"] == "Ogre"


def test_a_thousand_creatures_and_no_more() -> None:
    ogre = "Ogre: AC 15, HD 4+1, ML 9\n"
    assert len(read(ogre * 1_000).monsters) == 1_000
    with pytest.raises(BadInput, match=r"got 10000 \(allowed: 1 to 1,000\)"):
        read(ogre * 10_000)


def test_a_record_that_is_none_is_refused_and_the_others_are_read() -> None:
    conversion = read(json.dumps({"data": [{"colour": "red"}, 5, {"name": "bats", "ac": 8, "hd": "1/2"}]}))
    assert [creature.values["name"] for creature in conversion.monsters] == ["bats"]
    assert len(conversion.refused) == 2


def test_several_armor_classes_of_a_record_are_asked_about() -> None:
    creature = one(
        json.dumps({"monster": [{"name": "Mage", "ac": [12, {"ac": 15}], "hp": {"average": 9, "formula": "2d8"}}]})
    )
    assert "armor" in asked(creature)


def test_an_attack_of_many_kinds_is_asked_about() -> None:
    bite = {"name": "Bite", "entries": ["{@atk mw} {@hit 4} to hit. {@h}5 ({@damage 1d6 + 2})."]}
    claw = {"name": "Claw", "entries": ["{@atk mw} {@hit 5} to hit. {@h}4 ({@damage 1d4 + 2})."]}
    beast = {"name": "Beast", "ac": [15], "hp": {"average": 7, "formula": "2d6"}}
    assert {"attack", "damage"} <= set(asked(one(json.dumps({"monster": [{**beast, "action": [bite, claw]}]}))))
    many = {"name": "Multiattack", "entries": ["Two of them."]}
    assert "damage" in asked(one(json.dumps({"monster": [{**beast, "action": [many, bite]}]})))


@pytest.mark.parametrize("value", [17, "17"])
def test_a_record_of_plain_keys_keeps_every_digit(value: int | str) -> None:
    creature = one(json.dumps([{"name": "Guard", "ac": value, "hd": 3, "attacks": "1 bite (1d6)", "morale": 7}]))
    assert (creature.values["armor"], creature.values["hp"], creature.questions) == (17, 12, ())
    assert asked(one(json.dumps({"name": "Guard", "ac": 5, "hd": 3})))[0] == "ac_system"


def test_a_block_of_5e_has_no_attack_bonus_by_hit_dice() -> None:
    text = "Goblin\nArmor Class 15 (leather armor, shield)\nHit Points 7 (2d6)\nSpeed 30 ft.\n\nSTR DEX\n8 (-1) 14 (+2)"
    (creature,) = read(text).monsters
    assert (creature.format, creature.facts["system"]) == ("5e-labelled", "5e")
    assert (creature.values["armor"], creature.values["hp"], creature.values["attack"]) == (15, 7, None)
    assert "attack" in asked(creature)


def test_the_source_is_kept_where_the_text_names_it() -> None:
    named = one("Ogre\nAC: 15\nHD: 4\nSource: A book, page 7\nLicence: CC0")
    assert (named.source, named.licence) == ("A book, page 7", "CC0")
    assert named.fighter["notes"] == "A book, page 7; CC0"
    assert one(TEXTS["ii-goblin"]).source == "Basic Rules"
    assert one(TEXTS["5etools-goblin"]).fighter["notes"] == "SRD"


def test_too_many_lines_are_refused() -> None:
    with pytest.raises(BadInput, match="100,000"):
        read("a\n" * 100_001)


def test_a_label_in_letters_that_look_alike_is_none() -> None:
    assert one("Ogre\nAC: 15\nHD: 4\nSize: big").facts["size"] == "big"
    assert [piece.span.text for piece in read("Ogre\nAC: 15\nHD: 4\nſize: big").refused] == ["ſize: big"]


@pytest.mark.parametrize(
    "text", ["AC", "AC AC AC HD HD", "HD 1 " * 900, "((((" * 900, "1" * 4_000, "a" * 6_000, "| | | | | | |"]
)
def test_nonsense_takes_no_time(text: str) -> None:
    read(text)


# Properties

READABLE = [text for text in TEXTS.values()]
WORDS = (
    "-", "–", "+", "1", "0", "41", "d6", "1d6", "(m)", " or ", ", ", "/", "*", "by weapon", "½", "1/2", " to ", "[13]",
    "(8)", "\n", "\t", "|", "&", "#", ":", "AC 5", "HD 3", "HP 7", "ML 7", " + hug", "(+9)", "%", "  ", "²", "١", "－",
    "x", "each", "ſ",
)  # fmt: skip
CHARACTERS = st.characters(codec="utf-8", exclude_characters="\0")


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A block in which a few pieces were cut, doubled or replaced."""
    text: str = draw(st.sampled_from(READABLE))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + draw(st.sampled_from((0, 1, 3, 30))))))
        piece = draw(
            st.one_of(
                st.text(CHARACTERS, max_size=6),
                st.sampled_from(WORDS),
                st.just(text[start:end] * 2),
                st.sampled_from(READABLE),
            )
        )
        text = text[:start] + piece + text[end:]
    return text


@given(mutated())
@settings(max_examples=400, deadline=None)
def test_a_damaged_block_is_converted_asked_about_or_refused(text: str) -> None:
    try:
        conversion = read(text)
    except BadInput:
        return
    for creature in conversion.monsters:
        left = {field for field, value in creature.values.items() if value is None}
        assert not left or creature.questions


@given(mutated())
@settings(max_examples=300, deadline=None)
def test_no_number_comes_from_nowhere(text: str) -> None:
    """Armor, hit dice, morale and damage are made of numbers of the text that their working quotes."""
    try:
        conversion = read(text)
    except BadInput:
        return
    for creature in conversion.monsters:
        for step in creature.working:
            quoted = step.span.text
            if step.field == "armor":
                numbers = {step.value, 19 - step.value, 20 - step.value}
                assert (
                    any(str(number) in quoted.replace("–", "-").replace("−", "-") for number in numbers)
                    or "aac" in text
                )
            elif step.field == "hd":
                assert str(step.value) in quoted or step.value == 0.5
            elif step.field == "morale":
                assert str(step.value) in quoted
            elif step.field == "damage":
                bare = quoted.replace(" ", "").replace("\t", "").lower()
                assert all(dice.lstrip("1") in bare or dice in bare for dice in step.value.split("/"))


@given(mutated())
@settings(max_examples=200, deadline=None)
def test_a_fighter_without_questions_can_fight_and_one_with_questions_cannot(text: str) -> None:
    try:
        conversion = read(text)
    except BadInput:
        return
    hero = {"name": "Ana", "side": "party", "hp": 6, "attack": 2, "armor": 13, "weapons": ["sword"]}
    for creature in conversion.monsters:
        fight = json.dumps({"ruleset": "knave", "fighter": [hero, dict(creature.fighter)]})
        if "?" in creature.fighter.values() or not creature.fighter["name"]:
            with pytest.raises(BadInput):
                parse(fight)
            continue
        state = parse(fight).state
        profile = state.profiles[1]
        assert profile.melee_bonus == creature.values["attack"]
        assert profile.max_hp == creature.values["hp"]
        assert profile.morale == creature.values["morale"]
