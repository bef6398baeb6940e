"""The part of a map that a page draws, and how feet become places on it: the north above, a square 48 units wide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import msgspec

from affray.rules.showing import LETTERS, Ground, Square, square_name

Box: TypeAlias = tuple[int, int, int, int]

SIDE: Final = 48
"""Units of a square's side; on a page as many pixels, so that a finger meets one."""

WHOLE = 40
"""Squares each way up to which a map is drawn whole."""

AROUND = 3
"""Squares drawn around everything that counts, on a larger map."""


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """The squares that are drawn: the lower left one, how many each way; and the size of the whole map, in feet."""

    left: int
    bottom: int
    columns: int
    rows: int
    size: tuple[int, int]
    step: int

    @property
    def width(self) -> int:
        """The width in units."""
        return self.columns * SIDE

    @property
    def height(self) -> int:
        """The height in units."""
        return self.rows * SIDE

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where a point in feet is drawn."""
        scale = SIDE / self.step
        return (x - self.left) * scale, self.height - (y - self.bottom) * scale

    def centre(self, square: Square) -> tuple[float, float]:
        """Where the middle of a square is drawn."""
        return self.point(square[0] + self.step / 2, square[1] + self.step / 2)

    def box(self, box: Box) -> tuple[float, float, float, float]:
        """A rectangle in feet as it is drawn: left, top, width, height."""
        x, y, width, height = box
        left, top = self.point(x, y + height)
        right, bottom = self.point(x + width, y)
        return left, top, right - left, bottom - top

    def name(self, square: Square) -> str:
        """What people call a square."""
        return square_name(square, self.size, self.step)

    def letters(self) -> list[tuple[int, str]]:
        """The middle of each column, and its letters."""
        names = [self.name((self.left + place * self.step, 0)) for place in range(self.columns)]
        return [(place * SIDE + SIDE // 2, name.rstrip("0123456789")) for place, name in enumerate(names)]

    def numbers(self) -> list[tuple[int, str]]:
        """The middle of each row from the top, and its number."""
        first = (self.size[1] - self.bottom) // self.step - self.rows + 1
        return [(place * SIDE + SIDE // 2, str(first + place)) for place in range(self.rows)]

    def has(self, square: Square) -> bool:
        """Whether a square is drawn."""
        across, up = (square[0] - self.left) // self.step, (square[1] - self.bottom) // self.step
        return 0 <= across < self.columns and 0 <= up < self.rows


def window_on(ground: Ground, squares: Iterable[Square]) -> Window:
    """The whole of a small map; of a large one what is around the squares that count."""
    step = ground.step
    columns, rows = ground.size[0] // step, ground.size[1] // step
    left, width = _span([square[0] // step for square in squares], columns)
    bottom, height = _span([square[1] // step for square in squares], rows)
    return Window(
        left=left * step, bottom=bottom * step, columns=width, rows=height, size=ground.size, step=ground.step
    )


def _span(places: Sequence[int], most: int) -> tuple[int, int]:
    """The first and the number of columns or rows that are drawn."""
    if most <= WHOLE or not places:
        return 0, min(most, WHOLE)
    low, high = max(min(places) - AROUND, 0), min(max(places) + AROUND + 1, most)
    return low, high - low


def square_of(name: str, size: tuple[int, int], step: int) -> Square | None:
    """The square that people call so; None where the map has none.

    >>> square_of("j6", (80, 50), 5), square_of("Q1", (80, 50), 5)
    ((45, 20), None)
    """
    text = name.strip().upper()
    letters = text.rstrip("0123456789")
    digits = text[len(letters) :]
    if not 1 <= len(letters) <= 3 or not 1 <= len(digits) <= 3 or letters.strip(LETTERS):
        return None
    column = 0
    for letter in letters:
        column = column * len(LETTERS) + LETTERS.index(letter) + 1
    square = ((column - 1) * step, size[1] - int(digits) * step)
    return square if square[0] + step <= size[0] and 0 <= square[1] <= size[1] - step else None


def outline(window: Window, boxes: Iterable[Box]) -> str:
    """The border of all the squares in some rectangles, as a path; holes are borders of their own."""
    step = window.step
    inside = {
        (column, row)
        for x, y, width, height in boxes
        for column in range(x, x + width, step)
        for row in range(y, y + height, step)
        if window.has((column, row))
    }
    following: dict[Square, list[Square]] = {}
    for x, y in inside:
        corners = ((x, y), (x + step, y), (x + step, y + step), (x, y + step))
        beyond = ((x, y - step), (x + step, y), (x, y + step), (x - step, y))
        for place in range(4):
            if beyond[place] not in inside:
                following.setdefault(corners[place], []).append(corners[(place + 1) % 4])
    return "".join([_loop(window, following, start) for start in sorted(following) if following[start]])


def _loop(window: Window, following: dict[Square, list[Square]], start: Square) -> str:
    """A border that is taken off those still to draw, with its corners only."""
    told = ""
    while following[start]:
        path = [start]
        while following[path[-1]]:
            path.append(following[path[-1]].pop())
        corners = [
            here
            for before, here, after in zip([path[-2], *path], path, [*path[1:-1], path[0]], strict=False)
            if (before[0] == here[0]) != (here[0] == after[0])
        ]
        told += path_of([window.point(*corner) for corner in corners]) + "Z"
    return told


def path_of(points: Sequence[tuple[float, float]]) -> str:
    """Points joined by straight lines."""
    return "M" + "L".join([f"{x:.4g} {y:.4g}" for x, y in points])


def shut_off(window: Window, walls: Iterable[Box], squares: Iterable[Square]) -> list[Box]:
    """The squares that walls shut off from everybody, as long as they are fewer than the others."""
    step = window.step
    sides: set[tuple[int, int, bool]] = set()
    for x1, y1, x2, y2 in walls:
        sides.update([(x1, y, True) for y in range(min(y1, y2), max(y1, y2), step)] if x1 == x2 else [])
        sides.update([(x, y1, False) for x in range(min(x1, x2), max(x1, x2), step)] if y1 == y2 else [])
    every = {
        (window.left + column * step, window.bottom + row * step)
        for column in range(window.columns)
        for row in range(window.rows)
    }
    waiting = [square for square in squares if square in every]
    reached = set(waiting)
    for x, y in waiting:
        beside = (
            ((x + step, y), (x + step, y, True)),
            ((x - step, y), (x, y, True)),
            ((x, y + step), (x, y + step, False)),
            ((x, y - step), (x, y, False)),
        )
        for there, side in beside:
            if there in every and there not in reached and side not in sides:
                reached.add(there)
                waiting.append(there)
    shut = sorted(every - reached)
    return [(x, y, step, step) for x, y in shut] if len(shut) < len(reached) else []
