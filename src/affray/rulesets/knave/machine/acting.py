"""What is decided is done: passing, rising, taking up, slinging, stepping out, running, and what those may cost."""

from __future__ import annotations

from affray.rules.bits import count, lowest, nth
from affray.rules.machines import CHOICE, Fixed, Numbers
from affray.rulesets.knave.machine.changing import end_turn, leave, part, reckon, run, spend, unburden
from affray.rulesets.knave.machine.deciding import (
    ATTACK,
    CAST,
    FLEE,
    HALF_ATTACK,
    RISE,
    SLING,
    STEP_OUT,
    TAKE_UP,
    TRY,
    TRY_DIRTY,
    foes_for,
)
from affray.rulesets.knave.machine.layout import (
    ACT,
    ACTOR,
    AIM,
    AIM_AND_RISE,
    ARMOR_AT,
    BACK,
    BARE,
    BY,
    CALLED,
    CHOOSE,
    DISARMED,
    DROPPED_AT,
    FOES,
    FREE,
    GO_ON,
    GOAL,
    IN_HAND,
    LEAVING_COSTS,
    MORALE_AT,
    MOVED,
    NATURE,
    OF_BREAKING,
    OFF,
    OFFERS,
    OUT,
    RANDOM,
    RANGED,
    ROLL,
    ROLLERS,
    ROW,
    SETTLED,
    SLUNG,
    SPENT,
    STAGE,
    STOOD,
    SWAP_COSTS,
    SWAPPED,
    TACTIC,
    TARGET,
    TARGET_ROWS,
    TRIPPED,
    TURN_AT,
    TWO_HANDED,
    UP,
    WAITING_AT,
    WEAKEST,
    WEAPONS,
    WITH,
)
from affray.rulesets.knave.machine.morale import shaken, take_first
from affray.rulesets.knave.machine.reading import arm, armor, can_use, is_up, threats
from affray.rulesets.knave.machine.settling import settle
from affray.rulesets.knave.machine.striking import aim_blow, attack
from affray.rulesets.knave.machine.trying import cast_spell, try_stunt
from affray.rulesets.knave.machine.turns import fewest, next_turn


def carry_out(s: Numbers, P: Fixed, decision: int, option: int) -> None:
    """A decision of the actor is carried out; `option` says which of the foes it attacks, -1 leaves that to it."""
    kind, what, whom = decision & 15, (decision >> 4 & 255) - 1, decision >> 12
    turn, actor = P[TURN_AT], s[ACTOR]
    if kind == ATTACK:
        attack_one_of(s, P, foes_for(s, P, actor, what), what, option)
    elif kind == HALF_ATTACK:
        attack(s, P, whom, what, 1)
    elif kind == TRY:
        try_stunt(s, P, whom, what, 0)
    elif kind == TRY_DIRTY:
        try_stunt(s, P, whom, what, 1)
    elif kind == CAST:
        cast_spell(s, P, whom, what)
    elif kind == RISE:
        if whom:
            s[ROW], s[STAGE] = P[TARGET_ROWS] + count(foes_for(s, P, actor, what)), AIM_AND_RISE
        else:
            rise(s, P)
    elif kind == FLEE:
        spend(s, P)
        go(s, P, OUT)
    elif kind == STEP_OUT:
        go(s, P, OFF)
    else:
        if kind == TAKE_UP:
            take_up(s, P, what)
        elif kind == SLING:
            s[P[ARMOR_AT] + actor] = P[s[P[ARMOR_AT] + actor] + SLUNG]
            s[turn + SWAPPED] = 1
        if kind != SLING or P[SWAP_COSTS]:
            spend(s, P)
        settle(s, P, -1, 0)


def attack_one_of(s: Numbers, P: Fixed, foes: int, weapon: int, option: int) -> None:
    """An attack with the weapon on the foe that is chosen: by the tactic, or as an option."""
    turn, tactic = P[TURN_AT], P[TACTIC + s[ACTOR]]
    if option >= 0:
        attack(s, P, nth(foes, option), weapon, 0)
    elif foes & (foes - 1) == 0 or tactic < RANDOM:
        target = fewest(s, P, foes, tactic) if tactic >= WEAKEST else lowest(foes)
        attack(s, P, target, weapon, 0)
    else:
        s[turn + FOES], s[turn + WITH] = foes, weapon + 1
        if tactic == RANDOM:
            s[ROW], s[STAGE] = P[TARGET_ROWS] + count(foes), AIM
        else:
            s[ROW], s[STAGE] = CHOICE, CHOOSE


