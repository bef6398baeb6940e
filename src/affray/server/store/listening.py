"""News from other servers on the same PostgreSQL: one thread that listens."""

from __future__ import annotations

from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, cast

from sqlalchemy import Connection, exc, text

from affray.server.store.engine import Database
from affray.server.store.news import News

if TYPE_CHECKING:  # who has only SQLite needs no psycopg
    import psycopg

CHANNEL = "affray_news"
POLL_S = 0.25
"""Seconds until the thread sees that it is to end."""
RETRY_S = 0.5
"""Seconds between two attempts to reach the database again."""


def notify(connection: Connection, table: str, version: int) -> None:
    """Tells all servers of a new version when this transaction is committed, and only then."""
    connection.execute(text("SELECT pg_notify(:channel, :news)"), {"channel": CHANNEL, "news": f"{table} {version}"})


class Listener:
    """Passes what other servers write on to `news`, until it is stopped."""

    def __init__(self, database: Database, news: News) -> None:
        self._database = database
        self._news = news
        self._stop = Event()
        self._thread = Thread(target=self._run, name="affray-news", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            with suppress(
                self._database.engine.dialect.loaded_dbapi.Error, exc.DBAPIError
            ):  # tried again, for as long as the server runs
                self._hear()
            self._stop.wait(RETRY_S)

    def _hear(self) -> None:
        """Listens until the connection breaks. What was missed before is told first."""
        pooled = self._database.engine.raw_connection()
        connection = cast("psycopg.Connection", pooled.driver_connection)
        pooled.detach()  # it stays with this thread
        with connection:
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            for table, version in connection.execute("SELECT id, version FROM tables").fetchall():
                self._news.tell(table, version)
            while not self._stop.is_set():
                for notice in connection.notifies(timeout=POLL_S):
                    table, _, version = notice.payload.partition(" ")
                    if version.isdigit():  # anybody may write to a channel
                        self._news.tell(table, int(version))
