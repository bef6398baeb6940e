"""The event stream of a table for programs: what is new to this person, entry by entry."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Header, Query, Response

from affray.server.live.room import Room
from affray.server.reading import read_number
from affray.server.web.asking import AtTable, Here, Me
from affray.server.web.streams import Event, Stream

router = APIRouter(tags=["tables"])

MOST_BEHIND = 1_000
"""Entries that a reader may have missed; after more it gets the whole table instead."""


@router.get("/tables/{table}/events", summary="What happens, as it happens")
async def events(
    table: str,
    room: AtTable,
    here: Here,
    me: Me,
    since: Annotated[
        str | None, Query(description="The version that was seen last; by default the current one.")
    ] = None,
    last_event_id: Annotated[
        str | None, Header(description="The same, as browsers send it when they come back.")
    ] = None,
) -> Response:
    """Server-sent events. `news` holds the version and the new entries of the log; `snapshot` a whole table.

    A snapshot comes first where no version was given, and in place of news where the reader missed more than a
    thousand entries or has a version that there is not. `end` comes when the reader may not read on.
    """
    given = last_event_id if last_event_id is not None else since
    reader = News(room, me.person, None if given is None else read_number(given, "since"))
    return Stream(here.streams, room.table, reader)


class News:
    """Reads what is new to somebody after a version."""

    def __init__(self, room: Room, person: str, version: int | None) -> None:
        self.room = room
        self.person = person
        self.version = version

    def __call__(self) -> list[Event]:
        if self.version is not None:
            version, lines = self.room.lines_since(self.person, self.version, MOST_BEHIND)
            if version == self.version:
                return []
            if lines is not None:
                self.version = version
                return [Event("news", text({"version": version, "lines": lines}), version)]
        snapshot = self.room.snapshot(self.person)
        self.version = snapshot.version
        return [Event("snapshot", text(snapshot), self.version)]


def text(value: object) -> str:
    """A value as one line of JSON."""
    return msgspec.json.encode(value).decode()
