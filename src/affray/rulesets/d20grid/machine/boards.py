"""The squares that a movement could come to, as rows of bits around the mover: where it may go, what is shut.

A board has a row for each row of squares that the speed could lead to, and one more on each side; the bits of a row
are columns, counted alike. The mover stands in the middle, at row and bit `speed + 1`.
"""

from __future__ import annotations

from affray.rules.bits import lowest
from affray.rules.machines import Fixed, Numbers
from affray.rulesets.d20grid.machine.layout import (
    AREA,
    BOARDS,
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
    LENGTH,
    NEXT,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    OPEN,
    REACHED,
    RECORD,
    SIDE,
    SIGHT,
    SPEED,
    TEAM,
    UP,
    WATCH_REACH,
    WATCH_SHOOTS,
    WIDTH,
    WORK,
    X,
    Y,
)
from affray.rulesets.d20grid.machine.moving import owner_at
from affray.rulesets.d20grid.machine.places import is_alert, near, watch_at


def board(P: Fixed, number: int) -> int:
    """Where a board begins."""
    return P[WORK] + number * P[SIDE]


def span(first: int, last: int) -> int:
    """The bits from one to another, as far as a row goes."""
    first, last = max(first, 0), min(last, 60)
    return (1 << last + 1) - (1 << first) if first <= last else 0


def origin(s: Numbers, P: Fixed, mover: int, axis: int) -> int:
    """The column of bit 0, or the row of row 0."""
    return s[HEAD + mover * EACH + axis] - P[FIRST + mover * RECORD + SPEED] - 1


# Where one may go


def survey(s: Numbers, P: Fixed, mover: int) -> None:
    """Draws the squares that may be entered, those that may be ended on, and the walls."""
    far = P[FIRST + mover * RECORD + SPEED]
    left, bottom = origin(s, P, mover, X), origin(s, P, mover, Y)
    free, empty = board(P, OPEN), board(P, EMPTY)
    columns = span(max(1, -left), min(2 * far + 1, P[WIDTH] - 1 - left))
    for row in range(max(1, -bottom), min(2 * far + 1, P[HEIGHT] - 1 - bottom) + 1):
        s[free + row] = s[empty + row] = columns
    s[empty + far + 1] &= ~(1 << far + 1)
    for number in range(P[FIGHTERS]):
        one = HEAD + number * EACH
        column, row = s[one + X] - left, s[one + Y] - bottom
        if number == mover or s[one + FATE] == DEAD or not near(column, row, far + 1, far + 1, far):
            continue
        s[empty + row] &= ~(1 << column)
        if s[one + FATE] == UP and P[FIRST + number * RECORD + TEAM] != P[FIRST + mover * RECORD + TEAM]:
            s[free + row] &= ~(1 << column)
    if P[GROUND] > 0:
        shut_walls(s, P, mover)


def shut_walls(s: Numbers, P: Fixed, mover: int) -> None:
    """Shuts the steps that walls shut, and opens all others."""
    far = P[FIRST + mover * RECORD + SPEED]
    left, bottom = origin(s, P, mover, X), origin(s, P, mover, Y)
    free = board(P, OPEN)
    for row in range(1, 2 * far + 2):
        east = north = north_east = north_west = 0
        bits = s[free + row]
        while bits:
            column = lowest(bits)
            bits &= bits - 1
            steps = P[P[GROUND] + (left + column) * P[HEIGHT] + bottom + row]
            east |= (1 - (steps & 1)) << column
            north |= (1 - (steps >> 1 & 1)) << column
            north_east |= (1 - (steps >> 4 & 1)) << column
            north_west |= (1 - (steps >> 5 & 1)) << column
        s[board(P, EAST) + row] = east
        s[board(P, NORTH) + row] = north
        s[board(P, NORTH_EAST) + row] = north_east
        s[board(P, NORTH_WEST) + row] = north_west


# Who watches


def gather(s: Numbers, P: Fixed, mover: int) -> int:
    """Writes down who watches a border that the mover could come to, by initiative; returns how many."""
    far, count = P[FIRST + mover * RECORD + SPEED], 0
    one = HEAD + mover * EACH
    for place in range(s[LENGTH] + P[FIGHTERS]):
        owner = owner_at(s, P, place)
        if owner >= 0 and is_alert(s, P, owner, mover):
            other = HEAD + owner * EACH
            if near(s[one + X], s[one + Y], s[other + X], s[other + Y], far + P[s[other + HAND] + AREA]):
                s[owners(P) + count] = owner
                count += 1
    return count


def owners(P: Fixed) -> int:
    """Where those who watch are written down."""
    return P[WORK] + BOARDS * P[SIDE] + P[SIDE] * P[SIDE]


def always_crossed(s: Numbers, P: Fixed, mover: int, count: int) -> int:
    """Those whose border every way to the goal crosses where they could strike, as bits."""
    far, found = P[FIRST + mover * RECORD + SPEED], 0
    left, bottom = origin(s, P, mover, X), origin(s, P, mover, Y)
    for number in range(count):
        one = HEAD + s[owners(P) + number] * EACH
        hand = s[one + HAND]
        area = P[hand + AREA]
        if P[SIGHT] > 0 or P[hand + WATCH_SHOOTS] == 1 or P[hand + WATCH_REACH] < area:
            continue
        column, middle = s[one + X] - left, s[one + Y] - bottom
        starts_inside = near(column, middle, far + 1, far + 1, area)
        crossed = 1
        for row in range(1, 2 * far + 2):
            inside = span(column - area, column + area) if middle - area <= row <= middle + area else 0
            if s[board(P, GOAL) + row] & (inside if starts_inside else ~inside):
                crossed = 0
        found |= crossed << number
    return found


