"""A log as a story: every entry in sentences, read off its events; no rule is run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import fields

from affray.codec import convert
from affray.errors import BadInput, Rejection
from affray.fight import AnyRuleset
from affray.interpret.script import Need, Rolled
from affray.table.log import CommandEntry, EditEntry, Entry, NoteEntry, RedoEntry, SeatEntry, UndoEntry
from affray.table.timeline import Moment, Timeline


class Story:
    """Follows a log, entry by entry."""

    def __init__(self, ruleset: AnyRuleset, start: Any) -> None:
        self.ruleset = ruleset
        self._timeline = Timeline(start)

    @property
    def state(self) -> Any:
        """The state that the story has come to."""
        return self._timeline.now.state

    @property
    def latest(self) -> CommandEntry | None:
        """The last command entry that counts; None at the start."""
        return self._timeline.now.entry

    def add(self, entry: Entry) -> list[str]:
        """What the entry did, in sentences. Raises `BadInput` for events that do not fit the fight."""
        match entry:
            case CommandEntry():
                moment, told = self._command(self._timeline.now, entry)
                self._timeline.append(entry.seq, moment)
                return told
            case EditEntry():
                moment, told = self._edit(entry)
                self._timeline.append(entry.seq, moment)
                return told
            case UndoEntry(to=to):
                self._go(entry, self._timeline.undo(to))
                return [f"Undone: back to after entry {to}" if to else "Undone: back to the start"]
            case RedoEntry():
                self._go(entry, self._timeline.redo())
                return [f"Redone: entry {self._timeline.effective[-1]} counts again"]
            case NoteEntry(text=text):
                return [f"Note: {text}"]
            case SeatEntry(seat=seat, name=name):
                return [f"{name} takes the seat of {self.who(seat)}" if name else f"{self.who(seat)}: seat free"]

    def counts(self, seq: int) -> bool:
        """Whether an entry is in effect now."""
        return seq in self._timeline.effective

    def who(self, seat: int | str) -> str:
        """The name of a seat."""
        return seat_name(self.ruleset, self.state, seat)

    def before(self, entry: CommandEntry) -> Any:
        """The state right before a command that is in effect."""
        return self._before(entry.seq).state

    def _go(self, entry: Entry, rejection: Rejection | None) -> None:
        if rejection is not None:
            raise BadInput(rejection.message, place=f"entry {entry.seq}")

    def _edit(self, entry: EditEntry) -> tuple[Moment, list[str]]:
        moment = self._before(entry.entry)
        told = [f"Die {entry.die + 1} of entry {entry.entry} shows {entry.face} after all:"]
        for one in entry.entries:
            moment, sentences = self._command(moment, one)
            told += [f"  {one.seq}: {sentence}" for sentence in sentences]
        told += [f"  no longer asked in entry {seq}: {describe(roll)}" for seq, roll in entry.dropped]
        if entry.aside:
            told.append(f"  set aside: {', '.join(f'entry {seq}' for seq in entry.aside)}")
        return moment, told

    def _before(self, seq: int) -> Moment:
        moment = self._timeline.now.before_entry(seq)
        if moment is None:
            raise BadInput(f"entry {seq} is no command in effect", place="log")
        return moment

    def _command(self, before: Moment, entry: CommandEntry) -> tuple[Moment, list[str]]:
        place = f"entry {entry.seq}"
        events = [convert(event, self.ruleset.event, f"{place}: event {n}") for n, event in enumerate(entry.events, 1)]
        state = before.state
        for n, event in enumerate(events, 1):
            state = self._try(place, [(n, event)], partial(self.ruleset.evolve, state, event))
        numbered = list(enumerate(events, 1))
        told = self._try(place, numbered, partial(self.ruleset.narrate, before.state, entry.rolls, events))
        return Moment(state, entry, before), told

    def _try(self, place: str, events: list[tuple[int, Any]], step: Callable[[], Any]) -> Any:
        """A log may name fighters and gear that the fight does not have: then the field is named, as far as known."""
        try:
            return step()
        except (LookupError, TypeError, ValueError, AttributeError):
            strays = [(number, *self._stray(event)) for number, event in events]
            number, field, value = next((stray for stray in strays if stray[1]), strays[0] if strays else (1, "", None))
            raise BadInput(f"event {number} does not fit the fight", place=place, field=field, received=value) from None

    def _stray(self, event: Any) -> tuple[str, int | None]:
        most = len(self.ruleset.standings(self.state))
        for one in fields(event):
            value = getattr(event, one.name)
            if isinstance(value, int) and not isinstance(value, bool) and not 0 <= value < most:
                return one.name, value
        return "", None


def seat_name(ruleset: AnyRuleset, state: Any, seat: int | str) -> str:
    """The name of a seat: its fighter's, or "the table" or "the referee"."""
    if isinstance(seat, str):
        return f"the {seat}"
    return next((one.name for one in ruleset.standings(state) if one.id == seat), f"fighter {seat + 1}")


def describe(roll: Rolled) -> str:
    """A roll of a log in a few words: "attack.d20 17"."""
    mark = {"typed": "", "rolled": " rolled", "edited": " edited"}[roll.source]
    return f"{roll.name} {', '.join(map(str, roll.faces))}{mark}"


def roll_name(name: str) -> str:
    """What a roll of this name is called, whatever its die: "attack", "attack damage"."""
    *names, last = name.split(".")
    is_dice = last.replace("d", "").isdigit() and "d" in last
    return " ".join(names if is_dice and names else [*names, last]).replace("_", " ")


def die_name(need: Need) -> str:
    """What a die is called: "attack d20", "attack damage d8"."""
    return f"{roll_name(need.why.name)} d{need.roll.sides}"


def faces_told(roll: Rolled) -> str:
    """A roll by what it is called: "attack 14"."""
    return f"{roll_name(roll.name)} {', '.join(map(str, roll.faces))}"
