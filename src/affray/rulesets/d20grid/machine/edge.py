"""What speaks for and against one attack, added up."""

from __future__ import annotations

from affray.rules.machines import Fixed, Numbers
from affray.rulesets.d20grid.machine.layout import (
    ADJACENT,
    AREA,
    BLOCKS,
    CLOSE,
    CLOSE_ALONE,
    DEAD,
    EACH,
    EDGES,
    FATE,
    FIGHTERS,
    FIRST,
    HAND,
    HEAD,
    HEIGHT,
    HELPLESS,
    LOWER,
    MELEE_TOO,
    OPPOSITE,
    RAISED,
    RANGED,
    RECORD,
    SCENARIO,
    SPAN,
    TEAM,
    UNSEEN,
    UP,
    WHOSE_FRIENDS,
    WIDE,
    WIELDS_BOW,
    X,
    Y,
)
from affray.rulesets.d20grid.machine.places import barred, near, seen


def edge_of(s: Numbers, P: Fixed, attacker: int, target: int, arm: int, spot_x: int, spot_y: int) -> int:
    """Advantages less disadvantages of an attack at a target that is met at a spot."""
    one, other = HEAD + attacker * EACH, HEAD + target * EACH
    x, y = s[one + X], s[one + Y]
    edge = P[P[FIRST + attacker * RECORD + EDGES] + target]
    if P[RAISED]:
        above = P[P[RAISED] + x * P[HEIGHT] + y] - P[P[RAISED] + spot_x * P[HEIGHT] + spot_y]
        if above > 0:
            edge += 1
        elif above < 0:
            edge += P[LOWER]
    if is_covered(s, P, attacker, target, arm, spot_x, spot_y):
        edge -= 1
    if is_flanking(s, P, attacker, target, x, y, spot_x, spot_y):
        edge += 1
    if endangers_friends(s, P, attacker, target, arm, spot_x, spot_y):
        edge -= 1
    if P[arm + RANGED]:
        close = near(x, y, spot_x, spot_y, P[CLOSE])
        if close:
            edge -= 1
        if near(x, y, spot_x, spot_y, P[s[one + HAND] + AREA]) and not (close and P[CLOSE_ALONE]):
            edge -= 1
    elif s[other + FATE] == UP and P[s[other + HAND] + WIELDS_BOW]:
        edge += 1
    return edge if s[other + FATE] == UP else edge + P[HELPLESS]


def is_covered(s: Numbers, P: Fixed, attacker: int, target: int, arm: int, spot_x: int, spot_y: int) -> bool:
    """Whether the map puts a target in cover, or a creature where that gives cover."""
    if P[SCENARIO]:
        return False  # then it is a flag
    one = HEAD + attacker * EACH
    if seen(P, s[one + X], s[one + Y], spot_x, spot_y) > 1:
        return True
    if not P[arm + RANGED] or P[BLOCKS]:
        return False
    return barred(s, P, attacker, target, s[one + X], s[one + Y], spot_x, spot_y)


def is_flanking(s: Numbers, P: Fixed, attacker: int, target: int, x: int, y: int, spot_x: int, spot_y: int) -> bool:
    """Whether a target met at a spot has an attacker on this square, and a conscious ally of its, in its area."""
    other = HEAD + target * EACH
    if s[other + FATE] != UP or not near(spot_x, spot_y, x, y, P[s[other + HAND] + AREA]):
        return False
    area, span = P[s[other + HAND] + AREA], P[SPAN]
    for number in range(P[FIGHTERS]):
        ally = HEAD + number * EACH
        x2, y2 = s[ally + X], s[ally + Y]
        if number == attacker or s[ally + FATE] != UP or not near(spot_x, spot_y, x2, y2, area):
            continue
        if P[FIRST + number * RECORD + TEAM] != P[FIRST + attacker * RECORD + TEAM]:
            continue
        if P[OPPOSITE]:
            square = (x - spot_x + span) * P[WIDE] + y - spot_y + span
            square2 = (x2 - spot_x + span) * P[WIDE] + y2 - spot_y + span
            if not P[P[OPPOSITE] + square * P[WIDE] * P[WIDE] + square2]:
                continue
        if P[ADJACENT] and not near(spot_x, spot_y, x2, y2, P[CLOSE]):
            continue
        return True
    return False


def endangers_friends(s: Numbers, P: Fixed, attacker: int, target: int, arm: int, spot_x: int, spot_y: int) -> bool:
    """Whether friends are beside the target, conscious or not, the dead left out, and those who are not seen."""
    if not (P[arm + RANGED] or P[MELEE_TOO]):
        return False
    team = P[FIRST + (target if P[WHOSE_FRIENDS] else attacker) * RECORD + TEAM]
    for number in range(P[FIGHTERS]):
        one = HEAD + number * EACH
        if number in (attacker, target) or s[one + FATE] == DEAD or P[FIRST + number * RECORD + TEAM] != team:
            continue
        if P[WHOSE_FRIENDS] and P[FIRST + number * RECORD + UNSEEN]:
            continue
        if near(spot_x, spot_y, s[one + X], s[one + Y], P[CLOSE]):
            return True
    return False
