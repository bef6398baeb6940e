"""`affray backup`: everything that the server keeps, as one file."""

from __future__ import annotations

import click

from affray.cli.options import db_option, json_option


@click.command()
@click.argument("file")
@db_option
@click.option("--table", metavar="ID", help="Only this table, as text with a line a row; its page is /t/ID.")
@json_option
def backup(file: str, db: str | None, table: str | None, as_json: bool) -> None:
    """Copy the database of the live table to a new FILE, while it is in use or not.

    The copy is the database as it was at one moment, looked through and whole. The file holds the keys of the server,
    too; whoever has it can do what the owner can. A file that exists is not replaced. A single table has no keys in it,
    but all that is hidden from its players.
    """
    from pathlib import Path  # noqa: PLC0415 - `affray --help` needs none of these

    from affray.cli.copied import tell  # noqa: PLC0415
    from affray.server.store import carrying, copying, place  # noqa: PLC0415

    source = place.find(db)
    if table is None:
        copied = copying.backup(source, Path(file))
    else:
        copied = carrying.export_table(source, table, Path(file))
    tell(copied, place.shown(source), file, as_json)
