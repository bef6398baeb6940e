"""Dice of fighters out of sight: neither their own, nor those that give them a place among others, are seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from affray.fight import parse
from affray.rulesets.d20grid.commands import RollInitiative
from affray.table.log import CommandEntry
from affray.table.work import Table
from tests.server.room.test_messages import GRID
from tests.server.sitting import ANA, OWNER, SEEDS, Sitting

IMP = """
[[fighter]]
name = "imp"
side = "foes"
at = [25, 25]
hp = 9
defense = 12
speed = 30
flags = ["invisible"]
weapons = [{ name = "claw", dice = "1d4", kind = "melee" }]
"""


def entered(order: tuple[int, ...], faces: dict[int, tuple[int, ...]]) -> Table:
    """A table at which these have rolled initiative, one after the other."""
    table = Table(parse(GRID + IMP), SEEDS)
    (begin,) = table.legal()
    assert isinstance(table.do(begin), CommandEntry)
    for fighter in order:
        assert isinstance(table.do(RollInitiative(fighter), faces[fighter]), CommandEntry)
    return table


def for_players(sit: Callable[..., Sitting], at: Table) -> tuple[Any, ...]:
    """All that a player has of this table."""
    table = sit(GRID)
    table.room = table.rooms.open(OWNER, at)
    table.look(OWNER)
    table.seat(ANA, "Anne", fighter=0)
    taken = [{name: value for name, value in one.items() if name != "id"} for one in at.player_log()]
    return table.bytes_of(ANA), table.room.lines_before(ANA, None), taken


LEVEL = {0: (15,), 1: (10,), 2: (10,)}
"""The robber and the imp are level: it takes a die to say who goes first."""


@pytest.mark.parametrize(("order", "faces"), [((2, 0, 1), (10, 2)), ((0, 2, 1), (10, 1)), ((2, 1, 0), (15, 2))])
def test_a_tie_with_somebody_unseen_is_not_seen(
    order: tuple[int, ...], faces: tuple[int, ...], sit: Callable[..., Sitting]
) -> None:
    apart = for_players(sit, entered(order, {**LEVEL, 2: (3,)}))
    assert for_players(sit, entered(order, {**LEVEL, order[-1]: faces})) == apart
    assert "tie" not in str(apart)


def test_the_die_of_somebody_unseen_is_not_seen_where_others_see_what_comes_of_it(sit: Callable[..., Sitting]) -> None:
    """The last roll fixes the order and begins a turn, which all see."""
    last = [entered((0, 1, 2), {**LEVEL, 2: faces}) for faces in ((10, 2), (3,), (8,))]
    found = [for_players(sit, table) for table in last]
    assert found[0] == found[1] == found[2]
    assert [entry["rolls"] for entry in found[0][2][-1:]] == [[]]


def test_a_tie_of_those_in_sight_is_seen_and_the_referee_sees_every_die(sit: Callable[..., Sitting]) -> None:
    seen = entered((2, 0, 1), {0: (8,), 1: (10, 1), 2: (10,)})
    assert "unseen_tie" in str(seen.entries[-1])
    table = sit(GRID)
    table.room = table.rooms.open(OWNER, seen)
    assert [die.name for die in table.room.lines_before(OWNER, None)[0].dice] == [
        "initiative.d20",
        "initiative.unseen_tie",
    ]


def test_a_turn_has_its_place_among_those_in_sight() -> None:
    """A gap in the numbers would tell of somebody else."""
    table = entered((0, 1, 2), {**LEVEL, 2: (20,)})
    ends = next(one for one in table.legal() if type(one).__name__ == "EndTurn")
    assert isinstance(table.do(ends), CommandEntry)
    places = [event for entry in table.player_log() for event in entry["events"] if event["type"] == "turn_came"]
    assert [(event["place"], event["fighter"]) for event in places] == [(0, 0)]
