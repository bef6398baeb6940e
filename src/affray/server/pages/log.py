"""`/t/{id}/log`: every entry as this person may read it, and the log as a file; `/logs`: a log that was handed in."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse

from affray.errors import AffrayError, BadInput
from affray.server.faults import NO_TABLE, Fault, Refused, invalid, of_input
from affray.server.live.snapshot import Line
from affray.server.pages.log_csv import as_csv
from affray.server.pages.log_verify import Verdict, verified
from affray.server.pages.opening import is_log
from affray.server.pages.parts import view
from affray.server.pages.prep import NOT_YOURS, Owner
from affray.server.pages.replay import quiet
from affray.server.pages.uploads import Given, given
from affray.server.store import exporting
from affray.server.web.asking import AtTable, Here, Me
from affray.server.web.rendering import render
from affray.server.web.sessions import Session
from affray.server.web.site import Site

router = APIRouter()

Form = Annotated[Given, Depends(given)]

MOST = 200
"""Entries on a page."""


@router.get("/t/{table}/log")
def log(request: Request, room: AtTable, me: Me, before: int | None = None) -> Response:
    """The entries, the first one first; `before` an entry, and 200 at most."""
    snapshot = quiet(room, me.person)
    lines = room.lines_before(me.person, before, MOST)[::-1]
    earlier = lines[0].seq if lines and lines[0].seq > 1 else None
    rounds = [(line, place == 0 or lines[place - 1].round != line.round) for place, line in enumerate(lines)]
    return render(
        "log/log.html", request, lines=rounds, earlier=earlier, before=before, owner=me.owner, **view(snapshot)
    )


@router.get("/t/{table}/log.csv")
def csv(room: AtTable, me: Me) -> Response:
    """The entries as a table for a spreadsheet: an entry a line, as this person may read it."""
    lines: list[Line] = []
    before: int | None = None
    while found := room.lines_before(me.person, before, MOST):
        lines += found
        before = found[-1].seq
    headers = {"Content-Disposition": f'attachment; filename="{room.table}.csv"'}
    return Response(as_csv(lines[::-1]), media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/t/{table}/table")
def whole_table(room: AtTable, here: Here, me: Owner) -> Response:
    """All that is kept of a table, for another server; everything hidden is in it, so it is the owner's."""
    room.seen_version(me.person)  # whoever is not at the table learns nothing of it
    loaded = here.store.load(room.table)
    if loaded is None:
        raise Refused(NO_TABLE)
    headers = {"Content-Disposition": f'attachment; filename="{room.table}.affray"'}
    return Response(exporting.write(loaded), media_type="application/x-ndjson", headers=headers)


@router.get("/logs")
def logs(request: Request, me: Me) -> Response:
    """Where a log is handed in."""
    return render("log/logs.html", request, verdict=None, problem=None, owner=me.owner)


@router.post("/logs")
async def hand_in(request: Request, here: Here, me: Me, form: Form) -> Response:
    """Verifies the log, or opens it as a table. One log at a time is verified, and one of the same person."""
    found: Verdict | None = None
    problem = None
    try:
        name, content = form.files.get("file", ("", b""))
        if not content:
            raise BadInput("choose the file of a log first", place="file")
        if form.text("do") == "open":
            return await run_in_threadpool(_open, here, me, is_log(content, name))
        found = await here.verifying.run(lambda: _verified(here, me, is_log(content, name), name), me.person)
    except BadInput as error:
        problem = of_input(error)
    except Refused as error:
        problem = error.fault
    except AffrayError as error:
        problem = invalid("file", str(error))
    status = problem.status if problem else 200
    headers = {"Retry-After": str(problem.retry_after)} if problem and problem.retry_after else {}
    told = {"verdict": found, "problem": problem, "owner": me.owner}
    return render("log/logs.html", request, status=status, headers=headers, **told)


def _verified(here: Site, me: Session, content: bytes, name: str) -> Verdict:
    found = verified(here.verifier, me.person, content, name)
    if isinstance(found, Fault):
        raise Refused(found)
    return found


def _open(here: Site, me: Session, content: bytes) -> Response:
    if not me.owner:
        raise Refused(NOT_YOURS)
    return RedirectResponse(f"/t/{here.rooms.take_in(me.person, content).table}", 303)
