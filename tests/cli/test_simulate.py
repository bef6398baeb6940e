"""`affray simulate`: counts, seeds, workers, interruption."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import DUEL, FORD, document, environment, fight, fighter, interrupted, refused, said


def counted(*args: str) -> dict[str, Any]:
    """A simulation without its times."""
    found = document("simulate", *args)
    return {name: value for name, value in found.items() if name not in ("seconds", "fights_per_second")}


def test_the_documented_form() -> None:
    found = document("simulate", FORD, "--runs", "300", "--seed", "ford")
    assert list(found) == [
        "schema", "runs", "seed", "method", "win", "undecided", "rounds", "fighters", "seconds", "fights_per_second",
    ]  # fmt: skip
    assert (found["runs"], found["seed"], found["method"]) == (300, "ford", "plain")
    assert list(found["win"]) == ["party", "foes", "nobody"]
    for share in (*found["win"].values(), found["undecided"]):
        assert list(share) == ["p", "low", "high"]
        assert 0 <= share["low"] <= share["p"] + 1e-12
        assert share["p"] <= share["high"] <= 1
    assert sum(share["p"] for share in found["win"].values()) + found["undecided"]["p"] == pytest.approx(1)
    assert list(found["rounds"]) == ["mean", "quantiles"]
    assert [one["name"] for one in found["fighters"]] == [
        "Ana",
        "Bren",
        "Cai",
        "Dov",
        *(f"goblin {n}" for n in range(1, 7)),
    ]
    assert list(found["fighters"][0]) == ["id", "name", "side", "down", "dead", "fled", "hp_left"]
    assert found["fights_per_second"] > 0


def test_the_same_seed_gives_the_same_counts_with_any_workers() -> None:
    one = counted(DUEL, "--runs", "1300", "--seed", "a", "--workers", "1")
    assert one == counted(DUEL, "--runs", "1300", "--seed", "a", "--workers", "2")
    assert one == counted(DUEL, "--runs", "1300", "--seed", "a")
    assert one != counted(DUEL, "--runs", "1300", "--seed", "b", "--workers", "1")


def test_a_seed_is_drawn_and_told() -> None:
    found = document("simulate", DUEL, "--runs", "50")
    assert counted(DUEL, "--runs", "50", "--seed", found["seed"])["win"] == found["win"]
    assert "seed abc" in said("simulate", DUEL, "--runs", "50", "--seed", "abc")


def test_the_sample_agrees_with_the_exact_answer() -> None:
    sampled = document("simulate", DUEL, "--runs", "20000", "--seed", "agree")["win"]["party"]
    exact = document("simulate", DUEL, "--method", "exact")
    p = exact["win"]["party"]
    assert p["low"] == p["p"] == p["high"]
    assert exact["method"] == "exact"
    # four standard deviations of a share of 20,000
    assert abs(sampled["p"] - p["p"]) < 4 * (0.25 / 20_000) ** 0.5
    assert "was not used" in said("simulate", DUEL, "--method", "exact")


def test_what_was_not_seen_is_no_0_percent() -> None:
    text = said("simulate", DUEL, "--runs", "100", "--seed", "a")
    shares = [line for line in text.splitlines() if line.startswith(("party", "foes", "nobody", "undecided"))]
    assert len(shares) == 4
    for line in shares:
        share = line.split()[1:4]
        assert share[0] == "<" or float(share[0]) > 0


def test_rounds_cut_a_fight_off(tmp_path: Path) -> None:
    path = fight(
        tmp_path / "a.toml", fighter("Ana", "party", armor=50, attack=-5), fighter("Rook", "foes", armor=50, attack=-5)
    )
    found = document("simulate", path, "--runs", "20", "--rounds", "4", "--seed", "a", "--ruling", "K08=needs_hit")
    assert found["undecided"]["p"] == 1
    assert found["rounds"]["quantiles"] == {"5": 4, "25": 4, "50": 4, "75": 4, "95": 4}


@pytest.mark.parametrize("runs", ["0", "-5", "1e6", "1000000001", "1_000", "١", "", "1.0"])
def test_runs(runs: str) -> None:
    message = refused("simulate", DUEL, "--runs", runs)
    assert "--runs" in message
    assert "1 to 1000000000" in message


@pytest.mark.parametrize("seed", ["", " ", "x" * 65, "a\tb", "a\x1b[2J", "\u200b"])
def test_seeds(seed: str) -> None:
    message = refused("simulate", DUEL, "--seed", seed)
    assert "--seed" in message
    assert "1 to 64 visible characters" in message


@pytest.mark.parametrize("seed", ["x", "x" * 64, "0", "-1", "two words", "ひみつ"])
def test_any_visible_text_is_a_seed(seed: str) -> None:
    assert document("simulate", DUEL, "--runs", "5", "--seed", seed)["seed"] == seed


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--rounds", "0"], "--rounds"),
        (["--rounds", "101"], "1 to 100"),
        (["--workers", "0"], "--workers"),
        (["--until", "0"], "a precision is needed, got '0' (allowed: 0.0001 to 0.5)"),
        (["--until", "fine"], "--until"),
        (["--method", "sides", "--until", "0.1"], "--until"),
        (["--method", "magic"], "no such way"),
        (["--method", "exact", "--rounds", "5"], "--rounds"),
        (["--method", "exact", "--runs", "5"], "--runs: an exact answer plays no fights"),
        (["--method", "machine", "--workers", "2"], "--workers: an exact answer plays no fights"),
        (["--method", "bounded", "--seed", "a"], "--seed: an exact answer plays no fights, got 'a'"),
        (["--ruling", "K8=x"], "K8"),
        (["--ruling", "K08=literally"], "did you mean literal?"),
        (["--run", "5", "--nope"], "No such option"),
    ],
)
def test_mistakes(args: list[str], message: str) -> None:
    assert message in refused("simulate", DUEL, *args)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_simulation_gives_what_it_has(workers: str) -> None:
    command = ("simulate", DUEL, "--runs", "100000000", "--workers", workers, "--json", "--method", "plain")
    out = b""
    for wait in (2.5, 10, 30):  # a busy machine may not have finished a block by then
        out, _ = interrupted(*command, after=wait)
        if out:
            break
    found = json.loads(out)
    assert found["partial"] is True
    assert found["runs"] > 0
    assert found["runs"] % 500 == 0


def test_progress_is_shown_on_a_terminal_only() -> None:
    command = [sys.executable, "-m", "affray", "simulate", DUEL, "--runs", "2000", "--seed", "a"]
    quiet = subprocess.run(command, env=environment(), capture_output=True, check=True, timeout=60)
    assert quiet.stderr == b""
    here, there = pytest.importorskip("pty").openpty()
    done = subprocess.run(command, env=environment(), stdout=subprocess.PIPE, stderr=there, check=True, timeout=60)
    os.close(there)
    shown = os.read(here, 10_000)
    os.close(here)
    assert b"%" in shown
    assert done.stdout.decode().splitlines()[:4] == quiet.stdout.decode().splitlines()[:4]


def test_compiled_sampling_gives_the_same_counts_with_any_number_of_workers() -> None:
    args = ("simulate", FORD, "--runs", "30000", "--seed", "ford", "--method", "compiled")
    one, two = document(*args, "--workers", "1"), document(*args, "--workers", "2")
    assert one["method"] == "compiled"
    assert (one["win"], one["fighters"], one["rounds"]) == (two["win"], two["fighters"], two["rounds"])
    exact = document("simulate", FORD, "--method", "exact")["win"]["party"]["p"]
    assert one["win"]["party"]["low"] - 0.005 < exact < one["win"]["party"]["high"] + 0.005


def test_sampling_by_turns_tells_who_wins_and_of_no_fighter() -> None:
    found = document("simulate", DUEL, "--runs", "20000", "--seed", "duel", "--method", "turns")
    assert (found["method"], found["runs"], found["fighters"]) == ("turns", 20_000, None)
    exact = document("simulate", DUEL, "--method", "exact")["win"]["party"]["p"]
    assert found["win"]["party"]["low"] - 0.005 < exact < found["win"]["party"]["high"] + 0.005
    assert "method turns" in said("simulate", DUEL, "--runs", "100", "--seed", "duel", "--method", "turns")
    assert "does not know breakage" in refused("simulate", FORD, "--method", "turns", code=1)


def test_it_stops_once_the_shares_are_known_well_enough() -> None:
    found = document("simulate", DUEL, "--runs", "1000000", "--seed", "a", "--method", "plain", "--until", "0.02")
    assert 2_000 < found["runs"] < 4_000
    share = found["win"]["party"]
    assert share["high"] - share["low"] <= 0.04
    assert (found["until"], found["reached"]) == (0.02, True)


def test_a_precision_alone_is_reached_whatever_it_takes() -> None:
    found = document("simulate", DUEL, "--seed", "a", "--until", "0.005")
    assert found["runs"] > 10_000  # the default would not do
    for share in (*found["win"].values(), found["undecided"]):
        assert share["high"] - share["low"] <= 0.01
    assert found["reached"] is True
    assert "not known" not in said("simulate", DUEL, "--seed", "a", "--until", "0.02")


def test_runs_that_are_too_few_for_the_precision_say_so() -> None:
    args = ("simulate", DUEL, "--runs", "1000", "--seed", "a", "--until", "0.001")
    found = document(*args)
    assert (found["runs"], found["until"], found["reached"]) == (1_000, 0.001, False)
    assert said(*args).splitlines()[-1] == "not known to 0.001 after 1,000 fights"


def test_exact_answers_have_the_form_of_a_simulation() -> None:
    for way in ("exact", "sides", "machine", "lump", "bounded"):
        found = document("simulate", DUEL, "--method", way)
        assert found["runs"] == 0
        assert found["way"] == ("sides" if way == "exact" else way)
        share = found["win"]["party"]
        assert share["low"] - 1e-6 <= 0.533781008441 <= share["high"] + 1e-6
