"""`affray restore`: what the server keeps, back from a backup."""

from __future__ import annotations

import click

from affray.cli.options import db_option, json_option


@click.command()
@click.argument("file")
@db_option
@json_option
def restore(file: str, db: str | None, as_json: bool) -> None:
    """Make the database of the live table out of the backup FILE.

    It must not be there yet (of PostgreSQL: without tables of a server). What is there is never replaced: move it away
    first, or restore to another place with --db. A FILE with a single table is added to the database, with the server
    stopped; a table that is there already is not replaced.
    """
    from pathlib import Path  # noqa: PLC0415 - `affray --help` needs none of these

    from affray.cli.copied import tell  # noqa: PLC0415
    from affray.server.store import carrying, copying, place  # noqa: PLC0415

    target = place.find(db)
    take = carrying.import_table if carrying.is_document(Path(file)) else copying.restore
    copied = take(Path(file), target)
    tell(copied, file, place.shown(target), as_json)
