"""Two dice side by side, as a player has to take the fight to be."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from affray.server.live import messages as m
from affray.server.live import offers
from affray.server.live.seats import showing_of
from tests.server.sitting import ANA, OWNER, Sitting


def test_pairs_are_told_of_the_fight_as_it_is_seen(ford: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    real = showing_of(ford.room._held.table.ruleset)
    assert real is not None
    seen = replace(ford.room._held.table.state)

    def pairs(state: Any, _: Any) -> None:
        asked.append(state)

    told = replace(real, seen=lambda *_: seen, pairs=pairs)
    monkeypatch.setattr(offers, "showing_of", lambda _: told)
    ford.say(OWNER, m.Set(odds="all"))
    ford.look(ANA, 0)
    assert asked
    assert all(state is seen for state in asked)
    asked.clear()
    ford.look(OWNER, 0)
    assert asked
    assert all(state is ford.room._held.table.state for state in asked)
