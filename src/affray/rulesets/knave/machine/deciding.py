"""What a fighter does next in its turn, by its tactic: read off the position, and nothing is changed."""

from __future__ import annotations

from affray.rules.bits import count, lowest
from affray.rules.machines import Fixed, Numbers
from affray.rulesets.knave.machine.layout import (
    AGAINST,
    ATTACK_OWED,
    BARE,
    CASTING,
    DIRTY,
    FIGHTING_DIRTY,
    FLEEING,
    FOES_OF,
    HAMPERS,
    HELPLESS,
    IN_HAND,
    MADE,
    MOVED,
    NATURE,
    NEEDS_REACH,
    NO_TRICK,
    OWED,
    RANDOM,
    RANGED,
    STUNNED,
    STUNT_FIRST,
    STUNTING,
    SWAP_COSTS,
    SWAPPED,
    TACTIC,
    TRICK,
    TRIPPED,
    TURN_AT,
    TWO_HANDED,
    UP,
    WEAPON,
    WEAPONS,
)
from affray.rulesets.knave.machine.reading import (
    adjacent_foes,
    allies_at,
    arm,
    armor,
    beside,
    blows,
    can_use,
    dropped,
    edge_over,
    has_shots,
    is_engaged,
    is_up,
    loaded,
    quality,
    troubles,
    usable,
)
from affray.rulesets.knave.machine.tricks import best_stunt, spell_to_cast, stunt_instead, worsening

PASS, FLEE, RISE, TAKE_UP, STEP_OUT, SLING, ATTACK, HALF_ATTACK, TRY, TRY_DIRTY, CAST = range(11)
"""What is done; then, with `told`, with what (a weapon, a stunt, a spell) and against whom."""


def told(kind: int, what: int, whom: int) -> int:
    """A decision as one number."""
    return kind + ((what + 1) << 4) + (whom << 12)


def decide(s: Numbers, P: Fixed, actor: int) -> int:
    """What the fighter does next; `ATTACK` leaves open against whom of `foes_for`."""
    turn, trouble = P[TURN_AT], troubles(s, P, actor)
    if (s[FLEEING] >> actor) & 1:
        return FLEE
    if trouble & HELPLESS:
        return PASS
    may_rise = trouble & TRIPPED and s[turn + MOVED] == 0 and s[turn + MADE] == 0 and s[turn + OWED] == 0
    if trouble & STUNNED:
        return RISE if may_rise else PASS
    if s[turn + OWED]:
        return other_half(s, P, actor)
    if s[turn + MADE]:
        weapon = s[turn + WEAPON] - 1
        return told(ATTACK, weapon, 0) if foes_for(s, P, actor, weapon) else PASS
    decision = with_trick(s, P, actor, plain(s, P, actor))
    if may_rise and does_not_walk(s, P, actor, decision):
        return rise_instead(s, P, actor, decision)
    return decision


def rise_instead(s: Numbers, P: Fixed, actor: int, decision: int) -> int:
    """To rise first; where a target would have been drawn, that die is thrown before it shows."""
    weapon = (decision >> 4 & 255) - 1
    if decision & 15 == ATTACK and P[TACTIC + actor] == RANDOM and count(foes_for(s, P, actor, weapon)) > 1:
        return told(RISE, weapon, 1)
    return RISE


