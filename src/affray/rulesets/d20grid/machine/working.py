"""What is put back to nothing: a turn that is over, the room for working."""

from __future__ import annotations

from affray.rules.machines import Fixed, Numbers
from affray.rulesets.d20grid.machine.layout import ACTOR, END, FROM_X, FROM_Y, PATH, STEPPED, WAY, WORK


def forget_turn(s: Numbers, P: Fixed) -> None:
    """It is nobody's turn."""
    for number in range(ACTOR, STEPPED + 1):
        s[number] = 0
    forget_passage(s, P)


def forget_passage(s: Numbers, P: Fixed) -> None:
    """Nobody moves."""
    for step in range(s[WAY]):
        s[P[PATH] + step] = 0
    s[WAY] = s[FROM_X] = s[FROM_Y] = 0


def wipe(s: Numbers, P: Fixed) -> None:
    """The room for working is empty again."""
    for number in range(P[WORK], P[END]):
        s[number] = 0
