"""`position` in a session, and `--position` where a fight's file can stand."""

from __future__ import annotations

from pathlib import Path

import pytest

import affray
from tests.cli.running import DUEL, document, fight, fighter, refused, said

DUEL_AT_THE_START = (
    "knave [0 Ana party hp=6 attack=2 armor=13 weapons=(sword die=d8) abilities=2,1,3,1,2,1] "
    "[1 Rook foes hp=6 attack=2 armor=12 weapons=(attack die=d8 tags=natural) level=1]"
)


def positions(*lines: str) -> list[str]:
    """What `position` prints in a session of the duel."""
    text = said("play", DUEL, "--seed", "here", typed="".join(f"{line}\n" for line in lines))
    return [line for line in text.splitlines() if line.startswith("knave ")]


def test_a_session_prints_the_position() -> None:
    lines = ["4", "position", "1", "15", "3", "position", "1", "position", "2", "u", "u", "position"]
    first, hit, asked, undone = positions(*lines)
    assert first == DUEL_AT_THE_START.replace("knave ", "knave round=1 first=0 ")
    assert " acted=0 " in hit
    assert " Rook foes hp=3/6 " in hit
    assert asked == hit  # while a die is asked for nothing has happened
    assert undone == first
    assert "position" in said("play", DUEL, typed="4\nhelp\nquit\n")


def test_odds_from_a_position_are_those_of_the_fight() -> None:
    assert affray.show_position(affray.load(DUEL)) == DUEL_AT_THE_START
    found = document("odds", "--position", DUEL_AT_THE_START, "--exact")
    assert found["win"] == document("odds", DUEL, "--exact")["win"]
    assert found["title"] == ""
    (hurt,) = positions("4", "1", "15", "3", "position")
    later = document("odds", "--position", hurt)
    assert later["win"]["party"] != found["win"]["party"]
    commands = document("odds", "--position", hurt, "--commands")
    assert commands["situations"][0]["to_act"] == [{"seat": 1, "name": "Rook", "side": "foes"}]


def test_play_goes_on_from_a_position(tmp_path: Path) -> None:
    (hurt,) = positions("4", "1", "15", "3", "position")
    log = tmp_path / "log.jsonl"
    text = said("play", "--position", hurt, "--auto", "--seed", "a", "--log", str(log))
    assert text.startswith("Rook attacks Ana")
    assert "verified" in said("replay", str(log), "--verify")
    text = said("play", "--position", hurt, typed="1\n2\nposition\nquit\n")
    assert "To act: Rook" in text
    (later,) = [line for line in text.splitlines() if line.startswith("knave ")]
    assert " acted=0,1 " in later
    assert later.partition("[")[2] == hurt.partition("[")[2]  # a 2 is a miss


def test_a_position_can_be_quoted_in_a_shell(tmp_path: Path) -> None:
    path = fight(tmp_path / "fight.toml", fighter("O'Neil the Hill", "party"), fighter("rat", "foes"))
    text = affray.show_position(affray.load(path))
    assert "'" not in text
    assert document("odds", "--position", text)["win"] == document("odds", path)["win"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["odds", DUEL, "--position", DUEL_AT_THE_START], "--position: in place of a file, not beside one, got"),
        (["odds", "2d6", "--position", DUEL_AT_THE_START], "--position: in place of a file, not beside one, got '2d6'"),
        (["odds", "--position", DUEL_AT_THE_START, "--ruling", "K08=split"], "--ruling: a position has its own"),
        (["odds", "--position", DUEL_AT_THE_START, "--ruling", "K08=split"], "write K08=split into it"),
        (["odds", "--position", DUEL_AT_THE_START[:-1]], "position, column "),
        (["odds", "--position", ""], "position: no such ruleset, got ''"),
        (["odds", "--position", "knabe"], "did you mean knave?"),
        (["odds"], "Missing argument 'EXPR | RULESET.FORMULA k=v ... | FIGHT'. Or give a position with --position"),
        (["odds", "--exact"], "Missing argument"),
        (["play"], "Missing argument 'FIGHT'. Or give a position with --position"),
        (["play", DUEL, "--position", DUEL_AT_THE_START], "--position: in place of a file, not beside one"),
        (["play", "--position", DUEL_AT_THE_START, "--ruling", "K08=split"], "--ruling: a position has its own"),
        (["play", "--position", "knave [0 Ana party hp=3]"], "position: every fighter belongs to one of two camps"),
    ],
)  # fmt: skip
def test_mistakes(args: list[str], message: str) -> None:
    assert message in refused(*args)
