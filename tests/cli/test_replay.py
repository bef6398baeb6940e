"""`affray replay`: a log told again, proven, or refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import DUEL, document, refused, run, said

Lines = list[dict[str, Any]]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    said(
        "play", DUEL, "--seed", "a", "--log", str(path), typed="4\n1\n15\n3\n1\n2\nu\nredo\nedit 2 2 4\nnote so\nquit\n"
    )
    return path


def changed(log: Path, change: Callable[[Lines], object]) -> str:
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    change(lines)
    log.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return str(log)


def test_it_is_told_as_it_was(log: Path) -> None:
    text = said("replay", str(log))
    assert "   2 Ana attacks Rook with the sword: 15 + 2 = 17 beats 12: hit; damage 3; Rook 6 -> 3" in text
    assert "   6 Die 2 of entry 2 shows 4 after all:" in text
    assert "damage 4; Rook 6 -> 2" in text
    assert "   7 Note: so" in text
    assert "Rook  foes   HP 2" in text


def test_up_to_an_entry(log: Path) -> None:
    text = said("replay", str(log), "--to", "2")
    assert "Rook  foes   HP 3" in text
    assert "Undone" not in text
    text = said("replay", str(log), "--to", "4")
    assert "(undone) Rook attacks Ana" in text
    assert "Rook  foes   HP 6" in said("replay", str(log), "--to", "0")
    assert "0 to 7" in refused("replay", str(log), "--to", "8")
    assert "--to" in refused("replay", str(log), "--to", "-1")


def test_it_is_proven(log: Path) -> None:
    assert "verified: 7 entries lead where the log says" in said("replay", str(log), "--verify")
    found = document("replay", str(log), "--verify")
    assert found["verified"] is True
    assert found["differs"] is None
    assert [one["kind"] for one in found["entries"]] == ["command"] * 3 + ["undo", "redo", "edit", "note"]
    assert document("replay", str(log))["verified"] is None


def face(lines: Lines) -> None:
    lines[2]["rolls"][1][3] = [5]


def digest(lines: Lines) -> None:
    lines[3]["digest"] = "0" * 64


@pytest.mark.parametrize(("change", "seq"), [(face, 2), (digest, 3)])
def test_the_first_entry_that_differs_is_named(log: Path, change: Callable[[Lines], object], seq: int) -> None:
    path = changed(log, change)
    assert f"entry {seq}:" in refused("replay", path, "--verify", code=1)
    result = run("replay", path, "--verify", "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["verified"] is False
    assert found["differs"]["seq"] == seq
    assert len(found["entries"]) == seq - 1


def newer(lines: Lines) -> None:
    lines[0]["format"] = 7


def gap(lines: Lines) -> None:
    del lines[3]


def twice(lines: Lines) -> None:
    lines[3]["seq"] = 2


def stranger(lines: Lines) -> None:
    lines[2]["events"][0]["target"] = 9


def no_number(lines: Lines) -> None:
    lines[2]["events"][0]["target"] = "Rook"


def ruleset(lines: Lines) -> None:
    lines[0]["ruleset"] = "knav"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (newer, "made by format 7, this program reads 1"),
        (gap, "gap after 2"),
        (twice, "seq 2 twice"),
        (stranger, "entry 2: target: event 1 does not fit the fight, got 9"),
        (no_number, "target"),
        (ruleset, "knave"),
    ],
)
def test_logs_that_are_refused(log: Path, change: Callable[[Lines], object], message: str) -> None:
    assert message in refused("replay", changed(log, change))


def test_an_unknown_fighter_is_found_by_verifying_too(log: Path) -> None:
    assert "entry 2:" in refused("replay", changed(log, stranger), "--verify", code=1)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the log is empty"),
        (b"{}", "cut off"),
        (b"{}\n", "log.jsonl:1"),
        (b"[]\n", "log.jsonl:1"),
        (b"\xff\xfe\n", "log.jsonl:1"),
        (b"[" * 100_000 + b"\n", "log.jsonl:1"),
    ],
)
def test_what_is_no_log(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(data)
    assert message in refused("replay", str(path))


def test_a_log_that_is_cut_off(log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-20])
    assert "log.jsonl:8: the line is cut off" in refused("replay", str(log))


def test_paths(tmp_path: Path) -> None:
    assert "no such file" in refused("replay", str(tmp_path / "none.jsonl"))
    assert "a folder" in refused("replay", str(tmp_path))
    large = tmp_path / "large.jsonl"
    with large.open("wb") as file:
        file.truncate((16 << 20) + 1)
    assert "large.jsonl" in refused("replay", str(large))


def test_names_with_escapes_are_shown_as_escapes(log: Path) -> None:
    def rename(lines: Lines) -> None:
        lines[0]["fight"]["profiles"][0]["name"] = "A\x1b[2J\x07"

    text = said("replay", changed(log, rename))
    assert "A\\x1b[2J\\x07 attacks Rook" in text
    assert "\x1b" not in text
