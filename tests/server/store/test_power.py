"""Nothing that was acknowledged is lost when the power goes, wherever the disk was; a kill alone cannot show that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from affray.errors import AffrayError
from affray.server.store import Appended, Store, engine, open_store
from affray.server.store.engine import Database
from affray.server.store.ids import now
from affray.server.store.place import read
from tests.server.store.lossy import Acts, Disk, Done, Recorder, Sync, recorded
from tests.server.store.rows import a_table, checked, row

ROWS = 700
"""Rows that are written: so many that SQLite carries its log into the database several times."""


class Recording(NamedTuple):
    """A file before anything was written, all that was done to it, and the ids of the rows in order."""

    table: str
    start: bytes
    acts: Acts
    ids: list[str]


def recording(folder: Path, rows: int) -> Recording:
    """What a store does to its files while it appends rows, one after another."""
    path = folder / "recorded.db"
    store = open_store(read(str(path)))
    table = a_table(store)
    store.close()
    start = path.read_bytes()
    recorder = Recorder(path)
    database = Database(read(str(path)))
    recorded(database, recorder)
    store = Store(database, None, now)
    ids = []
    for version in range(rows):
        new = row(f'"{"x" * 300}"')
        assert isinstance(store.append(table, version, [new]), Appended)
        recorder.acts.append(("", Done(version + 1)))
        ids.append(str(new.id))
    acts = list(recorder.acts)  # what is tidied up at the end does not count
    store.close()
    return Recording(table, start, acts, ids)


def power_cuts(found: Recording, folder: Path, number: int, seed: int) -> Iterator[tuple[int, int | None]]:
    """The power goes at so many moments, each by itself: how many rows were acknowledged by then, and how many are
    there afterwards, in order; None where what is left cannot be read."""
    chance = Random(seed)
    carrying = [place for place, (suffix, act) in enumerate(found.acts) if suffix == "" and not isinstance(act, Done)]
    moments = {chance.choice(carrying) for _ in range(number // 3) if carrying}
    while len(moments) < number:
        moments.add(chance.randrange(len(found.acts)))
    disk, done = Disk(found.start), 0
    for place, (suffix, act) in enumerate(found.acts):
        if place in moments:
            left = folder / str(place)
            left.mkdir()
            disk.cut_off(left / "affray.db", chance)
            yield done, rows_in(found, left / "affray.db")
        disk.do(suffix, act)
        done = act.rows if isinstance(act, Done) else done


def rows_in(found: Recording, path: Path) -> int | None:
    """The number of rows that are there, where they are the first ones; None where they are not, or cannot be read."""
    try:
        store = open_store(read(str(path)))
        try:
            with store.database.reading() as connection:
                if connection.exec_driver_sql("PRAGMA integrity_check").scalars().all() != ["ok"]:
                    return None
            ids = [one.id for one in checked(store, found.table)]
        finally:
            store.close()
    except (AffrayError, AssertionError):
        return None
    return len(ids) if ids == found.ids[: len(ids)] else None


@pytest.mark.slow
def test_when_the_power_goes_every_row_is_there_that_was_acknowledged(tmp_path: Path) -> None:
    found = recording(tmp_path, ROWS)
    carried = [suffix for suffix, act in found.acts if isinstance(act, Sync)].count("")
    assert carried >= 2  # the power goes while SQLite carries its log into the database, too
    cuts = list(power_cuts(found, tmp_path, 300, 20))
    assert len(cuts) == 300
    assert all(there is not None for _, there in cuts)
    assert {there - done for done, there in cuts if there is not None} == {0, 1}  # one more may have been on its way


@pytest.mark.slow
@pytest.mark.parametrize(("synchronous", "reads"), [("NORMAL", 1), ("OFF", 0)])
def test_who_syncs_less_loses_some(
    synchronous: str, reads: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same cuts find it out, so they would find out the store."""
    pragmas = {name: (name, value, wanted) for name, value, wanted in engine.PRAGMAS}
    pragmas["synchronous"] = ("synchronous", synchronous, reads)
    with monkeypatch.context() as patched:
        patched.setattr(engine, "PRAGMAS", tuple(pragmas.values()))
        found = recording(tmp_path, ROWS)
    lost = [done for done, there in power_cuts(found, tmp_path, 60, 20) if there is None or there < done]
    assert len(lost) >= 10
