"""The map: squares of 5 feet, what is near, which way is open, what one can see (the text has no map of its own).

A square is (column, row), its lower left corner in squares from the map's; so a fight file's feet divided by 5. Walls
lie on the borders of squares. Lines run from centre to centre of squares. All of it is exact, in whole numbers.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import isqrt
from typing import Final, Literal, TypeAlias

import msgspec

from affray.rules import rule

Square: TypeAlias = tuple[int, int]
"""Column and row."""
Wall: TypeAlias = tuple[int, int, int, int]
"""From one corner of squares to another, x1, y1, x2, y2, in squares; level or upright."""
Box: TypeAlias = tuple[int, int, int, int]
"""The squares of a rectangle: its lower left one, columns, rows."""
Rise: TypeAlias = tuple[int, int, int, int, int]
"""A rectangle of squares, as in `Box`, and the feet that it is raised."""

Metric: TypeAlias = Literal["chebyshev", "5_10_5", "euclid"]
"""What a diagonal counts: 5 feet, 5 and 10 in turn, or its true length."""

SIDE: Final = 5
"""Feet of a square's side."""

STRAIGHT: Final[tuple[Square, ...]] = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL: Final[tuple[Square, ...]] = ((1, 1), (-1, 1), (-1, -1), (1, -1))
DIRECTIONS: Final[tuple[Square, ...]] = STRAIGHT + DIAGONAL
"""The steps in their fixed order, counter-clockwise from the right, the straight ones first."""

Point: TypeAlias = tuple[int, int]
"""A point in half squares, so that corners (even) and centres (odd) are whole."""


class Grid(msgspec.Struct, frozen=True, gc=False, cache_hash=True, forbid_unknown_fields=True):
    """A map of `columns` x `rows` squares: its walls, raised ground and cover.

    Nothing here changes in a fight. What is found about a grid is kept, so make one of it and pass it on.
    """

    columns: int
    rows: int
    walls: tuple[Wall, ...] = ()
    elevation: tuple[Rise, ...] = ()
    cover: tuple[Box, ...] = ()


# Distance


@rule("T18")
def gap(one: Square, other: Square, metric: Metric) -> int:
    """How far apart two squares are, as a number to compare: in squares, for `euclid` in squares of squares."""
    across, up = abs(one[0] - other[0]), abs(one[1] - other[1])
    if metric == "euclid":
        return across * across + up * up
    longer, diagonals = max(across, up), min(across, up)
    return longer + diagonals // 2 if metric == "5_10_5" else longer


@rule("T18", "T60")
def within(one: Square, other: Square, feet: int, metric: Metric) -> bool:
    """Whether two squares are at most so many feet apart, centre to centre.

    By `euclid` a square that touches only at a corner is more than 7 feet away, so not within 5.
    """
    if metric == "euclid":
        return SIDE * SIDE * gap(one, other, metric) <= feet * feet
    return SIDE * gap(one, other, metric) <= feet


