"""Where a movement goes to: squares from which a foe can be attacked, those beside which it is flanked, the nearest."""

from __future__ import annotations

from affray.rules.bits import lowest
from affray.rules.machines import Fixed, Numbers
from affray.rulesets.d20grid.machine.boards import span, spread, survey
from affray.rulesets.d20grid.machine.edge import is_flanking
from affray.rulesets.d20grid.machine.layout import (
    EACH,
    EMPTY,
    FATE,
    FIGHTERS,
    FIRST,
    GOAL,
    GROUND,
    HAND,
    HEAD,
    HEIGHT,
    HELD,
    REACH,
    REACHED,
    RECORD,
    SHOOTS,
    SIDE,
    SIGHT,
    SPEED,
    TEAM,
    UP,
    WALKS,
    WIDTH,
    X,
    Y,
)
from affray.rulesets.d20grid.machine.places import arm_from


def foes(s: Numbers, P: Fixed, fighter: int) -> int:
    """The conscious enemies, as bits."""
    found = 0
    for number in range(P[FIGHTERS]):
        is_foe = P[FIRST + number * RECORD + TEAM] != P[FIRST + fighter * RECORD + TEAM]
        if is_foe and s[HEAD + number * EACH + FATE] == UP:
            found |= 1 << number
    return found


def explore(s: Numbers, P: Fixed, mover: int) -> None:
    """Draws every square that the mover's movement can come to, whomever that provokes."""
    far = P[FIRST + mover * RECORD + SPEED]
    survey(s, P, mover)
    spread(s, P, far, far, P[GROUND] != 0)
    for row in range(P[SIDE]):
        s[P[EMPTY] + row] &= s[P[REACHED] + row]


def squares_against(s: Numbers, P: Fixed, mover: int, foe: int) -> bool:
    """Makes the squares that one can go to and attack a foe from the goal; says whether there are any."""
    far, hand, other = P[FIRST + mover * RECORD + SPEED], s[HEAD + mover * EACH + HAND], HEAD + foe * EACH
    left, bottom = s[HEAD + mover * EACH + X] - far - 1, s[HEAD + mover * EACH + Y] - far - 1
    column, middle, reach = s[other + X] - left, s[other + Y] - bottom, P[hand + REACH]
    found = 0
    for row in range(P[SIDE]):
        bits = s[P[EMPTY] + row] if P[hand + HELD] else 0
        if not P[hand + SHOOTS]:
            bits &= span(column - reach, column + reach) if middle - reach <= row <= middle + reach else 0
        if P[hand + SHOOTS] or P[SIGHT]:
            tried = bits
            while tried:
                bit = lowest(tried)
                tried &= tried - 1
                if not arm_from(s, P, mover, foe, left + bit, bottom + row):
                    bits ^= 1 << bit
        s[P[GOAL] + row] = bits
        found |= bits
    return found != 0


def flanking_squares(s: Numbers, P: Fixed, mover: int, foe: int) -> bool:
    """Keeps those squares of the goal from which a foe is flanked; says whether there are any."""
    far, other = P[FIRST + mover * RECORD + SPEED], HEAD + foe * EACH
    left, bottom = s[HEAD + mover * EACH + X] - far - 1, s[HEAD + mover * EACH + Y] - far - 1
    found = 0
    for row in range(P[SIDE]):
        bits = tried = s[P[GOAL] + row]
        while tried:
            bit = lowest(tried)
            tried &= tried - 1
            if not is_flanking(s, P, mover, foe, left + bit, bottom + row, s[other + X], s[other + Y]):
                bits ^= 1 << bit
        s[P[GOAL] + row] = bits
        found |= bits
    return found != 0


def nearer_squares(s: Numbers, P: Fixed, mover: int, foe: int) -> bool:
    """Makes the squares as near to a foe as one gets the goal; says whether that is nearer than here."""
    if P[GROUND]:
        return nearer_walking(s, P, mover, foe)
    far, one, other = P[FIRST + mover * RECORD + SPEED], HEAD + mover * EACH, HEAD + foe * EACH
    column, middle = s[other + X] - s[one + X] + far + 1, s[other + Y] - s[one + Y] + far + 1
    now = max(abs(s[one + X] - s[other + X]), abs(s[one + Y] - s[other + Y]))
    for away in range(max(now - far, 0), now):
        found = 0
        for row in range(P[SIDE]):
            bits = span(column - away, column + away) if middle - away <= row <= middle + away else 0
            s[P[GOAL] + row] = bits & s[P[EMPTY] + row]
            found |= s[P[GOAL] + row]
        if found:
            return True
    return False


def nearer_walking(s: Numbers, P: Fixed, mover: int, foe: int) -> bool:
    """The same where there are walls to walk around."""
    far, one, other = P[FIRST + mover * RECORD + SPEED], HEAD + mover * EACH, HEAD + foe * EACH
    left, bottom = s[HEAD + mover * EACH + X] - far - 1, s[HEAD + mover * EACH + Y] - far - 1
    steps = P[WALKS] + (s[other + X] * P[HEIGHT] + s[other + Y]) * P[WIDTH] * P[HEIGHT]
    now = best = P[steps + s[one + X] * P[HEIGHT] + s[one + Y]]
    for row in range(P[SIDE]):
        bits = s[P[EMPTY] + row]
        s[P[GOAL] + row] = 0
        while bits:
            bit = lowest(bits)
            bits &= bits - 1
            away = P[steps + (left + bit) * P[HEIGHT] + bottom + row]
            if away < best:
                best = away
                for before in range(row + 1):
                    s[P[GOAL] + before] = 0
            if away == best:
                s[P[GOAL] + row] |= 1 << bit
    return best < now
