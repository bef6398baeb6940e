from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.http.hosting import Hosted, Party, hosting
from tests.server.postgres import postgres, postgres_server

__all__ = ["postgres", "postgres_server"]


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for the tests of a module."""
    with hosting(tmp_path_factory.mktemp("hosted")) as found:
        yield found


@pytest.fixture
def party(hosted: Hosted) -> Party:
    """A table of its own, with its owner."""
    return Party(hosted)
