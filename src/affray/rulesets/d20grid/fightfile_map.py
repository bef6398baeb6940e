"""The map of a fight file, and places on it: feet, in multiples of 5."""

from __future__ import annotations

from collections.abc import Collection

from affray.errors import BadInput
from affray.files import Node, Value
from affray.rulesets.d20grid.ground import walking
from affray.rulesets.d20grid.limits import HEIGHT, MAP_SIDE
from affray.rulesets.d20grid.state import SQUARE, Map, Place

MOST_WALLS = 1_000


def multiple(value: Value, low: int, high: int) -> int:
    """A number of feet that is a multiple of 5."""
    number = value.whole(low, high)
    if number % SQUARE:
        raise value.error("no multiple of 5", allowed=f"multiples of 5, {low} to {high}", code="out_of_range")
    return number


def feet(node: Node, key: str, low: int, high: int, default: int) -> int:
    """A number of feet at a key, in multiples of 5."""
    value = node.either(key, default=None)
    return default if value is None else multiple(value, low, high)


def read_map(root: Node) -> Map:
    """The map; without one the ground is 500 by 500 feet, open and level (house default)."""
    node = root.table("map")
    if node is None:
        return Map()
    size = Map().size
    if "size" in node.raw:
        width, height = (multiple(value, *MAP_SIDE) for value in node.values("size", 2, 2))
        size = width, height
    node.either("size", default=None)
    walls = tuple([_wall(value, size) for value in node.values("walls", 0, MOST_WALLS)])
    rises = tuple([_rise(value, size) for value in node.values("elevation", 0, MOST_WALLS)])
    boxes = tuple([_box(value.values(4, 4), size) for value in node.values("cover", 0, MOST_WALLS)])
    node.done()
    return Map(size, walls, rises, boxes)


def _wall(value: Value, size: Place) -> tuple[int, int, int, int]:
    """A wall from one corner of squares to another, level or upright."""
    x1, y1, x2, y2 = [multiple(one, 0, size[at % 2]) for at, one in enumerate(value.values(4, 4))]
    if (x1 == x2) == (y1 == y2):
        raise value.error("a wall is level or upright", allowed="x1, y1, x2, y2 with x1 = x2 or y1 = y2")
    return x1, y1, x2, y2


def _box(values: list[Value], size: Place) -> tuple[int, int, int, int]:
    """A rectangle of squares: its lower left corner, width and height."""
    x, y = multiple(values[0], 0, size[0] - SQUARE), multiple(values[1], 0, size[1] - SQUARE)
    return x, y, multiple(values[2], SQUARE, size[0] - x), multiple(values[3], SQUARE, size[1] - y)


def _rise(value: Value, size: Place) -> tuple[int, int, int, int, int]:
    """A rectangle, and the feet that it is raised."""
    values = value.values(5, 5)
    return (*_box(values[:4], size), values[4].whole(*HEIGHT))


def place(value: Value, ground: Map) -> Place:
    """A square of the map, by its lower left corner."""
    try:
        x, y = value.values(2, 2)
    except BadInput as error:
        raise value.error(error.problem, allowed="[x, y] in feet, as in [10, 25]", code=error.code) from None
    return multiple(x, 0, ground.size[0] - SQUARE), multiple(y, 0, ground.size[1] - SQUARE)


def free_square(ground: Map, wanted: Place, taken: Collection[Place]) -> Place | None:
    """The free square that is the fewest open steps from one; of several the one above. None where none is left.

    What a wall shuts off is not beside it.
    """
    found: list[Place] = []
    nearest = 0
    for square, steps in walking(ground, wanted).items():  # the nearest first
        if found and steps > nearest:
            break
        if square not in taken:
            found.append(square)
            nearest = steps
    return min(found, key=lambda square: _aside(square[0] - wanted[0], square[1] - wanted[1]), default=None)


def _aside(across: int, up: int) -> tuple[int, bool, int, int]:
    """By what the squares at one distance are filled: those above first, then below, then to the sides."""
    return abs(across), up < 0, abs(up), across
