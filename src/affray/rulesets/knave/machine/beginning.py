"""A round begins: hit points that are rolled before the first, initiative, order, those who come in, hirelings."""

from __future__ import annotations

from affray.rules.bits import count, lowest, nth
from affray.rules.machines import ROUND, Fixed, Numbers
from affray.rulesets.knave.machine.changing import fall, reckon
from affray.rulesets.knave.machine.layout import (
    ARRIVING,
    CAMPS,
    COMING,
    ENGAGED,
    FIGHTERS,
    FOE_STRUCK,
    HIRELINGS_AT,
    HP,
    IDLE,
    INITIATIVE,
    JOINS,
    LATER,
    MORALE_AT,
    MOST_AT,
    NOW,
    ORDER,
    ORDER_AT,
    ORDER_ROWS,
    POINT_ROWS,
    POINTS,
    RANDOM_ORDER,
    ROLLED,
    ROUND_HIRELINGS,
    ROUNDS,
    ROW,
    STAGE,
    STOOD,
    STRUCK_AT,
    TARGET,
    UP,
    WALKING,
)
from affray.rulesets.knave.machine.turns import next_turn


def roll_points(s: Numbers, P: Fixed, left: int) -> None:
    """The hit points of the next of those whose dice are rolled; after the last comes initiative (K62)."""
    if left:
        s[TARGET] = lowest(left)
        s[ROW], s[STAGE] = P[POINT_ROWS + s[TARGET]], POINTS
    else:
        s[TARGET] = 0
        s[ROW], s[STAGE] = ROUND, INITIATIVE


def have_points(s: Numbers, P: Fixed, points: int) -> None:
    """Hit points have been rolled."""
    fighter = s[TARGET]
    s[HP + fighter] = points
    if P[MOST_AT]:
        s[P[MOST_AT] + fighter] = points
    roll_points(s, P, P[ROLLED] & -(2 << fighter))


def begin_round(s: Numbers, P: Fixed, enemies_first: int) -> None:
    """The round begins with the side that won initiative."""
    s[ROUNDS] += 1
    arriving = 0
    if P[ARRIVING]:
        arriving = arrive_in_round(s, P)
    up, first = s[UP], P[CAMPS + enemies_first]
    if s[ROUNDS] == 1:
        up &= ~P[IDLE]
    s[NOW], s[LATER] = up & first, up & ~first
    if s[NOW] == 0:
        s[NOW], s[LATER] = s[LATER], 0
    if P[STRUCK_AT] and P[ENGAGED] != FOE_STRUCK:
        for fighter in range(P[FIGHTERS]):
            s[P[STRUCK_AT] + fighter] = 0
    if P[RANDOM_ORDER]:
        s[ROW], s[STAGE] = P[ORDER_ROWS] + count(s[UP]), ORDER
        s[TARGET] = arriving
        return
    begin_turns(s, P, arriving)


def arrive_in_round(s: Numbers, P: Fixed) -> int:
    """Those whose round has come are up (K80)."""
    arriving, waiting = 0, s[COMING]
    while waiting:
        fighter = lowest(waiting)
        waiting &= waiting - 1
        if 0 < P[JOINS + fighter] <= s[ROUNDS]:
            arriving |= 1 << fighter
    s[COMING] &= ~arriving
    s[UP] |= arriving
    return arriving


def have_order(s: Numbers, P: Fixed, word: int) -> None:
    """The order of the round has been rolled: of those left each time the one at this place; the others follow."""
    up, at = s[UP], P[ORDER_AT]
    number, left = count(up), up
    scale = 1
    for size in range(1, number):
        scale *= size
    for place in range(number):
        fighter = nth(left, word // scale)
        word %= scale
        s[at + place] = fighter
        left &= ~(1 << fighter)
        if place + 1 < number:
            scale //= number - 1 - place
    for fighter in range(P[FIGHTERS]):
        if (up >> fighter) & 1 == 0:
            s[at + number] = fighter
            number += 1
    arriving = s[TARGET]
    s[TARGET] = 0
    begin_turns(s, P, arriving)


def begin_turns(s: Numbers, P: Fixed, arriving: int) -> None:
    """Those who came in without hit points go down; hirelings look at their masters; then the first turn begins."""
    while arriving:
        fighter = lowest(arriving)
        arriving &= arriving - 1
        reckon(s, P, fighter)
        if s[HP + fighter] <= 0:
            fall(s, P, fighter)
    if P[HIRELINGS_AT]:
        s[ROW], s[STAGE] = WALKING, ROUND_HIRELINGS
        s[P[MORALE_AT] + STOOD] = s[UP]
    else:
        next_turn(s, P)
