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
    TEAM,
    TOWARDS,
    TURN,
    WHERE,
    WHOM,
    WIDTH,
    X,
    Y,
)
from affray.rulesets.d20grid.machine.moving import set_out
from affray.rulesets.d20grid.machine.paths import safest
from affray.rulesets.d20grid.machine.places import arm_from, strikes
from affray.rulesets.d20grid.machine.turns import next_turn
from affray.rulesets.d20grid.machine.working import wipe


def decide(s: Numbers, P: Fixed) -> None:
    """The next decision of whoever's turn it is."""
    actor = s[ACTOR]
    within = within_reach(s, P, actor) if has_blow(s) else 0
    if within == 0:
        go(s, P)
        return
    if begins_full(s, P, actor):
        begin_full(s, P, actor)
    if P[FIRST + actor * RECORD + CHOICE] == TAKES_ANY and count(within) > 1:
        ask(s, P, WHOM, within)
    else:
        blow(s, P, chosen(s, P, actor, within))


def ask(s: Numbers, P: Fixed, phase: int, among: int) -> None:
    """Which of these foes it is, is due."""
    s[PHASE], s[DUE] = phase, P[CHOICES] + count(among)


def answered(s: Numbers, P: Fixed, phase: int, word: int) -> None:
    """Which it is."""
    s[PHASE] = TURN
    actor = s[ACTOR]
    if phase == WHOM:
        blow(s, P, nth(within_reach(s, P, actor), word))
        return
    explore(s, P, actor)
    if phase == WHERE:
        go_against(s, P, actor, nth(against_whom(s, P, actor), word))
    else:
        go_nearer(s, P, actor, nth(foes(s, P, actor), word))


def chosen(s: Numbers, P: Fixed, actor: int, among: int) -> int:
    """Which of these foes the tactic takes, where it does not choose at random."""
    choice, best = P[FIRST + actor * RECORD + CHOICE], lowest(among)
    if choice in (TAKES_FIRST, TAKES_ANY):
        return best
    among &= among - 1
    while among:
        foe = lowest(among)
        among &= among - 1
        more = health(s, foe) - health(s, best)
        if (more > 0) if choice == TAKES_STRONGEST else (more < 0):
            best = foe
    return best


def health(s: Numbers, fighter: int) -> int:
    """The damage that it takes to bring a fighter down."""
    one = HEAD + fighter * EACH
    return s[one + HP] - s[one + DULLED]


# Attacks


def has_blow(s: Numbers) -> bool:
    """Whether an attack of the turn is left."""
    return s[BLOWS] > 0 if s[FULL] == 1 else s[ATTACKED] == 0 and s[STANDARD] > 0


def begins_full(s: Numbers, P: Fixed, actor: int) -> bool:
    """Whether a Full Attack can be begun, and is more than one attack."""
    return s[FULL] == 0 and s[STANDARD] == 2 and P[FIRST + actor * RECORD + ATTACKS] > 1


def begin_full(s: Numbers, P: Fixed, actor: int) -> None:
    """Both Standards go into the attacks of the sheet."""
    s[STANDARD] = 0
    s[MOVED] = s[ATTACKED] = s[FULL] = 1
    s[BLOWS] = P[FIRST + actor * RECORD + ATTACKS]


def within_reach(s: Numbers, P: Fixed, actor: int) -> int:
    """The conscious foes that can be attacked from here, as bits."""
    one, left, found = HEAD + actor * EACH, foes(s, P, actor), 0
    while left:
        foe = lowest(left)
        left &= left - 1
        if arm_from(s, P, actor, foe, s[one + X], s[one + Y]) > 0:
            found |= 1 << foe
    return found


def blow(s: Numbers, P: Fixed, foe: int) -> None:
    """An attack with the first weapon in hand that reaches; no second one with a weapon outside one's styles."""
    one = HEAD + s[ACTOR] * EACH
    arm = arm_from(s, P, s[ACTOR], foe, s[one + X], s[one + Y])
    if s[STRUCK] == 1 and P[arm + SKILLED] == 0:
        go(s, P)
    else:
        strike(s, P, foe, arm)


