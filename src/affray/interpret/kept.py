"""What is kept of the positions of a fight: in lists by `plain_network`, in arrays by `network`, in the same order."""

from __future__ import annotations

from typing import Any


class Kept:
    """The lists or arrays of a network, put together as the inner loops of `survey` and `settling` take them."""

    first: Any
    stop: Any
    ends: Any
    choosers: Any
    rows: Any
    target: Any
    chance: Any
    last: Any
    told: Any
    facts: Any

    @property
    def marks(self) -> tuple[Any, ...]:
        """What is known of each position, as `survey.Marks`."""
        return self.first, self.stop, self.ends, self.choosers, self.rows

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves of all positions that are open, as `survey.Moves`."""
        return self.target, self.chance, self.last

    @property
    def notes(self) -> tuple[Any, ...]:
        """What becomes of fighters, as `survey.Notes`."""
        return self.told, self.facts
