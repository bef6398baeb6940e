"""`/t/{id}/replay`: a fight step by step; at each entry the scene as this person may see it."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from msgspec.structs import replace

from affray.server.faults import Refused, invalid
from affray.server.live.room import Room
from affray.server.live.snapshot import Snapshot
from affray.server.pages.parts import view
from affray.server.web.asking import AtTable, Me
from affray.server.web.rendering import render

router = APIRouter()

NO_SEAT = "nobody"


@router.get("/t/{table}/replay")
def step(request: Request, room: AtTable, me: Me, at: int | None = None) -> Response:
    """The scene after an entry (0: the start; by default the start), and what that entry did."""
    snapshot = quiet(room, me.person)
    latest = room.lines_before(me.person, None, 1)
    last = latest[0].seq if latest else 0
    entry = 0 if at is None else at
    if not 0 <= entry <= last:
        raise Refused(invalid("at", "there is no such entry", entry, f"0 to {last}"))
    scene, lines = room.seen_at(me.person, entry)
    then = replace(snapshot, scene=scene, log=lines[:1], earlier=0)
    return render("log/replay.html", request, at=entry, last=last, line=lines[0] if lines else None, **view(then))


def quiet(room: Room, person: str) -> Snapshot:
    """The table as a person may see it, with nothing to be done on it."""
    snapshot = room.snapshot(person, NO_SEAT)
    you = replace(snapshot.you, may=())
    return replace(snapshot, you=you, offers=(), forms=(), prompt=None, undo=False, redo=False)
