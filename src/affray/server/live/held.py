"""A table as its journal tells it: every row is folded in, and what follows is all that a room knows."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

import msgspec
from msgspec.structs import replace

from affray.server.live import rows as r
from affray.server.live.people import Sitter
from affray.server.live.publics import all_shown
from affray.server.live.snapshot import Settings
from affray.server.store.journal import Row
from affray.table.fairness import together
from affray.table.log import CommandEntry, EditEntry, Entry, NoteEntry
from affray.table.replay import open_log
from affray.table.timeline import Moment
from affray.table.work import Table


class Happened(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """An entry of the log with what the room knows of it.

    `path` are the moments that it led along, `old` those that it took away, `after` is where it came to. `public` says
    whether players learn of it, `place` is its number among the entries that they learn of, `counts_to` that of the
    last of those that counts after it; `version` and `public_version` are those of its row.
    """

    entry: Entry
    path: tuple[Moment, ...] = ()
    old: tuple[Moment, ...] = ()
    after: Moment
    public: bool
    place: int
    counts_to: int
    version: int
    public_version: int
    person: str = ""
    at: str = ""
    by_itself: bool = False


class Made(msgspec.Struct, frozen=True, eq=False):
    """An entry that was just worked out: the table after it, and the moments that it led along and took away."""

    table: Table
    entry: Entry
    path: tuple[Moment, ...]
    old: tuple[Moment, ...]
    public: bool


class Given(msgspec.Struct, frozen=True):
    """What came of a command with an id: the versions after it, the sha256 of what was asked, and its entry."""

    version: int
    public_version: int
    request: str
    seq: int | None
    waits: bool


class Held:
    """Everything that is known of one table. Not safe among threads: its room holds a lock."""

    def __init__(self, first: Row) -> None:
        """Begins with the row that opened the table."""
        body = r.read(first.body)
        assert isinstance(body, r.Started)
        self.table = open_log(body.log.encode(), "table")
        self.base = self.table.seeds
        self.happened: list[Happened] = []
        self.people = {body.person: Sitter(person=body.person, name=body.name, office="referee", since=1)}
        self.settings = Settings()
        self.code_hash = ""
        self.waits: r.Waits | None = None
        self.noticed = False
        self.noted: tuple[r.Noted, ...] = ()
        self.over = False
        self.opened = False
        self.added: tuple[str, ...] = ()
        self.given: dict[str, Given] = {}
        self.numbers: dict[str, int] = {}
        self.begun = self.version = first.version
        self.public_version = first.public_version
        self._take_over(first, self.table)

    def add(self, row: Row, made: Made | None = None) -> None:
        """Folds in the next row; `made` is what was worked out for it here, so that nothing is run twice."""
        body = r.read(row.body)
        match body:
            case r.Entered(entry=entry):
                self._enter(row, made or worked_out(self.table, entry), body)
            case r.Waits(command=None, edit=None):
                self.waits, self.noticed = None, False
            case r.Waits():
                self.waits, self.noticed = body, self.noticed or row.public_version > self.public_version
            case r.Noted():
                self.noted += (body,)
            case r.Seated():
                self._seat(body, row.version)
            case r.Claimed(fighter=fighter, person=person):
                self._claim(fighter, person, row.version)
            case r.Switched(settings=settings):
                self.settings = settings
            case r.Coded(hash=code_hash):
                self.code_hash = code_hash
            case r.Seeded(text=text):
                self.added += (text,)
                self.table.seeds = (together(self.base[0], self.added), self.base[1])
            case r.Closed(over=over):
                self.over = over
            case r.Opened():
                self.opened = True
            case r.Started():
                raise AssertionError("a table is opened once")
        self.version, self.public_version = row.version, row.public_version
        if row.id is not None:
            self.given[row.id] = Given(
                row.version,
                row.public_version,
                row.request,
                self.numbers.get(row.id),
                isinstance(body, r.Waits) and self.waits is not None,
            )

    def without_wait(self, table: Table) -> Held:
        """The same with nothing waiting, come to this table: to look at, and not to be added to."""
        found = copy(self)
        found.table, found.waits, found.noticed = table, None, False
        return found

    # What is

    @property
    def takes_words(self) -> bool:
        """Whether words may still be added to the seed: until the first command that somebody is seen to give."""
        if self.over or self.opened or self.noticed or self.table.outcome is not None:
            return False
        return not any(self._begins(one) for one in self.happened)

    def _begins(self, one: Happened) -> bool:
        """Whether this is the fight's beginning: a command that all know of, or dice of the log it was taken from."""
        if not isinstance(one.entry, CommandEntry):
            return False
        rolls = bool(one.entry.rolls)
        return (one.public and (rolls or not one.by_itself)) or (rolls and one.version == self.begun)

    @property
    def lies_open(self) -> bool:
        """Whether a command waits of which the table has thrown a die: the next entry of the log is then its own."""
        return self.waits is not None and self.waits.edit is None and None in self.waits.faces

    def effective(self) -> frozenset[int]:
        """The numbers of the entries that count now, notes among them."""
        edits = {seq for seq in self.table.effective if isinstance(self.table.entries[seq - 1], EditEntry)}
        commands = {one.seq for one in self.table.history()}
        others = {one.seq for one in self.table.entries if not isinstance(one, CommandEntry | EditEntry)}
        return frozenset(edits | commands | others)

    def last_given(self) -> tuple[Happened, int] | None:
        """The last entry in effect that somebody gave, and the entry that undoing it goes back to."""
        effective = self.table.effective
        for place in range(len(effective) - 1, -1, -1):
            one = self.happened[effective[place] - 1]
            if not one.by_itself:
                return one, effective[place - 1] if place else 0
        return None

    def last_seen(self) -> Happened | None:
        """The last entry in effect that somebody gave, as far as players know."""
        effective = self.table.effective
        known = (self.happened[seq - 1] for seq in reversed(effective))
        return next((one for one in known if one.public and not one.by_itself), None)

    def changed_for(self, sitter: Sitter) -> str:
        """When the last entry was written of which somebody may know; empty before there is any."""
        return next((one.at for one in reversed(self.happened) if one.public or sitter.is_referee), "")

    def after_bookkeeping(self, to: int) -> int:
        """The last of the entries in effect that followed entry `to` by themselves, or `to`."""
        effective = self.table.effective
        place = effective.index(to) + 1 if to in effective else 0
        for seq in effective[place:]:
            if not self.happened[seq - 1].by_itself:
                break
            to = seq
        return to

    def passed_by_itself(self, table: Table) -> int:
        """How many of the last entries in effect at `table`, which has gone on from here, it gave by itself."""
        found = 0
        for seq in reversed(table.effective):
            if seq > len(self.happened) or not self.happened[seq - 1].by_itself:
                break
            found += 1
        return found

    def names(self) -> list[str]:
        """The names of those at the table or at its door."""
        return [one.name for one in self.people.values() if one.role is not None or one.office == "knocking"]

    def player_of(self, fighter: int) -> Sitter | None:
        """Whoever plays a fighter."""
        return next((one for one in self.people.values() if one.role and fighter in one.fighters), None)

    # How

    def _take_over(self, first: Row, table: Table) -> None:
        """Takes over the entries of a log that the table was opened with."""
        self.table = again = Table(table.fight, table.seeds)
        for entry in table.entries:
            before = again.moment
            again.restore(entry)
            path, old = difference(before, again.moment)
            self._happen(first, Made(again, entry, path, old, is_public(again, entry, path, old)))

    def _enter(self, row: Row, made: Made, body: r.Entered) -> None:
        self.table = made.table
        if not isinstance(made.entry, NoteEntry):  # what is written beside a command does not end its wait
            self.waits, self.noticed = None, False
        self.noted = tuple(one for one in self.noted if one.id != made.entry.id)
        self._happen(row, made, body)

    def _happen(self, row: Row, made: Made, body: r.Entered | None = None) -> None:
        entry, public = made.entry, made.public
        place = (self.happened[-1].place if self.happened else 0) + public
        self.numbers[entry.id] = entry.seq
        self.happened.append(
            Happened(
                entry=entry,
                path=made.path,
                old=made.old,
                after=made.table.moment,
                public=public,
                place=place,
                counts_to=self._counts_to(entry.seq, place if public else 0),
                version=row.version,
                public_version=row.public_version,
                person=body.by if body is not None and body.by else row.person,
                at=row.at,
                by_itself=body is not None and body.by_itself,
            )
        )

    def _counts_to(self, newest: int, place: int) -> int:
        """The place of the last entry in effect that players know of; `place` is that of the newest, 0 if unseen."""
        for seq in reversed(self.table.effective):
            found = place if seq == newest else self.happened[seq - 1].place * self.happened[seq - 1].public
            if found:
                return found
        return 0

    def _seat(self, body: r.Seated, version: int) -> None:
        was = self.people.get(body.person)
        fighters = was.fighters if was is not None and body.office not in ("refused", "removed", "spectator") else ()
        self.people[body.person] = Sitter(
            person=body.person,
            name=body.name,
            office=body.office,
            rolls=body.rolls,
            fighters=fighters,
            since=version,
        )

    def _claim(self, fighter: int, person: str, version: int) -> None:
        for one in list(self.people.values()):
            without = tuple(number for number in one.fighters if number != fighter)
            fighters = tuple(sorted((*without, fighter))) if one.person == person else without
            if fighters != one.fighters:
                self.people[one.person] = replace(one, fighters=fighters, since=version)


