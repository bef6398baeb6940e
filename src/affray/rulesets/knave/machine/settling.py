"""What follows from harm, in order: who is down, morale, the end of the fight, the end of the round."""

from __future__ import annotations

from affray.rules.machines import Fixed, Numbers
from affray.rulesets.knave.machine.changing import end_turn, fall, finish
from affray.rulesets.knave.machine.layout import (
    ACTOR,
    BACK,
    BEFORE,
    CAMPS,
    CAPTURED,
    CLOSE,
    DUE,
    DUE_AT,
    DUE_ROLLS,
    EMPLOYERS,
    FLED,
    FREE,
    GO_ON,
    HIRELINGS,
    HIRELINGS_AT,
    HIRELINGS_NUMBER,
    HP,
    HURT,
    LATER,
    LONE,
    LOOKED_AT,
    MORALE_AT,
    NEXT,
    NOW,
    OF_EMPLOYER,
    OF_UNPAID,
    OFFERS,
    ROLL,
    ROLLERS,
    SETTLED,
    SINCE,
    SPENT,
    STAGE,
    STOOD,
    TAKEN,
    TURN_AT,
    UNPAID,
    UNPAID_ROLLED,
    UP,
    WAITING_AT,
)
from affray.rulesets.knave.machine.morale import call, is_lone_at_half, meet, shaken, take_first
from affray.rulesets.knave.machine.reading import is_dead, is_up, one_side_is_out


def settle(s: Numbers, P: Fixed, hurt: int, gone: int) -> None:
    """Everything that the rules do by themselves: `hurt` lost hit points (-1: nobody), `gone` went out alive."""
    fell, turn = 0, P[TURN_AT]
    if turn and s[turn + SPENT] and s[turn + OFFERS] == 0 and s[turn + FREE] == 0:
        end_turn(s, P)
    if hurt >= 0 and s[HP + hurt] <= 0 and is_up(s, hurt):
        fall(s, P, hurt)
        fell = 1 << hurt
    if fell | gone and one_side_is_out(s, P):
        finish(s, P)
        return
    morale = P[MORALE_AT]
    if morale == 0:
        s[STAGE] = SETTLED if P[TURN_AT] else GO_ON
        return
    s[morale + HURT] = hurt + 1
    s[morale + BEFORE] = s[UP]
    s[morale + NEXT] = HIRELINGS
    s[STAGE] = HIRELINGS if P[HIRELINGS_AT] or P[DUE_AT] else CLOSE
    lone = is_lone_at_half(s, P, hurt) if hurt >= 0 and P[LONE] else 0
    if (fell | gone) & P[CAMPS + 1] or lone:
        meet(s, P, fell | gone, lone)


def look_at_hirelings(s: Numbers, P: Fixed) -> None:
    """Hirelings check when their employer dies; then the morale rolls follow that waited for the end of the round."""
    hurt = s[P[MORALE_AT] + HURT] - 1
    if hurt < 0 or P[HIRELINGS_AT] == 0 or is_dead(s, P, hurt) == 0 or watch_hirelings(s, P):
        s[STAGE] = DUE


def watch_hirelings(s: Numbers, P: Fixed) -> int:
    """The hirelings' own triggers, one after another; 0 where one of them waits for its roll, 1 after the last."""
    stage, at = s[STAGE], P[MORALE_AT]
    while s[at + LOOKED_AT] < 2 * P[HIRELINGS_NUMBER]:
        which = s[at + LOOKED_AT] & 1
        pair = P[EMPLOYERS] + (s[at + LOOKED_AT] & ~1)
        fighter, employer = P[pair], P[pair + 1]
        s[at + LOOKED_AT] += 1
        met = is_dead(s, P, employer) if which else (P[UNPAID] >> fighter) & 1
        rolled = at + UNPAID_ROLLED + which
        if met and (s[rolled] >> fighter) & 1 == 0:
            code = ((OF_EMPLOYER if which else OF_UNPAID) << 6) + fighter
            those = shaken(s, P, code)
            if those:
                s[rolled] |= 1 << fighter
                call(s, P, code, those)
                if s[STAGE] != stage:
                    return 0
    s[at + LOOKED_AT] = 0
    return 1


def look_at_hirelings_of_round(s: Numbers, P: Fixed) -> None:
    """Hirelings check at the beginning of a round; what that leads to is settled."""
    at = P[MORALE_AT]
    if watch_hirelings(s, P):
        gone = s[at + STOOD] & ~s[UP] & (s[FLED] | s[TAKEN])
        s[at + STOOD] = 0
        settle(s, P, -1, gone)


# The rolls that waited for the end of the round


def turns_left(s: Numbers, P: Fixed) -> int:
    """Those whose turn is still to come or goes on."""
    rest, turn = s[NOW] | s[LATER], P[TURN_AT]
    if s[ACTOR] >= 0 and turn and s[turn + SPENT]:
        rest &= ~(1 << s[ACTOR])
    return rest


def look_at_due(s: Numbers, P: Fixed) -> None:
    """At the end of a round the morale rolls that waited for it are made (K70)."""
    at, due, waiting = P[MORALE_AT], P[DUE_AT], P[WAITING_AT]
    if due and s[due] and (waiting == 0 or s[waiting] == 0) and turns_left(s, P) == 0:
        s[at + CAPTURED] = s[due]
        s[at + STOOD] = s[UP]
        s[STAGE] = DUE_ROLLS
    else:
        s[STAGE] = CLOSE


def roll_next_due(s: Numbers, P: Fixed) -> None:
    """The next of the rolls that waited; after the last, those who ran may be what another trigger waits for."""
    at = P[MORALE_AT]
    if s[at + CAPTURED]:
        s[at + CAPTURED] -= 1
        s[at + ROLLERS] = shaken(s, P, take_first(s, P[DUE_AT]))
        s[at + BACK] = DUE_ROLLS
        s[STAGE] = ROLL
        return
    gone = s[at + STOOD] & ~s[UP] & (s[FLED] | s[TAKEN])
    s[at + STOOD] = 0
    s[at + NEXT] = DUE
    s[STAGE] = DUE
    if gone & P[CAMPS + 1]:
        meet(s, P, gone, 0)


def close(s: Numbers, P: Fixed) -> None:
    """The fight may be over by those who ran; else all is settled."""
    at = P[MORALE_AT]
    gone = s[at + BEFORE] & ~s[UP] & (s[FLED] | s[TAKEN])
    if gone and one_side_is_out(s, P):
        finish(s, P)
        return
    s[at + HURT] = s[at + BEFORE] = s[at + SINCE] = s[at + NEXT] = s[at + BACK] = 0
    s[STAGE] = SETTLED if P[TURN_AT] else GO_ON


def settle_called(s: Numbers, P: Fixed) -> None:
    """What a roll that the referee called for leads to is settled."""
    at = P[MORALE_AT]
    gone = s[at + STOOD] & ~s[UP] & (s[FLED] | s[TAKEN])
    s[at + STOOD] = 0
    settle(s, P, -1, gone)