def aimed(s: Numbers, P: Fixed, place: int) -> None:
    """One of the foes has been drawn or chosen."""
    turn = P[TURN_AT]
    foes, weapon = s[turn + FOES], s[turn + WITH] - 1
    s[turn + FOES] = 0
    attack(s, P, nth(foes, place), weapon, 0)


def rise(s: Numbers, P: Fixed) -> None:
    """One who was tripped spends its move to rise (K34)."""
    unburden(s, P, s[ACTOR], TRIPPED)
    s[P[TURN_AT] + MOVED] = 1
    s[STAGE] = GO_ON


def take_up(s: Numbers, P: Fixed, weapon: int) -> None:
    """A weapon on the floor is taken up; one who has lost no other is not disarmed any more."""
    at, actor = P[DROPPED_AT], s[ACTOR]
    s[at + actor] &= ~(1 << weapon)
    if s[at + actor] == 0:
        unburden(s, P, actor, DISARMED)
    reckon(s, P, actor)


# Moving


def go(s: Numbers, P: Fixed, goal: int) -> None:
    """The actor leaves melee or the fight; those whose reach it leaves may strike first (K43)."""
    turn = P[TURN_AT]
    if P[LEAVING_COSTS]:
        s[turn + OFFERS] = threats(s, P, s[ACTOR])
        if s[turn + OFFERS]:
            s[turn + GOAL] = goal
            s[STAGE] = GO_ON
            return
    arrive(s, P, goal)


def arrive(s: Numbers, P: Fixed, goal: int) -> None:
    """The move itself."""
    turn, actor = P[TURN_AT], s[ACTOR]
    s[turn + GOAL] = 0
    if goal == OUT:
        leave(s, P, actor)
        settle(s, P, -1, 1 << actor)
    else:
        s[turn + MOVED] = 1
        part(s, P, actor)
        settle(s, P, -1, 0)


def strike_free(s: Numbers, P: Fixed) -> None:
    """The first of those who may strikes at one who leaves."""
    turn, mover = P[TURN_AT], s[ACTOR]
    foe = lowest(s[turn + OFFERS])
    s[turn + OFFERS] &= s[turn + OFFERS] - 1
    s[turn + FREE] = 1
    weapon = free_weapon(s, P, foe)
    if weapon < -1:
        s[STAGE] = SETTLED
        return
    s[TARGET], s[turn + BY], s[turn + WITH] = mover, foe, weapon + 1
    aim_blow(s, P)


def free_weapon(s: Numbers, P: Fixed, fighter: int) -> int:
    """The first weapon for a free attack: for melee, whole, and no shield in its way; -2 where there is none."""
    for weapon in range(P[WEAPONS + fighter]):
        nature = P[arm(P, fighter, weapon) + NATURE]
        serves = nature & TWO_HANDED == 0 or P[armor(s, P, fighter) + IN_HAND] == 0
        if serves and nature & RANGED == 0 and can_use(s, P, fighter, weapon):
            return weapon
    return -1 if P[BARE] else -2


# On with the fight


def go_on(s: Numbers, P: Fixed) -> None:
    """What waits for the referee comes first, then free attacks, then the rest of the turn, then the next one."""
    turn, waiting, actor = P[TURN_AT], P[WAITING_AT], s[ACTOR]
    if turn and actor >= 0 and s[turn + OFFERS] == 0 and (s[turn + SPENT] or is_up(s, actor) == 0):
        end_turn(s, P)
    if waiting and s[waiting]:
        answer_as_referee(s, P, take_first(s, waiting))
        return
    if turn:
        if s[turn + OFFERS]:
            strike_free(s, P)
            return
        s[turn + GOAL] = 0
        if s[ACTOR] >= 0:
            s[STAGE] = ACT
            return
    end_turn(s, P)
    next_turn(s, P)


def go_on_settled(s: Numbers, P: Fixed) -> None:
    """All is settled; one who leaves goes on once every free attack has been made."""
    turn = P[TURN_AT]
    s[STAGE] = GO_ON
    if turn and s[turn + FREE]:
        s[turn + FREE] = 0
        if s[turn + OFFERS] == 0 and is_up(s, s[ACTOR]):
            arrive(s, P, s[turn + GOAL])


def answer_as_referee(s: Numbers, P: Fixed, code: int) -> None:
    """The referee calls for the roll that waits, or says that one whose morale failed flees (K59, K70)."""
    at = P[MORALE_AT]
    if code >> 6 == OF_BREAKING:
        fighter = code & 63
        run(s, P, fighter)
        settle(s, P, -1, (1 << fighter) & ~s[UP])
        return
    s[at + STOOD] = s[UP]
    s[at + ROLLERS] = shaken(s, P, code)
    s[at + BACK] = CALLED
    s[STAGE] = ROLL
