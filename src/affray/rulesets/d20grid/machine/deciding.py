"""The tactics, in the order in which they decide: attack, draw, step, move, clear the way, end the turn."""

from __future__ import annotations

from affray.rules.bits import count, lowest, nth
from affray.rules.machines import Fixed, Numbers
from affray.rulesets.d20grid.machine.attacking import attack
from affray.rulesets.d20grid.machine.goals import (
    explore,
    flanking_squares,
    foes,
    nearer_squares,
    squares_against,
)
from affray.rulesets.d20grid.machine.layout import (
    ACTOR,
    ANSWER,
    ATTACKED,
    ATTACKS,
    BLOWS,
    CHOICE,
    CHOICES,
    DEAD,
    DIRECTION,
    DOWN,
    DRAWING,
    DRAWS,
    DUE,
    DULLED,
    EACH,
    FATE,
    FIGHTERS,
    FIRST,
    FIRST_ARM,
    FLANKS,
    FREE,
    FULL,
    GROUND,
    HAND,
    HEAD,
    HEIGHT,
    HELD,
    HP,
    MOVED,
    MOVES,
    PASS,
    PHASE,
    RECORD,
    SKILLED,
    STANDARD,
    STANDARDLY,
    STAYS,
    STEPPED,
    STEPS_BETWEEN,
    STRUCK,
    SUBDUES,
    SWIFT,
    SWIFTLY,
    TAKES_ANY,
    TAKES_FIRST,
    TAKES_STRONGEST,
    TAKES_WEAKEST,
    TEAM,
    WHOM,
    WIDTH,
    X,
    Y,
)
from affray.rulesets.d20grid.machine.moving import set_out
from affray.rulesets.d20grid.machine.paths import safest
from affray.rulesets.d20grid.machine.places import arm_from, strikes
from affray.rulesets.d20grid.machine.working import wipe


def decide(s: Numbers, P: Fixed) -> None:
    """The next decision of whoever's turn it is; where a foe is chosen at random, that is due first."""
    actor = s[ACTOR]
    one = HEAD + actor * EACH
    if has_blow(s):
        within = within_reach(s, P, actor)
        if within and attacks(s, P, actor, within):
            return
    if not P[s[one + HAND] + HELD] and draws(s, P, actor):
        return
    stays = P[FIRST + actor * RECORD + MOVES] == STAYS
    if s[FULL]:
        if steps_up(s, P, actor):
            return
        if has_blow(s) and not stays and can_come(s, P, actor):
            s[PHASE] = PASS
            return
    elif s[MOVED] or s[ATTACKED] or not s[STANDARD]:
        s[PHASE] = PASS
        return
    elif not stays and moves(s, P, actor):
        return
    clear_the_way(s, P, actor)


def chosen(s: Numbers, P: Fixed, actor: int, among: int) -> int:
    """Which of these foes the tactic takes; -1 where that is asked now.

    With the answer the decision is taken again, so that it finds the same foes.
    """
    choice, best = P[FIRST + actor * RECORD + CHOICE], lowest(among)
    if choice == TAKES_ANY and count(among) > 1:
        if not s[ANSWER]:
            s[PHASE], s[DUE] = WHOM, P[CHOICES] + count(among)
            return -1
        best = nth(among, s[ANSWER] - 1)
        s[ANSWER] = 0
    elif choice in (TAKES_WEAKEST, TAKES_STRONGEST):
        sign = 1 if choice == TAKES_STRONGEST else -1
        left = among
        while left:
            one, other = HEAD + best * EACH, HEAD + lowest(left) * EACH
            if sign * (s[other + HP] - s[other + DULLED] - s[one + HP] + s[one + DULLED]) > 0:
                best = lowest(left)
            left &= left - 1
    return best


# Attacks


def attacks(s: Numbers, P: Fixed, actor: int, within: int) -> bool:
    """Attacks one of the foes within reach, or has it asked which; no second time with a strange weapon."""
    begin_full(s, P, actor)
    foe, one = chosen(s, P, actor, within), HEAD + actor * EACH
    if foe < 0:
        return True
    arm = arm_from(s, P, actor, foe, s[one + X], s[one + Y])
    if s[STRUCK] and not P[arm + SKILLED]:
        return False
    strike(s, P, foe, arm)
    return True


