"""`affray backup`, `restore` and `copy`: what they say, what they refuse, and where they look."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from affray.server.store import NewRow, Store, open_store
from affray.server.store.place import read
from affray.server.web.site import ServerSettings, Site
from tests.cli.running import DUEL, document, run, said
from tests.server.postgres import postgres, postgres_server

__all__ = ["postgres", "postgres_server"]


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A database with a table in it."""
    file = str(tmp_path / "affray.db")
    store = open_store(read(file))
    store.create_table("The ford", "knave", [NewRow(kind="note", body=b"{}", public=True)] * 2)
    store.close()
    return file


def titles(place: str) -> list[str]:
    store = open_store(read(place))
    try:
        return [one.title for one in store.tables()]
    finally:
        store.close()


def failed(*args: str, env: dict[str, str] | None = None, code: int = 1) -> str:
    """The one line that a command which fails prints."""
    result = run(*args, env=env)
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr


def test_a_backup_and_back(database: str, tmp_path: Path) -> None:
    saved, again = str(tmp_path / "saved.db"), str(tmp_path / "again.db")
    assert said("backup", saved, "--db", database) == f"{database} is copied to {saved} (tables: 1, rows: 2)\n"
    assert said("restore", saved, "--db", again) == f"{saved} is copied to {again} (tables: 1, rows: 2)\n"
    assert titles(again) == ["The ford"]


def test_a_backup_while_the_server_runs(database: str, tmp_path: Path) -> None:
    store: Store = open_store(read(database))
    assert run("backup", str(tmp_path / "saved.db"), "--db", database).exit_code == 0
    assert "another affray server has this database open" in failed("copy", "--to", "other.db", "--db", database)
    store.close()
    assert titles(str(tmp_path / "saved.db")) == ["The ford"]


def test_nothing_is_replaced(database: str, tmp_path: Path) -> None:
    saved = str(tmp_path / "saved.db")
    run("backup", saved, "--db", database)
    assert f"{saved}: the file exists already and is not replaced" in failed("backup", saved, "--db", database, code=2)
    assert "exists already and is not replaced" in failed("restore", saved, "--db", database, code=2)
    assert "there are tables in it already" in failed("copy", "--to", saved, "--db", database)


@pytest.fixture
def played(tmp_path: Path) -> tuple[str, str]:
    """A database with a table as a server opens one, and the table's id."""
    site = Site(ServerSettings(database=read(str(tmp_path / "played.db"))))
    id = site.rooms.create(site.owner.person, Path(DUEL).read_text(encoding="utf-8")).table
    site.rooms.close()
    site.store.close()
    return str(tmp_path / "played.db"), id


def test_a_single_table_and_back(played: tuple[str, str], database: str, tmp_path: Path) -> None:
    source, id = played
    saved = str(tmp_path / "duel.jsonl")
    told = document("backup", saved, "--table", id, "--db", source)
    if os.name == "posix":
        assert stat.S_IMODE(os.stat(saved).st_mode) == 0o600  # all that is hidden is in it
    assert told == {"schema": 1, "from": source, "to": saved, "tables": 1, "rows": told["rows"]}
    found = document("restore", saved, "--db", database)
    assert found == {"schema": 1, "from": saved, "to": database, "tables": 1, "rows": told["rows"]}
    site = Site(ServerSettings(database=read(database)), store := open_store(read(database)))
    before = open_store(read(source))
    rows = before.rows_after(id, 0)
    assert store.rows_after(id, 0)[: len(rows)] == rows
    assert site.rooms.room(id).snapshot(site.owner.person).you.role in ("referee", "co-referee")
    before.close()
    site.rooms.close()
    store.close()
    assert "this table is here already" in failed("restore", saved, "--db", database)
    assert f"{saved}: the file exists already" in failed("backup", saved, "--table", id, "--db", source, code=2)
    unknown = failed("backup", str(tmp_path / "x"), "--table", "../x", "--db", source, code=2)
    assert f"--table: there is no such table, got '../x' (allowed: {id} (" in unknown


