"""What each event does to the state. Reads no ruling: what was decided is in the event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from affray.rulesets.knave import events as e
from affray.rulesets.knave.harm import suffer, wear_armor, wear_weapon
from affray.rulesets.knave.state import UP, Condition, Fate, State


def evolve(state: State, event: e.Event) -> State:
    """The state after the event."""
    return _HANDLERS[type(event)](state, event)


def with_condition(state: State, fighter: int, condition: Condition) -> tuple[Condition, ...]:
    """All conditions, with this fighter's replaced."""
    conditions = list(state.conditions)
    conditions[fighter] = condition
    return tuple(conditions)


def _round_began(state: State, event: e.RoundBegan) -> State:
    return replace(state, round=state.round + 1, first=event.first, acted=())


def _attacked(state: State, event: e.Attacked) -> State:
    acted = _spent(state, event.attacker)
    if not event.damage:
        return replace(state, acted=acted)
    hurt = suffer(state.conditions[event.target], event.damage)
    return replace(state, conditions=with_condition(state, event.target, hurt), acted=acted)


def _spent(state: State, fighter: int) -> tuple[int, ...]:
    acted = state.acted
    # Ascending, so that the order in which a side acted is no part of the state.
    return (*acted, fighter) if not acted or acted[-1] < fighter else tuple(sorted((*acted, fighter)))


def _quality_lost(state: State, event: e.QualityLost) -> State:
    condition = state.conditions[event.fighter]
    worn = wear_weapon(condition, event.weapon) if event.item == "weapon" else wear_armor(condition, event.item)
    return replace(state, conditions=with_condition(state, event.fighter, worn))


def _passed(state: State, event: e.Passed) -> State:
    return replace(state, acted=_spent(state, event.fighter))


def _with_fate(state: State, fighter: int, fate: Fate) -> State:
    changed = replace(state.conditions[fighter], fate=fate, fleeing=False)
    return replace(state, conditions=with_condition(state, fighter, changed))


def _fell(state: State, event: e.Fell) -> State:
    return _with_fate(state, event.fighter, event.fate)


def _rose(state: State, event: e.Rose) -> State:
    return _with_fate(state, event.fighter, UP)


def _left(state: State, event: e.Left) -> State:
    return _with_fate(state, event.fighter, event.fate)


def _turned_to_flee(state: State, event: e.TurnedToFlee) -> State:
    changed = replace(state.conditions[event.fighter], fleeing=True)
    return replace(state, conditions=with_condition(state, event.fighter, changed))


def _morale_called(state: State, event: e.MoraleCalled) -> State:
    checked = state.checked if event.trigger in state.checked else (*state.checked, event.trigger)
    return replace(state, checked=checked, due=(*state.due, event.trigger) if event.later else state.due)


def _morale_settled(state: State, event: e.MoraleRolled | e.MoraleSkipped) -> State:
    return replace(state, due=tuple(one for one in state.due if one != event.trigger))


def _asked(state: State, event: e.Asked) -> State:
    return replace(state, pending=(*state.pending, event.pending))


def _answered(state: State, event: e.Answered) -> State:
    return replace(state, pending=state.pending[1:])


def _overridden(state: State, event: e.Overridden) -> State:
    changed = replace(state.conditions[event.fighter], hp=event.hp)
    return replace(state, conditions=with_condition(state, event.fighter, changed))


def _ended(state: State, event: e.Ended) -> State:
    return replace(state, over=True, winner=event.winner, pending=(), due=())


_HANDLERS: dict[type, Callable[[State, Any], State]] = {
    e.RoundBegan: _round_began,
    e.Attacked: _attacked,
    e.QualityLost: _quality_lost,
    e.Passed: _passed,
    e.Fell: _fell,
    e.Rose: _rose,
    e.MoraleCalled: _morale_called,
    e.MoraleRolled: _morale_settled,
    e.MoraleSkipped: _morale_settled,
    e.TurnedToFlee: _turned_to_flee,
    e.Left: _left,
    e.Asked: _asked,
    e.Answered: _answered,
    e.Overridden: _overridden,
    e.Ended: _ended,
}
