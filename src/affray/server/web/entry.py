"""How a browser comes in: the owner by the key of this start, everybody else by the code of a table."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from starlette.responses import RedirectResponse

from affray.server.faults import Fault, Refused
from affray.server.live.rooms import NO_CODE
from affray.server.reading import read_json, read_plain
from affray.server.web.api_schemas import answers, body_of, json_answer
from affray.server.web.asking import FormFields, Here, JsonBody, MaybeMe
from affray.server.web.guards.refusing import address
from affray.server.web.joining import read_code
from affray.server.web.rendering import render
from affray.server.web.sessions import Session
from affray.server.web.site import Site

api = APIRouter(tags=["coming in"])
pages = APIRouter(include_in_schema=False)


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants to come to a table: its code, and the name that they want to be called by."""

    code: str
    name: str


class Key(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The key of the owner's link."""

    key: str


class Joined(msgspec.Struct, frozen=True):
    """Where the code led. Now a referee has to open the door."""

    table: str
    person: str


WRONG_KEY = Fault(status=403, code="wrong_key", field="key", message="that is not the key of this start")


@pages.post("/own")
def own(request: Request, here: Here, form: FormFields) -> Response:
    """The owner's browser: gets a cookie for the key that `affray serve` printed."""
    key = read_plain(form, Key).key
    guess = here.tries.begin(address(request.scope))
    if not here.sessions.is_owner_key(key):
        raise Refused(WRONG_KEY)
    here.tries.forgive(guess)
    response = Response(status_code=204)
    here.sessions.give(response, here.sessions.owner_cookie(), request.scope["scheme"])
    return response


@api.post(
    "/join", summary="Knock at a table", openapi_extra=body_of(Join), responses=answers(Joined, "The table that it is.")
)
def join(request: Request, here: Here, session: MaybeMe, body: JsonBody) -> Response:
    """Knocks at the table with this code. Gives a cookie to whoever has none; a referee has to let them in."""
    joined, cookie = knock(request, here, session, read_json(body, Join))
    response = json_answer(joined)
    if cookie is not None:
        here.sessions.give(response, cookie, request.scope["scheme"])
    return response


@pages.post("/join")
def join_by_page(request: Request, here: Here, session: MaybeMe, form: FormFields) -> Response:
    """The same from the page, which is shown again with what was wrong."""
    try:
        joined, cookie = knock(request, here, session, read_plain(form, Join))
    except Refused as refused:
        values: dict[str, Any] = {"code": form.get("code", ""), "name": form.get("name", "")}
        fault = refused.fault
        headers = {} if fault.retry_after is None else {"Retry-After": str(fault.retry_after)}
        return render("join/join.html", request, status=fault.status, headers=headers, problem=fault, **values)
    response = RedirectResponse(f"/t/{joined.table}", 303)
    if cookie is not None:
        here.sessions.give(response, cookie, request.scope["scheme"])
    return response


def knock(request: Request, here: Site, session: Session | None, asked: Join) -> tuple[Joined, str | None]:
    """Knocks at a table; with the cookie for somebody new. A wrong code is a guess that counts."""
    code = read_code(asked.code)
    guess = here.tries.begin(address(request.scope))
    cookie = None
    if session is None:
        session, cookie = here.sessions.new()
    found = here.rooms.join(session.person, asked.name, code)
    if not isinstance(found, Fault):
        here.tries.forgive(guess)
        return Joined(found.table, session.person), cookie
    if found.code != NO_CODE.code:
        here.tries.forgive(guess)
    raise Refused(found)
