"""`affray compare`: two fights, two readings of a fight, two readings of a formula."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import affray
from affray.api import Share, share
from affray.interpret.answer import answer
from affray.telling.difference import changed
from affray.telling.numbers import points
from tests.cli.running import DUEL, FORD, document, fight, fighter, refused, run, said

HARD = [fighter("Ana", "party", hp=6, attack=0), fighter("Rook", "foes", hp=6, armor=21, attack=0)]
"""Ana beats armor 21 with no face of her die, so that a natural 20 is all she has."""


def fractions(chances: dict[str, str]) -> dict[str, Fraction]:
    return {name: Fraction(p) for name, p in chances.items()}


# Two readings of a fight


def test_the_exact_difference_of_two_readings(tmp_path: Path) -> None:
    path = fight(tmp_path / "hard.toml", *HARD)
    found = document("compare", path, "--ruling", "K08=literal", "--against", "K08=needs_hit")
    assert list(found) == ["schema", "kind", "first", "second", "difference"]
    assert found["kind"] == found["first"]["kind"] == found["second"]["kind"] == "fraction"
    for side, option in (("first", "literal"), ("second", "needs_hit")):
        alone = answer(affray.load(path, {"K08": option}))
        assert fractions(found[side]["win"]) == alone.win
        assert found[side]["rulings"]["K08"] == option
        assert found[side]["states"] == alone.states
    # Under needs_hit a natural 20 that does not beat the armor is nothing: Ana can never win.
    assert found["second"]["win"]["party"] == "0"
    difference = fractions(found["difference"]["win"])
    assert difference["party"] == -Fraction(found["first"]["win"]["party"]) < 0
    assert sum(difference.values()) + Fraction(found["difference"]["undecided"]) == 0


def test_the_exact_difference_of_two_fights(tmp_path: Path) -> None:
    ones = [fight(tmp_path / f"{n}.toml", fighter("Ana", "party", hp=n), fighter("Rook", "foes", hp=1)) for n in (1, 5)]
    found = document("compare", *ones)
    first, second = (fractions(found[side]["win"]) for side in ("first", "second"))
    assert fractions(found["difference"]["win"]) == {name: second[name] - first[name] for name in first}
    assert fractions(found["difference"]["win"])["party"] > 0
    assert [found[side]["fight"] for side in ("first", "second")] == ones


def test_one_duel_by_hand(tmp_path: Path) -> None:
    """Both hit on 11 to 20, and a hit is the end: whoever strikes first wins with 2/3, and the die is even."""
    path = fight(tmp_path / "even.toml", *(fighter(one, one, hp=1, attack=2, armor=12) for one in ("party", "foes")))
    found = document("compare", path, "--against", "K13=defender")  # each face of one form is 21 less that of the other
    assert found["first"]["win"]["party"] == "1/2"
    assert set(found["difference"]["win"].values()) == {"0"}


def test_readings_for_people(tmp_path: Path) -> None:
    text = said("compare", fight(tmp_path / "hard.toml", *HARD), "--against", "K08=needs_hit")
    lines = text.splitlines()
    assert lines[0].endswith("K08=literal")
    assert lines[1].endswith("K08=needs_hit")
    assert "points" in text
    assert lines[-2].startswith("exact; ")
    assert lines[-1] == "way: two sides in turn (sides)"
    assert "both are read alike" in said("compare", DUEL, "--against", "K08=literal")


def test_tactics_that_differ_are_named(tmp_path: Path) -> None:
    fighters = (fighter("Ana", "party"), fighter("Rook", "foes"))
    one = fight(tmp_path / "one.toml", *fighters)
    other = fight(tmp_path / "other.toml", *fighters, top='[tactics]\nparty = "weakest"\n')
    assert "party: weakest" in said("compare", one, other)


def test_a_contender_of_one_fight_has_no_difference(tmp_path: Path) -> None:
    one = fight(tmp_path / "one.toml", fighter("Ana", "party"), fighter("Rook", "foes"))
    other = fight(tmp_path / "other.toml", fighter("Ana", "party"), fighter("Rook", "wolves"))
    found = document("compare", one, other)
    assert list(found["difference"]["win"]) == ["party", "foes", "wolves", "nobody"]
    assert found["difference"]["win"]["wolves"] is None
    assert found["difference"]["win"]["party"] == "0"
    assert "wolves" in said("compare", one, other)


def test_floats_say_their_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("affray.interpret.by_sides.QUICK", 0.0)
    found = document("compare", DUEL, "--against", "K09=auto_miss")
    assert found["kind"] == found["first"]["kind"] == "float"
    assert found["difference"]["error"] == found["first"]["error"] + found["second"]["error"]
    assert found["difference"]["win"]["party"] == pytest.approx(0, abs=1e-12)
    assert "off by at most 2e-12" in said("compare", DUEL, "--against", "K09=auto_miss")


# Sampled


@pytest.fixture
def too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every fight is too large for exact odds."""
    unlimited = answer

    def limited(fight: Any, exactly: bool = False, budget: float = 60.0, **more: Any) -> Any:
        return unlimited(fight, exactly, 1e-9, **more)

    monkeypatch.setattr("affray.telling.difference.answer", limited)


