"""A PostgreSQL for tests: the one that AFFRAY_TEST_POSTGRES names, or one that is started from this machine's binaries.

`postgres_server` is one server for all tests of a process; `postgres` is an empty database in it for one test.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import make_url

from tests.server.ports import free_port

VARIABLE = "AFFRAY_TEST_POSTGRES"
USER, PASSWORD = "affray", "s3cret-of-tests"
SETTINGS = {"fsync": "off", "full_page_writes": "off", "listen_addresses": "127.0.0.1", "max_connections": "200"}
NUMBERS = count()


def binaries() -> Path | None:
    """Where the newest server of this machine lies; Debian keeps it off the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).parent if initdb else None


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a server's own database, as a user who may make others."""
    named = os.environ.get(VARIABLE)
    if named:
        yield named
        return
    found = binaries()
    if found is None:
        pytest.skip(f"needs PostgreSQL: install Debian's `postgresql`, or name a server in {VARIABLE}")
    folder = Path(tempfile.mkdtemp(prefix="affray-postgres-"))
    try:
        yield from started(found, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def started(bin: Path, folder: Path) -> Iterator[str]:
    """A server in this folder while the tests run. It refuses to be root, so then it runs as somebody else."""
    person: dict[str, Any] = {}
    if os.getuid() == 0:
        names = {one.pw_name: one for one in pwd.getpwall()}
        other = names.get("postgres") or names["nobody"]
        person = {"user": other.pw_uid, "group": other.pw_gid, "extra_groups": []}
        os.chown(folder, other.pw_uid, other.pw_gid)
    password = folder / "password"
    password.write_text(PASSWORD)
    password.chmod(0o644)  # the folder lets nobody else in
    data = folder / "data"
    first = ["-D", str(data), "-U", USER, f"--pwfile={password}", "--auth=scram-sha-256", "-E", "UTF8", "--no-locale"]
    subprocess.run([bin / "initdb", *first, "--no-sync"], check=True, capture_output=True, **person)
    port = free_port()
    settings = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
    command = [str(bin / "postgres"), "-D", str(data), "-p", str(port), "-k", str(folder), *settings]
    if setpriv := shutil.which("setpriv"):
        command = [setpriv, "--pdeathsig", "QUIT", *command]  # it does not outlive tests that are killed
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, **person)
    try:
        yield waited_for(f"postgresql://{USER}:{PASSWORD}@127.0.0.1:{port}/postgres", folder / "log")
    finally:
        server.send_signal(signal.SIGQUIT)  # at once: nobody needs what is in it
        server.wait()


def waited_for(address: str, log: Path) -> str:
    for _ in range(200):
        try:
            psycopg.connect(address, connect_timeout=2).close()
            return address
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise AssertionError(f"PostgreSQL does not start: {log.read_text(errors='replace')}")


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[str]:
    """The address of an empty database."""
    name = f"affray_test_{os.getpid()}_{next(NUMBERS)}"
    run(postgres_server, "CREATE DATABASE {} TEMPLATE template0", name)
    yield make_url(postgres_server).set(database=name).render_as_string(hide_password=False)
    run(postgres_server, "DROP DATABASE {} WITH (FORCE)", name)


def run(address: str, statement: str, name: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(sql.Identifier(name)))
