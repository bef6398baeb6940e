"""What the referee may do at any time, and what not even the referee may."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.errors import Rejection
from affray.rules.refusals import LONGEST_REASON, UNKNOWN, WAITING
from affray.rulesets.knave import commands as c
from affray.rulesets.knave.attacking import FLAGS
from affray.rulesets.knave.ground import space
from affray.rulesets.knave.refusals import MOVE, as_state, forbids_target
from affray.rulesets.knave.state import COMING, DEAD, UNCONSCIOUS, UP, State, side_name
from affray.rulesets.knave.turns import to_act


def _forbids_fighter(state: State, fighter: int) -> Rejection | None:
    if state.pending:
        return WAITING
    return None if 0 <= fighter < len(state.profiles) else UNKNOWN


def _forbids_there(state: State, fighter: int) -> Rejection | None:
    """What forbids the referee anything with one who is still to come."""
    rejection = _forbids_fighter(state, fighter)
    if rejection is None and state.conditions[fighter].fate == COMING:
        return Rejection("not_here", f"{state.profiles[fighter].name} is not there yet")
    return rejection


def _forbids_override(state: State, command: c.Override) -> Rejection | None:
    rejection = _forbids_fighter(state, command.fighter)
    if rejection is not None:
        return rejection
    condition, profile = state.conditions[command.fighter], state.profiles[command.fighter]
    if condition.fate not in (UP, UNCONSCIOUS, DEAD):
        return Rejection("not_here", f"{profile.name} is {as_state(condition.fate)}")
    if not state.round and profile.hp_dice is not None:
        return Rejection("not_rolled", f"the hit points of {profile.name} are rolled when the first round begins")
    if not -9_999 <= command.hp <= profile.max_hp:
        return _out_of_range("hp", command.hp, -9_999, profile.max_hp)
    return _forbids_reason(command.reason)


def _out_of_range(field: str, value: int, low: int, high: int) -> Rejection:
    return Rejection("out_of_range", f"{field} is a whole number from {low} to {high}", "", ((field, value),))


def _forbids_reason(reason: str) -> Rejection | None:
    if not reason.strip():
        return Rejection("no_reason", "a change by hand needs a reason")
    if len(reason) > LONGEST_REASON:
        return Rejection("too_long", f"a reason has at most {LONGEST_REASON:,} characters")
    return None if reason.isprintable() else Rejection("not_a_line", "a reason is one line of characters that print")


def _forbids_flag(state: State, command: c.SetFlag) -> Rejection | None:
    rejection = _forbids_there(state, command.fighter)
    if rejection is None and command.flag not in (*FLAGS, "stunned"):
        return Rejection("no_such_flag", f"a flag is one of {', '.join(FLAGS)}, stunned", "knave.edge.grounds")
    return rejection or _forbids_reason(command.reason)


def _forbids_rating(state: State, command: c.SetMorale) -> Rejection | None:
    rejection = _forbids_fighter(state, command.fighter)
    if rejection is None and not 2 <= command.rating <= 12:
        return _out_of_range("rating", command.rating, 2, 12)
    return rejection or _forbids_reason(command.reason)


def _forbids_grant(state: State, command: c.Grant) -> Rejection | None:
    rejection = _forbids_fighter(state, command.actor) or forbids_target(state, command.actor, command.target)
    if rejection is None and state.conditions[command.actor].fate not in (UP, UNCONSCIOUS):
        name, fate = state.profiles[command.actor].name, as_state(state.conditions[command.actor].fate)
        return Rejection("not_here", f"{name} is {fate}")
    turn = state.turn
    if rejection is not None or turn is None or turn.actor != command.actor:
        return rejection
    if turn.over and turn.actor in to_act(state):
        name = state.profiles[command.actor].name
        return Rejection("turn_open", f"{name} has acted: an edge for the next turn is granted when this one is over")
    return None


def _forbids_modifier(state: State, command: c.Modify) -> Rejection | None:
    rejection = _forbids_fighter(state, command.actor)
    if rejection is None and not -20 <= command.modifier <= 20:
        return _out_of_range("modifier", command.modifier, -20, 20)
    return rejection


def _forbids_save(state: State, command: c.Save) -> Rejection | None:
    rejection = _forbids_there(state, command.fighter)
    if rejection is None and command.defense is not None and not 1 <= command.defense <= 50:
        return _out_of_range("defense", command.defense, 1, 50)
    return rejection


def _forbids_roll(state: State, command: c.RollMorale) -> Rejection | None:
    if state.pending:
        return WAITING
    if command.fighter is not None:
        rejection = _forbids_fighter(state, command.fighter)
        if rejection is not None:
            return rejection
    elif command.group and command.group not in {profile.kind for profile in state.profiles}:
        return Rejection("no_such_kind", f"no fighter is called {command.group}", "knave.morale.check")
    return None


def _forbids_newcomer(state: State, command: c.AddFighter) -> Rejection | None:
    if state.pending:
        return WAITING
    from affray.rulesets.knave.fightfile import refuses  # noqa: PLC0415 - files are read only for this

    wrong = refuses(state, command.fighter)
    return None if wrong is None else Rejection("bad_fighter", wrong)


def _forbids_return(state: State, command: c.BringIn) -> Rejection | None:
    rejection = _forbids_fighter(state, command.fighter)
    if rejection is None and state.conditions[command.fighter].fate in (UP, UNCONSCIOUS, DEAD):
        return Rejection("here", f"{state.profiles[command.fighter].name} is in the fight")
    return rejection or _forbids_reason(command.reason)


def _forbids_taking_out(state: State, command: c.TakeOut) -> Rejection | None:
    rejection = _forbids_there(state, command.fighter)
    if rejection is None and state.conditions[command.fighter].fate != UP:
        name, fate = state.profiles[command.fighter].name, as_state(state.conditions[command.fighter].fate)
        return Rejection("not_up", f"{name} is {fate}")
    return rejection or _forbids_reason(command.reason)


def _forbids_placing(state: State, command: c.Place) -> Rejection | None:
    rejection = _forbids_there(state, command.fighter)
    places = {one.start for one in state.profiles}
    if rejection is None and space(state.rulings)[0] != "zones":
        return Rejection("no_places", "there are no places in this fight", MOVE, (("ruling", "K19"),))
    if rejection is None and (command.at not in places or state.conditions[command.fighter].at == command.at):
        return Rejection("nowhere", f"it is moved to another place of the fight: {', '.join(sorted(places))}", MOVE)
    return rejection or _forbids_reason(command.reason)


def _forbids_end(state: State, command: c.EndFight) -> Rejection | None:
    if command.winner is not None and command.winner not in (side_name(state, 0), side_name(state, 1)):
        return Rejection("no_such_side", "the winner is one of the two sides, or nobody")
    return _forbids_reason(command.reason)


OF_THE_REFEREE: dict[type, Callable[[State, Any], Rejection | None]] = {
    c.Override: _forbids_override,
    c.SetFlag: _forbids_flag,
    c.SetMorale: _forbids_rating,
    c.Grant: _forbids_grant,
    c.Modify: _forbids_modifier,
    c.Save: _forbids_save,
    c.RollMorale: _forbids_roll,
    c.AddFighter: _forbids_newcomer,
    c.BringIn: _forbids_return,
    c.TakeOut: _forbids_taking_out,
    c.Place: _forbids_placing,
    c.EndFight: _forbids_end,
}
