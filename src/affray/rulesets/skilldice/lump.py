"""What of a state can still matter: equal keys are one state to the exact solver."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from msgspec.structs import replace

from affray.errors import Unsupported
from affray.rules import rule
from affray.rulesets.skilldice.legality import one_attack
from affray.rulesets.skilldice.rulings import Rulings
from affray.rulesets.skilldice.settling import refills_together
from affray.rulesets.skilldice.state import UP, Condition, State
from affray.rulesets.skilldice.tactics import TACTICS
from affray.rulesets.skilldice.turns import waits_for_turn


@rule("skilldice.stamina.out", "D37")
def lump(state: State, tactics: Mapping[str, str]) -> Hashable:
    """A key for everything that the rest of the fight can depend on under these tactics.

    Forgotten: the number of the round; of those who are not in the fight everything, since no tactic brings anybody
    back, and their places in the order; that actions are held, since no tactic acts out of its turn; actions at the end
    of a round that gives them back; how many attacks and turns there have been where no reading asks; marks.
    """
    for tactic in tactics.values():
        if tactic not in TACTICS:
            raise Unsupported(f"tactic={tactic}")
    if state.over:
        return state.winner or ("nobody",)
    rulings = state.rulings
    resting = state.place >= len(state.order) and not state.entering and refills_together(rulings)
    up = [one.fate == UP for one in state.conditions]
    before = sum([any([up[one] for one in group]) for group in state.order[: max(state.place, 0)]])
    return (
        tuple([_matters(one, rulings, resting) if one.fate == UP else None for one in state.conditions]),
        state.round > 0,
        state.entering,
        state.entries,
        tuple([left for group in state.order if (left := tuple([one for one in group if up[one]]))]),
        min(state.place, before),
        tuple([one for one in state.ended if up[one]]),
        state.pending,
    )


def _matters(one: Condition, rulings: Rulings, resting: bool) -> Condition:
    return replace(
        one,
        actions=0 if resting else one.actions,
        attacks=min(one.attacks, 1) if one_attack(rulings) else 0,
        begun=one.begun or not waits_for_turn(rulings),
        held=False,
        marks=(),
        how="",
    )
