"""`--method`: the same names behind every command that answers for a fight, and what a way that was forced says."""

from __future__ import annotations

from functools import partial

import pytest

import affray
from affray.fight import Fight
from affray.interpret.answer import Asked, answer
from affray.interpret.found import FightOdds
from tests.cli.running import FORD, document, refused, said


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