def test_a_single_table_that_was_changed_is_refused(played: tuple[str, str], tmp_path: Path) -> None:
    source, id = played
    saved, other = tmp_path / "duel.jsonl", tmp_path / "other.db"
    said("backup", str(saved), "--table", id, "--db", source)
    saved.write_bytes(saved.read_bytes().replace(b'"public":true', b'"public":false', 1))
    text = failed("restore", str(saved), "--db", str(other), code=2)
    assert f"{saved}:2: not as it was written: its hash differs" in text
    assert not other.exists()


def test_a_copy_to_postgres(database: str, postgres: str) -> None:
    found = document("copy", "--to", postgres, "--db", database)
    assert titles(postgres) == ["The ford"]
    place = found.pop("to")
    assert place.startswith("postgresql://affray:***@")
    assert found == {"schema": 1, "from": database, "tables": 1, "rows": 2}


def test_paths_are_where_one_is(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said("backup", "saved.db", "--db", "affray.db")
    said("restore", "saved.db", "--db", "again.db")
    said("copy", "--to", "third.db", "--db", "again.db")
    assert titles("third.db") == ["The ford"]


def test_what_is_no_backup(database: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    text = tmp_path / "notes.txt"
    text.write_text("not a database " * 50)
    for file, why in (
        (tmp_path / "pipe", "not a file, not a database"),
        (tmp_path, "a folder, not a database"),
        (tmp_path / "none", "no such file"),
        (text, "file is not a database"),
    ):
        assert f"{file}: " in (told := failed("restore", str(file), "--db", str(tmp_path / "new.db")))
        assert why in told
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize("name", ["AFFRAY_BACKUP_DB", "AFFRAY_DB"])
def test_the_database_is_named_by_a_variable_too(database: str, tmp_path: Path, name: str) -> None:
    saved = str(tmp_path / "saved.db")
    assert run("backup", saved, env={name: database}).exit_code == 0
    assert titles(saved) == ["The ford"]


def test_the_nearer_word_counts(database: str, tmp_path: Path) -> None:
    """The file of settings, then the variable of all commands, then the command's own, then the flag."""
    settings = tmp_path / "config.toml"
    settings.write_text(f"[backup]\ndb = '{tmp_path / 'settings.db'}'\n")
    env = {"AFFRAY_CONFIG": str(settings)}
    saved = str(tmp_path / "saved.db")
    assert f"{tmp_path / 'settings.db'}: there is no database yet" in failed("backup", saved, env=env)
    env["AFFRAY_DB"] = str(tmp_path / "all.db")
    assert f"{tmp_path / 'all.db'}: there is no database yet" in failed("backup", saved, env=env)
    env["AFFRAY_BACKUP_DB"] = str(tmp_path / "own.db")
    assert f"{tmp_path / 'own.db'}: there is no database yet" in failed("backup", saved, env=env)
    assert run("backup", saved, "--db", database, env=env).exit_code == 0


def test_the_data_folder_is_where_it_is_by_default(database: str, tmp_path: Path) -> None:
    env = {"XDG_DATA_HOME": str(tmp_path / "data")}
    place = tmp_path / "data" / "affray" / "affray.db"
    assert f"{place}: there is no database yet" in failed("backup", str(tmp_path / "saved.db"), env=env)
    assert not place.parent.exists()
    run("backup", str(tmp_path / "saved.db"), "--db", database)
    assert run("restore", str(tmp_path / "saved.db"), env=env).exit_code == 0
    assert titles(str(place)) == ["The ford"]


@pytest.mark.parametrize(
    "args",
    [("backup", "saved.db"), ("restore", "saved.db"), ("copy", "--to", "postgresql://ann:gu3ssed@127.0.0.1:1/x")],
)
def test_what_is_no_address_is_bad_input(database: str, tmp_path: Path, args: tuple[str, ...]) -> None:
    text = failed(*args, "--db", "mysql://ann:gu3ssed@h/x", code=2)
    assert "--db: not an address of a database, got 'mysql://…'" in text
    assert "gu3ssed" not in text


def test_a_password_that_is_wrong_is_not_shown(database: str) -> None:
    text = failed("copy", "--to", "postgresql://ann:gu3ssed@127.0.0.1:1/x", "--db", database)
    assert "postgresql://ann:***@127.0.0.1:1/x: the database cannot be reached" in text
    assert "--to: not an address" in failed("copy", "--to", "redis://x", "--db", database, code=2)
