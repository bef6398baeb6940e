"""A store: everything that a server keeps, each call one transaction, answered only when it is on the disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType
from sqlalchemy import Connection

from affray.server.store import ids, journal, keys, people, tables
from affray.server.store.engine import Database
from affray.server.store.journal import Appended, NewRow, Result, Row
from affray.server.store.listening import Listener, notify
from affray.server.store.lock import FileLock
from affray.server.store.news import News
from affray.server.store.people import PersonRecord
from affray.server.store.tables import TableRecord

SALT = "join codes"

Change: TypeAlias = tuple[PersonRecord, str | None]
"""A person as they are now, with the hash of a new session's token (None: as it was)."""


class Loaded(msgspec.Struct, frozen=True):
    """A whole table at one moment."""

    record: TableRecord
    rows: list[Row]
    people: list[PersonRecord]


class Store:
    """All tables of a server. Every method may be called from any thread, and blocks until it is done.

    Raises `StorageError` when the database fails.
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

    def create_table(
        self,
        title: str,
        ruleset: str,
        rows: Sequence[NewRow] = (),
        people: Sequence[Change] = (),
        id: str | None = None,
    ) -> TableRecord:
        """A new table with its first rows and people."""
        record = TableRecord(id=id or ids.new_id(), title=title, ruleset=ruleset, created=self._clock())
        with self.database.writing() as connection:
            tables.create(connection, record)
            result = self._append(connection, record.id, 0, rows, people)
            assert isinstance(result, Appended)
        self.news.tell(record.id, result.version)
        return msgspec.structs.replace(record, version=result.version, public_version=result.public_version)

    def tables(self) -> list[TableRecord]:
        """Every table, the newest first."""
        with self.database.reading() as connection:
            return tables.listed(connection)

    def table(self, table: str) -> TableRecord | None:
        """The table with this id."""
        with self.database.reading() as connection:
            return tables.find(connection, table)

    def load(self, table: str) -> Loaded | None:
        """A table with all its rows and people, read at one moment."""
        with self.database.reading() as connection:
            record = tables.find(connection, table)
            if record is None:
                return None
            return Loaded(record, journal.rows_after(connection, table, 0), people.listed(connection, table))

    # The journal

    def append(
        self,
        table: str,
        version: int,
        rows: Sequence[NewRow],
        *,
        people: Sequence[Change] = (),
        title: str | None = None,
        code_hash: str | UnsetType | None = UNSET,
    ) -> Result:
        """Adds rows to the journal of a table that is at `version`, with what changes beside them, all or nothing.

        `Appended` is answered when it is on the disk. `Known` (there is a row under one of these ids) goes before
        `Stale` (the journal is at another version); both have changed nothing. Raises `NoTable`.
        """
        with self.database.writing() as connection:
            result = self._append(connection, table, version, rows, people)
            if not isinstance(result, Appended):
                connection.rollback()
                return result
            if title is not None:
                tables.rename(connection, table, title)
            if not isinstance(code_hash, UnsetType):
                tables.set_code(connection, table, code_hash)
        self.news.tell(table, result.version)
        return result

    def rows_after(self, table: str, version: int, limit: int | None = None) -> list[Row]:
        """The rows after this version, in order, at most `limit`."""
        with self.database.reading() as connection:
            return journal.rows_after(connection, table, version, limit)

    def public_rows_after(self, table: str, public_version: int, limit: int | None = None) -> list[Row]:
        """The public rows after this public version, in order, at most `limit`."""
        with self.database.reading() as connection:
            return journal.public_rows_after(connection, table, public_version, limit)

    def latest(self, table: str, limit: int = 1) -> list[Row]:
        """The last rows, the newest first."""
        with self.database.reading() as connection:
            return journal.latest(connection, table, limit)

    def known(self, table: str, id: str) -> Row | None:
        """The row that the command with this id made."""
        with self.database.reading() as connection:
            return journal.known(connection, table, id)

    # People

    def people(self, table: str) -> list[PersonRecord]:
        """Everybody who ever knocked at a table, in the order of their coming."""
        with self.database.reading() as connection:
            return people.listed(connection, table)

    def person_by_token(self, token: str) -> tuple[str, PersonRecord] | None:
        """The table and the person that a session's token belongs to."""
        with self.database.reading() as connection:
            return people.by_token(connection, ids.token_hash(token))

    # Secrets

    def secret(self, name: str) -> bytes:
        """32 random bytes that are the same after a restart, and for every server on this database."""
        with self.database.reading() as connection:
            found = keys.find(connection, name)
        if found is None:
            with self.database.writing() as connection:
                found = keys.find_or_make(connection, name)
        return found

    def code_hash(self, code: str) -> str:
        """What this store keeps of a join code; takes some milliseconds."""
        return ids.code_hash(code, self.secret(SALT))

    def set_code(self, table: str, code: str | None) -> None:
        """The code by which people join a table from now on; None while nobody can."""
        hashed = None if code is None else self.code_hash(code)
        with self.database.writing() as connection:
            tables.set_code(connection, table, hashed)

    def table_by_code(self, code: str) -> str | None:
        """The id of the table that this code joins."""
        hashed = self.code_hash(code)
        with self.database.reading() as connection:
            return tables.by_code(connection, hashed)

    def _append(
        self, connection: Connection, table: str, version: int, rows: Sequence[NewRow], changes: Sequence[Change]
    ) -> Result:
        at = self._clock()
        result = journal.append(connection, table, version, rows, at)
        if isinstance(result, Appended):
            for person, token_hash in changes:
                people.save(connection, table, person, token_hash, at)
            if not self.database.is_sqlite:
                notify(connection, table, result.version)
        return result
