"""`affray restore`: what the server keeps, back from a backup."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from affray.cli.options import db_option, json_option

if TYPE_CHECKING:
    from sqlalchemy import URL

    from affray.server.store.copying import Copied

LIMIT = 256 << 20
"""Bytes of a single table, at most."""


@click.command()
@click.argument("file")
@db_option
@json_option
def restore(file: str, db: str | None, as_json: bool) -> None:
    """Make the database of the live table out of the backup FILE.

    It must not be there yet (of PostgreSQL: without tables of a server). What is there is never replaced: move it away
    first, with the files -wal and -shm beside it, or restore to another place with --db. A FILE with a single table is
    added to the database, with the server stopped; a table that is there already is not replaced.
    """
    from pathlib import Path  # noqa: PLC0415 - `affray --help` needs none of these

    from affray.cli.copied import tell  # noqa: PLC0415
    from affray.server.store import copying, place  # noqa: PLC0415

    target = place.find(db)
    copied = add_table(file, target) if is_table(file) else copying.restore(Path(file), target)
    tell(copied, file, place.shown(target), as_json)


def is_table(file: str) -> bool:
    """Whether a file holds a single table, by how it begins. What is no file is not opened."""
    from affray.server.store.exporting import START  # noqa: PLC0415 - `affray --help` needs no store

    if not os.path.isfile(file):
        return False
    with open(file, "rb") as start:
        return start.read(len(START)) == START


def add_table(file: str, target: URL) -> Copied:
    """Adds the table in a file to a database; the owner of that one becomes another of its referees."""
    from affray.errors import visible  # noqa: PLC0415 - `affray --help` needs none of these
    from affray.files import read_bytes  # noqa: PLC0415
    from affray.server.store import exporting  # noqa: PLC0415
    from affray.server.store.copying import Copied  # noqa: PLC0415
    from affray.server.web.site import ServerSettings, Site  # noqa: PLC0415

    document = read_bytes(file, LIMIT)
    rows = exporting.read(document, visible(file)).rows  # before a database is made for nothing
    site = Site(ServerSettings(database=target))
    try:
        site.rooms.adopt(site.owner.person, document, visible(file))
    finally:
        site.rooms.close()
        site.store.close()
    return Copied(1, len(rows))
