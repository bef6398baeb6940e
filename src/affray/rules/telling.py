"""What the sentences about an entry are made from in every ruleset: its rolls, told one after another."""

from __future__ import annotations

from collections import deque
from typing import Protocol, TypeAlias


class Thrown(Protocol):
    """One roll of an entry: its name and faces."""

    @property
    def name(self) -> str:
        """The name of the roll."""
        ...

    @property
    def faces(self) -> tuple[int, ...]:
        """What its dice show."""
        ...


Rolls: TypeAlias = deque[Thrown]
"""The rolls of an entry that no sentence has told yet."""


def next_faces(rolls: Rolls, name: str) -> tuple[int, ...]:
    """The faces of the next roll of this name, those before it not told; raises `LookupError` where there is none."""
    while rolls:
        roll = rolls.popleft()
        if roll.name == name:
            return roll.faces
    raise LookupError(f"the entry has no roll {name}")
