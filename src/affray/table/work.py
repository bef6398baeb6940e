"""A table at work: commands, undo, redo, a die changed afterwards.

The log only grows; what of it counts is kept by a `Timeline`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec

from affray.codec import convert, digest, plain
from affray.dice import Seat
from affray.errors import BadInput, Rejection, ReplayError, ScriptError
from affray.fight import Fight
from affray.interpret.roll import TABLE_GENERATOR
from affray.interpret.script import Answer, Need, Rolled, Streams, Trace, matched, recorded, rolled, typed
from affray.play import Play
from affray.rules import Outcome, legal
from affray.table.again import Faces, MoreFaces, dropped_rolls, same, with_face
from affray.table.log import (
    CommandEntry,
    EditEntry,
    Entry,
    Header,
    NoteEntry,
    RedoEntry,
    SeatEntry,
    UndoEntry,
    fingerprint,
    player_log,
    write,
)
from affray.table.publishing import published
from affray.table.timeline import Moment, Timeline

MOST_FIGHTERS = 100
"""Fighters at a table; odds and simulation know larger battles."""


class Waiting(msgspec.Struct, frozen=True):
    """A command that stopped at a die nobody has thrown yet, with the faces so far."""

    seat: Seat
    command: Any
    faces: tuple[int | None, ...]


class Table:
    """A fight being played, with everything that happened.

    `seeds` are the open and the hidden seed of its generator: drawn from the system where they are not given.
    """

    def __init__(self, fight: Fight, seeds: tuple[str, str] | None = None) -> None:
        """Raises `BadInput` for more than 100 fighters."""
        number = len(fight.ruleset.standings(fight.state))
        if number > MOST_FIGHTERS:
            hint = "affray odds and affray simulate answer for larger battles"
            raise BadInput("too many fighters for a table", received=number, allowed=f"1 to {MOST_FIGHTERS}", hint=hint)
        self.fight = fight
        self.ruleset = fight.ruleset
        self.seeds = seeds or (secrets.token_hex(16), secrets.token_hex(16))
        self.entries: list[Entry] = []
        self.waiting: Waiting | None = None
        self._timeline = Timeline(fight.state)

    def fork(self) -> Table:
        """A table that has come to the same point; what is done at one of the two does not touch the other."""
        forked = Table(self.fight, self.seeds)
        forked.entries = list(self.entries)
        forked.waiting = self.waiting
        forked._timeline = self._timeline.fork()
        return forked

    # What is

    @property
    def state(self) -> Any:
        """The state now."""
        return self.moment.state

    @property
    def moment(self) -> Moment:
        """The state now, with the entries that led to it."""
        return self._timeline.now

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now; empty when the fight is over."""
        return self.ruleset.to_act(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the fight ended; None while it goes on."""
        return self.ruleset.outcome(self.state)

    @property
    def can_redo(self) -> bool:
        """Whether something that was undone can count again."""
        return self._timeline.can_redo

    @property
    def effective(self) -> tuple[int, ...]:
        """The numbers of the commands and edits that were not undone, in order.

        An edit among them may have set commands before it aside: `history` has those that still count.
        """
        return self._timeline.effective

    def history(self) -> list[CommandEntry]:
        """The command entries that count now, in order, as edits left them."""
        return self._timeline.now.entries()

    def legal(self, seat: Seat | None = None) -> list[Any]:
        """The commands that a seat may give now; without one, those of every seat that is to act."""
        seats = self.to_act if seat is None else (seat,)
        return [command for one in seats for command in legal(self.ruleset, self.state, one)]

    def view(self, seat: Seat) -> Any:
        """What a seat may see of the state."""
        return self.ruleset.view(self.state, seat)

    def log(self, *, ended: bool = False) -> bytes:
        """The whole log with seeds and hidden rolls, for the referee; `replay.open_log` reads it.

        `ended` says that somebody ended the fight as it stands, where the rules did not.
        """
        header = self.header()
        return write(msgspec.structs.replace(header, ended=True) if ended else header, self.entries)

    def player_log(self) -> list[dict[str, Any]]:
        """The entries as a player may have them; each is told from the state in which it was given."""
        before = self._timeline.before()
        return player_log(self.entries, lambda entry: published(self.ruleset, before[id(entry)], entry))

    def header(self) -> Header:
        """What the log begins with."""
        from affray.__about__ import __version__  # noqa: PLC0415

        fight = self.fight
        return Header(
            affray=__version__,
            ruleset=self.ruleset.id,
            version=self.ruleset.version,
            fingerprint=fingerprint(self.ruleset),
            rulings=dict(fight.rulings),
            generator=TABLE_GENERATOR,
            seeds=self.seeds,
            title=fight.title,
            tactics=dict(fight.tactics),
            fight=plain(fight.state),
        )

    # What is done

    def do(
        self, command: Any, dice: Faces | None = None, seat: Seat | None = None, id: str | None = None
    ) -> CommandEntry | Need | Rejection:
        """Carries a command out.

        `dice` are typed faces in the order in which the rule asks (None in their place: roll that one); without
        `dice` the table rolls everything. Returns the entry; or a `Need` that says what to throw next, nothing being
        changed: call again with one face more; or the `Rejection`. Raises `BadInput` for a face that the die does not
        have, for faces nobody asked for, and for what is no command of the ruleset.
        """
        if not isinstance(command, self.ruleset.command):
            raise BadInput(f"no command of {self.ruleset.id}", place="command", received=command)
        owner = self.ruleset.issuer(self.state, command)
        if seat is not None and seat != owner:
            return Rejection("not_yours", f"that is for {owner} to do")
        streams = self._streams(len(self.entries) + 1)
        answer = rolled(streams) if dice is None else typed(dice, streams)
        try:
            entry, state = self._carry_out(self.state, command, owner, answer, len(self.entries) + 1, id)
        except Need as need:
            self.waiting = Waiting(owner, command, tuple(dice or ()))
            return need
        except ScriptError as error:
            raise BadInput(str(error), place="dice") from None
        if isinstance(entry, Rejection):
            return entry
        if dice is not None and sum(len(roll.faces) for roll in entry.rolls) != len(dice):
            asked = sum(len(roll.faces) for roll in entry.rolls)
            raise BadInput(f"{len(dice)} faces given, the rule asks for {asked}", place="dice")
        self._append(entry, Moment(state, entry, self._timeline.now))
        return entry

    def undo(self, to: int | None = None, seat: Seat = "referee", id: str | None = None) -> UndoEntry | Rejection:
        """Back to right after effective entry `to` (0: the start); without `to` the last effective entry is undone."""
        to = self._timeline.previous() if to is None else to
        rejection = self._timeline.undo(to)
        if rejection is not None:
            return rejection
        self.waiting = None
        entry = UndoEntry(len(self.entries) + 1, id or str(uuid4()), seat, to, digest(self.state))
        self.entries.append(entry)
        return entry

    def redo(self, seat: Seat = "referee", id: str | None = None) -> RedoEntry | Rejection:
        """What the last undo took away counts again; possible until something else is done."""
        rejection = self._timeline.redo()
        if rejection is not None:
            return rejection
        self.waiting = None
        entry = RedoEntry(len(self.entries) + 1, id or str(uuid4()), seat, digest(self.state))
        self.entries.append(entry)
        return entry

    def edit(
        self,
        entry: int,
        die: int,
        face: int,
        dice: Faces = (),
        seat: Seat = "referee",
        id: str | None = None,
    ) -> EditEntry | Need | Rejection:
        """Die `die` (from 0, among all dice of that entry) of an effective command entry shows `face` after all.

        Everything from that entry on is run again with the dice it had. A die newly asked for comes from that entry's
        stream, or, where its dice were typed, from `dice`; when those run out a `Need` is returned and nothing is
        changed. The first later command that is refused now ends what counts; it and the rest are set aside.
        """
        more = MoreFaces(dice)
        made = self._edited(
            entry,
            die,
            face,
            lambda one: more.answer(self._streams(one.seq)) if self._by_hand(one) else rolled(self._streams(one.seq)),
            (seat, id or str(uuid4())),
        )
        if not isinstance(made, tuple):
            return made
        if more.left:
            raise BadInput(f"{more.left} more faces given than the rule asks for", place="dice")
        self._append(*made)
        return made[0]

    def _edited(
        self,
        entry: int,
        die: int,
        face: int,
        fallback: Callable[[CommandEntry], Answer],
        by: tuple[Seat, str],
    ) -> tuple[EditEntry, Moment] | Need | Rejection:
        """An edit and the moment it leads to; nothing is changed. `fallback` answers a die newly asked for."""
        history = self.history()
        place = next((n for n, one in enumerate(history) if one.seq == entry), None)
        if place is None:
            return Rejection("not_effective", f"entry {entry} is no command in effect")
        found = with_face(history[place], die, face)
        if isinstance(found, Rejection):
            return found
        changed, roll = found
        before = self._timeline.now.before_entry(entry)
        assert before is not None
        moment = before
        again: list[CommandEntry] = []
        dropped: list[tuple[int, Rolled]] = []
        aside: tuple[int, ...] = ()
        for one in (changed, *history[place + 1 :]):
            try:
                new, state = self._run_again(moment.state, one, fallback(one), roll if one is changed else None)
            except Need as need:
                return need
            except ScriptError as error:
                return Rejection("no_such_face", str(error))
            if isinstance(new, Rejection):
                if one is changed:
                    return new
                aside = tuple(later.seq for later in history[history.index(one) :])
                break
            dropped += [(one.seq, old) for old in dropped_rolls(one, new)]
            again.append(new)
            moment = Moment(state, new, moment)
        seat, id = by
        edit = EditEntry(
            len(self.entries) + 1,
            id,
            seat,
            entry,
            die,
            face,
            tuple(again),
            tuple(dropped),
            aside,
            digest(moment.state),
        )
        return edit, moment

    def note(self, text: str, seat: Seat = "referee", hidden: bool = False, id: str | None = None) -> NoteEntry:
        """Writes something beside the fight; it changes nothing."""
        entry = NoteEntry(len(self.entries) + 1, id or str(uuid4()), seat, text, hidden)
        self.entries.append(entry)
        return entry

    def take_seat(self, seat: Seat, name: str, id: str | None = None) -> SeatEntry:
        """Writes down who sits where; it changes nothing in the fight."""
        entry = SeatEntry(len(self.entries) + 1, id or str(uuid4()), seat, name)
        self.entries.append(entry)
        return entry

    # How

    def restore(self, entry: Entry) -> None:
        """Takes the next entry of a log over, running its commands again with the faces that it has.

        Raises `ReplayError` for an entry that does not follow from those before it.
        """
        match entry:
            case CommandEntry():
                self._append(entry, self._follow(self._timeline.now, entry))
            case UndoEntry(to=to):
                self._check(entry, self.undo(to, entry.seat, entry.id))
            case RedoEntry():
                self._check(entry, self.redo(entry.seat, entry.id))
            case EditEntry():
                self._append(*self._follow_edit(entry))
            case _:
                self.entries.append(entry)

    def _follow(self, before: Moment, entry: CommandEntry) -> Moment:
        if any(roll.source == "edited" for roll in entry.rolls):
            raise ReplayError("only an edit has edited dice", seq=entry.seq)
        try:
            command = convert(entry.command, self.ruleset.command)
            answer = recorded(entry.rolls, self._streams(entry.seq))
            new, state = self._carry_out(before.state, command, entry.seat, answer, entry.seq, entry.id)
        except (BadInput, ScriptError) as error:
            raise ReplayError(str(error), seq=entry.seq) from None
        if isinstance(new, Rejection):
            raise ReplayError(new.message, seq=entry.seq)
        if self.ruleset.issuer(before.state, command) != entry.seat:
            raise ReplayError(f"that was not for {entry.seat} to do", seq=entry.seq)
        same(new, entry, ("command", "rolls", "events", "digest"))
        return Moment(state, entry, before)

    def _follow_edit(self, entry: EditEntry) -> tuple[EditEntry, Moment]:
        logged = {one.seq: one.rolls for one in entry.entries}

        def fallback(one: CommandEntry) -> Answer:
            streams = self._streams(one.seq)
            return recorded(logged.get(one.seq, ()), streams) if self._by_hand(one) else rolled(streams)

        made = self._edited(entry.entry, entry.die, entry.face, fallback, (entry.seat, entry.id))
        if isinstance(made, Rejection):
            raise ReplayError(made.message, seq=entry.seq)
        assert not isinstance(made, Need)
        new, moment = made
        same(new, entry, ("entries", "dropped", "aside", "digest"))
        return new, moment  # its entries are those of the moments

    def _check(self, entry: Entry, answer: Entry | Rejection) -> None:
        if isinstance(answer, Rejection):
            raise ReplayError(answer.message, seq=entry.seq)
        if answer != entry:
            raise ReplayError("the state after it has another digest", seq=entry.seq)

    def _append(self, entry: CommandEntry | EditEntry, moment: Moment) -> None:
        self.entries.append(entry)
        self._timeline.append(entry.seq, moment)
        self.waiting = None

    def _streams(self, number: int) -> Streams:
        return Streams(*self.seeds, number)

    def _carry_out(
        self, before: Any, command: Any, seat: Seat, answer: Answer, number: int, id: str | None
    ) -> tuple[CommandEntry | Rejection, Any]:
        trace = Trace(answer)
        events: list[Any] = []
        play = Play(before, trace, self.ruleset.evolve, events)
        rejection = self.ruleset.apply(play, command)
        if rejection is not None:
            return rejection, before
        entry = CommandEntry(
            number,
            id or str(uuid4()),
            seat,
            plain(command),
            tuple(trace.rolls),
            tuple(plain(event) for event in events),
            digest(play.state),
        )
        return entry, play.state

    def _run_again(
        self, before: Any, entry: CommandEntry, fallback: Answer, changed: Rolled | None
    ) -> tuple[CommandEntry | Rejection, Any]:
        command = convert(entry.command, self.ruleset.command)
        answer = matched(entry.rolls, fallback, changed)
        return self._carry_out(before, command, entry.seat, answer, entry.seq, entry.id)

    def _by_hand(self, entry: CommandEntry) -> bool:
        """Whether dice of the command were typed when it was given; an edit since then does not count."""
        first = self.entries[entry.seq - 1]
        return isinstance(first, CommandEntry) and any(roll.source == "typed" for roll in first.rolls)
