"""What each event does to the state. Reads no ruling: what was decided is in the event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from affray.rulesets.knave import events as e
from affray.rulesets.knave.harm import suffer, wear_armor, wear_weapon
from affray.rulesets.knave.state import UP, Condition, Fate, FreeAttack, State, Turn, pair

Pairs: TypeAlias = tuple[tuple[int, int], ...]


def evolve(state: State, event: e.Event) -> State:
    """The state after the event."""
    return _HANDLERS[type(event)](state, event)


def with_condition(state: State, fighter: int, condition: Condition) -> tuple[Condition, ...]:
    """All conditions, with this fighter's replaced."""
    conditions = list(state.conditions)
    conditions[fighter] = condition
    return tuple(conditions)


def _with(state: State, fighter: int, **changes: Any) -> State:
    changed = replace(state.conditions[fighter], **changes)
    return replace(state, conditions=with_condition(state, fighter, changed))


def _turn_of(state: State, fighter: int) -> Turn:
    """The open turn of the fighter, or a fresh one: whoever acts ends the turn of the one before."""
    turn = state.turn
    return turn if turn is not None and turn.actor == fighter else Turn(fighter)


def _spent(acted: tuple[int, ...], fighter: int) -> tuple[int, ...]:
    # Ascending, so that the order in which a side acted is no part of the state.
    return (*acted, fighter) if not acted or acted[-1] < fighter else tuple(sorted((*acted, fighter)))


# The round


def _round_began(state: State, event: e.RoundBegan) -> State:
    struck = state.struck if event.struck else ()
    return replace(
        state, round=state.round + 1, first=event.first, order=event.order, acted=event.idle, turn=None, struck=struck
    )


def _arrived(state: State, event: e.Arrived) -> State:
    return _waiting(_with(state, event.fighter, fate=UP, fleeing=False), event.fighter, event.waits)


def _joined(state: State, event: e.Joined) -> State:
    number = len(state.profiles)
    camps = tuple((*camp, number) if at == event.profile.camp else camp for at, camp in enumerate(state.camps))
    joined = replace(
        state,
        profiles=(*state.profiles, event.profile),
        conditions=(*state.conditions, event.condition),
        camps=(camps[0], camps[1]),
        order=(*state.order, number) if state.order else (),
    )
    return _waiting(joined, number, event.waits)


def _waiting(state: State, fighter: int, waits: bool) -> State:
    if not waits or fighter in state.acted:
        return state
    return replace(state, acted=_spent(state.acted, fighter))


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    grants = tuple(one for one in state.grants if one[0] != event.fighter)
    changed = _with(state, event.fighter, passing=(), stunned=False)
    return replace(changed, turn=None, grants=grants)


def lasting(state: State, fighter: int) -> bool:
    """Whether something lasts until the end of the fighter's turn."""
    condition = state.conditions[fighter]
    return bool(condition.passing or condition.stunned or state.grants)


def _passed(state: State, event: e.Passed) -> State:
    before = _turn_of(state, event.fighter)
    # In the middle of the action only the rest of that goes by: a move may be left (K42).
    midway = not before.over and bool(before.blow or before.owed)
    turn = replace(before, over=True, moved=before.moved or not midway, against=None, owed="")
    acted = state.acted if event.fighter in state.acted else _spent(state.acted, event.fighter)
    return replace(state, acted=acted, turn=turn)


# Attacks, stunts, spells


def _attacked(state: State, event: e.Attacked) -> State:
    attacker, target = event.attacker, event.target
    conditions, adjacent, acted = state.conditions, state.adjacent, state.acted
    if event.damage:
        conditions = with_condition(state, target, suffer(conditions[target], event.damage))
    if event.closes:
        adjacent = _joined_in_melee(adjacent, attacker, target)
    if event.spends:
        acted = (*acted, attacker) if not acted or acted[-1] < attacker else _spent(acted, attacker)
    after = replace(state, conditions=conditions, adjacent=adjacent, acted=acted, turn=event.left)
    if event.engages or event.thrown or event.shot or state.modifiers:
        return _aftermath(after, event)
    return after


