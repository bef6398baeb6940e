"""A movement along its path: who may attack where it crosses a border, and how far it gets."""

from __future__ import annotations

from affray.rules.machines import Fixed, Numbers
from affray.rulesets.d20grid.machine.attacking import attack
from affray.rulesets.d20grid.machine.layout import (
    ACTOR,
    AREA,
    DIRECTION,
    EACH,
    FATE,
    FIGHTERS,
    FREE_WAY,
    FROM_X,
    FROM_Y,
    HAND,
    HEAD,
    LATE,
    LENGTH,
    MOVED,
    ORDER,
    PASS,
    PATH,
    PHASE,
    READY,
    STANDARD,
    TURN,
    UP,
    WALK,
    WAY,
    X,
    Y,
)
from affray.rulesets.d20grid.machine.places import is_alert, near, watch_at
from affray.rulesets.d20grid.machine.working import forget_passage


def set_out(s: Numbers, P: Fixed, steps: int, path: int) -> None:
    """A movement is declared: so many steps, each three bits of the path, the last one lowest."""
    one = HEAD + s[ACTOR] * EACH
    s[WAY], s[FROM_X], s[FROM_Y] = steps, s[one + X], s[one + Y]
    for step in range(steps):
        s[P[PATH] + step] = path >> 3 * (steps - 1 - step) & 7
    s[STANDARD] -= 1
    s[MOVED] = 1
    s[PHASE] = WALK


def go_on(s: Numbers, P: Fixed) -> None:
    """The mover goes on to the next border where somebody attacks, or to the end; one who is down stays there.

    Crossings that are past had owners who have attacked: none of them is alert any more.
    """
    mover = s[ACTOR]
    if s[HEAD + mover * EACH + FATE] != UP:
        s[PHASE] = PASS
        return
    owner, soonest = mover, 2 * s[WAY]
    if s[WAY] > P[FREE_WAY]:
        for place in range(s[LENGTH] + P[FIGHTERS]):
            one = owner_at(s, P, place)
            if is_alert(s, P, one, mover):
                crossing = crossing_of(s, P, one, mover)
                if crossing < soonest:
                    owner, soonest = one, crossing
    if owner == mover:
        walk(s, P, s[WAY])
        forget_passage(s, P)
        s[PHASE] = TURN
        return
    walk(s, P, (soonest + 1) // 2)
    one = HEAD + mover * EACH
    spot_x, spot_y = s[one + X], s[one + Y]
    if P[LATE]:
        walk(s, P, s[WAY])
    s[HEAD + owner * EACH + READY] = 0
    attack(s, P, owner, mover, watch_at(s, P, owner, mover, spot_x, spot_y), spot_x, spot_y)


def owner_at(s: Numbers, P: Fixed, place: int) -> int:
    """Those with a place in the order one after another, then everybody by the roster; the first time counts."""
    return s[P[ORDER] + place] if place < s[LENGTH] else place - s[LENGTH]


def crossing_of(s: Numbers, P: Fixed, owner: int, mover: int) -> int:
    """The first crossing of a path at which an owner could strike: twice the steps before it, 1 more on the way in.

    On the way out the mover is met in the last square inside, on the way in, in the first; beyond the path for none.
    """
    one = HEAD + owner * EACH
    at_x, at_y, area = s[one + X], s[one + Y], P[s[one + HAND] + AREA]
    x, y = s[FROM_X], s[FROM_Y]
    inside = near(at_x, at_y, x, y, area)
    for step in range(s[WAY]):
        direction = s[P[PATH] + step]
        x2, y2 = x + P[DIRECTION + direction], y + P[DIRECTION + 8 + direction]
        comes = near(at_x, at_y, x2, y2, area)
        if inside and not comes and watch_at(s, P, owner, mover, x, y):
            return 2 * step
        if comes and not inside and watch_at(s, P, owner, mover, x2, y2):
            return 2 * step + 1
        x, y, inside = x2, y2, comes
    return 2 * s[WAY]


def walk(s: Numbers, P: Fixed, steps: int) -> None:
    """The mover has come so many steps of its path."""
    x, y = s[FROM_X], s[FROM_Y]
    for step in range(steps):
        direction = s[P[PATH] + step]
        x, y = x + P[DIRECTION + direction], y + P[DIRECTION + 8 + direction]
    one = HEAD + s[ACTOR] * EACH
    s[one + X], s[one + Y] = x, y
