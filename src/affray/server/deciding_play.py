"""What messages about the fight do: commands and their dice, undo and redo, a die changed, notes."""

from __future__ import annotations

from typing import Any

from affray.codec import plain
from affray.dice import REFEREE, Seat
from affray.errors import BadInput, Rejection
from affray.files import read_note
from affray.interpret.script import Need
from affray.server import messages as m
from affray.server import rows as r
from affray.server.asking_dice import Asked, asked, bookkeeping
from affray.server.decided import Change, Decided, Moment, one
from affray.server.faults import Fault, Refused, conflict, forbidden, invalid, of_input, of_rejection
from affray.server.held import made
from affray.server.limits import LONGEST_NOTE
from affray.server.people import Sitter
from affray.server.reading import read_plain
from affray.server.seats import may_know
from affray.table.log import CommandEntry, Entry
from affray.table.work import Table

MOST_BY_ITSELF = 20
"""Commands that the table gives in a row before it waits for somebody: rounds in which nobody can do anything."""

NOT_YOURS = forbidden("that is for somebody else to do")


def do(at: Moment, message: m.Do) -> Decided | Fault:
    """A command; its dice are asked for one after another."""
    held = at.held
    table = held.table
    if held.waits is not None:
        return _busy(at)
    try:
        command = read_plain(message.command, table.ruleset.command, "message.command")
    except Refused as refused:
        return refused.fault
    seat = table.ruleset.issuer(table.state, command)
    if not at.sitter.plays(seat):
        return NOT_YOURS
    unknown = may_know(held, at.sitter, seat, command)
    if unknown is not None:
        return unknown
    return _go_on(at, r.Waits(at.sitter.person, plain(command)), command, roll=message.roll)


def faces(at: Moment, message: m.Faces) -> Decided | Fault:
    """Faces for the die that waits, from whoever throws it."""
    waiting = asked(at.held)
    if waiting is None:
        return invalid("faces", "no die is waiting", hint="the table rolls what is not asked for")
    if not at.sitter.plays(waiting.seat):
        return forbidden("the table waits for somebody else's die")
    typed = any(face is not None for face in message.faces)
    if typed and not at.held.settings.typing and not at.sitter.is_referee:
        return invalid("faces", "typing dice is switched off at this table", hint="let the table roll")
    if len(message.faces) > waiting.missing:
        return invalid(
            "faces", f"{len(message.faces)} faces for {waiting.missing} dice", allowed=f"1 to {waiting.missing} faces"
        )
    sides = waiting.need.roll.sides
    for face in message.faces:
        if face is not None and face > sides:
            return invalid("faces", f"a d{sides} does not show that", face, f"1 to {sides}")
    return _continue(at, waiting, message.faces)


def roll_rest(at: Moment, message: m.RollRest) -> Decided | Fault:
    """The table rolls what the sender would have to throw."""
    waiting = asked(at.held)
    if waiting is None:
        return conflict("nothing_waits", "no command waits for dice")
    if not at.sitter.plays(waiting.seat):
        return forbidden("the table waits for somebody else's die")
    return _continue(at, waiting, (None,) * waiting.missing, roll=True)


def cancel(at: Moment, message: m.Cancel) -> Decided | Fault:
    """The command that waits is dropped, by whoever gave it or by a referee."""
    waits = at.held.waits
    if waits is None:
        return conflict("nothing_waits", "no command waits for dice")
    if waits.by != at.sitter.person and not at.sitter.is_referee:
        return forbidden("whoever gave the command may drop it, or a referee")
    return one(r.Waits(), public=True)


def undo(at: Moment, message: m.Undo) -> Decided | Fault:
    """Back to right after an entry; without one, what somebody gave last is taken back, and what followed from it."""
    held = at.held
    if held.waits is not None:
        return _busy(at)
    last = held.last_given()
    if not at.sitter.is_referee and (last is None or message.to is not None or last[0].person != at.sitter.person):
        return forbidden("players take back what they did last, as long as nothing else has happened")
    if message.to is None:
        if last is None:
            return conflict("nothing_to_undo", "there is nothing to undo")
        to = last[1]
    else:
        to = held.after_bookkeeping(message.to)
    table = held.table.fork()
    return _written(at, table, table.undo(to, _seat(at), at.id))


