"""Whose turn it is, and who may spend actions now."""

from __future__ import annotations

from affray.dice import REFEREE, TABLE, Seat
from affray.rules import rule
from affray.rulesets.skilldice.rulings import Rulings
from affray.rulesets.skilldice.state import Offer, OrderChoice, Pending, SkillChoice, State, SweepChoice, can_act


def seat_of(pending: Pending) -> Seat:
    """Whom a pending decision waits for."""
    match pending:
        case Offer(strife):
            return strife.target
        case SweepChoice(seat):
            return seat
        case SkillChoice() | OrderChoice():
            return REFEREE


def acting(state: State) -> tuple[int, ...]:
    """Those whose turn it is: one, or several who are tied where ties act together (D02)."""
    if not 0 <= state.place < len(state.order):
        return ()
    return tuple([one for one in state.order[state.place] if one not in state.ended and can_act(state, one)])


@rule("skilldice.turn.actions")
def next_to_act(state: State) -> Seat | None:
    """Whom the fight waits for first: a decision, a roll for the order, a turn, the table; None once it is over."""
    if state.pending:
        return seat_of(state.pending[0])
    if state.over:
        return None
    if state.entering:
        return state.entering[0]
    due = acting(state)
    return due[0] if due else TABLE


def in_round(state: State) -> bool:
    """Whether a round is going on: its order is fixed, and not all of its turns are over."""
    return not state.entering and 0 <= state.place < len(state.order)


@rule("skilldice.turn.actions", "D05")
def can_spend(state: State, fighter: int, actions: int = 1) -> bool:
    """Whether the fighter has so many actions and may spend them: before its first turn, too, unless D05 says not."""
    one = state.conditions[fighter]
    return one.actions >= actions and (one.begun or not waits_for_turn(state.rulings))


@rule("D05")
def waits_for_turn(rulings: Rulings) -> bool:
    """Whether nothing can be spent before one's first turn."""
    return rulings.before_first_turn == "none_until_first_turn"


def has_the_floor(state: State, fighter: int) -> bool:
    """Whether the fighter may act now: in its turn, or with actions held since it ended."""
    return in_round(state) and (fighter in acting(state) or state.conditions[fighter].held)


@rule("D01")
def rolls_for_order(rulings: Rulings, first: bool) -> str:
    """How the round gets its order: by "rolls", by the "narrator" naming it, or "" where it keeps the one it has."""
    if rulings.turn_order == "narrator":
        return "narrator" if first else ""
    return "rolls" if first or rulings.turn_order == "each_round" else ""
