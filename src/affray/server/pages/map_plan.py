"""A movement before it is confirmed: its path, who attacks on the way, what is left then, and other ways to go."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import msgspec
from markupsafe import Markup

from affray.rules.showing import Card, Sight, Square, Way
from affray.server.live.ahead import Ahead
from affray.server.live.snapshot import Because, Offer, Snapshot
from affray.server.pages.choosing import message
from affray.server.pages.drawing import line
from affray.server.pages.map_drawing import flank_lines, moves_of, window_for
from affray.server.pages.map_left import Band, bands, summary
from affray.server.pages.map_others import AheadOf, Other, nearby, others
from affray.server.pages.map_overlay import marks_over, overlay, path_over, sight_over
from affray.server.pages.map_tokens import Role, cards_of, letters_of, token, with_roles
from affray.server.pages.map_window import Window, square_of

SightOf: TypeAlias = Callable[[int, Square], Sight | None]
"""How a fighter sees a square."""


class Provoked(msgspec.Struct, frozen=True, kw_only=True):
    """One who attacks on the way: its number on the map, where, and the chances, where they are shown."""

    number: int
    role: Role
    name: str
    square: str
    hits: str | None = None
    comes: str | None = None


class Later(msgspec.Struct, frozen=True, kw_only=True):
    """What can be done from there: words, and the chances of its figures by label."""

    name: str
    note: str
    flanking: bool
    figures: tuple[tuple[str, str], ...]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a page shows of a square that was asked for. Without a message it cannot be gone to: `why`."""

    seat: int
    name: str
    start: str
    square: str
    how: str = ""
    message: str = ""
    clause: str = ""
    why: Because | None = None
    shown: bool = False
    reckoned: bool = True
    provoked: tuple[Provoked, ...] = ()
    bands: tuple[Band, ...] = ()
    summary: str = ""
    now: int = 0
    points: str = ""
    role: Role = "party"
    verb: str = "Move"
    then: tuple[Later, ...] = ()
    others: tuple[Other, ...] = ()
    overlay: Markup = Markup("")
    sight: Sight | None = None


def plan(
    snapshot: Snapshot, text: str, key: int | None, ahead_of: AheadOf, sight_of: SightOf = lambda seat, square: None
) -> Plan | None:
    """The plan for a square by its name; None where nobody of this person can move now, or there is no such square."""
    ground = snapshot.scene.ground
    mover = _mover(snapshot)
    if ground is None or mover is None or mover.square is None:
        return None
    square = square_of(text, ground.size, ground.step)
    if square is None:
        return None
    window = window_for(snapshot)
    there = [offer for offer in moves_of(snapshot) if offer.choice.square == square]
    offer = next((one for one in there if one.key == key), there[0] if there else None)
    if offer is None or offer.choice.way is None:
        return _no_way(snapshot, mover, window, square, sight_of(mover.id, square))
    return _way(snapshot, mover, window, offer, ahead_of, sight_of(mover.id, square))


def _mover(snapshot: Snapshot) -> Card | None:
    """The fighter whom this person can move now, or could if it had not moved."""
    seats = [offer.seat for offer in snapshot.offers if offer.choice.square is not None]
    return cards_of(snapshot.scene).get(seats[0]) if seats and isinstance(seats[0], int) else None


def _no_way(snapshot: Snapshot, mover: Card, window: Window, square: Square, sight: Sight | None) -> Plan:
    """Why it cannot be gone to: somebody is there, or what the rules say of a square that is out of reach."""
    assert mover.square is not None
    cards = [card for card in cards_of(snapshot.scene).values() if card.square == square and card.fate != "dead"]
    refused = next((one.forbidden for one in snapshot.offers if one.choice.square is not None and one.forbidden), None)
    clause, ruling = (refused.clause, refused.ruling) if refused is not None else ("", "")
    if cards and cards[0].id != mover.id:
        why = Because(message=f"{cards[0].name} is there", clause=clause, ruling=ruling)
    elif cards:
        why = Because(message=f"{mover.name} stands there already")
    else:
        why = refused or Because(message="there is no way there now")
    drawn = sight_over(window, sight, square)
    if window.has(square):
        x, y = window.centre(square)
        drawn.append(line(f"M{x - 12:g} {y - 12:g}l24 24m0-24l-24 24", "m-cross"))
    return Plan(
        seat=mover.id,
        name=mover.name,
        start=window.name(mover.square),
        square=window.name(square),
        why=why,
        others=tuple(nearby(snapshot, window, square, None)),
        overlay=overlay(window, drawn),
        sight=sight,
    )


