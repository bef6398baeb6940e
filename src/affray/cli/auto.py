"""A table at which the tactics decide: `affray play --auto`, and `auto` in a session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.dice import TABLE
from affray.interpret.script import Streams, Trace, rolled
from affray.table.log import CommandEntry
from affray.table.work import Table


def chosen(table: Table) -> Any:
    """What the tactic of the seat to act does now.

    A tactic that mixes has dice of its own: the words of the table's open seed for the entry to come, under the names
    of the tactic's rolls, which no rule asks for. So the same seed gives the same fight, and the log holds no more
    than the commands. Raises `Unsupported` for a side that plays its best.
    """
    seat = table.to_act[0]
    dice = Trace(rolled(Streams(*table.seeds, len(table.entries) + 1)))
    side = table.ruleset.side(table.state, seat)
    orders = table.fight.orders() if side in table.fight.best else table.fight.fixed_orders()
    return orders[side](table.state, seat, dice)


def decide(table: Table) -> CommandEntry:
    """Lets the tactic decide once and the table roll."""
    entry = table.do(chosen(table))
    if not isinstance(entry, CommandEntry):
        raise RuntimeError(f"a tactic was refused: {entry}")
    return entry


def goes_on(table: Table, rounds: int) -> bool:
    """Whether there is something left to decide: the fight is not over and another round may begin."""
    if table.outcome is not None:
        return False
    return not _table_first(table) or table.ruleset.round(table.state) < rounds


def _table_first(table: Table) -> bool:
    """Whether the table's bookkeeping comes next; somebody may still have a move left before it."""
    return table.to_act[:1] == (TABLE,)


def play_on(
    table: Table, rounds: int, before: Callable[[Any], None] | None, after: Callable[[CommandEntry], None]
) -> None:
    """Plays the rest by tactics; `before` is shown each command that a side has chosen, `after` each entry."""
    while goes_on(table, rounds):
        if before is not None and not _table_first(table):
            before(chosen(table))
        after(decide(table))
