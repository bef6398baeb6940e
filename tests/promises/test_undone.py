"""Undo is exact, and a table that is taken elsewhere is the same table: on random tables of every ruleset."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from affray.codec import digest
from affray.errors import BadInput
from affray.server.faults import Fault
from affray.server.live import messages as m
from affray.server.live.room import Answer
from affray.server.store import exporting
from tests.promises.fights import RULESETS
from tests.promises.random_tables import Walk, come_and_go
from tests.promises.wire import Wire, wired
from tests.server.sitting import ANA, OWNER, SECOND

HERE = [(ruleset, number) for ruleset in RULESETS for number in range(7)]
MANY = [(ruleset, number) for ruleset in RULESETS for number in range(100, 434)]
"""1,002."""


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with wired(tmp_path_factory.mktemp("undone")) as found:
        yield found


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with wired(tmp_path_factory.mktemp("elsewhere")) as found:
        yield found


def undone(wire: Wire, ruleset: str, number: int, steps: int) -> Walk:
    """A walk, and then all the way back and forth: each point is what it was."""
    walk = Walk(wire, ruleset, number)
    walk.walk(steps)
    there = digest(walk.room._held.table.state)
    counted = walk.room._held.table.effective
    if walk.look(OWNER).undo:
        walk.say(SECOND, m.Undo(to=0))
        assert digest(walk.room._held.table.state) == walk.begun
        walk.restart()
        walk.say(OWNER, m.Redo())
        assert walk.room._held.table.effective == counted
        assert digest(walk.room._held.table.state) == there
    _twice(walk)
    return walk


def _twice(walk: Walk) -> None:
    """Two referees undo the same: the second one is late, and nothing more happens."""
    version = walk.room.seen_version(OWNER)
    found = walk.answer(OWNER, m.Undo(), version)
    before = walk.whole()
    again = walk.answer(SECOND, m.Undo(), version)
    if isinstance(found, Answer):
        assert isinstance(again, Fault)
        assert again.code == "stale"
    assert walk.whole() == before


@pytest.mark.parametrize(("ruleset", "number"), HERE)
def test_every_point_is_itself_again(ruleset: str, number: int, wire: Wire) -> None:
    undone(wire, ruleset, number, 15)


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "number"), MANY)
def test_every_point_of_many_is_itself_again(ruleset: str, number: int, wire: Wire) -> None:
    undone(wire, ruleset, number, 40)


# Taken elsewhere


def carried(wire: Wire, elsewhere: Wire, ruleset: str, number: int, steps: int) -> None:
    """A table is written down, taken in by another server, and written down there: not a byte differs."""
    walk = Walk(wire, ruleset, number)
    come_and_go(walk)
    walk.walk(steps)
    loaded = walk.store.load(walk.room.table)
    assert loaded is not None
    document = exporting.write(loaded)
    room = elsewhere.site.rooms.adopt(OWNER, document)
    again = elsewhere.site.store.load(room.table)
    assert again is not None
    assert again.rows == loaded.rows
    assert exporting.write(again) == document
    assert room.export(OWNER) == walk.room.export(OWNER)
    assert room.export(ANA) == walk.room.export(ANA)
    assert room.lines_before(ANA, None) == walk.room.lines_before(ANA, None)
    changed = bytearray(document)
    changed[walk.source.randrange(len(changed))] ^= 1 << walk.source.randrange(8)
    with pytest.raises(BadInput):
        exporting.read(bytes(changed), "table")


@pytest.mark.parametrize(("ruleset", "number"), HERE)
def test_a_table_is_the_same_elsewhere(ruleset: str, number: int, wire: Wire, elsewhere: Wire) -> None:
    carried(wire, elsewhere, ruleset, 50 + number, 12)


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "number"), MANY)
def test_many_tables_are_the_same_elsewhere(ruleset: str, number: int, wire: Wire, elsewhere: Wire) -> None:
    carried(wire, elsewhere, ruleset, number, 30)
