"""`affray day`: counted, told once, played by hand, and saved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import DUEL, ROOT, document, refused, run, said

MILL = str(ROOT / "examples" / "day" / "under_the_mill.toml")


def test_a_day_is_counted() -> None:
    text = said("day", MILL, "--runs", "300", "--seed", "a")
    assert text.startswith("Under the old mill\n1 Rats in the cellar: won ")
    assert "2 The bandits at the millstone: begun " in text
    assert "  then night\n" in text
    assert text.endswith("300 days, seed a\n")


def test_as_json() -> None:
    found = document("day", MILL, "--runs", "300", "--seed", "a", "--workers", "1")
    assert (found["runs"], found["seed"], found["ruleset"]) == (300, "a", "knave")
    first, second, third = found["legs"]
    assert first["begun"]["p"] == 1
    assert second["begun"]["p"] == first["won"]["p"]
    assert third["rest"] == "haven"
    assert third["won"] == found["won"]
    ana = second["party"][0]
    assert ana["alive"]["p"] == pytest.approx(ana["up"]["p"] + ana["down"]["p"])
    assert ana["alive"]["p"] + ana["dead"]["p"] == pytest.approx(1)
    assert set(ana["left"]) == {"hp", "sword", "bow", "gambeson", "shield"}
    assert ana["rested"]["hp"]["mean"] >= ana["left"]["hp"]["mean"]


def test_the_number_of_workers_does_not_matter() -> None:
    keys = ("won", "legs", "runs")
    one, two = (document("day", MILL, "--runs", "1100", "--seed", "w", "--workers", n) for n in ("1", "2"))
    assert [one[key] for key in keys] == [two[key] for key in keys]


def test_told_once() -> None:
    text = said("day", MILL, "--auto", "--seed", "a")
    assert text == said("day", MILL, "--auto", "--seed", "a")
    assert "1 Rats in the cellar\nRound 1: " in text
    assert [line for line in text.splitlines() if line.startswith(("Then ", "The day", "seed"))] == [
        "Then night",
        "Then haven",
        "seed a",
    ]
    lost = said("day", MILL, "--auto", "--seed", "d")
    assert lost.endswith("The day is over.\nseed d\n")
    assert "3 Their captain" not in lost


def test_a_party_of_which_nobody_is_up_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "day.toml"
    abilities = "abilities = { str = 1, dex = 1, con = 1, int = 1, wis = 1, cha = 1 }"
    party = "".join(
        f'[[character]]\nname = "{name}"\nmax_hp = 5\nhp = {hp}\n{abilities}\n' for name, hp in (("Ana", -1), ("Bo", 0))
    )
    foe = '[[leg]]\n[[leg.foe]]\nname = "rat"\nhp = 1\nattack = 0\n'
    path.write_text(f'ruleset = "knave"\n{party}{foe}')
    text = said("day", str(path), "--auto", "--seed", "a")
    assert text == "1 leg 1: nobody of the party can go on (Ana is dead, Bo is down)\nseed a\n"


def test_told_once_as_json_and_saved(tmp_path: Path) -> None:
    found = document("day", MILL, "--auto", "--seed", "a", "--save", str(tmp_path))
    files = sorted(tmp_path.iterdir())
    assert [path.name for path in files] == ["member-1.toml", "member-2.toml", "member-3.toml"]
    for path, one in zip(files, found["party"], strict=True):
        assert document("character", "--from", str(path))["character"] == one
    assert "exists already" in refused("day", MILL, "--auto", "--save", str(tmp_path))
    last = found["legs"][-1]
    assert [one["name"] for one in last["party"]] == ["Ana", "Bren", "Odo"]


def test_by_hand_to_the_end_of_the_input() -> None:
    result = run("day", MILL, "--by-hand", "--seed", "a", typed="auto\nquit\n")
    assert result.exit_code == 0, result.stderr
    assert "1 Rats in the cellar" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((MILL, "--runs", "0"), "--runs: out of range"),
        ((MILL, "--auto", "--runs", "5"), "the day is played once"),
        ((MILL, "--auto", "--by-hand"), "one of the two"),
        ((MILL, "--by-hand", "--json"), "not with --by-hand"),
        ((MILL, "--save", "."), "only with --auto"),
        ((MILL, "--auto", "--save", "/nonexistent"), "no such folder"),
        (("nothing.toml",), "no such file"),
        ((DUEL,), "a day needs a party"),
        ((MILL, "--ruling", "K99=x"), "no ruling of that name"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused("day", *arguments)


def test_a_day_file_is_no_fight() -> None:
    assert "fighter: required" in refused("simulate", MILL)


def test_files_beside_the_day_are_found_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert json.loads(run("day", MILL, "--runs", "5", "--json").stdout)["runs"] == 5
