"""What undo and redo do: referees take back anything, players what they did last as far as they know."""

from __future__ import annotations

from affray.codec import convert
from affray.dice import REFEREE
from affray.errors import BadInput, Rejection
from affray.server.faults import Fault, conflict, forbidden, of_rejection
from affray.server.live import messages as m
from affray.server.live import rows as r
from affray.server.live.decided import Change, Decided, Moment
from affray.server.live.held import Happened, made
from affray.server.live.unforeseen import told_news
from affray.server.live.writing import BUSY, by_themselves, seat_of, written
from affray.table.log import CommandEntry, EditEntry, Entry
from affray.table.work import Table

NOT_THE_LAST = forbidden("players take back what they did last, as long as nothing else has happened")

TOLD_NEWS = forbidden("that did not go as you could foresee: ask the referee to take it back")


def undo(at: Moment, message: m.Undo) -> Decided | Fault:
    """Back to right after an entry; without one, what somebody gave last is taken back, and what followed from it."""
    held = at.held
    if held.waits is not None:
        return BUSY
    if not at.sitter.is_referee:
        return _own(at, message)
    if message.to is None:
        last = held.last_given()
        if last is None:
            return conflict("nothing_to_undo", "there is nothing to undo")
        to = last[1]
    else:
        to = held.after_bookkeeping(message.to)
    table = held.table.fork()
    return written(at, table, table.undo(to, seat_of(at), at.id))


def redo(at: Moment, message: m.Redo) -> Decided | Fault:
    """What the last undo took away counts again.

    For referees: something hidden that was done since ends it, and a player would learn of that from the refusal.
    """
    if at.held.waits is not None:
        return BUSY
    table = at.held.table.fork()
    return written(at, table, table.redo(seat_of(at), at.id))


# Players


def _own(at: Moment, message: m.Undo) -> Decided | Fault:
    """A player takes back what they did last. What referees have done since, unseen, is done again after it."""
    held = at.held
    last = held.last_seen()
    if last is None or message.to is not None or last.person != at.sitter.person:
        return NOT_THE_LAST
    if told_news(held, at.sitter, last):
        return TOLD_NEWS
    effective = held.table.effective
    place = effective.index(last.entry.seq)
    table = held.table.fork()
    entry = table.undo(effective[place - 1] if place else 0, seat_of(at), at.id)
    if isinstance(entry, Rejection):
        return of_rejection(entry)
    changes = [Change(r.Entered(entry), True, made(held.table, table, entry))]
    for seq in effective[place + 1 :]:
        change = _again(table, held.happened[seq - 1])
        if change is not None and change.made is not None:
            changes.append(change)
            table = change.made.table
    return (*changes, *by_themselves(held, table))


def _again(before: Table, one: Happened) -> Change | None:
    """Something unseen given once more; None where it is the table's own, or cannot be any more, or would be seen."""
    if one.by_itself:
        return None
    after = before.fork()
    try:
        entry = _given_again(after, one.entry)
    except BadInput:
        return None
    if not isinstance(entry, CommandEntry | EditEntry):
        return None
    done = made(before, after, entry)
    return None if done.public else Change(r.Entered(entry, by=one.person), False, done)


def _given_again(table: Table, entry: Entry) -> object:
    if isinstance(entry, EditEntry):
        return table.edit(entry.entry, entry.die, entry.face, (), REFEREE)
    assert isinstance(entry, CommandEntry), "only commands and edits are in effect"
    # What the table threw it throws anew: a die belongs to the number of its entry.
    faces = [None if roll.source == "rolled" else face for roll in entry.rolls for face in roll.faces]
    return table.do(convert(entry.command, table.ruleset.command), faces)
