"""Nothing that was acknowledged is ever lost, whenever the server is killed."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from affray.server.store import Store
from tests.server.store.rows import a_table, checked

WRITER = Path(__file__).with_name("writer.py")
CLIENTS = 8


class Killed:
    """What a writer had acknowledged when it was killed, and what is in the journal after that."""

    def __init__(self, address: str, opened: Callable[[str], Store]) -> None:
        self.address = address
        self.opened = opened
        store = opened(address)
        self.table = a_table(store)
        store.close()
        self.acknowledged: list[tuple[str, int]] = []
        self.found: list[str] = []

    def kill(self, manner: str, seconds: float) -> None:
        """Lets a writer write for so long after its first acknowledgement, then kills it."""
        command = [sys.executable, str(WRITER), self.address, self.table, str(CLIENTS), manner]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            first = writer.stdout.readline()
            time.sleep(seconds)
            writer.kill()
            lines = first + writer.stdout.read()
        self.acknowledged += [(id, int(version)) for id, version in map(str.split, lines.decode().splitlines())]
        store = self.opened(self.address)
        self.found = [str(one.id) for one in checked(store, self.table)]
        if store.database.is_sqlite:
            with store.database.reading() as connection:
                assert connection.exec_driver_sql("PRAGMA integrity_check").scalar_one() == "ok"
        store.close()

    def lost(self) -> set[str]:
        return {id for id, _ in self.acknowledged} - set(self.found)


def kills(address: str, opened: Callable[[str], Store], commits: int) -> None:
    chance = random.Random(20)
    killed = Killed(address, opened)
    rounds = 0
    while len(killed.acknowledged) < commits or rounds < 4:
        killed.kill("honest", chance.uniform(0.05, 0.3))
        rounds += 1
        assert not killed.lost()
        assert all(killed.found[version - 1] == id for id, version in killed.acknowledged)
        assert len(killed.found) - len(killed.acknowledged) <= rounds * CLIENTS  # at most one a client was under way


def test_a_kill_loses_nothing_that_was_acknowledged(address: str, opened: Callable[[str], Store]) -> None:
    kills(address, opened, 300)


@pytest.mark.slow
def test_many_kills_lose_nothing_that_was_acknowledged(address: str, opened: Callable[[str], Store]) -> None:
    kills(address, opened, 1_000)


def test_whoever_acknowledges_before_the_commit_loses_some(address: str, opened: Callable[[str], Store]) -> None:
    """The same kills find it out, so they would find out the store."""
    killed = Killed(address, opened)
    for _ in range(3):
        killed.kill("early", 0.1)
    assert killed.lost()
