"""The map of a table as a drawing and as a table of words, made from what one person may see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot

import msgspec
from markupsafe import Markup

from affray.rules.showing import Card, Ground, Scene, Square
from affray.server.live.snapshot import Offer, Snapshot
from affray.server.pages.drawing import line, rect, tag, words
from affray.server.pages.map_tokens import TOKEN, Role, cards_of, tokens, with_roles
from affray.server.pages.map_window import SIDE, Window, outline, shut_off, window_on

EDGE = 24
"""Units of the strips that hold the letters and numbers."""


class Stands(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody of the list beside the map: the side, where it stands, how far it threatens, and how it is."""

    role: Role
    name: str
    square: str
    area: str
    state: str
    fate: str


class Mapped(msgspec.Struct, frozen=True, kw_only=True):
    """A map ready to be put on a page. `seat` is the one who can move now, and whom this person plays."""

    window: Window
    label: str
    battle: Markup
    letters: Markup
    numbers: Markup
    stands: tuple[Stands, ...]
    seat: int | None
    name: str
    role: Role
    focus: tuple[int, int]
    """The middle of the window that a small screen opens with, in units."""
    reach: bool
    areas: bool
    other: Role
    """The side whose areas are drawn, for the key."""
    flanked: bool
    raised: bool
    cover: bool


def map_of(snapshot: Snapshot) -> Mapped | None:
    """The map as this person sees it; None where the fight has none."""
    scene = snapshot.scene
    ground = scene.ground
    if ground is None:
        return None
    moves = moves_of(snapshot)
    cards = cards_of(scene)
    window = window_for(snapshot)
    seat = moves[0].seat if moves else next((one.seat for one in snapshot.to_act if one.yours), None)
    mover = cards.get(seat) if isinstance(seat, int) else None
    now = next((card for card in cards.values() if card.mark == "now"), None)
    acting = mover if moves else now or mover
    focus = window.centre(acting.square) if acting is not None and acting.square else (window.width / 2, 0.0)
    areas = {area.id: area.feet for area in ground.areas}
    mine: Role = next((role for role, card in with_roles(scene) if card is acting), "party")
    return Mapped(
        window=window,
        label=_label(window, mover, moves),
        battle=_battle(scene, ground, window, moves, mine),
        letters=_strip(window, across=True),
        numbers=_strip(window, across=False),
        stands=tuple([_stands(card, role, window, areas) for role, card in with_roles(scene)]),
        seat=mover.id if mover is not None else None,
        name=mover.name if mover is not None else "",
        role=mine,
        focus=(round(focus[0]), round(focus[1])),
        reach=bool(moves),
        areas=bool(ground.areas),
        other=next((role for role, card in with_roles(scene) if card.id in areas and role != mine), "foes"),
        flanked=bool(ground.flanked),
        raised=bool(ground.heights),
        cover=bool(ground.cover),
    )


def moves_of(snapshot: Snapshot) -> tuple[Offer, ...]:
    """The movements that can be made now, all of one fighter."""
    found = [offer for offer in snapshot.offers if offer.choice.way is not None and offer.forbidden is None]
    return tuple([offer for offer in found if offer.seat == found[0].seat])


def window_for(snapshot: Snapshot) -> Window:
    """What is drawn of the map: wherever somebody is, or can go, or something stands."""
    ground = snapshot.scene.ground
    assert ground is not None
    squares = [card.square for card in cards_of(snapshot.scene).values() if card.square is not None]
    squares += [offer.choice.square for offer in moves_of(snapshot) if offer.choice.square is not None]
    return window_on(ground, squares)


def _label(window: Window, mover: Card | None, moves: Sequence[Offer]) -> str:
    feet = f"{window.columns * window.step} by {window.rows * window.step} feet"
    first, last = window.letters()[0][1], window.letters()[-1][1]
    top, bottom = window.numbers()[0][1], window.numbers()[-1][1]
    told = f"Map, {feet}, squares of {window.step} feet, columns {first} to {last}, rows {top} to {bottom}"
    return f"{told}. {mover.name} can go to {len(moves)} squares" if mover is not None and moves else told


