"""The log as somebody may read it: a line an entry, with the words, the dice, and why."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from affray.fight import AnyRuleset
from affray.rules.showing import Told
from affray.server.live.held import Happened, Held
from affray.server.live.lines_of_commands import Audience, told_of
from affray.server.live.people import Sitter
from affray.server.live.seats import names_for, seat_name
from affray.server.live.snapshot import Line
from affray.table.log import CommandEntry, EditEntry, NoteEntry, RedoEntry, SeatEntry, UndoEntry
from affray.table.timeline import Moment
from affray.table.work import Table


class Counting(NamedTuple):
    """What of a log counts: the numbers of the entries in effect, and the moments of the commands among them."""

    effective: frozenset[int]
    now: Mapping[int, Moment]


class LinesKept:
    """The words and dice of moments, each worked out once for each audience; and the latest log of those who see alike.

    Not safe among threads: a room holds its lock.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, Audience], tuple[Moment, Line]] = {}
        self._at: tuple[int, Table] | None = None
        self._counting: Counting | None = None
        self._logs: dict[object, tuple[Line, ...]] = {}

    def counting(self, held: Held) -> Counting:
        """What counts now."""
        self._come_to(held)
        if self._counting is None:
            moments = held.table.moment.back()
            now = {moment.entry.seq: moment for moment in moments if moment.entry is not None}
            self._counting = Counting(held.effective(), now)
        return self._counting

    def log(self, held: Held, asked: Hashable, work: Callable[[], tuple[Line, ...]]) -> tuple[Line, ...]:
        """The latest log of this version, by all that it depends on besides."""
        self._come_to(held)
        if asked not in self._logs:
            self._logs[asked] = work()
        return self._logs[asked]

    def _come_to(self, held: Held) -> None:
        if self._at is None or self._at[0] != held.version or self._at[1] is not held.table:
            self._at, self._counting, self._logs = (held.version, held.table), None, {}

    def of(self, ruleset: AnyRuleset, moment: Moment, audience: Audience) -> Line:
        """The line of the command that led to this moment, but for its number, name and time."""
        key = (id(moment), audience)
        # The moment is kept with its line, so that no other one can come to have its identity.
        if key not in self._known:
            self._known[key] = (moment, told_of(ruleset, moment, audience))
        return self._known[key][1]


def log_for(held: Held, sitter: Sitter, kept: LinesKept, most: int, before: int | None = None) -> tuple[Line, ...]:
    """The latest entries before entry number `before` that somebody may read, the newest first, `most` at most."""
    audience, names = audience_of(sitter), names_for(held, sitter)

    def work() -> tuple[Line, ...]:
        return tuple(_lines(held, audience, names, kept, _latest(held, audience, most, before)))

    # Any page of the log may be asked for, but the latest is by everybody at every version.
    return kept.log(held, (audience, tuple(names.items()), most), work) if before is None else work()


def _latest(held: Held, audience: Audience, most: int, before: int | None) -> list[Happened]:
    chosen: list[Happened] = []
    for one in reversed(held.happened):
        if len(chosen) == most:
            break
        number = number_of(one, audience)
        if number is not None and (before is None or number < before):
            chosen.append(one)
    return chosen


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
    return list(_lines(held, audience, names_for(held, sitter), kept, chosen[::-1]))


def _lines(
    held: Held, audience: Audience, names: Mapping[int, str], kept: LinesKept, chosen: Iterable[Happened]
) -> Iterator[Line]:
    """These entries as an audience may read them that knows of these fighters."""
    counting = kept.counting(held)
    for one in chosen:
        seq = one.entry.seq
        yield _whole(held, one, audience, kept, names, counting.now.get(seq), seq in counting.effective)


def audience_of(sitter: Sitter) -> Audience:
    """For whom the log is told: referees, or everybody else."""
    return "referee" if sitter.is_referee else "players"


def number_of(one: Happened, audience: Audience) -> int | None:
    """The number of an entry as an audience counts; None for one that it does not learn of."""
    if audience == "referee":
        return one.entry.seq
    return one.place if one.public else None


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
