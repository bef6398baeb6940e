"""A store: everything that a server keeps, each call one transaction, answered only when it is on the disk."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import msgspec
from sqlalchemy import Connection

from affray.errors import BadInput
from affray.server.store import journal, keys, tables
from affray.server.store.engine import Database
from affray.server.store.ids import new_id
from affray.server.store.journal import Appended, NewRow, Result, Row
from affray.server.store.listening import Listener, notify
from affray.server.store.lock import FileLock
from affray.server.store.news import News
from affray.server.store.tables import TableRecord


class Loaded(msgspec.Struct, frozen=True):
    """A whole table at one moment."""

    record: TableRecord
    rows: list[Row]


class Store:
    """All tables of a server. Every method may be called from any thread, and blocks until it is done.

    `news` tells of every new version, of other servers' too. Raises `StorageError` when the database fails.
    """

    def __init__(self, database: Database, lock: FileLock | None, clock: Callable[[], str]) -> None:
        self.database = database
        self.news = News()
        self._lock = lock
        self._clock = clock
        self._listener = None if database.is_sqlite else Listener(database, self.news)

    def close(self) -> None:
        """Ends the listening, closes the connections and lets another server have the file."""
        if self._listener is not None:
            self._listener.stop()
        self.database.close()
        if self._lock is not None:
            self._lock.release()

    # Tables

    def create_table(self, title: str, ruleset: str, rows: Sequence[NewRow] = (), id: str | None = None) -> TableRecord:
        """A new table with its first rows."""
        record = TableRecord(id=id or new_id(), title=title, ruleset=ruleset, created=self._clock())
        with self.database.writing() as connection:
            tables.create(connection, record)
            result = self._append(connection, record.id, 0, rows)
            assert isinstance(result, Appended)
        self.news.tell(record.id, result.version)
        return msgspec.structs.replace(record, version=result.version, public_version=result.public_version)

    def tables(self) -> list[TableRecord]:
        """Every table, the newest first."""
        with self.database.reading() as connection:
            return tables.listed(connection)

    def load(self, table: str) -> Loaded | None:
        """A table with all its rows, read at one moment."""
        with self.database.reading() as connection:
            record = tables.find(connection, table)
            return None if record is None else Loaded(record, journal.rows_after(connection, table, 0))

    def take_in(self, table: Loaded) -> None:
        """Adds a whole table as it was elsewhere; raises `BadInput` where there is one with its id."""
        with self.database.writing() as connection:
            if tables.find(connection, table.record.id) is not None:
                raise BadInput("this table is here already", field="table", received=table.record.id, code="exists")
            tables.create(connection, table.record)
            journal.add(connection, table.record.id, table.rows)
            self._notify(connection, table.record.id, table.record.version)
        self.news.tell(table.record.id, table.record.version)

    # The journal

    def append(self, table: str, version: int, rows: Sequence[NewRow]) -> Result:
        """Adds rows to the journal of a table that is at `version`, all or none.

        `Appended` is answered when they are on the disk. `Known` (there is a row under one of these ids) goes before
        `Stale` (the journal is at another version); both have changed nothing. Raises `NoTable`.
        """
        with self.database.writing() as connection:
            result = self._append(connection, table, version, rows)
            if not isinstance(result, Appended):
                connection.rollback()
                return result
        self.news.tell(table, result.version)
        return result

    def rows_after(
        self, table: str, version: int, limit: int | None = None, kinds: Collection[str] | None = None
    ) -> list[Row]:
        """The rows after this version, in order, at most `limit`; only of these kinds, where some are given."""
        with self.database.reading() as connection:
            return journal.rows_after(connection, table, version, limit, kinds)

    # Secrets

    def key(self, name: str) -> bytes:
        """32 random bytes that are the same after a restart, and for every server on this database."""
        with self.database.reading() as connection:
            found = keys.find(connection, name)
        if found is None:
            with self.database.writing() as connection:
                found = keys.find_or_make(connection, name)
        return found

    def _append(self, connection: Connection, table: str, version: int, rows: Sequence[NewRow]) -> Result:
        result = journal.append(connection, table, version, rows, self._clock())
        if isinstance(result, Appended):
            self._notify(connection, table, result.version)
        return result

    def _notify(self, connection: Connection, table: str, version: int) -> None:
        """Tells the other servers on this database, where there may be some."""
        if not self.database.is_sqlite:
            notify(connection, table, version)