def strike(s: Numbers, P: Fixed, target: int, arm: int) -> None:
    """The attack, and what is left of the turn after it."""
    if s[FULL] == 1:
        s[BLOWS] = s[BLOWS] - 1 if P[arm + SKILLED] == 1 else 0
        s[STRUCK] = 1
    else:
        s[STANDARD] -= 1
        s[ATTACKED] = 1
    other = HEAD + target * EACH
    attack(s, P, s[ACTOR], target, arm, s[other + X], s[other + Y])


# What else


def go(s: Numbers, P: Fixed) -> None:
    """What else there is to do: draw, step up to a foe, move, clear the way, or end the turn."""
    actor = s[ACTOR]
    if P[s[HEAD + actor * EACH + HAND] + HELD] == 0 and draws(s, P, actor):
        return
    if s[FULL] == 1:
        more = s[BLOWS] > 0 and s[STEPPED] == 0 and (s[STRUCK] == 0 or P[STEPS_BETWEEN] == 1)
        if not (more and steps_up(s, P, actor)):
            stays = P[FIRST + actor * RECORD + MOVES] == STAYS
            clear_the_way(s, P, actor, has_blow(s) and not stays and can_come(s, P, actor))
    elif s[MOVED] == 1 or s[ATTACKED] == 1 or s[STANDARD] < 1:
        next_turn(s, P)
    elif P[FIRST + actor * RECORD + MOVES] == STAYS:
        clear_the_way(s, P, actor, False)
    else:
        move(s, P, actor)


def draws(s: Numbers, P: Fixed, actor: int) -> bool:
    """Draws the first weapon for which an action is left."""
    hand = s[HEAD + actor * EACH + HAND]
    for number in range(P[hand + DRAWS]):
        cost, other = P[P[hand + DRAWING] + 2 * number], P[P[hand + DRAWING] + 2 * number + 1]
        if cost == FREE or (cost == SWIFTLY and s[SWIFT] > 0) or (cost == STANDARDLY and s[STANDARD] > 0):
            s[SWIFT] -= 1 if cost == SWIFTLY else 0
            s[STANDARD] -= 1 if cost == STANDARDLY else 0
            s[HEAD + actor * EACH + HAND] = other
            return True
    return False


def steps_up(s: Numbers, P: Fixed, actor: int) -> bool:
    """A step of five feet to where somebody can be attacked: the first such square from the left, and from below."""
    one, enemies = HEAD + actor * EACH, foes(s, P, actor)
    for place in range(9):
        across, up = place // 3 - 1, place % 3 - 1
        x, y = s[one + X] + across, s[one + Y] + up
        if (across == 0 and up == 0) or not can_step(s, P, actor, across, up):
            continue
        left = enemies
        while left:
            foe = lowest(left)
            left &= left - 1
            if arm_from(s, P, actor, foe, x, y) > 0:
                s[one + X], s[one + Y], s[STEPPED] = x, y, 1
                return True
    return False


def can_step(s: Numbers, P: Fixed, actor: int, across: int, up: int) -> bool:
    """Whether a step leads to a free square."""
    one = HEAD + actor * EACH
    x, y = s[one + X] + across, s[one + Y] + up
    if not (0 <= x < P[WIDTH] and 0 <= y < P[HEIGHT]):
        return False
    if P[GROUND] > 0:
        for direction in range(8):
            is_that = P[DIRECTION + direction] == across and P[DIRECTION + 8 + direction] == up
            if is_that and P[P[GROUND] + s[one + X] * P[HEIGHT] + s[one + Y]] >> direction & 1 == 0:
                return False
    for number in range(P[FIGHTERS]):
        other = HEAD + number * EACH
        if s[other + X] == x and s[other + Y] == y and s[other + FATE] != DEAD:
            return False
    return True


# Movements


def move(s: Numbers, P: Fixed, actor: int) -> None:
    """To where somebody can be attacked, by the path that provokes least; else as near as one gets."""
    explore(s, P, actor)
    takes_any = P[FIRST + actor * RECORD + CHOICE] == TAKES_ANY
    if P[FIRST + actor * RECORD + MOVES] == FLANKS and flanks(s, P, actor):
        return
    against, enemies = against_whom(s, P, actor), foes(s, P, actor)
    if against == 0 and takes_any and count(enemies) > 1:
        wipe(s, P)
        ask(s, P, TOWARDS, enemies)
    elif against == 0:
        go_nearer(s, P, actor, chosen(s, P, actor, enemies))
    elif takes_any and count(against) > 1:
        wipe(s, P)
        ask(s, P, WHERE, against)
    else:
        go_against(s, P, actor, chosen(s, P, actor, against))


