"""The journal of a table: rows that are only ever added, each under a version of its own, without gap or twin."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeAlias

import msgspec
from sqlalchemy import Connection, bindparam, insert, select, update

from affray.server.store.schema import LARGEST, journal, tables
from affray.server.store.tables import NoTable


class NewRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row to be added. `body` is JSON on one line; `public` says whether players may know of the row.

    `id` is the id of the command that made it, unique in its table; further rows of the same command have none.
    `request` is the sha256 of what was asked, so that the same id with another request is told apart.
    """

    kind: str
    body: bytes
    public: bool
    person: str = ""
    id: str | None = None
    request: str = ""


class Row(NewRow, frozen=True, kw_only=True):
    """A row of the journal. `public_version` counts the public rows up to this one; `at` is for display only."""

    version: int
    public_version: int
    at: str


class Appended(msgspec.Struct, frozen=True):
    """The rows are in the journal; the versions are those after the last of them."""

    version: int
    public_version: int
    rows: tuple[Row, ...]


class Stale(msgspec.Struct, frozen=True):
    """Nothing was added: the journal is at another version than was expected."""

    version: int
    public_version: int


class Known(msgspec.Struct, frozen=True):
    """Nothing was added: there is a row under this id already."""

    row: Row


Result: TypeAlias = Appended | Stale | Known

COLUMNS = [journal.c[name] for name in Row.__struct_fields__]

# Built once: that takes longer than the database does.

MOVED = (
    update(tables)
    .where(tables.c.id == bindparam("table"), tables.c.version == bindparam("at"))
    .values(
        version=tables.c.version + bindparam("rows"), public_version=tables.c.public_version + bindparam("public_rows")
    )
    .returning(tables.c.version, tables.c.public_version)
)

KNOWN = (
    select(*COLUMNS)
    .where(journal.c.table_id == bindparam("table"), journal.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(journal.c.version)
)

ADDED = insert(journal)


def append(connection: Connection, table: str, version: int, new: Sequence[NewRow], at: str) -> Result:
    """Adds rows to a journal that is at `version`, in the transaction of the connection.

    Whoever gets `Stale` or `Known` has changed nothing if the transaction is rolled back. Raises `NoTable`.
    """
    last_public = sum(row.public for row in new)
    to_move = {"table": table, "at": min(version, LARGEST), "rows": len(new), "public_rows": last_public}
    moved = connection.execute(MOVED, to_move).first()
    # Looked up while the table's own row is held: nobody else can add this id any more.
    known = _known(connection, table, [row.id for row in new if row.id is not None])
    if known is not None:
        return Known(known)
    if moved is None:
        return Stale(*versions(connection, table))
    rows = _numbered(new, moved.version - len(new), moved.public_version - last_public, at)
    add(connection, table, rows)
    return Appended(moved.version, moved.public_version, rows)


def add(connection: Connection, table: str, rows: Sequence[Row]) -> None:
    """Adds rows as they are, under the versions that they have."""
    if rows:
        connection.execute(ADDED, [{"table_id": table, **msgspec.structs.asdict(row)} for row in rows])


def versions(connection: Connection, table: str) -> tuple[int, int]:
    """The version and the public version of a table; raises `NoTable`."""
    found = connection.execute(select(tables.c.version, tables.c.public_version).where(tables.c.id == table)).first()
    if found is None:
        raise NoTable(table)
    return found.version, found.public_version


def rows_after(
    connection: Connection, table: str, version: int, limit: int | None = None, kinds: Collection[str] | None = None
) -> list[Row]:
    """The rows after this version, in order, at most `limit`; only of these kinds, where some are given."""
    where = [journal.c.table_id == table, journal.c.version > min(version, LARGEST)]
    if kinds is not None:
        where.append(journal.c.kind.in_(kinds))
    found = connection.execute(select(*COLUMNS).where(*where).order_by(journal.c.version).limit(limit))
    return [Row(**row._mapping) for row in found]


def _known(connection: Connection, table: str, ids: Sequence[str]) -> Row | None:
    if not ids:
        return None
    found = connection.execute(KNOWN, {"table": table, "ids": ids}).first()
    return None if found is None else Row(**found._mapping)


def _numbered(new: Sequence[NewRow], version: int, public_version: int, at: str) -> tuple[Row, ...]:
    rows = []
    for row in new:
        version += 1
        public_version += row.public
        fields = msgspec.structs.asdict(row)
        rows.append(Row(**fields, version=version, public_version=public_version, at=at))
    return tuple(rows)