def _way(snapshot: Snapshot, mover: Card, window: Window, offer: Offer, ahead_of: AheadOf, sight: Sight | None) -> Plan:
    """A movement that can be made."""
    way = offer.choice.way
    assert way is not None
    assert mover.square is not None
    roles: dict[int, Role] = {card.id: role for role, card in with_roles(snapshot.scene)}
    ahead = ahead_of(offer)
    told = ahead is not None and bool(ahead.met)
    return Plan(
        seat=mover.id,
        name=mover.name,
        start=window.name(mover.square),
        square=window.name(way.path[-1]),
        how=offer.choice.how,
        message=message("do", command=offer.command),
        clause=way.clause,
        shown=ahead is not None,
        reckoned=ahead is None or ahead.reckoned,
        provoked=_provoked(cards_of(snapshot.scene), roles, window, way, ahead),
        bands=bands(ahead) if ahead is not None and told else (),
        summary=summary(ahead) if ahead is not None and told else "",
        now=ahead.now if ahead is not None else 0,
        points=mover.main[0].name if mover.main else "",
        role=roles[mover.id],
        verb=offer.choice.group or "Move",
        then=_then(ahead) if ahead is not None else (),
        others=tuple(others(snapshot, window, offer, ahead_of)),
        overlay=_drawing(snapshot, mover, window, way, roles, ahead, sight_over(window, sight, way.path[-1])),
        sight=sight,
    )


def _provoked(
    cards: Mapping[int, Card], roles: Mapping[int, Role], window: Window, way: Way, ahead: Ahead | None
) -> tuple[Provoked, ...]:
    """Those who attack on the way, numbered as on the map, with their chances where they are shown."""
    met = {one.by: one for one in ahead.met} if ahead is not None else {}
    return tuple(
        [
            Provoked(
                number=number,
                role=roles[by],
                name=cards[by].name,
                square=window.name(square),
                hits=met[by].hits if by in met else None,
                comes=met[by].comes if by in met and met[by].comes != "1" else None,
            )
            for number, (by, square) in enumerate(way.provokes, start=1)
            if by in cards
        ]
    )


def _drawing(
    snapshot: Snapshot,
    mover: Card,
    window: Window,
    way: Way,
    roles: Mapping[int, Role],
    ahead: Ahead | None,
    below: Sequence[Markup],
) -> Markup:
    """The path, the mover at its end, who attacks where, and who is flanked then."""
    squares = {one: card.square for one, card in cards_of(snapshot.scene).items() if card.square is not None}
    squares[mover.id] = way.path[-1]
    flanked = [one for one in (ahead.flanked if ahead is not None else ()) if mover.id in (one[0], *one[1])]
    mark = letters_of(snapshot.scene)[mover.id]
    ground = snapshot.scene.ground
    drawn = [
        *below,
        *flank_lines(window, flanked, squares, roles),
        *path_over(window, way),
        token(window, roles[mover.id], way.path[-1], mark, " ghost"),
        *marks_over(window, way, roles, ground.areas if ground is not None else ()),
    ]
    return overlay(window, drawn)


def _then(ahead: Ahead) -> tuple[Later, ...]:
    """The attacks that are open afterwards."""
    flanked = {target for target, _ in ahead.flanked}
    return tuple(
        [
            Later(
                name=one.choice.name,
                note="; ".join([part for part in (one.choice.manner, one.choice.how) if part]),
                flanking=bool(flanked.intersection(one.choice.targets)),
                figures=one.figures,
            )
            for one in ahead.then
        ]
    )
