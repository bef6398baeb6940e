"""A disk that may lose what was not synced: what SQLite does to its files is recorded, and then the power goes.

SQLite runs inside of `apsw`, which lets a class of ours stand between it and its files; the rest of a store is as
always.
"""

# ruff: noqa: N802 - the names of what stands between SQLite and its files are its own

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

import apsw
from sqlalchemy import event

from affray.server.store.engine import Database

SECTOR = 512
"""Bytes that a disk writes wholly or not at all."""


class Write(NamedTuple):
    """Bytes put somewhere in a file."""

    offset: int
    data: bytes


class Cut(NamedTuple):
    """A file made so long."""

    size: int


class Sync(NamedTuple):
    """All that was done to a file before is on the disk."""


class Gone(NamedTuple):
    """A file deleted."""


class Done(NamedTuple):
    """Whoever writes was told that so much is kept."""

    rows: int


Act: TypeAlias = "Write | Cut | Sync | Gone | Done"

Acts: TypeAlias = list[tuple[str, Act]]
"""What happened, in order: to which file (the end of its name after that of the database), and what."""


# What is recorded


class Recorder(apsw.VFS):
    """Files as always, apart from two things: all that is done to them is written down, and nothing is synced."""

    def __init__(self, database: Path) -> None:
        self.name = f"recorder-{id(self)}"
        super().__init__(self.name, "")
        self.database = database
        self.acts: Acts = []

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        return _File(self.acts, path.removeprefix(str(self.database)), name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.acts.append((filename.removeprefix(str(self.database)), Gone()))
        super().xDelete(filename, syncdir)


class _File(apsw.VFSFile):
    def __init__(self, acts: Acts, suffix: str, name: Any, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._acts = acts
        self._suffix = suffix

    def xWrite(self, data: bytes, offset: int) -> None:
        self._acts.append((self._suffix, Write(offset, bytes(data))))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        self._acts.append((self._suffix, Cut(newsize)))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        self._acts.append((self._suffix, Sync()))


def recorded(database: Database, recorder: Recorder) -> None:
    """Lets a database be opened through a recorder."""
    event.listen(database.engine, "do_connect", lambda *_: Connection(str(database.file), recorder.name))


class Connection:
    """What SQLAlchemy and the store ask of a connection of the module `sqlite3`, by `apsw`."""

    def __init__(self, path: str, vfs: str) -> None:
        self.isolation_level: str | None = ""
        self._connection = apsw.Connection(path, vfs=vfs)

    def cursor(self) -> Cursor:
        return Cursor(self._connection)

    def execute(self, sql: str) -> Cursor:
        cursor = self.cursor()
        cursor.execute(sql)
        return cursor

    def create_function(self, name: str, count: int, function: Callable[..., Any], deterministic: bool) -> None:
        self._connection.create_scalar_function(name, function, count, deterministic=deterministic)

    def commit(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("COMMIT")

    def rollback(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def close(self) -> None:
        self._connection.close()


class Cursor:
    """A cursor that has all rows at once."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._cursor = connection.cursor()
        self._cursor.exec_trace = self._begun
        self._rows: Iterator[Any] = iter(())
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid = None

    def _begun(self, cursor: apsw.Cursor, _sql: str, _given: Any) -> bool:
        self.description = cursor.get_description() or None
        return True

    def execute(self, sql: str, given: Sequence[Any] = ()) -> None:
        self._rows = iter(self._cursor.execute(sql, given).fetchall())

    def executemany(self, sql: str, given: Sequence[Sequence[Any]]) -> None:
        self._rows = iter(self._cursor.executemany(sql, given).fetchall())

    def fetchone(self) -> Any:
        return next(self._rows, None)

    def fetchall(self) -> list[Any]:
        return list(self._rows)

    def close(self) -> None:
        self._cursor.close()


# What is left when the power goes


class Disk:
    """The files of a database as a disk has them: what was synced is there, and of everything since then some."""

    def __init__(self, content: bytes) -> None:
        self._files = {"": _Kept(content)}

    def do(self, suffix: str, act: Act) -> None:
        """One more thing happens to a file; a log in use is never deleted, so what that may leave is not known here."""
        assert not isinstance(act, Gone)
        file = self._files.setdefault(suffix, _Kept(b""))
        if isinstance(act, Sync):
            file.sync()
        elif isinstance(act, Write | Cut):
            file.pending.append(act)

    def cut_off(self, database: Path, chance: Random) -> None:
        """Writes the files as they may be found afterwards; what others keep in memory is not among them."""
        for suffix, file in self._files.items():
            if suffix != "-shm":
                Path(f"{database}{suffix}").write_bytes(file.found(chance))


class _Kept:
    def __init__(self, content: bytes) -> None:
        self._content = bytearray(content)
        self.pending: list[Write | Cut] = []

    def sync(self) -> None:
        for act in self.pending:
            _apply(self._content, act)
        self.pending.clear()

    def found(self, chance: Random) -> bytes:
        """Each sector as it was at the last sync or at any moment since, whatever became of the others."""
        share = chance.choice((0.0, 0.5, 0.9, 0.99, 1.0))

        def so_many(most: int) -> int:
            return most if chance.random() < share else chance.randrange(most)

        content = bytearray(self._content)
        parts: dict[int, list[Write]] = {}
        for act in self.pending:
            if isinstance(act, Write):
                for part in _by_sector(act):
                    parts.setdefault(part.offset // SECTOR, []).append(part)
        for sector in parts.values():
            for part in sector[: so_many(len(sector))]:
                _apply(content, part)
        size = self._size_after(so_many(len(self.pending)) if self.pending else 0)
        _apply(content, Cut(size))
        return bytes(content)

    def _size_after(self, count: int) -> int:
        size = len(self._content)
        for act in self.pending[:count]:
            size = act.size if isinstance(act, Cut) else max(size, act.offset + len(act.data))
        return size


def _by_sector(write: Write) -> Iterator[Write]:
    at, end = write.offset, write.offset + len(write.data)
    while at < end:
        following = min(end, (at // SECTOR + 1) * SECTOR)
        yield Write(at, write.data[at - write.offset : following - write.offset])
        at = following


def _apply(content: bytearray, act: Write | Cut) -> None:
    end = act.size if isinstance(act, Cut) else act.offset + len(act.data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    if isinstance(act, Cut):
        del content[act.size :]
    else:
        content[act.offset : end] = act.data
