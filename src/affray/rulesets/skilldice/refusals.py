"""What refusals have in common by these rules: their clauses, and whom they can be about."""

from __future__ import annotations

from affray.rulesets.skilldice.state import State

TURNS = "skilldice.turn.actions"
LEAVE = "skilldice.leave"


def is_fighter(state: State, number: int) -> bool:
    """Whether there is a fighter of this number."""
    return 0 <= number < len(state.profiles)
