"""Rounds, initiative, and whose turn comes next."""

from __future__ import annotations

from affray.rules.machines import ROUND, Fixed, Numbers
from affray.rulesets.d20grid.machine.layout import (
    ABSORB,
    ACTOR,
    AWARE,
    BETWEEN,
    DEAD,
    DEXTERITY,
    DUE,
    EACH,
    ENTRY,
    FATE,
    FIGHTERS,
    FIRST,
    HEAD,
    INITIATIVE,
    LENGTH,
    LEVEL,
    ORDER,
    OUTSIDE,
    OWES,
    PASS,
    PHASE,
    PLACE,
    PLACED,
    POOL,
    READY,
    RECORD,
    REFILLS,
    RENEWS,
    RESULT,
    ROLL,
    ROLLED,
    ROLLING,
    ROUNDS,
    STANDARD,
    SURPRISE,
    SURPRISED,
    SWIFT,
    TIE,
    TIED,
    TIES,
    TURN,
    UNAWARE,
    UP,
    WITH_EACH,
    WITH_ROUND,
    WITH_TURN,
    WORK,
)
from affray.rulesets.d20grid.machine.working import forget_turn


def begin_round(s: Numbers, P: Fixed) -> None:
    """Whoever has not rolled does so, in a round of surprise only those who are aware."""
    surprise = 0 if s[ROUNDS] else P[SURPRISED]
    s[ROUNDS] += 1
    s[SURPRISE] = surprise
    for fighter in range(P[FIGHTERS]):
        one, record = HEAD + fighter * EACH, FIRST + fighter * RECORD
        if s[one + ENTRY] == OUTSIDE and s[one + FATE] != DEAD and (P[record + AWARE] or not surprise):
            s[one + ENTRY] = ROLLING
        if not surprise:
            s[one + UNAWARE] = 0
        if P[RENEWS] == WITH_ROUND:
            s[one + READY] = 1
        if P[REFILLS] == WITH_ROUND and P[record + ABSORB]:
            s[one + POOL] = P[record + ABSORB]


def next_roll(s: Numbers, P: Fixed) -> None:
    """The next roll for initiative is due; after the last one the order is fixed."""
    for fighter in range(P[FIGHTERS]):
        one = HEAD + fighter * EACH
        if s[one + ENTRY] == ROLLING:
            s[PHASE], s[ACTOR], s[DUE] = ROLL, fighter, P[FIRST + fighter * RECORD + INITIATIVE]
            return
    s[ACTOR] = 0
    for fighter in range(P[FIGHTERS]):
        if s[HEAD + fighter * EACH + ENTRY] == ROLLED:
            put_in_order(s, P, fighter)
    s[PHASE] = LEVEL


def put_in_order(s: Numbers, P: Fixed, fighter: int) -> None:
    """A fighter comes after all who have rolled as much or more."""
    place = s[LENGTH]
    while place and compared(s, P, fighter, s[P[ORDER] + place - 1]) > 0:
        s[P[ORDER] + place] = s[P[ORDER] + place - 1]
        place -= 1
    s[P[ORDER] + place] = fighter
    s[LENGTH] += 1


def compared(s: Numbers, P: Fixed, fighter: int, other: int) -> int:
    """Above 0 where one goes before another, below it where it goes after, 0 where they are level."""
    above = s[HEAD + fighter * EACH + RESULT] - s[HEAD + other * EACH + RESULT]
    return above or P[FIRST + fighter * RECORD + DEXTERITY] - P[FIRST + other * RECORD + DEXTERITY]


def level_with(s: Numbers, P: Fixed, place: int) -> int:
    """The place after the last one who is level with whoever has this one."""
    end = place + 1
    while end < s[LENGTH] and compared(s, P, s[P[ORDER] + place], s[P[ORDER] + end]) == 0:
        end += 1
    return end


def next_tie(s: Numbers, P: Fixed) -> None:
    """Who goes first of the next who are level is due; those who had their places before keep them."""
    place = s[TIED]
    while place < s[LENGTH]:
        end = level_with(s, P, place)
        new = 0
        for other in range(place, end):
            if s[HEAD + s[P[ORDER] + other] * EACH + ENTRY] == ROLLED:
                new += 1
        if new and end - place > 1:
            s[PHASE], s[TIED], s[DUE] = TIE, place, P[TIES] + end - place
            return
        place = end
    s[TIED] = 0
    for fighter in range(P[FIGHTERS]):
        one = HEAD + fighter * EACH
        if s[one + ENTRY] == ROLLED:
            s[one + ENTRY] = PLACED
    if not s[SURPRISE]:
        forget_results(s, P)
    s[PHASE] = PASS


def tie(s: Numbers, P: Fixed, word: int) -> None:
    """Those who are level get their places: three bits say whose turn is first, of the roster, and so on."""
    place, end, work = s[TIED], level_with(s, P, s[TIED]), P[WORK]
    level = end - place
    for number in range(level):
        fighter = s[P[ORDER] + place + number]
        s[work + number] = fighter
        other = number
        while other and s[work + level + other - 1] > fighter:
            s[work + level + other] = s[work + level + other - 1]
            other -= 1
        s[work + level + other] = fighter
    kept = work
    for number in range(level):
        fighter = s[work + level + (word >> 3 * number & 7)]
        if s[HEAD + fighter * EACH + ENTRY] == PLACED:
            fighter = s[kept]  # those who had their places stand first among the level
            kept += 1
        s[P[ORDER] + place + number] = fighter
    for number in range(2 * level):
        s[work + number] = 0
    s[TIED], s[PHASE] = end, LEVEL


def forget_results(s: Numbers, P: Fixed) -> None:
    """The order is fixed: who rolled what does not matter any more."""
    for fighter in range(P[FIGHTERS]):
        s[HEAD + fighter * EACH + RESULT] = 0


def next_turn(s: Numbers, P: Fixed) -> None:
    """The turn goes to the next in the order who is conscious, from `PLACE` on; after the last one the round ends."""
    forget_turn(s, P)
    for place in range(s[PLACE], s[LENGTH]):
        fighter = s[P[ORDER] + place]
        one, record = HEAD + fighter * EACH, FIRST + fighter * RECORD
        if P[RENEWS] == WITH_EACH:
            for other in range(P[FIGHTERS]):
                s[HEAD + other * EACH + READY] = 1
        elif P[RENEWS] == WITH_TURN:
            s[one + READY] = 1
        if P[REFILLS] == WITH_TURN and P[record + ABSORB]:
            s[one + POOL] = P[record + ABSORB]
        owes = s[one + OWES]
        s[one + OWES] = 0
        if s[one + FATE] == UP:
            s[PHASE], s[DUE], s[PLACE], s[ACTOR] = TURN, 0, place + 1, fighter
            s[SWIFT], s[STANDARD] = 1 - owes, 2
            return
    s[PHASE], s[DUE], s[PLACE] = BETWEEN, ROUND, 0
