"""All tables of this process: each is read from the store when somebody first comes to it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hmac import compare_digest
from logging import getLogger
from threading import Lock
from weakref import WeakValueDictionary

from affray.errors import AffrayError, BadInput, visible
from affray.fight import Fight, parse
from affray.server.faults import NO_TABLE, Fault, Refused, invalid, of_input
from affray.server.limits import FIGHT_BYTES
from affray.server.live import rows as r
from affray.server.live.codes import code_hash
from affray.server.live.glances import LIGHT, Glance, Glances, read_on
from affray.server.live.people import REFEREES
from affray.server.live.room import Listed, Room
from affray.server.live.rows import Office
from affray.server.live.titles import title_of
from affray.server.reckoning.running import Runner
from affray.server.store import Loaded, NewRow, StorageError, Store, TableRecord, exporting, new_id
from affray.table.log import is_ended
from affray.table.replay import open_log
from affray.table.work import Table

SALT = "salt of join codes"

REFEREE_NAME = "Referee"

MOST_ROOMS = 60
"""Tables that stay in memory though nobody reads or acts there."""

MOST_READ = 20
"""Tables of a list whose logs are read, so that it says how far they have come."""

LOG = getLogger(__name__)

NO_CODE = Fault(status=404, code="no_such_code", field="code", message="no table is joined by that code")


def unreadable(error: Exception) -> Fault:
    """What people are told of a table whose journal cannot be read."""
    return Fault(
        status=503,
        code="unreadable",
        field="table",
        message=f"this table cannot be opened: {visible(str(error)) or type(error).__name__}",
        hint="all of it is still there, and can be exported with `affray backup --table`",
    )


class Rooms:
    """The tables of a server. May be used from any thread."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.runner = Runner()
        self._salt = store.key(SALT)
        self._codes: dict[str, str] = {}
        """The join codes that this process made, by table: a room may be let go and read again."""
        self._glances = Glances(store)
        self._lock = Lock()
        self._reading: dict[str, Lock] = {}
        self._rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._lately: OrderedDict[str, Room] = OrderedDict()

    def room(self, table: str) -> Room:
        """The table with this id; raises `Refused` where there is none, or where its journal cannot be read.

        It is in memory as long as somebody uses it, and those that were asked for last are.
        """
        room = self._rooms.get(table)
        if room is None:
            with self._lock:
                reading = self._reading.setdefault(table, Lock())
            try:
                with reading:  # a long log keeps those waiting who come to this table, and nobody else
                    room = self._rooms.get(table) or self._read(table)
                    self._rooms[table] = room
            finally:
                with self._lock:
                    self._reading.pop(table, None)
        self._touch(table, room)
        return room

    def at_hand(self, table: str, person: str) -> Room | None:
        """The table with this id, where it is in memory and knows this person: whoever asks need not wait.

        What has been written since, it reads as soon as something is asked of it.
        """
        room = self._rooms.get(table)
        if room is None or not room.knows(person):
            return None
        self._touch(table, room)
        return room

    def _touch(self, table: str, room: Room) -> None:
        with self._lock:
            self._lately[table] = room
            self._lately.move_to_end(table)
            while len(self._lately) > MOST_ROOMS:
                self._lately.popitem(last=False)

    def _read(self, table: str) -> Room:
        loaded = self.store.load(table)
        if loaded is None or not loaded.rows:
            raise Refused(NO_TABLE)
        try:
            return self._room(loaded)
        except Exception as error:  # a ruleset that is gone, a log that no longer replays: the others are served
            LOG.warning("the table %s cannot be opened: %s", table, error)
            raise Refused(unreadable(error)) from error

    def _room(self, loaded: Loaded) -> Room:
        record = loaded.record
        return Room(self.store, record.id, record.title, loaded.rows, self._salt, self.runner, self._codes)

    def met(self, table: str, person: str) -> bool:
        """Whether somebody ever came to a table, as its journal says; its log is not read."""
        try:
            return person in read_on(Glance(), self.store.rows_after(table, 0, kinds=LIGHT)).offices
        except BadInput:  # nobody can say any more who did
            return False

    def tables(self, person: str) -> list[Listed]:
        """The tables that somebody is at, or at whose door they wait, the newest first.

        The logs of the newest are read. What cannot be read is listed with the reason.
        """
        found: list[Listed] = []
        for record in self.store.tables():
            glance = self._glance(record)
            office = None if glance is None else glance.office(person)
            if glance is not None and office is not None:
                found.append(self._listed(record, glance, person, office, len(found) < MOST_READ))
        return found

    def _glance(self, record: TableRecord) -> Glance | None:
        try:
            return self._glances.of(record)
        except BadInput as error:
            LOG.warning("the table %s cannot be listed: %s", record.id, error)
            return None

    def _listed(self, record: TableRecord, glance: Glance, person: str, office: Office, reads: bool) -> Listed:
        problem = ""
        try:
            room = self.room(record.id) if reads else self._rooms.get(record.id)
            sitter = None if room is None else room.standing(person)
            if room is not None and sitter is not None:
                return room.listed(sitter, record.created)
        except Refused as refused:
            problem = refused.fault.message
        return Listed(
            table=record.id,
            title=record.title,
            ruleset=record.ruleset,
            created=record.created,
            office=office,
            over=glance.ended,
            winner=None,
            paused=glance.settings.paused,
            round=None,
            acts="",
            players=sum(one == "player" for one in glance.offices.values()),
            code=self._codes.get(record.id) if office in REFEREES else None,
            away=glance.settings.away,
            problem=problem,
        )

    def create(self, person: str, text: str, title: str | None = None, name: str = REFEREE_NAME) -> Room:
        """A new table with the fight that a TOML or JSON text describes; raises `Refused`."""
        try:
            size = len(text.encode())
            if size > FIGHT_BYTES:
                raise BadInput("the fight is too large", field="fight", received=size, allowed=f"{FIGHT_BYTES} bytes")
            table = Table(parse(text))
        except BadInput as error:
            raise Refused(of_input(error, "fight")) from None
        return self.open(person, table, title, name)

    def take_in(self, person: str, log: bytes, title: str | None = None, name: str = REFEREE_NAME) -> Room:
        """A new table that goes on from an exported log; raises `Refused` where the log does not lead where it says.

        A fight that was ended stays so until the referee opens it again.
        """
        if len(log) > FIGHT_BYTES * 16:
            raise Refused(invalid("log", "the log is too large", len(log), f"{FIGHT_BYTES * 16} bytes"))
        try:
            table, ended = open_log(log), is_ended(log)
        except BadInput as error:
            raise Refused(of_input(error, "log")) from None
        except AffrayError as error:
            raise Refused(invalid("log", str(error))) from None
        return self.open(person, table, title, name, ended=ended)

    def adopt(self, person: str, document: bytes, place: str = "table", name: str = REFEREE_NAME) -> Room:
        """A whole table as another server wrote it, with this person as another of its referees; raises `Refused`.

        Every row is read before anything is kept.
        """
        try:
            loaded = exporting.read(document, place)
            self._room(loaded)
            self.store.take_in(loaded)
        except StorageError:
            raise
        except BadInput as error:
            raise Refused(of_input(error, "table")) from None
        except (AffrayError, AssertionError, LookupError) as error:
            raise Refused(invalid("table", f"{place}: its journal does not hold together: {error}")) from None
        room = self.room(loaded.record.id)
        room.join_in(person, name)
        return room

    def open(
        self, person: str, table: Table, title: str | None = None, name: str = REFEREE_NAME, *, ended: bool = False
    ) -> Room:
        """A new table from a fight as far as it has come, with its referee."""
        id = new_id()
        fight: Fight = table.fight
        title = title or title_of(fight)
        started = r.Started(table.log().decode(), person, name)
        bodies: tuple[r.Body, ...] = (started, r.Closed(True)) if ended else (started,)
        rows = [NewRow(kind=r.kind(one), body=r.written(one), public=True, person=person) for one in bodies]
        self.store.create_table(title, fight.ruleset.id, rows, id=id)
        room = self.room(id)
        room.settle()
        return room

    def join(self, person: str, name: str, code: str) -> Room | Fault:
        """Somebody asks to be let in to the table that this code joins."""
        hashed = code_hash(code, self._salt)
        for record in self.store.tables():
            glance = self._glance(record)
            if glance is not None and compare_digest(glance.code_hash, hashed):
                room = self.room(record.id)
                fault = room.knock(person, name)
                return room if fault is None else fault
        return NO_CODE

    def close(self) -> None:
        """Stops every simulation."""
        self.runner.close()

    def listen(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        """Calls `heard(table, version)` after everything that happens, in any thread; returns what ends it."""
        return self.store.news.listen(heard)
