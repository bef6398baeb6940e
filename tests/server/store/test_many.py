"""Many at once: nothing is locked, nothing lost, nothing applied twice."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier

from affray.server.store import Appended, Known, Result, Stale, Store
from tests.server.store.rows import a_table, checked, row


def appended(store: Store, table: str, text: str, id: str | None = "") -> str:
    """Adds a row as a client does: at another version than it knew it tries again. Its id is the acknowledgement."""
    mine = row(text, id=id)
    version = 0
    while True:
        match store.append(table, version, [mine]):
            case Stale(current, _):
                version = current
            case Appended() | Known():
                return str(mine.id)


def test_fifty_write_to_one_file_at_once(tmp_path: Path, opened: Callable[[str], Store]) -> None:
    """50 clients, 20 events each: 1,000 events, no error, none lost, each acknowledged once."""
    store = opened(str(tmp_path / "affray.db"))
    tables = [a_table(store) for _ in range(10)]
    barrier = Barrier(50)

    def client(number: int) -> list[str]:
        barrier.wait()
        return [appended(store, tables[number % 10], f"[{number},{event}]") for event in range(20)]

    with ThreadPoolExecutor(50) as pool:
        acknowledged = [id for ids in pool.map(client, range(50)) for id in ids]
    found = [one.id for table in tables for one in checked(store, table)]
    assert len(acknowledged) == 1_000
    assert sorted(acknowledged) == sorted(str(id) for id in found)


def test_a_command_sent_twice_at_once_is_applied_once(store: Store) -> None:
    table = a_table(store)
    for number in range(40):
        pair = row(f"[{number}]")
        first, second = both(*2 * [partial(store.append, table, number, [pair])])
        applied = [one for one in (first, second) if isinstance(one, Appended)]
        again = [one for one in (first, second) if isinstance(one, Known)]
        assert len(applied) == len(again) == 1
        assert again[0].row == applied[0].rows[0]
    assert [one.body for one in checked(store, table)] == [b"[%d]" % number for number in range(40)]


def test_of_two_at_one_version_one_is_stale(store: Store) -> None:
    table = a_table(store)
    for number in range(40):
        results = both(partial(store.append, table, number, [row()]), partial(store.append, table, number, [row()]))
        assert sorted(type(one).__name__ for one in results) == ["Appended", "Stale"]
        assert all(one.version == number + 1 for one in results if not isinstance(one, Known))
    assert len(checked(store, table)) == 40


def test_two_servers_on_one_database_make_one_chain(postgres: str, opened: Callable[[str], Store]) -> None:
    """Each id comes to both servers, as when an answer got lost and the client asks the other one."""
    servers = [opened(postgres), opened(postgres)]
    tables = [a_table(servers[0]) for _ in range(4)]
    ids = [str(row().id) for _ in range(200)]

    def client(number: int) -> str:
        return appended(
            servers[number // len(ids)], tables[number % 4], f"[{number % len(ids)}]", ids[number % len(ids)]
        )

    with ThreadPoolExecutor(16) as pool:
        acknowledged = list(pool.map(client, range(2 * len(ids))))
    found = [one.id for table in tables for one in checked(servers[1], table)]
    assert sorted(acknowledged) == sorted(2 * ids)
    assert sorted(str(id) for id in found) == sorted(ids)


def both(*writes: Callable[[], Result]) -> list[Result]:
    """Done at the same moment."""
    barrier = Barrier(len(writes))

    def one(write: Callable[[], Result]) -> Result:
        barrier.wait()
        return write()

    with ThreadPoolExecutor(len(writes)) as pool:
        return list(pool.map(one, writes))
