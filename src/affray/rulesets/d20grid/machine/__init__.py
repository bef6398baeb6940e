"""The order of play told on whole numbers: for sampling by the million, and for exact answers of many positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from affray.rules.machines import Machine
from affray.rulesets.d20grid.machine.layout import DEAD_AT
from affray.rulesets.d20grid.machine.numbers import Fight
from affray.rulesets.d20grid.machine.packing import Packing
from affray.rulesets.d20grid.machine.program import PROGRAM
from affray.rulesets.d20grid.machine.refusing import refuse
from affray.rulesets.d20grid.state import State, sides_of

MOST: Final = 32_000
"""What no other number of a position exceeds: hit points are lost only by those who are not dead yet."""


def machine(state: State, tactics: Mapping[str, str]) -> Machine[State]:
    """The machine of a fight; raises `Unsupported` for what it does not play, by name."""
    refuse(state, tactics)
    fight = Fight(state, tactics)
    questions = fight.rows.questions
    return Machine(
        PROGRAM,
        tuple(fight.numbers),
        sides_of(state),
        len(state.profiles),
        len(questions),
        Packing(fight).pack,
        questions.__getitem__,
        max(MOST, len(questions), fight.rows.most_damage - fight.numbers[DEAD_AT]),
    )
