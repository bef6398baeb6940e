"""Rows for tests, and a look at whether a journal is whole."""

from __future__ import annotations

from affray.server.store import NewRow, Row, Store, new_id


def row(text: str = "{}", *, public: bool = True, id: str | None = "", person: str = "", request: str = "") -> NewRow:
    """A row under an id of its own, unless one is given (or None)."""
    return NewRow(
        kind="entry", body=text.encode(), public=public, id=new_id() if id == "" else id, person=person, request=request
    )


def a_table(store: Store, title: str = "The ford") -> str:
    return store.create_table(title, "knave").id


def checked(store: Store, table: str) -> list[Row]:
    """All rows, once it is sure that the chain of versions has neither gap nor twin."""
    loaded = store.load(table)
    assert loaded is not None
    rows = loaded.rows
    assert [one.version for one in rows] == list(range(1, len(rows) + 1))
    assert loaded.record.version == len(rows)
    public = 0
    for one in rows:
        public += one.public
        assert one.public_version == public
    assert loaded.record.public_version == public
    ids = [one.id for one in rows if one.id is not None]
    assert len(set(ids)) == len(ids)
    return rows
