"""Blocks as pastes leave them: wrapped, in brackets, under several lines of words, with labels in many spellings."""

from __future__ import annotations

import pytest

from tests.rulesets.knave.convert.blocks import asked, one, read

OWL_BEAR = (
    "Owl Bear\nAC 5 [14], HD 5 (22hp), Att 2 × claw (1d8),\n1 × bite (1d8), THAC0 15 [+4], MV 120’ (40’),\n"
    "SV D12 W13 P14 B15 S16 (3), ML 9"
)


# One line that was wrapped


@pytest.mark.parametrize(
    "text",
    [
        OWL_BEAR,
        OWL_BEAR.replace("Owl Bear\nAC 5 [14],", "Owl Bear: AC 5 [14],\n"),
        OWL_BEAR.replace("Owl Bear\nAC", "Owl Bear AC").replace("(1d8),\n1", "(1d8\n), 1"),
        OWL_BEAR.replace("(40’),\nSV", "(40’)\nSV"),
        OWL_BEAR.replace("HD 5 (22hp)", "HD 5 (22\nhp)"),
    ],
)
def test_a_creature_goes_on_over_lines(text: str) -> None:
    creature = one(text)
    assert creature.questions == ()
    assert creature.values["name"] == "Owl Bear"
    assert [creature.values[field] for field in ("armor", "hd", "attack", "morale")] == [14, 5, 4, 9]
    assert creature.values["damage"] == "1d8/1d8/1d8"


def test_what_was_wrapped_keeps_its_place() -> None:
    places = {step.field: (step.span.text, step.span.line, step.span.column) for step in one(OWL_BEAR).working}
    assert places["armor"] == ("5 [14]", 2, 4)
    assert places["attack"] == ("15 [+4]", 3, 23)
    assert places["morale"] == ("9", 4, 32)


def test_a_line_of_labels_may_follow_a_creature() -> None:
    assert one("Ogre: AC 5 [14], HD 4, Att 1 club (1d10)\nMorale: 9\nSize: L").values["morale"] == 9
    assert read("Ogre: AC 5 [14], HD 4,\nOrc: AC 6 [13], HD 1").monsters[1].values["name"] == "Orc"
    names = [creature.values["name"] for creature in read("Ogre: AC 5 [14], HD 4,\nOrc\nAC: 6\nHD: 1\n").monsters]
    assert names == ["Ogre", "Orc"]


@pytest.mark.parametrize("left", ["ML 8", "1 × bite (1d8), ML 8 in its den.", "\nTHAC0 15 [+4], ML 8"])
def test_a_label_that_is_left_behind_a_creature_counts_as_one(left: str) -> None:
    conversion = read(f"Ogre: AC 5 [14], HD 4, Att 1 club (1d10), ML 7\n{left}")
    (piece,) = conversion.refused
    assert piece.creature
    (piece,) = read(f"Ogre: AC 5 [14], HD 4, ML 7\n\nIt is hungry. {left.strip()[:1]}").refused
    assert not piece.creature


# In brackets


def test_a_creature_in_brackets_is_read() -> None:
    creature = one("3 orcs (AC 6 [13], HD 1, hp 4 each, #AT 1, Dmg 1d6, ML 8)")
    assert creature.questions == ()
    assert [creature.values[field] for field in ("name", "armor", "hd", "morale")] == ["orcs", 13, 1, 8]
    assert creature.values["damage"] == "1d6"
    assert creature.facts["number_appearing"] == "3"


def test_what_stands_behind_the_brackets_is_told() -> None:
    creature = one("Orc chief (AC 4 [15], HD 3, Att 1 axe (1d8), ML 9) with a key")
    assert (creature.values["morale"], creature.questions) == (9, ())
    assert [span.text for span in creature.unread] == ["with a key"]


# Rows


@pytest.mark.parametrize("row", ["Hit Dice: 4 (HP 18)", "Hit Dice: 4, HP 18", "Hit Dice: 4 HP: 18"])
def test_a_row_with_hit_points_stays_in_its_block(row: str) -> None:
    creature = one(f"Ogre\nArmor Class: 15\n{row}\nAttacks: 1 club\nDamage: 1d10\nMorale: 9")
    assert creature.questions == ()
    assert [creature.values[field] for field in ("armor", "hd", "hp", "damage")] == [15, 4, 16, "1d10"]
    assert creature.facts["hp_printed"] == 18


