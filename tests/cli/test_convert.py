"""`affray convert`: what it prints, what it asks, what it refuses, and that its tables fight."""

from __future__ import annotations

import json
import sys
from importlib import metadata
from pathlib import Path

import pytest

from affray.cli.convert import toml
from affray.fight import parse
from tests.cli.running import ROOT, document, fighter, process, refused, run, said

BLOCKS = ROOT / "tests" / "data" / "statblocks" / "raw"
GOBLIN = str(BLOCKS / "bfrpg-goblin.txt")
OWLBEAR = str(BLOCKS / "ose-owlbear.txt")
OSRIC = str(BLOCKS / "osric-goblin.txt")
PROSE = str(BLOCKS / "neg-prose.txt")


def file(folder: Path, text: str) -> str:
    path = folder / "paste.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


# JSON


def test_the_json_of_a_creature() -> None:
    (monster,) = document("convert", GOBLIN, "--to", "knave")["monsters"]
    wanted = {"name": "Goblin", "hd": 1, "hp": 4, "armor": 14, "attack": 1, "damage": "1d6", "morale": 7}
    assert {key: monster[key] for key in wanted} == wanted
    assert monster["format"] == "bfrpg-labelled"
    assert monster["questions"] == []
    assert monster["unread"] == []
    assert monster["facts"]["save_as"] == "Fighter 1"
    armor = next(step for step in monster["working"] if step["field"] == "armor")
    assert (armor["value"], armor["text"], armor["clause"]) == (14, "14 (11)", "knave.monster.armor")
    assert (armor["line"], armor["column"]) == (2, 14)
    points = next(step for step in monster["working"] if step["field"] == "hp")
    assert points["ruling"] == "K62=ignore_mod K69=four"
    assert points["note"] == "add_mod gives 3"


def test_a_questioned_field_is_null_until_it_is_answered() -> None:
    (monster,) = document("convert", OSRIC)["monsters"]
    assert monster["morale"] is None
    (question,) = monster["questions"]
    assert question["field"] == "morale"
    assert question["options"] == ["none"]
    assert set(question) >= {"field", "text", "options"}
    (monster,) = document("convert", OSRIC, "--answer", "morale=8", "--answer", "hp=4")["monsters"]
    assert (monster["morale"], monster["hp"], monster["questions"]) == (8, 4, [])


def test_rulings_are_chosen_by_id_or_slug() -> None:
    assert document("convert", GOBLIN, "--ruling", "K62=add_mod")["monsters"][0]["hp"] == 3
    assert document("convert", GOBLIN, "--ruling", "hp_per_die=five")["monsters"][0]["hp"] == 5
    assert "K62" in refused("convert", GOBLIN, "--ruling", "K62=no")


def test_what_is_refused_is_listed_beside_the_others(tmp_path: Path) -> None:
    paste = file(tmp_path, "A word before.\n\nOgre: AC 15, HD 4\n\nRat: AC 15, HD 41\n")
    found = document("convert", paste)
    assert [one["name"] for one in found["monsters"]] == ["Ogre"]
    assert [(one["line"], one["text"]) for one in found["refused"]] == [(1, "A word before."), (5, "Rat")]
    assert [one["creature"] for one in found["refused"]] == [False, True]
    assert "0.5 to 40" in found["refused"][1]["reason"]


def test_the_source_is_kept() -> None:
    (monster,) = document("convert", GOBLIN, "--source", "Basic Fantasy, 4th edition")["monsters"]
    assert monster["source"] == "Basic Fantasy, 4th edition"
    assert monster["fighter"]["notes"] == "Basic Fantasy, 4th edition"


def test_standard_input_is_read() -> None:
    result = run("convert", "-", "--json", typed="Ogre: AC 15, HD 4+1\n")
    assert json.loads(result.stdout)["monsters"][0]["hp"] == 16


# Text


