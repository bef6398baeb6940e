"""Dice for learning what a command would be rolled with: it is carried out, and its events are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ParamSpec, TypeVar

from affray.dice import Formula, Roll, Seat, Why

P = ParamSpec("P")
T = TypeVar("T")


class MiddleDice:
    """Dice that show the face in the middle, for what does not depend on what falls. `asked` are the rolls by name."""

    def __init__(self) -> None:
        self.roles: Mapping[str, Seat] = {}
        self.asked: set[str] = set()

    def roll(self, roll: Roll, why: Why) -> int:
        """The value of the roll with every die at its middle."""
        self.asked.add(why.name)
        face = (roll.sides + 1) // 2
        return face * roll.count if roll.keep == "sum" else face

    def faces(self, roll: Roll, why: Why) -> tuple[int, ...]:
        """Every die at its middle."""
        self.asked.add(why.name)
        return ((roll.sides + 1) // 2,) * roll.count

    def resolve(self, formula: Formula[P, T], *inputs: P.args, **named: P.kwargs) -> T:
        """The formula, answered by these dice; one that throws again and again is tried once."""
        return formula.once(self, *inputs, **named)
