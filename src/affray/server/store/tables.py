"""The tables of a server: what each is called, which rules it plays, how far its journal has come."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, insert, select

from affray.errors import BadInput
from affray.server.store.schema import tables


class TableRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the list of tables has it; all else is in its journal."""

    id: str
    title: str
    ruleset: str
    created: str
    version: int = 0
    public_version: int = 0


class NoTable(BadInput):
    """There is no table with this id."""

    def __init__(self, table: str) -> None:
        super().__init__("there is no such table", field="table", received=table, code="not_found")


COLUMNS = [tables.c[name] for name in TableRecord.__struct_fields__]


def create(connection: Connection, record: TableRecord) -> None:
    """Adds a table whose journal is empty."""
    connection.execute(insert(tables).values(**msgspec.structs.asdict(record)))


def listed(connection: Connection) -> list[TableRecord]:
    """Every table, the newest first."""
    found = connection.execute(select(*COLUMNS).order_by(tables.c.created.desc(), tables.c.id))
    return [TableRecord(**row._mapping) for row in found]


def find(connection: Connection, table: str) -> TableRecord | None:
    """The table with this id."""
    found = connection.execute(select(*COLUMNS).where(tables.c.id == table)).first()
    return None if found is None else TableRecord(**found._mapping)