@pytest.mark.parametrize("text", ["Armor Class: 15 Hit Dice: 3\n", "Size: L\nArmor Class: 15 Hit Dice: 3\n"])
def test_two_labels_in_a_row_are_two(text: str) -> None:
    creature = one(f"Ogre\n{text}Attacks: 1 club\nDamage: 1d10\nMorale: 9")
    assert creature.questions == ()
    assert [creature.values[field] for field in ("armor", "hd", "damage", "morale")] == [15, 3, "1d10", 9]


@pytest.mark.parametrize(
    "text",
    [
        "Ogre\nArmor Class: 15\nAlignment Chaotic\nHit Dice: 4\nSaving Throws D12 W13\nMorale: 9",
        "Ogre\n- Armor Class: 15\n- Hit Dice: 4\n- Morale: 9",
        "Ogre\n**AC** 15\n**HD** 4\n**Morale** 9",
        "Ogre\n**AC:** 15\n**HD:** 4\n**Morale:** 9",
        "**Ogre** **AC** 15 **HD** 4 **ML** 9",
        "Ogre: AC 15, HD 4, No. of Attacks 1, Save As F4, Morale 9",
    ],
)
def test_labels_are_known_in_every_dress(text: str) -> None:
    creature = one(text)
    assert [creature.values[field] for field in ("name", "armor", "hd", "morale")] == ["Ogre", 15, 4, 9]


def test_a_d_before_dice_is_the_damage() -> None:
    creature = one("Kobold: AC 7 [12]; HD 1; #AT 2 claws; D 1d4 or by weapon -1; Save NM; ML 6")
    assert (creature.values["damage"], creature.facts["by_weapon_mod"]) == ("1d4/1d4", -1)


def test_a_label_that_nobody_knows_is_no_part_of_the_value_above() -> None:
    creature = one("Ogre\nArmor Class: 15\nHabitat: Hills\nHit Dice: 4")
    assert creature.values["armor"] == 15
    assert [span.text for span in creature.unread] == ["Habitat: Hills"]


@pytest.mark.parametrize("after", ["", "\nNotes: it is\nvery hungry", "\n\nIt is hungry.", "\nML 7\nOrc\nAC 13\nHD 1"])
def test_a_row_that_ends_open_goes_on(after: str) -> None:
    ape = read(f"Ape\nAC 14\nHD 4\nAtt 2 claws (1d4),\n1 bite (1d6){after}").monsters[0]
    assert ape.values["damage"] == "1d4/1d4/1d6"


def test_the_rest_of_a_list_is_no_prose() -> None:
    assert read("Ape\nAC 14\nHD 4\nAtt 2 claws (1d4)\n1 bite (1d6)").refused[0].creature
    assert not read("Ape: AC 14, HD 4, Att 2 claws (1d4)\nOrdinary apes are shy.").refused[0].creature


# Names


@pytest.mark.parametrize(
    "text",
    [
        "Orc\nFrequency: Very rare\nNo. Encountered: 30\nSize: Large\nMove: 90 ft\nArmour Class: 6\nHit Dice: 1",
        "Orc\nHabitat: Very rare\nArmour Class: 6\nHit Dice: 1",
        "Orc\n\n| | |\n| --- | --- |\n| Armour Class | 6 [13] |\n| Hit Dice | 1 |",
        "Name: Orc\nArmour Class: 6\nHit Dice: 1",
        "Orc\n123\nArmour Class: 6\nHit Dice: 1",
        "**Orc**: AC 6 [13], HD 1",
        "## Orc\nArmour Class: 6\nHit Dice: 1",
        "Orc\nMedium humanoid (orc), chaotic evil\nArmor Class 13\nHit Points 15 (2d8 + 6)",
        "## Orc\nA creature of the hills\nArmour Class: 6\nHit Dice: 1",
    ],
)
def test_a_name_is_the_line_that_can_be_one(text: str) -> None:
    (creature,) = read(text).monsters
    assert creature.values["name"] == "Orc"