@pytest.mark.parametrize(
    "name", ["bfrpg-goblin", "ose-owlbear", "bfrpg-line-bear", "bfrpg-dragon-mountain", "foundry-ose-owlbear"]
)
def test_the_text_is_a_fight_file_when_a_party_is_added(name: str) -> None:
    (path,) = BLOCKS.glob(f"{name}.*")
    told = said("convert", str(path), "--source", 'a "book"')
    state = parse('ruleset = "knave"\n' + fighter("Ana", "party") + told).state
    (monster,) = document("convert", str(path))["monsters"]
    profile = state.profiles[1]
    assert profile.name == monster["name"]
    assert (profile.max_hp, profile.body) == (monster["hp"], monster["armor"])
    assert (profile.melee_bonus, profile.ranged_bonus) == (monster["attack"], monster["attack"])
    assert profile.level == monster["saves"]["bonus"]
    assert profile.morale == monster["morale"]
    assert len(profile.weapons[0].blows) == monster["damage"].count("/") + 1


def test_the_fight_reads_hit_points_under_its_own_rulings() -> None:
    told = said("convert", GOBLIN)
    fight = fighter("Ana", "party") + told
    assert parse('ruleset = "knave"\n[rulings]\nK62 = "add_mod"\n' + fight).state.profiles[1].max_hp == 3
    chosen = said("convert", GOBLIN, "--ruling", "K69=five")
    assert parse('ruleset = "knave"\n' + fighter("Ana", "party") + chosen).state.profiles[1].max_hp == 5


def test_the_text_shows_working_questions_and_what_was_not_read(tmp_path: Path) -> None:
    told = said(
        "convert", file(tmp_path, "Wisp\nArmor Class: 13 (special, see below)\nHit Dice: 3+1\nMorale: 12 (8)\n")
    )
    assert "# hp     12  <-  3+1  (knave.monster.hp, K62=ignore_mod K69=four, add_mod gives 13)\n" in told
    assert "# asked: morale: '12 (8)' is not one rating; 2 to 12, or none [12, 8, none]\n" in told
    assert "# not read, line 2, column 17: (special, see below)\n" in told
    assert 'morale = "?"\n' in told
    assert told.endswith("# 1 for knave: 0 whole, 1 with questions (2 in all), 0 refused\n")


def test_nothing_in_a_block_leaves_its_comment_or_reaches_the_terminal(tmp_path: Path) -> None:
    told = said(
        "convert",
        file(tmp_path, "Ogre\x1b[2J: AC 15, HD 4\n\nOgre: AC 15 (a\x1b[2Jb), HD 4\nSpecial: \x0b\x85[[fighter]]\n"),
    )
    assert "\x1b" not in told
    assert told.count("\n[[fighter]]") + told.startswith("[[fighter]]") == 2


@pytest.mark.parametrize("text", ['a "b" \\ c', "tab\there", "ünï", "1-1", "back\\slash", "\x7f"])
def test_texts_are_written_as_toml_reads_them(text: str) -> None:
    import tomllib

    assert tomllib.loads(f"a = {toml(text)}\nb = {toml({'c d': text})}") == {"a": text, "b": {"c d": text}}


# Strict, and bad input


def test_strict_makes_a_question_bad_input() -> None:
    message = refused("convert", OSRIC, "--strict")
    assert "osric-goblin.txt:2: morale:" in message
    assert "--answer morale=none; questions in all: 1" in message
    assert said("convert", OSRIC, "--strict", "--answer", "morale=none")
    assert said("convert", GOBLIN, "--strict")


def test_strict_makes_a_refused_creature_bad_input_and_words_between_creatures_not(tmp_path: Path) -> None:
    paste = "A word before.\n\nOgre: AC 15, HD 4, Att 1 club (1d8), ML 9\n"
    assert "# no creature, line 1: A word before.:" in said("convert", file(tmp_path, paste), "--strict")
    assert "0.5 to 40" in refused("convert", file(tmp_path, paste + "\nRat: AC 15, HD 41\n"), "--strict")


@pytest.mark.parametrize("name", ["neg-prose.txt", "cairn-basilisk.txt", "cairn-acolyte.txt"])
def test_a_text_without_a_creature_is_bad_input(name: str) -> None:
    assert "no creature to convert" in refused("convert", str(BLOCKS / name))
    assert "no creature to convert" in refused("convert", str(BLOCKS / name), "--json")


