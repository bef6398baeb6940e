"""How an entry gets into the journal, with all that follows it by itself."""

from __future__ import annotations

from affray.dice import REFEREE, Seat
from affray.errors import Rejection
from affray.server.faults import Fault, conflict, of_rejection
from affray.server.live import rows as r
from affray.server.live.asking_dice import bookkeeping
from affray.server.live.decided import Change, Decided, Moment
from affray.server.live.dropping import kept_notes
from affray.server.live.held import Held, made
from affray.table.log import CommandEntry, Entry
from affray.table.work import Table

MOST_BY_ITSELF = 20
"""Commands that the table gives in a row before it waits for somebody: rounds in which nobody can do anything."""

BUSY = conflict("waiting", "a command waits for its dice", "throw them, or cancel it")


def written(at: Moment, table: Table, result: Entry | Rejection) -> Decided | Fault:
    """The row of an entry, those of the notes that waited for it, and those of the bookkeeping that follows."""
    if isinstance(result, Rejection):
        return of_rejection(result)
    done = made(at.held.table, table, result)
    # A wait that players noticed ends before their eyes, whatever came of it.
    entered = Change(r.Entered(result), done.public or at.held.noticed, done)
    notes, table = kept_notes(at.held, table)
    return (entered, *notes, *by_themselves(at.held, table))


def by_themselves(held: Held, table: Table) -> Decided:
    """What a table that has come to this point does by itself: bookkeeping that asks for no die.

    Where it had stopped before, it stops again: what led here by itself counts.
    """
    changes: list[Change] = []
    for _ in range(MOST_BY_ITSELF - held.passed_by_itself(table)):
        command = bookkeeping(table)
        if command is None:
            break
        after = table.fork()
        entry = after.do(command, ())
        if not isinstance(entry, CommandEntry):
            break
        done = made(table, after, entry)
        changes.append(Change(r.Entered(entry, by_itself=True), done.public, done))
        table = after
    return tuple(changes)


def seat_of(at: Moment) -> Seat:
    """In whose name something is written that is no command: a referee's, or that of a fighter of the sender's."""
    if at.sitter.is_referee:
        return REFEREE
    return at.sitter.fighters[0] if at.sitter.fighters else "table"
