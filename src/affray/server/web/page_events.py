"""The event stream of a table's page: the parts of the page that are no longer as this person has them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Response

from affray.server.live.room import Room
from affray.server.pages.live import Shown, changed
from affray.server.pages.parts import parts
from affray.server.reading import read_number
from affray.server.web.asking import AtTable, Here, Me
from affray.server.web.streams import BEAT, Event, Stream

router = APIRouter(include_in_schema=False)


@router.get("/t/{table}/stream")
async def stream(
    room: AtTable, here: Here, me: Me, since: str | None = None, last_event_id: Annotated[str | None, Header()] = None
) -> Response:
    """Each event is HTML for the page. `since` is the version that the page shows already."""
    given = last_event_id if last_event_id is not None else since
    version = None if given is None else read_number(given, "since")
    return Stream(here.streams, room.table, Parts(room, me.person, version, here.address), BEAT)


class Parts:
    """Reads what of a person's page has changed since the version that they have."""

    def __init__(self, room: Room, person: str, version: int | None, address: str) -> None:
        self.room = room
        self.person = person
        self.version = version
        self.address = address
        self.shown: Shown | None = None

    def __call__(self) -> list[Event]:
        first = self.shown is None
        if not first and self.room.seen_version(self.person) == self.version:
            return []
        snapshot = self.room.snapshot(self.person)
        if first and snapshot.version == self.version:
            self.shown = parts(snapshot, self.address)
            return []
        text, self.shown = changed(snapshot, self.shown, self.address)
        self.version = snapshot.version
        return [Event("", text, self.version)]
