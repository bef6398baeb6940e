"""The path that provokes fewest, the same that the map's own search finds.

Of equally safe paths it is the shortest, of those the one with fewest diagonals, then the first by the order of the
directions, step by step. Whom a path must provoke is tried by sets, small ones first: a step that provokes anybody
else is shut, and what is left is a search in which every step counts alike.
"""

from __future__ import annotations

from affray.rules.bits import count, lowest
from affray.rules.machines import Fixed, Numbers
from affray.rulesets.d20grid.machine.boards import (
    always_crossed,
    gather,
    grown,
    shut_borders,
    span,
    spread,
    start_from,
)
from affray.rulesets.d20grid.machine.layout import (
    DIRECTION,
    EAST,
    FIRST,
    FREE_WAY,
    FRONT,
    GOAL,
    GROUND,
    NEXT,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    PATHS,
    REACHED,
    RECORD,
    SIDE,
    SPEED,
)

TURNING = 54
"""The bit from which on the diagonals of a path are counted; below it are three bits a step, the first one highest."""


def safest(s: Numbers, P: Fixed, mover: int) -> int:
    """The best way to any square of the goal, which one can come to: how many steps in 5 bits, above them the path."""
    far, walled = P[FIRST + mover * RECORD + SPEED], P[GROUND] != 0
    steps = spread(s, P, far, min(far, P[FREE_WAY]), walled)
    if not steps:
        return least_provoking(s, P, mover)
    path = path_to(s, P, far, steps, first_met(s, P), walled)  # so short a path provokes nobody
    return steps | (path & (1 << TURNING) - 1) << 5


def least_provoking(s: Numbers, P: Fixed, mover: int) -> int:
    """The same where every way is long enough to provoke."""
    far, watching = P[FIRST + mover * RECORD + SPEED], gather(s, P, mover)
    fenced, sure = P[GROUND] != 0 or watching > 0, always_crossed(s, P, mover, watching)
    best = found = -1
    for provoked in range(count(sure), watching + 1):
        those = (1 << provoked) - 1
        while those < 1 << watching:
            if those & sure == sure:
                shut_borders(s, P, mover, watching, those)
                steps = spread(s, P, far, far, fenced)
                square = first_met(s, P)
                rank = steps << 12 | square
                if steps and (best < 0 or rank <= best):
                    path = path_to(s, P, far, steps, square, fenced)
                    found = path if rank != best else min(path, found)
                    best = rank
            if not those:
                break
            lowest_bit = those & -those
            ripple = those + lowest_bit
            those = ripple | (those ^ ripple) // lowest_bit >> 2  # the next set of as many
        if best >= 0:
            break
    return best >> 12 | (found & (1 << TURNING) - 1) << 5


def first_met(s: Numbers, P: Fixed) -> int:
    """Of the goal in the front the square farthest to the left, of several the lowest: 64 times its column, its row."""
    columns = 0
    for row in range(P[SIDE]):
        columns |= s[P[FRONT] + row] & s[P[GOAL] + row]
    if not columns:
        return 0
    column, row = lowest(columns), 0
    while not s[P[FRONT] + row] & s[P[GOAL] + row] & 1 << column:
        row += 1
    return column << 6 | row


def path_to(s: Numbers, P: Fixed, far: int, steps: int, square: int, fenced: bool) -> int:
    """The best path of so many steps to a square: its diagonals from bit `TURNING` on, and its steps.

    Found backwards: what is best from a square to the end does not depend on how one came there.
    """
    middle = far + 1
    goal_column, goal_row = square >> 6, square & 63
    start_from(s, P, goal_row, goal_column)
    s[P[PATHS] + goal_row * P[SIDE] + goal_column] = 0
    for step in range(1, steps + 1):
        left = steps - step  # squares from which the start is farther are on no path of so many steps
        columns = span(middle - left, middle + left)
        first, last = max(middle - left, goal_row - step), min(middle + left, goal_row + step)
        for row in range(first, last + 1):
            new = grown(s, P, row, fenced) & columns
            s[P[NEXT] + row] = new
            while new:
                column = lowest(new)
                new &= new - 1
                s[P[PATHS] + row * P[SIDE] + column] = best_onward(s, P, row, column, step - 1, fenced)
        for row in range(max(goal_row - step, 0), min(goal_row + step, 2 * far + 2) + 1):
            s[P[FRONT] + row] = s[P[NEXT] + row] if first <= row <= last else 0
            s[P[REACHED] + row] |= s[P[FRONT] + row]
    return s[P[PATHS] + middle * P[SIDE] + middle]


def best_onward(s: Numbers, P: Fixed, row: int, column: int, left: int, fenced: bool) -> int:
    """The best path from a square over one of the front, from where so many steps are left."""
    best = -1
    for direction in range(8):
        column2, row2 = column + P[DIRECTION + direction], row + P[DIRECTION + 8 + direction]
        if not s[P[FRONT] + row2] >> column2 & 1 or (fenced and is_shut(s, P, row, column, direction)):
            continue
        path = s[P[PATHS] + row2 * P[SIDE] + column2] + (direction << 3 * left)
        if direction > 3:
            path += 1 << TURNING
        if best < 0 or path < best:
            best = path
    return best


def is_shut(s: Numbers, P: Fixed, row: int, column: int, direction: int) -> bool:
    """Whether a step is shut."""
    if direction in (2, 6, 7):  # told from the square that it leads to
        column += 1 if direction == 7 else -1
    if direction in (3, 6, 7):
        row -= 1
    shut = P[EAST]
    if direction in (1, 3):
        shut = P[NORTH]
    elif direction in (4, 6):
        shut = P[NORTH_EAST]
    elif direction in (5, 7):
        shut = P[NORTH_WEST]
    return s[shut + row] >> column & 1 != 0
