"""The squares that a movement could come to, as rows of bits around the mover: where it may go, what is shut.

A board has a row for each row of squares that the speed could lead to, and one more on each side; the bits of a row
are columns, counted alike. The mover stands in the middle, at row and bit `speed + 1`.
"""

from __future__ import annotations

from affray.rules.bits import lowest
from affray.rules.machines import Fixed, Numbers
from affray.rulesets.d20grid.machine.layout import (
    AREA,
    DEAD,
    EACH,
    EAST,
    EMPTY,
    FATE,
    FIGHTERS,
    FIRST,
    FRONT,
    GOAL,
    GROUND,
    HAND,
    HEAD,
    HEIGHT,
    NEXT,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    OPEN,
    PATHS,
    REACHED,
    RECORD,
    SIDE,
    SIGHT,
    SPEED,
    TEAM,
    UP,
    WATCH_REACH,
    WATCH_SHOOTS,
    WATCHERS,
    WIDTH,
    X,
    Y,
)
from affray.rulesets.d20grid.machine.places import is_alert, near, watch_at


def span(first: int, last: int) -> int:
    """The bits from one to another, as far as a row goes."""
    first, last = max(first, 0), min(last, 60)
    return (1 << last + 1) - (1 << first) if first <= last else 0


# Where one may go


def survey(s: Numbers, P: Fixed, mover: int) -> None:
    """Draws the squares that may be entered, those that may be ended on, and the walls."""
    far, one = P[FIRST + mover * RECORD + SPEED], HEAD + mover * EACH
    left, bottom = s[one + X] - far - 1, s[one + Y] - far - 1
    columns = span(max(1, -left), min(2 * far + 1, P[WIDTH] - 1 - left))
    for row in range(max(1, -bottom), min(2 * far + 1, P[HEIGHT] - 1 - bottom) + 1):
        s[P[OPEN] + row] = s[P[EMPTY] + row] = columns
    for number in range(P[FIGHTERS]):
        other = HEAD + number * EACH
        column, row = s[other + X] - left, s[other + Y] - bottom
        if s[other + FATE] == DEAD or not near(column, row, far + 1, far + 1, far):
            continue
        s[P[EMPTY] + row] &= ~(1 << column)
        if s[other + FATE] == UP and P[FIRST + number * RECORD + TEAM] != P[FIRST + mover * RECORD + TEAM]:
            s[P[OPEN] + row] &= ~(1 << column)
    if P[GROUND]:
        shut_walls(s, P, mover)


def shut_walls(s: Numbers, P: Fixed, mover: int) -> None:
    """Shuts the steps that walls shut, and opens all others."""
    far, one = P[FIRST + mover * RECORD + SPEED], HEAD + mover * EACH
    left, bottom = s[one + X] - far - 1, s[one + Y] - far - 1
    for row in range(P[SIDE]):
        east = north = north_east = north_west = 0
        bits = s[P[OPEN] + row]
        while bits:
            column = lowest(bits)
            bits &= bits - 1
            shut = ~P[P[GROUND] + (left + column) * P[HEIGHT] + bottom + row]
            east |= (shut & 1) << column
            north |= (shut >> 1 & 1) << column
            north_east |= (shut >> 4 & 1) << column
            north_west |= (shut >> 5 & 1) << column
        s[P[EAST] + row], s[P[NORTH] + row] = east, north
        s[P[NORTH_EAST] + row], s[P[NORTH_WEST] + row] = north_east, north_west


# Who watches


def gather(s: Numbers, P: Fixed, mover: int) -> int:
    """Writes down who watches a border that the mover could come to; returns how many."""
    far, watching = P[FIRST + mover * RECORD + SPEED], 0
    one = HEAD + mover * EACH
    for owner in range(P[FIGHTERS]):
        other = HEAD + owner * EACH
        area = P[s[other + HAND] + AREA]
        if is_alert(s, P, owner, mover) and near(s[one + X], s[one + Y], s[other + X], s[other + Y], far + area):
            s[P[WATCHERS] + watching] = owner
            watching += 1
    return watching


def always_crossed(s: Numbers, P: Fixed, mover: int, watching: int) -> int:
    """Those whose border every way to the goal crosses where they could strike, as bits."""
    far, found = P[FIRST + mover * RECORD + SPEED], 0
    for number in range(watching):
        one = HEAD + s[P[WATCHERS] + number] * EACH
        hand = s[one + HAND]
        area = P[hand + AREA]
        if P[SIGHT] or P[hand + WATCH_SHOOTS] or P[hand + WATCH_REACH] < area:
            continue
        column = s[one + X] - s[HEAD + mover * EACH + X] + far + 1
        middle = s[one + Y] - s[HEAD + mover * EACH + Y] + far + 1
        starts_inside = near(column, middle, far + 1, far + 1, area)
        box, uncrossed = span(column - area, column + area), 0
        for row in range(P[SIDE]):
            inside = box if middle - area <= row <= middle + area else 0
            uncrossed |= s[P[GOAL] + row] & (inside if starts_inside else ~inside)
        if not uncrossed:
            found |= 1 << number
    return found


