"""What a database may do to a server, as two exceptions: one at the start, one in mid-work."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, TypeAlias

from sqlalchemy import exc

from affray.errors import AffrayError

Trouble: TypeAlias = Literal["storage_full", "storage_down"]


class Refused(AffrayError):
    """A database that this program leaves alone, and why. It is as it was before."""


class StorageError(AffrayError):
    """Nothing was written, or nobody knows whether it was; what is there can still be read.

    `storage_full` (507) when there is no room, `storage_down` (503) otherwise. Where a connection broke in the middle
    of a COMMIT the rows may be there or not: read again, or send the same command again under the same id.
    """

    def __init__(self, code: Trouble, problem: str) -> None:
        self.code: Trouble = code
        super().__init__(problem)


FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE}
"""No room; a quota or a limit of the file's size reaches SQLite as a write that failed."""

DOWN = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOTADB,
}

DISK_FULL = "53100"
READ_ONLY = "25006"


@contextmanager
def translated() -> Iterator[None]:
    """Turns what the database reports about itself into `StorageError`; mistakes of the caller pass through."""
    try:
        yield
    except exc.TimeoutError as error:
        raise StorageError("storage_down", "the database is busy: no connection was free in time") from error
    except exc.DBAPIError as error:
        found = trouble(error)
        if found is None:
            raise
        raise found from error


def trouble(error: exc.DBAPIError) -> StorageError | None:
    """What is wrong with the database, or None where the database is not to blame."""
    cause = error.orig
    if isinstance(cause, sqlite3.Error):
        return _of_sqlite(cause)
    state = getattr(cause, "sqlstate", None)
    if state == DISK_FULL:
        return StorageError("storage_full", "the disk of the database is full")
    if state == READ_ONLY:
        return StorageError("storage_down", "the database takes no changes now")
    if error.connection_invalidated or isinstance(error, exc.OperationalError | exc.InterfaceError):
        return StorageError("storage_down", "the database cannot be reached")
    return None


def _of_sqlite(cause: sqlite3.Error) -> StorageError | None:
    code = getattr(cause, "sqlite_errorcode", 0)
    if code in FULL:
        return StorageError("storage_full", "there is no room for the database on its disk")
    if code & 0xFF in DOWN:
        return StorageError("storage_down", f"the database cannot be used: {cause}")
    return None