def _joined_in_melee(adjacent: Pairs, one: int, other: int) -> Pairs:
    """The pairs with one more, ascending."""
    new = (one, other) if one < other else (other, one)
    return (*adjacent, new) if not adjacent or adjacent[-1] < new else tuple(sorted((*adjacent, new)))


def _aftermath(state: State, event: e.Attacked) -> State:
    """What few attacks leave behind: who is bound, what left the hand, the modifier that is used up."""
    attacker = event.attacker
    if event.engages:
        struck = (attacker, event.target)
        state = replace(state, struck=tuple(sorted({*state.struck, struck})))
    condition = state.conditions[attacker]
    if event.thrown:
        place = state.conditions[event.target].at
        state = _with(
            state,
            attacker,
            dropped=tuple(sorted((*condition.dropped, event.weapon))),
            flung=tuple(sorted((*condition.flung, event.weapon))),
            lying=tuple(sorted((*condition.lying, (event.weapon, place)))) if place else condition.lying,
        )
    elif event.shot and condition.shots is not None:
        state = _with(state, attacker, shots=condition.shots - 1)
    return _unmodified(state, attacker)


def _unmodified(state: State, actor: int) -> State:
    if not state.modifiers:
        return state
    return replace(state, modifiers=tuple(one for one in state.modifiers if one[0] != actor))


def _stunted(state: State, event: e.Stunted) -> State:
    adjacent = _joined_in_melee(state.adjacent, event.actor, event.target) if event.closes else state.adjacent
    before = _turn_of(state, event.actor)
    turn = replace(
        before,
        moved=before.moved or event.closes,
        over=event.spends,
        against=event.target if event.dirty else None,
        owed=event.owed,
        dirty=event.dirty,
    )
    acted = _spent(state.acted, event.actor) if event.spends else state.acted
    return _unmodified(replace(state, adjacent=adjacent, acted=acted, turn=turn), event.actor)


def _spell_cast(state: State, event: e.SpellCast) -> State:
    caster = event.caster
    used = tuple(sorted((*state.conditions[caster].cast, event.spell)))
    after = _with(state, caster, cast=used)
    turn = replace(_turn_of(state, caster), over=True)
    return _unmodified(replace(after, acted=_spent(state.acted, caster), turn=turn), caster)


def _harmed(state: State, event: e.Harmed) -> State:
    hurt = suffer(state.conditions[event.fighter], event.damage)
    return replace(state, conditions=with_condition(state, event.fighter, hurt))


def _quality_lost(state: State, event: e.QualityLost) -> State:
    condition = state.conditions[event.fighter]
    worn = wear_weapon(condition, event.weapon) if event.item == "weapon" else wear_armor(condition, event.item)
    return replace(state, conditions=with_condition(state, event.fighter, worn))


def _flagged(state: State, event: e.Flagged) -> State:
    condition = state.conditions[event.fighter]
    if event.flag == "stunned":
        return _with(state, event.fighter, stunned=event.on)
    if event.flag == "off_balance" and not event.on and condition.tripped:
        state, condition = _with(state, event.fighter, tripped=False), replace(condition, tripped=False)
    name = "passing" if event.passing else "flags"
    others = tuple(one for one in getattr(condition, name) if one != event.flag)
    return _with(state, event.fighter, **{name: tuple(sorted((*others, event.flag))) if event.on else others})


def _tripped(state: State, event: e.Tripped) -> State:
    return _with(state, event.fighter, tripped=True)


def _got_up(state: State, event: e.GotUp) -> State:
    turn = replace(_turn_of(state, event.fighter), moved=True)
    return replace(_with(state, event.fighter, tripped=False), turn=turn)


def _stunned(state: State, event: e.Stunned) -> State:
    return _with(state, event.fighter, stunned=True)


def _dropped(state: State, event: e.Dropped) -> State:
    condition = state.conditions[event.fighter]
    dropped = tuple(sorted({*condition.dropped, event.weapon}))
    lying = tuple(sorted({*condition.lying, (event.weapon, condition.at)})) if condition.at else condition.lying
    flags = tuple(sorted({*condition.flags, "disarmed"}))
    return _with(state, event.fighter, dropped=dropped, lying=lying, flags=flags)


