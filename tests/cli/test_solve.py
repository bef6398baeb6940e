"""`affray solve`: the value of a fight, its decisions, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.running import ROOT, document, refused, run, said

EXAMPLE = str(ROOT / "examples" / "one_blow_left.toml")
SMALL = """ruleset = "skilldice"
[[fighter]]
name = "Ana"
side = "party"
body = 4
mind = 4
soul = 4
lost = { body = 2, mind = 3, soul = 3 }
[[fighter]]
name = "orc"
side = "foes"
body = 6
mind = 4
soul = 4
lost = { body = 4, mind = 3, soul = 3 }
"""


@pytest.fixture
def small(tmp_path: Path) -> str:
    path = tmp_path / "small.toml"
    path.write_text(SMALL, encoding="utf-8")
    return str(path)


def test_the_document_is_whole_and_adds_up(small: str) -> None:
    found = document("solve", small, "--repertoire", "body")
    assert found["kind"] == "fraction"
    assert "error" not in found
    value, win = ({name: Fraction(p) for name, p in found[key].items()} for key in ("value", "win"))
    undecided = Fraction(found["undecided"])
    assert set(value) == {"party", "foes"}
    assert list(win) == ["party", "foes", "nobody"]
    assert sum(win.values()) + undecided == 1
    for side, worth in value.items():
        assert worth == win[side] + (win["nobody"] + undecided) / 2
    assert found["repertoire"]["name"] == "body"
    assert found["repertoire"]["about"].startswith("whom to attack with Body")
    assert (found["fixed"], found["machine"], found["ruleset"]) == ({}, True, "skilldice")
    for one in found["decisions"]:
        worths = [Fraction(command["value"]) for command in one["commands"]]
        assert [command["best"] for command in one["commands"]].count(True) == 1
        assert next(worth for worth, command in zip(worths, one["commands"], strict=True) if command["best"]) == max(
            worths
        )
        assert [Fraction(command["loses"]) for command in one["commands"]] == [max(worths) - worth for worth in worths]


def test_a_decision_s_position_gives_its_value(small: str) -> None:
    for one in document("solve", small, "--repertoire", "body")["decisions"]:
        again = document("solve", "--position", one["position"], "--repertoire", "body", "--exact")
        best = next(command for command in one["commands"] if command["best"])
        assert again["value"][one["side"]] == best["value"]
        first = again["decisions"][0]
        assert (first["seat"], first["commands"]) == (one["seat"], one["commands"])


def test_floats_say_how_far_they_may_be_off(small: str) -> None:
    exact = document("solve", EXAMPLE, "--repertoire", "soul", "--exact")
    assert exact["kind"] == "fraction"
    found = document("solve", EXAMPLE)
    assert (found["kind"], found["error"]) == ("float", 1e-12)
    assert abs(found["value"]["party"] + found["value"]["foes"] - 1) < 1e-12


def test_people_read_values_ends_and_decisions(small: str) -> None:
    told = said("solve", small, "--repertoire", "body").splitlines()
    assert told[0].startswith("value for party")
    assert told[1].startswith("value for foes")
    assert any(line.startswith("Round 1, Ana (party)") for line in told)
    assert any(
        line.strip().startswith("Ana attacks orc with Body") and line.endswith(("best", "points")) for line in told
    )
    assert told[-3].startswith("exact; ")
    assert told[-2] == "way: the order of play on whole numbers (machine)"
    assert told[-1].startswith("chosen: whom to attack with Body")


def test_a_fixed_side_decides_nothing(small: str) -> None:
    found = document("solve", small, "--fixed", "foes=reckless")
    assert found["fixed"] == {"foes": "reckless"}
    assert found["machine"] is True
    assert {one["side"] for one in found["decisions"]} == {"party"}
    assert said("solve", small, "--fixed", "foes=reckless").endswith("fixed: foes plays reckless\n")


def test_a_ruling_changes_the_value(small: str) -> None:
    plain, other = (
        document("solve", small, "--repertoire", "body", *more)
        for more in ((), ("--ruling", "D05=none_until_first_turn"))
    )
    assert other["rulings"]["D05"] == "none_until_first_turn"
    assert plain["value"] != other["value"]


def test_what_is_too_large_is_no_failure() -> None:
    path = str(ROOT / "examples" / "skill_duel.toml")
    found = document("solve", path, "--budget", "1")
    assert found["kind"] == "too_large"
    assert found["estimate"]["reason"] == "time"
    assert found["estimate"]["positions_at_least"] > 1000
    assert "value" not in found
    result = run("solve", path, "--budget", "1")
    assert result.exit_code == 0
    assert "too large to solve: 1 seconds were not enough" in result.stdout
    assert f"affray simulate {path}" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--repertoire", "feats"), "--repertoire: no such repertoire, got 'feats' (allowed: any, body, mind, soul)"),
        (("--fixed", "foes"), "--fixed: a side and its tactic are needed, got 'foes'; as in foes=first"),
        (("--fixed", "orcs=first"), "--fixed: no such side, got 'orcs' (allowed: party, foes)"),
        (("--fixed", "foes=frist"), "--fixed: no such tactic, got 'frist'"),
        (("--fixed", "foes=first", "--fixed", "foes=first"), "--fixed: given twice, got 'foes'"),
        (("--fixed", "foes=first", "--fixed", "party=first"), "nobody chooses"),
        (("--budget", "0"), "--budget: out of range, got '0' (allowed: 1 to 86400)"),
    ],
)
def test_what_is_refused(small: str, arguments: tuple[str, ...], told: str) -> None:
    assert told in refused("solve", small, *arguments)


def test_three_sides_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "three.toml"
    path.write_text(
        SMALL + SMALL.partition("\n")[2].replace("Ana", "bear").replace("party", "beasts"), encoding="utf-8"
    )
    assert "best play is solved for two sides, got 3" in refused("solve", str(path))


def test_a_ruleset_without_a_repertoire_says_so() -> None:
    message = refused("solve", str(ROOT / "examples" / "doorway.toml"), code=1)
    assert "best play cannot be solved for d20grid" in message
    assert "a fight's file or" in refused("solve") or "FIGHT" in refused("solve")
