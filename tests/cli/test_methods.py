"""`--method`: the same names behind every command that answers for a fight, and what a way that was forced says."""

from __future__ import annotations

from functools import partial

import pytest

import affray
from affray.fight import Fight
from affray.interpret.answer import Asked, answer
from affray.interpret.found import FightOdds
from tests.cli.running import DUEL, FORD, ROOT, document, refused, run, said

BLOW = str(ROOT / "examples" / "one_blow_left.toml")


@pytest.fixture
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the budget is, it is used up at once."""

    def hurried(fight: Fight, exactly: bool = False, budget: float = 60, method: Asked | None = None) -> FightOdds:
        return answer(fight, exactly, budget * 1e-9, method)

    for module in ("affray.cli.odds_fight", "affray.interpret.answer"):
        monkeypatch.setattr(f"{module}.answer", hurried)


@pytest.mark.usefixtures("no_time")
def test_exact_is_never_an_interval() -> None:
    assert document("odds", FORD, "--method", "exact", "--budget", "7")["kind"] == "too_large"
    assert "too large for exact odds" in said("odds", FORD, "--method", "exact")
    assert "too large for --method exact" in refused("simulate", FORD, "--method", "exact", code=1)
    asked = partial(affray.fight_odds, affray.load(FORD), budget=1e-9)
    assert (asked(method="exact").kind, asked().kind) == ("too_large", "bounded")


# The odds of a fight, sampled because somebody asks for it


@pytest.mark.parametrize("method", ["plain", "turns", "compiled"])
def test_odds_that_are_sampled_say_so(method: str) -> None:
    args = (DUEL, "--method", method, "--runs", "3000", "--seed", "a")
    found, counted = document("odds", *args), document("simulate", *args)
    assert (found["kind"], found["way"], found["runs"], found["seed"]) == ("sampled", method, 3_000, "a")
    assert found["win"] == counted["win"]
    text = said("odds", *args)
    assert "interval of 95 %" in text
    assert f"3,000 fights, seed a, method {method}" in text
    assert text.splitlines()[-1].startswith("sampled, not exact; way: fights played")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--method", "plain", "--exact"], "--exact: a sample is no fraction"),
        (["--runs", "5"], "--runs: for what is sampled"),
        (["--method", "sides", "--seed", "a"], "--seed: for what is sampled"),
        (["--method", "magic"], "exact, sides, machine, lump, bounded, compiled, turns, plain"),
    ],
)
def test_what_odds_refuse(args: list[str], message: str) -> None:
    assert message in refused("odds", DUEL, *args)


def test_a_way_of_sampling_says_what_it_does_not_know() -> None:
    assert "does not know breakage" in refused("odds", FORD, "--method", "turns", code=1)


def test_settings_hold_for_the_ways_that_they_mean_something_to() -> None:
    settings = {"AFFRAY_SIMULATE_SEED": "a", "AFFRAY_SIMULATE_WORKERS": "1"}
    assert run("simulate", DUEL, "--method", "exact", env=settings).exit_code == 0


# Two fights


@pytest.mark.parametrize("method", ["sides", "machine", "lump"])
def test_a_difference_by_one_way(method: str) -> None:
    args = ("compare", DUEL, "--against", "K08=needs_hit")
    found = document(*args, "--method", method)
    assert [found[side]["way"] for side in ("first", "second")] == [method, method]
    assert found["difference"]["win"] == document(*args)["difference"]["win"]
    assert f"({method})" in said(*args, "--method", method).splitlines()[-1]


@pytest.mark.parametrize("method", ["plain", "compiled"])
def test_a_difference_that_is_sampled_because_somebody_asks(method: str) -> None:
    args = ("compare", DUEL, "--against", "K08=needs_hit", "--method", method, "--runs", "500", "--seed", "a")
    found = document(*args)
    assert found["kind"] == "sampled"
    assert "reason" not in found
    assert (found["first"]["runs"], found["first"]["way"]) == (500, method)
    lines = said(*args).splitlines()
    assert lines[-3] == "sampled, as asked"
    assert f"({method})" in lines[-1]


def test_a_difference_names_both_ways_where_they_differ() -> None:
    lines = said("compare", DUEL, FORD).splitlines()
    assert lines[-2].startswith("first, way: two sides in turn (sides)")
    assert lines[-1].startswith("second, way: the order of play on whole numbers (machine); sides does not know")


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["--method", "bounded"], 2, "two intervals have no difference"),
        (["--method", "exact", "--runs", "5"], 2, "--runs: both are to be solved"),
        (["--method", "sides"], 1, "--method sides: no exact odds for breakage"),
    ],
)
def test_what_compare_refuses(args: list[str], code: int, message: str) -> None:
    assert message in refused("compare", FORD, "--against", "K08=needs_hit", *args, code=code)


def test_a_formula_is_compared_in_one_way() -> None:
    formula = ("compare", "knave.attack", "bonus=2", "armor=14", "die=8", "--against", "K08=auto_hit")
    assert "--method: that is for fights" in refused(*formula, "--method", "machine")


# Best play


@pytest.mark.parametrize("method", ["machine", "lump"])
def test_best_play_by_one_way(method: str) -> None:
    found = document("solve", BLOW, "--method", method)
    assert found["way"] == method
    assert found["value"] == document("solve", BLOW)["value"]
    assert f"({method})" in said("solve", BLOW, "--method", method)


def test_best_play_is_solved_alone() -> None:
    for method in ("bounded", "compiled", "turns", "plain"):
        assert "best play is solved, neither bounded nor sampled" in refused("solve", BLOW, "--method", method)
    message = refused("solve", BLOW, "--method", "sides", code=1)
    assert "best play cannot be solved by sides alone under ruleset=skilldice" in message
