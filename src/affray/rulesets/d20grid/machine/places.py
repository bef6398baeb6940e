"""Who is near whom, who sees whom, who may strike whom where: told on whole numbers."""

from __future__ import annotations

from affray.rules.machines import Fixed, Numbers
from affray.rulesets.d20grid.machine.layout import (
    BLOCKS,
    CLOSE,
    DEAD,
    EACH,
    FATE,
    FIGHTERS,
    FIRST,
    FIRST_ARM,
    FIRST_WATCH,
    HAND,
    HEAD,
    HEIGHT,
    HELD,
    HIDDEN,
    RANGED,
    REACHES,
    READY,
    RECORD,
    SCENARIO,
    SIGHT,
    TEAM,
    UNAWARE,
    UNSEEN,
    UP,
    WATCHES,
    WIDTH,
    X,
    Y,
)


def near(x: int, y: int, x2: int, y2: int, squares: int) -> bool:
    """Whether two squares are at most so many apart."""
    return -squares <= x - x2 <= squares and -squares <= y - y2 <= squares


def seen(P: Fixed, x: int, y: int, x2: int, y2: int) -> int:
    """What walls and cover leave of the sight from one square to another: 1 for a clear line, and 2 for cover on it."""
    if not P[SIGHT]:
        return 1
    return P[P[SIGHT] + (x * P[HEIGHT] + y) * P[WIDTH] * P[HEIGHT] + x2 * P[HEIGHT] + y2]


def barred(s: Numbers, P: Fixed, attacker: int, target: int, x: int, y: int, spot_x: int, spot_y: int) -> bool:
    """Whether a creature is on the line of a shot: any but the shooter's allies beside it, and foes whom it cannot see.

    A square is on the line where the line passes through it, and does not only touch its corner.
    """
    across, up = spot_x - x, spot_y - y
    for number in range(P[FIGHTERS]):
        one = HEAD + number * EACH
        right, above = s[one + X] - x, s[one + Y] - y
        if 2 * abs(right * up - above * across) >= abs(across) + abs(up):
            continue
        if not (min(across, 0) <= right <= max(across, 0) and min(up, 0) <= above <= max(up, 0)):
            continue
        if (right == 0 and above == 0) or (right == across and above == up) or s[one + FATE] == DEAD:
            continue
        if number in (attacker, target):
            continue
        other_side = P[FIRST + number * RECORD + TEAM] != P[FIRST + attacker * RECORD + TEAM]
        if other_side and P[FIRST + number * RECORD + UNSEEN]:
            continue
        if other_side or not near(x, y, s[one + X], s[one + Y], P[CLOSE]):
            return True
    return False


def strikes(
    s: Numbers, P: Fixed, attacker: int, target: int, arm: int, x: int, y: int, spot_x: int, spot_y: int
) -> bool:
    """Whether an attack with this weapon, from a square, reaches a target at a spot."""
    if not P[arm + RANGED]:
        return near(x, y, spot_x, spot_y, P[arm + REACHES]) and seen(P, x, y, spot_x, spot_y) != 0
    if P[SCENARIO]:
        return not P[FIRST + target * RECORD + HIDDEN]
    if not seen(P, x, y, spot_x, spot_y):
        return False
    return not P[BLOCKS] or not barred(s, P, attacker, target, x, y, spot_x, spot_y)


def arm_from(s: Numbers, P: Fixed, attacker: int, target: int, x: int, y: int) -> int:
    """The first weapon in hand that reaches a target, where it stands, from a square; 0 for none."""
    hand, other = s[HEAD + attacker * EACH + HAND], HEAD + target * EACH
    for held in range(P[hand + HELD]):
        arm = P[hand + FIRST_ARM + held]
        if strikes(s, P, attacker, target, arm, x, y, s[other + X], s[other + Y]):
            return arm
    return 0


def is_alert(s: Numbers, P: Fixed, owner: int, mover: int) -> bool:
    """Whether a foe could take an attack of opportunity at a mover now."""
    if P[FIRST + owner * RECORD + TEAM] == P[FIRST + mover * RECORD + TEAM]:
        return False
    one = HEAD + owner * EACH
    if s[one + FATE] != UP or not s[one + READY] or s[one + UNAWARE]:
        return False
    return P[s[one + HAND] + WATCHES] != 0


def watch_at(s: Numbers, P: Fixed, owner: int, mover: int, spot_x: int, spot_y: int) -> int:
    """The first weapon with which an owner could strike a mover who passes a spot; 0 for none."""
    one = HEAD + owner * EACH
    hand = s[one + HAND]
    for held in range(P[hand + WATCHES]):
        arm = P[hand + FIRST_WATCH + held]
        if strikes(s, P, owner, mover, arm, s[one + X], s[one + Y], spot_x, spot_y):
            return arm
    return 0
