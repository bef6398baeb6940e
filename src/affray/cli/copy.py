"""`affray copy`: what the server keeps, from one database to another."""

from __future__ import annotations

import click

from affray.cli.options import db_option, json_option


@click.command()
@click.option("--to", required=True, metavar="PLACE", help="A file, or postgresql://USER:PASSWORD@HOST:PORT/NAME.")
@db_option
@json_option
def copy(to: str, db: str | None, as_json: bool) -> None:
    """Copy the database of the live table to another place, as from a file to PostgreSQL.

    Stop the server first. The other place must not be there yet (of PostgreSQL: without tables of a server); all of it
    is copied, or nothing.
    """
    from affray.cli.copied import tell  # noqa: PLC0415 - `affray --help` needs none of these
    from affray.server.store import copying, place  # noqa: PLC0415

    source, target = place.find(db), place.read(to, "--to")
    copied = copying.copy(source, target)
    tell(copied, place.shown(source), place.shown(target), as_json)
