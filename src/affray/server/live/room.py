"""A live table: it answers messages, one after another, and says what each person may see."""

from __future__ import annotations

import hashlib
from collections.abc import MutableMapping
from secrets import token_hex
from typing import Any

import msgspec

from affray.codec import canonical
from affray.dice import REFEREE, Seat
from affray.errors import BadInput
from affray.fight import AnyRuleset
from affray.rules.showing import Scene, Sight, Square
from affray.server.faults import (
    USED_ID,
    Fault,
    Refused,
    conflict,
    forbidden,
    invalid,
    of_input,
    stale,
)
from affray.server.limits import LINES_SHOWN, MOST_KNOCKS, MOST_WAITING
from affray.server.live import rows as r
from affray.server.live.ahead import Ahead, ahead
from affray.server.live.decided import Change, Moment
from affray.server.live.deciding import decide
from affray.server.live.exports import export_for
from affray.server.live.journaled import TURNED_AWAY, Journaled
from affray.server.live.lines import audience_of, log_for, log_since, number_of
from affray.server.live.messages import Envelope
from affray.server.live.names import person_name
from affray.server.live.odds_shown import shown_to
from affray.server.live.offers import listed, seats_to_act, with_odds
from affray.server.live.people import Sitter
from affray.server.live.scenes import scene_at
from affray.server.live.seats import scene_for, showing_of
from affray.server.live.seen import Kept, snapshot_of, to_act_for
from affray.server.live.snapshot import Line, Snapshot
from affray.server.live.titles import fighters_of
from affray.server.live.writing import by_themselves
from affray.server.reckoning.running import Runner
from affray.server.reckoning.whatif import WhatIf, what_if
from affray.server.store import Row, Store, identifier, new_id
from affray.table.timeline import Moment as TimelineMoment


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What a message came to: the version after it, as the sender counts.

    `entry` is the entry of the log that it made, `waits` whether a die is asked for now.
    """

    version: int
    entry: int | None = None
    waits: bool = False


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list, as somebody may see it."""

    table: str
    title: str
    ruleset: str
    created: str
    office: r.Office
    over: bool
    winner: str | None
    paused: bool
    round: int | None
    """None where the log was not read: of tables further down a list, and of those that cannot be opened."""
    acts: str
    """Who may act now, as far as this person may know of them."""
    players: int
    fighters: str = ""
    """Who fights whom, as far as this person may know of them."""
    changed: str = ""
    """When something happened last that this person may know of, in UTC."""
    code: str | None = None
    """The join code, for referees."""
    away: bool = False
    """Whether a referee has put it away."""
    problem: str = ""
    """Why it cannot be opened, if it cannot."""


