"""`affray backup`: everything that the server keeps, as one file."""

from __future__ import annotations

import click

from affray.cli.options import db_option, json_option


@click.command()
@click.argument("file")
@db_option
@json_option
def backup(file: str, db: str | None, as_json: bool) -> None:
    """Copy the database of the live table to a new FILE, while it is in use or not.

    The copy is the database as it was at one moment, looked through and whole. The file holds the keys of the server,
    too; whoever has it can do what the owner can. A file that exists is not replaced.
    """
    from pathlib import Path  # noqa: PLC0415 - `affray --help` needs none of these

    from affray.cli.copied import tell  # noqa: PLC0415
    from affray.server.store import copying, place  # noqa: PLC0415

    source = place.find(db)
    copied = copying.backup(source, Path(file))
    tell(copied, place.shown(source), file, as_json)
