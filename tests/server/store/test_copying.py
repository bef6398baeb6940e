"""Backups while others write, back from them, and from one database to the other: whole, or not at all."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest

from affray.errors import AffrayError, BadInput
from affray.server.store import Loaded, Refused, Store, copying, new_id
from affray.server.store.copying import backup, copy, restore
from affray.server.store.place import read
from affray.server.store.schema import metadata
from tests.server.store.rows import a_table, checked, row


def contents(store: Store) -> tuple[list[Loaded | None], bytes]:
    """Everything in a store."""
    return [store.load(one.id) for one in store.tables()], store.key("cookies")


def filled(store: Store) -> Store:
    store.key("cookies")
    for title in ("The ford", "Τhe bridge 🧝", "Empty"):
        table = a_table(store, title)
        if title != "Empty":
            for version in range(0, 1_200, 300):
                store.append(table, version, [row(f'"{n}é"', public=n % 3 == 0, person="p") for n in range(300)])
    return store


@contextmanager
def writing(store: Store, table: str) -> Iterator[list[int]]:
    """Fifty rows a second, as long as the block lasts; gives the last version that was written."""
    stop, last = Event(), [store.rows_after(table, 0)[-1].version]

    def write() -> None:
        while not stop.wait(0.02):
            store.append(table, last[0], [row('"under way"')])
            last[0] += 1

    thread = Thread(target=write)
    thread.start()
    try:
        yield last
    finally:
        stop.set()
        thread.join()


def test_a_backup_is_some_version_while_others_write(
    address: str, tmp_path: Path, opened: Callable[[str], Store]
) -> None:
    store = filled(opened(address))
    table = next(one.id for one in store.tables() if one.version)
    target = tmp_path / "backup.db"
    with writing(store, table) as last:
        time.sleep(0.2)
        before = last[0]
        backup(read(address), target)
        after = last[0] + 1  # a row may be there before its writer has been told so
        time.sleep(0.1)
    assert sorted(one.name for one in tmp_path.glob("*backup*")) == ["backup.db"]
    assert not list(tmp_path.glob(".affray*"))
    assert target.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(target)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    copied = opened(str(target))
    rows = checked(copied, table)
    assert before <= len(rows) <= after
    assert rows == store.rows_after(table, 0)[: len(rows)]
    assert copied.key("cookies") == store.key("cookies")


def test_a_restored_backup_is_what_was_there(
    address: str, tmp_path: Path, opened: Callable[[str], Store], postgres: str
) -> None:
    store = filled(opened(address))
    was = contents(store)
    backup(read(address), tmp_path / "backup.db")
    for target in (str(tmp_path / "new.db"), postgres):
        if target == address:
            continue  # there is a store
        restore(tmp_path / "backup.db", read(target))
        again = opened(target)
        assert contents(again) == was
        for one in again.tables():
            checked(again, one.id)
        again.append(a_table(again), 0, [row()])
        again.close()


def test_a_store_moves_from_a_file_to_postgres_and_back(
    tmp_path: Path, postgres: str, opened: Callable[[str], Store]
) -> None:
    store = filled(opened(str(tmp_path / "affray.db")))
    was = contents(store)
    with pytest.raises(Refused, match="another affray server has this database open"):
        copy(read(str(tmp_path / "affray.db")), read(postgres))
    store.close()
    copy(read(str(tmp_path / "affray.db")), read(postgres))
    there = opened(postgres)
    assert contents(there) == was
    there.close()
    copy(read(postgres), read(str(tmp_path / "back.db")))
    assert contents(opened(str(tmp_path / "back.db"))) == was


def test_a_server_that_was_started_and_not_used_takes_a_copy(
    tmp_path: Path, postgres: str, opened: Callable[[str], Store]
) -> None:
    opened(postgres).key("cookies")
    store = filled(opened(str(tmp_path / "affray.db")))
    was = contents(store)
    store.close()
    copy(read(str(tmp_path / "affray.db")), read(postgres))
    assert contents(opened(postgres)) == was


def test_nothing_is_replaced(address: str, tmp_path: Path, opened: Callable[[str], Store]) -> None:
    store = filled(opened(address))
    was = contents(store)
    target = tmp_path / "backup.db"
    target.write_bytes(b"mine")
    with pytest.raises(BadInput, match="exists already and is not replaced"):
        backup(read(address), target)
    assert target.read_bytes() == b"mine"
    target.unlink()
    backup(read(address), target)
    store.close()
    with pytest.raises(AffrayError, match=r"exists already|there are tables in it already"):
        restore(target, read(address))
    other = str(tmp_path / "other.db")
    filled(opened(other)).close()
    with pytest.raises(Refused, match="there are tables in it already, and nothing is replaced"):
        copy(read(other), read(address))
    assert contents(opened(address)) == was


@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal"])
def test_what_a_database_left_behind_is_not_mixed_with_another(
    suffix: str, tmp_path: Path, opened: Callable[[str], Store]
) -> None:
    """SQLite would take these files for the new database's own, and write an older one's pages into it."""
    source, saved, target = (tmp_path / name for name in ("source.db", "backup.db", "affray.db"))
    filled(opened(str(source))).close()
    backup(read(str(source)), saved)
    left = Path(f"{target}{suffix}")
    left.write_bytes(b"of another")
    for into_target in (
        lambda: restore(saved, read(str(target))),
        lambda: copy(read(str(source)), read(str(target))),
        lambda: backup(read(str(source)), target),
        lambda: opened(str(target)),
    ):
        with pytest.raises(Refused, match=f"affray.db{suffix}: left behind"):
            into_target()
    assert left.read_bytes() == b"of another"
    assert not target.exists()
    left.unlink()
    restore(saved, read(str(target)))


def test_a_database_that_was_moved_away_leaves_nothing_in_the_one_after_it(
    tmp_path: Path, opened: Callable[[str], Store]
) -> None:
    """As after a crash: what was written last is beside the file, and stays there when the file alone is moved."""
    target, saved = tmp_path / "affray.db", tmp_path / "backup.db"
    store = filled(opened(str(target)))
    backup(read(str(target)), saved)
    was = contents(store)
    for number in range(5):
        a_table(store, f"later {number}")
    crashed = {path: path.read_bytes() for path in (target, Path(f"{target}-wal"), Path(f"{target}-shm"))}
    store.close()
    for path, content in crashed.items():
        path.write_bytes(content)
    target.rename(tmp_path / "old.db")
    with pytest.raises(Refused, match="left behind"):
        restore(saved, read(str(target)))
    for suffix in ("-wal", "-shm"):
        Path(f"{target}{suffix}").rename(tmp_path / f"old.db{suffix}")
    restore(saved, read(str(target)))
    assert contents(opened(str(target))) == was
    assert len(opened(str(tmp_path / "old.db")).tables()) == 8


def test_what_is_no_backup_is_refused(tmp_path: Path, opened: Callable[[str], Store]) -> None:
    text = tmp_path / "notes.txt"
    text.write_bytes(b"not a database" * 99)
    empty = tmp_path / "empty.db"
    empty.touch()
    target = tmp_path / "affray.db"
    for wrong, why in (
        (text, "file is not a database"),
        (empty, "nothing is in it"),
        (tmp_path / "no", "no such file"),
    ):
        with pytest.raises(Refused, match=why):
            restore(wrong, read(str(target)))
        with pytest.raises(Refused):
            copy(read(str(wrong)), read(str(target)))
        with pytest.raises(Refused):
            backup(read(str(wrong)), tmp_path / "backup.db")
    assert not target.exists()
    assert not (tmp_path / "backup.db").exists()


def lost_page(file: Path, _id: str) -> None:
    """A page of zeros in the middle."""
    with file.open("rb+") as raw:
        raw.seek(file.stat().st_size // 2 // 4096 * 4096)
        raw.write(b"\0" * 4096)


def changed_id(file: Path, id: str) -> None:
    """A row under another id than the index has; every single page can be read."""
    file.write_bytes(file.read_bytes().replace(id.encode(), new_id().encode(), 1))


@pytest.mark.parametrize("damage", [lost_page, changed_id])
def test_a_damaged_backup_is_refused(
    damage: Callable[[Path, str], None], tmp_path: Path, opened: Callable[[str], Store]
) -> None:
    source, saved = tmp_path / "affray.db", tmp_path / "backup.db"
    store = filled(opened(str(source)))
    id = next(row.id for one in store.tables() for row in store.rows_after(one.id, 0) if row.id is not None)
    store.close()
    backup(read(str(source)), saved)
    damage(saved, id)
    with pytest.raises(Refused, match="damaged"):
        restore(saved, read(str(tmp_path / "new.db")))
    assert not (tmp_path / "new.db").exists()
    assert not list(tmp_path.glob(".affray*"))


def test_a_copy_that_breaks_off_leaves_nothing(
    tmp_path: Path, postgres: str, opened: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "affray.db"
    filled(opened(str(source))).close()

    class Broken(list[object]):
        def __iter__(self) -> Iterator[object]:
            yield from tuple(metadata.tables.values())[:2]
            raise ZeroDivisionError

    class Metadata:
        sorted_tables = Broken()

    with monkeypatch.context() as patched:
        patched.setattr(copying, "metadata", Metadata)
        with pytest.raises(ZeroDivisionError):
            copy(read(str(source)), read(postgres))
    assert opened(postgres).tables() == []


def test_a_backup_into_a_folder_that_is_not_there(tmp_path: Path, opened: Callable[[str], Store]) -> None:
    filled(opened(str(tmp_path / "affray.db")))
    with pytest.raises(BadInput, match="its folder does not exist"):
        backup(read(str(tmp_path / "affray.db")), tmp_path / "no" / "backup.db")
