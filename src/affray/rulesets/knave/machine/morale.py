"""Morale: what calls for the roll, who makes it, and what a failure does."""

from __future__ import annotations

from affray.rules.bits import count, lowest
from affray.rules.machines import Fixed, Numbers
from affray.rulesets.knave.machine.changing import run
from affray.rulesets.knave.machine.layout import (
    AUTO,
    BACK,
    CAMPS,
    CLOSE,
    COMING,
    DUE_AT,
    EACH_TIME,
    END_OF_ROUND,
    FLED,
    FLED_COUNT,
    FLEEING,
    GROUP,
    HALF_MET,
    HALVES,
    HIRELINGS_AT,
    HP,
    LAST_IS_LONE,
    LEADERS,
    LEADERS_MET,
    LONE_MET,
    LONELY,
    MEMBERS,
    MET,
    MORALE,
    MORALE_AT,
    MORALE_ROWS,
    MORE_THAN_HALF,
    MOST_AT,
    MOST_HP,
    NEXT,
    OF_BREAKING,
    OF_HALF,
    OF_LEADER,
    OF_LONE,
    RATED,
    RATING,
    REFEREE_DECIDES,
    ROLL,
    ROLLERS,
    ROW,
    SINCE,
    STAGE,
    STARTING_AT,
    TAKEN,
    TOGETHER,
    UP,
    WAITING_AT,
    WHEN,
)

# What is met


def is_lone_at_half(s: Numbers, P: Fixed, hurt: int) -> int:
    """1 where a lone enemy is brought to half its hit points, and the roll for it has not been made (K57)."""
    bit, foes = 1 << hurt, P[CAMPS + 1]
    if foes & s[UP] & bit == 0 or s[P[MORALE_AT] + LONELY]:
        return 0
    most = s[P[MOST_AT] + hurt] if P[MOST_AT] else P[MOST_HP + hurt]
    if s[HP + hurt] * 2 > most:
        return 0
    there = foes & s[UP] if P[LAST_IS_LONE] else foes & ~s[COMING]
    return 1 if there == bit else 0


def meet(s: Numbers, P: Fixed, news: int, lone: int) -> None:
    """Notes which triggers are met: `news` went down or left, `lone` says that a lone enemy is at half."""
    at = P[MORALE_AT]
    now = news & P[CAMPS + 1]
    if P[FLED_COUNT] == 0:
        now &= ~s[FLED]
    s[at + SINCE] = s[UP]
    s[at + LEADERS_MET] = now & P[LEADERS]
    s[at + LONE_MET] = lone
    s[STAGE] = MET
    while now:
        fighter = lowest(now)
        group = P[GROUP + fighter]
        now &= ~P[MEMBERS + group]
        if is_half_out(s, P, group):
            s[at + HALF_MET] |= 1 << fighter


def is_half_out(s: Numbers, P: Fixed, group: int) -> int:
    """1 where half of the group is defeated, and the roll for it has not been made (K56)."""
    if P[EACH_TIME] == 0 and (s[P[MORALE_AT] + HALVES] >> group) & 1:
        return 0
    there = P[MEMBERS + group] & ~s[COMING]
    out = there & ~s[UP]
    if P[FLED_COUNT] == 0:
        out &= ~s[FLED]
    number, starting = count(there), P[STARTING_AT]
    if starting and s[starting + group]:
        number = s[starting + group]
    twice = 2 * count(out)
    if P[MORE_THAN_HALF]:
        return 1 if twice > number else 0
    return 1 if twice >= number else 0