def _took_up(state: State, event: e.TookUp) -> State:
    condition = state.conditions[event.fighter]
    dropped = tuple(one for one in condition.dropped if one != event.weapon)
    flung = tuple(one for one in condition.flung if one != event.weapon)
    lying = tuple(one for one in condition.lying if one[0] != event.weapon)
    flags = condition.flags
    if event.weapon not in condition.flung and dropped == flung:  # nothing else was knocked out of the hand
        flags = tuple(one for one in flags if one != "disarmed")
    turn = replace(_turn_of(state, event.fighter), over=True)
    taken = _with(state, event.fighter, dropped=dropped, flung=flung, lying=lying, flags=flags)
    return replace(taken, acted=_spent(state.acted, event.fighter), turn=turn)


def _readied(state: State, event: e.Readied) -> State:
    turn = replace(_turn_of(state, event.fighter), swapped=True, over=event.spends)
    acted = _spent(state.acted, event.fighter) if event.spends else state.acted
    return replace(_with(state, event.fighter, slung=event.slung), acted=acted, turn=turn)


# Moving


def _moved(state: State, event: e.Moved) -> State:
    mover = event.fighter
    before = _turn_of(state, mover)
    walked = before.walked if event.action else before.walked + abs(event.feet)
    turn = replace(before, moved=True, over=before.over or event.action, walked=walked)
    acted = _spent(state.acted, mover) if event.action else state.acted
    condition = state.conditions[mover]
    at = condition.at if event.to in ("off", "closer") else event.to
    changed = replace(condition, at=at, advanced=condition.advanced + event.feet)
    after = replace(state, conditions=with_condition(state, mover, changed), acted=acted, turn=turn)
    return _apart(after, mover)


def _placed(state: State, event: e.Placed) -> State:
    return _apart(_with(state, event.fighter, at=event.at), event.fighter)


def _pushed(state: State, event: e.Pushed) -> State:
    parted = pair(event.fighter, event.by)
    return replace(
        state,
        adjacent=tuple(one for one in state.adjacent if one != parted),
        struck=tuple(one for one in state.struck if pair(*one) != parted),
    )


def _apart(state: State, fighter: int) -> State:
    """The fighter is adjacent to nobody any more."""
    adjacent = tuple([one for one in state.adjacent if fighter not in one])
    if not state.struck:
        return state if len(adjacent) == len(state.adjacent) else replace(state, adjacent=adjacent)
    return replace(state, adjacent=adjacent, struck=tuple([one for one in state.struck if fighter not in one]))


# Down and out


def _with_fate(state: State, fighter: int, fate: Fate) -> State:
    """One goes down or out: nobody is adjacent to it, its turn is over, and nobody strikes at it as it leaves."""
    own_turn = state.turn is not None and state.turn.actor == fighter
    changed = replace(state.conditions[fighter], fate=fate, fleeing=False)
    if own_turn:
        changed = replace(changed, passing=(), stunned=False)
    conditions = with_condition(state, fighter, changed)
    adjacent, struck, pending = state.adjacent, state.struck, state.pending
    if adjacent:
        adjacent = tuple([one for one in adjacent if fighter not in one])
    if struck:
        struck = tuple([one for one in struck if fighter not in one])
    if pending:
        pending = tuple(
            [one for one in pending if not isinstance(one, FreeAttack) or fighter not in (one.seat, one.mover)]
        )
    after = replace(state, conditions=conditions, adjacent=adjacent, struck=struck, pending=pending)
    if not own_turn:
        return after
    acted = state.acted if fighter in state.acted else _spent(state.acted, fighter)
    grants = tuple([one for one in state.grants if one[0] != fighter])
    return replace(after, turn=None, acted=acted, grants=grants)


def _fell(state: State, event: e.Fell) -> State:
    return _with_fate(state, event.fighter, event.fate)


def _rose(state: State, event: e.Rose) -> State:
    return _waiting(_with(state, event.fighter, fate=UP), event.fighter, event.waits)


def _left(state: State, event: e.Left) -> State:
    return _with_fate(state, event.fighter, event.fate)


