"""`affray play --auto`: a fight that tactics play, told and logged."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import affray
from affray.cli.auto import chosen
from tests.cli.running import DUEL, FORD, document, fight, fighter, refused, run, said


def with_tactics(tmp_path: Path, tactic: str) -> str:
    text = Path(FORD).read_text(encoding="utf-8")
    path = tmp_path / "ford.toml"
    path.write_text(text + f'\n[tactics]\nparty = "{tactic}"\nfoes = "{tactic}"\n', encoding="utf-8")
    return str(path)


def entries(log: Path) -> list[dict[str, Any]]:
    """The lines of a log without the ids, which are never the same."""
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        line.pop("id", None)
    return lines


@pytest.mark.parametrize("tactic", ["first", "weakest", "strongest", "random"])
def test_the_same_seed_gives_the_same_fight_and_its_log_replays(tmp_path: Path, tactic: str) -> None:
    path = with_tactics(tmp_path, tactic)
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    first = said("play", path, "--auto", "--seed", "ford", "--log", str(one))
    second = said("play", path, "--auto", "--seed", "ford", "--log", str(two))
    assert first.replace("one.jsonl", "two.jsonl") == second
    assert entries(one) == entries(two)
    assert said("play", path, "--auto", "--seed", "fort") != said("play", path, "--auto", "--seed", "ford")
    assert "verified" in said("replay", str(one), "--verify")
    # Nothing of the tactics' own dice is in the log.
    assert all("tactic" not in json.dumps(line.get("rolls", "")) for line in entries(one))


def test_a_mixing_tactic_mixes(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    said("play", with_tactics(tmp_path, "random"), "--auto", "--seed", "ford", "--log", str(log))
    attacks = [line["command"] for line in entries(log)[1:] if line["command"]["type"] == "attack"]
    assert len({one["target"] for one in attacks if one["actor"] < 4}) > 2


def test_what_a_tactic_chooses_depends_on_nothing_but_the_table() -> None:
    table = affray.Table(affray.load(DUEL), ("a", "b"))
    assert chosen(table) == chosen(table)


def test_every_entry_is_told() -> None:
    text = said("play", DUEL, "--auto", "--seed", "a")
    assert text.startswith("A duel at dawn\nRound 1: d6 = ")
    assert "The fight is over: " in text
    assert text.endswith("seed a\n")


def test_odds_come_before_each_decision() -> None:
    text = said("play", DUEL, "--auto", "--odds", "--seed", "a")
    lines = text.splitlines()
    decisions = [n for n, line in enumerate(lines) if line.startswith("    ")]
    assert decisions
    for n in decisions:
        assert "%" in lines[n]
        # The sentence after it tells the command whose odds these were.
        assert lines[n + 1].startswith(lines[n].strip().partition(":")[0])
    without = "\n".join(line for line in lines if not line.startswith("    ")) + "\n"
    assert without == said("play", DUEL, "--auto", "--seed", "a")


def test_no_more_rounds_than_allowed() -> None:
    """Somebody who still has a move left does not begin another round."""
    text = said("play", DUEL, "--auto", "--seed", "a", "--rounds", "1")
    assert "Not decided after 1 round." in text
    assert "Round 2" not in text


def test_json() -> None:
    found = document("play", DUEL, "--auto", "--seed", "a")
    assert found["winner"] in ("party", "foes")
    assert found["over"] is True
    assert found["seed"] == "a"
    assert found["rounds"] >= 1
    assert found["entries"] >= 2
    assert [one["name"] for one in found["fighters"]] == ["Ana", "Rook"]


def test_a_seed_is_drawn_and_told() -> None:
    one, two = document("play", DUEL, "--auto"), document("play", DUEL, "--auto")
    assert one["seed"] != two["seed"]
    again = document("play", DUEL, "--auto", "--seed", one["seed"])
    assert again == one


def test_rounds_stop_a_fight(tmp_path: Path) -> None:
    path = fight(
        tmp_path / "a.toml", fighter("Ana", "party", armor=50, attack=-5), fighter("Rook", "foes", attack=-5, armor=50)
    )
    found = document("play", path, "--auto", "--rounds", "3", "--seed", "a", "--ruling", "K08=needs_hit")
    assert (found["over"], found["winner"], found["rounds"]) == (False, None, 3)
    assert "Not decided after 3 rounds" in said("play", path, "--auto", "--rounds", "3", "--ruling", "K08=needs_hit")
    assert document("play", path, "--auto", "--ruling", "K08=needs_hit")["rounds"] == 100


def test_mistakes_cost_nothing(tmp_path: Path) -> None:
    there = tmp_path / "there.jsonl"
    there.write_text("mine", encoding="utf-8")
    assert "exists already" in refused("play", DUEL, "--auto", "--log", str(there))
    assert there.read_text(encoding="utf-8") == "mine"
    assert "no such folder" in refused("play", DUEL, "--auto", "--log", str(tmp_path / "no" / "log.jsonl"))
    assert "--auto" in refused("play", DUEL, "--json")
    assert "--rounds" in refused("play", DUEL, "--auto", "--rounds", "0")
    assert "--seed" in refused("play", DUEL, "--auto", "--seed", "")
    assert "no such file" in refused("play", "none.toml", "--auto")
    assert sorted(os.listdir(tmp_path)) == ["there.jsonl"]


def test_both_sides_out_at_once_and_morale_run(tmp_path: Path) -> None:
    """A longer fight with everything that can break and everybody who can run."""
    path = fight(
        tmp_path / "a.toml",
        '[[fighter]]\nname = "Ana"\nside = "party"\nhp = 8\nattack = 3\narmor = ["chain", "shield", "helmet"]\n',
        'weapons = ["sword", "dagger"]\n',
        '[[fighter]]\nname = "orc"\nside = "foes"\ncount = 4\nhd = 1\narmor = 13\ndamage = "1d8"\nmorale = 6\n',
        top='[rulings]\nK24 = "defender_chooses"\nK70 = "referee"\nK59 = "per_npc"\n',
    )
    for seed in "abcdefgh":
        log = tmp_path / f"{seed}.jsonl"
        assert run("play", path, "--auto", "--odds", "--seed", seed, "--log", str(log)).exit_code == 0
        assert "verified" in said("replay", str(log), "--verify")
