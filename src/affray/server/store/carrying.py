"""One table carried from a store to another, as a document."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL

from affray.errors import BadInput, visible
from affray.files import read_bytes
from affray.files.disk import write_aside
from affray.server.store import exporting, journal, tables
from affray.server.store.copying import Copied, up_to_date
from affray.server.store.engine import Database
from affray.server.store.opening import open_store
from affray.server.store.store import Loaded

LIMIT = 256 << 20
"""Bytes of a document that is read, at most."""


def export_table(source: URL, table: str, target: Path) -> Copied:
    """Writes a table of a store, which may be in use, to a new file.

    Raises `Refused` where there is no store, `BadInput` where there is no such table, or the file exists.
    """
    up_to_date(source)
    database = Database(source)
    try:
        with database.reading() as connection:
            record = tables.find(connection, table)
            if record is None:
                known = ", ".join(f"{one.id} ({one.title})" for one in tables.listed(connection))
                raise BadInput("there is no such table", place="--table", received=table, allowed=known or "none yet")
            rows = journal.rows_after(connection, table, 0)
    finally:
        database.close()
    write_aside(target, exporting.write(Loaded(record, rows)), overwrite=False)
    return Copied(1, len(rows))


def is_document(file: Path) -> bool:
    """Whether a file is a table that was exported, by how it begins."""
    try:
        with file.open("rb") as start:
            return start.read(len(exporting.START)) == exporting.START
    except OSError:
        return False


def import_table(file: Path, target: URL) -> Copied:
    """Adds the table in a file to a store that no server has open; made new where there is none.

    Raises `BadInput` for a file that is not as it was written, and where the table is there already.
    """
    table = exporting.read(read_bytes(file, LIMIT), visible(str(file)))
    store = open_store(target)
    try:
        store.take_in(table)
    finally:
        store.close()
    return Copied(1, len(table.rows))
