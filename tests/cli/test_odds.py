"""`affray odds`: dice, formulas, fights and commands."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from tests.cli.running import DUEL, FORD, document, fight, fighter, refused, run, said

ATTACK = ("odds", "knave.attack", "bonus=2", "armor=14", "die=8")


def total(chances: Any) -> Fraction:
    return sum((Fraction(p) for p in chances), Fraction(0))


# Formulas


def test_a_formula_in_the_documented_form() -> None:
    found = document(*ATTACK, "edge=1")
    assert list(found) == ["schema", "formula", "inputs", "rulings", "exact", "marginals", "means", "outcomes"]
    assert found["formula"] == "knave.attack"
    assert found["inputs"]["armor"] == 14
    assert found["rulings"]["K08"] == "literal"
    assert found["exact"] is True
    # 13 to 20 hit: 1 - (12/20)^2
    assert found["marginals"]["hit"] == {"true": "16/25", "false": "9/25"}
    assert found["marginals"]["damage"]["0"] == "9/25"
    assert found["means"]["damage"] == "531/160"
    assert total(found["marginals"]["damage"].values()) == 1
    assert total(one["p"] for one in found["outcomes"]) == 1
    assert set(found["outcomes"][0]["value"]) == {"hit", "damage", "armor_quality_lost", "weapon_quality_lost"}
    mean = sum(Fraction(one["p"]) * one["value"]["damage"] for one in found["outcomes"])
    assert mean == Fraction(531, 160)


@pytest.mark.parametrize("ruling", [["K08=auto_hit"], ["natural_20=auto_hit"], ["--ruling", "K08=auto_hit"]])
def test_rulings_by_id_by_slug_and_by_option(ruling: list[str]) -> None:
    found = document("odds", "knave.attack", "bonus=0", "armor=20", "die=6", *ruling)
    assert found["rulings"]["K08"] == "auto_hit"
    assert found["marginals"]["hit"]["true"] == "1/20"


def test_a_formula_for_people() -> None:
    text = said("odds", "knave.save", "bonus=5")
    assert "true   50.00 %  1/2" in text  # (5 + 5)/20
    text = said(*ATTACK)
    assert "damage: mean" in text
    assert "at least" in text


def test_a_formula_whose_outcome_is_a_plain_number() -> None:
    assert document("odds", "knave.target", "count=3")["marginals"] == {"value": {"0": "1/3", "1": "1/3", "2": "1/3"}}


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["knav.attack"], "allowed: d20grid, knave, skilldice"),
        (["knave.atack"], "did you mean knave.attack?"),
        (["knave.attack", "bonus=2", "armour=14"], "did you mean armor?"),
        (["knave.attack", "bonus=2", "armor=1e1", "die=8"], "armor: a whole number is needed"),
        (["knave.attack", "bonus=٢", "armor=14", "die=8"], "bonus: a whole number is needed"),
        (["knave.attack", "bonus=99", "armor=14", "die=8"], "allowed: -5 to 40"),
        (["knave.attack", "bonus=2", "armor=14"], "one of die and damage is needed"),
        (["knave.attack", "armor=14", "die=8"], "bonus: required"),
        (["knave.attack", "bonus"], "name=value"),
        (["knave.attack", "bonus=1", "bonus=2"], "given twice"),
        (["knave.attack", "bonus=2", "armor=14", "die=8", "K08=maybe"], "literal, auto_hit"),
        (["knave.attack", "bonus=2", "armor=14", "die=8", "K08=split", "--ruling", "K08=split"], "given twice"),
        (["knave.attack", "bonus=2", "armor=14", "die=8", "--ruling", "K08"], "--ruling"),
        (["knave.attack", "--exact"], "--exact"),
        (["3d6", "--commands"], "--commands"),
        (["3d6", "--ruling", "K08=split"], "--ruling"),
        (["3d6", "--budget", "0"], "--budget"),
        ([], "Missing argument"),
    ],
)
def test_mistakes(args: list[str], message: str) -> None:
    assert message in refused("odds", *args)


# What an argument is


def test_dice() -> None:
    assert document("odds", "2d6")["mean"] == "7"
    assert document("odds", "2d6", "+", "1")["mean"] == "8"
    assert document("odds", "7d6//2")["schema"] == 1
    assert "write //" in refused("odds", "1d6/2")
    assert "dice" in refused("odds", "1.5d6")


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("missing.toml", "no such file"),
        ("MISSING.JSON", "no such file"),
        ("no/such", "no such file"),
        (".", "a folder, not a file"),
        ("/dev/zero", "a device, not a file"),
    ],
)
def test_paths(path: str, message: str) -> None:
    assert message in refused("odds", path)


def test_special_files_are_refused(tmp_path: Path) -> None:
    import os

    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "a named pipe" in refused("odds", str(pipe))
    locked = tmp_path / "locked.toml"
    locked.write_text("", encoding="utf-8")
    locked.chmod(0)
    if not os.access(locked, os.R_OK):
        assert "permission denied" in refused("odds", str(locked))
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * ((1 << 20) + 1))
    assert "1,048,576" in refused("odds", str(large)) or "MiB" in refused("odds", str(large))


def test_a_file_called_like_a_formula(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    fight(tmp_path / "ford.fight", fighter("Ana", "party"), fighter("Rook", "foes"))
    assert document("odds", "ford.fight")["kind"] == "fraction"


# Fights


def test_equal_sides_have_equal_chances(tmp_path: Path) -> None:
    path = fight(tmp_path / "a.toml", fighter("Ana", "party"), fighter("Rook", "foes"))
    found = document("odds", path)
    assert found["kind"] == "fraction"
    assert found["win"] == {"party": "1/2", "foes": "1/2", "nobody": "0"}  # by symmetry
    assert found["undecided"] == "0"
    assert found["rulings"]["K08"] == "literal"


def test_a_known_duel(tmp_path: Path) -> None:
    path = fight(tmp_path / "a.toml", fighter("Ana", "party", hp=8), fighter("Rook", "foes", hp=6))
    found = document("odds", path)
    assert float(Fraction(found["win"]["party"])) == pytest.approx(0.6051322895276691, abs=1e-15)
    assert total(found["win"].values()) == 1


def test_floats_are_within_the_stated_error(tmp_path: Path) -> None:
    party = [fighter(name, "party", hp=9) for name in ("Ana", "Bo", "Cai", "Dov")]
    path = fight(tmp_path / "a.toml", *party, *(fighter(name, "foes", hp=24) for name in ("orc", "ogre", "wolf")))
    rough = document("odds", path)
    assert rough["kind"] == "float"
    assert rough["error"] == 1e-12
    exact = document("odds", path, "--exact")
    assert exact["kind"] == "fraction"
    for name, p in rough["win"].items():
        assert abs(Fraction(exact["win"][name]) - Fraction(p)) < Fraction(1, 10**12)


def test_what_never_ends_is_undecided(tmp_path: Path) -> None:
    path = fight(
        tmp_path / "a.toml",
        fighter("Ana", "party", attack=-5, armor=50),
        fighter("Rook", "foes", attack=-5, armor=50),
        top='[rulings]\nK08 = "needs_hit"\n',
    )
    assert document("odds", path)["undecided"] == "1"
    assert "never ends" in said("odds", path)


def test_a_ruling_changes_a_fight(tmp_path: Path) -> None:
    path = fight(tmp_path / "a.toml", fighter("Ana", "party", armor=22), fighter("Rook", "foes"))
    assert Fraction(document("odds", path, "--ruling", "K08=needs_hit")["win"]["foes"]) == 0
    assert Fraction(document("odds", path)["win"]["foes"]) > 0
    assert "no such option" in refused("odds", DUEL, "--ruling", "K08=never")
    assert "K08" in refused("odds", DUEL, "--ruling", "K08=split", "--ruling", "K08=literal")


def test_a_fight_for_people() -> None:
    text = said("odds", DUEL)
    assert "party" in text
    assert "exact;" in text
    assert "%" in text


def test_too_large_is_an_answer(tmp_path: Path) -> None:
    many = [fighter(f"k{n}", "party", hp=30 + n) for n in range(4)] + [
        fighter(f"g{n}", "foes", hp=30 + n) for n in range(4)
    ]
    path = fight(tmp_path / "a.toml", *many)
    start = perf_counter()
    found = document("odds", path, "--budget", "1", "--method", "lump")
    assert perf_counter() - start < 30  # 1.1 s was measured
    assert found["kind"] == "too_large"
    assert found["estimate"]["reason"] == "time"
    assert found["estimate"]["states_at_least"] > 100
    result = run("odds", path, "--budget", "1", "--method", "lump")
    assert result.exit_code == 0
    assert "too large for exact odds" in result.stdout
    assert "affray simulate" in result.stderr


def test_what_is_too_large_gets_an_interval_that_is_certain() -> None:
    found = document("odds", FORD, "--budget", "1", "--method", "bounded")
    assert (found["kind"], found["way"]) == ("bounded", "bounded")
    assert found["low"]["party"] <= 0.409521832 <= found["high"]["party"]
    assert "certain to lie between these" in said("odds", FORD, "--budget", "1", "--method", "bounded")


def test_a_way_may_be_asked_for() -> None:
    for way in ("sides", "machine", "lump"):
        found = document("odds", DUEL, "--method", way)
        assert (found["way"], found["kind"]) == (way, "fraction")
    assert "no exact odds by sides for breakage" in refused("odds", FORD, "--method", "sides", code=1)
    assert "no such way" in refused("odds", DUEL, "--method", "magic")
    assert "--method" in refused("odds", "3d6", "--method", "sides")


def test_long_fractions_are_given_by_what_identifies_them() -> None:
    from affray.cli.odds_fight import exact_number

    long = Fraction(10**4_500 + 1, 10**5_000)
    given = exact_number(long)
    assert isinstance(given, dict)
    assert given["digits"] == [4_501, 5_001]
    assert given["decimals"] == "0." + "0" * 30
    assert len(given["sha256"]) == 64
    assert exact_number(Fraction(9, 20)) == "9/20"
    assert exact_number(Fraction(1)) == "1"
    assert exact_number(0.25) == 0.25


@pytest.mark.slow
def test_the_ford_is_answered() -> None:
    start = perf_counter()
    found = document("odds", FORD)
    assert found["kind"] == "float"
    assert 0.3 < found["win"]["party"] < 0.6
    assert perf_counter() - start < 60  # 4.4 s was measured


# Commands


def test_commands_of_the_first_decisions() -> None:
    found = document("odds", DUEL, "--commands")
    assert found["kind"] == "commands"
    assert [one["p"] for one in found["situations"]] == ["1/2", "1/2"]  # initiative: 1-3 or 4-6
    of_ana = next(one for one in found["situations"] if one["to_act"][0]["name"] == "Ana")
    assert [command["text"] for command in of_ana["commands"]] == [
        "Ana attacks Rook with the sword",
        "Ana attacks Rook unarmed",
        "Ana tries to shove Rook",
        "Ana tries to trip Rook",
        "Ana tries to stun Rook",
        "Ana tries to distract Rook",
        "Ana leaves the fight",
        "Ana passes",
    ]
    strike = of_ana["commands"][0]
    assert strike["command"] == {
        "type": "attack",
        "actor": 0,
        "target": 1,
        "weapon": 0,
        "thrown": False,
        "dirty": False,
    }
    chances = {one["name"]: one for one in strike["chances"]}
    assert chances["Rook: HP lost"]["p"] == "1/2"  # d20 + 2 > 12
    # 9/20 to hit with 11 to 19, then 3/8 for 6 or more; 1/20 for the 20, then 54/64 for two dice of 6 or more
    assert Fraction(chances["Rook down"]["p"]) == Fraction(9, 20) * Fraction(3, 8) + Fraction(1, 20) * Fraction(54, 64)
    # 1/2 of d8, and another die with the natural 20
    assert Fraction(chances["Rook: HP lost"]["mean"]) == Fraction(9, 2) / 2 + Fraction(9, 2) / 20
    assert total(chances["Rook: HP lost"]["values"].values()) == 1
    told = {command["text"]: command["chances"] for command in of_ana["commands"]}
    # d20 + 2 for STR > 11, the DEX defense of one hit die
    assert [(one["name"], one["p"]) for one in told["Ana tries to trip Rook"]] == [("Rook off its feet", "11/20")]
    assert [(one["name"], one["p"]) for one in told["Ana leaves the fight"]] == [("Ana gone", "1")]
    assert told["Ana passes"] == []


def test_commands_for_people() -> None:
    text = said("odds", DUEL, "--commands")
    assert "to act: Ana (50.00 %, 1/2)" in text
    assert "Rook down      21.09 %  27/128" in text
    assert "nothing changes for anybody" in text
