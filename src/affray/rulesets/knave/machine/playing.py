"""The machine's functions that play: what is due, and what an answer leads to."""

from __future__ import annotations

from affray.rules.bits import count, lowest
from affray.rules.machines import Fixed, Numbers
from affray.rulesets.knave.machine.acting import act, aimed, carry_out, go_on, go_on_settled, rise
from affray.rulesets.knave.machine.beginning import begin_round, have_order, have_points
from affray.rulesets.knave.machine.deciding import ATTACK, decide, foes_for
from affray.rulesets.knave.machine.layout import (
    ACT,
    ACTOR,
    AIM,
    AIM_EASILY,
    BLOW,
    CAMPS,
    CHOOSE,
    CHOOSE_EASILY,
    CHOOSE_ORDER,
    CLOSE,
    DUE,
    DUE_ROLLS,
    FOES,
    FOES_OF,
    GO_ON,
    HIRELINGS,
    INITIATIVE,
    MET,
    MORALE,
    NOW,
    ORDER,
    PIECE,
    POINTS,
    ROLL,
    ROUND_HIRELINGS,
    ROW,
    SETTLED,
    SPELL,
    SPELL_DAMAGE,
    STAGE,
    STRIKE,
    STUNT,
    TURN_AT,
    UP,
    WALKING,
)
from affray.rulesets.knave.machine.morale import follow_met, hold_or_break, roll_next
from affray.rulesets.knave.machine.settling import (
    close,
    look_at_due,
    look_at_hirelings,
    look_at_hirelings_of_round,
    roll_next_due,
    settle_called,
)
from affray.rulesets.knave.machine.striking import strike_blow, wear_piece
from affray.rulesets.knave.machine.trying import spell, spell_damage, stunt
from affray.rulesets.knave.machine.turns import aimed_easily, strike


def row(s: Numbers, P: Fixed) -> int:
    """The chance that is due."""
    return s[ROW]


def take(s: Numbers, P: Fixed, word: int) -> None:
    """An outcome of the chance that is due takes effect, and play goes on to the next question."""
    if s[STAGE] == STRIKE:
        strike(s, P, word)
    else:
        answer(s, P, word)
    if s[ROW] == WALKING:
        proceed(s, P)


def answer(s: Numbers, P: Fixed, word: int) -> None:
    """Any other outcome than that of a plain strike."""
    stage = s[STAGE]
    s[ROW] = WALKING
    if stage == INITIATIVE:
        begin_round(s, P, word)
    elif stage == MORALE:
        hold_or_break(s, P, word)
    elif stage == AIM_EASILY:
        aimed_easily(s, P, word)
    elif stage == BLOW:
        strike_blow(s, P, word)
    elif stage == AIM:
        aimed(s, P, word)
    elif stage == STUNT:
        stunt(s, P, word)
    elif stage == SPELL:
        spell(s, P, word)
    elif stage == SPELL_DAMAGE:
        spell_damage(s, P, word)
    elif stage == PIECE:
        wear_piece(s, P, word)
    elif stage == ORDER:
        have_order(s, P, word)
    elif stage == POINTS:
        have_points(s, P, word)
    else:
        rise(s, P)


def proceed(s: Numbers, P: Fixed) -> None:
    """Play leads on to the next question."""
    while s[ROW] == WALKING:
        stage = s[STAGE]
        if stage == SETTLED:
            go_on_settled(s, P)
        elif stage == GO_ON:
            go_on(s, P)
        elif stage == ACT:
            act(s, P)
        elif stage == MET:
            follow_met(s, P)
        elif stage == ROLL:
            roll_next(s, P)
        elif stage == HIRELINGS:
            look_at_hirelings(s, P)
        elif stage == DUE:
            look_at_due(s, P)
        elif stage == DUE_ROLLS:
            roll_next_due(s, P)
        elif stage == CLOSE:
            close(s, P)
        elif stage == ROUND_HIRELINGS:
            look_at_hirelings_of_round(s, P)
        else:
            settle_called(s, P)


# Choosing


def chooser(s: Numbers, P: Fixed) -> int:
    """The camp that chooses."""
    if s[STAGE] == CHOOSE_ORDER:
        return 0 if s[NOW] & P[CAMPS] else 1
    return 0 if (P[CAMPS] >> s[ACTOR]) & 1 else 1


def options(s: Numbers, P: Fixed) -> int:
    """Among how many commands: the foes of the actor, or those of each who may act next, one after another."""
    if s[STAGE] == CHOOSE_EASILY:
        return count(s[UP] & P[FOES_OF + s[ACTOR]])
    if s[STAGE] == CHOOSE:
        return count(s[P[TURN_AT] + FOES])
    found, now = 0, s[NOW]
    while now:
        fighter = lowest(now)
        now &= now - 1
        found += ways(s, P, fighter, decide(s, P, fighter))
    return found


def ways(s: Numbers, P: Fixed, fighter: int, decision: int) -> int:
    """How many commands a decision of the fighter leaves open."""
    return count(foes_for(s, P, fighter, (decision >> 4 & 255) - 1)) if decision & 15 == ATTACK else 1


def choose(s: Numbers, P: Fixed, option: int) -> None:
    """A command has been chosen, and play goes on to the next question."""
    stage = s[STAGE]
    s[ROW] = WALKING
    if stage == CHOOSE_EASILY:
        aimed_easily(s, P, option)
    elif stage == CHOOSE:
        aimed(s, P, option)
    else:
        choose_order(s, P, option)
    if s[ROW] == WALKING:
        proceed(s, P)


def choose_order(s: Numbers, P: Fixed, option: int) -> None:
    """Who acts next has been chosen, and against whom."""
    now = s[NOW]
    while now:
        fighter = lowest(now)
        now &= now - 1
        decision = decide(s, P, fighter)
        number = ways(s, P, fighter, decision)
        if option < number:
            s[ACTOR] = fighter
            carry_out(s, P, decision, option)
            now = 0
        option -= number
