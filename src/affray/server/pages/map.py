"""`/t/{table}/map/preview`: a move over the map before it is confirmed, as a part of the page."""

from __future__ import annotations

from fastapi import APIRouter, Response
from starlette.responses import HTMLResponse

from affray.rules.showing import Sight, Square
from affray.server.live.ahead import Ahead
from affray.server.live.snapshot import Offer
from affray.server.pages.map_plan import plan
from affray.server.reading import read_number
from affray.server.web.asking import AtTable, Me
from affray.server.web.rendering import fragment

router = APIRouter()

MOST_SHOWN = 12


@router.get("/t/{table}/map/preview")
def preview(room: AtTable, me: Me, square: str = "", seat: str = "", key: str = "") -> Response:
    """What a move to a square ("J6") brings, for a fighter of yours who can move now; `key` picks one of its paths."""
    mover = read_number(seat, "seat")
    snapshot = room.snapshot(me.person, mover)

    def ahead_of(offer: Offer) -> Ahead | None:
        return room.way_odds(me.person, mover, offer.key)

    def sight_of(seat: int, at: Square) -> Sight | None:
        return room.sight(me.person, seat, at)

    found = plan(snapshot, square, read_number(key, "key") if key else None, ahead_of, sight_of)
    table = f"/t/{snapshot.table}"
    if found is None:
        asked = square.strip()[:MOST_SHOWN]
        return HTMLResponse(fragment("map/nowhere.html", square=asked, offers=snapshot.offers), 422)
    return HTMLResponse(fragment("map/plan.html", plan=found, post=f"{table}/messages", ask=f"{table}/map/preview"))
