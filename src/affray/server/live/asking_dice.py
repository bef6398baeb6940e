"""The dice that a table waits for: of a command that somebody gave, or of the table's own bookkeeping."""

from __future__ import annotations

from typing import Any

import msgspec

from affray.codec import convert
from affray.dice import REFEREE, TABLE, Seat
from affray.fight import AnyRuleset
from affray.interpret.script import Need, Rolled, Streams, Trace, typed
from affray.play import Play
from affray.rules import legal
from affray.server.live.held import Held
from affray.server.live.rows import Waits
from affray.table.again import Faces
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
    table, waits = held.table.fork(), held.waits
    before, command = given_in(held, waits)
    need: object = table.do(command, waits.faces) if waits.edit is None else table.edit(*waits.edit, waits.faces)
    assert isinstance(need, Need), "what waits in the journal stopped at a die"
    return Asked(waits, before, command, need)


def given_in(held: Held, waits: Waits) -> tuple[Any, Any]:
    """The state in which a command that waits was given, and the command; of an edit, those that it changes."""
    kind = held.table.ruleset.command
    if waits.edit is None:
        return held.table.state, convert(waits.command, kind)
    seq = waits.edit[0]
    moment = held.table.moment.before_entry(seq)
    assert moment is not None
    return moment.state, convert(next(one.command for one in held.table.history() if one.seq == seq), kind)


def is_told(ruleset: AnyRuleset, before: Any, command: Any) -> bool:
    """Whether everybody learns that a command is given, whatever comes of it."""
    return ruleset.issuer(before, command) != REFEREE and ruleset.tells(before, command)


class Begun(msgspec.Struct, frozen=True):
    """A command that waits, as far as it has come: its rolls, its events, and the state that they have led to."""

    rolls: list[Rolled]
    events: list[Any]
    state: Any


def lying(table: Table, command: Any, faces: Faces) -> list[Rolled]:
    """The rolls of a command that waits, as far as they are thrown, those too that the table threw."""
    return begun(table, command, faces).rolls


def begun(table: Table, command: Any, faces: Faces) -> Begun:
    """A command that waits, carried out as far as its dice go."""
    trace = Trace(typed(faces, Streams(*table.seeds, len(table.entries) + 1)))
    play = Play(table.state, trace, table.ruleset.evolve, [])
    try:
        table.ruleset.apply(play, command)
    except Need as need:
        half = [Rolled(need.why.name, need.seat, "rolled", need.have)] if need.have else []
        return Begun([*trace.rolls, *half], play.events or [], play.state)
    raise AssertionError("the command does not wait")


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
