"""What the endpoints ask of a request: whose it is, which table it means, and what it holds."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import parse_qsl

from anyio import to_thread
from fastapi import Depends, Request

from affray.errors import BadInput, shortened
from affray.server.faults import NO_TABLE, Fault, Refused, of_input
from affray.server.live.room import Room
from affray.server.store import identifier
from affray.server.web.sessions import Session
from affray.server.web.site import Site

MOST_FIELDS = 64

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"


async def site(request: Request) -> Site:
    """The server that was asked."""
    found: Site = request.app.state.site
    return found


Here = Annotated[Site, Depends(site)]


async def me(request: Request, here: Here) -> Session:
    """Who asks; whoever is not known is refused."""
    return here.sessions.needed(request.scope)


Me = Annotated[Session, Depends(me)]


async def maybe_me(request: Request, here: Here) -> Session | None:
    """Who asks, if that is known."""
    return here.sessions.of(request.scope)


MaybeMe = Annotated[Session | None, Depends(maybe_me)]


CROWDED = Fault(
    status=503,
    code="crowded",
    message="too many wait for this table just now",
    hint="try again in a second",
    retry_after=1,
)


async def room(table: str, here: Here, me: Me) -> Room:
    """The table in the address. For strangers it is not there, whatever else is wrong with what they sent."""
    try:
        id = identifier(table.strip("{}"), "table")
    except BadInput as error:
        raise Refused(of_input(error)) from None
    # A thread is only needed where something has to be read: nearly every request finds its table at hand.
    found = here.rooms.at_hand(id, me.person)
    if found is None:
        found = await to_thread.run_sync(_read, here, id, me.person)
    if found.is_crowded:
        raise Refused(CROWDED)
    return found


def _read(here: Site, id: str, person: str) -> Room:
    try:
        found = here.rooms.room(id)
        stranger = found.standing(person) is None  # with what other processes wrote meanwhile
    except Refused:
        if not here.rooms.met(id, person):
            raise Refused(NO_TABLE) from None
        raise
    if stranger:
        raise Refused(NO_TABLE)
    return found


AtTable = Annotated[Room, Depends(room)]


async def json_body(request: Request) -> bytes:
    """The body of a request in JSON."""
    check_type(request, JSON)
    return await request.body()


JsonBody = Annotated[bytes, Depends(json_body)]


async def form(request: Request) -> dict[str, str]:
    """The fields of a form, each once."""
    check_type(request, FORM)
    try:
        text = (await request.body()).decode("ascii")
        pairs = parse_qsl(
            text, keep_blank_values=True, strict_parsing=bool(text), errors="strict", max_num_fields=MOST_FIELDS
        )
    except ValueError:
        raise Refused(
            Fault(
                status=400,
                code="syntax",
                field="body",
                message="the form cannot be read",
                allowed=f"at most {MOST_FIELDS} fields of UTF-8 text",
            )
        ) from None
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise Refused(Fault(status=422, code="invalid", field="body", message="a field came twice"))
    return fields


FormFields = Annotated[dict[str, str], Depends(form)]


def check_type(request: Request, *wanted: str) -> str:
    """Which of the types a body is of; refuses one of another type."""
    given = request.headers.get("content-type", "")
    kind = given.partition(";")[0].strip().lower()
    if kind not in wanted:
        raise Refused(
            Fault(
                status=415,
                code="media_type",
                field="Content-Type",
                received=shortened(given),
                message="a body of that type is not read",
                allowed=" or ".join(wanted),
            )
        )
    return kind