def has_blow(s: Numbers) -> bool:
    """Whether an attack of the turn is left."""
    return s[BLOWS] != 0 if s[FULL] else s[STANDARD] != 0 and not s[ATTACKED]


def begin_full(s: Numbers, P: Fixed, actor: int) -> bool:
    """Begins a Full Attack, if one can be begun and is more than one attack; says whether."""
    if s[FULL] or s[STANDARD] != 2 or P[FIRST + actor * RECORD + ATTACKS] == 1:
        return False
    s[STANDARD] = 0
    s[MOVED] = s[ATTACKED] = s[FULL] = 1
    s[BLOWS] = P[FIRST + actor * RECORD + ATTACKS]
    return True


def within_reach(s: Numbers, P: Fixed, actor: int) -> int:
    """The conscious foes that can be attacked from here, as bits."""
    one, left, found = HEAD + actor * EACH, foes(s, P, actor), 0
    while left:
        foe = lowest(left)
        left &= left - 1
        if arm_from(s, P, actor, foe, s[one + X], s[one + Y]):
            found |= 1 << foe
    return found


def strike(s: Numbers, P: Fixed, target: int, arm: int) -> None:
    """The attack, and what is left of the turn after it."""
    if s[FULL]:
        s[BLOWS] = s[BLOWS] - 1 if P[arm + SKILLED] else 0
        s[STRUCK] = 1
    else:
        s[STANDARD] -= 1
        s[ATTACKED] = 1
    other = HEAD + target * EACH
    attack(s, P, s[ACTOR], target, arm, s[other + X], s[other + Y])


# What else


def draws(s: Numbers, P: Fixed, actor: int) -> bool:
    """Draws the first weapon for which an action is left."""
    hand = s[HEAD + actor * EACH + HAND]
    for number in range(P[hand + DRAWS]):
        cost, other = P[P[hand + DRAWING] + 2 * number], P[P[hand + DRAWING] + 2 * number + 1]
        if cost == FREE or (cost == SWIFTLY and s[SWIFT]) or (cost == STANDARDLY and s[STANDARD]):
            s[SWIFT] -= 1 if cost == SWIFTLY else 0
            s[STANDARD] -= 1 if cost == STANDARDLY else 0
            s[HEAD + actor * EACH + HAND] = other
            return True
    return False


def steps_up(s: Numbers, P: Fixed, actor: int) -> bool:
    """A step of five feet to where somebody can be attacked: the first such square from the left, and from below."""
    if not s[BLOWS] or s[STEPPED] or (s[STRUCK] and not P[STEPS_BETWEEN]):
        return False
    one, enemies = HEAD + actor * EACH, foes(s, P, actor)
    for place in range(9):
        x, y = s[one + X] + place // 3 - 1, s[one + Y] + place % 3 - 1
        if place == 4 or not is_free(s, P, x, y, actor):
            continue
        left = enemies
        while left:
            if arm_from(s, P, actor, lowest(left), x, y):
                s[one + X], s[one + Y], s[STEPPED] = x, y, 1
                return True
            left &= left - 1
    return False


def is_free(s: Numbers, P: Fixed, x: int, y: int, actor: int) -> bool:
    """Whether a step leads to a square on the map, open and with nobody there."""
    if not (0 <= x < P[WIDTH] and 0 <= y < P[HEIGHT]):
        return False
    one = HEAD + actor * EACH
    if P[GROUND]:
        for direction in range(8):
            there = s[one + X] + P[DIRECTION + direction] == x and s[one + Y] + P[DIRECTION + 8 + direction] == y
            if there and not P[P[GROUND] + s[one + X] * P[HEIGHT] + s[one + Y]] >> direction & 1:
                return False
    for number in range(P[FIGHTERS]):
        other = HEAD + number * EACH
        if s[other + X] == x and s[other + Y] == y and s[other + FATE] != DEAD:
            return False
    return True


