"""Who listens hears of every new version: in the same process at once, from other servers as soon as it is written."""

from __future__ import annotations

import time
from collections.abc import Callable
from queue import Empty, SimpleQueue

import psycopg
import pytest
from sqlalchemy import exc

from affray.server.store import Store, journal
from affray.server.store import listening as listening_module
from affray.server.store.listening import Listener
from affray.server.store.news import News
from tests.server.store.rows import a_table, row

LISTENERS = """
SELECT pid FROM pg_stat_activity
WHERE datname = current_database() AND query = 'SELECT id, version FROM tables' ORDER BY pid
"""

Heard = SimpleQueue[tuple[str, int]]


def listening(store: Store) -> Heard:
    heard: Heard = SimpleQueue()
    store.news.listen(lambda table, version: heard.put((table, version)))
    return heard


def next_of(heard: Heard, table: str, seconds: float = 10) -> int:
    """The next version of a table that is heard."""
    end = time.monotonic() + seconds
    while True:
        found, version = heard.get(timeout=max(0.0, end - time.monotonic()))
        if found == table:
            return version


def test_every_version_is_told_once_and_after_it_can_be_read(store: Store) -> None:
    table = a_table(store)
    heard: list[tuple[int, int]] = []
    store.news.listen(
        lambda of, version: heard.append((version, len(store.rows_after(of, 0)))) if of == table else None
    )
    store.append(table, 0, [row()])
    store.append(table, 1, [row(), row()])
    store.append(table, 0, [row()])
    time.sleep(0.2)  # what the database tells of one's own rows is no news
    assert heard == [(1, 1), (3, 3)]
    assert store.news.version(table) == 3


def test_listening_ends() -> None:
    news, heard = News(), []
    stop = news.listen(lambda table, version: heard.append((table, version)))
    news.tell("t", 2)
    news.tell("t", 2)
    news.tell("t", 1)
    news.tell("u", 1)
    stop()
    stop()
    news.tell("t", 3)
    assert heard == [("t", 2), ("u", 1)]
    assert (news.version("t"), news.version("v")) == (3, 0)


def test_a_listener_that_fails_does_not_fail_the_writer(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    table = a_table(store)

    def fails(table: str, version: int) -> None:
        raise ZeroDivisionError

    store.news.listen(fails)
    heard = listening(store)
    store.append(table, 0, [row()])
    assert next_of(heard, table) == 1
    assert "a listener failed at version 1" in caplog.text


def test_what_others_write_to_the_channel_does_no_harm(postgres: str, opened: Callable[[str], Store]) -> None:
    one, other = opened(postgres), opened(postgres)
    table = a_table(one)
    heard = listening(other)
    one.append(table, 0, [row()])
    assert next_of(heard, table) == 1
    with psycopg.connect(postgres, autocommit=True) as connection:
        before = connection.execute(LISTENERS).fetchall()
        for nonsense in (
            "",
            "nonsense",
            f"{table} x",
            f"{table} -1",
            f"{table} ²",
            f"{table} {'9' * 5_000}",
            f"{table} {'0' * 5_000}",
        ):
            connection.execute("SELECT pg_notify('affray_news', %s)", [nonsense])
        one.append(table, 1, [row()])
        assert next_of(heard, table) == 2
        assert connection.execute(LISTENERS).fetchall() == before  # the lines are still the same ones
    assert len(before) == 2


def test_the_line_is_tried_again_whatever_went_wrong(
    postgres: str, opened: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    one = opened(postgres)
    table = a_table(one)
    failing = [ZeroDivisionError("unforeseen"), exc.TimeoutError("QueuePool limit")]
    hear = Listener._hear

    def hearing(listener: Listener) -> None:
        if failing:
            raise failing.pop()
        hear(listener)

    monkeypatch.setattr(Listener, "_hear", hearing)
    heard = listening(opened(postgres))
    one.append(table, 0, [row()])
    assert next_of(heard, table) == 1
    told = [record.message for record in caplog.records]
    assert told == ["no news from the database, which is tried again: QueuePool limit"]  # once until it is there again


def test_news_that_went_astray_are_found_at_a_look(
    postgres: str, opened: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening_module, "notify", lambda *_: None)
    monkeypatch.setattr(listening_module, "LOOK_S", 0.5)
    one, other = opened(postgres), opened(postgres)
    heard = listening(other)
    table = a_table(one)
    with one.database.writing() as connection:
        journal.append(connection, table, 0, [row()], "")  # as by a server that tells nobody
    assert next_of(heard, table) == 1


def test_another_server_hears_of_what_is_committed_and_only_of_that(
    postgres: str, opened: Callable[[str], Store]
) -> None:
    one, other = opened(postgres), opened(postgres)
    heard = listening(other)
    table = a_table(one)
    one.append(table, 0, [row()])
    assert next_of(heard, table) == 1
    with pytest.raises(ZeroDivisionError), one.database.writing() as connection:
        one._append(connection, table, 1, [row()])
        raise ZeroDivisionError
    with pytest.raises(Empty):
        next_of(heard, table, 0.5)
    started = time.monotonic()
    one.append(table, 1, [row()])
    assert next_of(heard, table) == 2
    assert time.monotonic() - started < 2


def test_what_was_written_while_the_line_was_cut_is_heard_afterwards(
    postgres: str, opened: Callable[[str], Store]
) -> None:
    one, other = opened(postgres), opened(postgres)
    heard = listening(other)
    table = a_table(one)
    one.append(table, 0, [row()])
    assert next_of(heard, table) == 1
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    one.append(table, 1, [row()])
    assert next_of(heard, table) == 2
