"""A table of a served application with one of each kind of person at it, or before its door."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import pytest

from affray.fight import Fight, parse
from affray.server.live.rooms import Rooms
from affray.server.web.sessions import Session
from affray.table.work import Table
from tests.promises.wire import Got, Wire
from tests.server.sitting import FORD, OWNER, SEEDS, Sitting

FORM = "application/x-www-form-urlencoded"


class Served(Sitting):
    """A table with its people, on a server that is there already; what they send goes as requests do."""

    def __init__(self, wire: Wire, fight: Fight | str = FORD, seeds: tuple[str, str] | None = SEEDS) -> None:
        self.wire = wire
        self.path = Path()
        self.store = wire.site.store
        self.rooms = wire.site.rooms
        self.room = self.rooms.open(OWNER, Table(parse(fight) if isinstance(fight, str) else fight, seeds))
        self._ids = count(1)
        self.look(OWNER)  # the first look of a referee makes the join code

    def close(self) -> None:
        """The server stays."""

    def restart(self) -> None:
        """Another server takes the table over: all that it knows is in the journal."""
        self.rooms = Rooms(self.store)
        self.room = self.rooms.room(self.room.table)

    def ask(self, person: str, method: str, path: str, body: bytes = b"", kind: str = "") -> Got:
        """A request of somebody; {} stands for the table."""
        accept = "*/*" if path.startswith("/api/") else "text/html"
        return self.wire.ask(method, path.replace("{}", self.room.table), person, body, kind, accept)

    def post(self, person: str, message: Any, page: bool = False, version: Any = None, id: Any = None) -> Got:
        """A message through the API, or as the form of the page."""
        if version is None:
            standing = self.room.standing(person)
            version = self.room.seen_version(person) if standing is not None and standing.role is not None else 1
        id = str(UUID(int=10**6 + next(self._ids), version=4)) if id is None else id
        if page:
            fields = {"command_id": id, "expected_version": version, "message": json.dumps(message)}
            return self.ask(person, "POST", "/t/{}/messages", urlencode(fields).encode(), FORM)
        body = {"command_id": id, "expected_version": version, "message": message}
        return self.ask(person, "POST", "/api/v1/tables/{}/messages", json.dumps(body).encode(), "application/json")


def take_at_their_word(wire: Wire, patch: pytest.MonkeyPatch) -> None:
    """Whoever's cookie is the id of a person is that person: that cookies cannot be made is tested elsewhere."""
    patch.setattr(wire.site.sessions, "read", lambda cookie: Session(cookie, cookie == OWNER) if cookie else None)