@pytest.mark.usefixtures("too_large")
def test_a_sampled_difference_has_an_interval() -> None:
    args = ("compare", DUEL, FORD, "--runs", "600", "--seed", "ford")
    found = document(*args)
    assert list(found) == ["schema", "kind", "first", "second", "difference", "reason"]
    assert found["kind"] == "sampled"
    for side in ("first", "second"):
        assert found[side]["runs"] == 600
        for one in (*found[side]["win"].values(), found[side]["undecided"]):
            assert 0 <= one["low"] <= one["p"] <= one["high"] <= 1
    change = found["difference"]["win"]["party"]
    assert change["value"] == found["second"]["win"]["party"]["p"] - found["first"]["win"]["party"]["p"]
    assert change["low"] < -0.1243 < change["high"]  # 0.4095 - 0.5338, by `affray odds`
    assert found == document(*args, "--workers", "2")


@pytest.mark.usefixtures("too_large")
def test_the_two_counts_are_independent_and_can_be_had_again() -> None:
    found = document(
        "compare", DUEL, "--ruling", "K09=literal", "--runs", "400", "--seed", "a", "--against", "K08=split"
    )
    for side, seed in (("first", "a"), ("second", "a/second")):
        assert found[side]["seed"] == seed
        alone = document("simulate", DUEL, "--runs", "400", "--seed", seed)
        assert found[side]["win"] == alone["win"]
    assert found["first"]["win"] != found["second"]["win"]


@pytest.mark.usefixtures("too_large")
def test_sampled_for_people() -> None:
    text = said("compare", DUEL, FORD, "--runs", "300", "--seed", "ford")
    assert "interval of 95 %" in text
    assert "sampled, since the first is too large for exact odds" in text
    assert "300 fights of each, seed ford" in text


@pytest.mark.usefixtures("too_large")
def test_an_interrupted_sample_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    from affray.interpret import simulate

    calls = []

    def blocks(fight: Any, runs: int, *more: Any) -> Any:
        calls.append(fight)
        yield simulate.simulate_block(fight, "a", 0, 20, 100)
        if len(calls) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("affray.interpret.sampled.blocks", blocks)
    result = run("compare", DUEL, FORD, "--runs", "40", "--json")
    assert result.exit_code == 130
    assert '"partial": true' in result.stdout
    calls[:] = [DUEL]  # now the first of the two is interrupted, and of the second nothing is known
    result = run("compare", DUEL, FORD, "--runs", "40", "--json")
    assert (result.exit_code, result.stdout) == (130, "")