def follow_met(s: Numbers, P: Fixed) -> None:
    """Every trigger that is met calls for its roll, in the order of the text; those who ran may meet others."""
    at = P[MORALE_AT]
    while s[at + HALF_MET]:
        fighter = lowest(s[at + HALF_MET])
        s[at + HALF_MET] &= ~(1 << fighter)
        group = P[GROUP + fighter]
        those = shaken(s, P, (OF_HALF << 6) + group)
        if those:
            s[at + HALVES] |= 1 << group
            starting = P[STARTING_AT]
            if starting and s[starting + group] == 0:
                s[starting + group] = count(P[MEMBERS + group] & ~s[COMING])
            call(s, P, (OF_HALF << 6) + group, those)
            if s[STAGE] != MET:
                return
    while s[at + LEADERS_MET]:
        fighter = lowest(s[at + LEADERS_MET])
        s[at + LEADERS_MET] &= ~(1 << fighter)
        code = (OF_LEADER << 6) + P[GROUP + fighter]
        those = shaken(s, P, code)
        if those:
            call(s, P, code, those)
            if s[STAGE] != MET:
                return
    if s[at + LONE_MET]:
        s[at + LONE_MET] = 0
        those = shaken(s, P, OF_LONE << 6)
        if those:
            s[at + LONELY] = 1
            call(s, P, OF_LONE << 6, those)
            if s[STAGE] != MET:
                return
    gone = s[at + SINCE] & ~s[UP] & (s[FLED] | s[TAKEN])
    if gone & P[CAMPS + 1]:
        meet(s, P, gone, 0)
    elif P[HIRELINGS_AT] or P[DUE_AT]:
        s[STAGE] = s[at + NEXT]
    else:
        s[STAGE] = CLOSE


# Who rolls


def shaken(s: Numbers, P: Fixed, code: int) -> int:
    """Those whom a trigger shakes: still there, with a rating, not broken already (K71)."""
    kind, number = code >> 6, code & 63
    if kind <= OF_LEADER:
        those = P[MEMBERS + number]
    elif kind == OF_LONE:
        those = P[CAMPS + 1]
    else:
        those = 1 << number
    return those & s[UP] & P[RATED] & ~s[FLEEING] & ~breaking(s, P)


def breaking(s: Numbers, P: Fixed) -> int:
    """Those of whom the referee is to say what they do."""
    at, found = P[WAITING_AT], 0
    if at:
        for place in range(s[at]):
            if s[at + 1 + place] >> 6 == OF_BREAKING:
                found |= 1 << (s[at + 1 + place] & 63)
    return found


def call(s: Numbers, P: Fixed, code: int, those: int) -> None:
    """A trigger calls for the roll of those: now, at the end of the round, or if the referee says so (K70)."""
    if P[WHEN] == AUTO:
        at = P[MORALE_AT]
        s[at + ROLLERS] = those
        s[at + BACK] = s[STAGE]
        roll_next(s, P)
    elif P[WHEN] == END_OF_ROUND:
        add_last(s, P[DUE_AT], code)
    else:
        add_last(s, P[WAITING_AT], code)


def add_last(s: Numbers, at: int, code: int) -> None:
    """One more waits."""
    s[at] += 1
    s[at + s[at]] = code


def take_first(s: Numbers, at: int) -> int:
    """The first that waits, which waits no more."""
    code, number = s[at + 1], s[at]
    for place in range(1, number):
        s[at + place] = s[at + place + 1]
    s[at + number] = 0
    s[at] = number - 1
    return code


def roll_next(s: Numbers, P: Fixed) -> None:
    """The next roll of those who are shaken: one for all of them, or one each (K58)."""
    at = P[MORALE_AT]
    those = s[at + ROLLERS]
    if those == 0:
        s[STAGE] = s[at + BACK]
        return
    rating = group_rating(P, those) if P[TOGETHER] else P[RATING + lowest(those)]
    s[ROW] = P[MORALE_ROWS] + rating
    s[STAGE] = MORALE


def group_rating(P: Fixed, those: int) -> int:
    """The leader's rating (of several the first), else the commonest, the lower of two equally common (K60)."""
    leaders = those & P[LEADERS]
    if leaders:
        return P[RATING + lowest(leaders)]
    found, most, left = 0, 0, those
    while left:
        rating = P[RATING + lowest(left)]
        number, rest = 0, left
        while rest:
            if P[RATING + lowest(rest)] == rating:
                number += 1
                left &= ~(rest & -rest)
            rest &= rest - 1
        if number > most or (number == most and rating < found):
            found, most = rating, number
    return found


def hold_or_break(s: Numbers, P: Fixed, holds: int) -> None:
    """One roll has been made: those whose it was hold, or break."""
    at = P[MORALE_AT]
    those = s[at + ROLLERS]
    if P[TOGETHER] == 0:
        those &= -those
    s[at + ROLLERS] &= ~those
    while those and holds == 0:
        fighter = lowest(those)
        those &= those - 1
        if P[REFEREE_DECIDES]:
            add_last(s, P[WAITING_AT], (OF_BREAKING << 6) + fighter)
        else:
            run(s, P, fighter)
    s[STAGE] = ROLL if s[at + ROLLERS] else s[at + BACK]
