"""All tables of this process: each is read from the store when somebody first comes to it."""

from __future__ import annotations

from collections.abc import Callable
from hmac import compare_digest
from threading import Lock

from affray.errors import AffrayError, BadInput
from affray.fight import Fight, parse
from affray.server import rows as r
from affray.server.codes import code_hash
from affray.server.faults import NO_TABLE, Fault, Refused, invalid, of_input
from affray.server.limits import FIGHT_BYTES
from affray.server.room import Listed, Room
from affray.server.running import Runner
from affray.server.store import NewRow, StorageError, Store, exporting, new_id
from affray.table.replay import open_log
from affray.table.work import Table

SALT = "salt of join codes"

REFEREE_NAME = "Referee"

NO_CODE = Fault(status=404, code="no_such_code", field="code", message="no table is joined by that code")


class Rooms:
    """The tables of a server. May be used from any thread."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._salt = store.key(SALT)
        self._lock = Lock()
        self._reading: dict[str, Lock] = {}
        self._rooms: dict[str, Room] = {}
        self.runner = Runner()

    def room(self, table: str) -> Room:
        """The table with this id; raises `Refused` where there is none."""
        room = self._rooms.get(table)
        if room is not None:
            return room
        with self._lock:
            reading = self._reading.setdefault(table, Lock())
        with reading:  # a long log keeps those waiting who come to this table, and nobody else
            if table not in self._rooms:
                self._rooms[table] = self._read(table)
        with self._lock:
            self._reading.pop(table, None)
        return self._rooms[table]

    def _read(self, table: str) -> Room:
        loaded = self.store.load(table)
        if loaded is None or not loaded.rows:
            raise Refused(NO_TABLE)
        return Room(self.store, table, loaded.record.title, loaded.rows, self._salt, self.runner)

    def tables(self, person: str) -> list[Listed]:
        """The tables that somebody is at, or at whose door they wait, the newest first."""
        found = []
        for record in self.store.tables():
            if record.id not in self._rooms and not self._has_met(record.id, person):
                continue
            room = self.room(record.id)
            sitter = room.standing(person)
            if sitter is not None and sitter.office not in ("refused", "removed"):
                found.append(room.listed(sitter, record.created))
        return found

    def _has_met(self, table: str, person: str) -> bool:
        """Whether somebody ever came to a table, as its journal says; its log is not read."""
        bodies = [r.read(row.body) for row in self.store.rows_after(table, 0, kinds=("started", "person"))]
        return any(isinstance(body, r.Started | r.Seated) and body.person == person for body in bodies)

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
        """A new table that goes on from an exported log; raises `Refused` where the log does not lead where it says."""
        if len(log) > FIGHT_BYTES * 16:
            raise Refused(invalid("log", "the log is too large", len(log), f"{FIGHT_BYTES * 16} bytes"))
        try:
            table = open_log(log)
        except BadInput as error:
            raise Refused(of_input(error, "log")) from None
        except AffrayError as error:
            raise Refused(invalid("log", str(error))) from None
        return self.open(person, table, title, name)

    def adopt(self, person: str, document: bytes, place: str = "table", name: str = REFEREE_NAME) -> Room:
        """A whole table as another server wrote it, with this person as another of its referees; raises `Refused`.

        Every row is read before anything is kept.
        """
        try:
            loaded = exporting.read(document, place)
            record = loaded.record
            Room(self.store, record.id, record.title, loaded.rows, self._salt, self.runner)
            self.store.take_in(loaded)
        except StorageError:
            raise
        except BadInput as error:
            raise Refused(of_input(error, "table")) from None
        except (AffrayError, AssertionError, LookupError) as error:
            raise Refused(invalid("table", f"{place}: its journal does not hold together: {error}")) from None
        room = self.room(record.id)
        room.join_in(person, name)
        return room

    def open(self, person: str, table: Table, title: str | None = None, name: str = REFEREE_NAME) -> Room:
        """A new table from a fight as far as it has come, with its referee."""
        id = new_id()
        fight: Fight = table.fight
        title = title or fight.title or fight.ruleset.title
        started = r.Started(table.log().decode(), person, name)
        row = NewRow(kind=r.kind(started), body=r.written(started), public=True, person=person)
        self.store.create_table(title, fight.ruleset.id, [row], id=id)
        room = self.room(id)
        room.settle()
        return room

    def join(self, person: str, name: str, code: str) -> Room | Fault:
        """Somebody asks to be let in to the table that this code joins."""
        hashed = code_hash(code, self._salt)
        for record in self.store.tables():
            if compare_digest(self._code_hash(record.id), hashed):
                room = self.room(record.id)
                fault = room.knock(person, name)
                return room if fault is None else fault
        return NO_CODE

    def _code_hash(self, table: str) -> str:
        """The hash of the code by which people join a table; empty where nobody does."""
        if table in self._rooms:
            return self._rooms[table].code_hash()
        rows = self.store.rows_after(table, 0, kinds=("code",))
        body = r.read(rows[-1].body) if rows else None
        return body.hash if isinstance(body, r.Coded) else ""

    def close(self) -> None:
        """Stops every simulation."""
        self.runner.close()

    def listen(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        """Calls `heard(table, version)` after everything that happens, in any thread; returns what ends it."""
        return self.store.news.listen(heard)