def test_the_interval_of_a_difference() -> None:
    """Newcombe's tenth method; the example of his paper of 1998: 56/70 less 48/80 is 0.0524 to 0.3339."""
    found = changed(share(48, 80), share(56, 70))
    assert isinstance(found, Share)
    assert (round(found.p, 4), round(found.low, 4), round(found.high, 4)) == (0.2, 0.0524, 0.3339)
    same = changed(share(0, 10), share(0, 10))
    assert isinstance(same, Share)
    assert same.low < 0 < same.high


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (Fraction(1, 20), "+5.00 points"),
        (Fraction(-1, 3), "-33.33 points"),
        (Fraction(0), "0 points"),
        (1e-9, "< +0.01 points"),
        (-1e-9, "> -0.01 points"),
    ],
)
def test_points(change: Fraction | float, text: str) -> None:
    assert points(change) == text


# Formulas


def test_two_readings_of_a_formula() -> None:
    found = document(
        "compare",
        "knave.attack",
        "bonus=0",
        "armor=20",
        "die=6",
        "--ruling",
        "K08=literal",
        "--against",
        "K08=auto_hit",
    )
    assert list(found) == ["schema", "formula", "inputs", "exact", "kind", "first", "second", "difference"]
    assert found["inputs"]["armor"] == 20
    # A 20 that does not beat armor 20: one damage die (7/2), with auto_hit the weapon's own die besides.
    assert found["first"]["means"]["damage"] == "7/40"
    assert found["second"]["means"]["damage"] == "7/20"
    assert found["difference"]["means"]["damage"] == "7/40"
    assert found["difference"]["marginals"]["hit"] == {"true": "1/20", "false": "-1/20"}
    assert found["difference"]["marginals"]["damage"]["1"] == "-1/120"  # only the single die shows 1
    assert found["difference"]["marginals"]["damage"]["12"] == "1/720"
    assert found["first"]["rulings"]["K08"] == "literal"


def test_a_formula_for_people() -> None:
    text = said(
        "compare", "knave.attack", "bonus=0", "armor=20", "die=6", "K15=no_stack", "--against", "natural_20=auto_hit"
    )
    assert "first   K08=literal" in text
    assert "second  K08=auto_hit" in text
    assert "K15=no_stack" in text
    words = " ".join(text.split())
    assert "true 0 % 5.00 % +5.00 points 1/20" in words
    assert "mean 0.175 0.35 +0.175 7/40" in words


# Mistakes


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((DUEL,), "there is nothing to compare it with"),
        (("knave.attack", "bonus=2", "armor=14", "die=8"), "as in --against K08=auto_hit"),
        ((DUEL, DUEL, FORD), "two fights at most"),
        (("3d6", "--against", "K08=split"), "a fight's file or a formula is needed"),
        ((DUEL, "nothing.toml"), "nothing.toml: no such file"),
        ((DUEL, "--against", "K08=never"), "ruling K08 (natural_20) has no such option"),
        ((DUEL, "--against", "K08"), "--against: a ruling and its option are needed"),
        ((DUEL, "--against", "K08=split", "--against", "K08=literal"), "--against: given twice"),
        ((DUEL, "--ruling", "K08=split", "--against", "natural_2=split"), "did you mean natural_20?"),
        ((DUEL, FORD, "--runs", "0"), "--runs: out of range"),
        ((DUEL, FORD, "--budget", "1e3"), "--budget: a whole number is needed"),
        ((DUEL, FORD, "--seed", ""), "--seed: a seed is 1 to 64 visible characters"),
        ((DUEL, FORD, "--workers", "257"), "--workers: out of range"),
        (("knave.attak", "bonus=2", "--against", "K08=split"), "did you mean knave.attack?"),
        (("knave.attack", "bonus", "--against", "K08=split"), "inputs are given as name=value"),
        (("knave.save", "bonus=2", "--against", "K08=split"), "read in fights, not by this formula"),
        (("knave.attack", "bonus=2", "K08=split", "--against", "K08=literal"), "given twice"),
    ],
)  # fmt: skip
def test_bad_input(args: tuple[str, ...], message: str) -> None:
    assert message in refused("compare", *args)
