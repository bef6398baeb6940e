"""What is refused when a store is opened, with a reason, and left as it was to the byte."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from affray.server.store import Refused, Store, open_store
from affray.server.store.opening import revision
from affray.server.store.place import read
from affray.server.store.schema import REVISION
from tests.server.store.rows import a_table, checked, row


def refusal(address: str) -> str:
    """Why a database is not opened; neither it nor what is beside it has changed by that."""
    file = None if "://" in address else Path(address)
    before = snapshot(file)
    with pytest.raises(Refused) as caught:
        open_store(read(address))
    assert snapshot(file) == before
    return str(caught.value)


def snapshot(file: Path | None) -> dict[str, tuple[int, str]]:
    if file is None or not file.parent.is_dir():
        return {}
    return {
        one.name: (one.stat().st_mtime_ns, sha256(one.read_bytes()).hexdigest() if one.is_file() else "")
        for one in file.parent.iterdir()
        if not one.name.endswith(("-shm", "-server"))  # who reads a file that is in use, notes it there
    }


def made(file: Path, *statements: str) -> str:
    with closing(sqlite3.connect(file)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return str(file)


def test_a_new_file_is_nobody_elses_to_read(tmp_path: Path, opened: Callable[[str], Store]) -> None:
    store = opened(str(tmp_path / "affray.db"))
    a_table(store)
    for one in tmp_path.iterdir():
        assert stat.S_IMODE(one.stat().st_mode) == 0o600, one


def test_the_data_folder_is_made_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "a" / "b"))
    monkeypatch.delenv("AFFRAY_DB", raising=False)
    store = open_store()
    store.close()
    folder = tmp_path / "a" / "b" / "affray"
    assert (folder / "affray.db").exists()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert "no such folder" in refusal(str(tmp_path / "mistyped" / "affray.db"))


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(b"Not a database, and longer than the sixteen bytes that SQLite looks at first.\n" * 20)
    assert refusal(str(file)) == f"{file}: cannot be read: file is not a database"
    file.write_bytes(b"short")
    assert "not a database" in refusal(str(file))
    assert "a folder, not a database" in refusal(str(tmp_path))


def test_a_named_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "not a file" in refusal(str(tmp_path / "pipe"))


def test_a_database_of_something_else(tmp_path: Path) -> None:
    other = made(tmp_path / "other.db", "CREATE TABLE tables (id)", "INSERT INTO tables VALUES (1)")
    assert "a database, but not one of affray" in refusal(other)
    with_migrations = made(
        tmp_path / "app.db", "CREATE TABLE alembic_version (version_num)", "INSERT INTO alembic_version VALUES ('0001')"
    )
    assert "a database, but not one of affray" in refusal(with_migrations)
    marked = made(tmp_path / "empty.db", "PRAGMA application_id=77", "CREATE TABLE t (id)", "DROP TABLE t")
    assert "a database, but not one of affray" in refusal(marked)


def test_a_newer_schema(tmp_path: Path) -> None:
    file = tmp_path / "affray.db"
    open_store(read(str(file))).close()
    for newer in ("0999", "abc"):
        made(file, f"UPDATE alembic_version SET version_num = '{newer}'")
        assert (
            refusal(str(file))
            == f"{file}: made by a newer affray (schema {newer}, this program knows up to {REVISION})"
        )
        with pytest.raises(Refused, match="newer"):
            revision(read(str(file)))


def test_a_file_that_another_server_has_open(tmp_path: Path, opened: Callable[[str], Store]) -> None:
    file = tmp_path / "affray.db"
    first = opened(str(file))
    table = a_table(first)
    assert "another affray server has this database open" in refusal(str(file))
    elsewhere = "import sys; from affray.server.store import open_store, place; open_store(place.read(sys.argv[1]))"
    run = subprocess.run([sys.executable, "-c", elsewhere, file], capture_output=True, text=True, check=False)
    assert "another affray server has this database open" in run.stderr
    first.append(table, 0, [row()])
    first.close()
    first.close()
    assert len(checked(opened(str(file)), table)) == 1


def test_a_damaged_file(tmp_path: Path) -> None:
    file = tmp_path / "affray.db"
    open_store(read(str(file))).close()
    with file.open("rb+") as raw:
        raw.seek(100)
        raw.write(b"\xff" * 3000)
    assert "malformed" in refusal(str(file))


def test_a_wrong_password_is_told_without_it(postgres: str) -> None:
    wrong = make_url(postgres).set(password="gu3ssed").render_as_string(hide_password=False)
    for address in (wrong, f"{wrong.replace('gu3ssed', '')}?password=gu3ssed"):
        text = refusal(address)
        assert text.endswith(
            f'cannot be reached: FATAL: password authentication failed for user "{make_url(postgres).username}"'
        )
        assert "gu3ssed" not in text
        assert make_url(postgres).database in text.split("/")[3]  # type: ignore[operator]
        with pytest.raises(Refused, match="password authentication failed"):
            revision(read(address))


def test_no_server_there(postgres_server: str) -> None:
    text = refusal("postgresql://ann:gu3ssed@127.0.0.1:1/affray")
    assert text == "postgresql://ann:***@127.0.0.1:1/affray: the database cannot be reached: Connection refused"
    missing = make_url(postgres_server).set(database="nothere").render_as_string(hide_password=False)
    assert 'FATAL: database "nothere" does not exist' in refusal(missing)


def test_a_password_that_the_database_repeats_is_not_shown(postgres_server: str) -> None:
    url = make_url(postgres_server).set(database="nothere", password="nothere", username="nothere")
    text = refusal(url.render_as_string(hide_password=False))
    assert text.endswith('password authentication failed for user "***"')


def test_sqlite_needs_no_psycopg(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from affray.server.store import open_store, place\n"
        "store = open_store(place.read(sys.argv[1])); store.create_table('The ford', 'knave'); store.close()\n"
        "open_store(place.read('postgresql://ann:gu3ssed@h/affray'))"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, tmp_path / "affray.db"], capture_output=True, text=True, check=False
    )
    assert run.stderr.rstrip().endswith(
        "Refused: postgresql://ann:***@h/affray: PostgreSQL needs psycopg: pip install 'affray[postgres]'"
    )


def test_postgres_of_something_else_or_newer(postgres: str) -> None:
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("CREATE TABLE journal (id int)")
        assert "a database, but not one of affray" in refusal(postgres)
        connection.execute("DROP TABLE journal")
        open_store(read(postgres)).close()
        connection.execute("UPDATE alembic_version SET version_num = '0999'")
        assert "made by a newer affray (schema 0999" in refusal(postgres)
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        assert found == ("0999",)


def test_postgres_with_another_encoding(postgres_server: str) -> None:
    name = f"latin_{os.getpid()}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} ENCODING 'LATIN1' TEMPLATE template0")
        address = make_url(postgres_server).set(database=name).render_as_string(hide_password=False)
        assert "its encoding is LATIN1, and UTF8 is needed" in refusal(address)
        connection.execute(f"DROP DATABASE {name}")


def test_the_revision_is_told_and_nothing_made(address: str, opened: Callable[[str], Store]) -> None:
    assert revision(read(address)) is None
    assert "://" in address or not Path(address).exists()
    opened(address)
    assert revision(read(address)) == REVISION
