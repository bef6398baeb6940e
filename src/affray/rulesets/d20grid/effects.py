"""What each event does to the state. Reads no ruling: what was decided is in the event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from affray.rulesets.d20grid import events as e
from affray.rulesets.d20grid.harm import heal, wound
from affray.rulesets.d20grid.state import UP, Condition, Cost, Passage, Profile, State, Turn


def evolve(state: State, event: e.Event) -> State:
    """The state after the event."""
    return _HANDLERS[type(event)](state, event)


def _put(state: State, fighter: int, condition: Condition) -> tuple[Condition, ...]:
    conditions = list(state.conditions)
    conditions[fighter] = condition
    return tuple(conditions)


def _with(state: State, fighter: int, **changes: Any) -> State:
    return replace(state, conditions=_put(state, fighter, replace(state.conditions[fighter], **changes)))


def _fresh(
    profiles: tuple[Profile, ...],
    conditions: Iterable[Condition],
    *,
    renewed: tuple[int, ...],
    refilled: tuple[int, ...],
    begun: tuple[int, ...] = (),
) -> tuple[Condition, ...]:
    """What comes back to fighters; to those whose turn has `begun` also the Immediate action."""
    fresh = list(conditions)
    for one in renewed:
        if not fresh[one].opportunity:
            fresh[one] = replace(fresh[one], opportunity=True)
    for one in refilled:
        if fresh[one].pool != profiles[one].absorb:
            fresh[one] = replace(fresh[one], pool=profiles[one].absorb)
    for one in begun:
        if not fresh[one].immediate or fresh[one].owes_swift:
            fresh[one] = replace(fresh[one], immediate=True, owes_swift=False)
    return tuple(fresh)


def _turn(state: State) -> Turn:
    assert state.turn is not None
    return state.turn


def _pay(turn: Turn, cost: Cost) -> Turn:
    if cost == "swift":
        return replace(turn, swift=turn.swift - 1)
    return replace(turn, standard=turn.standard - 1) if cost == "standard" else turn


# The round


def _round_began(state: State, event: e.RoundBegan) -> State:
    conditions = list(state.conditions)
    for one in event.noticed:
        flags = tuple([flag for flag in conditions[one].flags if flag != "unaware"])
        conditions[one] = replace(conditions[one], flags=flags)
    return replace(
        state,
        conditions=_fresh(state.profiles, conditions, renewed=event.renewed, refilled=event.refilled),
        round=state.round + 1,
        surprise=event.surprise,
        entering=event.entering,
        entries=state.entries if event.entering else (),
        place=-1,
        turn=None,
    )


def _entered(state: State, event: e.Entered) -> State:
    entering = tuple([one for one in state.entering if one != event.fighter])
    return replace(state, entering=entering, entries=tuple(sorted((*state.entries, (event.fighter, event.result)))))


def _ordered(state: State, event: e.Ordered) -> State:
    return replace(state, entering=(), entries=state.entries if event.kept else (), order=event.order, place=-1)


def _turn_came(state: State, event: e.TurnCame) -> State:
    return replace(
        state,
        conditions=_fresh(
            state.profiles,
            state.conditions,
            renewed=event.renewed,
            refilled=event.refilled,
            begun=(*event.passed, event.fighter),
        ),
        place=event.place,
        turn=Turn(event.fighter, swift=event.swift),
    )


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    return replace(state, turn=None)


def _round_ended(state: State, event: e.RoundEnded) -> State:
    fresh = _fresh(state.profiles, state.conditions, renewed=event.renewed, refilled=event.refilled, begun=event.passed)
    return replace(state, conditions=fresh, place=len(state.order), turn=None)


# Moving


def _move_began(state: State, event: e.MoveBegan) -> State:
    turn = replace(_turn(state), standard=_turn(state).standard - 1, moved=True)
    return replace(state, turn=turn, passage=Passage(event.fighter, event.path, 0, event.crossings))


def _moved(state: State, event: e.Moved) -> State:
    passage = state.passage
    assert passage is not None
    there = replace(state.conditions[event.fighter], at=event.to)
    return replace(state, conditions=_put(state, event.fighter, there), passage=replace(passage, place=event.place))


def _move_ended(state: State, event: e.MoveEnded) -> State:
    return replace(state, passage=None)


def _stepped(state: State, event: e.Stepped) -> State:
    turn = replace(_turn(state), stepped=True, blows=0 if event.last else _turn(state).blows)
    there = replace(state.conditions[event.fighter], at=event.to)
    return replace(state, turn=turn, conditions=_put(state, event.fighter, there))


def _offered(state: State, event: e.Offered) -> State:
    passage = state.passage
    assert passage is not None
    return replace(state, pending=(event.offer,), passage=replace(passage, crossings=event.crossings))


def _answered(state: State, event: e.Declined | e.Chosen) -> State:
    return replace(state, pending=state.pending[1:])


def _disengaged(state: State, event: e.Disengaged) -> State:
    turn = _turn(state)
    return replace(state, turn=replace(turn, standard=turn.standard - 1, attacked=True, disengaged=True))


# Attacks


def _full_began(state: State, event: e.FullBegan) -> State:
    turn = replace(_turn(state), standard=0, moved=True, attacked=True, full=True, blows=event.blows)
    return replace(state, turn=turn)


def _attacked(state: State, event: e.Attacked) -> State:
    if event.spends == "opportunity":
        spent = replace(state.conditions[event.attacker], opportunity=False)
        return replace(state, conditions=_put(state, event.attacker, spent), pending=state.pending[1:])
    turn = _turn(state)
    if event.spends == "full":
        return replace(state, turn=replace(turn, blows=event.blows, struck=turn.struck + 1))
    return replace(state, turn=replace(turn, standard=turn.standard - 1, attacked=True))


def _hurt(state: State, event: e.Hurt) -> State:
    hurt = wound(state.conditions[event.fighter], event.through, event.subdual, event.pool)
    return replace(state, conditions=_put(state, event.fighter, hurt))


def _asked(state: State, event: e.Asked) -> State:
    return replace(state, pending=(event.pending, *state.pending))


def _fell(state: State, event: e.Fell) -> State:
    return _with(state, event.fighter, fate="down")


def _woke(state: State, event: e.Woke) -> State:
    return _with(state, event.fighter, fate=UP)


def _died(state: State, event: e.Died) -> State:
    return _with(state, event.fighter, fate="dead")


# Other actions


def _drew(state: State, event: e.Drew) -> State:
    turn = _turn(state)
    drawn = replace(state.conditions[event.fighter], drawn=(*state.conditions[event.fighter].drawn, event.weapon))
    turn = _pay(replace(turn, drew=tuple(sorted((*turn.drew, event.weapon)))), event.cost)
    return replace(state, turn=turn, conditions=_put(state, event.fighter, drawn))


def _without(state: State, fighter: int, weapon: int) -> tuple[int, ...]:
    return tuple([one for one in state.conditions[fighter].drawn if one != weapon])


def _sheathed(state: State, event: e.Sheathed) -> State:
    turn = _turn(state)
    turn = _pay(replace(turn, sheathed=tuple(sorted((*turn.sheathed, event.weapon)))), event.cost)
    return replace(
        _with(state, event.fighter, drawn=_without(state, event.fighter, event.weapon)),
        turn=turn,
    )


def _dropped(state: State, event: e.Dropped) -> State:
    one = state.conditions[event.fighter]
    lying = tuple(sorted((*one.dropped, event.weapon)))
    return _with(state, event.fighter, drawn=_without(state, event.fighter, event.weapon), dropped=lying)


def _acted(state: State, event: e.Acted) -> State:
    turn = _turn(state)
    if event.kind == "full":
        return replace(state, turn=replace(turn, standard=0, moved=True, attacked=True, full=True))
    return replace(state, turn=_pay(turn, event.kind))


def _reacted(state: State, event: e.Reacted) -> State:
    if event.kind == "free":
        return state
    return _with(state, event.fighter, immediate=False, owes_swift=event.swift)


# The referee, the end


def _hp_set(state: State, event: e.HpSet) -> State:
    return _with(state, event.fighter, hp=event.hp)


def _subdual_set(state: State, event: e.SubdualSet) -> State:
    return _with(state, event.fighter, subdual=event.subdual)


def _healed(state: State, event: e.Healed) -> State:
    healed = heal(state.conditions[event.fighter], event.points, event.subdual)
    return replace(state, conditions=_put(state, event.fighter, healed))


def _toggled(values: tuple[Any, ...], value: Any, on: bool) -> tuple[Any, ...]:
    others = {one for one in values if one != value}
    return tuple(sorted({*others, value} if on else others))


def _flag_set(state: State, event: e.FlagSet) -> State:
    one = state.conditions[event.fighter]
    return _with(state, event.fighter, flags=_toggled(one.flags, event.flag, event.on))


def _behind_set(state: State, event: e.BehindSet) -> State:
    one = state.conditions[event.fighter]
    return _with(state, event.fighter, behind=_toggled(one.behind, event.target, event.on))


def _was_put(state: State, event: e.WasPut) -> State:
    return _with(state, event.fighter, at=event.to)


def _ended(state: State, event: e.Ended) -> State:
    return replace(state, over=True, winner=event.winner, pending=(), passage=None, entering=(), entries=(), turn=None)


_HANDLERS: dict[type, Callable[[State, Any], State]] = {
    e.RoundBegan: _round_began,
    e.Entered: _entered,
    e.Ordered: _ordered,
    e.TurnCame: _turn_came,
    e.TurnEnded: _turn_ended,
    e.RoundEnded: _round_ended,
    e.MoveBegan: _move_began,
    e.Moved: _moved,
    e.MoveEnded: _move_ended,
    e.Stepped: _stepped,
    e.Offered: _offered,
    e.Declined: _answered,
    e.Disengaged: _disengaged,
    e.FullBegan: _full_began,
    e.Attacked: _attacked,
    e.Hurt: _hurt,
    e.Asked: _asked,
    e.Chosen: _answered,
    e.Fell: _fell,
    e.Woke: _woke,
    e.Died: _died,
    e.Drew: _drew,
    e.Sheathed: _sheathed,
    e.Dropped: _dropped,
    e.Acted: _acted,
    e.Reacted: _reacted,
    e.HpSet: _hp_set,
    e.SubdualSet: _subdual_set,
    e.Healed: _healed,
    e.FlagSet: _flag_set,
    e.BehindSet: _behind_set,
    e.WasPut: _was_put,
    e.Ended: _ended,
}