def against_whom(s: Numbers, P: Fixed, actor: int) -> int:
    """The foes whom one could attack after a movement, as bits; of the tactic that takes the first only that."""
    left, found = foes(s, P, actor), 0
    while left and not (found and P[FIRST + actor * RECORD + CHOICE] == TAKES_FIRST):
        foe = lowest(left)
        left &= left - 1
        if squares_against(s, P, actor, foe):
            found |= 1 << foe
    return found


def go_against(s: Numbers, P: Fixed, actor: int, foe: int) -> None:
    """To where a foe can be attacked."""
    squares_against(s, P, actor, foe)
    travel(s, P, actor)


def travel(s: Numbers, P: Fixed, actor: int) -> None:
    """To the goal, by the path that provokes least."""
    way = safest(s, P, actor)
    wipe(s, P)
    set_out(s, P, way & 31, way >> 5)


def flanks(s: Numbers, P: Fixed, actor: int) -> bool:
    """To where a foe can be attacked and is flanked, if there is such a square."""
    left = foes(s, P, actor)
    while left:
        foe = lowest(left)
        left &= left - 1
        if squares_against(s, P, actor, foe) and flanking_squares(s, P, actor, foe):
            travel(s, P, actor)
            return True
    return False


def go_nearer(s: Numbers, P: Fixed, actor: int, foe: int) -> None:
    """As near as one gets to this foe, or to the first of the others to whom one does get nearer."""
    if nearer_squares(s, P, actor, foe):
        travel(s, P, actor)
        return
    left = foes(s, P, actor) & ~(1 << foe)
    while left:
        if nearer_squares(s, P, actor, lowest(left)):
            travel(s, P, actor)
            return
        left &= left - 1
    wipe(s, P)
    clear_the_way(s, P, actor, False)


# Bodies


def can_come(s: Numbers, P: Fixed, actor: int) -> bool:
    """Whether a movement would lead to where somebody can be attacked, or nearer to somebody."""
    explore(s, P, actor)
    found, left = False, foes(s, P, actor)
    while left and not found:
        foe = lowest(left)
        left &= left - 1
        found = squares_against(s, P, actor, foe) or nearer_squares(s, P, actor, foe)
    wipe(s, P)
    return found


def clear_the_way(s: Numbers, P: Fixed, actor: int, comes: bool) -> None:
    """An attack at an unconscious foe who bars the way, where one can come to nobody; else the turn ends."""
    if not comes and has_blow(s):
        for body in range(P[FIGHTERS]):
            arm = arm_against(s, P, actor, body)
            if arm > 0 and bars_the_way(s, P, actor, body):
                if begins_full(s, P, actor):
                    begin_full(s, P, actor)
                elif s[STRUCK] == 1 and P[arm + SKILLED] == 0:
                    break
                else:
                    strike(s, P, body, arm)
                return
    next_turn(s, P)


def arm_against(s: Numbers, P: Fixed, actor: int, body: int) -> int:
    """The first weapon in hand that reaches an unconscious foe and can kill; 0 for none."""
    one, other = HEAD + actor * EACH, HEAD + body * EACH
    if s[other + FATE] != DOWN or P[FIRST + actor * RECORD + TEAM] == P[FIRST + body * RECORD + TEAM]:
        return 0
    hand = s[one + HAND]
    for held in range(P[hand + HELD]):
        arm = P[hand + FIRST_ARM + held]
        there = strikes(s, P, actor, body, arm, s[one + X], s[one + Y], s[other + X], s[other + Y])
        if there and P[arm + SUBDUES] == 0:
            return arm
    return 0


def bars_the_way(s: Numbers, P: Fixed, actor: int, body: int) -> bool:
    """Whether somebody could be attacked, or come nearer to, if a body were dead, and only then."""
    before = P[FIRST + actor * RECORD + MOVES] == STAYS and can_come(s, P, actor)
    other = HEAD + body * EACH
    s[other + FATE] = DEAD
    bars = within_reach(s, P, actor) != 0 or (not before and can_come(s, P, actor))
    s[other + FATE] = DOWN
    return bars