# The list


def _stands(card: Card, role: Role, window: Window, areas: Mapping[int, int]) -> Stands:
    fates = {"down": "unconscious", "dead": "dead", "gone": "gone"}
    state = fates.get(card.fate) or card.figure or {"fresh": "unhurt"}.get(card.looks, card.looks)
    return Stands(
        role=role,
        name=card.name,
        square=window.name(card.square) if card.square is not None else "",
        area=f"{areas[card.id]} ft" if card.id in areas else "",
        state=f"{state}, out of sight" if card.hidden else state,
        fate=card.fate,
    )


# The drawing


def _battle(scene: Scene, ground: Ground, window: Window, moves: Sequence[Offer], mine: Role) -> Markup:
    """The ground, what can be reached, the areas, and everybody on top."""
    cards = cards_of(scene)
    roles = {card.id: role for role, card in with_roles(scene)}
    parts = [
        rect(0, 0, window.width, window.height, "m-floor"),
        *_raised(ground, window),
        *([_reach(window, moves, cards, mine)] if moves else []),
        *_lines(window),
        *_edges(ground, window),
        *_cover(ground, window),
        tag("g", *_areas(ground, window, roles, mine), class_="l-areas") if ground.areas else Markup(""),
        *_walls(ground, window, [card.square for card in cards.values() if card.square is not None]),
        rect(0, 0, window.width, window.height, "m-edge"),
        *flank_lines(window, ground.flanked, {one: card.square for one, card in cards.items() if card.square}, roles),
        *tokens(scene, window),
        rect(0, 0, SIDE, SIDE, "m-cursor"),
    ]
    return tag(
        "svg",
        *parts,
        class_="battle",
        width=window.width,
        height=window.height,
        viewBox=f"0 0 {window.width} {window.height}",
        aria_hidden="true",
    )