def worked_out(table: Table, entry: Entry) -> Made:
    """What an entry of the journal does to the table, which takes it over."""
    before = table.moment
    table.restore(entry)
    path, old = difference(before, table.moment)
    return Made(table, entry, path, old, is_public(table, entry, path, old))


def made(before: Table, after: Table, entry: Entry) -> Made:
    """What an entry that was given to a fork of the table did."""
    path, old = difference(before.moment, after.moment)
    return Made(after, entry, path, old, is_public(after, entry, path, old))


def is_public(table: Table, entry: Entry, path: Sequence[Moment], old: Sequence[Moment]) -> bool:
    """Whether players learn of an entry: whether anything of it, or of what it changes, is public."""
    if isinstance(entry, NoteEntry):
        return not entry.hidden
    now = [one.plain() for one in all_shown(table.ruleset, path) if one.anything]
    was = [one.plain() for one in all_shown(table.ruleset, old) if one.anything]
    return now != was


def difference(before: Moment, after: Moment) -> tuple[tuple[Moment, ...], tuple[Moment, ...]]:
    """The moments that lead to `after` and not to `before`, and those that lead to `before` alone."""
    if after.before is before:
        return (after,), ()
    new, old = [*after.back()][::-1], [*before.back()][::-1]
    same = 0
    while same < min(len(new), len(old)) and new[same] is old[same]:
        same += 1
    return tuple(new[same:]), tuple(old[same:])
