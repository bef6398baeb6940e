"""Refusals that mean the same by every rules text: they are about seats, decisions and words, not about a rule."""

from __future__ import annotations

from affray.errors import Rejection

LONGEST_WORDS = 60
LONGEST_REASON = 4_000
OVER = Rejection("over", "the fight is over")
WAITING = Rejection("decision_due", "a decision has to be made first")
UNKNOWN = Rejection("no_such_fighter", "there is no such fighter in the fight")
NOTHING_DUE = Rejection("nothing_to_choose", "no such decision is waiting")
NOW = Rejection("not_yours", "the decision is another's")


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
