"""`/`: the tables on this server, the way in by a code, and how a new table is opened."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Request, Response
from starlette.responses import RedirectResponse

from affray.errors import BadInput
from affray.files import decode
from affray.rules import find
from affray.server.examples import FIRST, example, examples
from affray.server.faults import Fault, Refused, invalid, of_input
from affray.server.live.messages import Envelope, Set
from affray.server.live.people import REFEREES
from affray.server.live.room import Listed
from affray.server.pages.opening import open_table
from affray.server.pages.prep import Owner
from affray.server.pages.prep_report import called
from affray.server.pages.uploads import Given, given
from affray.server.store import new_id
from affray.server.web.asking import AtTable, FormFields, Here, MaybeMe, Me
from affray.server.web.rendering import render
from affray.server.web.sessions import Session
from affray.server.web.site import Site

router = APIRouter()

Form = Annotated[Given, Depends(given)]


class Entry(msgspec.Struct, frozen=True):
    """A table in the list: what stands in bold, the quiet rest, whether it is over, and its join code, if any."""

    id: str
    title: str
    state: str
    rest: str
    over: bool
    code: str = ""
    away: bool = False
    mine: bool = False
    """Whether this person may put it away, or take it out again."""
    fighters: str = ""
    when: str = ""
    """When it was opened and when something happened last, by this machine's clock."""


@router.get("/")
def home(request: Request, here: Here, session: MaybeMe) -> Response:
    """The tables of whoever asks; an owner may open new ones."""
    return _page(request, here, session)


@router.post("/tables")
def new_table(request: Request, here: Here, me: Owner, form: Form) -> Response:
    """Opens a table: an example, a fight that was written or handed in, the log of one, or a whole table."""
    verb, _, rest = form.text("do").partition(":")
    try:
        if verb == "example":
            table = here.rooms.create(me.person, example(rest or form.text("example") or FIRST).text).table
        elif verb == "open":
            table = here.rooms.create(me.person, _text(form)).table
        elif verb == "file":
            name, content = form.files.get("file", ("", b""))
            if not content:
                raise BadInput("choose a file first", place="file")
            table = open_table(here, me.person, name, content)
        else:
            raise Refused(invalid("do", "there is no such button", verb, "example, open or file"))
    except BadInput as error:
        return _page(request, here, me, of_input(error), form)
    except Refused as error:
        return _page(request, here, me, error.fault, form)
    return RedirectResponse(f"/t/{table}", 303)


@router.post("/tables/{table}/away")
def put_away(room: AtTable, me: Me, fields: FormFields) -> Response:
    """A table leaves the list, or is there again; nothing else of it changes."""
    away = fields.get("away") == "true"
    message = Envelope(command_id=new_id(), expected_version=room.seen_version(me.person), message=Set(away=away))
    answer = room.answer(me.person, message)
    if isinstance(answer, Fault):
        raise Refused(answer)
    return RedirectResponse("/", 303)


def _text(form: Given) -> str:
    """The text of a fight; raises `BadInput` for what is none."""
    return decode(form.text("text"), "fight")


def _page(
    request: Request, here: Site, session: Session | None, problem: Fault | None = None, form: Given | None = None
) -> Response:
    listed = here.rooms.tables(session.person) if session else []
    tables = [
        msgspec.structs.replace(
            entry_of(one), away=one.away, mine=one.office in REFEREES, fighters=one.fighters, when=when_of(one)
        )
        for one in listed
    ]
    return render(
        "home/home.html",
        request,
        status=problem.status if problem else 200,
        tables=[one for one in tables if not one.away],
        away=[one for one in tables if one.away],
        scanned=next((one for one in tables if one.code and not one.away), None),
        address=here.address,
        owner=session is not None and session.owner,
        examples=list(examples().values()),
        problem=problem,
        text=form.text("text") if form else "",
    )


def entry_of(listed: Listed) -> Entry:
    """A table as its line in the list."""
    if listed.problem:
        return Entry(listed.table, listed.title, "Not to be opened", f": {listed.problem}", False)
    ruleset = find(listed.ruleset).title
    if listed.office == "knocking":
        return Entry(listed.table, listed.title, "Waiting", "to be let in", False)
    code = listed.code or ""
    if listed.round is None:
        return Entry(listed.table, listed.title, "Over" if listed.over else "At rest", f" · {ruleset}", False, code)
    rounds = f"{listed.round} round{'' if listed.round == 1 else 's'}"
    if listed.over:
        won = f", {called(listed.winner)} won" if listed.winner else ""
        return Entry(listed.table, listed.title, "Over", f"after {rounds}{won} · {ruleset}", True)
    state = f"Round {listed.round}" if listed.round else "Not begun"
    now = ", paused" if listed.paused else f", {listed.acts} acts" if listed.acts and "," not in listed.acts else ""
    rest = [ruleset]
    if listed.players:
        rest.append(f"{listed.players} player{'' if listed.players == 1 else 's'}")
    if listed.office not in ("referee", "co-referee"):
        rest.append("you watch" if listed.office == "spectator" else "you play")
    return Entry(listed.table, listed.title, state, f"{now} · {' · '.join(rest)}", False, code)


def when_of(listed: Listed) -> str:
    """When a table was opened, and when something happened last, if that is not the same minute."""
    opened, changed = clock(listed.created), clock(listed.changed)
    return f"opened {opened}" + (f", last change {changed}" if changed not in ("", opened) else "")


def clock(at: str) -> str:
    """A time in UTC as the clock of this machine shows it: "1 Dec 2026, 20:15"."""
    try:
        local = datetime.fromisoformat(at).astimezone()
    except ValueError:  # nothing has happened yet; or another server wrote it, in whatever way
        return at
    return f"{local.day} {local:%b %Y, %H:%M}"
