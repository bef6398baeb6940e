"""What cannot matter any more: positions that differ in nothing else become one."""

from __future__ import annotations

from affray.rules.machines import Fixed, Numbers
from affray.rulesets.skilldice.machine.layout import (
    ATTACKED,
    BETWEEN,
    ENDED,
    ENTERING,
    FIGHTERS,
    MOST_POINTS,
    OFFER,
    PLACE,
    RANK,
    ROUNDS,
    STAGE,
    STRUCK,
    TIED,
    actions_of,
    is_up,
    left_of,
    put_actions,
    put_rank,
    put_wounds,
    rank_of,
    side_of,
    without_bits,
    wounds_of,
)
from affray.rulesets.skilldice.machine.numbers import BLEEDS, COUNT, ONCE, ROLLS_LATER, TIES, TOGETHER


def canon(s: Numbers, P: Fixed) -> None:
    """What cannot matter any more is forgotten.

    The number of the round; of an ended fight all but who has won; gaps in the order, and the order before it is rolled
    again; attacks of a turn that is over; wounds that cost no more than others; actions that come back before anybody
    can need them.
    """
    stage = s[STAGE]
    s[ROUNDS] = min(s[ROUNDS], 1)
    if stage == ENDED:
        forget_all(s, P)
        return
    if P[BLEEDS]:
        forget_wounds(s, P)
    if stage in (BETWEEN, ENTERING, TIED):
        forget_attacks(s, P)
    if stage == BETWEEN:
        forget_round(s, P)
    elif stage not in (ENTERING, TIED):
        close_order(s, P)
        forget_turns(s, P)


def forget_all(s: Numbers, P: Fixed) -> None:
    """Of an ended fight only the winner is kept."""
    s[ROUNDS] = 0
    for fighter in range(P[COUNT]):
        s[FIGHTERS + 2 * fighter] = 0
        s[FIGHTERS + 2 * fighter + 1] = 0


def forget_wounds(s: Numbers, P: Fixed) -> None:
    """More wounds in a Skill than points are left of it cost no more."""
    for fighter in range(P[COUNT]):
        wounds = wounds_of(s, P, fighter)
        if wounds:
            kept = 0
            for skill in range(3):
                points, left = (wounds >> (5 * skill)) & MOST_POINTS, left_of(s, P, fighter, skill)
                kept |= (points if points < left else left) << (5 * skill)
            put_wounds(s, P, fighter, kept)


def forget_attacks(s: Numbers, P: Fixed) -> None:
    """Outside of turns: that anybody has attacked; only where ties act together may a turn come without a beginning."""
    if P[ONCE] and not P[TIES]:
        for fighter in range(P[COUNT]):
            without_bits(s, fighter, ATTACKED)


def forget_round(s: Numbers, P: Fixed) -> None:
    """Between two rounds: actions that come back when the next one begins, and an order that is rolled again."""
    if P[ROLLS_LATER]:
        for fighter in range(P[COUNT]):
            put_rank(s, fighter, 0)
    else:
        close_order(s, P)
    if P[TOGETHER] or s[ROUNDS] == 0:
        for fighter in range(P[COUNT]):
            put_actions(s, fighter, 0)


def close_order(s: Numbers, P: Fixed) -> None:
    """Nobody keeps the places of those who are out."""
    if is_whole(s, P):
        return
    closed, place = 0, 0
    for rank in range(P[COUNT]):
        if rank == s[PLACE]:
            place = closed
        found = 0
        for fighter in range(P[COUNT]):
            if is_up(s, fighter) and rank_of(s, fighter) == rank:
                found = 1
                put_rank(s, fighter, closed)
        closed += found
    s[PLACE] = place


def is_whole(s: Numbers, P: Fixed) -> bool:
    """Whether everybody is in the fight: then no place in the order is empty."""
    up = 0
    for fighter in range(P[COUNT]):
        up += 1 if is_up(s, fighter) else 0
    return up == P[COUNT]


def forget_turns(s: Numbers, P: Fixed) -> None:
    """Of those whose turn is over: that they attacked, and more actions than attacks can still come upon them."""
    place = s[PLACE]
    for fighter in range(P[COUNT]):
        bits = s[FIGHTERS + 2 * fighter + 1]
        rank = bits >> RANK
        if bits & ATTACKED and rank != place and not P[TIES]:
            without_bits(s, fighter, ATTACKED)
        if rank < place and P[TOGETHER] and actions_of(s, fighter):
            needed = attacks_to_come(s, P, fighter)
            if actions_of(s, fighter) > needed:
                put_actions(s, fighter, needed)


def attacks_to_come(s: Numbers, P: Fixed, fighter: int) -> int:
    """How often a fighter can still be attacked in the round: as often as its enemies have actions for it."""
    found = 1 if s[STAGE] == OFFER and s[STRUCK] == fighter else 0
    side, place = side_of(P, fighter), s[PLACE]
    for other in range(P[COUNT]):
        if side_of(P, other) != side and rank_of(s, other) >= place:
            found += actions_of(s, other)
    return found
