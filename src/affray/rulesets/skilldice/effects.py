"""What each event does to the state. Reads no ruling: what was decided is in the event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from affray.rulesets.skilldice import events as e
from affray.rulesets.skilldice.harm import lose, pierce, regain, with_one
from affray.rulesets.skilldice.state import ACTIONS, NOTHING, UP, Condition, State, place_of


def evolve(state: State, event: e.Event) -> State:
    """The state after the event."""
    return _HANDLERS[type(event)](state, event)


def _put(state: State, fighter: int, condition: Condition) -> State:
    conditions = list(state.conditions)
    conditions[fighter] = condition
    return replace(state, conditions=tuple(conditions))


def _with(state: State, fighter: int, **changes: Any) -> State:
    return _put(state, fighter, replace(state.conditions[fighter], **changes))


def _spend(state: State, fighter: int, actions: int = 1) -> State:
    return _with(state, fighter, actions=state.conditions[fighter].actions - actions)


# The round


def _round_began(state: State, event: e.RoundBegan) -> State:
    conditions = state.conditions
    if event.refills:
        conditions = tuple([replace(one, actions=ACTIONS, held=False) for one in conditions])
    order = () if event.entering else state.order
    return replace(
        state,
        conditions=conditions,
        round=state.round + 1,
        entering=event.entering,
        entries=(),
        order=order,
        place=-1,
        ended=(),
    )


def _entered(state: State, event: e.Entered) -> State:
    entering = tuple(one for one in state.entering if one != event.fighter)
    entries = sorted((*state.entries, (event.fighter, event.hand.die, event.result)))
    return replace(state, entering=entering, entries=tuple(entries))


def _ordered(state: State, event: e.Ordered) -> State:
    return replace(state, entering=(), entries=(), order=event.order, place=-1, ended=())


def _turn_came(state: State, event: e.TurnCame) -> State:
    for fighter in event.fighters:
        one = state.conditions[fighter]
        one = replace(one, begun=True, attacks=0)
        if event.refills:
            one = replace(one, actions=ACTIONS, held=False)
        if event.settles and one.manner == "moving":
            one = replace(one, manner="able")
        state = _put(state, fighter, one)
    return replace(state, place=event.place, ended=())


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    held = _with(state, event.fighter, held=True)
    return replace(held, ended=tuple(sorted((*state.ended, event.fighter))))


def _round_ended(state: State, event: e.RoundEnded) -> State:
    return replace(state, place=len(state.order), ended=())


# Attacks


def _attacked(state: State, event: e.Attacked) -> State:
    one = state.conditions[event.attacker]
    return _with(state, event.attacker, actions=one.actions - event.dice, attacks=one.attacks + 1)


def _defended(state: State, event: e.Defended) -> State:
    return _spend(state, event.fighter)


def _nothing(state: State, event: e.Event) -> State:
    """What follows from it are events of their own."""
    return state


def _lost(state: State, event: e.Lost) -> State:
    return _put(state, event.fighter, lose(state.conditions[event.fighter], event.skill, event.points))


def _pierced(state: State, event: e.Pierced) -> State:
    return _put(state, event.fighter, pierce(state.conditions[event.fighter], event.skill))


def _wounds_closed(state: State, event: e.WoundsClosed) -> State:
    return _with(state, event.fighter, wounds=NOTHING)


# Other actions


def _tended(state: State, event: e.Tended) -> State:
    state = _spend(state, event.fighter)
    return _with(state, event.target, wounds=NOTHING) if event.success else state


def _spent(state: State, event: e.Spent) -> State:
    return _spend(state, event.fighter, event.actions)


def _moved(state: State, event: e.Moved) -> State:
    return _with(_spend(state, event.fighter), event.fighter, group=event.to)


def _manner_changed(state: State, event: e.MannerChanged) -> State:
    return _with(state, event.fighter, manner=event.manner)


def _effect_changed(state: State, event: e.EffectChanged) -> State:
    return _with(state, event.fighter, edge=event.edge, step=event.step)


def _left(state: State, event: e.Left) -> State:
    return _with(_spend(state, event.fighter, event.actions), event.fighter, fate="gone")


# Out, and back


def _went_out(state: State, event: e.WentOut) -> State:
    return _with(state, event.fighter, fate="out")


def _came_back(state: State, event: e.CameBack) -> State:
    return _with(state, event.fighter, fate=UP, how="", held=False)


def _regained(state: State, event: e.Regained) -> State:
    state = _put(state, event.fighter, regain(state.conditions[event.fighter], event.points))
    if event.rested:
        state = replace(state, rested=tuple(sorted((*state.rested, event.fighter))))
    if event.carer is not None:
        state = replace(state, carers=tuple(sorted((*state.carers, event.carer))))
    return state


def _lost_set(state: State, event: e.LostSet) -> State:
    one = state.conditions[event.fighter]
    return _with(state, event.fighter, lost=with_one(one.lost, event.skill, event.lost))


def _how_said(state: State, event: e.HowSaid) -> State:
    return _with(state, event.fighter, how=event.how)


def _died(state: State, event: e.Died) -> State:
    return _with(state, event.fighter, fate="dead")


def _scarred(state: State, event: e.Scarred) -> State:
    one = state.conditions[event.fighter]
    scars = one.scars
    if event.skill is not None:
        scars = with_one(scars, event.skill, scars[place_of(event.skill)] + 1)
    return _with(state, event.fighter, marks=(*one.marks, event.mark), scars=scars)


# Decisions, the end


def _asked(state: State, event: e.Asked) -> State:
    return replace(state, pending=(*state.pending, event.pending))


def _answered(state: State, event: e.Answered) -> State:
    return replace(state, pending=state.pending[1:])


def _ended(state: State, event: e.Ended) -> State:
    return replace(state, over=True, winner=event.winner, pending=(), entering=(), entries=())


_HANDLERS: dict[type, Callable[[State, Any], State]] = {
    e.RoundBegan: _round_began,
    e.Entered: _entered,
    e.Ordered: _ordered,
    e.TurnCame: _turn_came,
    e.TurnEnded: _turn_ended,
    e.RoundEnded: _round_ended,
    e.Attacked: _attacked,
    e.Defended: _defended,
    e.Contested: _nothing,
    e.Landed: _nothing,
    e.Lost: _lost,
    e.Pierced: _pierced,
    e.WoundsClosed: _wounds_closed,
    e.Tended: _tended,
    e.Spent: _spent,
    e.Moved: _moved,
    e.MannerChanged: _manner_changed,
    e.EffectChanged: _effect_changed,
    e.Left: _left,
    e.WentOut: _went_out,
    e.CameBack: _came_back,
    e.Regained: _regained,
    e.LostSet: _lost_set,
    e.HowSaid: _how_said,
    e.Died: _died,
    e.Scarred: _scarred,
    e.Asked: _asked,
    e.Answered: _answered,
    e.Ended: _ended,
}
