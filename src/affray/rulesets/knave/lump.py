"""What of a state can still matter: equal keys are one state to the exact solver."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from affray.errors import Unsupported
from affray.rules import rule
from affray.rulesets.knave.state import DEAD, UNCONSCIOUS, UP, State
from affray.rulesets.knave.tactics import TACTICS
from affray.rulesets.knave.turns import turns_left


@rule("K44", "K73")
def lump(state: State, tactics: Mapping[str, str]) -> Hashable:
    """A key for everything that the rest of the fight can depend on under these tactics.

    Forgotten: the number of the round, the order of acting once the round is over, and of those who are out
    everything but whether they count as defeated. No tactic here attacks anybody who is down.
    """
    for tactic in tactics.values():
        if tactic not in TACTICS:
            raise Unsupported(f"tactic={tactic}")
    if state.over:
        return state.winner or ("nobody",)
    fighters = tuple(
        (one.hp, one.fleeing, one.body, one.shield, one.helmet, one.weapons, one.flags)
        if one.fate == UP
        else one.fate in (UNCONSCIOUS, DEAD)
        for one in state.conditions
    )
    going_on = bool(turns_left(state))
    acted = tuple(one for one in state.acted if state.conditions[one].fate == UP) if going_on else ()
    return fighters, state.first if going_on else None, acted, state.pending, frozenset(state.checked), state.due
