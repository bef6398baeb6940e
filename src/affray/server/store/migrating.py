"""The schema brought up to date when a store is opened, in one transaction: wholly, or not at all."""

from __future__ import annotations

from sqlalchemy import Connection, Inspector, inspect, text

from affray.server.store.engine import Database
from affray.server.store.failures import Refused
from affray.server.store.place import shown
from affray.server.store.schema import APPLICATION, REVISION, metadata

VERSION_TABLE = "alembic_version"
SCRIPTS = "affray.server.store:migrations"
ADVISORY = 0x61666672
"""The lock under which one server at a time changes the schema on PostgreSQL."""


def migrate(database: Database, to: str = REVISION) -> None:
    """Brings the schema to a revision; raises `Refused` for a newer one and for a database of something else."""
    with database.writing() as connection:
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY})
            encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
            if encoding != "UTF8":
                raise Refused(f"{shown(database.url)}: its encoding is {encoding}, and UTF8 is needed")
        if revision_of(connection, shown(database.url)) != to:
            _upgrade(connection, to)
            if database.is_sqlite:
                connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION}")


def revision_of(connection: Connection, place: str) -> str | None:
    """The revision of a database, None for an empty one; raises `Refused` for what this program must not touch."""
    inspector: Inspector = inspect(connection)
    names = set(inspector.get_table_names())
    mine = set(metadata.tables)
    if VERSION_TABLE not in names:
        foreign = names if connection.dialect.name == "sqlite" else names & mine
        if foreign:
            raise Refused(f"{place}: a database, but not one of affray")
        return None
    if "journal" not in names:
        raise Refused(f"{place}: a database, but not one of affray")
    return checked(connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar_one_or_none(), place)


def checked(found: str | None, place: str) -> str | None:
    """A revision that this program can read or upgrade: they are numbers that only go up. Raises `Refused`."""
    if found is not None and not (found.isascii() and found.isdigit() and int(found) <= int(REVISION)):
        raise Refused(f"{place}: made by a newer affray (schema {found}, this program knows up to {REVISION})")
    return found


def _upgrade(connection: Connection, to: str) -> None:
    from alembic import command  # noqa: PLC0415 - a schema that is up to date needs none of it
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", SCRIPTS)
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, to)
