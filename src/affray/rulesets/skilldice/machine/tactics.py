"""What a side does that plays a tactic, and what follows by itself up to the next chance or choice."""

from __future__ import annotations

from typing import Final

from affray.rules.machines import Fixed, Numbers
from affray.rulesets.skilldice.machine.blows import attack, defend, land, most_dice, undefended
from affray.rulesets.skilldice.machine.layout import (
    AIMING,
    BLOW,
    GOING_ON,
    OFFER,
    SETTLING,
    STAGE,
    STRIKER,
    STRUCK,
    SWEEPING,
    TURN,
    ask,
    is_up,
    kind_of,
    least_left,
    lost_of,
    place_in,
    side_of,
    skill_of,
)
from affray.rulesets.skilldice.machine.numbers import COUNT, DEFENCES, MET_WITH, SIDES, WORTH
from affray.rulesets.skilldice.machine.settling import end_turn, go_on, settle

WAYS: Final = ("first", "weakest", "strongest", "random", "reckless")
"""The tactics by number."""

WEAKEST: Final = WAYS.index("weakest")
STRONGEST: Final = WAYS.index("strongest")
RANDOM: Final = WAYS.index("random")
RECKLESS: Final = WAYS.index("reckless")
CHOOSES: Final = len(WAYS)
"""Instead of a tactic: the side plays its best."""

WAY: Final = 0
FIRST_SKILL: Final = 1
HOW_MANY: Final = 2
PLAN: Final = 3
"""How many numbers the table of the sides has for each."""


def way_of(P: Fixed, fighter: int) -> int:
    """How its side plays."""
    return P[P[SIDES] + PLAN * side_of(P, fighter) + WAY]


def walk(s: Numbers, P: Fixed) -> None:
    """What is certain happens: play goes on to the next chance or choice."""
    while True:
        stage = s[STAGE]
        if stage == SETTLING:
            settle(s, P)
        elif stage == GOING_ON:
            go_on(s, P)
        elif stage == TURN:
            if not turn(s, P):
                return
        elif stage == OFFER and way_of(P, s[STRUCK]) != CHOOSES:
            answer(s, P)
        elif stage == SWEEPING and way_of(P, s[STRIKER]) != CHOOSES:
            land(s, P, s[STRUCK])
        else:
            return


def turn(s: Numbers, P: Fixed) -> bool:
    """One thing in a turn; whether it could be done without a chance or a choice."""
    actor = s[STRIKER]
    if most_dice(s, P, actor) == 0:
        end_turn(s)
        return True
    way = way_of(P, actor)
    if way == CHOOSES:
        return False
    if way == RANDOM and count_foes(s, P, actor) > 1:
        ask(s, AIMING, actor, 0, 0)
        return False
    attack(s, P, target_of(s, P, actor, way), best_skill(s, P, actor), 1)
    return True


def aimed(s: Numbers, P: Fixed, number: int) -> None:
    """The draw says whom to attack."""
    actor = s[STRIKER]
    attack(s, P, nth_foe(s, P, actor, number), best_skill(s, P, actor), 1)


def answer(s: Numbers, P: Fixed) -> None:
    """The target defends with the best die that it may, or never does."""
    struck, skill = s[STRUCK], skill_of(s[BLOW])
    if way_of(P, struck) == RECKLESS:
        undefended(s, P, 0)
        return
    best = P[MET_WITH + 3 * skill]
    for place in range(1, P[DEFENCES]):
        other = P[MET_WITH + 3 * skill + place]
        if worth_of(s, P, struck, other) > worth_of(s, P, struck, best):
            best = other
    defend(s, P, best)


# How


def worth_of(s: Numbers, P: Fixed, fighter: int, skill: int) -> int:
    """How good its die is under its ceiling, for comparison."""
    return P[place_in(P, WORTH, kind_of(P, fighter), skill, lost_of(s, fighter, skill))]


def best_skill(s: Numbers, P: Fixed, fighter: int) -> int:
    """The Skill with the best die as it stands; of equal ones the first."""
    best = 0
    for skill in range(1, 3):
        if worth_of(s, P, fighter, skill) > worth_of(s, P, fighter, best):
            best = skill
    return best


# Whom


def target_of(s: Numbers, P: Fixed, fighter: int, way: int) -> int:
    """The foe whom a tactic attacks that draws none: of those who are equal the first."""
    found, least = -1, 0
    for other in range(P[COUNT]):
        if is_foe(s, P, fighter, other):
            points = 0
            if way == WEAKEST:
                points = least_left(s, P, other)
            elif way == STRONGEST:
                points = -least_left(s, P, other)
            if found < 0 or points < least:
                found, least = other, points
    return found


def is_foe(s: Numbers, P: Fixed, fighter: int, other: int) -> bool:
    """Whether the other one is an enemy who is in the fight."""
    return is_up(s, other) and side_of(P, other) != side_of(P, fighter)


def count_foes(s: Numbers, P: Fixed, fighter: int) -> int:
    """How many enemies are in the fight."""
    found = 0
    for other in range(P[COUNT]):
        found += 1 if is_foe(s, P, fighter, other) else 0
    return found


def nth_foe(s: Numbers, P: Fixed, fighter: int, number: int) -> int:
    """An enemy in the fight, by its number in the order of the roster."""
    for other in range(P[COUNT]):
        if is_foe(s, P, fighter, other):
            if number == 0:
                return other
            number -= 1
    return -1