def test_of_several_lines_above_a_creature_the_name_is_asked() -> None:
    (creature,) = read("Orc\nDweller of the hills\nArmour Class: 6\nHit Dice: 1").monsters
    question = next(question for question in creature.questions if question.field == "name")
    assert question.options == ("Orc", "Dweller of the hills")
    assert creature.values["name"] is None
    assert "name" in asked(creature)


def test_creatures_in_brackets_may_share_a_line() -> None:
    orcs, ogres = read("3 orcs (AC 6 [13], HD 1, ML 8) and 2 ogres (AC 5 [14], HD 4, ML 9)").monsters
    assert [orcs.values[field] for field in ("name", "armor", "hd", "morale")] == ["orcs", 13, 1, 8]
    assert [ogres.values[field] for field in ("name", "armor", "hd", "morale")] == ["ogres", 14, 4, 9]
    assert (orcs.unread, ogres.unread) == ((), ())


def test_a_main_label_in_another_spelling_begins_another_creature() -> None:
    first, second = read("Orc\nArmor Class: 13\nHit Dice: 1\nAC: 14\nHD: 4").monsters
    assert (first.values["armor"], second.values["armor"], second.values["name"]) == (13, 14, None)


OGRE = "Ogre\nArmor Class: 15\nHit Dice: 4\nMorale: 10\n"


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Orc: AC 13, HD 1, #At 1 sword, Ml 8, Dam 1d8\nplus 1d6 fire", ["damage"]),
        (OGRE + "No. of Attacks: 1 club\nDamage: 2d6\nplus 1d6 fire", ["damage"]),
        (OGRE + "No. of Attacks: 2 claws\nDamage: 1d6\neach, bite 2d8", ["damage"]),
        ("Orc: AC 13, HD 1, Dam 1d8, Ml 8, #At 1 sword\n& 1 bite", ["damage"]),
        ("Orc: AC 13, HD 1, Dam 1d8, Ml 8, #At 1 sword\nx 2", ["damage"]),
        (OGRE + "Damage: 2d6\nNo. of Attacks: 2 claws\nand 1 bite", ["damage"]),
        (OGRE + "No. of Attacks: 1 club\nDamage: 2d6\nor 3d6 with both hands", ["damage"]),
        ("Orc: AC 13, HD 1, #At 1 sword, Ml 8, Dam 1d8\nor 1d10 with two hands", ["damage"]),
        ("Ape: AC 14, HD 4, ML 7, Att 2 claws (1d4)\nor 1 bite (1d6)", ["damage"]),
        ("Ogre\nArmor Class: 15\nHit Dice: 4\nNo. of Attacks: 1\nDamage: 2d6\nMorale: 10\nor 8 when alone", ["morale"]),
        ("Ogre\nHit Dice: 4\nNo. of Attacks: 1\nDamage: 2d6\nMorale: 10\nArmor Class: 15\n17 with shield", ["armor"]),
        (OGRE + "No. of Attacks: 1 club\nDamage: 2d6\n+2", []),
    ],
)
def test_the_rest_of_the_last_value_is_not_left_behind(text: str, asked: list[str]) -> None:
    found = read(text)
    assert [[one.field for one in creature.questions] for creature in found.monsters] == [asked]
    assert not found.refused


def test_a_table_with_columns_of_its_own_is_refused() -> None:
    rows = "Name | AC | HD | Att | Dam | ML\nOrc | 13 | 1 | 1 weapon | 1d8 | 8\nOgre | 15 | 4 | 1 club | 1d10 | 10"
    found = read(rows)
    assert not found.monsters
    assert [one.creature for one in found.refused] == [True] * 3


def test_a_second_block_within_a_sentence_counts_as_refused() -> None:
    found = read("Orc: AC 13, HD 1, #At 1 sword, Dam 1d8, Ml 8\nLeader (HD 3, Dam 1d8, Ml 10) leads them.")
    assert [one.creature for one in found.refused] == [True]
