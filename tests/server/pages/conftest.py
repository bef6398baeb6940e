from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.pages.visiting import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server on a database of its own."""
    made = Server(tmp_path)
    yield made
    made.site.close()
