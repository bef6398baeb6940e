"""What a driver asks of the machine."""

from __future__ import annotations

from affray.rules.machines import NOBODY, Fixed, Numbers, Program
from affray.rulesets.d20grid.machine.attacking import forget_blow, harm, hit
from affray.rulesets.d20grid.machine.deciding import decide
from affray.rulesets.d20grid.machine.layout import (
    ABSORB,
    ACTOR,
    ANSWER,
    BETWEEN,
    BLOW,
    DEAD,
    DOWN,
    DUE,
    DULLED,
    EACH,
    ENDED,
    ENTRY,
    FATE,
    FIGHTERS,
    FIRST,
    HAND,
    HARM,
    HEAD,
    HP,
    LENGTH,
    ORDER,
    OWES,
    PASS,
    PHASE,
    PLACE,
    READY,
    RECORD,
    RENEWS,
    RESULT,
    ROLL,
    ROLLED,
    ROUNDS,
    SURPRISE,
    TIE,
    TURN,
    UNAWARE,
    WALK,
    WAY,
    WHOM,
    WINNER,
    WITH_TURN,
)
from affray.rulesets.d20grid.machine.moving import go_on
from affray.rulesets.d20grid.machine.turns import begin_round, next_roll, next_tie, next_turn, tie


def row(s: Numbers, P: Fixed) -> int:
    """The chance that is due."""
    return s[DUE]


def take(s: Numbers, P: Fixed, word: int) -> None:
    """An outcome of the chance that is due takes effect, and play goes on to the next; before a decision only that."""
    phase = s[PHASE]
    if phase == BLOW and word:
        hit(s, P)
    elif phase == BLOW:
        forget_blow(s)
        s[PHASE] = WALK if s[WAY] else TURN
    elif phase == HARM:
        harm(s, P, word)
    elif phase == WHOM:
        s[PHASE], s[ANSWER] = TURN, word + 1
    elif phase == TIE:
        tie(s, P, word)
    elif phase == ROLL:
        one = HEAD + s[ACTOR] * EACH
        s[one + RESULT], s[one + ENTRY] = word, ROLLED
        next_roll(s, P)
    elif phase == BETWEEN:
        begin_round(s, P)
        next_roll(s, P)
    while s[PHASE] > ENDED:  # what needs no chance follows until one is due
        phase = s[PHASE]
        if phase == TURN:
            decide(s, P)
        elif phase == WALK:
            go_on(s, P)
        elif phase == PASS:
            next_turn(s, P)
        else:
            next_tie(s, P)


def canon(s: Numbers, P: Fixed) -> None:
    """Forgets what cannot matter any more.

    The number of the round but for the first; of the dead everything, of the unconscious what no attack at one asks
    (nothing heals them, but a body that bars the way is struck); in the order whoever has no turn and no armor that
    comes back; between two turns who is ready, where all are again before the next; of a fight that is over all but the
    winner. Who is level in the round after a surprise depends on all who have rolled, so that until then everybody
    stays in the order.
    """
    over = s[PHASE] == ENDED
    kept = s[SURPRISE] != 0 or s[PHASE] in (ROLL, TIE)
    renewed = P[RENEWS] != WITH_TURN and s[PHASE] in (BETWEEN, ROLL, TIE)
    for fighter in range(P[FIGHTERS]):
        one = HEAD + fighter * EACH
        if over or s[one + FATE] == DEAD:
            for number in range(EACH):
                s[one + number] = s[one + number] if not over and kept and number >= ENTRY else 0
            s[one + FATE] = 0 if over else DEAD
        elif s[one + FATE] == DOWN:
            s[one + DULLED] = s[one + READY] = s[one + OWES] = s[one + UNAWARE] = 0
            s[one + HAND] = 0
        elif renewed:
            s[one + READY] = 1
    if over:
        s[ROUNDS] = 0
    s[ROUNDS] = min(s[ROUNDS], 1)
    if over or not kept:
        shorten_order(s, P, over)


def shorten_order(s: Numbers, P: Fixed, over: bool) -> None:
    """Whoever has no turn any more, and no armor that comes back with one, leaves the order; all of a fight over."""
    length, place, kept = s[LENGTH], s[PLACE], 0
    for number in range(length):
        fighter = s[P[ORDER] + number]
        fate = s[HEAD + fighter * EACH + FATE]
        s[P[ORDER] + number] = 0
        if over or fate == DEAD or (fate == DOWN and not P[FIRST + fighter * RECORD + ABSORB]):
            if number < place:
                s[PLACE] -= 1
            s[LENGTH] -= 1
        else:
            s[P[ORDER] + kept] = fighter
            kept += 1


def rounds(s: Numbers, P: Fixed) -> int:
    """The rounds begun."""
    return s[ROUNDS]


def winner(s: Numbers, P: Fixed) -> int:
    """The side that won, or nobody."""
    return s[WINNER] - 1 if s[WINNER] else NOBODY


def fate(s: Numbers, P: Fixed, fighter: int) -> int:
    """How a fighter ended."""
    return s[HEAD + fighter * EACH + FATE]


def left(s: Numbers, P: Fixed, fighter: int) -> int:
    """The hit points that a fighter has left."""
    return max(s[HEAD + fighter * EACH + HP], 0)


def chooser(s: Numbers, P: Fixed) -> int:
    """No side chooses."""
    return NOBODY


def options(s: Numbers, P: Fixed) -> int:
    """Among nothing."""
    return 0


def choose(s: Numbers, P: Fixed, option: int) -> None:
    """Which changes nothing."""


PROGRAM = Program(row, take, canon, rounds, winner, fate, left, chooser, options, choose)
