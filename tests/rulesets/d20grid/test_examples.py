"""The fights in `examples/` that are played on the grid: each plays to its end, and wins as often as it says here."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.fight import load
from affray.interpret.answer import answer
from affray.interpret.simulate import simulate
from tests.cli.running import document, said

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"

COUNTS = {
    "ambush": {"party": 839, "foes": 161},
    "archer_above": {"party": 835, "foes": 165},
    "doorway": {"party": 945, "foes": 55},
}
"""Who wins of 1,000 fights with the seed "examples"."""


def path(name: str) -> str:
    return str(EXAMPLES / f"{name}.toml")


def test_no_example_is_left_out() -> None:
    ours = [one.stem for one in EXAMPLES.glob("*.toml") if 'ruleset = "d20grid"' in one.read_text(encoding="utf-8")]
    assert sorted(ours) == sorted(COUNTS)


@pytest.mark.parametrize("name", COUNTS)
def test_the_first_line_says_what_the_example_shows(name: str) -> None:
    first, *_ = Path(path(name)).read_text(encoding="utf-8").splitlines()
    assert first.startswith("# ")
    assert first.endswith(".")


@pytest.mark.parametrize("name", COUNTS)
def test_an_example_plays_to_its_end(name: str) -> None:
    assert "The fight is over, " in said("play", path(name), "--auto", "--seed", "1")


@pytest.mark.parametrize("name", COUNTS)
def test_an_example_has_commands_with_their_odds(name: str) -> None:
    situations = document("odds", path(name), "--commands")["situations"]
    assert situations
    assert all(one["commands"] for one in situations)


@pytest.mark.parametrize("name", COUNTS)
def test_who_wins_of_a_thousand(name: str) -> None:
    tally = simulate(load(path(name)), 1_000, seed="examples")
    assert tally.winners == COUNTS[name]
    assert tally.undecided == 0


@pytest.mark.slow
def test_the_odds_of_the_ambush() -> None:
    found = answer(load(path("ambush")))
    chance = float(found.win["party"])
    assert f"{chance:.12f}" == "0.833712974901"
    spread = (chance * (1 - chance) / 1_000) ** 0.5
    assert abs(COUNTS["ambush"]["party"] / 1_000 - chance) < 4 * spread
