"""Opening a store: looked at first, so that what cannot be served is left as it was."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL, exc

from affray.errors import visible
from affray.server.store import place
from affray.server.store.engine import Database
from affray.server.store.failures import Refused, StorageError
from affray.server.store.ids import now
from affray.server.store.lock import FileLock
from affray.server.store.migrating import VERSION_TABLE, checked, migrate, revision_of
from affray.server.store.schema import APPLICATION
from affray.server.store.store import Store

BESIDE = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite keeps beside a database."""


def open_store(url: URL | None = None, clock: Callable[[], str] = now) -> Store:
    """Opens the database at `url` (by default where `place.find` says), made new where there is none.

    Raises `Refused`, with the place and the reason but no password, for what cannot be served: a file that is no
    database or somebody else's, a newer schema, a file that another server has open, a server that lets nobody in.
    """
    url = place.find() if url is None else url
    file = place.file_of(url)
    lock = None
    if file is not None:
        prepare_folder(file)
        examine(file)
        nothing_left(file)
        lock = FileLock(file)
        if not file.exists():
            file.touch(mode=0o600)  # it keeps the keys of the server; what SQLite makes beside it takes its permissions
    database = Database(url)
    try:
        migrate(database)
        return Store(database, lock, clock)
    except BaseException as error:
        database.close()
        if lock is not None:
            lock.release()
        if isinstance(error, StorageError):
            raise Refused(f"{place.shown(url)}: {_reason(error, url)}") from None
        raise


def revision(url: URL) -> str | None:
    """The revision of the database at `url`, None where there is none yet. Changes nothing; raises `Refused`."""
    file = place.file_of(url)
    if file is not None:
        return examine(file)
    database = Database(url)
    try:
        with database.reading() as connection:
            return revision_of(connection, place.shown(url))
    except StorageError as error:
        raise Refused(f"{place.shown(url)}: {_reason(error, url)}") from None
    finally:
        database.close()


def examine(file: Path) -> str | None:
    """The revision of a file, None where there is none yet, without changing a byte; raises `Refused` for another's."""
    if not file.exists():
        return None
    name = visible(str(file))
    if not file.is_file():
        raise Refused(f"{name}: {'a folder' if file.is_dir() else 'not a file'}, not a database")
    try:
        with closing(sqlite3.connect(_untouched(file), uri=True, timeout=10)) as connection:
            tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            application = connection.execute("PRAGMA application_id").fetchone()[0]
            if not tables and application in (0, APPLICATION):
                return None
            if application != APPLICATION or VERSION_TABLE not in tables:
                raise Refused(f"{name}: a database, but not one of affray")
            found = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()
    except sqlite3.Error as error:
        raise Refused(f"{name}: cannot be read: {error}") from None
    return checked(None if found is None else found[0], name)


def _untouched(file: Path) -> str:
    """The address by which SQLite reads a file and makes nothing beside it, unless there is something already."""
    beside = any(Path(f"{file}{suffix}").exists() for suffix in ("-wal", "-journal"))
    return f"{file.absolute().as_uri()}?{'mode=ro' if beside else 'immutable=1'}"


def nothing_left(file: Path) -> None:
    """Raises `Refused` where a database was moved away without the files beside it: they hold what was written last.

    SQLite would take them for those of the next database in that place, or throw them away.
    """
    if file.exists():
        return
    for beside in (Path(f"{file}{suffix}") for suffix in BESIDE):
        if beside.exists():
            name = visible(str(beside))
            raise Refused(f"{name}: left behind by a database that was moved away; it belongs beside that one")


def prepare_folder(file: Path) -> None:
    """Makes the user's data folder; any other must be there, so that a mistyped path makes none. Raises `Refused`."""
    try:
        if file == place.default():
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(
            f"{visible(str(file.parent))}: cannot be made: {(error.strerror or str(error)).lower()}"
        ) from None
    if not file.parent.is_dir():
        raise Refused(f"{visible(str(file.parent))}: no such folder")


def _reason(error: StorageError, url: URL) -> str:
    """What the database itself says, where it says something; a password is not in it, whatever it says."""
    cause = error.__cause__
    if url.get_backend_name() == "sqlite" or not isinstance(cause, exc.DBAPIError):
        return str(error)
    said = str(cause.orig).partition("\n")[0].rpartition("failed: ")[2]
    if url.password:
        said = said.replace(url.password, "***")
    return f"{error}: {visible(' '.join(said.split()))}"
