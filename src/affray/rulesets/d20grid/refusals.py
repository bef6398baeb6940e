"""What refusals have in common by these rules: their clauses, and whom they can be about."""

from __future__ import annotations

from affray.errors import Rejection
from affray.rulesets.d20grid.state import State

BUDGET = "d20grid.turn.budget"
SQUARES = "d20grid.map.squares"
NO_WEAPON = Rejection("no_such_weapon", "there is no such weapon")


def is_fighter(state: State, number: int) -> bool:
    """Whether there is a fighter of this number."""
    return 0 <= number < len(state.profiles)
