"""The machine's functions that play: what is due, and what an answer leads to."""

from __future__ import annotations

from affray.rules.bits import count, lowest
from affray.rules.machines import CHOICE, NOBODY, ROUND, Fixed, Numbers
from affray.rulesets.knave.machine.acting import aimed, carry_out, go_on, go_on_settled, rise
from affray.rulesets.knave.machine.beginning import begin_round, have_order, have_points
from affray.rulesets.knave.machine.changing import finish, wear_armor, wear_weapon
from affray.rulesets.knave.machine.deciding import ATTACK, decide, foes_for
from affray.rulesets.knave.machine.layout import (
    ACT,
    ACTOR,
    AIM,
    AIM_EASILY,
    ARMOR_AT,
    BLOW,
    CAMPS,
    CHOOSE,
    CHOOSE_EASILY,
    CHOOSE_ORDER,
    CLOSE,
    COMING,
    DUE,
    DUE_ROLLS,
    EASY,
    FIRST,
    FOES,
    FOES_OF,
    GO_ON,
    GUARD,
    GUARD_OF,
    HALVES,
    HIRELINGS,
    HP,
    INITIATIVE,
    LATER,
    MET,
    MORALE,
    MORALE_AT,
    NOW,
    ORDER,
    PIECE,
    POINTS,
    QUALITY_AT,
    RANDOM,
    REACH,
    ROLL,
    ROUND_HIRELINGS,
    ROUNDS,
    ROW,
    SETTLED,
    SPELL,
    SPELL_DAMAGE,
    STAGE,
    STEP,
    STRIKE,
    STUNT,
    SWIFT,
    SWIFTLY,
    TACTIC,
    TARGET,
    TARGET_ROWS,
    TURN_AT,
    UP,
    WALKING,
    WITH_GEAR,
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
from affray.rulesets.knave.machine.turns import aimed_easily, fewest, next_turn, strike


def row(s: Numbers, P: Fixed) -> int:
    """The chance that is due."""
    return s[ROW]


def take(s: Numbers, P: Fixed, word: int) -> None:
    """An outcome of the chance that is due takes effect, and play goes on to the next question.

    Nearly all of most fights is met here, without a call: a plain strike, the next one to strike, a new round. What is
    read comes before what is written, so that little waits for memory. Whatever has more to it is left to others.
    """
    stage, swift, actor, target = s[STAGE], P[SWIFT], s[ACTOR], s[TARGET]
    up, now, later = s[UP], s[NOW], s[LATER]
    if stage == STRIKE and swift:
        left = s[HP + target] - (word >> 2)
        if left <= 0:
            others = ~(1 << target)
            left = left if left >= -1 else -1
            if up & others & P[FOES_OF + actor] == 0:
                s[HP + target] = left
                s[UP] = up & others
                finish(s, P)
                return
            if falls_quietly(s, P, target) == 0:
                take_slowly(s, P, word)
                return
            up &= others
            later &= others
            s[UP] = up
            s[LATER] = later
            s[EASY] &= others
        s[HP + target] = left
        now &= ~(1 << actor)
        if word & 3:
            wear(s, P, actor, target, word)
    elif stage == INITIATIVE and swift:
        now = up & P[CAMPS + word]
        later = up & ~now
        s[ROUNDS] += 1
        s[STAGE], s[LATER] = STRIKE, later
    else:
        take_slowly(s, P, word)
        return
    if now == 0:
        now = later
        s[LATER] = 0
        if now == 0:
            s[NOW], s[STAGE], s[ROW], s[ACTOR], s[TARGET] = 0, INITIATIVE, ROUND, NOBODY, 0
            return
    actor = lowest(now)
    target = lowest(up & P[FOES_OF + actor])
    s[NOW], s[ACTOR] = now, actor
    if swift == SWIFTLY:
        s[TARGET], s[ROW] = target, P[REACH + actor] + P[GUARD + target]
    else:
        aim_plainly(s, P, actor)


def aim_plainly(s: Numbers, P: Fixed, actor: int) -> None:
    """The next strike, where gear can break and not everybody strikes at the first foe."""
    if (s[EASY] >> actor) & 1 == 0:
        next_turn(s, P)
        if s[ROW] == WALKING:
            proceed(s, P)
        return
    foes, tactic = s[UP] & P[FOES_OF + actor], P[TACTIC + actor]
    target = lowest(foes)
    if tactic != FIRST and foes & (foes - 1):
        if tactic >= RANDOM:
            s[TARGET] = 0
            s[STAGE] = AIM_EASILY if tactic == RANDOM else CHOOSE_EASILY
            s[ROW] = P[TARGET_ROWS] + count(foes) if tactic == RANDOM else CHOICE
            return
        target = fewest(s, P, foes, tactic)
    aim_swiftly(s, P, actor, target)


def aim_swiftly(s: Numbers, P: Fixed, actor: int, target: int) -> None:
    """The strike of the actor with its first weapon is due."""
    row = P[REACH + actor]
    if P[SWIFT] & WITH_GEAR:
        if P[ARMOR_AT]:
            row += P[s[P[ARMOR_AT] + target] + GUARD_OF]
        else:
            row += P[GUARD + target]
        if P[QUALITY_AT]:
            row += s[P[QUALITY_AT] + actor] * P[STEP + actor]
    else:
        row += P[GUARD + target]
    s[TARGET], s[ROW] = target, row


def falls_quietly(s: Numbers, P: Fixed, target: int) -> int:
    """1 where nothing follows when the target goes down, of whose side somebody is left: no morale is looked at."""
    foes = P[CAMPS + 1] & ~s[COMING]
    if (foes >> target) & 1 == 0 or P[MORALE_AT] == 0 or s[P[MORALE_AT] + HALVES]:
        return 1
    return 1 if 2 * count(foes & ~s[UP] | 1 << target) < count(foes) else 0


def wear(s: Numbers, P: Fixed, actor: int, target: int, word: int) -> None:
    """The weapon (1) and the armor (2) of a strike lose a point."""
    if word & 1:
        wear_weapon(s, P, actor, 0)
    if word & 2:
        wear_armor(s, P, target)


def take_slowly(s: Numbers, P: Fixed, word: int) -> None:
    """Any outcome takes effect."""
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
            carry_out(s, P, decide(s, P, s[ACTOR]), -1)
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
        return 0
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
