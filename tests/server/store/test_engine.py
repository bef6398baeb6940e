"""Every connection keeps what was answered through a power cut, and readers see one moment."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from affray.server.store import StorageError, Store, engine, open_store
from affray.server.store.engine import Database
from affray.server.store.place import read
from tests.server.store.rows import a_table, checked, row


def test_every_connection_to_a_file_is_durable(tmp_path: Path, opened: Callable[[str], Store]) -> None:
    """A kill cannot show this: with synchronous=OFF nothing is lost either, until the power goes."""
    store = opened(str(tmp_path / "affray.db"))
    connections = [store.database.engine.connect() for _ in range(20)]  # more than the pool keeps
    raw = {id(one.connection.driver_connection) for one in connections}
    assert len(raw) == 20
    for one in connections:
        found = {
            name: one.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
        assert found.pop("busy_timeout") >= 5_000
        assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    for one in connections:
        one.close()


def test_a_connection_that_cannot_be_durable_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "PRAGMAS", (*engine.PRAGMAS[:-1], ("synchronous", "OFF", 2)))
    database = Database(read(str(tmp_path / "affray.db")))
    with pytest.raises(StorageError, match="synchronous=OFF"), database.reading():
        pass
    database.close()


def test_every_connection_to_postgres_waits_for_its_disk(postgres: str, opened: Callable[[str], Store]) -> None:
    store = opened(f"{postgres}?options=-c%20synchronous_commit%3Doff%20-c%20work_mem%3D5MB&application_name=mine")
    with store.database.writing() as connection:
        found = {
            name: connection.exec_driver_sql(f"SHOW {name}").scalar_one()
            for name in ("synchronous_commit", "lock_timeout", "work_mem", "application_name", "transaction_isolation")
        }
    assert found == {
        "synchronous_commit": "on",
        "lock_timeout": "10s",
        "work_mem": "5MB",
        "application_name": "mine",
        "transaction_isolation": "read committed",
    }


def test_a_reader_sees_one_moment(store: Store) -> None:
    table = a_table(store)
    store.append(table, 0, [row()])
    count = "SELECT count(*) FROM journal"
    with store.database.reading() as connection:
        assert connection.exec_driver_sql(count).scalar_one() == 1
        store.append(table, 1, [row()])
        assert connection.exec_driver_sql(count).scalar_one() == 1
    assert len(checked(store, table)) == 2


def test_a_writer_holds_the_file_from_its_first_moment(tmp_path: Path, opened: Callable[[str], Store]) -> None:
    store = opened(str(tmp_path / "affray.db"))
    with closing(sqlite3.connect(tmp_path / "affray.db", isolation_level=None, timeout=0)) as other:
        with store.database.reading():
            other.execute("BEGIN IMMEDIATE")
            other.execute("ROLLBACK")
        with store.database.writing(), pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")


def test_what_raises_in_a_transaction_is_taken_back(store: Store) -> None:
    table = a_table(store)
    with pytest.raises(ZeroDivisionError), store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE tables SET version = 7")
        raise ZeroDivisionError
    assert checked(store, table) == []


def test_writers_wait_for_their_turn_and_not_for_ever(
    tmp_path: Path, opened: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened(str(tmp_path / "affray.db"))
    table = a_table(store)
    monkeypatch.setattr(engine, "WAIT_MS", 50)
    with store.database.writing(), pytest.raises(StorageError, match="busy") as caught:
        store.append(table, 0, [row()])
    assert caught.value.code == "storage_down"
    store.append(table, 0, [row()])
    assert len(checked(store, table)) == 1


def test_a_file_that_another_program_holds_is_down_not_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "WAIT_MS", 50)
    monkeypatch.setattr(engine, "PRAGMAS", (("busy_timeout", 50, 50), *engine.PRAGMAS[1:]))
    store = open_store(read(str(tmp_path / "affray.db")))
    table = a_table(store)
    other = sqlite3.connect(tmp_path / "affray.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError, match="locked") as caught:
        store.append(table, 0, [row()])
    assert caught.value.code == "storage_down"
    assert checked(store, table) == []
    other.execute("ROLLBACK")
    other.close()
    store.append(table, 0, [row()])
    assert len(checked(store, table)) == 1
    store.close()
