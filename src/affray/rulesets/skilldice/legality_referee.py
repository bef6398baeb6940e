"""What the Narrator and the table may do now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.errors import Rejection
from affray.rules import rule
from affray.rules.refusals import OVER, UNKNOWN, WAITING, forbids_reason, forbids_words
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice.hands import has_effects, has_steps
from affray.rulesets.skilldice.harm import track
from affray.rulesets.skilldice.referee import KINDS, may_rest
from affray.rulesets.skilldice.refusals import is_fighter
from affray.rulesets.skilldice.state import UP, Skill, State, place_of, sides_of

TRACK = "skilldice.stamina.track"


def _forbids_target(state: State, fighter: int) -> Rejection | None:
    """A fighter who is there and alive; never in the midst of a blow or of the order rolls."""
    if not is_fighter(state, fighter):
        return UNKNOWN
    if state.pending or state.entering:
        return WAITING
    if state.conditions[fighter].fate == "dead":
        return Rejection("dead", f"{state.profiles[fighter].name} is dead", "skilldice.death")
    return None


def _forbids_cost(state: State, command: c.Cost) -> Rejection | None:
    rejection = _forbids_target(state, command.fighter) or forbids_reason(command.reason)
    if rejection is None and not 1 <= command.points <= 20:
        return Rejection("out_of_range", "1 to 20 points are lost", TRACK)
    return rejection


@rule("skilldice.stamina.track", "D16")
def _forbids_lost(state: State, command: c.SetLost) -> Rejection | None:
    """0 to the sides of the die, less what scars have taken."""
    rejection = _forbids_target(state, command.fighter) or forbids_reason(command.reason)
    if rejection is not None:
        return rejection
    one = state.conditions[command.fighter]
    most = one.lost[place_of(command.skill)]
    most += track(state.profiles[command.fighter], one, command.skill, state.rulings).left
    if not 0 <= command.lost <= most:
        return Rejection("out_of_range", f"0 to {most} points are lost", TRACK, (("most", most),))
    return None


def _forbids_manner(state: State, command: c.SetManner) -> Rejection | None:
    return _forbids_target(state, command.fighter) or forbids_reason(command.reason)


@rule("D54", "D55")
def _forbids_effect(state: State, command: c.SetEffect) -> Rejection | None:
    """Only where the table plays with that module."""
    rejection = _forbids_target(state, command.fighter) or forbids_reason(command.reason)
    if rejection is None and command.edge and not has_effects(state.rulings):
        return Rejection("no_effects", "nobody is helped or hindered here", "", (("ruling", "D54"),))
    if rejection is None and command.step and not has_steps(state.rulings):
        return Rejection("no_steps", "no die steps up or down here", "", (("ruling", "D55"),))
    return rejection


@rule("skilldice.out.kinds")
def _forbids_how(state: State, command: c.SayHow) -> Rejection | None:
    """One of the words that fit a Skill that broke."""
    rejection = _forbids_target(state, command.fighter)
    if rejection is not None:
        return rejection
    profile, one = state.profiles[command.fighter], state.conditions[command.fighter]
    if one.fate != "out":
        return Rejection("not_out", f"{profile.name} is not out", "skilldice.out.kinds")
    ways = [how for skill in KINDS if _is_broken(state, command.fighter, skill) for how in KINDS[skill]]
    if command.how not in ways:
        return Rejection("other_kind", f"out looks like one of these: {', '.join(ways)}", "skilldice.out.kinds")
    return None


def _is_broken(state: State, fighter: int, skill: Skill) -> bool:
    return not track(state.profiles[fighter], state.conditions[fighter], skill, state.rulings).left


def _forbids_death(state: State, command: c.DeclareDeath) -> Rejection | None:
    return _forbids_target(state, command.fighter) or forbids_reason(command.reason)


@rule("skilldice.scar", "D43")
def _forbids_scar(state: State, command: c.Scar) -> Rejection | None:
    """At least one point must remain of a fresh track."""
    rejection = _forbids_target(state, command.fighter) or forbids_words(command.mark)
    if rejection is not None or command.skill is None:
        return rejection
    at = place_of(command.skill)
    sides, scars = state.profiles[command.fighter].sides[at], state.conditions[command.fighter].scars[at]
    if scars + 1 >= sides:
        return Rejection("too_many_scars", "one point must remain", "skilldice.scar", (("most", sides - 1),))
    return None


# After the fight


def _forbids_recovery(state: State, fighter: int, clause: str) -> Rejection | None:
    rejection = _forbids_target(state, fighter)
    if rejection is None and not state.over:
        return Rejection("in_combat", "not in the fight", clause)
    return rejection


@rule("skilldice.recover.respite", "D39", "D40")
def _forbids_respite(state: State, command: c.Respite) -> Rejection | None:
    """Outside fights, once after each."""
    clause = "skilldice.recover.respite"
    rejection = _forbids_recovery(state, command.fighter, clause)
    if rejection is not None:
        return rejection
    if command.fighter in state.rested:
        return Rejection("rested", f"{state.profiles[command.fighter].name} has had its respite", clause)
    if not state.conditions[command.fighter].lost[place_of(command.skill)]:
        return Rejection("fresh", f"nothing of {command.skill.capitalize()} is lost", clause)
    if not may_rest(state, command.fighter, command.skill):
        return Rejection("alone", "Soul is given by somebody", clause, (("ruling", "D40"),))
    return None


def _forbids_night(state: State, command: c.Night) -> Rejection | None:
    return _forbids_recovery(state, command.fighter, "skilldice.recover.night")


@rule("skilldice.recover.care", "D41")
def _forbids_care(state: State, command: c.Care) -> Rejection | None:
    """From another, once a carer."""
    clause = "skilldice.recover.care"
    rejection = _forbids_recovery(state, command.fighter, clause)
    if rejection is not None:
        return rejection
    if not is_fighter(state, command.carer):
        return UNKNOWN
    name = state.profiles[command.carer].name
    if command.carer == command.fighter:
        return Rejection("self", "care comes from somebody else", clause)
    if state.conditions[command.carer].fate not in (UP, "gone"):
        return Rejection("out", f"{name} is {state.conditions[command.carer].fate} and cannot act", clause)
    if command.carer in state.carers:
        return Rejection("cared", f"{name} has given its care", clause)
    if not state.conditions[command.fighter].lost[place_of(command.skill)]:
        return Rejection("fresh", f"nothing of {command.skill.capitalize()} is lost", clause)
    return None


def _forbids_end(state: State, command: c.EndFight) -> Rejection | None:
    if state.over:
        return OVER
    if command.winner is not None and command.winner not in sides_of(state):
        return Rejection("no_such_side", f"the sides are {', '.join(sides_of(state))}")
    return forbids_reason(command.reason)


OF_THE_NARRATOR: dict[type, Callable[[State, Any], Rejection | None]] = {
    c.Cost: _forbids_cost,
    c.SetLost: _forbids_lost,
    c.SetManner: _forbids_manner,
    c.SetEffect: _forbids_effect,
    c.SayHow: _forbids_how,
    c.DeclareDeath: _forbids_death,
    c.Scar: _forbids_scar,
    c.Respite: _forbids_respite,
    c.Night: _forbids_night,
    c.Care: _forbids_care,
    c.EndFight: _forbids_end,
}
