"""Connections: how SQLite and PostgreSQL are opened so that what was answered is on the disk.

On SQLite one thread of the process writes at a time; the others wait for it instead of for the file's lock.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from sqlalchemy import URL, Connection, Engine, create_engine, event

from affray.server.store.failures import Refused, StorageError, translated
from affray.server.store.place import file_of, shown

WAIT_MS = 10_000
"""Milliseconds that a connection waits for another process that holds the file."""

PRAGMAS = (
    ("busy_timeout", WAIT_MS, WAIT_MS),
    ("journal_mode", "WAL", "wal"),
    ("synchronous", "FULL", 2),
    ("foreign_keys", "ON", 1),
)
"""Each with what it is set to and what it must read as. Less than FULL loses commits that were answered when the power
goes."""

POSTGRES = f"-c synchronous_commit=on -c lock_timeout={WAIT_MS} -c idle_in_transaction_session_timeout=60000"
"""How every connection to PostgreSQL begins: a COMMIT waits for the disk, and nobody is held up by one who hangs."""

LINES = {
    "connect_timeout": "10",
    "tcp_user_timeout": "10000",
    "keepalives_idle": "15",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "application_name": "affray",
}
"""How soon a connection to PostgreSQL is known to be dead, though nobody says so; an address may say otherwise."""

BEGIN = "affray_begin"


class Database:
    """One database and its pool of connections; may be used from any thread."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.file = file_of(url)
        self._writer = Lock()
        if self.file is None:
            self.engine = _postgres(url)
            self._reader: Engine = self.engine.execution_options(isolation_level="REPEATABLE READ")
        else:
            self.engine = _sqlite(url)
            self._reader = self.engine

    @property
    def is_sqlite(self) -> bool:
        return self.file is not None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that may write: committed when the block ends, taken back when it raises.

        On SQLite it holds the file from its first moment (BEGIN IMMEDIATE).
        """
        with translated():
            if not self.is_sqlite:
                with self.engine.begin() as connection:
                    yield connection
                return
            with self._turn(), self.engine.execution_options(**{BEGIN: "BEGIN IMMEDIATE"}).begin() as connection:
                yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one moment of the database, whatever others write meanwhile."""
        with translated(), self._reader.begin() as connection:
            yield connection

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """This thread's turn to write, within the time that a connection would wait."""
        if not self._writer.acquire(timeout=WAIT_MS / 1000):
            raise StorageError("storage_down", "the database is busy: others have been writing for too long")
        try:
            yield
        finally:
            self._writer.release()

    def close(self) -> None:
        """Closes every connection that is not in use."""
        self.engine.dispose()


def _sqlite(url: URL) -> Engine:
    # The size of the pool is no limit: there are never more connections than threads that work.
    engine = create_engine(url, pool_size=4, max_overflow=-1, connect_args={"timeout": WAIT_MS / 1000})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    """Sets what every connection must have, and reads it back."""
    connection.isolation_level = None  # transactions begin where we say, not where the module guesses
    for name, value, wanted in PRAGMAS:
        connection.execute(f"PRAGMA {name}={value}").close()
        found = connection.execute(f"PRAGMA {name}").fetchone()[0]
        if found != wanted:
            raise StorageError("storage_down", f"the database does not take {name}={value}: it stays {found}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get(BEGIN, "BEGIN"))


def _postgres(url: URL) -> Engine:
    given = {**LINES, **url.query}
    given["options"] = " ".join((*_texts(url.query.get("options", ())), POSTGRES))
    try:
        return create_engine(
            url,
            isolation_level="READ COMMITTED",  # whatever the server's default is
            pool_size=10,
            max_overflow=20,
            pool_timeout=WAIT_MS / 1000,
            pool_pre_ping=True,
            connect_args={name: value for name, value in given.items() if name == "options" or name not in url.query},
        )
    except ImportError:
        raise Refused(f"{shown(url)}: PostgreSQL needs psycopg: pip install 'affray[postgres]'") from None


def _texts(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)
