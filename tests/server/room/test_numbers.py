"""The numbers beside the table: each sees those of their own, and marks only what they may know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.server.live import messages as m
from tests.server.sitting import ANA, BEN, FORD, OWNER, WATCHER, Sitting

OGRE = """
[[fighter]]
name = "ogre"
side = "foes"
hd = 4
hp = 20
armor = 15
attack = 4
damage = "1d10"
morale = 10
hidden = true
"""


def marks(table: Sitting, person: str) -> list[tuple[str, str]]:
    """The rows that are marked, in all tables of a person."""
    found = table.room.snapshot(person).numbers
    return [(row.at, row.here) for one in found for shown in one.tables for row in shown.rows if row.here]


def names(table: Sitting, person: str) -> list[str]:
    return [one.name for one in table.room.snapshot(person).numbers]


def test_players_have_their_own_and_referees_whoever_acts(ford: Sitting) -> None:
    assert names(ford, ANA) == ["Ana"]
    assert names(ford, BEN) == ["Ben"]
    assert names(ford, WATCHER) == []
    assert names(ford, OWNER) == ["Ana"]
    assert [one.name for one in ford.room.snapshot(OWNER, 1).numbers] == ["Ben"]
    row = next(row for row in ford.room.snapshot(ANA).numbers[0].tables[0].rows if row.at == "13")
    assert row.cells == ("12+", "9/20", "279/400")


def test_rows_are_marked_for_referees_and_for_whoever_is_shown_odds(ford: Sitting) -> None:
    assert marks(ford, OWNER) == [("13", "goblin"), ("+1", "goblin")]
    assert marks(ford, ANA) == []
    ford.say(OWNER, m.Set(odds="all"))
    assert marks(ford, ANA) == [("13", "goblin"), ("+1", "goblin")]
    ford.say(OWNER, m.Set(odds="nobody"))
    assert marks(ford, ANA) == []
    assert marks(ford, OWNER) == [("13", "goblin"), ("+1", "goblin")]


def test_nobody_hidden_is_marked_even_where_odds_are_shown(sit: Callable[..., Sitting]) -> None:
    found: list[Any] = []
    for text in (FORD, FORD + OGRE, FORD + OGRE.replace("15", "30")):
        table = sit(text)
        table.everybody()
        table.say(OWNER, m.Set(odds="all"))
        table.say(OWNER, m.Faces(faces=(6,)))
        found.append(table.room.snapshot(ANA).numbers)
        assert marks(table, ANA) == [("13", "goblin"), ("+1", "goblin")]
    assert found[0] == found[1] == found[2]


def test_a_fight_that_is_over_has_none(ford: Sitting) -> None:
    ford.say(OWNER, m.End())
    assert ford.room.snapshot(ANA).numbers == ()
