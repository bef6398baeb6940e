"""The map as tables of numbers, square by square, column after column."""

from __future__ import annotations

from itertools import product

from affray.rulesets.d20grid import grid
from affray.rulesets.d20grid.ground import grid_of, height, place_of
from affray.rulesets.d20grid.state import Map
from affray.rulesets.d20grid.tactics_moving import distance_to


def squares(map: Map) -> list[grid.Square]:
    """Every square, column after column."""
    ground = grid_of(map)
    return list(product(range(ground.columns), range(ground.rows)))


def heights(map: Map) -> list[int]:
    """How far each square is raised."""
    return [height(map, place_of(square)) for square in squares(map)]


def sights(map: Map, far: int) -> list[int]:
    """Of every two squares: 1 for a clear line, and 2 where what stands in the second is in cover from the first.

    0 for squares that are farther apart than anybody strikes, too.
    """
    ground = grid_of(map)
    every = squares(map)
    return [
        sight(ground, one, other) if grid.gap(one, other, "chebyshev") <= far else 0 for one in every for other in every
    ]


def sight(ground: grid.Grid, one: grid.Square, other: grid.Square) -> int:
    """What walls and cover leave of the sight from one square to another."""
    return 1 + 2 * grid.is_in_cover(ground, one, other) if grid.is_clear(ground, one, other) else 0


def open_steps(map: Map) -> list[int]:
    """The directions that are open from each square, as bits."""
    ground = grid_of(map)
    return [sum([1 << number for number, _ in grid.moves(ground, square)]) for square in squares(map)]


def walks(map: Map) -> list[int]:
    """How many steps it is to each square from every other."""
    places = [place_of(square) for square in squares(map)]
    return [far(place) for far in (distance_to(map, target) for target in places) for place in places]


def opposite_sides(span: int) -> list[int]:
    """Of every two squares so near to a third whether they are on opposite sides of it."""
    around = list(product(range(-span, span + 1), range(-span, span + 1)))
    return [int(grid.are_opposite(one, other, (0, 0))) for one in around for other in around]
