"""At the command line: formulas by name, real dice typed, simulation, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import document, refused, said
from tests.rulesets.skilldice.fights import fight, foe, unit


def test_odds_of_the_exchange() -> None:
    told = said("odds", "skilldice.exchange", "attacker=8", "defender=6", "attacker_ceiling=4")
    assert "  attacker  37.50 %  3/8\n  defender  45.83 %  11/24\n  tie       16.67 %  1/6\n" in told


def test_odds_of_the_exchange_as_a_document() -> None:
    found = document("odds", "skilldice.exchange", "attacker=20", "defender=4")
    assert found["formula"] == "skilldice.exchange"
    assert found["exact"] is True
    # 70, 4 and 6 of 80, and 54 hard hits
    assert found["marginals"]["winner"] == {"attacker": "7/8", "defender": "3/40", "tie": "1/20"}
    assert found["marginals"]["defender_loss"] == {"0": "3/40", "1": "1/4", "2": "27/40"}
    assert found["means"]["attacker_loss"] == "1/8"
    sleeper = document("odds", "skilldice.helpless", "attacker=6", "difficulty=4", "D19=miss_only")
    assert sleeper["marginals"]["attacker_loss"] == {"0": "1"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("attacker=7", "defender=6"), "skilldice.exchange: attacker: no such die, got 7 (allowed: 4, 6, 8, 12, 20)"),
        (("attacker=8",), "defender: required"),
        (("attacker=8", "defender=8", "celing=4"), "no such input"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], message: str) -> None:
    assert message in refused("odds", "skilldice.exchange", *words)


def test_a_near_ruleset_is_named() -> None:
    assert "skilldice" in refused("odds", "skildice.exchange", "attacker=8", "defender=8")


def test_a_file_with_a_bad_die_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_text(fight(unit(body=7), foe()), encoding="utf-8")
    assert "duel.toml:5: fighter[1].body: no such die, got 7" in refused("odds", str(path))


def test_real_dice_are_typed_and_the_tracks_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_text(fight(unit("Ana"), foe("orc", weapon="piercing")), encoding="utf-8")
    # The round, both order rolls, an attack with Body, a defence: 2 against 7.
    told = said("play", str(path), "--seed", "s", typed="1\n7\n1\n3\n1\n1\n2\n7\nquit\n")
    assert "Ana's Body d8 = 2 against orc's Body d8 = 7: orc wins" in told
    assert "Body 7/8 Mind 8/8 Soul 8/8, 2 actions" in told
    assert "up, bleeding" in told
    assert "HP" not in told


def test_simulation_and_odds_agree(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    sides = (one(body=6, mind=4, soul=4, lost={"mind": 3, "soul": 3}) for one in (unit, foe))
    path.write_text(fight(*sides), encoding="utf-8")
    exact = document("odds", str(path), "--exact")
    assert exact["kind"] == "fraction"
    assert exact["win"]["party"] == exact["win"]["foes"]
    shares = document("simulate", str(path), "--runs", "2000", "--seed", "s")["win"]
    assert shares["party"]["low"] < 0.5 < shares["party"]["high"] + shares["nobody"]["p"]


def test_a_ruling_in_its_witness() -> None:
    told = said("rules", "D25")
    assert "options  move (default), extra, split" in told
    assert said("rules", "skilldice.attack.hard-hit").startswith("skilldice.attack.hard-hit")
