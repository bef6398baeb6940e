"""What a procedure receives: the state as it is now, dice to ask, and a way to record what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from affray.dice import Dice, Resolve, Seat

S = TypeVar("S")


class Play(Generic[S]):
    """One command being carried out.

    `state` changes only through `record`, which folds the event in at once; `events` keeps them, or is None where
    nobody reads them (simulation, exact odds). `resolve(formula, *inputs)` gives the outcome of a formula: the only way
    for a procedure to meet chance.
    """

    __slots__ = ("dice", "events", "evolve", "resolve", "state")

    def __init__(self, state: S, dice: Dice, evolve: Callable[[S, Any], S], events: list[Any] | None = None) -> None:
        self.state = state
        self.dice = dice
        self.evolve = evolve
        self.events = events
        self.resolve: Resolve = dice.resolve  # without a call in between: this is where simulation spends its time

    def record(self, event: Any) -> None:
        """Something happened: `event` changes the state now and joins the list of what the command did."""
        self.state = self.evolve(self.state, event)
        if self.events is not None:
            self.events.append(event)

    def bind(self, **roles: Seat) -> None:
        """Says which seats stand behind the roles of the rolls to come."""
        self.dice.roles = roles
