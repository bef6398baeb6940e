"""What if the fight is played on from here: a referee's question, answered beneath its button."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from affray.server.faults import Fault, Refused
from affray.server.live.snapshot import Snapshot
from affray.server.pages.parts import Side, last_entry
from affray.server.reckoning.whatif import Fate, Likely, WhatIf
from affray.server.web.asking import AtTable, Me
from affray.server.web.rendering import render

router = APIRouter()

RUNS = 100_000
"""Fights that are played on; fewer where the time is up before."""


class Winner(msgspec.Struct, frozen=True):
    """How likely a side wins, with the place of its share in a bar of 640."""

    name: str
    role: Side
    wins: Likely
    left: float
    width: float


@router.post("/t/{table}/what-if")
def start(request: Request, room: AtTable, me: Me) -> Response:
    """Plays the rest of the fight many times, and shows how it went."""
    begun = room.snapshot(me.person)
    found = room.what_if(me.person, RUNS)
    if isinstance(found, Fault):
        raise Refused(found)
    return render("table/what-if.html", request, **shown(begun, found))


def spread(wins: Likely) -> str:
    """Half of the interval of 95 %, in points of a hundred."""
    return f"± {50 * (wins.high - wins.low):.1f}"


@router.post("/t/{table}/what-if/cancel")
def cancel(room: AtTable, me: Me) -> Response:
    """Stops it; whoever started it is told so."""
    fault = room.cancel_what_if(me.person)
    if fault is not None and fault.status != 409:
        raise Refused(fault)
    return Response(status_code=204)


def shown(begun: Snapshot, found: WhatIf) -> dict[str, Any]:
    """What came of the fight as it was then, laid out: the bar of the sides, and who falls, side by side."""
    roles: dict[str, Side] = {}
    for camp in begun.scene.camps:
        roles |= {card.side: camp.role for card in camp.cards}
    winners, left = [], 0.0
    for side in found.sides:
        width = 640 * side.wins.p
        winners.append(Winner(side.name, roles.get(side.name, ""), side.wins, left, width))
        left += width
    fates: dict[str, list[Fate]] = {}
    for one in found.fighters:
        if one.now == "up":
            fates.setdefault(one.side, []).append(one)
    return {
        "entry": last_entry(begun),
        "round": begun.scene.round,
        "w": found,
        "winners": winners,
        "fates": fates,
        "mortal": any(one.dies.p for people in fates.values() for one in people),
        "roles": roles,
        "spread": spread,
    }
