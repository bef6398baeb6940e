"""The dice that a table waits for: of a command that somebody gave, or of the table's own bookkeeping."""

from __future__ import annotations

from typing import Any

import msgspec

from affray.codec import convert
from affray.dice import REFEREE, TABLE, Seat
from affray.interpret.script import Need
from affray.rules import legal
from affray.server.held import Held
from affray.server.rows import Waits
from affray.table.work import Table


class Asked(msgspec.Struct, frozen=True, eq=False):
    """A command that waits for a die, given in the state `before`. `seat` throws: the referee, where it is hidden.

    `implied` is the table's bookkeeping, which is asked for as soon as nothing else can be done; nobody gave it.
    """

    waits: Waits
    before: Any
    command: Any
    need: Need
    implied: bool = False

    @property
    def seat(self) -> Seat:
        return REFEREE if self.need.hidden else self.need.seat

    @property
    def missing(self) -> int:
        """How many dice of this roll are still to be thrown."""
        return self.need.roll.count - len(self.need.have)


def asked(held: Held) -> Asked | None:
    """The die that the table waits for now."""
    if held.waits is None:
        return None if held.over else _bookkeeping(held)
    table = held.table.fork()
    waits = held.waits
    if waits.edit is not None:
        entry, die, face = waits.edit
        changed = next(one for one in held.table.history() if one.seq == entry)
        moment = held.table.moment.before_entry(entry)
        assert moment is not None
        before = moment.state
        command = convert(changed.command, table.ruleset.command)
        need: object = table.edit(entry, die, face, waits.faces)
    else:
        before = held.table.state
        command = convert(waits.command, table.ruleset.command)
        need = table.do(command, waits.faces)
    assert isinstance(need, Need), "what waits in the journal stopped at a die"
    return Asked(waits, before, command, need)


def bookkeeping(table: Table) -> Any:
    """The command that the table gives by itself: its only one, where no other seat is to act; None: there is none."""
    if table.to_act != (TABLE,):
        return None
    commands = legal(table.ruleset, table.state, TABLE)
    return commands[0] if len(commands) == 1 else None


def _bookkeeping(held: Held) -> Asked | None:
    command = bookkeeping(held.table)
    if command is None:
        return None
    need = held.table.fork().do(command, ())
    if not isinstance(need, Need):
        return None
    waits = Waits(command=msgspec.to_builtins(command))
    return Asked(waits, held.table.state, command, need, implied=True)
