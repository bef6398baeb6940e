"""The API of tables: opening them, seeing them, and acting in them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response

from affray.errors import BadInput
from affray.files import read_name
from affray.server.examples import example
from affray.server.faults import Fault, Refused, forbidden, invalid, of_input
from affray.server.limits import LINES_SHOWN, MOST_RUNS
from affray.server.live.messages import Envelope
from affray.server.live.room import Answer, Listed
from affray.server.live.snapshot import Line, Snapshot
from affray.server.reading import read_json, read_number, read_seat
from affray.server.reckoning.whatif import WhatIf
from affray.server.web.api_rules import read_seed
from affray.server.web.api_schemas import answers, body_of, json_answer
from affray.server.web.asking import JSON, AtTable, Here, JsonBody, Me, check_type
from affray.server.web.sessions import Session

router = APIRouter(tags=["tables"])

TOML = "application/toml"
LINES = "application/x-ndjson"


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened: with the text of a fight file (TOML or JSON), or with an example by its name."""

    fight: str | None = None
    example: str | None = None
    title: str | None = None


class Opened(msgspec.Struct, frozen=True):
    """A table that was opened."""

    table: str


class Tables(msgspec.Struct, frozen=True):
    """The tables that somebody is at, the newest first."""

    tables: tuple[Listed, ...]


class Lines(msgspec.Struct, frozen=True):
    """Entries of the log, the newest first."""

    lines: tuple[Line, ...]


async def fight_file(request: Request) -> NewTable:
    """What is to be opened: an object in JSON, or a fight file as it stands."""
    kind = check_type(request, JSON, TOML)
    body = await request.body()
    if kind == JSON:
        return read_json(body, NewTable)
    try:
        return NewTable(fight=body.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise Refused(invalid("fight", f"UTF-8 needed, bad byte at offset {error.start}")) from None


async def log_file(request: Request) -> bytes:
    """An exported log, as it stands."""
    check_type(request, LINES)
    return await request.body()


@router.get("/tables", summary="Your tables", responses=answers(Tables, "The tables that you are at."))
def tables(here: Here, me: Me) -> Response:
    """The tables that you are at, or at whose door you wait, the newest first."""
    return json_answer(Tables(tuple(here.rooms.tables(me.person))))


@router.post("/tables", summary="Open a table", openapi_extra=body_of(NewTable), status_code=201)
def open_table(here: Here, me: Me, asked: Annotated[NewTable, Depends(fight_file)]) -> Response:
    """Opens a table with you as its referee. For the owner of the server."""
    owners_only(me)
    if (asked.fight is None) == (asked.example is None):
        raise Refused(invalid("fight", "either a fight or an example is needed"))
    try:
        text = asked.fight if asked.fight is not None else example(asked.example or "").text
    except BadInput as error:
        raise Refused(of_input(error, "example")) from None
    return json_answer(Opened(here.rooms.create(me.person, text, title_of(asked)).table), 201)


def title_of(asked: NewTable) -> str | None:
    """What the table is to be called, if that is said: a name like any other."""
    try:
        return None if asked.title is None else read_name(asked.title, "title")
    except BadInput as error:
        raise Refused(of_input(error)) from None


@router.post("/tables/import", summary="Open a table from a log", status_code=201)
def import_table(here: Here, me: Me, log: Annotated[bytes, Depends(log_file)]) -> Response:
    """Opens a table that goes on where an exported log ends; every line of it is checked. For the owner."""
    owners_only(me)
    return json_answer(Opened(here.rooms.take_in(me.person, log).table), 201)


@router.get("/tables/{table}", summary="A table", responses=answers(Snapshot, "All that you may see of it."))
def snapshot(
    room: AtTable,
    me: Me,
    seat: Annotated[str, Query(description="A fighter's number, or `referee`: offers and odds of this seat.")] = "",
) -> Response:
    """The table as you may see it: the scene, what you may do with its odds, what waits, the latest of the log.

    Offers are those of all your seats that are to act, odds those of the first; `seat` asks for another one.
    """
    return json_answer(room.snapshot(me.person, read_seat(seat)))


@router.post(
    "/tables/{table}/messages",
    summary="Do something",
    openapi_extra=body_of(Envelope),
    responses=answers(Answer, "What came of it. It is on the disk."),
)
def message(room: AtTable, me: Me, body: JsonBody) -> Response:
    """Sends a message to the table. Sent again with the same `command_id` it is answered again and done once."""
    answer = room.answer(me.person, read_json(body, Envelope))
    if isinstance(answer, Fault):
        raise Refused(answer)
    return json_answer(answer)


@router.get("/tables/{table}/lines", summary="Earlier entries", responses=answers(Lines, "The entries, newest first."))
def lines(room: AtTable, me: Me, before: Annotated[str | None, Query()] = None) -> Response:
    """The fifty entries of the log before entry `before` (by default the latest), as you may read them."""
    entry = None if before is None else read_number(before, "before")
    return json_answer(Lines(room.lines_before(me.person, entry, LINES_SHOWN)))


@router.get("/tables/{table}/log", summary="The log")
def log(room: AtTable, me: Me) -> Response:
    """The log as JSON lines: whole for a referee, with seeds and what is hidden; for others what is public."""
    return Response(room.export(me.person), media_type=LINES)


@router.get("/tables/{table}/export", summary="The log as a file")
def export(room: AtTable, me: Me) -> Response:
    """The same as a file to keep. A referee's can be opened again, on this server or another."""
    headers = {"Content-Disposition": f'attachment; filename="affray-{room.table}.jsonl"'}
    return Response(room.export(me.person), media_type=LINES, headers=headers)


class Simulate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often the rest of the fight is to be played: 1 to 200,000 times, or as often as five seconds allow."""

    runs: Annotated[int, msgspec.Meta(ge=1, le=MOST_RUNS)] = 10_000
    seed: str | None = None


@router.post(
    "/tables/{table}/simulate",
    summary="What if",
    openapi_extra=body_of(Simulate),
    responses=answers(WhatIf, "How likely each side wins and each fighter falls, with intervals."),
)
async def simulate(room: AtTable, here: Here, me: Me, body: JsonBody) -> Response:
    """Plays the rest of the fight by its tactics, in a process of its own. For referees; one a table."""
    asked = read_json(body, Simulate)
    seed = None if asked.seed is None else read_seed(asked.seed)
    found = await here.simulating.run(lambda: room.what_if(me.person, asked.runs, seed))
    if isinstance(found, Fault):
        raise Refused(found)
    return json_answer(found)


@router.delete("/tables/{table}/simulate", summary="Stop it", status_code=204)
def stop_simulating(room: AtTable, me: Me) -> Response:
    """Stops the simulation of this table, which then answers that it was stopped."""
    fault = room.cancel_what_if(me.person)
    if fault is not None:
        raise Refused(fault)
    return Response(status_code=204)


def owners_only(me: Session) -> None:
    """Refuses everybody whose server this is not."""
    if not me.owner:
        raise Refused(forbidden("only the owner of this server opens tables"))