class Room(Journaled):
    """One table of this process. May be used from any thread."""

    def __init__(
        self,
        store: Store,
        table: str,
        title: str,
        rows: list[Row],
        salt: bytes,
        runner: Runner,
        codes: MutableMapping[str, str],
    ) -> None:
        """Begins with the whole journal; `salt` is what join codes are hashed with, `codes` those this process made."""
        super().__init__(store, table, rows, salt, codes)
        self.title = title
        self._runner = runner
        self._kept = Kept()

    # What is seen

    def snapshot(self, person: str, seat: Seat | None = None) -> Snapshot:
        """The table as this person may see it; `seat` narrows the offers to one seat. Raises `Refused`."""
        with self._lock:
            self._catch_up()
            sitter = self._sitter(person)
            code = self._known_code() or None if sitter.is_referee else None
            looks, look = self._kept.looks(self._held.version), (person, code, seat)
            if look in looks:
                return looks[look]
            held, waiting = self._held, self._waiting()
            found, offered = snapshot_of(self.table, self.title, held, sitter, waiting, code, self._kept, seat)
        # Odds take longest by far: meanwhile the others go on.
        looks[look] = msgspec.structs.replace(found, offers=with_odds(offered, self._kept.odds))
        return looks[look]

    def seen_version(self, person: str) -> int:
        """The version that this person has come to; it moves with everything that they may notice. Raises `Refused`."""
        self._see_news()
        return self._version(self._sitter(person))

    def lines_before(self, person: str, entry: int | None, most: int = LINES_SHOWN) -> tuple[Line, ...]:
        """The entries before this one (None: the latest) that somebody may read, the newest first. Raises `Refused`."""
        with self._lock:
            self._catch_up()
            sitter = self._sitter(person)
            return log_for(self._held, sitter, self._kept.lines, most, entry)

    def lines_since(self, person: str, version: int, most: int) -> tuple[int, tuple[Line, ...] | None]:
        """Somebody's version now, and the entries after an earlier one, the oldest first. Raises `Refused`.

        There are no entries (None) where more than `most` came, or where nobody has been at that version yet.
        """
        with self._lock:
            self._catch_up()
            sitter = self._sitter(person)
            current = self._version(sitter)
            if version > current:
                return current, None
            found = log_since(self._held, sitter, self._kept.lines, version, most)
            return current, None if found is None else tuple(found)

    def seen_at(self, person: str, entry: int) -> tuple[Scene, tuple[Line, ...]]:
        """The scene right after an entry (0: the start), and the entries up to it, the newest first. Raises `Refused`.

        Players see what is public to them, and count by the entries that they know of.
        """
        with self._lock:
            self._catch_up()
            sitter = self._sitter(person)
            audience = audience_of(sitter)
            then = next((one for one in self._held.happened if number_of(one, audience) == entry), None)
            if then is None and entry != 0:
                raise Refused(invalid("entry", "there is no such entry", entry))
            moment = TimelineMoment(self._held.table.fight.state) if then is None else then.after
            lines = log_for(self._held, sitter, self._kept.lines, entry, entry + 1)
            return scene_at(self._held, sitter, self._kept.lines, moment), lines

    def export(self, person: str) -> bytes:
        """The log as somebody may take it away, as JSON lines. Raises `Refused`."""
        with self._lock:
            self._catch_up()
            return export_for(self._held, self._sitter(person), self.title)

    def course(self, person: str, fighter: int) -> tuple[AnyRuleset, Any, Any] | None:
        """The ruleset, and the states at the start and now, for the whole sheet of a fighter. Raises `Refused`.

        None where somebody may not know all of it: referees may of all, players of those whom they play.
        """
        with self._lock:
            self._catch_up()
            sitter = self._sitter(person)
            table = self._held.table
            there = any(one.id == fighter for one in table.ruleset.standings(table.state))
            if not there or not (sitter.is_referee or sitter.plays(fighter)):
                return None
            return table.ruleset, table.fight.state, table.state

    def sight(self, person: str, seat: int, square: Square) -> Sight | None:
        """How a fighter of somebody's sees a square, where the rules have a map that tells. Raises `Refused`."""
        with self._lock:
            self._catch_up()
            sitter = self._sitter(person)
            table = self._held.table
            showing = showing_of(table.ruleset)
            there = any(one.id == seat for one in table.ruleset.standings(table.state))
            if showing is None or showing.sight is None or not there or not sitter.plays(seat):
                return None
            return showing.sight(table.state, REFEREE if sitter.is_referee else seat, seat, square)

    def way_odds(self, person: str, seat: int, key: int) -> Ahead | None:
        """What a movement among somebody's offers is met with; None where they are shown no odds. Raises `Refused`."""
        with self._lock:
            self._catch_up()
            sitter = self._sitter(person)
            if sitter.role is None or not shown_to(self._held.settings.odds, sitter.role):
                return None
            table = self._held.table
            showing = showing_of(table.ruleset)
            found = listed(self._held, sitter, seat) if seat in seats_to_act(self._held, sitter) else []
            if showing is None or not 0 <= key < len(found):
                return None
        return ahead(table.ruleset, showing, table.state, seat, found[key][0], sitter.is_referee)

    def knows(self, person: str) -> bool:
        """Whether somebody ever came to this table, as far as it has read its journal: waits for nobody."""
        return person in self._held.people

    @property
    def is_crowded(self) -> bool:
        """Whether so many wait for this table that nobody else should."""
        return self._lock.waiting >= MOST_WAITING

    def standing(self, person: str) -> Sitter | None:
        """What somebody is to this table; None for a stranger."""
        self._see_news()
        return self._held.people.get(person)

    def listed(self, sitter: Sitter, created: str) -> Listed:
        """The table as it stands in a list that this person sees."""
        with self._lock:
            table = self._held.table
            outcome = table.outcome
            return Listed(
                table=self.table,
                title=self.title,
                ruleset=table.ruleset.id,
                created=created,
                office=sitter.office,
                over=self._held.over or outcome is not None,
                winner=None if outcome is None else outcome.winner,
                paused=self._held.settings.paused,
                round=table.ruleset.round(table.state),
                acts=", ".join(one.name for one in to_act_for(self._held, sitter)) if sitter.role else "",
                players=sum(one.office == "player" for one in self._held.people.values()),
                fighters=fighters_of(scene_for(self._held, sitter)) if sitter.role else "",
                changed=self._held.changed_for(sitter) if sitter.role else "",
                code=self._codes.get(self.table) if sitter.is_referee else None,
                away=self._held.settings.away,
            )

    def code(self) -> str:
        """The code by which people join this table; empty where another process may have made it, and knows it."""
        with self._lock:
            self._catch_up()
            return self._known_code()

    # What is done

    def answer(self, person: str, envelope: Envelope) -> Answer | Fault:
        """Carries a message out, or says why not; then nothing has changed.

        It is answered when it is on the disk. The same id with the same message gives the same answer again.
        """
        try:
            id = identifier(envelope.command_id, "command_id")
            request = _digest(person, envelope)
        except BadInput as error:
            return of_input(error)
        with self._lock:
            self._catch_up()
            known = self._held.people.get(person)
            if known is None or envelope.expected_version > self._version(known):
                self._read_on()  # perhaps seen at another process, whose news have not come here yet
            while True:
                try:
                    sitter = self._sitter(person)
                except Refused as refused:
                    return refused.fault
                again = self._again(sitter, id, request)
                if again is not None:
                    return again
                decided = decide(Moment(self._held, sitter, id, self._hashed), envelope.message)
                current = self._version(sitter)
                if isinstance(decided, Fault) and decided.status in (403, 422):
                    return decided
                if envelope.expected_version != current:
                    return stale(current)
                if isinstance(decided, Fault):
                    return decided
                # Whoever was late here is judged again by what they have seen: perhaps nothing they may notice is new.
                if self._append(decided, person, id, request):
                    answer = self._again(self._held.people[person], id, request)
                    assert answer is not None
                    return answer

    def knock(self, person: str, name: str) -> Fault | None:
        """Somebody asks to be let in under this name; whoever knocks already or is in stays as they are."""
        with self._lock:
            self._catch_up()
            while True:
                sitter = self._held.people.get(person)
                if sitter is not None and (sitter.role is not None or sitter.office in ("knocking", "refused")):
                    return TURNED_AWAY if sitter.office == "refused" else None
                waiting = [one for one in self._held.people.values() if one.office == "knocking"]
                if len(waiting) >= MOST_KNOCKS:
                    return conflict("door_full", f"{MOST_KNOCKS} people wait to be let in already")
                try:
                    name = person_name(name, self._held.names())
                except BadInput as error:
                    return of_input(error, "name")
                knock = (Change(r.Seated(person, name, "knocking"), public=False),)
                if self._append(knock, person, new_id(), ""):
                    return None

    def join_in(self, person: str, name: str) -> None:
        """Somebody is a referee here from now on, if they were not: whoever took the table in from elsewhere."""
        with self._lock:
            self._catch_up()
            while True:
                sitter = self._held.people.get(person)
                if sitter is not None and sitter.is_referee:
                    return
                seated = (Change(r.Seated(person, name, "co-referee"), public=True),)
                if self._append(seated, person, new_id(), ""):
                    return

    def settle(self) -> None:
        """Carries out the table's bookkeeping that asks for no die, where the journal does not have it yet."""
        with self._lock:
            self._catch_up()
            busy = self._held.waits is not None or self._held.opened
            changes = () if busy else by_themselves(self._held, self._held.table)
            if changes:
                self._append(changes, "", None, "")

    def what_if(self, person: str, runs: int, seed: str | None = None) -> WhatIf | Fault:
        """The rest of the fight from where it stands, simulated; for referees. Waits for it, some seconds at most."""
        with self._lock:
            self._catch_up()
            fault = self._only_for_referees(person)
            if fault is not None:
                return fault
            table = self._held.table
            if table.outcome is not None:
                return conflict("over", "the fight is over")
            fight = msgspec.structs.replace(table.fight, state=table.state)
        return what_if(self._runner, self.table, fight, runs, token_hex(8) if seed is None else seed)

    def cancel_what_if(self, person: str) -> Fault | None:
        """Stops the simulation of this table, if there is one."""
        with self._lock:
            self._catch_up()
            fault = self._only_for_referees(person)
        if fault is None and not self._runner.cancel(self.table):
            return conflict("nothing_runs", "no simulation is running")
        return fault

    # How

    def _only_for_referees(self, person: str) -> Fault | None:
        try:
            is_referee = self._sitter(person).is_referee
        except Refused as refused:
            return refused.fault
        return None if is_referee else forbidden("that is for referees")

    def _again(self, sitter: Sitter, id: str, request: str) -> Answer | Fault | None:
        given = self._held.given.get(id)
        if given is None:
            return None
        if given.request != request:
            return USED_ID
        entry = given.seq
        if entry is not None and not sitter.is_referee:
            entry = self._held.happened[entry - 1].place
        version = given.version if sitter.is_referee else given.public_version
        return Answer(version=version, entry=entry, waits=given.waits)


def _digest(person: str, envelope: Envelope) -> str:
    """What was asked and by whom, so that the same id is told from the same request.

    Raises `BadInput` for what no JSON text can hold: half of a character, a number without end.
    """
    try:
        return hashlib.sha256(canonical([person, envelope.message])).hexdigest()
    except (ValueError, OverflowError, RecursionError):
        problem = "not valid text, or a number that is too long"
        raise BadInput(problem, field="message", code="bad_text") from None
