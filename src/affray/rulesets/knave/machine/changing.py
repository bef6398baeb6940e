"""What happens to fighters: who is adjacent to whom, troubles, gear, who is out."""

from __future__ import annotations

from affray.rules.bits import lowest
from affray.rules.machines import NOBODY, OVER, Fixed, Numbers
from affray.rulesets.knave.machine.layout import (
    ACTOR,
    ARMOR_AT,
    BESIDE_AT,
    EASY,
    ENDED,
    FIGHTERS,
    FLED,
    FLEEING,
    HP,
    LASTS_A_TURN,
    LATER,
    LENGTH,
    LOSS,
    LOST,
    NOW,
    OFFERS,
    PLAINLY,
    QUALITY_AT,
    ROW,
    RUN_ON_TURN,
    SPENT,
    STAGE,
    STRUCK_AT,
    TARGET,
    TROUBLES_AT,
    TURN_AT,
    TURN_SIZE,
    UP,
)
from affray.rulesets.knave.machine.reading import dropped, quality, troubles


def spend(s: Numbers, P: Fixed) -> None:
    """The action of the open turn is spent: nothing else of it matters any more."""
    turn = P[TURN_AT]
    for place in range(turn, turn + TURN_SIZE):
        s[place] = 0
    s[turn + SPENT] = 1


def acted(s: Numbers, fighter: int) -> None:
    """The fighter is not to act any more; after the last of a side the other one is."""
    s[NOW] &= ~(1 << fighter)
    if s[NOW] == 0:
        s[NOW], s[LATER] = s[LATER], 0


def end_turn(s: Numbers, P: Fixed) -> None:
    """The turn is over, and with it what lasted until its end."""
    actor, turn, troubles_at = s[ACTOR], P[TURN_AT], P[TROUBLES_AT]
    if actor >= 0:
        acted(s, actor)
        if troubles_at:
            s[troubles_at + actor] &= ~LASTS_A_TURN
            reckon(s, P, actor)
        s[ACTOR], s[TARGET] = NOBODY, 0
    if turn:
        for place in range(turn, turn + TURN_SIZE):
            s[place] = 0


def reckon(s: Numbers, P: Fixed, fighter: int) -> None:
    """Whether the fighter would do nothing on its turn but strike with its first weapon is found out again."""
    bit = 1 << fighter
    free = P[PLAINLY] & s[UP] & ~s[FLEEING] & bit
    if free and troubles(s, P, fighter) == 0 and quality(s, P, fighter, 0) >= 0 and dropped(s, P, fighter) == 0:
        s[EASY] |= bit
    else:
        s[EASY] &= ~bit


def burden(s: Numbers, P: Fixed, fighter: int, trouble: int) -> None:
    """The fighter has this trouble, too."""
    s[P[TROUBLES_AT] + fighter] |= trouble
    s[EASY] &= ~(1 << fighter)


def unburden(s: Numbers, P: Fixed, fighter: int, trouble: int) -> None:
    """The fighter has these troubles no more."""
    at = P[TROUBLES_AT] + fighter
    if s[at] & trouble:
        s[at] &= ~trouble
        reckon(s, P, fighter)


# Places


def join(s: Numbers, P: Fixed, attacker: int, target: int) -> None:
    """The two are adjacent from now on."""
    at = P[BESIDE_AT]
    if at:
        s[at + attacker] |= 1 << target
        s[at + target] |= 1 << attacker


def bind(s: Numbers, P: Fixed, attacker: int, target: int) -> None:
    """The attacker has struck at the target in melee."""
    at = P[STRUCK_AT]
    if at:
        s[at + attacker] |= 1 << target


def part(s: Numbers, P: Fixed, fighter: int) -> None:
    """The fighter is adjacent to nobody any more."""
    at, struck = P[BESIDE_AT], P[STRUCK_AT]
    if at == 0:
        return
    others = s[at + fighter]
    s[at + fighter] = 0
    while others:
        s[at + lowest(others)] &= ~(1 << fighter)
        others &= others - 1
    if struck:
        s[struck + fighter] = 0
        for other in range(P[FIGHTERS]):
            s[struck + other] &= ~(1 << fighter)


def push(s: Numbers, P: Fixed, one: int, other: int) -> None:
    """The two are out of each other's reach."""
    at, struck = P[BESIDE_AT], P[STRUCK_AT]
    if at:
        s[at + one] &= ~(1 << other)
        s[at + other] &= ~(1 << one)
        if struck:
            s[struck + one] &= ~(1 << other)
            s[struck + other] &= ~(1 << one)


# Gear


def wear_weapon(s: Numbers, P: Fixed, fighter: int, weapon: int) -> None:
    """A weapon loses a point of quality."""
    at = P[QUALITY_AT]
    if at:
        at += weapon * P[FIGHTERS] + fighter
        s[at] = P[LOST + 1 + s[at]]
        if s[at] < 0 and weapon == 0:
            s[EASY] &= ~(1 << fighter)


def wear_armor(s: Numbers, P: Fixed, fighter: int) -> None:
    """Armor loses a point of quality, where it does not take a roll to say which piece."""
    at = P[ARMOR_AT]
    if at:
        s[at + fighter] = P[s[at + fighter] + LOSS]


# Down and out


def fall(s: Numbers, P: Fixed, fighter: int) -> None:
    """The fighter goes down."""
    if s[HP + fighter] < 0:
        s[HP + fighter] = -1
    go_out(s, P, fighter)


def go_out(s: Numbers, P: Fixed, fighter: int) -> None:
    """One goes down or out: nobody is adjacent to it, and nobody strikes at it as it leaves."""
    others = ~(1 << fighter)
    s[UP] &= others
    s[LATER] &= others
    acted(s, fighter)
    s[EASY] &= others
    s[FLEEING] &= others
    part(s, P, fighter)
    if P[TROUBLES_AT]:
        s[P[TROUBLES_AT] + fighter] = 0
    turn = P[TURN_AT]
    if turn and s[turn + OFFERS]:
        s[turn + OFFERS] = 0 if s[ACTOR] == fighter else s[turn + OFFERS] & others


def leave(s: Numbers, P: Fixed, fighter: int) -> None:
    """One is out of the fight alive."""
    go_out(s, P, fighter)
    s[FLED] |= 1 << fighter


def run(s: Numbers, P: Fixed, fighter: int) -> None:
    """One whose morale failed is out of the fight at once, or from its own turn on (K72)."""
    if P[RUN_ON_TURN]:
        s[FLEEING] |= 1 << fighter
        s[EASY] &= ~(1 << fighter)
    else:
        leave(s, P, fighter)


def finish(s: Numbers, P: Fixed) -> None:
    """The fight is over: all that is not reported is forgotten."""
    s[ROW], s[STAGE], s[ACTOR], s[TARGET] = OVER, ENDED, NOBODY, 0
    s[NOW] = s[LATER] = s[EASY] = s[FLEEING] = 0
    for place in range(HP + P[FIGHTERS], P[LENGTH]):
        s[place] = 0
