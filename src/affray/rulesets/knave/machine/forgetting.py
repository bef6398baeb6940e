"""What of a position cannot matter any more, and what is reported of one."""

from __future__ import annotations

from affray.rules.bits import lowest
from affray.rules.machines import NOBODY, Fixed, Numbers
from affray.rulesets.knave.machine.layout import (
    ARMOR,
    ARMOR_AT,
    BEFORE,
    CAMP,
    CAMPS,
    CAST_AT,
    COMING,
    DEAD_BELOW,
    DROPPED_AT,
    EMPLOYER_ROLLED,
    ENDED,
    FIGHTERS,
    FLED,
    FLED_COUNT,
    HALVES,
    HIRELINGS_AT,
    HP,
    HURT,
    IDLE,
    JOINS,
    LONELY,
    MASTERS,
    MORALE,
    MORALE_AT,
    MOST_AT,
    QUALITY_AT,
    RATED,
    ROLLED,
    ROUNDS,
    SHOTS_AT,
    SINCE,
    STAGE,
    STARTING_AT,
    STOOD,
    TAKEN,
    UNPAID_ROLLED,
    UP,
    WEAPONS,
)
from affray.rulesets.knave.machine.reading import is_dead


def canon(s: Numbers, P: Fixed) -> None:
    """Forgets what cannot matter any more.

    That is the number of the round once nobody is to join, and of those who are out everything but whether they count
    as defeated, and whether an employer is dead; of a fight that is over everything but who won.
    """
    if s[STAGE] == ENDED:
        forget_all(s, P)
        return
    if s[ROUNDS] > 1 or (P[IDLE] | P[ROLLED]) == 0:
        forget_round(s, P)
    kept, morale = 0, P[MORALE_AT]
    if morale and s[STAGE] == MORALE:
        # In the middle of a roll those who were just hurt or ran are still looked at.
        kept = s[morale + SINCE] | s[morale + BEFORE] | s[morale + STOOD]
        if s[morale + HURT]:
            kept |= 1 << (s[morale + HURT] - 1)
    if morale:
        forget_morale(s, P, kept)
    out = (P[CAMPS] | P[CAMPS + 1]) & ~(s[UP] | s[COMING])
    while out:
        forget(s, P, lowest(out), kept)
        out &= out - 1


def forget_all(s: Numbers, P: Fixed) -> None:
    """Only who won is known of a fight that is over."""
    won = winner(s, P)
    s[UP] = P[CAMPS + won] & -P[CAMPS + won] if won >= 0 else 0
    s[ROUNDS] = s[FLED] = s[TAKEN] = s[COMING] = 0
    for fighter in range(P[FIGHTERS]):
        s[HP + fighter] = 0


def forget_round(s: Numbers, P: Fixed) -> None:
    """The number of the round matters only while somebody is to join."""
    waiting = s[COMING]
    while waiting:
        fighter = lowest(waiting)
        waiting &= waiting - 1
        if P[JOINS + fighter] > s[ROUNDS]:
            return
    s[ROUNDS] = 1


def forget_morale(s: Numbers, P: Fixed, kept: int) -> None:
    """Rolls that were made matter only while there is anybody who could be shaken; all is of those who are `kept`."""
    at, there = P[MORALE_AT], s[UP] | s[COMING]
    if P[HIRELINGS_AT]:
        s[at + UNPAID_ROLLED] &= there
        s[at + EMPLOYER_ROLLED] &= there
    if there & P[RATED] & P[CAMPS + 1] == 0:
        s[at + HALVES] = s[at + LONELY] = 0
        s[FLED] &= P[MASTERS] | kept
        if P[STARTING_AT]:
            for fighter in range(P[FIGHTERS]):
                s[P[STARTING_AT] + fighter] = 0


def forget(s: Numbers, P: Fixed, fighter: int, kept: int) -> None:
    """Of one who is out only what morale may ask for is known; all is of those who are `kept`."""
    bit = 1 << fighter
    if kept & bit == 0:
        dead = is_dead(s, P, fighter)
        s[HP + fighter] = 0
        if P[MASTERS] & bit:
            s[HP + fighter] = -dead
        else:
            s[TAKEN] &= ~bit
            if P[MORALE_AT] == 0 or P[CAMP + fighter] == 0 or P[FLED_COUNT]:
                s[FLED] &= ~bit
    if P[ARMOR_AT]:
        s[P[ARMOR_AT] + fighter] = P[ARMOR + fighter]
    if P[QUALITY_AT]:
        for weapon in range(P[WEAPONS + fighter]):
            s[P[QUALITY_AT] + weapon * P[FIGHTERS] + fighter] = 0
    if P[DROPPED_AT]:
        s[P[DROPPED_AT] + fighter] = 0
    if P[CAST_AT]:
        s[P[CAST_AT] + fighter] = 0
    if P[SHOTS_AT]:
        s[P[SHOTS_AT] + fighter] = 0
    if P[MOST_AT]:
        s[P[MOST_AT] + fighter] = 0


# Reports


def rounds(s: Numbers, P: Fixed) -> int:
    """The rounds begun."""
    return s[ROUNDS]


def winner(s: Numbers, P: Fixed) -> int:
    """The camp that has somebody who is up, or nobody."""
    if s[UP] == 0:
        return NOBODY
    return 0 if s[UP] & P[CAMPS] else 1


def fate(s: Numbers, P: Fixed, fighter: int) -> int:
    """Up, down, dead, or out of the fight otherwise."""
    up, gone = s[UP] >> fighter & 1, (s[FLED] | s[TAKEN] | s[COMING]) >> fighter & 1
    low = s[HP + fighter] < P[DEAD_BELOW + fighter]
    fallen = 2 if low else 1
    return 0 if up else 3 if gone else fallen


def left(s: Numbers, P: Fixed, fighter: int) -> int:
    """The hit points left."""
    return max(s[HP + fighter], 0)
