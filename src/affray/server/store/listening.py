"""News from other servers on the same PostgreSQL: one thread that listens."""

from __future__ import annotations

from logging import getLogger
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, cast

from sqlalchemy import Connection, text

from affray.errors import visible
from affray.server.store.engine import Database
from affray.server.store.news import News
from affray.server.store.schema import LARGEST

if TYPE_CHECKING:  # who has only SQLite needs no psycopg
    import psycopg

LOG = getLogger(__name__)

CHANNEL = "affray_news"
POLL_S = 0.25
"""Seconds until the thread sees that it is to end."""
RETRY_S = 0.5
"""Seconds between two attempts to reach the database again."""
LOOK_S = 15.0
"""Seconds between two looks at all versions, whatever was heard: a line may be dead without a sign."""

DIGITS = len(str(LARGEST))


def notify(connection: Connection, table: str, version: int) -> None:
    """Tells all servers of a new version when this transaction is committed, and only then."""
    connection.execute(text("SELECT pg_notify(:channel, :news)"), {"channel": CHANNEL, "news": f"{table} {version}"})


class Listener:
    """Passes what other servers write on to `news`, until it is stopped."""

    def __init__(self, database: Database, news: News) -> None:
        self._database = database
        self._news = news
        self._stop = Event()
        self._told = False
        """Whether it was told that there are no news now."""
        self._thread = Thread(target=self._run, name="affray-news", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._hear()
            except Exception as error:  # whatever it is, it is tried again for as long as the server runs
                self._tell(error)
            self._stop.wait(RETRY_S)

    def _hear(self) -> None:
        """Listens until the connection breaks. What was missed before is told first."""
        pooled = self._database.engine.raw_connection()
        connection = cast("psycopg.Connection", pooled.driver_connection)
        pooled.detach()  # it stays with this thread
        with connection:
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            self._told = False
            look = monotonic()
            while not self._stop.is_set():
                if monotonic() >= look:
                    self._look(connection)
                    look = monotonic() + LOOK_S
                for notice in connection.notifies(timeout=POLL_S):
                    table, _, version = notice.payload.partition(" ")
                    # Anybody may write anything else to a channel.
                    if version.isascii() and version.isdigit() and len(version) < DIGITS:
                        self._news.tell(table, int(version))

    def _tell(self, error: Exception) -> None:
        """Says once that there are no news, and why; a password is not in it, whatever the error says."""
        if not self._told:
            said, password = " ".join(str(error).split()), self._database.url.password
            said = visible(said.replace(str(password), "***") if password else said)[:200]
            LOG.warning("no news from the database, which is tried again: %s", said)
            self._told = True

    def _look(self, connection: psycopg.Connection) -> None:
        for table, version in connection.execute("SELECT id, version FROM tables").fetchall():
            self._news.tell(table, version)
