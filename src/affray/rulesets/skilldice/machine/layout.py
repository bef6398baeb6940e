"""Where everything stands in a position `s`, and how a fighter is read and changed.

A position begins with six numbers; what the last three mean depends on the stage. Two numbers follow for each fighter:
the points lost, five bits a Skill, and what else it is, in bits; both are 0 for one who is not in the fight. Where
anybody may bleed a third one for each follows at the end: its open wounds, five bits a Skill.
"""

from __future__ import annotations

from typing import Final

from affray.rules.machines import Fixed, Numbers
from affray.rulesets.skilldice.machine.numbers import (
    BLEEDS,
    COUNT,
    HELD,
    KIND,
    LEFT,
    PEOPLE,
    PERSON,
    POINTS,
    SIDE,
)
from affray.rulesets.skilldice.state import ACTIONS, MANNERS

# The position

STAGE: Final = 0
ROUNDS: Final = 1
"""The rounds begun."""
PLACE: Final = 2
"""The place in the order whose turn it is; while equal results are rolled again, the place that these share."""
STRIKER: Final = 3
"""Whose turn it is, who rolls for the order, who strikes, or who leads a slashing hit on; at the end who has won."""
STRUCK: Final = 4
BLOW: Final = 5
"""What is rolled or asked, see `stroke` and `sweep`; while equal results are rolled again, how many there are."""
FIGHTERS: Final = 6
"""Where the fighters begin."""

# The stages

BETWEEN: Final = 0
"""Between two rounds."""
ENTERING: Final = 1
"""Somebody rolls for the order."""
TIED: Final = 2
"""Those who share a place roll again."""
TURN: Final = 3
"""A fighter does something in its turn."""
AIMING: Final = 4
"""A tactic draws whom to attack."""
OFFER: Final = 5
"""The one who is attacked defends, or takes it."""
SWEEPING: Final = 6
"""The winner says on whom a slashing hit lands."""
CONTEST: Final = 7
"""Both roll."""
HELPLESS: Final = 8
"""The attack meets the Narrator's die."""
ENDED: Final = 9
SETTLING: Final = 10
"""A blow has landed, and what follows by itself is still to follow: no position stands here."""
GOING_ON: Final = 11
"""The turn at the place goes on, or the next one comes: nor here."""

# A fighter's bits

UP: Final = 1
SPENDS: Final = 64
"""It may spend its actions: it has had a turn, or need not wait for one."""
ATTACKED: Final = 128
"""It has attacked since its last turn began, where that counts."""
DONE: Final = 256
"""Its turn at this place is over; while the order is made, its place is fixed."""
FALLS: Final = 7 << 3
"""In place of its manner: nothing is left of one of its Skills, and it is out as soon as the blow has landed."""
RANK: Final = 9
"""From this bit on: its place in the order; while the order is rolled for its result, 0 before it has one."""

MOST_POINTS: Final = 31
"""The most that five bits hold."""
MOST_THREE: Final = 21_140
"""The largest number that has 0 to 20 for each Skill."""
MOST_WOUNDS: Final = 20
"""More wounds in one Skill than a die has sides cost no more."""

# Reading a fighter


def side_of(P: Fixed, fighter: int) -> int:
    """The number of its side."""
    return P[PEOPLE + PERSON * fighter + SIDE]


def kind_of(P: Fixed, fighter: int) -> int:
    """The number of what it is: fighters of one kind roll alike when they have lost alike."""
    return P[PEOPLE + PERSON * fighter + KIND]


def bits_of(s: Numbers, fighter: int) -> int:
    """Everything about it but points and wounds."""
    return s[FIGHTERS + 2 * fighter + 1]


def is_up(s: Numbers, fighter: int) -> bool:
    """Whether it is in the fight."""
    return s[FIGHTERS + 2 * fighter + 1] != 0


def actions_of(s: Numbers, fighter: int) -> int:
    """The actions that are left to it."""
    return (s[FIGHTERS + 2 * fighter + 1] >> 1) & 3


def manner_of(s: Numbers, fighter: int) -> int:
    """The place of its manner in `MANNERS`."""
    return (s[FIGHTERS + 2 * fighter + 1] >> 3) & 7