def shut_borders(s: Numbers, P: Fixed, mover: int, watching: int, spared: int) -> None:
    """Shuts every step that provokes somebody, but those of the `spared`."""
    if P[GROUND]:
        shut_walls(s, P, mover)
    else:
        for number in range(P[EAST], P[PATHS]):
            s[number] = 0
    for number in range(watching):
        if not spared >> number & 1:
            shut_border(s, P, mover, s[P[WATCHERS] + number])


def shut_border(s: Numbers, P: Fixed, mover: int, owner: int) -> None:
    """Shuts the steps between outside of an area and those of its squares where the owner could strike."""
    far, one = P[FIRST + mover * RECORD + SPEED], HEAD + owner * EACH
    area = P[s[one + HAND] + AREA]
    column = s[one + X] - s[HEAD + mover * EACH + X] + far + 1
    middle = s[one + Y] - s[HEAD + mover * EACH + Y] + far + 1
    box = span(column - area, column + area)
    above = struck_above = 0
    for row in range(P[SIDE] - 1, -1, -1):
        inside = box if middle - area <= row <= middle + area else 0
        outside, struck = ~inside, struck_row(s, P, mover, owner, row, inside)
        s[P[EAST] + row] |= (outside & (struck >> 1)) | (struck & (outside >> 1))
        s[P[NORTH] + row] |= (outside & struck_above) | (struck & above)
        s[P[NORTH_EAST] + row] |= (outside & (struck_above >> 1)) | (struck & (above >> 1))
        s[P[NORTH_WEST] + row] |= (outside & (struck_above << 1)) | (struck & (above << 1))
        above, struck_above = outside, struck


def struck_row(s: Numbers, P: Fixed, mover: int, owner: int, row: int, inside: int) -> int:
    """Those squares of an area, in one row, where the owner could strike."""
    far, one, other = P[FIRST + mover * RECORD + SPEED], HEAD + owner * EACH, HEAD + mover * EACH
    left, bottom, hand = s[other + X] - far - 1, s[other + Y] - far - 1, s[one + HAND]
    if not (P[SIGHT] or P[hand + WATCH_SHOOTS]):
        reach, column, middle = P[hand + WATCH_REACH], s[one + X] - left, s[one + Y] - bottom
        return inside & span(column - reach, column + reach) if middle - reach <= row <= middle + reach else 0
    found = 0
    while inside:
        column = lowest(inside)
        inside &= inside - 1
        x, y = left + column, bottom + row
        if 0 <= x < P[WIDTH] and 0 <= y < P[HEIGHT] and watch_at(s, P, owner, mover, x, y):
            found |= 1 << column
    return found


# Going


def start_from(s: Numbers, P: Fixed, row: int, column: int) -> None:
    """One square has been come to, and no other."""
    for other in range(P[SIDE]):
        s[P[REACHED] + other] = s[P[FRONT] + other] = 0
    s[P[REACHED] + row] = s[P[FRONT] + row] = 1 << column


def grown(s: Numbers, P: Fixed, row: int, fenced: bool) -> int:
    """The squares of a row that one step leads to from the front, and that nobody has come to before."""
    front = P[FRONT] + row
    below, here, above = s[front - 1], s[front], s[front + 1]
    fresh = s[P[OPEN] + row] & ~s[P[REACHED] + row]
    if not fenced:
        all_three = below | here | above
        return (all_three | all_three << 1 | all_three >> 1) & fresh
    east, north, north_east, north_west = P[EAST] + row, P[NORTH] + row, P[NORTH_EAST] + row, P[NORTH_WEST] + row
    found = (here & ~s[east]) << 1 | (here >> 1 & ~s[east]) | (below & ~s[north - 1]) | (above & ~s[north])
    found |= (below & ~s[north_east - 1]) << 1 | (above >> 1 & ~s[north_east])
    return (found | (below & ~s[north_west - 1]) >> 1 | (above << 1 & ~s[north_west])) & fresh


def spread(s: Numbers, P: Fixed, far: int, steps: int, fenced: bool) -> int:
    """Goes from the mover's square in every direction until the goal is met; returns after how many steps, or 0.

    The front is then what was come to with the last of them.
    """
    middle = far + 1
    start_from(s, P, middle, middle)
    for step in range(1, steps + 1):
        any_new = met = 0
        for row in range(middle - step, middle + step + 1):
            s[P[NEXT] + row] = grown(s, P, row, fenced)
        for row in range(middle - step, middle + step + 1):
            new = s[P[NEXT] + row]
            s[P[FRONT] + row] = new
            s[P[REACHED] + row] |= new
            any_new |= new
            met |= new & s[P[GOAL] + row]
        if met:
            return step
        if not any_new:
            return 0
    return 0
