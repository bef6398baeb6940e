"""The fights in `examples/` that are played by these rules: each plays to its end and has the odds written here."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.fight import load
from affray.interpret.answer import answer
from affray.interpret.simulate import simulate
from tests.cli.running import document, said

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"

PARTY_WINS = {
    "argument_with_a_knight": "0.918821693867",
    "knight_against_three": "0.568654266816",
    "one_blow_left": "0.079606232820",
    "skill_duel": "0.482259204821",
}
"""The party's chance to win."""


def path(name: str) -> str:
    return str(EXAMPLES / f"{name}.toml")


def test_no_example_is_left_out() -> None:
    ours = [one.stem for one in EXAMPLES.iterdir() if 'ruleset = "skilldice"' in one.read_text(encoding="utf-8")]
    assert sorted(ours) == sorted(PARTY_WINS)


@pytest.mark.parametrize("name", PARTY_WINS)
def test_the_first_line_says_what_the_example_shows(name: str) -> None:
    first, *_ = Path(path(name)).read_text(encoding="utf-8").splitlines()
    assert first.startswith("# ")
    assert first.endswith(".")


@pytest.mark.parametrize("name", PARTY_WINS)
def test_an_example_plays_to_its_end(name: str) -> None:
    assert "The fight is over, " in said("play", path(name), "--auto", "--seed", "1")


@pytest.mark.parametrize("name", PARTY_WINS)
def test_an_example_has_commands_with_their_odds(name: str) -> None:
    situations = document("odds", path(name), "--commands")["situations"]
    assert situations
    assert all(one["commands"] for one in situations)


@pytest.mark.parametrize("name", PARTY_WINS)
def test_the_odds_agree_with_fights_that_were_played(name: str) -> None:
    tally = simulate(load(path(name)), 1_000, seed="examples")
    chance = float(PARTY_WINS[name])
    spread = (chance * (1 - chance) / 1_000) ** 0.5
    assert abs(tally.winners["party"] / 1_000 - chance) < 4 * spread


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.slow if one == "knight_against_three" else ()) for one in PARTY_WINS]
)
def test_the_odds_of_an_example(name: str) -> None:
    found = answer(load(path(name)))
    assert f"{float(found.win['party']):.12f}" == PARTY_WINS[name]
