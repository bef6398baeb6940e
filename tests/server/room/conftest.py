from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from affray import rules
from tests.server.postgres import postgres, postgres_server
from tests.server.sitting import Sitting

__all__ = ["postgres", "postgres_server"]


@pytest.fixture(autouse=True)
def toy_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy ruleset is found by its id, as an installed one is."""
    monkeypatch.setitem(rules.BUILT_IN, "toy", "tests.kernel.toy:ruleset")


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Callable[..., Sitting]]:
    """Opens tables, each in a database of its own, and closes them after the test."""
    opened: list[Sitting] = []

    def sitting(*fight: Any) -> Sitting:
        folder = tmp_path / str(len(opened))
        folder.mkdir()
        opened.append(Sitting(folder, *fight))
        return opened[-1]

    yield sitting
    for one in opened:
        one.close()


@pytest.fixture
def ford(sit: Callable[..., Sitting]) -> Sitting:
    """A ford with two players' characters and a goblin, everybody there, the party first in round 1."""
    from affray.server.live import messages as m
    from tests.server.sitting import OWNER

    found = sit()
    found.everybody()
    found.say(OWNER, m.Faces(faces=(6,)))
    return found
