"""Attacks of every kind: with any weapon, in a routine, half of fighting dirty, free attacks; what they do to gear."""

from __future__ import annotations

from affray.rules.machines import Fixed, Numbers
from affray.rulesets.knave.machine.changing import bind, join, spend, wear_armor, wear_weapon
from affray.rulesets.knave.machine.layout import (
    ACTOR,
    AGAINST,
    ARMOR_AT,
    ATTACK_OWED,
    BLOW,
    BLOWS,
    BY,
    DIRTY,
    DUE_AT,
    EDGE_STEP,
    EDGES,
    FIRST_ROLL,
    FREE,
    GUARD,
    GUARD_OF,
    HALF,
    HAMPERS,
    HELD,
    HP,
    HURTS,
    LOSSES,
    MADE,
    MOVED,
    NATURE,
    OFFERS,
    OWED,
    PIECE,
    PIECE_ROWS,
    PIECES,
    PIECES_AT_RANDOM,
    PIECES_CHOSEN,
    RANGED,
    REACH_OF,
    ROW,
    SHOTS_AT,
    SLUNG,
    STAGE,
    STEP_OF,
    STUNT_OWED,
    SWAP_COSTS,
    SWAPPED,
    TARGET,
    TURN_AT,
    TWO_HANDED,
    WALKING,
    WEAPON,
    WITH,
)
from affray.rulesets.knave.machine.reading import allies_at, arm, armor, beside, edge_over, quality
from affray.rulesets.knave.machine.settling import settle
from affray.rulesets.knave.machine.turns import place_of


def attack(s: Numbers, P: Fixed, target: int, weapon: int, half: int) -> None:
    """The actor attacks; the shield goes where the weapon lets it (K23)."""
    turn, actor = P[TURN_AT], s[ACTOR]
    s[TARGET] = target
    s[turn + BY], s[turn + WITH], s[turn + HALF] = actor, weapon + 1, half
    if weapon >= 0:
        hold(s, P, actor, SLUNG if P[arm(P, actor, weapon) + NATURE] & TWO_HANDED else HELD)
    aim_blow(s, P)


def hold(s: Numbers, P: Fixed, fighter: int, how: int) -> None:
    """The shield is slung or taken in hand, where it is not so already and that is free."""
    turn, at = P[TURN_AT], P[ARMOR_AT]
    if at and s[turn + SWAPPED] == 0 and s[turn + OWED] == 0 and P[SWAP_COSTS] == 0:
        now = P[s[at + fighter] + how]
        if now != s[at + fighter]:
            s[at + fighter] = now
            s[turn + SWAPPED] = 1


def made_with(s: Numbers, P: Fixed, weapon: int) -> int:
    """The attacks of a routine that have been made with the weapon."""
    turn = P[TURN_AT]
    return s[turn + MADE] if s[turn + FREE] == 0 and s[turn + WEAPON] == weapon + 1 else 0


def aim_blow(s: Numbers, P: Fixed) -> None:
    """The row of the attack that is made now."""
    turn, target = P[TURN_AT], s[TARGET]
    by, weapon = s[turn + BY], s[turn + WITH] - 1
    at = arm(P, by, weapon)
    hampered = 0
    if P[at + NATURE] & RANGED and P[HAMPERS] and allies_at(s, P, by, target):
        hampered = 1
    edge = edge_over(s, P, target, hampered)
    if s[turn + FREE] == 0 and is_spent(s, P, target) and edge > -hampered:
        edge = -hampered
    row = P[at + REACH_OF] + quality(s, P, by, weapon) * P[at + STEP_OF]
    row += P[armor(s, P, target) + GUARD_OF] if P[ARMOR_AT] else P[GUARD + target]
    row += P[EDGE_STEP + by] * (made_with(s, P, weapon) * P[EDGES] + place_of(edge))
    s[ROW], s[STAGE] = row, BLOW


def is_spent(s: Numbers, P: Fixed, target: int) -> int:
    """1 where an advantage is used up in this turn: by fighting dirty, or by the first roll of a routine (K75)."""
    turn = P[TURN_AT]
    if s[turn + HALF] or (s[turn + DIRTY] and s[turn + AGAINST] == target + 1):
        return 1
    return 1 if s[turn + MADE] and P[FIRST_ROLL] else 0


def strike_blow(s: Numbers, P: Fixed, word: int) -> None:
    """What the attack came to: damage * 4, and whether armor (2) and the weapon (1) lose a point."""
    turn, target = P[TURN_AT], s[TARGET]
    by, weapon = s[turn + BY], s[turn + WITH] - 1
    at = arm(P, by, weapon)
    damage, last_point = word >> 2, 1 if quality(s, P, by, weapon) == 1 else 0
    s[HP + target] -= damage
    shot = P[at + NATURE] & RANGED
    if s[turn + FREE] == 0:
        made = made_with(s, P, weapon)
        if shot == 0 and (beside(s, P, by) >> target) & 1 == 0:
            join(s, P, by, target)
            s[turn + MOVED] = 1
        owed, dirty = 0, s[turn + DIRTY]
        if s[turn + OWED] == STUNT_OWED or (s[turn + HALF] and s[turn + OWED] != ATTACK_OWED):
            owed, dirty = STUNT_OWED, 1
        last = 1 if made + 1 == P[at + BLOWS] or (last_point and word & 1) else 0
        s[turn + WEAPON], s[turn + MADE] = weapon + 1, made + 1
        s[turn + AGAINST] = target + 1 if dirty else 0
        s[turn + OWED], s[turn + DIRTY] = owed, dirty
        if last and owed == 0:
            spend(s, P)
    if shot == 0:
        bind(s, P, by, target)
    elif P[SHOTS_AT] and s[P[SHOTS_AT] + by] > 0:
        s[P[SHOTS_AT] + by] -= 1
    if word & 1:
        wear_weapon(s, P, by, weapon)
    s[turn + HURTS] = 1 if damage else 0
    if word & 2:
        pieces = P[armor(s, P, target) + PIECES]
        if P[PIECES_AT_RANDOM] and pieces > 1:
            s[ROW], s[STAGE] = P[PIECE_ROWS] + pieces, PIECE
            return
        wear_armor(s, P, target)
        if P[PIECES_CHOSEN] and pieces > 1:
            follow_blow(s, P, 0)
            return
    follow_blow(s, P, P[DUE_AT])


def wear_piece(s: Numbers, P: Fixed, piece: int) -> None:
    """The piece that loses the point has been drawn (K24)."""
    at = P[ARMOR_AT] + s[TARGET]
    s[at] = P[s[at] + LOSSES + piece]
    follow_blow(s, P, P[DUE_AT])


def follow_blow(s: Numbers, P: Fixed, due: int) -> None:
    """What harm leads to is settled, and what waits for the end of the round (`due`) where somebody may be hurt."""
    turn, target = P[TURN_AT], s[TARGET]
    hurts = s[turn + HURTS] or (due and s[due]) or (s[turn + FREE] and s[turn + OFFERS])
    s[turn + BY] = s[turn + WITH] = s[turn + HALF] = s[turn + HURTS] = s[TARGET] = 0
    s[ROW] = WALKING
    settle(s, P, target if hurts else -1, 0)
