"""Whose turn it is, and the turn of one who does nothing but strike."""

from __future__ import annotations

from affray.rules.bits import count, lowest, nth
from affray.rules.machines import CHOICE, NOBODY, ROUND, Fixed, Numbers
from affray.rulesets.knave.machine.changing import acted, bind, join, wear_armor, wear_weapon
from affray.rulesets.knave.machine.layout import (
    ACT,
    ACTOR,
    AIM_EASILY,
    ARMOR_AT,
    BESIDE_AT,
    CHOOSE_EASILY,
    CHOOSE_ORDER,
    CHOOSES_ORDER,
    EASY,
    EDGE_STEP,
    FIGHTERS,
    FIRST,
    FOES_OF,
    GUARD,
    GUARD_OF,
    HP,
    INITIATIVE,
    LONE,
    NOW,
    ORDER_AT,
    ORDERED,
    PLACE,
    QUALITY_AT,
    RANDOM,
    RANDOM_ORDER,
    REACH,
    ROW,
    STAGE,
    STEP,
    STRIKE,
    TACTIC,
    TARGET,
    TARGET_ROWS,
    TROUBLES_AT,
    UP,
    WALKING,
    WEAKEST,
)
from affray.rulesets.knave.machine.reading import edge_over
from affray.rulesets.knave.machine.settling import settle


def next_turn(s: Numbers, P: Fixed) -> None:
    """The next of those who are still to act has its turn; when nobody is, the round is over."""
    now = s[NOW]
    if now == 0:
        rest(s, P)
        return
    actor = first_in_order(s, P, now) if P[ORDERED] else lowest(now)
    s[ACTOR] = actor
    if (s[EASY] >> actor) & 1 == 0:
        s[STAGE], s[ROW], s[TARGET] = ACT, WALKING, 0
        if P[TACTIC + actor] == CHOOSES_ORDER and now & (now - 1):
            s[STAGE], s[ROW], s[ACTOR] = CHOOSE_ORDER, CHOICE, NOBODY
        return
    foes, tactic = s[UP] & P[FOES_OF + actor], P[TACTIC + actor]
    if tactic == FIRST:
        strike_at(s, P, lowest(foes))
    elif tactic < RANDOM or foes & (foes - 1) == 0:
        strike_at(s, P, fewest(s, P, foes, tactic))
    elif tactic == RANDOM:
        s[STAGE], s[ROW], s[TARGET] = AIM_EASILY, P[TARGET_ROWS] + count(foes), 0
    else:
        s[STAGE], s[ROW], s[TARGET] = CHOOSE_EASILY, CHOICE, 0


def strike_at(s: Numbers, P: Fixed, target: int) -> None:
    """The strike of the actor with its first weapon is due."""
    actor = s[ACTOR]
    s[TARGET], s[STAGE] = target, STRIKE
    row, armor, quality = P[REACH + actor], P[ARMOR_AT], P[QUALITY_AT]
    row += P[s[armor + target] + GUARD_OF] if armor else P[GUARD + target]
    if quality:
        row += s[quality + actor] * P[STEP + actor]
    if P[TROUBLES_AT] and s[P[TROUBLES_AT] + target]:
        row += P[EDGE_STEP + actor] * place_of(edge_over(s, P, target, 0))
    s[ROW] = row


def place_of(edge: int) -> int:
    """Where the rows of an edge stand: neither, advantage, disadvantage."""
    return 2 if edge < 0 else edge


def fewest(s: Numbers, P: Fixed, foes: int, tactic: int) -> int:
    """The foe with the fewest hit points (the most for the tactic `strongest`); of several the first."""
    found = lowest(foes)
    foes &= foes - 1
    while foes:
        foe = lowest(foes)
        foes &= foes - 1
        if tactic == WEAKEST:
            if s[HP + foe] < s[HP + found]:
                found = foe
        elif s[HP + foe] > s[HP + found]:
            found = foe
    return found


def strike(s: Numbers, P: Fixed, word: int) -> None:
    """What the strike came to: damage * 4, and whether armor (2) and the weapon (1) lose a point."""
    actor = s[ACTOR]
    acted(s, actor)
    if P[BESIDE_AT]:
        join(s, P, actor, s[TARGET])
        bind(s, P, actor, s[TARGET])
    if word:
        target = s[TARGET]
        if word & 1:
            wear_weapon(s, P, actor, 0)
        if word & 2:
            wear_armor(s, P, target)
        if word > 3:
            left = s[HP + target] - (word >> 2)
            s[HP + target] = left
            if left <= 0 or P[LONE]:
                s[ACTOR], s[TARGET], s[ROW] = NOBODY, 0, WALKING
                settle(s, P, target, 0)
                return
    next_turn(s, P)


def aimed_easily(s: Numbers, P: Fixed, place: int) -> None:
    """One of the foes has been drawn or chosen."""
    strike_at(s, P, nth(s[UP] & P[FOES_OF + s[ACTOR]], place))


def first_in_order(s: Numbers, P: Fixed, now: int) -> int:
    """The first of those who are to act, in the order of this round (K40)."""
    at, found = P[ORDER_AT], -1
    for place in range(P[FIGHTERS]):
        fighter = s[at + place] if P[RANDOM_ORDER] else P[PLACE + place]
        if found < 0 and (now >> fighter) & 1:
            found = fighter
    return found


def rest(s: Numbers, P: Fixed) -> None:
    """The round is over: the next one begins with initiative."""
    s[STAGE], s[ROW], s[ACTOR], s[TARGET] = INITIATIVE, ROUND, NOBODY, 0
    if P[RANDOM_ORDER]:
        for place in range(P[FIGHTERS]):
            s[P[ORDER_AT] + place] = 0
