"""Other ways than the one that was looked at: another path, squares beside it, and what else is of the same kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from affray.rules.showing import Square
from affray.server.live.ahead import Ahead
from affray.server.live.snapshot import Because, Offer, Snapshot
from affray.server.pages.choosing import message
from affray.server.pages.map_drawing import moves_of
from affray.server.pages.map_left import unhurt
from affray.server.pages.map_window import Window

AheadOf: TypeAlias = Callable[[Offer], Ahead | None]
"""What a movement is met with; None where this person is not shown odds."""

MOST_WAYS = 3


class Other(msgspec.Struct, frozen=True, kw_only=True):
    """Another way: words, whom it provokes, and the square and key by which it is asked for."""

    name: str
    note: str
    square: str = ""
    key: int = -1
    message: str = ""
    unhurt: str | None = None
    forbidden: Because | None = None


def others(snapshot: Snapshot, window: Window, chosen: Offer, ahead_of: AheadOf) -> list[Other]:
    """Another path there, squares beside it at less risk, and what else is in the same group of commands."""
    square = chosen.choice.square
    assert square is not None
    moves = moves_of(snapshot)
    found = [
        Other(
            name=f"another path to {window.name(square)}",
            note=", ".join([part for part in (one.choice.how, one.choice.manner) if part]),
            square=window.name(square),
            key=one.key,
            unhurt=unhurt(ahead_of(one)),
        )
        for one in moves
        if one.choice.square == square and one.key != chosen.key
    ]
    found += nearby(snapshot, window, square, chosen, ahead_of)
    found += [
        Other(
            name=one.choice.name,
            note=one.choice.manner or one.choice.how,
            message=message("do", command=one.command),
            forbidden=one.forbidden,
        )
        for one in snapshot.offers
        if one.seat == chosen.seat and one.choice.group == chosen.choice.group and one.choice.square is None
    ]
    return found


def nearby(
    snapshot: Snapshot, window: Window, square: Square, chosen: Offer | None, ahead_of: AheadOf | None = None
) -> list[Other]:
    """Squares beside this one that provoke fewer, the safest and nearest first; without a choice, all there are."""
    risk = _risk(chosen) if chosen is not None else MOST_WAYS + 1
    beside: dict[Square, Offer] = {}
    for one in moves_of(snapshot):
        place = one.choice.square
        if place is None or place == square or max(abs(place[0] - square[0]), abs(place[1] - square[1])) > window.step:
            continue
        if _risk(one) < risk and (place not in beside or _risk(one) < _risk(beside[place])):
            beside[place] = one
    ranked = sorted(beside.values(), key=lambda one: (_risk(one), one.choice.way.feet if one.choice.way else 0))
    return [
        Other(
            name=f"to {window.name(one.choice.square)}",
            note=", ".join([part for part in (one.choice.how, one.choice.manner or "past nobody") if part]),
            square=window.name(one.choice.square),
            key=one.key,
            unhurt=unhurt(ahead_of(one)) if ahead_of is not None else None,
        )
        for one in ranked[: MOST_WAYS - 1]
        if one.choice.square is not None
    ]


def _risk(offer: Offer) -> int:
    return len(offer.choice.way.provokes) if offer.choice.way is not None else 0
