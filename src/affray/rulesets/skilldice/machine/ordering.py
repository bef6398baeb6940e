"""The round and its order: rolled by everybody, equal results again, or the roster's."""

from __future__ import annotations

from affray.rules.machines import Fixed, Numbers
from affray.rulesets.skilldice.machine.layout import (
    BLOW,
    DONE,
    ENTERING,
    PLACE,
    ROUNDS,
    STRIKER,
    TIED,
    add_bits,
    ask,
    bits_of,
    is_up,
    kind_of,
    put_rank,
    rank_of,
    refill,
    without_bits,
)
from affray.rulesets.skilldice.machine.numbers import COUNT, ENTRY_DIE, ROLLS_FIRST, ROLLS_LATER, TIES, TOGETHER
from affray.rulesets.skilldice.machine.settling import begin_turns


def begin_round(s: Numbers, P: Fixed) -> None:
    """The actions come back; the first round, or each, begins with the order."""
    first = s[ROUNDS] == 0
    s[ROUNDS] += 1
    if first or P[TOGETHER]:
        for fighter in range(P[COUNT]):
            if is_up(s, fighter):
                refill(s, fighter)
    if P[ROLLS_FIRST] if first else P[ROLLS_LATER]:
        for fighter in range(P[COUNT]):
            if is_up(s, fighter):
                put_rank(s, fighter, 0)
        next_entry(s, P)
        return
    if first:
        rank = 0
        for fighter in range(P[COUNT]):
            if is_up(s, fighter):
                put_rank(s, fighter, rank)
                rank += 1
    begin_turns(s)


def entered(s: Numbers, P: Fixed, result: int) -> None:
    """One has rolled; with the last roll the order is made."""
    put_rank(s, s[STRIKER], result)
    next_entry(s, P)


def next_entry(s: Numbers, P: Fixed) -> None:
    """Whoever has no result yet is the next to roll."""
    for fighter in range(P[COUNT]):
        if is_up(s, fighter) and rank_of(s, fighter) == 0:
            ask(s, ENTERING, fighter, 0, 0)
            return
    order(s, P)


def order(s: Numbers, P: Fixed) -> None:
    """The highest result first, of equal ones the larger die; those who are equal in both share a place."""
    rank = 0
    one = best_entry(s, P)
    while one >= 0:
        result, die = rank_of(s, one), entry_die(P, one)
        shared = 0
        for fighter in range(P[COUNT]):
            alike = P[TIES] or entry_die(P, fighter) == die
            if is_waiting(s, fighter) and rank_of(s, fighter) == result and alike:
                put_rank(s, fighter, rank)
                add_bits(s, fighter, DONE)
                shared += 1
        rank += 1 if P[TIES] else shared
        one = best_entry(s, P)
    for fighter in range(P[COUNT]):
        without_bits(s, fighter, DONE)
    next_tie(s, P, 0)


def best_entry(s: Numbers, P: Fixed) -> int:
    """The best of those who have no place yet, -1 where there is none."""
    best = -1
    for fighter in range(P[COUNT]):
        if is_waiting(s, fighter):
            ahead = 1 if best < 0 else rank_of(s, fighter) - rank_of(s, best)
            if ahead > 0 or (ahead == 0 and not P[TIES] and entry_die(P, fighter) > entry_die(P, best)):
                best = fighter
    return best


def is_waiting(s: Numbers, fighter: int) -> bool:
    """Whether it is in the fight and has no place yet."""
    return is_up(s, fighter) and not bits_of(s, fighter) & DONE


def entry_die(P: Fixed, fighter: int) -> int:
    """The sides of the die that it rolls for the order."""
    return P[P[ENTRY_DIE] + kind_of(P, fighter)]


def next_tie(s: Numbers, P: Fixed, start: int) -> None:
    """Those who share the first place from this one on roll again; where nobody does, the first turn comes."""
    if not P[TIES]:
        for place in range(start, P[COUNT]):
            shared = 0
            for fighter in range(P[COUNT]):
                shared += 1 if is_up(s, fighter) and rank_of(s, fighter) == place else 0
            if shared > 1:
                s[PLACE] = place
                ask(s, TIED, 0, 0, shared)
                return
    begin_turns(s)


def tied(s: Numbers, P: Fixed, word: int) -> None:
    """Those who shared a place come one after another: which of those left is next, each time, makes the word."""
    place, left = s[PLACE], s[BLOW]
    after = place + left
    while left:
        put_rank(s, waiting_at(s, P, place, word % left), after - left)
        word //= left
        left -= 1
    for fighter in range(P[COUNT]):
        without_bits(s, fighter, DONE)
    s[PLACE] = 0
    next_tie(s, P, after)


def waiting_at(s: Numbers, P: Fixed, place: int, number: int) -> int:
    """One of those who share a place and have none of their own, by number; from now on it has one."""
    for fighter in range(P[COUNT]):
        if is_waiting(s, fighter) and rank_of(s, fighter) == place:
            if number == 0:
                add_bits(s, fighter, DONE)
                return fighter
            number -= 1
    return -1
