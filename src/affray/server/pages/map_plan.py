"""A movement before it is confirmed: its path, who attacks on the way, what is left then, and other ways to go."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import hypot
from typing import TypeAlias

import msgspec
from markupsafe import Markup

from affray.rules.showing import Card, Square, Way
from affray.server.ahead import Ahead
from affray.server.pages.choosing import message
from affray.server.pages.drawing import circle, line, tag, words
from affray.server.pages.figures import mean
from affray.server.pages.map_drawing import flank_lines, moves_of, window_for
from affray.server.pages.map_tokens import TOKEN, Role, cards_of, letters_of, token, with_roles
from affray.server.pages.map_window import Window, path_of, square_of
from affray.server.snapshot import Because, Offer, Snapshot

AheadOf: TypeAlias = Callable[[Offer], Ahead | None]
"""What a movement is met with; None where this person is not shown odds."""

MOST_WAYS = 3
BANDS = 4


class Provoked(msgspec.Struct, frozen=True, kw_only=True):
    """One who attacks on the way: its number on the map, where, and the chances, where they are shown."""

    number: int
    role: Role
    name: str
    square: str
    hits: str | None = None
    comes: str | None = None


class Band(msgspec.Struct, frozen=True, kw_only=True):
    """A range of what is left, with its chance; `share` is that of the likeliest band, for a bar."""

    label: str
    p: str
    share: float


class Other(msgspec.Struct, frozen=True, kw_only=True):
    """Another way: words, whom it provokes, and the square and key by which it is asked for."""

    name: str
    note: str
    square: str = ""
    key: int = -1
    message: str = ""
    unhurt: str | None = None
    forbidden: Because | None = None


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
    manner: str = ""
    message: str = ""
    why: Because | None = None
    shown: bool = False
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
    window: Window | None = None


def plan(snapshot: Snapshot, text: str, key: int | None, ahead_of: AheadOf) -> Plan | None:
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
        return _no_way(snapshot, mover, window, square)
    return _way(snapshot, mover, window, offer, ahead_of)


def _mover(snapshot: Snapshot) -> Card | None:
    """The fighter whom this person can move now, or could if it had not moved."""
    seats = [offer.seat for offer in snapshot.offers if offer.choice.square is not None]
    return cards_of(snapshot.scene).get(seats[0]) if seats and isinstance(seats[0], int) else None


def _no_way(snapshot: Snapshot, mover: Card, window: Window, square: Square) -> Plan:
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
    cross = Markup("")
    if window.has(square):
        x, y = window.centre(square)
        cross = line(f"M{x - 12:g} {y - 12:g}l24 24m0-24l-24 24", "m-cross")
    return Plan(
        seat=mover.id,
        name=mover.name,
        start=window.name(mover.square),
        square=window.name(square),
        why=why,
        others=tuple(_nearby(snapshot, window, square, None)),
        overlay=_overlay(window, [cross]),
        window=window,
    )


def _way(snapshot: Snapshot, mover: Card, window: Window, offer: Offer, ahead_of: AheadOf) -> Plan:
    """A movement that can be made."""
    way = offer.choice.way
    assert way is not None
    assert mover.square is not None
    cards, roles = cards_of(snapshot.scene), {card.id: role for role, card in with_roles(snapshot.scene)}
    ahead = ahead_of(offer)
    met = {one.by: one for one in ahead.met} if ahead is not None else {}
    provoked = tuple(
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
    squares = {one: card.square for one, card in cards.items() if card.square is not None}
    squares[mover.id] = way.path[-1]
    flanks = [one for one in (ahead.flanked if ahead is not None else ()) if mover.id in (one[0], *one[1])]
    drawn = [
        *flank_lines(window, flanks, squares, roles),
        *_path(window, way),
        token(window, roles[mover.id], way.path[-1], letters_of(snapshot.scene)[mover.id], " ghost"),
        *_marks(window, way, roles),
    ]
    return Plan(
        seat=mover.id,
        name=mover.name,
        start=window.name(mover.square),
        square=window.name(way.path[-1]),
        how=offer.choice.how,
        manner=offer.choice.manner,
        message=message("do", command=offer.command),
        shown=ahead is not None,
        provoked=provoked,
        bands=_bands(ahead) if ahead is not None and ahead.met else (),
        summary=_summary(ahead) if ahead is not None and ahead.met else "",
        now=ahead.now if ahead is not None else 0,
        points=mover.main[0].name if mover.main else "",
        role=roles[mover.id],
        verb=offer.choice.group or "Move",
        then=_then(ahead) if ahead is not None else (),
        others=tuple(_others(snapshot, window, offer, ahead_of)),
        overlay=_overlay(window, drawn),
        window=window,
    )


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


# Other ways


def _others(snapshot: Snapshot, window: Window, chosen: Offer, ahead_of: AheadOf) -> list[Other]:
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
            unhurt=_unhurt(ahead_of(one)),
        )
        for one in moves
        if one.choice.square == square and one.key != chosen.key
    ]
    found += _nearby(snapshot, window, square, chosen, ahead_of)
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


def _nearby(
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
            unhurt=_unhurt(ahead_of(one)) if ahead_of is not None else None,
        )
        for one in ranked[: MOST_WAYS - 1]
        if one.choice.square is not None
    ]


def _risk(offer: Offer) -> int:
    return len(offer.choice.way.provokes) if offer.choice.way is not None else 0


def _unhurt(ahead: Ahead | None) -> str | None:
    """The chance to lose nothing on the way."""
    return None if ahead is None else str(dict(ahead.left).get(ahead.now, "0"))


# What is left


def _bands(ahead: Ahead) -> tuple[Band, ...]:
    """What is left after it, in a few ranges, and what else becomes of the mover."""
    now, width = ahead.now, max(-(-ahead.now // BANDS), 1)
    chances: dict[str, Fraction] = {"unhurt": Fraction(0)}
    for points, p in ahead.left:
        chances[_range(points, now, width)] = chances.get(_range(points, now, width), Fraction(0)) + Fraction(p)
    for fate, p in ahead.fates:
        chances[{"down": "unconscious"}.get(fate, fate)] = Fraction(p)
    most = max(chances.values())
    return tuple([Band(label=label, p=str(p), share=float(p / most)) for label, p in chances.items() if p])


def _range(points: int, now: int, width: int) -> str:
    if points >= now:
        return "unhurt"
    top = now - 1 - (now - 1 - points) // width * width
    low = max(top - width + 1, 0)
    return f"{low}\N{EN DASH}{top}" if low < top else str(top)


def _summary(ahead: Ahead) -> str:
    """The mean of what is left, and the worst."""
    total = sum((points * Fraction(p) for points, p in ahead.left), Fraction(0))
    standing = sum((Fraction(p) for _, p in ahead.left), Fraction(0))
    if ahead.fates or not standing:
        return f"{mean(str(total / standing))} HP on average if it gets through." if standing else ""
    worst = min(points for points, _ in ahead.left)
    return f"{mean(str(total))} HP on average; at worst {worst}, and still standing."


# The drawing


def _overlay(window: Window, parts: Sequence[Markup]) -> Markup:
    return tag(
        "svg",
        *parts,
        id="map-way",
        class_="battle over",
        hx_swap_oob="true",
        hx_morph_skip="",
        width=window.width,
        height=window.height,
        viewBox=f"0 0 {window.width} {window.height}",
        aria_hidden="true",
    )


def _path(window: Window, way: Way) -> list[Markup]:
    """The line from square to square, and the feet at every other step."""
    points = [window.centre(square) for square in way.path]
    (ax, ay), (bx, by) = points[:2]
    share = (TOKEN - 2) / max(hypot(bx - ax, by - ay), 1)
    points[0] = (ax + (bx - ax) * share, ay + (by - ay) * share)
    drawn = [line(path_of(points), "pathline")]
    drawn += [circle(x, y, 4.5, "step") for x, y in points[1:-1]]
    for number, (x, y) in enumerate(points[1:-1], start=1):
        if number % 2 == 0 and way.walked:
            drawn.append(_feet(points[number - 1 : number + 2], way.walked[number]))
    return drawn


def _feet(points: Sequence[tuple[float, float]], feet: int) -> Markup:
    """The feet walked at the middle one of three points, where the path leaves room."""
    before, (x, y), after = points
    up, down = [any((other[1] - y) * way > 0 for other in (before, after)) for way in (-1, 1)]
    if (up and down) or x in (before[0], after[0]):
        return words(x + 10, y + 5, f"{feet} ft", "feet", "start")
    return words(x, y + 22 if up else y - 11, f"{feet} ft", "feet")


def _marks(window: Window, way: Way, roles: Mapping[int, Role]) -> list[Markup]:
    """A numbered mark on the path before the square where each attack comes; several below one another."""
    taken: dict[Square, int] = {}
    drawn: list[Markup] = []
    for number, (by, square) in enumerate(way.provokes, start=1):
        place = taken[square] = taken.get(square, -1) + 1
        at = max(way.path.index(square), 1)
        (ax, ay), (bx, by_) = window.centre(way.path[at - 1]), window.centre(way.path[at])
        x, y = (ax + bx) / 2, (ay + by_) / 2 + 30 * place
        mark = line(f"M{x:g} {y - 15:g}l15 15-15 15-15-15z")
        drawn.append(tag("g", mark, words(x, y + 5, number), class_=f"provoke {roles.get(by, 'foes')}"))
    return drawn
