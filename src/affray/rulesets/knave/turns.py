"""Whose turn it is."""

from __future__ import annotations

from affray.dice import TABLE, Seat
from affray.rules import rule
from affray.rulesets.knave.state import FOES, PARTY, UP, State, seat_of


@rule("knave.round.initiative", "K40")
def to_act(state: State) -> tuple[Seat, ...]:
    """The seats that may act now: of a pending decision, every PC of the acting side, the next enemy, the table."""
    if state.pending:
        return (seat_of(state.pending[0]),)
    if state.over:
        return ()
    return turns_left(state) or (TABLE,)


_latest: tuple[State | None, tuple[int, ...]] = (None, ())


def turns_left(state: State) -> tuple[int, ...]:
    """Those of the acting camp whose turn may come next; empty when the round is over."""
    # Whoever is asked to act is checked against the same state right afterwards: one answer is worth keeping.
    global _latest  # noqa: PLW0603
    known, turns = _latest
    if known is not state:
        turns = _turns_left(state)
        _latest = (state, turns)
    return turns


def _turns_left(state: State) -> tuple[int, ...]:
    first = state.first
    if first is None:
        return ()
    conditions, acted = state.conditions, state.acted
    for camp in (first, FOES - first):
        if camp == PARTY:
            # The players settle among themselves who goes next.
            waiting = [one for one in state.camps[PARTY] if conditions[one].fate == UP and one not in acted]
            if waiting:
                return tuple(waiting)
        else:
            for one in state.camps[FOES]:
                if conditions[one].fate == UP and one not in acted:
                    return (one,)
    return ()