def shut_borders(s: Numbers, P: Fixed, mover: int, count: int, spared: int) -> None:
    """Shuts every step that provokes somebody, but those of the `spared`."""
    if P[GROUND] > 0:
        shut_walls(s, P, mover)
    elif count > 0:
        for number in range(board(P, EAST), board(P, BOARDS)):
            s[number] = 0
    for number in range(count):
        if spared >> number & 1 == 0:
            shut_border(s, P, mover, s[owners(P) + number])


def shut_border(s: Numbers, P: Fixed, mover: int, owner: int) -> None:
    """Shuts the steps between outside of an area and those of its squares where the owner could strike."""
    far = P[FIRST + mover * RECORD + SPEED]
    one = HEAD + owner * EACH
    area = P[s[one + HAND] + AREA]
    middle = s[one + Y] - origin(s, P, mover, Y)
    first = max(middle - area - 1, 0)
    outside, struck = ~inside_row(s, P, mover, owner, first), struck_row(s, P, mover, owner, first)
    for row in range(first, min(middle + area, 2 * far + 1) + 1):
        outside2, struck2 = ~inside_row(s, P, mover, owner, row + 1), struck_row(s, P, mover, owner, row + 1)
        s[board(P, EAST) + row] |= (outside & (struck >> 1)) | (struck & (outside >> 1))
        s[board(P, NORTH) + row] |= (outside & struck2) | (struck & outside2)
        s[board(P, NORTH_EAST) + row] |= (outside & (struck2 >> 1)) | (struck & (outside2 >> 1))
        s[board(P, NORTH_WEST) + row] |= (outside & (struck2 << 1)) | (struck & (outside2 << 1))
        outside, struck = outside2, struck2


def inside_row(s: Numbers, P: Fixed, mover: int, owner: int, row: int) -> int:
    """The squares of an area in one row."""
    one = HEAD + owner * EACH
    area, column = P[s[one + HAND] + AREA], s[one + X] - origin(s, P, mover, X)
    middle = s[one + Y] - origin(s, P, mover, Y)
    return span(column - area, column + area) if middle - area <= row <= middle + area else 0


def struck_row(s: Numbers, P: Fixed, mover: int, owner: int, row: int) -> int:
    """Those of them where the owner could strike."""
    one = HEAD + owner * EACH
    hand, column = s[one + HAND], s[one + X] - origin(s, P, mover, X)
    middle = s[one + Y] - origin(s, P, mover, Y)
    bits = inside_row(s, P, mover, owner, row)
    if P[SIGHT] == 0 and P[hand + WATCH_SHOOTS] == 0:
        reach = P[hand + WATCH_REACH]
        return bits & span(column - reach, column + reach) if middle - reach <= row <= middle + reach else 0
    left, bottom = origin(s, P, mover, X), origin(s, P, mover, Y)
    found = 0
    while bits:
        bit = lowest(bits)
        bits &= bits - 1
        if watch_at(s, P, owner, mover, left + bit, bottom + row) > 0:
            found |= 1 << bit
    return found


# Going


def start_from(s: Numbers, P: Fixed, far: int, row: int, column: int) -> None:
    """One square has been come to, and no other."""
    for other in range(2 * far + 3):
        s[board(P, REACHED) + other] = s[board(P, FRONT) + other] = 0
    s[board(P, REACHED) + row] = s[board(P, FRONT) + row] = 1 << column


def grown(s: Numbers, P: Fixed, row: int, fenced: bool) -> int:
    """The squares of a row that one step leads to from the front, and that nobody has come to before."""
    front = board(P, FRONT) + row
    below, here, above = s[front - 1], s[front], s[front + 1]
    fresh = s[board(P, OPEN) + row] & ~s[board(P, REACHED) + row]
    if not fenced:
        all_three = below | here | above
        return (all_three | all_three << 1 | all_three >> 1) & fresh
    east, north = s[board(P, EAST) + row], board(P, NORTH) + row
    north_east, north_west = board(P, NORTH_EAST) + row, board(P, NORTH_WEST) + row
    found = (here & ~east) << 1 | (here >> 1 & ~east) | (below & ~s[north - 1]) | (above & ~s[north])
    found |= (below & ~s[north_east - 1]) << 1 | (above >> 1 & ~s[north_east])
    return (found | (below & ~s[north_west - 1]) >> 1 | (above << 1 & ~s[north_west])) & fresh


def spread(s: Numbers, P: Fixed, far: int, steps: int, fenced: bool) -> int:
    """Goes from the mover's square in every direction until the goal is met; returns after how many steps, or 0.

    The front is then what was come to with the last of them.
    """
    middle = far + 1
    start_from(s, P, far, middle, middle)
    goal, reached, front, following = board(P, GOAL), board(P, REACHED), board(P, FRONT), board(P, NEXT)
    for step in range(1, steps + 1):
        any_new = met = 0
        for row in range(middle - step, middle + step + 1):
            s[following + row] = grown(s, P, row, fenced)
        for row in range(middle - step, middle + step + 1):
            new = s[following + row]
            s[front + row] = new
            s[reached + row] |= new
            any_new |= new
            met |= new & s[goal + row]
        if met:
            return step
        if any_new == 0:
            return 0
    return 0
