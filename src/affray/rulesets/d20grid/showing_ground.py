"""The map as a table draws it: the ground, areas of influence, and who is flanked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from affray.rules.showing import Area, Ground
from affray.rulesets.d20grid.edges import is_flanking
from affray.rulesets.d20grid.grid import Metric, disc
from affray.rulesets.d20grid.ground import area_of, metric_of, no_wall, on_map, place_of, square_of
from affray.rulesets.d20grid.state import SQUARE, UP, Map, Place, State, foes_of

Box = tuple[int, int, int, int]


def ground(state: State, there: Sequence[int]) -> Ground:
    """The map with what those who are there threaten."""
    return Ground(
        size=state.map.size,
        step=SQUARE,
        walls=state.map.walls,
        heights=state.map.elevation,
        cover=state.map.cover,
        areas=tuple([area for number in there if (area := _area(state, number)).feet]),
        flanked=tuple([(number, by) for number in there if (by := _flankers(state, number))]),
    )


def _area(state: State, number: int) -> Area:
    one = state.conditions[number]
    feet = area_of(state.profiles[number], one)
    return Area(id=number, squares=_boxes(state.map, one.at, feet, metric_of(state.rulings)), feet=feet)


@lru_cache(maxsize=1 << 10)
def _boxes(map: Map, at: Place, feet: int, metric: Metric) -> tuple[Box, ...]:
    """The squares of an area that are on the map and not behind a wall, in as few rectangles as rows need."""
    column, row = square_of(at)
    spots = [place_of((column + across, row + up)) for across, up in disc(feet, metric)]
    return boxes([spot for spot in spots if on_map(map, spot) and no_wall(map, at, spot)])


def boxes(places: Iterable[Place]) -> tuple[Box, ...]:
    """Squares as rectangles: runs along a row, and equal runs of neighbouring rows together."""
    rows: dict[int, list[int]] = {}
    for x, y in places:
        rows.setdefault(y, []).append(x)
    found: list[Box] = []
    for y in sorted(rows):
        for left, width in _runs(sorted(rows[y])):
            below = next((box for box in found if box[0] == left and box[2] == width and box[1] + box[3] == y), None)
            if below is None:
                found.append((left, y, width, SQUARE))
            else:
                found[found.index(below)] = (left, below[1], width, below[3] + SQUARE)
    return tuple(found)


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Where squares that lie side by side begin, and how wide they are together."""
    found: list[tuple[int, int]] = []
    for x in numbers:
        if found and found[-1][0] + found[-1][1] == x:
            found[-1] = (found[-1][0], found[-1][1] + SQUARE)
        else:
            found.append((x, SQUARE))
    return found


def _flankers(state: State, target: int) -> tuple[int, ...]:
    """Everybody who flanks a fighter now."""
    one = state.conditions[target]
    if one.fate != UP:
        return ()
    return tuple([foe for foe in foes_of(state, target) if is_flanking(state, foe, target, one.at)])
