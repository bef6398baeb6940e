"""Choices in positions where fighters who are alike stand in other places than in the position that was solved.

Both have the same options, but not in one order, and of options that are worth the same the first is to be taken.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol

from affray.interpret.best_play import Number
from affray.interpret.game import Positions
from affray.interpret.solve import ROUNDING
from affray.rules import Branch


class Parts(Protocol):
    """What must be known of a solved game."""

    exactly: bool

    def part(self, key: Hashable) -> int | None:
        """A number that a position shares with those it leads to that lead back; None for one that is a mere reply."""
        ...

    def worth(self, position: Hashable, options: int) -> list[Number]:
        """The value of each option of a position."""
        ...


def chosen_there(positions: Positions, game: Parts, position: Hashable, merged: Hashable, best: int) -> int:
    """The place of the best option of a position, where `best` is that of the position that was solved for it.

    It leads to the same positions; or else it is one before it that is worth as much and does not lead back: who chose
    again and again what leads back might never come by what it is worth.
    """
    branches = positions.choices(position).branches
    wanted = _chances(positions.choices(merged).branches[best])
    same = next(place for place, branch in enumerate(branches) if _chances(branch) == wanted)
    worth, home = game.worth(position, len(branches)), game.part(merged)
    margin = 0 if game.exactly else ROUNDING
    for place in range(same):
        if abs(worth[place] - worth[same]) <= margin and not _leads_back(positions, game, branches[place], home):
            return place
    return same


def _chances(branch: Branch) -> dict[Hashable, int]:
    """The weight of each position that an option leads to."""
    found: dict[Hashable, int] = {}
    for key, weight in branch:
        found[key] = found.get(key, 0) + weight
    return found


def _leads_back(positions: Positions, game: Parts, branch: Branch, home: int | None) -> bool:
    """Whether any position that an option leads to, or that a reply to it does, leads back again."""
    for key, _ in branch:
        part = game.part(key)
        if part == home:
            return True
        if part is None and any(_leads_back(positions, game, one, home) for one in positions.choices(key).branches):
            return True
    return False