# Movements


def moves(s: Numbers, P: Fixed, actor: int) -> bool:
    """To where somebody can be attacked, by the path that provokes least; else as near as one gets.

    Says whether there is such a square, or whether it is asked towards whom.
    """
    explore(s, P, actor)
    found = P[FIRST + actor * RECORD + MOVES] == FLANKS and can_flank(s, P, actor)
    if not found:
        against = against_whom(s, P, actor)
        foe = chosen(s, P, actor, against if against else foes(s, P, actor))
        if foe < 0:
            wipe(s, P)
            return True
        found = squares_against(s, P, actor, foe) if against else can_come_nearer(s, P, actor, foe)
    if not found:
        wipe(s, P)
        return False
    way = safest(s, P, actor)
    wipe(s, P)
    set_out(s, P, way & 31, way >> 5)
    return True


def against_whom(s: Numbers, P: Fixed, actor: int) -> int:
    """The foes whom one could attack after a movement, as bits; of the tactic that takes the first only that."""
    left, found = foes(s, P, actor), 0
    while left and not (found and P[FIRST + actor * RECORD + CHOICE] == TAKES_FIRST):
        foe = lowest(left)
        left &= left - 1
        if squares_against(s, P, actor, foe):
            found |= 1 << foe
    return found


def can_flank(s: Numbers, P: Fixed, actor: int) -> bool:
    """Whether there are squares from which a foe can be attacked and is flanked: they are the goal then."""
    left = foes(s, P, actor)
    while left:
        foe = lowest(left)
        left &= left - 1
        if squares_against(s, P, actor, foe) and flanking_squares(s, P, actor, foe):
            return True
    return False


def can_come_nearer(s: Numbers, P: Fixed, actor: int, foe: int) -> bool:
    """Whether one gets nearer to this foe, or to the first of the others: those squares are the goal then."""
    if nearer_squares(s, P, actor, foe):
        return True
    left = foes(s, P, actor) & ~(1 << foe)
    while left:
        if nearer_squares(s, P, actor, lowest(left)):
            return True
        left &= left - 1
    return False


# Bodies


def can_come(s: Numbers, P: Fixed, actor: int) -> bool:
    """Whether a movement would lead to where somebody can be attacked, or nearer to somebody."""
    explore(s, P, actor)
    enemies = foes(s, P, actor)
    found = against_whom(s, P, actor) != 0 or can_come_nearer(s, P, actor, lowest(enemies))
    wipe(s, P)
    return found


def clear_the_way(s: Numbers, P: Fixed, actor: int) -> None:
    """An attack at an unconscious foe who bars the way, where one can come to nobody; else the turn ends."""
    one = HEAD + actor * EACH
    hand = s[one + HAND]
    if has_blow(s):
        for body in range(P[FIGHTERS]):
            other = HEAD + body * EACH
            if s[other + FATE] != DOWN or P[FIRST + actor * RECORD + TEAM] == P[FIRST + body * RECORD + TEAM]:
                continue
            for held in range(P[hand + HELD]):
                arm = P[hand + FIRST_ARM + held]
                there = strikes(s, P, actor, body, arm, s[one + X], s[one + Y], s[other + X], s[other + Y])
                if not there or P[arm + SUBDUES] or not bars_the_way(s, P, actor, body):
                    continue
                if begin_full(s, P, actor):
                    return
                if s[STRUCK] and not P[arm + SKILLED]:
                    s[PHASE] = PASS
                else:
                    strike(s, P, body, arm)
                return
    s[PHASE] = PASS


def bars_the_way(s: Numbers, P: Fixed, actor: int, body: int) -> bool:
    """Whether somebody could be attacked, or come nearer to, if a body were dead, and only then."""
    other = HEAD + body * EACH
    comes_now = P[FIRST + actor * RECORD + MOVES] == STAYS and can_come(s, P, actor)
    s[other + FATE] = DEAD
    bars = within_reach(s, P, actor) != 0 or (not comes_now and can_come(s, P, actor))
    s[other + FATE] = DOWN
    return bars
