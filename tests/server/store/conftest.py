"""A store on either database; every test that takes `store` or `address` runs on both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from affray.server.store import Store, open_store
from affray.server.store.place import read
from tests.server.postgres import postgres, postgres_server

__all__ = ["postgres", "postgres_server"]


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a database may be made: a file that is not there yet, or an empty database of PostgreSQL."""
    if request.param == "sqlite":
        return str(tmp_path / "affray.db")
    found: str = request.getfixturevalue("postgres")
    return found


@pytest.fixture
def opened() -> Iterator[Callable[[str], Store]]:
    """Opens stores, and closes them after the test."""
    stores: list[Store] = []

    def opening(address: str) -> Store:
        stores.append(open_store(read(address)))
        return stores[-1]

    yield opening
    for store in stores:
        store.close()


@pytest.fixture
def store(address: str, opened: Callable[[str], Store]) -> Store:
    return opened(address)
