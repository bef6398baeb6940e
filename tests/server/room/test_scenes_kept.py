"""Scenes that were made before: the same for the same eyes, and never another's."""

from __future__ import annotations

from typing import Any

from affray.server.live import messages as m
from affray.server.live.seats import ScenesKept, scene_for
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
    kept = ScenesKept(most=1)
    table = ford.room._held.table
    first = kept.of(table.ruleset, table.state, 0, "words")
    assert kept.of(table.ruleset, table.state, 0, "words") is first
    kept.of(table.ruleset, table.state, 1, "words")
    assert kept.of(table.ruleset, table.state, 0, "words") is not first
