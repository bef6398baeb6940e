"""The functions that answer for whole fights: the ways they take, and how they refuse what they cannot."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import affray
from affray.api import Simulation
from affray.errors import BadInput
from affray.interpret.found import FightOdds

DUEL = affray.load("examples/duel.toml")
BLOW = affray.load("examples/one_blow_left.toml")


# The same names of ways


@pytest.mark.parametrize("method", ["exact", "sides", "machine", "lump", "bounded"])
def test_a_fight_is_solved_in_the_form_of_a_simulation(method: Any) -> None:
    found = affray.simulate(DUEL, method=method)
    assert (found.runs, found.method) == (0, "exact")
    assert found.odds is not None
    assert found.odds.method == ("sides" if method == "exact" else method)
    share = found.win["party"]
    assert share.low - 1e-9 <= float(affray.fight_odds(DUEL).win["party"]) <= share.high + 1e-9
    assert (share.low == share.high) is (method != "bounded")


@pytest.mark.parametrize("method", ["plain", "turns", "compiled"])
def test_odds_may_be_sampled(method: Any) -> None:
    found, counted = (ask(DUEL, method=method, runs=2_000, seed="a") for ask in (affray.fight_odds, affray.simulate))
    assert isinstance(found, FightOdds)
    assert isinstance(counted, Simulation)
    assert (found.kind, found.method, found.runs, found.seed) == ("sampled", method, 2_000, "a")
    assert found.win == {name: share.p for name, share in counted.win.items()}
    assert found.bounds == {name: (share.low, share.high) for name, share in counted.win.items()}


def test_best_play_by_one_way() -> None:
    machine, lump = affray.solve(BLOW, method="machine"), affray.solve(BLOW, method="lump")
    for one in (affray.solve(BLOW), machine, affray.solve(BLOW, method="exact")):
        assert one.values == pytest.approx(lump.values, abs=1e-12)  # compiled code adds in another order
    assert (machine.machine, lump.machine) == (True, False)


# What is refused


def asking(ask: Callable[..., Any], *given: Any, **named: Any) -> Callable[[], Any]:
    """The same call, of whatever types its arguments are."""
    return partial(ask, *given, **named)


ASKED: list[Callable[..., Any]] = [affray.fight_odds, affray.simulate, affray.solve]


@pytest.mark.parametrize("ask", ASKED)
@pytest.mark.parametrize("fight", ["examples/duel.toml", None, 5])
def test_a_fight_is_neither_its_path_nor_anything_else(ask: Callable[..., Any], fight: Any) -> None:
    with pytest.raises(BadInput, match=r"^fight: a fight is needed.*affray\.load"):
        ask(fight)


@pytest.mark.parametrize("ask", [affray.fight_odds, affray.solve])
@pytest.mark.parametrize("budget", ["60", None, 0, -1, float("nan"), float("inf"), True, 10**400, [5]])
def test_a_budget_is_a_finite_number_above_0(ask: Callable[..., Any], budget: Any) -> None:
    with pytest.raises(BadInput, match=r"^budget: a budget is needed.*above 0"):
        ask(BLOW, budget=budget)


@pytest.mark.parametrize("ask", ASKED)
@pytest.mark.parametrize("method", ["magic", ["sides"], 7, ""])
def test_a_way_that_there_is_not(ask: Callable[..., Any], method: Any) -> None:
    with pytest.raises(BadInput, match=r"^method: no such way.*exact, sides, machine, lump"):
        ask(BLOW, method=method)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (asking(affray.fight_odds, DUEL, exactly="yes"), r"^exactly: true or false is needed, got 'yes'"),
        (asking(affray.fight_odds, DUEL, exactly=True, method="bounded"), r"^method: an interval is no fraction"),
        (asking(affray.fight_odds, DUEL, exactly=True, method="plain"), r"^method: a sample is no fraction"),
        (asking(affray.fight_odds, DUEL, runs=5), r"^runs: for what is sampled"),
        (asking(affray.fight_odds, DUEL, method="plain", runs="5"), r"^runs: a whole number is needed"),
        (asking(affray.simulate, DUEL, method="sides", runs=5), r"^runs: an exact answer has no limit of that kind"),
        (asking(affray.simulate, DUEL, method="exact", until=0.1), r"^until: an exact answer has no limit"),
        (asking(affray.simulate, DUEL, method="exact", rounds=5), r"^rounds: an exact answer has no limit"),
        (asking(affray.simulate, DUEL, rounds=101), r"^rounds: out of range, got 101 \(allowed: 1 to 100\)"),
        (asking(affray.simulate, DUEL, workers="2"), r"^workers: a whole number is needed"),
        (asking(affray.simulate, DUEL, until="0.01"), r"^until: a precision is needed"),
        (asking(affray.solve, BLOW, method="plain"), r"^method: no such way to solve best play"),
        (asking(affray.solve, BLOW, repertoire=3), r"^repertoire: no such repertoire, got 3"),
        (asking(affray.solve, BLOW, fixed="foes"), r"^fixed: tactics by side are needed"),
        (asking(affray.solve, BLOW, fixed={"foes": ["first"]}), r"^fixed: tactics by side are needed"),
        (asking(affray.solve, BLOW, fixed={"wolves": "first"}), r"^fixed: no such side, got 'wolves'"),
        (asking(affray.odds, 5), r"^formula: a formula's name is needed, got 5"),
        (asking(affray.outcomes, "duel", None), r"^at: a fight or a table is needed, got 'duel'"),
        (asking(affray.show_position, None), r"^at: a fight or a table is needed"),
    ],
)
def test_a_message_names_the_argument(ask: Callable[[], Any], message: str) -> None:
    with pytest.raises(BadInput, match=message) as told:
        ask()
    assert "--" not in str(told.value)