def _strip(window: Window, *, across: bool) -> Markup:
    """The letters above the map, or the numbers beside it."""
    if across:
        drawn = [words(x, EDGE - 7, name, "coord") for x, name in window.letters()]
        width, height = window.width, EDGE
    else:
        width, height = EDGE + 8 * (window.size[1] // window.step > 99), window.height
        drawn = [words(width / 2, y + 5, name, "coord") for y, name in window.numbers()]
    size = f"0 0 {width} {height}"
    return tag("svg", *drawn, class_="coords", width=width, height=height, viewBox=size, aria_hidden="true")


def _lines(window: Window) -> list[Markup]:
    """The grid, every fifth line of the whole map stronger."""
    fine, strong = "", ""
    for place in range(1, window.columns):
        x = place * SIDE
        told = f"M{x} 0V{window.height}"
        if (window.left // window.step + place) % 5:
            fine += told
        else:
            strong += told
    for place in range(1, window.rows):
        told = f"M0 {place * SIDE}H{window.width}"
        if ((window.size[1] - window.bottom) // window.step - window.rows + place) % 5:
            fine += told
        else:
            strong += told
    return [line(path, kind) for path, kind in ((fine, "m-grid"), (strong, "m-grid five")) if path]


def _raised(ground: Ground, window: Window) -> list[Markup]:
    """Raised ground, tinted."""
    return [rect(*window.box((x, y, width, height)), "m-high") for x, y, width, height, _ in ground.heights]


def _edges(ground: Ground, window: Window) -> list[Markup]:
    """The border of raised ground on its inside, and how high it is."""
    drawn: list[Markup] = []
    for x, y, width, height, feet in ground.heights:
        left, top, across, down = window.box((x, y, width, height))
        drawn.append(rect(left + 4, top + 4, across - 8, down - 8, "m-highedge"))
        drawn.append(words(left + across - 9, top + down - 11, f"+{feet} ft", "m-feet", "end"))
    return drawn


def _cover(ground: Ground, window: Window) -> list[Markup]:
    return [rect(*window.box(box), "m-cover") for box in ground.cover]


def _walls(ground: Ground, window: Window, squares: Iterable[Square]) -> list[Markup]:
    """The walls, and hatched what they shut off: ground that nobody stands on or can come to."""
    if not ground.walls:
        return []
    shut = outline(window, shut_off(window, ground.walls, squares))
    filled = [line(shut, "m-shut"), line(shut, "m-shuthatch")] if shut else []
    ends = [(window.point(x1, y1), window.point(x2, y2)) for x1, y1, x2, y2 in ground.walls]
    path = "".join([f"M{ax:g} {ay:g}L{bx:g} {by:g}" for (ax, ay), (bx, by) in ends])
    return [*filled, line(path, "m-wall")]


def _areas(ground: Ground, window: Window, roles: Mapping[int, Role], mine: Role) -> list[Markup]:
    """The borders of the areas of everybody who is not of the mover's side; wide ones are drawn finer."""
    return [
        line(outline(window, area.squares), f"aoi {roles[area.id]}{' far' if area.feet > 2 * window.step else ''}")
        for area in ground.areas
        if area.id in roles and roles[area.id] != mine
    ]


def _reach(window: Window, moves: Sequence[Offer], cards: Mapping[int, Card], mine: Role) -> Markup:
    """The squares that can be reached: a disc where nobody attacks on the way, a lozenge where somebody does."""
    best: dict[Square, Offer] = {}
    for offer in moves:
        square = offer.choice.square
        if square is not None and window.has(square) and (square not in best or _risk(offer) < _risk(best[square])):
            best[square] = offer
    step = window.step
    drawn = [line(outline(window, [(x, y, step, step) for x, y in best]), "reachfill")]
    for square, offer in best.items():
        x, y = window.centre(square)
        said = {"data_at": f"{square[0]},{square[1]}", "data_say": _say(offer, cards, window)}
        if _risk(offer):
            drawn.append(tag("path", d=f"M{x:g} {y - 5:g}l5 5-5 5-5-5z", class_="dot risk", **said))
        else:
            drawn.append(tag("circle", cx=x, cy=y, r=2.8, class_="dot", **said))
    return tag("g", *drawn, class_=f"l-reach {mine}")


def _risk(offer: Offer) -> int:
    return len(offer.choice.way.provokes) if offer.choice.way is not None else 0


def _say(offer: Offer, cards: Mapping[int, Card], window: Window) -> str:
    """A square in reach, in words."""
    way = offer.choice.way
    assert way is not None
    told = f"{window.name(way.path[-1])}, {way.feet} feet"
    names = [cards[one].name for one, _ in way.provokes if one in cards]
    return f"{told}, {len(names)} may attack on the way: {', '.join(names)}" if names else f"{told}, nobody attacks"


def flank_lines(
    window: Window,
    flanked: Iterable[tuple[int, tuple[int, ...]]],
    squares: Mapping[int, Square],
    roles: Mapping[int, Role],
) -> list[Markup]:
    """A dotted line from everybody who flanks to the one whom they flank."""
    pairs = [(one, target) for target, flankers in flanked for one in flankers if one in squares and target in squares]
    return [_between(window, squares[one], squares[target], roles[one]) for one, target in pairs]


def _between(window: Window, one: Square, other: Square, role: Role) -> Markup:
    """A line from the edge of one token to that of another."""
    (ax, ay), (bx, by) = window.centre(one), window.centre(other)
    share = min(TOKEN / max(hypot(bx - ax, by - ay), 1), 0.5)
    across, up = (bx - ax) * share, (by - ay) * share
    return line(f"M{ax + across:.1f} {ay + up:.1f}L{bx - across:.1f} {by - up:.1f}", f"flank {role}")
