"""What is drawn over a map: the path of a move, the feet, and where each attack comes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

from markupsafe import Markup

from affray.rules.showing import Area, Sight, Square, Way
from affray.server.pages.drawing import circle, line, tag, words
from affray.server.pages.map_tokens import TOKEN, Role
from affray.server.pages.map_window import Window, path_of


def overlay(window: Window, parts: Sequence[Markup]) -> Markup:
    """A drawing that lies on the map, and takes the place of the one before it."""
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


def sight_over(window: Window, sight: Sight | None, square: Square) -> list[Markup]:
    """The line of sight to a square: whole, broken where there is cover, and dotted where nothing is seen."""
    if sight is None or not window.has(square):
        return []
    return [line(path_of([window.centre(sight.start), window.centre(square)]), f"sightline {sight.kind}")]


def path_over(window: Window, way: Way) -> list[Markup]:
    """The line from square to square, and the feet at every other step."""
    points = [window.centre(square) for square in way.path]
    (ax, ay), (bx, by) = points[:2]
    share = (TOKEN - 2) / max(hypot(bx - ax, by - ay), 1)
    points[0] = (ax + (bx - ax) * share, ay + (by - ay) * share)
    drawn = [line(path_of(points), "pathline")]
    drawn += [circle(x, y, 4.5, "step") for x, y in points[1:-1]]
    if way.walked:
        drawn += [_feet(points[n - 1 : n + 2], way.walked[n]) for n in range(2, len(points) - 1, 2)]
    return drawn


def _feet(points: Sequence[tuple[float, float]], feet: int) -> Markup:
    """The feet walked at the middle one of three points, where the path leaves room."""
    before, (x, y), after = points
    up, down = [any((other[1] - y) * way > 0 for other in (before, after)) for way in (-1, 1)]
    if (up and down) or x in (before[0], after[0]):
        return words(x + 10, y + 5, f"{feet} ft", "feet", "start")
    return words(x, y + 22 if up else y - 11, f"{feet} ft", "feet")


def border(path: Sequence[Square], square: Square, area: Area | None) -> int:
    """The place on a path of the square after the border at which an attack comes, the mover being met at `square`.

    Whoever leaves an area is met on its last square, whoever comes into one on its first.
    """
    at = path.index(square)
    following = path[at + 1 : at + 2]
    leaves = area is not None and following and inside(area, square) and not inside(area, following[0])
    return at + 1 if leaves else max(at, 1)


def inside(area: Area, square: Square) -> bool:
    """Whether a square is in an area."""
    across, up = square
    return any(x <= across < x + width and y <= up < y + height for x, y, width, height in area.squares)


def marks_over(window: Window, way: Way, roles: Mapping[int, Role], areas: Sequence[Area] = ()) -> list[Markup]:
    """A numbered mark on the path at the border that brings each attack; several at one below one another."""
    taken: dict[int, int] = {}
    found = {area.id: area for area in areas}
    drawn: list[Markup] = []
    for number, (by, square) in enumerate(way.provokes, start=1):
        at = border(way.path, square, found.get(by))
        place = taken[at] = taken.get(at, -1) + 1
        (ax, ay), (bx, by_) = window.centre(way.path[at - 1]), window.centre(way.path[at])
        x, y = (ax + bx) / 2, (ay + by_) / 2 + 30 * place
        mark = line(f"M{x:g} {y - 15:g}l15 15-15 15-15-15z")
        drawn.append(tag("g", mark, words(x, y + 5, number), class_=f"provoke {roles.get(by, 'foes')}"))
    return drawn
