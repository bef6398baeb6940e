"""The schema is brought up to date wholly or not at all, from every revision that there ever was."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from affray.server.store import Store, migrating
from affray.server.store.engine import Database
from affray.server.store.migrating import SCRIPTS, migrate
from affray.server.store.place import read
from affray.server.store.schema import REVISION, metadata
from tests.server.store.rows import a_table, checked, row


def revisions() -> list[str]:
    """Every revision, the first one first."""
    config = Config()
    config.set_main_option("script_location", SCRIPTS)
    config.set_main_option("path_separator", "os")
    return [one.revision for one in ScriptDirectory.from_config(config).walk_revisions()][::-1]


def test_revisions_are_numbers_and_the_last_is_the_schema() -> None:
    assert revisions() == [f"{number:04}" for number in range(1, len(revisions()) + 1)]
    assert revisions()[-1] == REVISION


@pytest.mark.parametrize("first", revisions())
def test_every_revision_leads_to_the_schema(address: str, first: str, opened: Callable[[str], Store]) -> None:
    database = Database(read(address))
    migrate(database, first)
    with database.writing() as connection:
        connection.exec_driver_sql("INSERT INTO tables VALUES ('t', 'The ford', 'knave', '2026-01-01T00:00:00Z', 0, 0)")
    database.close()
    store = opened(address)
    with store.database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    assert [one.title for one in store.tables()] == ["The ford"]
    store.append("t", 0, [row()])
    assert len(checked(store, "t")) == 1


def test_the_same_schema_on_both(tmp_path: Path, postgres: str, opened: Callable[[str], Store]) -> None:
    """A column that may be empty, a key or an index on one of them only would be another behaviour."""

    def described(store: Store) -> object:
        found = inspect(store.database.engine)
        return {
            table: (
                [(one["name"], one["nullable"]) for one in found.get_columns(table)],
                found.get_pk_constraint(table)["constrained_columns"],
                sorted(tuple(one["column_names"]) for one in found.get_unique_constraints(table)),
                [(one["constrained_columns"], one["referred_table"]) for one in found.get_foreign_keys(table)],
            )
            for table in sorted(found.get_table_names())
        }

    assert described(opened(str(tmp_path / "affray.db"))) == described(opened(postgres))


def test_a_kill_before_any_statement_leaves_nothing_half_done(address: str, opened: Callable[[str], Store]) -> None:
    script = Path(__file__).with_name("killed_migration.py")
    run = subprocess.run([sys.executable, script, address], capture_output=True, text=True, check=False)
    assert run.stderr == ""
    *killed, last = run.stdout.split()
    assert len(killed) > 10
    assert set(killed) <= {"new", REVISION}
    assert killed.count("new") >= len(killed) - 1  # all but a kill after the COMMIT
    assert last == REVISION
    store = opened(address)
    store.append(a_table(store), 0, [row()])


def test_a_migration_that_fails_leaves_nothing_half_done(
    address: str, opened: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    upgrade = migrating._upgrade

    def fails(connection: Connection, to: str) -> None:
        upgrade(connection, to)
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(migrating, "_upgrade", fails)
        with pytest.raises(ZeroDivisionError):
            opened(address)
    store = opened(address)
    store.append(a_table(store), 0, [row()])


def test_what_is_up_to_date_is_opened_without_migrations(
    address: str, opened: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(address).close()
    monkeypatch.setattr(migrating, "_upgrade", None)
    opened(address)


def test_servers_that_start_together_make_one_schema(postgres: str, opened: Callable[[str], Store]) -> None:
    def start(_: int) -> None:
        database = Database(read(postgres))
        migrate(database)
        database.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(start, range(4)))
    a_table(opened(postgres))
