"""What of a state can still matter: equal keys are one state to the exact solver."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from msgspec.structs import replace

from affray.errors import Unsupported
from affray.rules import rule
from affray.rulesets.d20grid.state import Condition, State
from affray.rulesets.d20grid.tactics import TACTICS
from affray.rulesets.d20grid.turns import renewal


@rule("d20grid.hp.dead", "T07", "T45")
def lump(state: State, tactics: Mapping[str, str]) -> Hashable:
    """A key for everything that the rest of the fight can depend on under these tactics.

    Forgotten: the number of the round, of the dead everything, of the unconscious what no attack at one asks (no tactic
    heals them, but a body that bars the way is struck), that Immediate actions are spent (no tactic has a use for one),
    who rolled what once everybody has its place, and in the order whoever has no turn and no armor that comes back; not
    while somebody is still to come into the order, whose place among equals depends on all who have one. Between two
    rounds it is forgotten who has an attack of opportunity left, where all have it again before the next turn (T07).
    """
    for tactic in tactics.values():
        if tactic not in TACTICS:
            raise Unsupported(f"tactic={tactic}")
    if state.over:
        return state.winner or ("nobody",)
    conditions = state.conditions
    renewed = state.turn is None and renewal(state.rulings) != "turn"
    all_count = state.surprise or bool(state.entering)
    counts = [
        all_count or one.fate == "up" or (one.fate == "down" and profile.absorb > 0)
        for one, profile in zip(conditions, state.profiles, strict=True)
    ]
    before = sum([counts[one] for one in state.order[: max(state.place, 0)]])
    return (
        tuple([_matters(one, renewed) for one in conditions]),
        state.round > 0,
        state.surprise,
        state.entering,
        state.entries,
        tuple([one for one in state.order if counts[one]]),
        min(state.place, before) if state.place < len(state.order) else len(state.profiles),
        state.turn,
        state.pending,
        state.passage,
    )


def _matters(one: Condition, renewed: bool) -> Hashable:
    if one.fate == "dead":
        return None
    if one.fate == "down":
        return one.at, one.hp, one.pool, one.flags
    return replace(one, immediate=True, opportunity=renewed or one.opportunity)
