"""How a command that waits for dice is dropped: what the table has thrown for it is written down and never shown again.

A player who could drop such a command unseen would choose their dice. The note of it takes the number that the command
would have had, so that the next command has dice of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from affray.dice import REFEREE, Seat
from affray.interpret.script import Rolled
from affray.server.live import rows as r
from affray.server.live.asking_dice import Asked, asked, is_told, lying
from affray.server.live.decided import Change, Decided
from affray.server.live.held import Held, made
from affray.server.live.people import Sitter
from affray.server.live.seats import names_for, seat_name
from affray.table.publishing import open_rolls
from affray.table.work import Table
from affray.telling.story import faces_told

ANYBODY = Sitter(person="", name="", office="spectator")
"""Whoever knows no more than all at the table do."""


def dropped(held: Held) -> tuple[Decided, Table]:
    """The rows by which the command that waits is dropped, and the table after them."""
    table = held.table
    changes: list[Change] = []
    waiting = asked(held)
    if held.lies_open and waiting is not None:
        for text, hidden in _accounts(held, waiting):
            change, table = _note(table, r.Noted("", "", REFEREE, text, hidden))
            changes.append(change)
    notes, table = kept_notes(held, table)
    return (*changes, Change(r.Waits(), public=held.noticed), *notes), table


def kept_notes(held: Held, table: Table) -> tuple[Decided, Table]:
    """The notes that came while dice lay open, as entries that follow at this table, and the table after them."""
    changes = []
    for one in held.noted:
        change, table = _note(table, one)
        changes.append(change)
    return tuple(changes), table


def _note(before: Table, note: r.Noted) -> tuple[Change, Table]:
    after = before.fork()
    entry = after.note(note.text, note.seat, note.hidden, note.id or None)
    return Change(r.Entered(entry, by=note.by), not note.hidden, made(before, after, entry)), after


def _accounts(held: Held, waiting: Asked) -> Iterator[tuple[str, bool]]:
    """What is written of the dice that lie open, and whether it is the referees': what nobody else may know is."""
    ruleset = held.table.ruleset
    rolls = lying(held.table, waiting.command, waiting.waits.faces)
    told = is_told(ruleset, waiting.before, waiting.command)
    seen = open_rolls(ruleset, rolls) if told else []
    seat = ruleset.issuer(waiting.before, waiting.command)
    if told:
        yield _account(seat_name(seat, names_for(held, ANYBODY)), seen), False
    if len(seen) < len(rolls):
        rest = [one for one in rolls if one not in seen]
        yield _account(_whoever(held, seat), rest), True


def _whoever(held: Held, seat: Seat) -> str:
    return seat_name(seat, {one.id: one.name for one in held.table.ruleset.standings(held.table.state)})


def _account(name: str, rolls: list[Rolled]) -> str:
    dice = "; ".join(faces_told(one) for one in rolls)
    return f"Dropped after dice had fallen: a command of {name} ({dice})" if dice else f"Dropped: a command of {name}"