def _turned_to_flee(state: State, event: e.TurnedToFlee) -> State:
    return _with(state, event.fighter, fleeing=True)


# Morale


def _morale_called(state: State, event: e.MoraleCalled) -> State:
    checked, starting = state.checked, state.starting
    if event.trigger not in checked:
        checked = (*checked, event.trigger)
        if event.counted:
            starting = (*starting, (event.trigger.group, event.counted))
    due = (*state.due, event.trigger) if event.later else state.due
    return replace(state, checked=checked, starting=starting, due=due)


def _morale_settled(state: State, event: e.MoraleRolled | e.MoraleSkipped) -> State:
    return replace(state, due=tuple(one for one in state.due if one != event.trigger))


# Decisions and the referee


def _asked(state: State, event: e.Asked) -> State:
    if isinstance(event.pending, FreeAttack):
        return replace(state, pending=(*state.pending, event.pending))
    # What one free attack leads to is decided before the next one is made (K43).
    offers = tuple([one for one in state.pending if isinstance(one, FreeAttack)])
    return replace(state, pending=(*state.pending[: len(state.pending) - len(offers)], event.pending, *offers))


def _answered(state: State, event: e.Answered) -> State:
    return replace(state, pending=state.pending[1:])


def _hit_points_rolled(state: State, event: e.HitPointsRolled) -> State:
    profiles = list(state.profiles)
    profiles[event.fighter] = replace(profiles[event.fighter], max_hp=event.hp)
    return replace(_with(state, event.fighter, hp=event.hp), profiles=tuple(profiles))


def _overridden(state: State, event: e.Overridden) -> State:
    return _with(state, event.fighter, hp=event.hp)


def _morale_set(state: State, event: e.MoraleSet) -> State:
    profiles = list(state.profiles)
    profiles[event.fighter] = replace(profiles[event.fighter], morale=event.rating)
    return replace(state, profiles=tuple(profiles))


def _granted(state: State, event: e.Granted) -> State:
    others = tuple(one for one in state.grants if one[:2] != (event.actor, event.target))
    grant = ((event.actor, event.target, event.edge),) if event.edge else ()
    return replace(state, grants=tuple(sorted((*others, *grant))))


def _modified(state: State, event: e.Modified) -> State:
    others = tuple(one for one in state.modifiers if one[0] != event.actor)
    modifier = ((event.actor, event.modifier),) if event.modifier else ()
    return replace(state, modifiers=tuple(sorted((*others, *modifier))))


def _saved(state: State, event: e.Saved) -> State:
    return _unmodified(state, event.fighter)


def _ended(state: State, event: e.Ended) -> State:
    return replace(state, over=True, winner=event.winner, pending=(), due=(), turn=None)


_HANDLERS: dict[type, Callable[[State, Any], State]] = {
    e.RoundBegan: _round_began,
    e.Attacked: _attacked,
    e.Stunted: _stunted,
    e.SpellCast: _spell_cast,
    e.Harmed: _harmed,
    e.QualityLost: _quality_lost,
    e.Flagged: _flagged,
    e.Tripped: _tripped,
    e.GotUp: _got_up,
    e.Stunned: _stunned,
    e.Dropped: _dropped,
    e.TookUp: _took_up,
    e.Readied: _readied,
    e.Moved: _moved,
    e.Placed: _placed,
    e.Pushed: _pushed,
    e.Passed: _passed,
    e.TurnEnded: _turn_ended,
    e.Fell: _fell,
    e.Rose: _rose,
    e.MoraleCalled: _morale_called,
    e.MoraleRolled: _morale_settled,
    e.MoraleSkipped: _morale_settled,
    e.TurnedToFlee: _turned_to_flee,
    e.Left: _left,
    e.Asked: _asked,
    e.Answered: _answered,
    e.HitPointsRolled: _hit_points_rolled,
    e.Overridden: _overridden,
    e.MoraleSet: _morale_set,
    e.Granted: _granted,
    e.Modified: _modified,
    e.Saved: _saved,
    e.Arrived: _arrived,
    e.Joined: _joined,
    e.Ended: _ended,
}
