"""Whose turn it is, and what is left of it."""

from __future__ import annotations

from affray.dice import TABLE, Seat
from affray.rules import rule
from affray.rulesets.d20grid.rulings import Rulings
from affray.rulesets.d20grid.state import UP, Cost, Offer, Pending, State, Turn


def seat_of(pending: Pending) -> int:
    """Whom a pending decision waits for."""
    return pending.owner if isinstance(pending, Offer) else pending.attacker


@rule("d20grid.turn.budget", "d20grid.aoo.trigger")
def next_to_act(state: State) -> Seat | None:
    """Whom the fight waits for: a decision, a roll for initiative, a turn, the table; None once it is over."""
    if state.pending:
        return seat_of(state.pending[0])
    if state.over:
        return None
    if state.entering:
        return state.entering[0]
    return state.turn.actor if state.turn is not None else TABLE


@rule("d20grid.turn.budget", "T01", "T09")
def can_pay(turn: Turn, cost: Cost) -> bool:
    """Whether an action of this cost is left of the turn; nothing is traded."""
    if cost == "swift":
        return turn.swift > 0
    return cost == "free" or turn.standard > 0


@rule("d20grid.turn.others", "T07")
def renewal(rulings: Rulings) -> str:
    """When the attack of opportunity comes back: with one's own "turn", with "each" turn, with the "round"."""
    return {"per_round": "turn", "each_creature_turn": "each", "initiative_round": "round"}[rulings.opportunities]


@rule("d20grid.turn.others", "T08")
def takes_swift(rulings: Rulings) -> bool:
    """Whether an Immediate action takes the Swift of the turn to come."""
    return rulings.immediate == "spends_swift"


def may_react(state: State, fighter: int) -> bool:
    """Whether it is another's turn and the fighter conscious: then Free actions are open to it."""
    return state.turn is not None and state.turn.actor != fighter and state.conditions[fighter].fate == UP
