"""Many tables on a server: lists, codes, those that cannot be read, and those that nobody uses now."""

from __future__ import annotations

import gc
from collections.abc import Callable
from threading import Event, Thread
from time import sleep
from typing import Any

import pytest

from affray.fight import parse
from affray.server.faults import Refused
from affray.server.live import messages as m
from affray.server.live import rooms as rooms_module
from affray.server.live.room import Room
from affray.server.live.rooms import Rooms
from affray.server.live.turns import Turns
from affray.server.store import StorageError
from affray.table.work import Table
from tests.server.sitting import ANA, BEN, FORD, KNOCKER, OWNER, SEEDS, STRANGER, Sitting


def another(sit: Sitting, title: str = "another") -> str:
    """One more table of the owner's."""
    return sit.rooms.open(OWNER, Table(parse(FORD), SEEDS), title).table


def broken(sit: Sitting, monkeypatch: pytest.MonkeyPatch) -> str:
    """A table whose log no longer replays."""
    found = another(sit, "broken")
    sit.restart()
    real = sit.store.load

    def load(table: str) -> Any:
        loaded = real(table)
        if table == found:
            assert loaded is not None
            loaded.rows[0] = type(loaded.rows[0])(
                **{
                    name: getattr(loaded.rows[0], name).replace(b"knave", b"gone1")
                    if name == "body"
                    else getattr(loaded.rows[0], name)
                    for name in loaded.rows[0].__struct_fields__
                }
            )
        return loaded

    monkeypatch.setattr(sit.store, "load", load)
    return found


# What cannot be read


def test_a_table_that_cannot_be_read_is_listed_with_the_reason(ford: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = broken(ford, monkeypatch)
    listed = {one.table: one for one in ford.rooms.tables(OWNER)}
    assert "gone1" in listed[bad].problem
    assert (listed[bad].title, listed[bad].ruleset, listed[bad].round) == ("broken", "knave", None)
    assert listed[ford.room.table].problem == ""


def test_a_table_that_cannot_be_read_is_refused_with_the_reason(ford: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = broken(ford, monkeypatch)
    with pytest.raises(Refused) as found:
        ford.rooms.room(bad)
    assert (found.value.fault.status, found.value.fault.code) == (503, "unreadable")
    assert "gone1" in found.value.fault.message
    assert ford.rooms.met(bad, OWNER)
    assert not ford.rooms.met(bad, STRANGER)


def test_nothing_is_kept_of_tables_that_there_are_not(ford: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = broken(ford, monkeypatch)
    for table in (bad, "00000000-0000-4000-8000-00000000dead"):
        with pytest.raises(Refused):
            ford.rooms.room(table)
    assert ford.rooms._reading == {}


# Lists


def test_a_list_reads_the_logs_of_the_newest_alone(ford: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "MOST_READ", 1)
    another(ford)
    ford.restart()
    read: list[str] = []
    real = ford.store.load

    def load(table: str) -> Any:
        read.append(table)
        return real(table)

    monkeypatch.setattr(ford.store, "load", load)
    rooms = Rooms(ford.store)
    listed = rooms.tables(OWNER)
    assert read == [listed[0].table]
    assert listed[0].round is not None
    assert (listed[1].round, listed[1].office) == (None, "referee")


def test_a_list_says_who_is_there_without_the_log(ford: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = ford.rooms.tables(ANA)[0]
    ford.say(OWNER, m.Set(paused=True, away=True))
    monkeypatch.setattr(rooms_module, "MOST_READ", 0)
    fresh = Rooms(ford.store)
    light = fresh.tables(ANA)[0]
    assert (light.office, light.players, light.title) == (whole.office, whole.players, whole.title)
    assert (light.paused, light.away, light.over) == (True, True, False)
    assert [one.office for one in fresh.tables(KNOCKER)] == ["knocking"]
    assert fresh.tables(STRANGER) == []


def test_a_list_goes_on_from_what_was_read_before(ford: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    ford.rooms.tables(OWNER)
    read: list[int] = []
    real = ford.store.rows_after

    def rows_after(table: str, version: int, *rest: Any, **more: Any) -> Any:
        read.append(version)
        return real(table, version, *rest, **more)

    monkeypatch.setattr(ford.store, "rows_after", rows_after)
    ford.rooms.tables(OWNER)
    assert read == []
    ford.say(BEN, m.Note(text="news"))
    ford.rooms.tables(OWNER)
    assert len(read) == 1
    assert read[0] > 0


def test_rooms_that_nobody_uses_are_let_go(ford: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "MOST_ROOMS", 1)
    used, code = ford.room, ford.room.code()
    idle = another(ford)
    another(ford)
    gc.collect()
    assert ford.rooms.room(used.table) is used
    assert idle not in ford.rooms._rooms
    assert ford.rooms.room(idle).snapshot(OWNER).title == "another"
    assert ford.rooms.room(used.table).code() == code


def test_the_code_of_a_room_that_was_let_go_is_the_same(ford: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "MOST_ROOMS", 1)
    table = another(ford)
    code = ford.rooms.room(table).code()
    another(ford)
    gc.collect()
    assert table not in ford.rooms._rooms
    assert ford.rooms.room(table).code() == code


def test_nobody_waits_for_a_table_of_others(ford: Sitting) -> None:
    code = ford.rooms.room(another(ford)).code()
    held, go_on = Event(), Event()

    def busy() -> None:
        with ford.room._lock:
            held.set()
            go_on.wait(20)

    thread = Thread(target=busy)
    thread.start()
    assert held.wait(20)
    joined: list[object] = []
    joining = Thread(target=lambda: joined.append(ford.rooms.join(STRANGER, "Sue", code)))
    joining.start()
    joining.join(10)
    assert len(joined) == 1
    assert isinstance(joined[0], Room)
    assert ford.room.standing(ANA) is not None
    assert ford.room.seen_version(ANA) > 0
    go_on.set()
    thread.join()


def test_a_table_is_at_hand_for_those_whom_it_knows(ford: Sitting) -> None:
    table = ford.room.table
    assert ford.rooms.at_hand(table, ANA) is ford.room
    assert ford.rooms.at_hand(table, STRANGER) is None
    assert Rooms(ford.store).at_hand(table, ANA) is None


def wait_for(turns: Turns) -> None:
    with turns:
        pass


def test_it_is_known_how_many_wait_for_a_table() -> None:
    turns = Turns()
    with turns, turns:  # who has it may take it again
        others = [Thread(target=wait_for, args=(turns,)) for _ in range(3)]
        for one in others:
            one.start()
        while turns.waiting < 3:
            sleep(0.001)
    for one in others:
        one.join()
    assert turns.waiting == 0


# Codes


def test_a_full_disk_hides_no_table(ford: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    ford.restart()
    with monkeypatch.context() as full:

        def fail(*_: object) -> None:
            raise StorageError("storage_full", "no room")

        full.setattr(ford.store, "append", fail)
        assert ford.look(OWNER).room.code is None
    assert ford.look(OWNER).room.code


def test_beside_other_processes_the_code_that_was_given_out_goes_on(sit: Callable[..., Sitting], postgres: str) -> None:
    ford = sit(FORD, SEEDS, postgres)
    code = ford.look(OWNER).room.code
    assert code
    other = Rooms(ford.store).room(ford.room.table)
    assert other.snapshot(OWNER).room.code is None
    assert ford.look(OWNER).room.code == code
    assert isinstance(ford.rooms.join(ANA, "Ana", code), Room)
