"""What the referee may do now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.errors import Rejection
from affray.rules import rule
from affray.rules.refusals import OVER, UNKNOWN, WAITING, forbids_reason
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid.ground import in_the_way, on_map
from affray.rulesets.d20grid.refusals import SQUARES, is_fighter
from affray.rulesets.d20grid.state import State, is_foe, sides_of

MOST = 9_999


def _forbids_target(state: State, fighter: int, reason: str) -> Rejection | None:
    """A fighter who is there and alive; never in the midst of a movement, a blow or the initiative."""
    if not is_fighter(state, fighter):
        return UNKNOWN
    if state.pending or state.passage is not None or state.entering:
        return WAITING
    if state.conditions[fighter].fate == "dead":
        return Rejection("dead", f"{state.profiles[fighter].name} is dead for good", "d20grid.hp.dead")
    return forbids_reason(reason)


def _within(value: int, low: int, high: int, what: str) -> Rejection | None:
    if low <= value <= high:
        return None
    return Rejection("out_of_range", f"{what} are {low} to {high}", "", (("low", low), ("high", high)))


def _forbids_hp(state: State, command: c.SetHp) -> Rejection | None:
    return _forbids_target(state, command.fighter, command.reason) or _within(
        command.hp, -MOST, state.profiles[command.fighter].max_hp, "hit points"
    )


def _forbids_subdual(state: State, command: c.SetSubdual) -> Rejection | None:
    return _forbids_target(state, command.fighter, command.reason) or _within(
        command.subdual, 0, MOST, "points of subdual damage"
    )


@rule("d20grid.hp.subdual", "d20grid.hp.dead", "T50")
def _forbids_heal(state: State, command: c.Heal) -> Rejection | None:
    """Up to the hit points of the sheet; the dead stay dead."""
    rejection = _forbids_target(state, command.fighter, command.reason) or _within(command.points, 1, MOST, "points")
    if rejection is None and state.conditions[command.fighter].hp >= state.profiles[command.fighter].max_hp:
        return Rejection("fresh", f"{state.profiles[command.fighter].name} has lost no hit point", "d20grid.hp.subdual")
    return rejection


@rule("d20grid.hp.subdual", "T50")
def _forbids_heal_subdual(state: State, command: c.HealSubdual) -> Rejection | None:
    rejection = _forbids_target(state, command.fighter, command.reason) or _within(command.points, 1, MOST, "points")
    if rejection is None and not state.conditions[command.fighter].subdual:
        name = state.profiles[command.fighter].name
        return Rejection("fresh", f"{name} has no subdual damage", "d20grid.hp.subdual")
    return rejection


def _forbids_harm(state: State, command: c.Harm) -> Rejection | None:
    return _forbids_target(state, command.fighter, command.reason) or _within(command.points, 1, MOST, "points")


@rule("d20grid.surprise")
def _forbids_flag(state: State, command: c.SetFlag) -> Rejection | None:
    """Whether somebody is unaware is said before the fight begins."""
    rejection = _forbids_target(state, command.fighter, command.reason)
    if rejection is None and command.flag == "unaware" and state.round:
        return Rejection("begun", "who is unaware is said before the fight begins", "d20grid.surprise")
    return rejection


@rule("d20grid.edge.sources", "T26")
def _forbids_behind(state: State, command: c.SetBehind) -> Rejection | None:
    """One is behind an enemy."""
    rejection = _forbids_target(state, command.fighter, command.reason)
    if rejection is not None:
        return rejection
    if not is_fighter(state, command.target):
        return UNKNOWN
    if not is_foe(state, command.fighter, command.target):
        return Rejection("not_a_foe", f"{state.profiles[command.target].name} is no foe", "d20grid.edge.sources")
    return None


@rule("d20grid.map.squares", "T58")
def _forbids_put(state: State, command: c.Put) -> Rejection | None:
    """A free square of the map."""
    rejection = _forbids_target(state, command.fighter, command.reason)
    if rejection is not None:
        return rejection
    place = command.x, command.y
    if not on_map(state.map, place):
        return Rejection("no_square", "places are multiples of 5 feet on the map", SQUARES)
    if any(place in taken for taken in in_the_way(state, command.fighter)):
        return Rejection("occupied", "somebody is on that square", SQUARES)
    return None


def _forbids_end(state: State, command: c.EndFight) -> Rejection | None:
    if state.over:
        return OVER
    if command.winner is not None and command.winner not in sides_of(state):
        return Rejection("no_such_side", f"the sides are {', '.join(sides_of(state))}")
    return forbids_reason(command.reason)


OF_THE_REFEREE: dict[type, Callable[[State, Any], Rejection | None]] = {
    c.SetHp: _forbids_hp,
    c.SetSubdual: _forbids_subdual,
    c.Heal: _forbids_heal,
    c.HealSubdual: _forbids_heal_subdual,
    c.Harm: _forbids_harm,
    c.SetFlag: _forbids_flag,
    c.SetBehind: _forbids_behind,
    c.Put: _forbids_put,
    c.EndFight: _forbids_end,
}
