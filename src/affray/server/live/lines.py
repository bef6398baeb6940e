"""The log as somebody may read it: a line an entry, with the words, the dice, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from affray.codec import convert
from affray.dice import TABLE, Roll, Seat, Why
from affray.fight import AnyRuleset
from affray.interpret.script import Answer, Trace, recorded
from affray.play import Play
from affray.rules.showing import Told
from affray.server.live import plainly
from affray.server.live.held import Happened, Held
from affray.server.live.people import PARTY, Sitter
from affray.server.live.publics import shown
from affray.server.live.seats import names_for, seat_name, showing_of
from affray.server.live.snapshot import Die, Line
from affray.table.log import CommandEntry, EditEntry, NoteEntry, RedoEntry, SeatEntry, UndoEntry
from affray.table.timeline import Moment

Audience: TypeAlias = Literal["referee", "players"]


class LinesKept:
    """The words and dice of moments, each worked out once for each audience."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, Audience], tuple[Moment, Line]] = {}

    def of(self, ruleset: AnyRuleset, moment: Moment, audience: Audience) -> Line:
        """The line of the command that led to this moment, but for its number, name and time."""
        key = (id(moment), audience)
        # The moment is kept with its line, so that no other one can come to have its identity.
        if key not in self._known:
            self._known[key] = (moment, _line(ruleset, moment, audience))
        return self._known[key][1]


def log_for(held: Held, sitter: Sitter, kept: LinesKept, most: int, before: int | None = None) -> list[Line]:
    """The latest entries before entry number `before` that somebody may read, the newest first, `most` at most."""
    audience = audience_of(sitter)
    chosen: list[Happened] = []
    for one in reversed(held.happened):
        if len(chosen) == most:
            break
        number = number_of(one, audience)
        if number is not None and (before is None or number < before):
            chosen.append(one)
    return lines_of(held, sitter, kept, chosen)


def log_since(held: Held, sitter: Sitter, kept: LinesKept, version: int, most: int) -> list[Line] | None:
    """The entries after a version, as somebody counts, the oldest first; None where there are more than `most`."""
    audience = audience_of(sitter)
    chosen: list[Happened] = []
    for one in reversed(held.happened):
        if (one.version if sitter.is_referee else one.public_version) <= version:
            break
        if number_of(one, audience) is not None:
            chosen.append(one)
        if len(chosen) > most:
            return None
    return lines_of(held, sitter, kept, chosen[::-1])


def lines_of(held: Held, sitter: Sitter, kept: LinesKept, chosen: Iterable[Happened]) -> list[Line]:
    """These entries as somebody may read them."""
    audience, names = audience_of(sitter), names_for(held, sitter)
    counting, now = held.effective(), _now(held)
    return [
        _whole(held, one, audience, kept, names, now.get(one.entry.seq), one.entry.seq in counting) for one in chosen
    ]


def audience_of(sitter: Sitter) -> Audience:
    """For whom the log is told: referees, or everybody else."""
    return "referee" if sitter.is_referee else "players"


def number_of(one: Happened, audience: Audience) -> int | None:
    """The number of an entry as an audience counts; None for one that it does not learn of."""
    if audience == "referee":
        return one.entry.seq
    return one.place if one.public else None


def _now(held: Held) -> dict[int, Moment]:
    """The moments of the commands in effect, by their numbers."""
    return {moment.entry.seq: moment for moment in held.table.moment.back() if moment.entry is not None}


def _whole(
    held: Held,
    one: Happened,
    audience: Audience,
    kept: LinesKept,
    names: Mapping[int, str],
    now: Moment | None,
    counts: bool,
) -> Line:
    ruleset = held.table.ruleset
    number = number_of(one, audience)
    assert number is not None
    entry = one.entry
    fields: dict[str, Any] = {
        "seq": number,
        "kind": str(type(entry).__struct_config__.tag),
        "counts": counts,
        "hidden": audience == "referee" and not one.public,
        "at": one.at,
        "who": _who(held, one, names),
    }
    if isinstance(entry, CommandEntry):
        # Told as it stands now: an edit may have changed its dice since.
        made = kept.of(ruleset, now if now is not None and counts else one.path[-1], audience)
        fields |= {"told": made.told, "dice": made.dice, "clauses": made.clauses, "rulings": made.rulings}
        fields |= {"round": made.round, "text": made.text}
    else:
        fields |= _beside(held, one, audience, kept)
    return Line(**fields)


def _beside(held: Held, one: Happened, audience: Audience, kept: LinesKept) -> dict[str, Any]:
    """The words of an entry that is no command, and what changed by it."""
    ruleset, entry = held.table.ruleset, one.entry
    state = one.path[0].before.state if one.path and one.path[0].before else one.after.state
    fields: dict[str, Any] = {"round": ruleset.round(state), "text": ""}
    match entry:
        case NoteEntry(text=text):
            fields["text"] = text
        case UndoEntry(to=to):
            fields["text"] = f"Undone: back to after entry {back}" if (back := _back(held, to, audience)) else START
        case RedoEntry():
            fields["text"] = "Done again"
        case SeatEntry(name=name):
            fields["text"] = name
        case EditEntry():
            fields["text"] = _edited(held, entry, audience)
            fields["told"] = tuple(_difference(ruleset, one, audience, kept))
        case CommandEntry():
            raise AssertionError("a command has words of its own")
    return fields


START = "Undone: back to the start"


