"""What is wrong in itself with a state that was read from outside: what no fight could have come to."""

from __future__ import annotations

from affray.rulesets.skilldice.attacking import may_defend
from affray.rulesets.skilldice.formulas import DICE
from affray.rulesets.skilldice.harm import broken
from affray.rulesets.skilldice.settling import comes_back
from affray.rulesets.skilldice.state import (
    ACTIONS,
    BODY,
    UP,
    Condition,
    Offer,
    OrderChoice,
    Pending,
    Profile,
    SkillChoice,
    State,
    SweepChoice,
    is_foe,
    sides_of,
    sides_up,
)
from affray.rulesets.skilldice.turns import acting, in_round


def check(state: State) -> str | None:
    """What is wrong with the state, in a sentence; None where nothing is."""
    wrong = _wrong_roster(state) or _wrong_round(state) or _wrong_pending(state)
    wrong = wrong or next(filter(None, map(_wrong_fighter, state.profiles, state.conditions)), None)
    return wrong or (None if state.over else _wrong_moment(state))


def _wrong_roster(state: State) -> str | None:
    if not state.profiles or len(state.conditions) != len(state.profiles):
        return "every fighter needs a profile and a condition"
    if len(sides_of(state)) < 2:
        return "a fight needs a fighter on each side"
    if state.winner is not None and (not state.over or state.winner not in sides_of(state)):
        return "the winner is none of the sides"
    if not state.over and len(sides_up(state)) < 2:
        return "one side has nobody left, and the fight is not over"
    return None


def _wrong_round(state: State) -> str | None:
    everybody = set(range(len(state.profiles)))
    ordered = [one for group in state.order for one in group]
    if state.round < 0:
        return "rounds are counted from 0"
    if not {*ordered} <= everybody or len({*ordered}) != len(ordered):
        return "the order has a fighter twice, or one who is not there"
    if not -1 <= state.place <= len(state.order):
        return "the place in the order does not exist"
    entered = [entry[0] for entry in state.entries]
    if not {*state.entering, *entered, *state.ended, *state.rested, *state.carers} <= everybody:
        return "there is no such fighter"
    if {*entered} & {*state.entering}:
        return "somebody has rolled for the order and is still to roll"
    if state.round and not (state.over or state.entering or state.order or state.pending):
        return "the round has no order"
    return None


def _wrong_pending(state: State) -> str | None:
    everybody = {*range(len(state.profiles))}
    for one in state.pending:
        if isinstance(one, OrderChoice):
            if not {*one.named} <= everybody:
                return "there is no such fighter"
            continue
        one_side, other = (
            (one.seat, one.target) if isinstance(one, SweepChoice) else (one.strife.attacker, one.strife.target)
        )
        if not {one_side, other} <= everybody or not is_foe(state, one_side, other):
            return "a decision waits about two who are no foes"
        if isinstance(one, Offer | SkillChoice) and not 1 <= one.strife.dice <= ACTIONS:
            return f"1 to {ACTIONS} actions go into an attack"
        if isinstance(one, SweepChoice) and not 1 <= one.cost <= 2:
            return "a hit costs one or two"
    return None


def _wrong_fighter(profile: Profile, one: Condition) -> str | None:
    if not {*profile.sides, profile.bare} <= {*DICE} or profile.bare > profile.sides[BODY]:
        return f"{profile.name}: dice have 4, 6, 8, 12 or 20 sides"
    for sides, lost, scars, floor, wounds in zip(
        profile.sides, one.lost, one.scars, profile.training, one.wounds, strict=True
    ):
        if not (0 <= lost <= sides and 0 <= scars < sides and 0 <= floor <= sides and wounds >= 0):
            return f"{profile.name}: more is lost, scarred or trained than the die has sides"
    if not 0 <= one.actions <= ACTIONS or one.attacks < 0:
        return f"{profile.name}: {ACTIONS} actions a round"
    return None


def _wrong_moment(state: State) -> str | None:
    """What cannot be while a fight goes on, since it would have been settled at once."""
    if state.pending:
        return next(filter(None, (_wrong_question(state, one) for one in state.pending)), None)
    for profile, one in zip(state.profiles, state.conditions, strict=True):
        skill = broken(profile, one, state.rulings)
        if one.fate == UP and skill is not None:
            return f"{profile.name} has nothing left of {skill.capitalize()} and is not out"
        if one.fate == "out" and skill is None and comes_back(state.rulings):
            return f"{profile.name} is out and has something left of every Skill"
    if state.order and not state.entering and state.place < len(state.order) and not acting(state):
        return "it is the turn of nobody who can act"
    return None


def _wrong_question(state: State, pending: Pending) -> str | None:
    """What is wrong with a decision that waits: about one who is not there, out of turn, or without an action."""
    if isinstance(pending, OrderChoice):
        return None
    if not in_round(state):
        return "a decision about an attack waits outside of a round"
    two = (
        (pending.seat, pending.target)
        if isinstance(pending, SweepChoice)
        else (
            pending.strife.attacker,
            pending.strife.target,
        )
    )
    for one in two:
        if state.conditions[one].fate != UP:
            return f"a decision waits about {state.profiles[one].name}, who is {state.conditions[one].fate}"
    if isinstance(pending, Offer) and not may_defend(state, pending.strife.target):
        return f"{state.profiles[pending.strife.target].name} cannot defend"
    return None