def with_trick(s: Numbers, P: Fixed, actor: int, decision: int) -> int:
    """What the trick of the tactic makes of a plain turn."""
    trick = P[TRICK + actor]
    if trick == NO_TRICK:
        return decision
    kind, weapon = decision & 15, (decision >> 4 & 255) - 1
    if trick == CASTING:
        spell = spell_to_cast(s, P, actor)
        if spell < 0:
            return decision
        if P[armor(s, P, actor) + IN_HAND] and (s[P[TURN_AT] + SWAPPED] or P[SWAP_COSTS]):
            return slinging(s, P, actor)
        return told(CAST, spell & 255, spell >> 8)
    foes = 0
    if kind == ATTACK:
        foes = foes_for(s, P, actor, weapon)
        shot = P[arm(P, actor, weapon) + NATURE] & RANGED
        if trick == FIGHTING_DIRTY:
            return fighting_dirty(s, P, actor, lowest(foes), decision, shot)
        stunt = stunt_instead(s, P, actor, lowest(foes), shot)
        return told(TRY, stunt, lowest(foes)) if stunt >= 0 else decision
    if kind == PASS and trick == STUNTING:
        foes = within_reach(s, P, actor)
        if foes:
            stunt = best_stunt(s, P, actor, lowest(foes), worsening(s, P, lowest(foes)), 0)
            if stunt >= 0:
                return told(TRY, stunt, lowest(foes))
    return decision


def fighting_dirty(s: Numbers, P: Fixed, actor: int, target: int, decision: int, shot: int) -> int:
    """With advantage an attack and a stunt in one turn, instead of the attack that was decided on."""
    if shot and P[NEEDS_REACH]:
        return decision
    stunt = best_stunt(s, P, actor, target, worsening(s, P, target), 1)
    if stunt < 0:
        return decision
    if P[STUNT_FIRST]:
        return told(TRY_DIRTY, stunt, target)
    hampered = 1 if shot and P[HAMPERS] and allies_at(s, P, actor, target) else 0
    if edge_over(s, P, target, hampered) < 1:
        return decision
    return told(HALF_ATTACK, (decision >> 4 & 255) - 1, target)


def does_not_walk(s: Numbers, P: Fixed, actor: int, decision: int) -> bool:
    """Whether one who lies on the ground rises first: what it does does not need the move."""
    kind, what, whom = decision & 15, (decision >> 4 & 255) - 1, decision >> 12
    if kind == STEP_OUT:
        return False
    if kind == ATTACK:
        if P[arm(P, actor, what) + NATURE] & RANGED:
            return True
        whom = lowest(foes_for(s, P, actor, what))
    elif kind == HALF_ATTACK:
        if P[arm(P, actor, what) + NATURE] & RANGED:
            return True
    elif kind not in (TRY, TRY_DIRTY):
        return True
    return (beside(s, P, actor) >> whom) & 1 == 1 or s[P[TURN_AT] + MOVED] == 1


# The plain turn


def plain(s: Numbers, P: Fixed, actor: int) -> int:
    """The attack, or what has to come before it; without any way to attack the turn goes by."""
    weapon = usable(s, P, actor)
    if weapon < 0:
        lying = worth_taking(s, P, actor)
        if lying >= 0:
            return told(TAKE_UP, lying, 0)
        bow = loaded(s, P, actor)
        if bow >= 0:
            if is_engaged(s, P, actor) == 0:
                return slinging(s, P, actor) if hands_are_full(s, P, actor, bow) else told(ATTACK, bow, 0)
            if s[P[TURN_AT] + MOVED] == 0:
                return STEP_OUT
        if P[BARE] == 0:
            return PASS
    elif hands_are_full(s, P, actor, weapon):
        return slinging(s, P, actor)
    if within_reach(s, P, actor):
        return told(ATTACK, weapon, 0)
    bow = loaded(s, P, actor)
    if bow >= 0 and is_engaged(s, P, actor) == 0 and hands_are_full(s, P, actor, bow) == 0:
        return told(ATTACK, bow, 0)
    return PASS


def worth_taking(s: Numbers, P: Fixed, actor: int) -> int:
    """The first weapon on the floor that is of any use, else -1."""
    lying, shots = dropped(s, P, actor), has_shots(s, P, actor)
    for weapon in range(P[WEAPONS + actor]):
        serves = shots or P[arm(P, actor, weapon) + NATURE] & RANGED == 0
        if serves and (lying >> weapon) & 1 and quality(s, P, actor, weapon) >= 0:
            return weapon
    return -1


