"""Stunts and spells: the contest, and what it does to one who does not resist."""

from __future__ import annotations

from affray.rules.machines import Fixed, Numbers
from affray.rulesets.knave.machine.changing import burden, go_out, join, push, run, spend
from affray.rulesets.knave.machine.layout import (
    ACTOR,
    ADVANTAGE_ONLY,
    AGAINST,
    ATTACK_OWED,
    CAST_AT,
    CLASS,
    CONTESTS,
    DAMAGE,
    DAMAGE_ROW,
    DIRTY,
    DISARM,
    DISARMED,
    DISARMING,
    DISTRACT,
    DISTRACTING,
    DROPPED_AT,
    EFFECT,
    HALF,
    HALVED,
    HP,
    HURTS,
    MOVED,
    NEEDS_REACH,
    OWED,
    PASSING_DISTRACTED,
    PASSING_OFF_BALANCE,
    ROW,
    SCARE,
    SHOVE,
    SLUNG,
    SPELL,
    SPELL_DAMAGE,
    STAGE,
    STUN,
    STUNNED,
    STUNNING,
    STUNT,
    STUNT_OWED,
    TAKE,
    TAKEN,
    TARGET,
    TRIPPED,
    TRIPPING,
    TURN_AT,
    UNBALANCE,
    UP,
    WITH,
)
from affray.rulesets.knave.machine.reading import beside, edge_over, in_hand
from affray.rulesets.knave.machine.settling import settle
from affray.rulesets.knave.machine.striking import hold, is_spent
from affray.rulesets.knave.machine.tricks import spell_at, stunt_row

# Stunts


def try_stunt(s: Numbers, P: Fixed, target: int, kind: int, half: int) -> None:
    """The contest of a stunt is due."""
    turn, actor = P[TURN_AT], s[ACTOR]
    s[TARGET] = target
    s[turn + WITH], s[turn + HALF] = kind + 1, half
    edge = edge_over(s, P, target, 0)
    if edge > 0 and is_spent(s, P, target):
        edge = 0
    s[ROW], s[STAGE] = stunt_row(s, P, actor, target, kind, edge), STUNT


def stunt(s: Numbers, P: Fixed, success: int) -> None:
    """What the stunt came to."""
    turn, actor, target = P[TURN_AT], s[ACTOR], s[TARGET]
    kind, half = s[turn + WITH] - 1, s[turn + HALF]
    if P[NEEDS_REACH] and (beside(s, P, actor) >> target) & 1 == 0:
        join(s, P, actor, target)
        s[turn + MOVED] = 1
    owed = ATTACK_OWED if half and s[turn + OWED] != STUNT_OWED else 0
    s[turn + AGAINST] = target + 1 if half else 0
    s[turn + OWED] = owed
    if half:
        s[turn + DIRTY] = 1
    s[turn + WITH] = s[turn + HALF] = s[TARGET] = 0
    if owed == 0:
        spend(s, P)
    if success:
        if P[ADVANTAGE_ONLY]:
            burden(s, P, target, PASSING_OFF_BALANCE)
        elif kind == STUNNING:
            burden(s, P, target, STUNNED)
        elif kind == DISARMING:
            disarm(s, P, target)
        elif kind == TRIPPING:
            burden(s, P, target, TRIPPED)
        elif kind == DISTRACTING:
            burden(s, P, target, PASSING_DISTRACTED)
    settle(s, P, -1, 0)


def disarm(s: Numbers, P: Fixed, target: int) -> None:
    """The weapon in hand is on the floor; there is nothing to take from one who has none."""
    weapon = in_hand(s, P, target)
    if weapon >= 0:
        s[P[DROPPED_AT] + target] |= 1 << weapon
        burden(s, P, target, DISARMED)


# Spells


def cast_spell(s: Numbers, P: Fixed, target: int, spell: int) -> None:
    """The contest of a spell is due; the book takes both hands."""
    turn, caster = P[TURN_AT], s[ACTOR]
    hold(s, P, caster, SLUNG)
    s[TARGET] = target
    s[turn + WITH] = spell + 1
    s[ROW], s[STAGE] = P[spell_at(P, caster, spell) + CONTESTS + P[CLASS + target]], SPELL


def spell(s: Numbers, P: Fixed, success: int) -> None:
    """What the spell came to."""
    turn, caster, target = P[TURN_AT], s[ACTOR], s[TARGET]
    number = s[turn + WITH] - 1
    at = spell_at(P, caster, number)
    s[P[CAST_AT] + caster] |= 1 << number
    spend(s, P)
    effect = P[at + EFFECT]
    if effect == DAMAGE and (success or P[HALVED]):
        s[turn + HURTS] = success
        s[ROW], s[STAGE] = P[at + DAMAGE_ROW], SPELL_DAMAGE
        return
    s[TARGET] = 0
    gone = take_effect(s, P, caster, target, effect) if success else 0
    settle(s, P, -1, gone)


def take_effect(s: Numbers, P: Fixed, caster: int, target: int, effect: int) -> int:
    """A spell that hurts nobody takes effect; returns who is out of the fight alive by it, as a set."""
    bit = 1 << target
    if effect == STUN:
        burden(s, P, target, STUNNED)
    elif effect == DISARM:
        disarm(s, P, target)
    elif effect == SHOVE:
        push(s, P, caster, target)
    elif effect == UNBALANCE:
        burden(s, P, target, PASSING_OFF_BALANCE)
    elif effect == DISTRACT:
        burden(s, P, target, PASSING_DISTRACTED)
    elif effect == SCARE:
        run(s, P, target)
    elif effect == TAKE:
        go_out(s, P, target)
        s[TAKEN] |= bit
    return bit & ~s[UP]


def spell_damage(s: Numbers, P: Fixed, points: int) -> None:
    """The damage of a spell, or half of it for one who resisted (K68)."""
    turn, target = P[TURN_AT], s[TARGET]
    s[HP + target] -= points if s[turn + HURTS] else points // 2
    s[turn + HURTS] = s[TARGET] = 0
    settle(s, P, target, 0)
