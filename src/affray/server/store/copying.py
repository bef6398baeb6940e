"""A whole store copied: to a backup file while others write, back from one, or from one database to another."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import URL, Connection, delete, func, insert, select

from affray.errors import AffrayError, BadInput, visible
from affray.files.disk import put_in_place, sync_folder
from affray.server.store import place
from affray.server.store.engine import Database
from affray.server.store.failures import Refused
from affray.server.store.lock import FileLock
from affray.server.store.opening import BESIDE, examine, nothing_left, open_store, prepare_folder, revision
from affray.server.store.schema import REVISION, journal, keys, metadata, tables

COUNT = "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM journal)"

CHUNK = 500
"""Rows that are copied at once."""


class Copied(NamedTuple):
    """How much is in a copy."""

    tables: int
    rows: int


def backup(source: URL, target: Path) -> Copied:
    """Copies a store, which may be in use, as it is at one moment, to a new SQLite file.

    Raises `Refused` where there is no store, `BadInput` where the file exists or its folder does not.
    """
    if revision(source) is None:
        raise Refused(f"{place.shown(source)}: there is no database yet")
    file = place.file_of(source)
    if file is not None:
        return _aside(target, lambda aside: _copy_file(file, aside))
    return _aside(target, lambda aside: copy(source, place.read(str(aside))))


def restore(file: Path, target: URL) -> Copied:
    """Makes a store out of a backup: a new SQLite file, or in a PostgreSQL database that has no tables of a server.

    Raises `Refused` for a file that is no sound backup, and where there is a store already.
    """
    if examine(file) is None:
        raise Refused(f"{visible(str(file))}: {'nothing is in it' if file.exists() else 'no such file'}")
    into = place.file_of(target)
    if into is None:
        return copy(place.read(str(file)), target)
    prepare_folder(into)
    lock = FileLock(into)
    try:
        return _aside(into, lambda aside: _copy_file(file, aside))
    finally:
        lock.release()


def copy(source: URL, target: URL) -> Copied:
    """Copies everything to another database, all or nothing; that one must have no tables of a server yet.

    No server may have a SQLite source open: what it would write meanwhile would stay behind. Raises `Refused`.
    """
    up_to_date(source)
    file = place.file_of(source)
    lock = None if file is None else FileLock(file)
    origin = Database(source)
    try:
        store = open_store(target)
        try:
            with origin.reading() as reading, store.database.writing() as writing:
                return _copy_rows(reading, writing, place.shown(target))
        finally:
            store.close()
    finally:
        origin.close()
        if lock is not None:
            lock.release()


def up_to_date(source: URL) -> None:
    """Raises `Refused` for a database that is not there, or whose schema this program would first have to upgrade."""
    found = revision(source)
    if found != REVISION:
        older = f"schema {found}; serve it once, which brings it up to date"
        raise Refused(f"{place.shown(source)}: {'there is no database yet' if found is None else older}")


def _copy_rows(reading: Connection, writing: Connection, name: str) -> Copied:
    if writing.execute(select(tables.c.id).limit(1)).first() is not None:
        raise Refused(f"{name}: there are tables in it already, and nothing is replaced")
    writing.execute(delete(keys))  # of a server that was started and never used
    for table in metadata.sorted_tables:
        found = reading.execution_options(yield_per=CHUNK).execute(select(table))
        for rows in found.mappings().partitions(CHUNK):
            writing.execute(insert(table), [dict(row) for row in rows])
    return Copied(*(writing.execute(select(func.count()).select_from(one)).scalar_one() for one in (tables, journal)))


def _copy_file(source: Path, target: Path) -> Copied:
    """Copies a SQLite file at one moment and has SQLite look through the copy."""
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=10)) as origin,
            closing(sqlite3.connect(target)) as copied,
        ):
            origin.backup(copied)
            problems = [row[0] for row in copied.execute("PRAGMA integrity_check")]
            if problems == ["ok"]:
                copied.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
                return Copied(*copied.execute(COUNT).fetchone())
    except sqlite3.OperationalError as error:
        raise AffrayError(f"{visible(str(source))}: not copied: {error}") from None
    except sqlite3.DatabaseError as error:
        problems = [str(error)]
    raise Refused(f"{visible(str(source))}: damaged: {problems[0]}")


def _aside(target: Path, fill: Callable[[Path], Copied]) -> Copied:
    """Fills a file beside the target and gives it the target's name when it is whole and on the disk."""
    name = visible(str(target))
    if not target.parent.is_dir():
        raise BadInput("its folder does not exist", place=name, code="missing")
    if os.path.lexists(target):
        raise BadInput("the file exists already and is not replaced", place=name, code="exists")
    nothing_left(target)
    aside = target.parent / f".affray-{os.urandom(8).hex()}.tmp"
    try:
        aside.touch(mode=0o600, exist_ok=False)
        copied = fill(aside)
        with aside.open("rb+") as file:
            os.fsync(file.fileno())
        put_in_place(str(aside), str(target), name, overwrite=False)
        sync_folder(str(target.parent))
        return copied
    except OSError as error:
        raise AffrayError(f"{name}: not written: {(error.strerror or str(error)).lower()}") from None
    finally:
        for suffix in ("", "-server", *BESIDE):
            with suppress(OSError):
                os.unlink(f"{aside}{suffix}")