def within_reach(s: Numbers, P: Fixed, actor: int) -> int:
    """The foes in melee reach; if one lies on the ground only those for whom it need not walk."""
    near = adjacent_foes(s, P, actor)
    if s[P[TURN_AT] + MOVED] or (near and troubles(s, P, actor) & TRIPPED):
        return near
    return s[UP] & P[FOES_OF + actor]


def foes_for(s: Numbers, P: Fixed, actor: int, weapon: int) -> int:
    """Those whom the fighter may attack with the weapon now, in the middle of a routine too."""
    turn, foes = P[TURN_AT], s[UP] & P[FOES_OF + actor]
    shot = P[arm(P, actor, weapon) + NATURE] & RANGED
    if s[turn + MADE] == 0:
        return foes if shot else within_reach(s, P, actor)
    if may_go_on(s, P, actor, weapon) == 0:
        return 0
    if s[turn + DIRTY]:
        foes &= 1 << (s[turn + AGAINST] - 1)
    return foes if shot else foes & beside(s, P, actor)


def may_go_on(s: Numbers, P: Fixed, actor: int, weapon: int) -> int:
    """1 where a routine may go on: attacks are left, the weapon is whole, a shot is possible."""
    if s[P[TURN_AT] + MADE] >= blows(P, actor, weapon) or (weapon >= 0 and can_use(s, P, actor, weapon) == 0):
        return 0
    if P[arm(P, actor, weapon) + NATURE] & RANGED:
        return 1 if has_shots(s, P, actor) and is_engaged(s, P, actor) == 0 else 0
    return 1


def hands_are_full(s: Numbers, P: Fixed, actor: int, weapon: int) -> int:
    """1 where the shield is in the way of the weapon in this turn (K23)."""
    if P[arm(P, actor, weapon) + NATURE] & TWO_HANDED == 0 or P[armor(s, P, actor) + IN_HAND] == 0:
        return 0
    turn = P[TURN_AT]
    return 1 if s[turn + SWAPPED] or s[turn + OWED] or P[SWAP_COSTS] else 0


def slinging(s: Numbers, P: Fixed, actor: int) -> int:
    """The shield is slung by an action of its own, if the turn allows it."""
    return PASS if s[P[TURN_AT] + SWAPPED] else SLING


# Fighting dirty


def other_half(s: Numbers, P: Fixed, actor: int) -> int:
    """What is still owed of fighting dirty; against a foe who is down or out of reach it is let go."""
    turn = P[TURN_AT]
    target = s[turn + AGAINST] - 1
    if is_up(s, target) == 0:
        return PASS
    if s[turn + OWED] == ATTACK_OWED:
        # One without a usable melee weapon strikes with bare hands, and shoots only where those do not reach.
        first, bow = usable(s, P, actor), loaded(s, P, actor)
        if (first >= 0 or P[BARE]) and half_is_possible(s, P, actor, target, first):
            return told(HALF_ATTACK, first, target)
        if bow >= 0 and half_is_possible(s, P, actor, target, bow):
            return told(HALF_ATTACK, bow, target)
        if P[BARE] and half_is_possible(s, P, actor, target, -1):
            return told(HALF_ATTACK, -1, target)
        return PASS
    if s[turn + MADE]:
        weapon = s[turn + WEAPON] - 1
        if may_go_on(s, P, actor, weapon) and half_is_possible(s, P, actor, target, weapon):
            return told(HALF_ATTACK, weapon, target)
    stunt = best_stunt(s, P, actor, target, worsening(s, P, target), 0)
    return told(TRY_DIRTY, stunt, target) if stunt >= 0 else PASS


def half_is_possible(s: Numbers, P: Fixed, actor: int, target: int, weapon: int) -> int:
    """1 where the attack that is owed may be made with the weapon."""
    if hands_are_full(s, P, actor, weapon):
        return 0
    if P[arm(P, actor, weapon) + NATURE] & RANGED:
        return 1 - is_engaged(s, P, actor)
    return 1 if (beside(s, P, actor) >> target) & 1 or s[P[TURN_AT] + MOVED] == 0 else 0