def _back(held: Held, to: int, audience: Audience) -> int:
    """The number of the last entry that an audience knows of, up to entry `to`."""
    if not to:
        return 0
    return to if audience == "referee" else held.happened[to - 1].counts_to


def _edited(held: Held, entry: EditEntry, audience: Audience) -> str:
    number = number_of(held.happened[entry.entry - 1], audience)
    of_entry = "" if number is None else f" of entry {number}"
    if audience == "referee":
        return f"Die {entry.die + 1}{of_entry} shows {entry.face} after all"
    return f"A die{of_entry} shows something else after all"


def _difference(ruleset: AnyRuleset, one: Happened, audience: Audience, kept: LinesKept) -> Iterable[Told]:
    """What was told before and is not so any more, and what is told instead."""
    was = [told for moment in one.old for told in _sentences(ruleset, moment, audience, kept)]
    now = [told for moment in one.path for told in _sentences(ruleset, moment, audience, kept)]
    yield from (Told(text=f"no longer: {told.text}", who=told.who) for told in was if told not in now)
    yield from (told for told in now if told not in was)


def _sentences(ruleset: AnyRuleset, moment: Moment, audience: Audience, kept: LinesKept) -> Sequence[Told]:
    return kept.of(ruleset, moment, audience).told


def _who(held: Held, one: Happened, names: Mapping[int, str]) -> str:
    """In whose name it was done: a fighter's, or that of whoever wrote it."""
    if isinstance(one.entry, CommandEntry):
        return seat_name(one.entry.seat, names)
    sitter = held.people.get(one.person)
    return sitter.name if sitter is not None else seat_name(one.entry.seat, names)


# The line of a command


def _line(ruleset: AnyRuleset, moment: Moment, audience: Audience) -> Line:
    entry = moment.entry
    assert entry is not None and moment.before is not None
    before = moment.before.state
    dice = dice_of(ruleset, before, entry)
    clauses: Sequence[str]
    if audience == "referee":
        events = [convert(event, ruleset.event) for event in entry.events]
        told = _told(ruleset, before, entry.rolls, events)
        clauses = _clauses(entry.events)
    else:
        public = shown(ruleset, before, entry)
        dice = _public_dice(ruleset, before, entry, dice)
        told = _told_players(ruleset, before, public.command, public.rolls, public.events)
        clauses = _clauses(public.events)
    rulings = tuple(ruling.id for ruling in ruleset.rulings if ruling.where in clauses)
    return Line(
        seq=0,
        kind="command",
        round=ruleset.round(before),
        who="",
        told=tuple(told),
        dice=dice,
        clauses=tuple(clauses),
        rulings=rulings,
    )


def _told(ruleset: AnyRuleset, before: Any, rolls: Sequence[Any], events: Sequence[Any]) -> list[Told]:
    showing = showing_of(ruleset)
    if showing is None:
        return plainly.told(ruleset, before, rolls, events)
    return showing.told(before, rolls, events)


def _told_players(
    ruleset: AnyRuleset, before: Any, command: Any, rolls: Sequence[Any], events: Sequence[Mapping[str, Any]]
) -> list[Told]:
    showing = showing_of(ruleset)
    if showing is None:
        typed = None if command is None else convert(command, ruleset.command)
        return plainly.told_players(ruleset, before, typed, rolls, events)
    return showing.told_players(before, rolls, events)


def _clauses(events: Iterable[Mapping[str, Any]]) -> Sequence[str]:
    return tuple(dict.fromkeys(str(event["clause"]) for event in events if event.get("clause")))


def dice_of(ruleset: AnyRuleset, before: Any, entry: CommandEntry) -> tuple[Die, ...]:
    """Every die of an entry. Its sides are not in the log: the rule is asked again with the faces that it had."""
    asked: list[Roll] = []
    answer = _watched(recorded(entry.rolls), asked)
    trace = Trace(answer)
    ruleset.apply(Play(before, trace, ruleset.evolve), convert(entry.command, ruleset.command))
    dice = [
        (roll.name, kind.sides, face, roll.source)
        for roll, kind in zip(entry.rolls, asked, strict=True)
        for face in roll.faces
    ]
    return tuple(
        Die(place=place, name=name, sides=sides, face=face, source=source)
        for place, (name, sides, face, source) in enumerate(dice)
    )


def _watched(answer: Answer, asked: list[Roll]) -> Answer:
    def watched(roll: Roll, why: Why, seat: Seat, occurrence: int, index: int) -> Any:
        asked.append(roll)
        return answer(roll, why, seat, occurrence, index)

    return watched


def _public_dice(ruleset: AnyRuleset, before: Any, entry: CommandEntry, dice: Sequence[Die]) -> tuple[Die, ...]:
    """The dice that all may see, numbered among themselves; of one whose kind is a secret, the sides are 0."""
    hidden = {why.name: why.hidden for why in ruleset.rolls}
    throwers = [roll.seat for roll in entry.rolls for _ in roll.faces]
    public: list[Die] = []
    for die, thrower in zip(dice, throwers, strict=True):
        if not hidden.get(die.name, True):
            sides = die.sides if _shows_its_kind(ruleset, before, thrower, die) else 0
            public.append(replace(die, place=len(public), sides=sides))
    return tuple(public)


def _shows_its_kind(ruleset: AnyRuleset, before: Any, thrower: Seat, die: Die) -> bool:
    """Whether players know what die it was: the table's, one of their own side, or one whose name says it."""
    known = thrower == TABLE or (isinstance(thrower, int) and ruleset.side(before, thrower) == PARTY)
    return known or die.name.endswith(f"d{die.sides}")
