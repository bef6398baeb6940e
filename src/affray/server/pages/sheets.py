"""`/t/{id}/sheets`: who fights, a card each; `/t/{id}/sheet/{fighter}`: a character with its combat panel."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from affray.errors import BadInput
from affray.rules import find
from affray.server.faults import Refused
from affray.server.live.room import Room
from affray.server.pages.parts import view
from affray.server.pages.replay import quiet
from affray.server.pages.sheets_body import Sheet, css_of, sheet_of
from affray.server.web.asking import AtTable, Me
from affray.server.web.problems import nothing_here
from affray.server.web.rendering import render

router = APIRouter()


@router.get("/t/{table}/sheets")
def sheets(request: Request, room: AtTable, me: Me) -> Response:
    """Everybody whom this person may see, with the way to their sheets."""
    snapshot = quiet(room, me.person)
    return render("sheet/sheets.html", request, **view(snapshot))


@router.get("/t/{table}/sheet/{fighter}")
def sheet(request: Request, room: AtTable, me: Me, fighter: int) -> Response:
    """The sheet of a fighter, where this person may know all of it; else the card that everybody sees."""
    snapshot = quiet(room, me.person)
    cards = {card.id: (card, camp) for camp in snapshot.scene.camps for card in camp.cards}
    if fighter not in cards:
        raise Refused(nothing_here())
    card, camp = cards[fighter]
    found = whole(room, me.person, fighter)
    values = view(snapshot)
    name = "sheet/card.html" if found is None else "sheet/sheet.html"
    return render(name, request, card=card, camp=camp, sheet=found, **values)


def whole(room: Room, person: str, fighter: int) -> Sheet | None:
    """The whole sheet, where the ruleset makes characters and this fighter is one."""
    course = room.course(person, fighter)
    return None if course is None else sheet_of(*course, fighter)


@router.get("/sheets/{ruleset}/{mark}.css")
def look(ruleset: str, mark: str) -> Response:
    """The look of a ruleset's sheets, which a page names by what is in it."""
    try:
        found = css_of(find(ruleset).id)
    except BadInput:
        found = None
    if found is None or found[0] != mark:
        raise Refused(nothing_here())
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(found[1], media_type="text/css; charset=utf-8", headers=headers)
