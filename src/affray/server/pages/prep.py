"""`/prep`: build or import a fight, see what to expect of it, and open it as a table."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from affray.server.examples import examples
from affray.server.faults import Refused, forbidden
from affray.server.pages.prep_convert import converters
from affray.server.pages.prep_roster import roster, rulings_apart
from affray.server.pages.prep_runner import Reckoner
from affray.server.pages.prep_state import Prep, content_of, pressed
from affray.server.pages.uploads import Given, given
from affray.server.web.asking import Here, Me
from affray.server.web.rendering import render
from affray.server.web.sessions import Session
from affray.server.web.site import Site

router = APIRouter()

NOT_YOURS = forbidden("only whoever runs this server prepares fights")


def owner(me: Me) -> Session:
    """The owner of the server; everybody else is refused."""
    if not me.owner:
        raise Refused(NOT_YOURS)
    return me


Owner = Annotated[Session, Depends(owner)]
Form = Annotated[Given, Depends(given)]


def reckoner(here: Site, me: Session) -> Reckoner:
    """What reckons for somebody: one answer at a time."""
    return Reckoner(here.rooms.runner, f"prep {me.person}")


@router.get("/prep")
def start(request: Request, me: Owner) -> Response:
    """An empty page: an example, a file, or a stat block to begin with."""
    return _page(request, Prep(), Given({}, {}))


@router.post("/prep")
def press(request: Request, here: Here, me: Owner, form: Form) -> Response:
    """The page after one of its buttons was pressed."""
    return _page(request, pressed(form, reckoner(here, me)), form)


def _page(request: Request, prep: Prep, form: Given) -> Response:
    fight = prep.fight
    return render(
        "prep/prep.html",
        request,
        status=prep.problem.status if prep.problem else 200,
        prep=prep,
        form=form,
        examples=list(examples().values()),
        converters=converters(),
        ruleset=fight.ruleset.id if fight else "",
        content=content_of(prep.text),
        camps=roster(prep.text, fight) if fight else (),
        apart=rulings_apart(fight) if fight else (),
        tactics=_tactics(prep),
        rulings=list(fight.ruleset.rulings) if fight else [],
    )


def _tactics(prep: Prep) -> list[tuple[str, str, list[str]]]:
    """For each side its tactic and those that there are."""
    if prep.fight is None:
        return []
    known = list(prep.fight.ruleset.tactics)  # best play is not among them: what is prepared is played
    return [(side, now, known if now in known else [now, *known]) for side, now in prep.fight.tactics.items()]
