"""One table of a store written to a file, as a document that another server takes in."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL

from affray.errors import BadInput
from affray.files.disk import write_aside
from affray.server.store import exporting, journal, tables
from affray.server.store.copying import Copied, up_to_date
from affray.server.store.engine import Database
from affray.server.store.store import Loaded


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
    write_aside(target, exporting.write(Loaded(record, rows)), overwrite=False, private=True)
    return Copied(1, len(rows))
