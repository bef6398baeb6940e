"""What messages about the fight do: commands and their dice, a die changed, notes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from affray.codec import plain
from affray.dice import REFEREE, Seat
from affray.errors import BadInput, Rejection
from affray.files import read_note
from affray.interpret.script import Need, Rolled
from affray.server.faults import Fault, Refused, conflict, forbidden, invalid, of_input
from affray.server.limits import LONGEST_NOTE
from affray.server.live import messages as m
from affray.server.live import rows as r
from affray.server.live.asking_dice import Asked, asked, given_in, is_told, lying
from affray.server.live.decided import Change, Decided, Moment, one
from affray.server.live.dropping import dropped
from affray.server.live.held import made
from affray.server.live.people import Sitter
from affray.server.live.seats import may_know
from affray.server.live.writing import BUSY, seat_of, written
from affray.server.reading import read_plain
from affray.table.log import CommandEntry, Entry

NOT_YOURS = forbidden("that is for somebody else to do")
TOO_EARLY = conflict(
    "seed_not_fixed",
    "nobody would see that open dice are rolled, and words can still be added to their seed",
    "type these dice, or begin with something that all see",
)


def do(at: Moment, message: m.Do) -> Decided | Fault:
    """A command; its dice are asked for one after another."""
    held = at.held
    table = held.table
    if held.waits is not None:
        return BUSY
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
    if at.held.lies_open and not at.sitter.is_referee:
        return forbidden("the table has thrown a die for it; only a referee drops it now")
    return dropped(at.held)[0]


def edit(at: Moment, message: m.Edit) -> Decided | Fault:
    """A die shows something else after all; dice that are newly asked for are asked for here, too."""
    if at.held.waits is not None:
        return BUSY
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
    held, seat = at.held, seat_of(at)
    if held.lies_open:
        # With an entry of its own now it would take the number of the command, whose dice would be others then.
        waits = r.Noted(at.id, at.sitter.person, seat, text, message.hidden)
        return one(waits, public=held.noticed and not message.hidden)
    table = held.table.fork()
    entry = table.note(text, seat, message.hidden, at.id)
    return (Change(r.Entered(entry), not message.hidden, made(held.table, table, entry)),)


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
                result = table.edit(*waits.edit, given, seat_of(at), at.id)
        except BadInput as error:
            return of_input(error, "faces")
        if not isinstance(result, Need):
            found = written(at, table, result)
            return TOO_EARLY if _is_too_early(at, found) else found
        seat = REFEREE if result.hidden else result.seat
        if not _thrown_by_table(at, seat, roll):
            waits = r.Waits(waits.by, waits.command, given, waits.edit)
            noticed = _is_noticed(at, waits, seat)
            if not noticed and waits.edit is None and None in given and _is_early(at, lying(table, command, given)):
                return TOO_EARLY
            return one(waits, public=noticed and not (hidden and result.hidden))
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


def _is_noticed(at: Moment, waits: r.Waits, seat: Seat) -> bool:
    """Whether everybody notices that a command waits: it is one that all learn of, or a player gave it or throws."""
    held = at.held
    players = not held.people[waits.by].is_referee or not _thrower(at, seat).is_referee
    return held.noticed or players or is_told(held.table.ruleset, *given_in(held, waits))


def _is_too_early(at: Moment, found: Decided | Fault) -> bool:
    """Whether an entry that nobody sees has dice of the table's for which it is too early."""
    if isinstance(found, Fault) or found[0].public or found[0].made is None:
        return False
    entry = found[0].made.entry
    return isinstance(entry, CommandEntry) and _is_early(at, (one for one in entry.rolls if one.source == "rolled"))


def _is_early(at: Moment, rolls: Iterable[Rolled]) -> bool:
    """Whether words that somebody adds to the seed, who saw nothing of these rolls, would make them others."""
    hidden = {why.name: why.hidden for why in at.held.table.ruleset.rolls}
    return at.held.takes_words and not all(hidden.get(roll.name, False) for roll in rolls)
