"""Scenes that were made before: the same for the same eyes, and never another's."""

from __future__ import annotations

from copy import copy
from typing import Any

from affray.server.live import messages as m
from affray.server.live.of_states import OfStates
from affray.server.live.seats import scene_for
from tests.server.sitting import ANA, BEN, OWNER, WATCHER, Sitting


def scene(sit: Sitting, person: str) -> Any:
    """The scene of somebody at the table."""
    return scene_for(sit.room._held, sit.room._held.people[person])


def test_a_scene_is_made_once_for_the_same_eyes(ford: Sitting) -> None:
    assert scene(ford, ANA) is scene(ford, ANA)
    ford.say(BEN, m.Note(text="nothing that is seen"))
    before = scene(ford, ANA)
    ford.say(BEN, m.Note(text="nor this"))
    assert scene(ford, ANA) is before


def test_other_eyes_and_another_moment_see_another_scene(ford: Sitting) -> None:
    seen = [scene(ford, person) for person in (OWNER, ANA, BEN, WATCHER)]
    assert all(one is not other for place, one in enumerate(seen) for other in seen[:place])
    ford.say(OWNER, m.Do(command={"type": "override", "fighter": 2, "hp": 3, "reason": "as it fell"}))
    assert scene(ford, OWNER) != seen[0]
    words = scene(ford, ANA)
    ford.say(OWNER, m.Set(wounds="numbers"))
    assert scene(ford, ANA) != words


def test_only_so_many_are_kept(ford: Sitting) -> None:
    kept: OfStates[object] = OfStates(most=1)
    table = ford.room._held.table

    def asked(what: int) -> object:
        return kept.of(table.ruleset, table.state, what, object)

    first = asked(0)
    assert asked(0) is first
    asked(1)
    assert asked(0) is not first


def test_an_equal_state_is_another_one(ford: Sitting) -> None:
    kept: OfStates[object] = OfStates(most=9)
    table = ford.room._held.table
    same = copy(table.state)
    assert same == table.state
    assert kept.of(table.ruleset, table.state, 0, object) is not kept.of(table.ruleset, same, 0, object)
