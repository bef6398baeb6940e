"""What refusals have in common: their clauses, and the checks that several commands share."""

from __future__ import annotations

from affray.errors import Rejection
from affray.rulesets.d20grid.state import State

BUDGET = "d20grid.turn.budget"
SQUARES = "d20grid.map.squares"
LONGEST_WORDS = 60
LONGEST_REASON = 4_000
OVER = Rejection("over", "the fight is over")
WAITING = Rejection("decision_due", "a decision has to be made first")
UNKNOWN = Rejection("no_such_fighter", "there is no such fighter in the fight")
NO_WEAPON = Rejection("no_such_weapon", "there is no such weapon")
NOTHING_DUE = Rejection("nothing_to_choose", "no such decision is waiting")
NOW = Rejection("not_yours", "the decision is another's")


def is_fighter(state: State, number: int) -> bool:
    """Whether there is a fighter of this number."""
    return 0 <= number < len(state.profiles)


def forbids_words(words: str) -> Rejection | None:
    """What somebody says fits on a line."""
    if words.strip() and len(words) <= LONGEST_WORDS and words.isprintable():
        return None
    return Rejection("no_words", f"1 to {LONGEST_WORDS} characters are needed")


def forbids_reason(reason: str) -> Rejection | None:
    """Whatever is done by hand has a reason."""
    if reason.strip() and len(reason) <= LONGEST_REASON and reason.isprintable():
        return None
    return Rejection("no_reason", f"a reason of 1 to {LONGEST_REASON} characters is needed")
