"""The order of play once more, on whole numbers: who is asked next, told beside the engine and proven equal to it.

Odds come from the formulas, readings from their owners, and what is left of a Skill from the harm functions, by tables
that are found once a fight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from affray.errors import Unsupported
from affray.rules.machines import Machine, Program
from affray.rulesets.skilldice.machine import numbers as n
from affray.rulesets.skilldice.machine.alike import merge
from affray.rulesets.skilldice.machine.asking import fate, left, rounds, row, take, winner
from affray.rulesets.skilldice.machine.canon import canon
from affray.rulesets.skilldice.machine.choosing import choose, chooser, options, replies
from affray.rulesets.skilldice.machine.kinds import Kinds, attacks, defends, entries
from affray.rulesets.skilldice.machine.layout import MOST_THREE, RANK
from affray.rulesets.skilldice.machine.packing import packing
from affray.rulesets.skilldice.machine.questions import MOST_TIED, Rows
from affray.rulesets.skilldice.machine.tables import numbers, plans
from affray.rulesets.skilldice.ordering import in_fight
from affray.rulesets.skilldice.state import State, sides_of

MOST_FIGHTERS = 62
"""Places in the order of so many, and all else beside them, fit the 16 bits in which positions are stored."""

PROGRAM = Program(row, take, canon, rounds, winner, fate, left, chooser, options, choose, replies, merge)


def machine(state: State, tactics: Mapping[str, str]) -> Machine[State]:
    """The machine of a fight; raises `Unsupported` for what it does not play."""
    kinds = Kinds(state)
    rolled, attackers, defenders = entries(kinds), attacks(kinds), defends(kinds)
    fighters = len(state.profiles)
    rows = Rows(rolled, attackers, defenders, fighters, state.rulings.contest)
    dice = [kind.entry_die() for kind in kinds.all]
    tables = {
        n.SIDES: plans(state, tactics),
        n.ENTRIES: rolled.table,
        n.ENTRY_DIE: dice,
        n.ATTACKS: attackers.table,
        n.DEFENDS: defenders.table,
    }
    fixed = numbers(state, kinds, rows, tables)
    if fighters > MOST_FIGHTERS:
        raise Unsupported(f"more than {MOST_FIGHTERS} fighters")
    if not fixed[n.TIES] and (fixed[n.ROLLS_LATER] or (fixed[n.ROLLS_FIRST] and not state.order)):
        alike = Counter(dice[kinds.of[fighter]] for fighter in in_fight(state))
        if max(alike.values(), default=0) > MOST_TIED:
            raise Unsupported(f"a tie of more than {MOST_TIED}")
    return Machine(
        PROGRAM,
        fixed,
        sides_of(state),
        fighters,
        rows.count,
        packing(fixed),
        rows.question,
        most=max(max(fighters, n.POINTS) << RANK, MOST_THREE),
    )