def redo(at: Moment, message: m.Redo) -> Decided | Fault:
    """What the last undo took away counts again; for players, what they took back themselves."""
    held = at.held
    if held.waits is not None:
        return _busy(at)
    if not at.sitter.is_referee:
        latest = held.last_undo()
        if latest is None or latest.person != at.sitter.person:
            return forbidden("players do again what they have just taken back")
    table = held.table.fork()
    return _written(at, table, table.redo(_seat(at), at.id))


def edit(at: Moment, message: m.Edit) -> Decided | Fault:
    """A die shows something else after all; dice that are newly asked for are asked for here, too."""
    if at.held.waits is not None:
        return _busy(at)
    waits = r.Waits(at.sitter.person, edit=(message.entry, message.die, message.face), faces=message.faces or ())
    return _go_on(at, waits, None)


def note(at: Moment, message: m.Note) -> Decided | Fault:
    """Something is written beside the fight."""
    if message.hidden and not at.sitter.is_referee:
        return forbidden("hidden notes are the referees'")
    try:
        text = read_note(message.text, "text", LONGEST_NOTE)
    except BadInput as error:
        return of_input(error, "text")
    if not text.strip():
        return invalid("text", "a note needs a text", message.text, f"1 to {LONGEST_NOTE} characters")
    table = at.held.table.fork()
    entry = table.note(text, _seat(at), message.hidden, at.id)
    return (Change(r.Entered(entry), not message.hidden, made(at.held.table, table, entry)),)


# Dice


def _continue(at: Moment, waiting: Asked, more: tuple[int | None, ...], roll: bool = False) -> Decided | Fault:
    waits = waiting.waits
    by = waits.by or at.sitter.person
    waits = r.Waits(by, waits.command, (*waits.faces, *more), waits.edit)
    return _go_on(at, waits, waiting.command, roll=roll, hidden=waiting.need.hidden)


def _go_on(at: Moment, waits: r.Waits, command: Any, roll: bool = False, hidden: bool = False) -> Decided | Fault:
    """Runs a command with the faces so far: to its end, or to the next die that somebody has to throw.

    `hidden` says that the faces just given were those of a hidden roll: players do not notice one after another.
    """
    given = waits.faces
    while True:
        table = at.held.table.fork()
        try:
            if waits.edit is None:
                result: Entry | Need | Rejection = table.do(command, given, id=at.id)
            else:
                result = table.edit(*waits.edit, given, _seat(at), at.id)
        except BadInput as error:
            return of_input(error, "faces")
        if not isinstance(result, Need):
            return _written(at, table, result)
        seat = REFEREE if result.hidden else result.seat
        if not _thrown_by_table(at, seat, roll):
            unseen = hidden and result.hidden
            return one(r.Waits(waits.by, waits.command, given, waits.edit), public=not unseen)
        given += (None,) * (result.roll.count - len(result.have))


def _thrown_by_table(at: Moment, seat: Seat, roll: bool) -> bool:
    """Whether a die is thrown at once: the sender says so, or whoever throws it wishes so, or may not type."""
    if roll and at.sitter.plays(seat):
        return True
    thrower = _thrower(at, seat)
    return thrower.rolls == "rolled" or (not at.held.settings.typing and not thrower.is_referee)


def _thrower(at: Moment, seat: Seat) -> Sitter:
    """Whoever throws for a seat: the player of a fighter, else the sender if it is theirs to play, else the referee."""
    player = at.held.player_of(seat) if isinstance(seat, int) else None
    if player is not None:
        return player
    if at.sitter.plays(seat):
        return at.sitter
    return next(one for one in at.held.people.values() if one.office == "referee")


# What is written


def _written(at: Moment, table: Table, result: Entry | Rejection) -> Decided | Fault:
    """The row of an entry, and those of the bookkeeping that follows by itself."""
    if isinstance(result, Rejection):
        return of_rejection(result)
    done = made(at.held.table, table, result)
    # A wait that players noticed ends before their eyes, whatever came of it.
    return (Change(r.Entered(result), done.public or at.held.waits is not None, done), *by_themselves(table))


def by_themselves(table: Table) -> Decided:
    """What a table that has come to this point does by itself: bookkeeping that asks for no die."""
    changes: list[Change] = []
    for _ in range(MOST_BY_ITSELF):
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


def _busy(at: Moment) -> Fault:
    return conflict("waiting", "a command waits for its dice", "throw them, or cancel it")


def _seat(at: Moment) -> Seat:
    """In whose name something is written that is no command: a referee's, or that of a fighter of the sender's."""
    if at.sitter.is_referee:
        return REFEREE
    return at.sitter.fighters[0] if at.sitter.fighters else "table"
