"""Secrets of a server that outlive a restart, such as the key that signs its cookies."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from affray.server.store.schema import keys

SIZE = 32


def find(connection: Connection, name: str) -> bytes | None:
    """The secret of this name, if there is one yet."""
    return connection.execute(select(keys.c.value).where(keys.c.name == name)).scalar_one_or_none()


def find_or_make(connection: Connection, name: str) -> bytes:
    """The secret of this name; the first who asks makes it."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    made = dialect.insert(keys).values(name=name, value=secrets.token_bytes(SIZE))
    connection.execute(made.on_conflict_do_nothing())
    value: bytes = connection.execute(select(keys.c.value).where(keys.c.name == name)).scalar_one()
    return value