@lru_cache(maxsize=256)
def disc(feet: int, metric: Metric) -> tuple[Square, ...]:
    """Where, seen from a square, those squares lie that are within so many feet of it; it is one of them."""
    far = range(-(feet // SIDE), feet // SIDE + 1)
    return tuple([(across, up) for across in far for up in far if within((0, 0), (across, up), feet, metric)])


Path: TypeAlias = tuple[Square, ...]
"""The squares that a mover is on, one after another, its own first. It may come back to one."""


def count(path: Path) -> tuple[int, int]:
    """The straight and the diagonal steps of a path."""
    straight = sum([here[0] == there[0] or here[1] == there[1] for here, there in pairwise(path)])
    return straight, len(path) - 1 - straight


@rule("T18")
def feet_of(straight: int, diagonal: int, metric: Metric) -> int:
    """The feet of so many steps; a part of a foot (`euclid`) counts as one, so comparing with whole feet is exact."""
    if metric == "5_10_5":
        return SIDE * (straight + diagonal + diagonal // 2)
    if metric == "euclid" and diagonal:
        # The root of 2 times a whole number is never whole: the foot above it.
        return SIDE * straight + isqrt(2 * (SIDE * diagonal) ** 2) + 1
    return SIDE * (straight + diagonal)


def length(path: Path, metric: Metric) -> int:
    """The feet of a path: at most a speed, or more than 10 feet, exactly where the path is."""
    return feet_of(*count(path), metric)


def rank(straight: int, diagonal: int, metric: Metric) -> int:
    """The length of so many steps as a number by which to compare paths exactly.

    For `euclid` it is cut off 64 binary places after the point: two lengths of less than 2**30 steps differ by more.
    """
    if metric == "euclid":
        return (straight << 64) + isqrt(diagonal * diagonal << 129)
    return feet_of(straight, diagonal, metric)


# Ways


def on_map(grid: Grid, square: Square) -> bool:
    """Whether the map has this square."""
    return 0 <= square[0] < grid.columns and 0 <= square[1] < grid.rows


@lru_cache(maxsize=64)
def _upright(grid: Grid) -> frozenset[Point]:
    """The sides of squares that stand in a wall, upright ones: (x, y) is the side from there to (x, y + 1)."""
    sides: set[Point] = set()
    for x, y, x2, y2 in grid.walls:
        if x == x2:
            sides.update((x, side) for side in range(min(y, y2), max(y, y2)))
    return frozenset(sides)


@lru_cache(maxsize=64)
def _level(grid: Grid) -> frozenset[Point]:
    """The sides of squares that lie in a wall, level ones: (x, y) is the side from there to (x + 1, y)."""
    sides: set[Point] = set()
    for x, y, x2, y2 in grid.walls:
        if y == y2:
            sides.update((side, y) for side in range(min(x, x2), max(x, x2)))
    return frozenset(sides)


def _walls_at(grid: Grid, x: int, y: int) -> list[Point]:
    """The directions in which a wall leaves this corner of squares."""
    upright, level = _upright(grid), _level(grid)
    sides = ((level, (x, y)), (upright, (x, y)), (level, (x - 1, y)), (upright, (x, y - 1)))
    return [direction for direction, (walls, side) in zip(STRAIGHT, sides, strict=True) if side in walls]


def _is_open(grid: Grid, square: Square, direction: Square) -> bool:
    """Whether no wall is in the way of one step."""
    (x, y), (across, up) = square, direction
    if not up:
        return (x + (across > 0), y) not in _upright(grid)
    if not across:
        return (x, y + (up > 0)) not in _level(grid)
    return not _walls_at(grid, x + (across > 0), y + (up > 0))


@lru_cache(maxsize=1 << 16)
def moves(grid: Grid, square: Square) -> tuple[tuple[int, Square], ...]:
    """The steps that are open from a square: each a place in `DIRECTIONS`, and where it leads. Cached by square."""
    found: list[tuple[int, Square]] = []
    for number, (across, up) in enumerate(DIRECTIONS):
        there = (square[0] + across, square[1] + up)
        if on_map(grid, there) and _is_open(grid, square, (across, up)):
            found.append((number, there))
    return tuple(found)


@rule("T58")
def steps(grid: Grid, square: Square) -> tuple[Square, ...]:
    """The squares that one step leads to: on the map, not through a wall, not cutting the corner or end of one."""
    return tuple([there for _, there in moves(grid, square)])


@rule("T58", "T59")
def is_walkable(grid: Grid, path: Path) -> bool:
    """Whether each square of a path is an open step from the one before."""
    return all(there in steps(grid, here) for here, there in pairwise(path))


# Sight


def _centre(square: Square) -> Point:
    return 2 * square[0] + 1, 2 * square[1] + 1


def _is_cut(grid: Grid, start: Point, end: Point) -> bool:
    """Whether a wall crosses the line between two points, of which one at least is the centre of a square.

    Touching a wall's end, or a corner of walls that lie on one side of the line, is not crossing; nor is ending at one.
    Takes time by the length of the line, not by the number of walls.
    """
    if not grid.walls:
        return False
    (ax, ay), (bx, by) = sorted((start, end))
    across, up = bx - ax, by - ay
    upright, level = _upright(grid), _level(grid)
    for x in range(ax // 2 + 1, (bx + 1) // 2):
        # The height at x in squares: a whole number is a corner, another is within the side that begins below it.
        y, beyond = divmod(ay * across + (2 * x - ax) * up, 2 * across)
        if beyond:
            if (x, y) in upright:
                return True
        else:
            # A line from a centre through a corner is neither level nor upright: each wall there has a side of it.
            sides = {across * wall[1] > up * wall[0] for wall in _walls_at(grid, x, y)}
            if len(sides) == 2:
                return True
    low, high = min(ay, by), max(ay, by)
    for y in range(low // 2 + 1, (high + 1) // 2):
        x, beyond = divmod(ax * up + (2 * y - ay) * across, 2 * up)
        if beyond and (x, y) in level:
            return True
    return False


@rule("T61")
def is_clear(grid: Grid, one: Square, other: Square) -> bool:
    """Whether no wall is on the line between two squares, from centre to centre; the same both ways."""
    return not _is_cut(grid, _centre(one), _centre(other))


@rule("T61", "d20grid.edge.sources")
def is_in_cover(grid: Grid, attacker: Square, target: Square) -> bool:
    """Whether a target that is in clear sight is in cover.

    It is where a wall cuts the line from the attacker's centre to a corner of the target's square, or where the target
    stands in a rectangle of cover and the attacker outside it.
    """
    if any(_is_in(target, box) and not _is_in(attacker, box) for box in grid.cover):
        return True
    column, row = target
    corners = [(2 * x, 2 * y) for x in (column, column + 1) for y in (row, row + 1)]
    return any(_is_cut(grid, _centre(attacker), corner) for corner in corners)


def _is_in(square: Square, box: Box) -> bool:
    (column, row), (x, y, columns, rows) = square, box
    return x <= column < x + columns and y <= row < y + rows


@rule("d20grid.edge.line-of-sight", "T32", "T61")
def between(one: Square, other: Square) -> tuple[Square, ...]:
    """The squares that the line from centre to centre passes through, the two left out, in order from the first.

    A square that the line touches only at a corner is not one of them.
    """
    (x, y), (x2, y2) = one, other
    columns, rows = abs(x2 - x), abs(y2 - y)
    right, up = (1 if x2 > x else -1), (1 if y2 > y else -1)
    found: list[Square] = []
    # The line meets the next upright side after (2i + 1) / 2 of `columns` parts of it, the next level one after
    # (2j + 1) / 2 of `rows` parts: whichever is first is crossed, and where both are the line passes through a corner.
    i = j = 0
    while (x, y) != other:
        order = (2 * i + 1) * rows - (2 * j + 1) * columns
        if order <= 0:
            x, i = x + right, i + 1
        if order >= 0:
            y, j = y + up, j + 1
        found.append((x, y))
    return tuple(found[:-1])


@rule("d20grid.edge.sources")
def elevation(grid: Grid, square: Square) -> int:
    """The feet that a square is raised: the highest of the rectangles that cover it, 0 where none does."""
    return max((rise[4] for rise in grid.elevation if _is_in(square, rise[:4])), default=0)


@rule("T27")
def are_opposite(one: Square, other: Square, target: Square) -> bool:
    """Whether the line between two centres passes through opposite sides, or opposite corners, of a third square."""
    (tx, ty), (ax, ay), (bx, by) = _centre(target), _centre(one), _centre(other)
    return _spans(ax - tx, ay - ty, bx - tx, by - ty) or _spans(ay - ty, ax - tx, by - ty, bx - tx)


def _spans(ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether the line from (ax, ay) to (bx, by) meets both upright sides of the square from (-1, -1) to (1, 1)."""
    if ax > bx:
        ax, ay, bx, by = bx, by, ax, ay
    if not (ax < -1 and bx > 1):
        return False
    across, up = bx - ax, by - ay
    return all(abs(ay * across + (side - ax) * up) <= across for side in (-1, 1))
