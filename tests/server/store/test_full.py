"""No room, no writing, no line: one error that says so, nothing acknowledged that is not there, and reading goes on."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection

from affray.server.store import Appended, Known, Stale, StorageError, Store, engine, new_id
from tests.server.store.cutting import Line
from tests.server.store.rows import a_table, checked, row


def on_connections(store: Store, statement: str) -> Callable[[], None]:
    """Runs a statement on every connection as it is taken, until what is returned is called."""

    def prepare(connection: DBAPIConnection, _record: object, _proxy: object) -> None:
        connection.cursor().execute(statement).close()

    event.listen(store.database.engine, "checkout", prepare)
    return lambda: event.remove(store.database.engine, "checkout", prepare)


@pytest.fixture
def store(tmp_path: Path, opened: Callable[[str], Store]) -> Store:
    return opened(str(tmp_path / "affray.db"))


def test_a_file_that_may_not_grow(store: Store) -> None:
    """50 clients write until there is no room: each row that was acknowledged is there, and nothing else."""
    table = a_table(store)
    with store.database.reading() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    grow = on_connections(store, f"PRAGMA max_page_count={pages + 30}")
    acknowledged: list[str] = []
    codes: list[str] = []

    def client(number: int) -> None:
        version = 0
        mine = row(f'"{"x" * 2_000}"')
        while True:
            try:
                match store.append(table, version, [mine]):
                    case Appended():
                        acknowledged.append(str(mine.id))
                        return
                    case Stale(current, _):
                        version = current
            except StorageError as error:
                codes.append(error.code)
                return

    with ThreadPoolExecutor(50) as pool:
        list(pool.map(client, range(100)))
    assert set(codes) == {"storage_full"}
    assert len(acknowledged) >= 10
    assert len(acknowledged) + len(codes) == 100
    assert [one.id for one in checked(store, table)] == acknowledged
    grow()
    on_connections(store, "PRAGMA max_page_count=100000")
    assert isinstance(store.append(table, len(acknowledged), [row()]), Appended)


def test_a_file_that_may_only_be_read(store: Store) -> None:
    table = a_table(store)
    store.append(table, 0, [row()])
    free = on_connections(store, "PRAGMA query_only=ON")
    with pytest.raises(StorageError, match="readonly") as caught:
        store.append(table, 1, [row()])
    assert caught.value.code == "storage_down"
    assert len(checked(store, table)) == 1
    free()
    on_connections(store, "PRAGMA query_only=OFF")
    store.append(table, 1, [row()])
    assert len(checked(store, table)) == 2


FILLING = """
import resource, signal, sys
from affray.server.store import NewRow, StorageError, open_store, place
store = open_store(place.read(sys.argv[1]))
table = store.create_table("The ford", "knave").id
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
version = 0
try:
    while True:
        version = store.append(table, version, [NewRow(kind="note", body=b"x" * 10_000, public=True)]).version
except StorageError as error:
    print(error.code, table, version, len(store.load(table).rows))
"""


def test_a_disk_that_takes_no_more(tmp_path: Path, opened: Callable[[str], Store]) -> None:
    """The system refuses to let the file grow, as a full disk or a quota does."""
    file = tmp_path / "affray.db"
    run = subprocess.run([sys.executable, "-c", FILLING, file], capture_output=True, text=True, check=False)
    assert run.stderr == ""
    code, table, acknowledged, readable = run.stdout.split()
    assert code == "storage_full"
    assert int(acknowledged) == int(readable) > 5
    assert len(checked(opened(str(file)), table)) == int(acknowledged)


@pytest.fixture
def line(postgres: str) -> Iterator[Line]:
    url = make_url(postgres)
    line = Line(str(url.host), int(url.port or 5432))
    yield line
    line.close()


def test_a_line_that_is_cut_in_mid_commit(postgres: str, line: Line, opened: Callable[[str], Store]) -> None:
    """50 cuts: the answer is an error each time, and the same command sent again is there exactly once."""
    address = make_url(postgres).set(port=line.port).render_as_string(hide_password=False)
    store = opened(address)
    table = a_table(store)
    arrived: list[bool] = []
    for number in range(50):
        mine = row(f"[{number}]")
        line.cut = "before" if number % 2 else "after"
        with pytest.raises(StorageError) as caught:
            store.append(table, number, [mine])
        assert caught.value.code == "storage_down"
        assert line.breaks == number + 1
        again = store.append(table, number, [mine])
        arrived.append(isinstance(again, Known))
        assert isinstance(again, Known | Appended)
        assert len(store.rows_after(table, 0)) == number + 1
    assert [one.body for one in checked(store, table)] == [b"[%d]" % number for number in range(50)]
    assert arrived[1::2] == [False] * 25  # the server never had these
    assert any(arrived[::2])  # and had most of those, though nobody was told


def test_a_server_that_stops_and_comes_back(postgres: str, opened: Callable[[str], Store]) -> None:
    store = opened(postgres)
    table = a_table(store)
    with pytest.raises(StorageError) as caught, store.database.writing() as connection:
        store._append(connection, table, 0, [row()])
        with psycopg.connect(postgres, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
    assert caught.value.code == "storage_down"
    assert checked(store, table) == []
    store.append(table, 0, [row()])
    assert len(checked(store, table)) == 1


def test_postgres_that_takes_no_changes(postgres: str, opened: Callable[[str], Store]) -> None:
    store = opened(postgres)
    table = a_table(store)
    with psycopg.connect(postgres, autocommit=True) as other:
        other.execute(f'ALTER DATABASE "{make_url(postgres).database}" SET default_transaction_read_only = on')
    store.database.close()
    with pytest.raises(StorageError, match="no changes") as caught:
        store.append(table, 0, [row()])
    assert caught.value.code == "storage_down"
    assert checked(store, table) == []


def test_postgres_with_no_connection_left(
    postgres: str, opened: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "WAIT_MS", 50)
    store = opened(postgres)
    table = a_table(store)
    with ExitStack() as held:
        with pytest.raises(StorageError, match="no connection was free") as caught:
            for _ in range(100):
                held.enter_context(store.database.reading())
        assert caught.value.code == "storage_down"
    store.append(table, 0, [row()])
    assert len(checked(store, table)) == 1


def test_postgres_whose_disk_is_full(postgres: str, opened: Callable[[str], Store]) -> None:
    """PostgreSQL says so itself, in the middle of a write."""
    store = opened(postgres)
    table = a_table(store)
    with psycopg.connect(postgres, autocommit=True) as other:
        other.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$"
        )
        other.execute("CREATE TRIGGER full_disk BEFORE INSERT ON journal EXECUTE FUNCTION full_disk()")
    with pytest.raises(StorageError, match="full") as caught:
        store.append(table, 0, [row(id=new_id())])
    assert caught.value.code == "storage_full"
    assert checked(store, table) == []
