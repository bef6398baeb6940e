"""The map as lines of text: who stands where, walls, heights, cover."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

from affray.rulesets.d20grid.ground import height
from affray.rulesets.d20grid.state import SQUARE, Map, Place, State

MARKS = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
DOWN, LATER = "~", "+"
MOST_COLUMNS, MOST_ROWS = 40, 24
WIDTH, INDENT = 100, "     "


def drawn_map(state: State, shown: Mapping[int, Place] | None = None) -> tuple[str, ...]:
    """The part of the map where somebody is, a line a row, the north above, and who is who; or that it is too large.

    Fighters are marked by their number in the list, the unconscious `~`; `^` is raised ground, `:` cover, `.` open
    ground, and walls stand between the squares. `shown` says who is to be seen, and where: everybody if not given.
    """
    if shown is None:
        shown = {number: one.at for number, one in enumerate(state.conditions) if one.fate != "dead"}
    if not shown:
        return ()
    left, right = _span([place[0] for place in shown.values()], state.map.size[0])
    low, high = _span([place[1] for place in shown.values()], state.map.size[1])
    if (right - left) // SQUARE >= MOST_COLUMNS or (high - low) // SQUARE >= MOST_ROWS:
        return (f"{INDENT}too far apart for a map of {MOST_COLUMNS} by {MOST_ROWS} squares",)
    marks = {place: _mark(state, number) for number, place in shown.items()}
    lines: list[str] = []
    for y in range(high, low - SQUARE, -SQUARE):
        above = _level_walls(state.map, y + SQUARE, left, right)
        lines += [f"{INDENT}{above}".rstrip()] if above.strip() else []
        row = ""
        for x in range(left, right + SQUARE, SQUARE):
            row += ("|" if _is_wall(state.map, (x, y), (x, y + SQUARE)) else " ") + (
                marks.get((x, y)) or _ground(state.map, (x, y))
            )
        row += "|" if _is_wall(state.map, (right + SQUARE, y), (right + SQUARE, y + SQUARE)) else ""
        lines.append(f"{y:>4} {row}")
    below = _level_walls(state.map, low, left, right)
    lines += [f"{INDENT}{below}".rstrip()] if below.strip() else []
    lines.append(f"{INDENT}from {left} to {right} ft across")
    return (*lines, *legend(state, shown))


def legend(state: State, shown: Mapping[int, Place]) -> list[str]:
    """Who is who on the map, by its mark; on as many lines as that takes."""
    told = ", ".join([f"{_mark(state, number)} {state.profiles[number].name}" for number in sorted(shown)])
    return wrap(told, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)


def _span(numbers: list[int], size: int) -> tuple[int, int]:
    """The squares around these, with one more on each side where the map has it."""
    return max(min(numbers) - SQUARE, 0), min(max(numbers) + SQUARE, size - SQUARE)


def _mark(state: State, number: int) -> str:
    if state.conditions[number].fate == "down":
        return DOWN
    return MARKS[number] if number < len(MARKS) else LATER


def _ground(map: Map, place: Place) -> str:
    if height(map, place) > 0:
        return "^"
    x, y = place
    return ":" if any([left <= x < left + w and low <= y < low + h for left, low, w, h in map.cover]) else "."


def _level_walls(map: Map, y: int, left: int, right: int) -> str:
    return "".join([" -" if _is_wall(map, (x, y), (x + SQUARE, y)) else "  " for x in range(left, right + 1, SQUARE)])


def _is_wall(map: Map, one: Place, other: Place) -> bool:
    """Whether the side of a square between two of its corners is a wall."""
    for x1, y1, x2, y2 in map.walls:
        if min(x1, x2) <= one[0] and other[0] <= max(x1, x2) and min(y1, y2) <= one[1] and other[1] <= max(y1, y2):
            return True
    return False
