"""What is known of a table without reading its log: who is there, the code that joins it, whether it was put away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from affray.server.live import rows as r
from affray.server.live.snapshot import Settings
from affray.server.store import Row, Store, TableRecord

LIGHT = ("started", "person", "setting", "code", "end")
"""The kinds of rows that are read: few, whatever happens in a fight."""

AWAY = ("refused", "removed")


class Glance(msgspec.Struct, frozen=True, kw_only=True):
    """A table up to a version, as its rows beside the log tell it."""

    version: int = 0
    offices: Mapping[str, r.Office] = {}
    settings: Settings = Settings()
    code_hash: str = ""
    ended: bool = False

    def office(self, person: str) -> r.Office | None:
        """What somebody is at the table, or at its door; None for whoever has nothing to do with it."""
        office = self.offices.get(person)
        return None if office in AWAY else office


class Glances:
    """The glances of all tables, each read on from where it was. May be used from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Glance] = {}

    def of(self, record: TableRecord) -> Glance:
        """A table as it is now."""
        glance = self._known.get(record.id, Glance())
        if glance.version < record.version:
            # Replaced as a whole: whoever reads it at the same time reads the same.
            glance = read_on(glance, self._store.rows_after(record.id, glance.version, kinds=LIGHT))
            self._known[record.id] = glance = replace(glance, version=max(glance.version, record.version))
        return glance


def read_on(glance: Glance, rows: Sequence[Row]) -> Glance:
    """A glance with what came after it."""
    for row in rows:
        glance = replace(_with(glance, r.read(row.body)), version=row.version)
    return glance


def _with(glance: Glance, body: r.Body) -> Glance:
    match body:
        case r.Started(person=person):
            return replace(glance, offices={person: "referee"})
        case r.Seated(person=person, office=office):
            return replace(glance, offices={**glance.offices, person: office})
        case r.Switched(settings=settings):
            return replace(glance, settings=settings)
        case r.Coded(hash=code_hash):
            return replace(glance, code_hash=code_hash)
        case r.Closed(over=over):
            return replace(glance, ended=over)
        case _:
            raise AssertionError(f"a row of the kind {r.kind(body)} was not asked for")
