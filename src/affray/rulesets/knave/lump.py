"""What of a state can still matter: equal keys are one state to the exact solver."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from affray.dice import TABLE
from affray.errors import Unsupported
from affray.rules import rule
from affray.rulesets.knave.ground import space
from affray.rulesets.knave.morale import TAKEN
from affray.rulesets.knave.moving import leaving_costs
from affray.rulesets.knave.state import COMING, UP, Condition, State
from affray.rulesets.knave.tactics import TACTICS
from affray.rulesets.knave.turns import at_turn_of, turns_left


@rule("K44", "K73")
def lump(state: State, tactics: Mapping[str, str]) -> Hashable:
    """A key for everything that the rest of the fight can depend on under these tactics.

    Forgotten: the number of the round once nobody is to join, the order of acting once the round is over, what lasts
    until the end of a turn that is over, of those who are out everything but whether they count as defeated, and who is
    adjacent to whom where nothing asks for it.
    """
    for tactic in tactics.values():
        if tactic not in TACTICS:
            raise Unsupported(f"tactic={tactic}")
    if state.over:
        return state.winner or ("nobody",)
    state = at_turn_of(state, TABLE)  # no tactic has anything left to do in a turn that is over
    employers = {one.hireling_of for one in state.profiles if one.hireling_of is not None}
    fighters = tuple([_matters(one, number in employers) for number, one in enumerate(state.conditions)])
    going_on = bool(turns_left(state))
    acted = tuple([one for one in state.acted if state.conditions[one].fate == UP]) if going_on else ()
    turn = state.turn if going_on and state.turn is not None and not state.turn.over else None
    waiting = any(
        [
            one.fate == COMING and profile.joins > state.round
            for profile, one in zip(state.profiles, state.conditions, strict=True)
        ]
    )
    return (
        fighters,
        state.first if going_on else None,
        state.order if going_on else (),
        acted,
        turn,
        state.pending,
        frozenset(state.checked),
        state.due,
        state.starting,
        state.adjacent if places_matter(state, tactics) else (),
        state.struck,
        state.grants,
        state.modifiers,
        state.round if waiting or not state.round else 1,
        len(state.profiles),
        tuple([one.max_hp for one in state.profiles if one.hp_dice is not None]),
    )


def _matters(one: Condition, is_employer: bool) -> Hashable:
    if one.fate == UP:
        return one
    return one.fate if one.fate == COMING or is_employer else one.fate in TAKEN


PLAIN = ("first", "weakest", "strongest", "random")
"""Tactics that neither trip anybody nor cast."""


def places_matter(state: State, tactics: Mapping[str, str]) -> bool:
    """Whether it can matter who is adjacent to whom: to those who shoot, leave melee or lie on the ground."""
    if leaving_costs(state.rulings) or space(state.rulings)[0] != "free":
        return True
    if any(tactic not in PLAIN for tactic in tactics.values()) or any(one.tripped for one in state.conditions):
        return True
    return any(
        len(weapon.blows) > 1 or weapon.kind == "ranged" or "thrown" in weapon.tags
        for profile in state.profiles
        for weapon in profile.weapons
    ) or any(profile.spells for profile in state.profiles)
