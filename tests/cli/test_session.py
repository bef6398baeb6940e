"""`affray play` by hand: a session whose lines are piped in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import affray
from affray.cli.asking import Face, Wrong, die, thrown
from affray.dice import Roll, Why
from affray.interpret.script import Need
from affray.table.log import CommandEntry, EditEntry
from tests.cli.running import DUEL, FORD, fight, fighter, run, said

GEAR = """
[[fighter]]
name = "Ana"
side = "party"
hp = 8
attack = 2
armor = ["gambeson", "shield"]
weapons = ["sword", { name = "axe", die = "d8", quality = 0 }]
"""

ANA_PASSES, ROOK_PASSES = "8", "9"
"""The number of the last command of a turn in the duel, after two attacks, the stunts and leaving.

Rook, who fights with what nature gave him, cannot be disarmed.
"""


def played(path: str, *lines: str, log: Path | None = None) -> str:
    more = ["--log", str(log)] if log is not None else []
    return said("play", path, "--seed", "here", *more, typed="".join(f"{line}\n" for line in lines))


def table_of(log: Path) -> affray.Table:
    """The table after a log; every entry has been run again and compared."""
    return affray.open_log(log.read_bytes())


def hp(table: affray.Table) -> list[int]:
    return [one.hp for one in table.state.conditions]


def test_typed_dice_settle_a_fight(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    text = played(DUEL, "4", "1", "15", "6", log=log)  # the party first; 15 + 2 > 12; 6 damage of 6
    assert "initiative d6 for the table: 4" in text
    assert "attack d20 for Ana: 15" in text
    assert "attack damage d8 for Ana: 6" in text
    assert "15 + 2 = 17 beats 12: hit; damage 6; Rook 6 -> 0" in text
    assert "party wins after 1 round." in text
    assert "not finished" not in text
    table = table_of(log)
    assert table.outcome is not None
    assert table.outcome.winner == "party"
    rolls = [(roll.name, roll.source, roll.faces) for one in table.history() for roll in one.rolls]
    assert rolls == [("initiative.d6", "typed", (4,)), ("attack.d20", "typed", (15,)), ("attack.damage", "typed", (6,))]


def test_wrong_faces_are_refused_in_one_line_and_asked_again(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    text = played(DUEL, "0", "7", "-1", "1.5", "٤", "1e1", "99999999999999999999", "4", "1", "21", "15", "6", log=log)
    for wrong in ("0", "7", "-1", "1.5"):
        assert f"a d6 shows 1 to 6, not {wrong}\n" in text
    assert "a d20 shows 1 to 20, not 21\n" in text
    assert hp(table_of(log)) == [6, 0]


def test_the_table_rolls_one_or_all_the_rest(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    played(DUEL, "", "quit", log=log)
    assert [roll.source for roll in table_of(log).history()[0].rolls] == ["rolled"]
    log = tmp_path / "second.jsonl"
    played(DUEL, "4", "1", "15", "R", "quit", log=log)
    assert [roll.source for roll in table_of(log).history()[1].rolls] == ["typed", "rolled"]
    log = tmp_path / "third.jsonl"
    played(DUEL, "4", "1", "r", "r", "quit", log=log)
    again = tmp_path / "fourth.jsonl"
    played(DUEL, "4", "1", "R", "quit", log=again)
    assert [one.rolls for one in table_of(log).history()] == [one.rolls for one in table_of(again).history()]


def test_undo_redo_edit_and_override_are_in_the_log(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    text = played(
        DUEL,
        "4",  # 1: the party first
        "1", "15", "3",  # 2: Ana hits Rook for 3 of 6
        "1", "2",  # 3: Rook misses Ana
        "u",  # 4
        "redo",  # 5
        "undo 2",  # 6: back to after 1
        "redo",  # 7
        "edit 2 2 5",  # 8: 5 damage instead of 3
        "override rook 4 he had a charm's luck",  # 9
        "note at the bridge",  # 10
        "quit",
        log=log,
    )  # fmt: skip
    assert "Undone: back to after entry 2" in text
    assert "Undone: back to after entry 1" in text
    assert "Redone: entry 3 counts again" in text
    assert "Die 2 of entry 2 shows 5 after all:" in text
    assert "Rook is set to 4 HP: he had a charm's luck" in text
    assert "The fight is not finished: round 1." in text
    table = table_of(log)
    assert hp(table) == [6, 4]
    assert [type(entry).__name__ for entry in table.entries] == [
        "CommandEntry", "CommandEntry", "CommandEntry", "UndoEntry", "RedoEntry", "UndoEntry", "RedoEntry",
        "EditEntry", "CommandEntry", "NoteEntry",
    ]  # fmt: skip
    assert "verified: 10 entries" in said("replay", str(log), "--verify")


def test_an_edit_asks_for_the_dice_that_are_new(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    text = played(DUEL, "4", "1", "3", "edit 2 1 18", "9", "8", "log", log=log)
    assert "a d8 shows 1 to 8, not 9" in text
    assert "die 1: attack.d20 18 edited" in text
    table = table_of(log)
    assert hp(table) == [6, -2]
    assert isinstance(table.entries[-1], EditEntry)


def test_an_edit_that_is_left_changes_nothing(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    text = played(
        DUEL, "4", "1", "3", "edit 2 1 18", "cancel", "edit 2 1 21", "edit 9 1 1", "edit 2 5 1", "edit 2", log=log
    )
    assert "nothing was changed" in text
    assert len(table_of(log).entries) == 2
    for message in ("1 to 20", "entry 9 is no command in effect", "entry 2 has no die 5", "whole numbers are needed"):
        assert message in text


def test_a_command_can_be_set_aside(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    text = played(DUEL, "4", "1", "15", "cancel", ANA_PASSES, "quit", log=log)  # begun, left, then Ana passes
    assert "set aside: nothing has happened" in text
    assert "Ana passes" in text
    table = table_of(log)
    assert [one.command["type"] for one in table.history()] == ["begin_round", "pass"]


def test_words_that_only_look_keep_the_command(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    text = played(DUEL, "4", "1", "state", "help", "15", "why", "nonsense", "6", log=log)
    assert "knave.round.initiative" in text
    assert "nonsense: type the face of your die" in text
    assert hp(table_of(log)) == [6, 0]


def test_what_is_seen(tmp_path: Path) -> None:
    path = fight(tmp_path / "a.toml", GEAR, fighter("Rook", "foes"))
    text = played(path, "4", "all", "odds 1", "why", "foo", "99", "quit")
    assert "Ana   party  HP 8/8  unhurt  sword 3, axe destroyed, body 3, shield 1" in text
    assert "To act: Ana" in text
    assert " 1  Ana attacks Rook with the sword  Rook: HP lost 45.0 %" in text  # 12 and more: 9/20
    assert "-  Ana attacks Rook with the axe: the axe is destroyed (knave.quality.destroyed)" in text
    assert "Rook: HP lost: 45.00 % (9/20)" in text
    assert "every round opens with one d6" in text.lower()
    assert "foo: no such command; help lists them" in text
    assert "there is no command 99 (allowed: 1 to 10)" in text


def test_commands_that_differ_only_in_their_target_stand_on_one_line(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    lines = played(FORD, "5", "20", "14", log=log).splitlines()  # 20: Ana trips goblin 2
    assert (
        "     1-6  Ana attacks goblin 1 to 6 with the sword     HP lost 50.0 % (mean 2.48), down 32.9 %, dead 27.0 %"
        in lines
    )
    assert "      39  Ana passes                                   nothing changes for anybody" in lines
    second = lines[lines.index("goblin 2 is off its feet") :]
    shown = "\n".join(" ".join(line.split()) for line in second)
    assert "\n1, 3-6 Bren attacks goblin 1, 3 to 6 with the halberd HP lost 55.0 %" in shown
    assert "\n2 Bren attacks goblin 2 with the halberd goblin 2: HP lost 79.8 %" in shown
    assert table_of(log).history()[1].command["target"] == 5


def test_targets_with_other_names_and_odds(tmp_path: Path) -> None:
    foes = (fighter("Rook", "foes"), fighter("Rook of Ash", "foes"), fighter("Wren", "foes", armor=14))
    path = fight(tmp_path / "a.toml", fighter("Ana", "party"), *foes)
    shown = "\n".join(" ".join(line.split()) for line in played(path, "5").splitlines())
    assert "\n1-2 Ana attacks Rook, Rook of Ash with the sword HP lost 45.0 %" in shown
    assert "\n3 Ana attacks Wren with the sword Wren: HP lost 40.0 %" in shown


def test_a_long_list_has_no_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("affray.cli.listing.MOST_WITH_ODDS", 3)
    lines = played(DUEL, "4").splitlines()
    assert " 1  Ana attacks Rook with the sword" in lines


def test_what_only_looks_does_not_list_everything_again() -> None:
    text = played(DUEL, "4", "log", "state", "odds 1", "99", "foo", "help", "quit")
    assert text.count("To act: Ana") == 1
    assert played(DUEL, "4", "", "quit").count("To act: Ana") == 2
    assert played(DUEL, "4", ANA_PASSES, "u", "quit").count("To act: Ana") == 2


def test_undo_where_a_die_is_asked_for_takes_back_only_what_is_half_done(tmp_path: Path) -> None:
    for word in ("u", "undo"):
        log = tmp_path / f"{word}.jsonl"
        text = played(DUEL, "4", "1", "15", word, "quit", log=log)
        assert "set aside: nothing has happened" in text
        assert [type(entry).__name__ for entry in table_of(log).entries] == ["CommandEntry"]


def test_the_tactics_can_take_over(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    text = played(FORD, "6", "auto", "auto all", "auto", "quit", log=log)
    assert "there is nothing left to decide" in text
    table = table_of(log)
    assert table.outcome is not None
    assert all(isinstance(entry, CommandEntry) for entry in table.entries)


def test_the_end_of_the_input_says_that_the_fight_is_not_finished(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    for lines in ([], ["4"], ["4", "1"], ["4", "1", "15"]):
        text = played(DUEL, *lines)
        assert "The fight is not finished: round" in text
    text = played(DUEL, "4", "1", "15", log=log)
    assert f"log {log}" in text
    assert len(table_of(log).entries) == 1  # the attack had not happened yet


def test_after_the_end_there_is_undo(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    text = played(DUEL, "4", "1", "15", "8", "1", "u", "1", "15", "1", log=log)
    assert "there is no command 1 (allowed: none now)" in text
    assert hp(table_of(log)) == [6, 5]


def test_saving(tmp_path: Path) -> None:
    there, new = tmp_path / "there.jsonl", tmp_path / "new.jsonl"
    there.write_text("mine", encoding="utf-8")
    text = played(DUEL, "4", f"save {there}", f"save {new}", ANA_PASSES, f"save {new}", "save", "quit")
    assert "exists already" in text
    assert there.read_text(encoding="utf-8") == "mine"
    assert len(table_of(new).entries) == 2
    assert "a file is needed" in text


def test_overrides_name_fighters(tmp_path: Path) -> None:
    path = fight(
        tmp_path / "a.toml", fighter("Ana", "party"), fighter("goblin", "foes").replace("hp = 8", "hp = 8\ncount = 2")
    )
    log = tmp_path / "log.jsonl"
    text = played(
        path, "4", "override goblin 2 5 fell", "override 2 4 fell too", "override go 3 x", "override Bo 3 x",
        "override Ana", "override Ana 3", "override Ana 99 x", "override A -1 poison", "quit", log=log,
    )  # fmt: skip
    assert hp(table_of(log)) == [-1, 4, 5]
    assert "that could be several" in text
    assert "there is no such fighter" in text
    assert "hit points are a whole number" in text
    assert "needs a reason" in text
    assert "hp is a whole number from -9999 to 8" in text


def test_notes_are_checked(tmp_path: Path) -> None:
    text = played(DUEL, "note", "note a\x1b[2J", "note \u202eevil", "note fine", "quit")
    assert "\x1b" not in text
    assert "a note needs a text" in text
    assert "control character" in text
    assert "Note: fine" in text


def test_rounds_end_a_session(tmp_path: Path) -> None:
    text = run(
        "play", DUEL, "--seed", "a", "--rounds", "1", typed=f"4\n{ANA_PASSES}\n{ROOK_PASSES}\nundo\nquit\n"
    ).stdout
    assert "1 rounds played> undo" in text


def test_input_that_is_no_text_is_no_crash(tmp_path: Path) -> None:
    import subprocess
    import sys

    from tests.cli.running import environment

    command = [sys.executable, "-m", "affray", "play", DUEL]
    done = subprocess.run(
        command, env=environment(), input=b"\xff\xfe\n4\n\x00\n", capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 0
    assert done.stderr == b""


NEED = Need(Roll(20, 2, "high"), Why("attack.d20", "attacker"), 0, (7,), 0)


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("20", Face(20)),
        ("01", Face(1)),
        ("", "roll"),
        ("r", "roll"),
        ("R", "roll all"),
        ("undo 2", "other"),
        ("²", "other"),
    ],
)
def test_what_a_line_means_at_a_die(line: str, meaning: Any) -> None:
    assert thrown(line, NEED) == meaning


@pytest.mark.parametrize("line", ["0", "21", "+3", "-3", "1_0", "3 4", "12345"])
def test_what_is_no_face(line: str) -> None:
    assert isinstance(thrown(line, NEED), Wrong)


def test_what_dice_are_called() -> None:
    assert die(NEED, "Ana") == "attack d20 (2 of 2) for Ana:"
    assert (
        die(Need(Roll(6, 2), Why("morale.2d6", "referee", True), "referee", (), 0), "the referee")
        == "morale d6 (1 of 2) for the referee:"
    )
    assert die(Need(Roll(8), Why("attack.damage", "attacker"), 0, (), 0), "Ana") == "attack damage d8 for Ana:"


def test_the_log_is_a_header_and_a_line_an_entry(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    played(DUEL, "4", ANA_PASSES, "quit", log=log)
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert lines[0]["seeds"] == ["here", "here/hidden"]
    assert [line["seq"] for line in lines[1:]] == [1, 2]