@pytest.mark.parametrize("hit_dice", ["0", "41"])
def test_hit_dice_out_of_range_are_bad_input(tmp_path: Path, hit_dice: str) -> None:
    assert "0.5 to 40" in refused("convert", file(tmp_path, f"Ogre: AC 15, HD {hit_dice}"))


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--to", "knav"), "did you mean knave"),
        (("--to", "skilldice"), "converts no creatures"),
        (("--answer", "morale"), "a field and its value"),
        (("--answer", "moral=7"), "did you mean morale"),
        (("--answer", "Gobln.morale=7"), "did you mean Goblin"),
        (("--answer", "morale=7", "--answer", "morale=8"), "given twice"),
        (("--answer", "morale=13"), "integer 2 to 12"),
        (("--source", "x" * 201), "--source"),
        (("--source", "\x1b"), "--source"),
    ],
)
def test_options_that_cannot_be_taken_are_bad_input(arguments: tuple[str, ...], problem: str) -> None:
    assert problem in refused("convert", GOBLIN, *arguments)


def test_files_that_cannot_be_read_are_bad_input(tmp_path: Path) -> None:
    assert "no such file" in refused("convert", str(tmp_path / "none.txt"))
    assert "a folder" in refused("convert", str(tmp_path))
    assert "empty" in refused("convert", file(tmp_path, ""))
    assert "a device" in refused("convert", "/dev/zero")
    big = tmp_path / "big.txt"
    big.write_bytes(b"a" * ((16 << 20) + 1))
    assert "at most 16 MiB" in refused("convert", str(big))


def test_too_many_creatures_are_bad_input(tmp_path: Path) -> None:
    assert "1 to 1,000" in refused("convert", file(tmp_path, "Ogre: AC 15, HD 4\n" * 1_001))


# The bestiary


def test_an_unknown_bestiary_names_those_that_are_known() -> None:
    assert "bestiary:bfrpg" in refused("convert", "bestiary:osr")


def test_a_bestiary_that_is_not_installed_says_how(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> metadata.Distribution:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", missing)
    assert "affray[bestiary]" in refused("convert", "bestiary:bfrpg")


def test_the_bestiary_is_read_where_it_is_installed() -> None:
    try:
        metadata.distribution("bfrpg-data")
    except metadata.PackageNotFoundError:
        pytest.skip("bfrpg-data is not installed")
    before = "pydantic" in sys.modules
    found = document("convert", "bestiary:bfrpg")["monsters"]
    assert len(found) == 638
    ogre = next(one for one in found if one["name"] == "Ogre")
    assert (ogre["hd"], ogre["hp"], ogre["armor"], ogre["damage"]) == (4, 16, 15, "2d6")
    assert "CC BY-SA 4.0" in ogre["licence"]
    assert ("pydantic" in sys.modules) == before


def test_it_works_in_a_process_of_its_own() -> None:
    done = process("convert", OWLBEAR, env={"PYTHONIOENCODING": "ascii", "LANG": "C"})
    assert done.returncode == 0
    assert b"[[fighter]]" in done.stdout


def test_a_creature_with_a_sign_in_its_name_can_be_answered_for(tmp_path: Path) -> None:
    paste = file(tmp_path, "A=B: AC 5 [14], HD 4, Att 1 bite (1d6)\nOrc: AC 6 [13], HD 1, Att 1 axe (1d8), ML 8")
    found = document("convert", paste, "--answer", "A=B.morale=9", "--answer", "damage=1d4")["monsters"]
    assert [(one["name"], one["morale"], one["damage"]) for one in found] == [("A=B", 9, "1d4"), ("Orc", 8, "1d4")]


def test_a_piece_behind_a_creature_is_refused_when_strict(tmp_path: Path) -> None:
    paste = file(tmp_path, "Orc: AC 6 [13], HD 1, Att 1 axe (1d8), ML 8\nML 9, THAC0 18 [+1]\n")
    assert "is not read as a part of the creature above it" in refused("convert", paste, "--strict")
