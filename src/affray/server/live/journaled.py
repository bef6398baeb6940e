"""A table's journal in memory: what it comes to, kept up with what others write, and added to."""

from __future__ import annotations

from collections.abc import MutableMapping

from affray.server.faults import NO_TABLE, REMOVED, Fault, Refused
from affray.server.live import codes
from affray.server.live import rows as r
from affray.server.live.asking_dice import Asked, asked
from affray.server.live.decided import Change, Decided
from affray.server.live.held import Held
from affray.server.live.people import Sitter
from affray.server.live.turns import Turns
from affray.server.store import Appended, Known, NewRow, Row, Stale, StorageError, Store

KNOCKING = Fault(status=403, code="knocking", message="the referee has not let you in yet")
TURNED_AWAY = Fault(status=403, code="refused", message="the referee has not let you in")


class Journaled:
    """One table as its journal tells it. Its methods are called by whoever holds its lock."""

    def __init__(self, store: Store, table: str, rows: list[Row], salt: bytes, codes: MutableMapping[str, str]) -> None:
        """Begins with the whole journal; `salt` is what join codes are hashed with, `codes` those this process made."""
        self.table = table
        self._store = store
        self._salt = salt
        self._codes = codes
        self._made_code = False
        self._doubtful = False
        self._lock = Turns()
        self._asked: tuple[int, Asked | None] | None = None
        self._held = self._folded(rows)

    def _folded(self, rows: list[Row]) -> Held:
        held = Held(rows[0])
        for row in rows[1:]:
            held.add(row)
        return held

    def _see_news(self) -> None:
        """Catches up, and waits for the lock only where there is anything new."""
        if self.is_behind:
            with self._lock:
                self._catch_up()

    def _catch_up(self) -> None:
        """Folds in what other processes have written since."""
        if self.is_behind:
            self._read_on()

    @property
    def is_behind(self) -> bool:
        """Whether there may be rows that it has not read."""
        return self._doubtful or self._store.news.version(self.table) > self._held.version

    def _read_on(self) -> None:
        for row in self._store.rows_after(self.table, self._held.version):
            self._held.add(row)
            if row.kind == "code":  # another process made it, and knows it
                self._codes.pop(self.table, None)
        self._doubtful = False

    def _append(self, changes: Decided, person: str, id: str | None, request: str) -> bool:
        """Writes the rows of a message; False where somebody else was faster: then the room has read what is new.

        The last row has the id of the message: its versions are those of the answer.
        """
        rows = [
            NewRow(
                kind=r.kind(change.body),
                body=r.written(change.body),
                public=change.public,
                person=person,
                id=id if place == len(changes) else None,
                request=request if place == len(changes) else "",
            )
            for place, change in enumerate(changes, start=1)
        ]
        self._doubtful = True  # until it is known whether they are there
        result = self._store.append(self.table, self._held.version, rows)
        self._doubtful = False
        if isinstance(result, Stale | Known):
            self._read_on()
            return False
        assert isinstance(result, Appended)
        for row, change in zip(result.rows, changes, strict=True):
            self._held.add(row, change.made)
            if change.code:
                self._codes[self.table] = change.code
        return True

    def _known_code(self) -> str:
        """The join code, where this process knows it; a new one where nobody else can know the one there is.

        A file has one process, so a code that it does not know was that of an earlier one. Beside other processes a
        new one is made where there is none, or when a referee asks for it: the one that was given out goes on.
        """
        code = self._codes.get(self.table, "")
        alone = self._store.database.is_sqlite and not self._made_code
        if code or (self._held.code_hash and not alone):
            return code
        code = codes.new_code()
        try:
            made = self._append((Change(r.Coded(self._hashed(code)), public=False, code=code),), "", None, "")
        except StorageError:  # the table can still be read
            return ""
        self._made_code = self._made_code or made
        return self._codes.get(self.table, "")

    def _hashed(self, code: str) -> str:
        return codes.code_hash(code, self._salt)

    def _sitter(self, person: str) -> Sitter:
        sitter = self._held.people.get(person)
        if sitter is None:
            raise Refused(NO_TABLE)
        if sitter.role is None:
            raise Refused({"knocking": KNOCKING, "refused": TURNED_AWAY}.get(sitter.office, REMOVED))
        return sitter

    def _version(self, sitter: Sitter) -> int:
        return self._held.version if sitter.is_referee else self._held.public_version

    def _waiting(self) -> Asked | None:
        if self._asked is None or self._asked[0] != self._held.version:
            self._asked = (self._held.version, asked(self._held))
        return self._asked[1]
