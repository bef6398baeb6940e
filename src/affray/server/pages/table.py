"""`/t/{table}`: the one page of a table, what is sent from it, and the parts that it asks for by itself."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.responses import HTMLResponse

from affray.server.faults import Fault, Refused
from affray.server.live.room import Room
from affray.server.live.snapshot import Snapshot
from affray.server.pages.live import OF_AN_ACTOR, answered, refreshed
from affray.server.pages.parts import parts, view
from affray.server.pages.sending import envelope
from affray.server.reading import read_seat
from affray.server.web.asking import AtTable, FormFields, Here, Me
from affray.server.web.rendering import fragment, render

router = APIRouter()


@router.get("/t/{table}")
def page(request: Request, room: AtTable, here: Here, me: Me) -> Response:
    """The whole page, as this person may see it."""
    try:
        snapshot = room.snapshot(me.person)
    except Refused as refused:
        if refused.fault.code == "knocking":
            return render("join/waiting.html", request, name=name_of(room, me.person))
        raise
    values = view(snapshot, here.address)
    return render("table/table.html", request, **values, parts=parts(snapshot, here.address))


@router.get("/t/{table}/now")
def now(room: AtTable, here: Here, me: Me, seat: str = "") -> Response:
    """What one of your actors may do, in place of another's."""
    return HTMLResponse(refreshed(room.snapshot(me.person, read_seat(seat)), here.address, OF_AN_ACTOR))


@router.post("/t/{table}/messages")
def send(room: AtTable, here: Here, me: Me, fields: FormFields) -> Response:
    """Something done on the page; answered with the parts that are others by it, or with what was wrong."""
    before = room.snapshot(me.person)
    is_shown = fields.get("expected_version") == str(before.version)
    try:
        answer = room.answer(me.person, envelope(fields, before.forms, before.ruleset, before.scene.ground))
    except Refused as refused:
        answer = refused.fault
    if isinstance(answer, Fault):
        behind = answer.status == 409 or not is_shown
        place = "reinforce-problem" if "reinforce" in fields else ""
        return problem(answer, room.snapshot(me.person) if behind else None, here.address, place)
    return HTMLResponse(answered(room.snapshot(me.person), before if is_shown else None, here.address))


def problem(fault: Fault, fresh: Snapshot | None, address: str, place: str = "") -> Response:
    """What was wrong, in its place; with the table as it is now where the page was behind."""
    parts_now = "" if fresh is None else refreshed(fresh, address)
    return HTMLResponse(parts_now + fragment("table/notice.html", fault=fault, place=place), fault.status)


def name_of(room: Room, person: str) -> str:
    """The name under which somebody stands at the door."""
    sitter = room.standing(person)
    return sitter.name if sitter is not None else ""
