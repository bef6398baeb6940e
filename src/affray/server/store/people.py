"""Who is at a table. A person changes together with a row of the journal, in one transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec
from sqlalchemy import Connection, insert, select, update

from affray.server.snapshot import Role
from affray.server.store.schema import people

State: TypeAlias = Literal["knocking", "admitted", "refused", "removed"]


class PersonRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at a table, whether they have been let in, and the fighters they play.

    `joined` is when they were first saved, for display only.
    """

    id: str
    name: str
    role: Role
    state: State
    fighters: tuple[int, ...] = ()
    rolls: Literal["typed", "rolled"] = "typed"
    joined: str = ""


COLUMNS = [people.c[name] for name in PersonRecord.__struct_fields__]


def save(connection: Connection, table: str, person: PersonRecord, token_hash: str | None, at: str) -> None:
    """Adds a person, who joins at this time, or changes one; a token that is not given stays as it was."""
    values = {**msgspec.structs.asdict(person), "fighters": json.dumps(person.fighters)}
    del values["joined"]
    if token_hash is not None:
        values["token_hash"] = token_hash
    here = (people.c.table_id == table, people.c.id == person.id)
    if not connection.execute(update(people).where(*here).values(**values)).rowcount:
        connection.execute(insert(people).values(table_id=table, joined=person.joined or at, **values))


def listed(connection: Connection, table: str) -> list[PersonRecord]:
    """Everybody who ever knocked at a table, in the order of their coming."""
    found = connection.execute(
        select(*COLUMNS).where(people.c.table_id == table).order_by(people.c.joined, people.c.id)
    )
    return [_record(row._asdict()) for row in found]


def by_token(connection: Connection, token_hash: str) -> tuple[str, PersonRecord] | None:
    """The table and the person that a session's token belongs to."""
    found = connection.execute(select(people.c.table_id, *COLUMNS).where(people.c.token_hash == token_hash)).first()
    if found is None:
        return None
    fields = found._asdict()
    return fields.pop("table_id"), _record(fields)


def _record(row: Mapping[str, Any]) -> PersonRecord:
    return PersonRecord(**{**row, "fighters": tuple(json.loads(row["fighters"]))})