def rank_of(s: Numbers, fighter: int) -> int:
    """Its place in the order, or its result while the order is made."""
    return s[FIGHTERS + 2 * fighter + 1] >> RANK


def lost_of(s: Numbers, fighter: int, skill: int) -> int:
    """The points of a Skill that it has lost."""
    return (s[FIGHTERS + 2 * fighter] >> (5 * skill)) & MOST_POINTS


def place_in(P: Fixed, table: int, kind: int, skill: int, lost: int) -> int:
    """Where a table by kind, Skill and points lost tells of these."""
    return P[table] + (3 * kind + skill) * POINTS + lost


def left_of(s: Numbers, P: Fixed, fighter: int, skill: int) -> int:
    """The points of a Skill that are left to it."""
    return P[place_in(P, LEFT, kind_of(P, fighter), skill, lost_of(s, fighter, skill))]


def least_left(s: Numbers, P: Fixed, fighter: int) -> int:
    """The least that is left of any Skill."""
    least = left_of(s, P, fighter, 0)
    for skill in range(1, 3):
        points = left_of(s, P, fighter, skill)
        least = min(least, points)
    return least


def can_act(s: Numbers, P: Fixed, fighter: int) -> bool:
    """Whether it is in the fight and free to act."""
    return is_up(s, fighter) and P[HELD + manner_of(s, fighter)] == 0


def wounds_of(s: Numbers, P: Fixed, fighter: int) -> int:
    """Its open wounds, by Skill."""
    return s[FIGHTERS + 2 * P[COUNT] + fighter] if P[BLEEDS] else 0


# Changing one


def add_bits(s: Numbers, fighter: int, bits: int) -> None:
    """Bits are set."""
    s[FIGHTERS + 2 * fighter + 1] |= bits


def without_bits(s: Numbers, fighter: int, bits: int) -> None:
    """Bits are cleared."""
    s[FIGHTERS + 2 * fighter + 1] &= ~bits


def spend(s: Numbers, fighter: int, actions: int) -> None:
    """Actions are spent."""
    s[FIGHTERS + 2 * fighter + 1] -= actions << 1


def refill(s: Numbers, fighter: int) -> None:
    """All its actions come back."""
    s[FIGHTERS + 2 * fighter + 1] |= ACTIONS << 1


def put_actions(s: Numbers, fighter: int, actions: int) -> None:
    """So many actions are left to it."""
    s[FIGHTERS + 2 * fighter + 1] = (bits_of(s, fighter) & ~(3 << 1)) | (actions << 1)


def put_manner(s: Numbers, fighter: int, manner: int) -> None:
    """It is so from now on."""
    s[FIGHTERS + 2 * fighter + 1] = (bits_of(s, fighter) & ~(7 << 3)) | (manner << 3)


def put_rank(s: Numbers, fighter: int, rank: int) -> None:
    """Its place in the order, or its result."""
    s[FIGHTERS + 2 * fighter + 1] = (bits_of(s, fighter) & ((1 << RANK) - 1)) | (rank << RANK)


def put_wounds(s: Numbers, P: Fixed, fighter: int, wounds: int) -> None:
    """Its open wounds, where anybody may bleed."""
    if P[BLEEDS]:
        s[FIGHTERS + 2 * P[COUNT] + fighter] = wounds


def ask(s: Numbers, stage: int, striker: int, struck: int, blow: int) -> None:
    """What is due next, and whom it is about."""
    s[STAGE] = stage
    s[STRIKER] = striker
    s[STRUCK] = struck
    s[BLOW] = blow


# A stroke: the Skill, what meets it (a Skill, or the number of the Narrator's die), and how many dice


def stroke(skill: int, against: int, dice: int) -> int:
    """The three as one number."""
    return skill | against << 2 | dice << 4


def skill_of(blow: int) -> int:
    """The Skill of the attack."""
    return blow & 3


def against_of(blow: int) -> int:
    """What meets it."""
    return (blow >> 2) & 3


def dice_of(blow: int) -> int:
    """How many actions went into it."""
    return blow >> 4


ABLE: Final = MANNERS.index("able")
MOVING: Final = MANNERS.index("moving")
