"""Two referees' clicks never apply twice: many at once, at several tables, by one server or two on one database."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any, NamedTuple
from uuid import uuid4

import pytest

from affray.codec import digest
from affray.server.live.rooms import Rooms
from affray.server.store import Store
from affray.server.web.sessions import Sessions
from affray.table.replay import first_difference, open_log
from tests.promises.processes import Client, Guest, opened, seats, servers
from tests.server.postgres import postgres, postgres_server

__all__ = ["postgres", "postgres_server"]

WAYS = [("sqlite", 1), ("postgres", 1), ("postgres", 2)]
"""Databases with the number of servers on them: a file is served by one."""


class Size(NamedTuple):
    tables: int
    clients: int
    commands: int
    pairs: int


CI = Size(3, 6, 8, 12)
FULL = Size(20, 10, 25, 1_000)


class Diary:
    """What one client sent, was answered, and saw."""

    def __init__(self) -> None:
        self.answers: dict[str, list[tuple[int, Any]]] = {}
        self.seen: list[tuple[int, int]] = []
        """Versions, each with the number of the latest entry then."""

    def saw(self, look: Any) -> None:
        self.seen.append((look["version"], look["log"][0]["seq"] if look["log"] else 0))


def commanded(client: Client, source: random.Random, commands: int) -> Diary:
    """Sends commands as people with bad connections do: late, twice, and without hearing the answer."""
    diary = Diary()
    for _ in range(commands):
        id = str(uuid4())
        told = diary.answers.setdefault(id, [])
        for _ in range(8):
            look = client.look()
            diary.saw(look)
            late = 3 if source.random() < 0.1 else 0
            message = message_for(look, source)
            body = {"command_id": id, "expected_version": max(look["version"] - late, 0), "message": message}
            if source.random() < 0.2:
                client.send_and_leave(body)
            for _ in range(2 if source.random() < 0.3 else 1):
                answer = client.send(body)
                assert answer.status_code in (200, 404, 409, 422), answer.text
                told.append((answer.status_code, answer.json()))
            if told[-1][0] == 200 or told[-1][1]["error"]["code"] != "stale":
                break
    diary.saw(client.look())
    return diary


def message_for(look: Any, source: random.Random) -> Any:
    """A note, the table's own die, a command that is offered, or an undo."""
    chance = source.random()
    offers = [one["command"] for one in look["offers"] if one["forbidden"] is None]
    if chance < 0.4:
        return {"type": "note", "text": f"note {source.random()}", "hidden": source.random() < 0.5}
    if chance < 0.5:
        return {"type": "undo"}
    if look["prompt"] is not None:
        return {"type": "roll_rest"}
    return {"type": "do", "command": source.choice(offers), "roll": True} if offers else {"type": "redo"}


def clicked(clients: list[Client], pairs: int) -> None:
    """Two referees click on the same card at the same moment: one of them is heard."""
    for _ in range(pairs):
        look = clients[0].look()
        if look["over"]:
            message: Any = {"type": "undo"}
        elif look["prompt"] is not None:
            message = {"type": "roll_rest"}
        else:
            message = {"type": "do", "command": next(o["command"] for o in look["offers"] if o["forbidden"] is None)}
            message["roll"] = True
        barrier = Barrier(2)

        def click(client: Client, message: Any = message, barrier: Barrier = barrier, look: Any = look) -> int:
            body = {"command_id": str(uuid4()), "expected_version": look["version"], "message": message}
            barrier.wait()
            return client.send(body).status_code

        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(click, clients)) == [200, 409]


def checked(store: Store, guests: list[Guest], diaries: list[Diary], shown: list[Any]) -> None:
    """What the journal of a table says, against what its clients were told."""
    table = guests[0].table
    rows = store.rows_after(table, 0)
    assert [row.version for row in rows] == list(range(1, len(rows) + 1))
    applied = Counter(row.id for row in rows if row.id is not None)
    assert set(applied.values()) <= {1}
    for diary in diaries:
        for id, answers in diary.answers.items():
            assert answers, "a command was never answered"
            taken = [answer for status, answer in answers if status == 200]
            assert applied[id] == bool(taken), (id, answers)
            assert all(one == taken[0] for one in taken)
        # What was read is the beginning of the chain.
        assert diary.seen == sorted(diary.seen)
        for version, seq in diary.seen:
            assert seq == sum(row.kind == "entry" for row in rows if row.version <= version)
    room = Rooms(store).room(table)
    for look in shown:
        fresh = room.snapshot(guests[0].person)
        assert look["version"] == rows[-1].version
        assert [line["seq"] for line in look["log"]] == [line.seq for line in fresh.log]
    log = room.export(Sessions(store.key("sessions")).owner.person)
    assert first_difference(log) is None
    assert digest(open_log(log).state) == digest(room._held.table.state)


def many_at_once(address: str, folder: Path, processes: int, size: Size, seed: int) -> None:
    tables = seats(address, size.tables + 1, size.clients)
    with servers(address, folder, processes) as origins:
        clients = [[Client(one, origins[n % processes]) for n, one in enumerate(guests)] for guests in tables]
        *busy, pair = clients
        work = [
            (client, random.Random(f"{seed} {a} {b}")) for a, some in enumerate(busy) for b, client in enumerate(some)
        ]
        with ThreadPoolExecutor(len(work)) as pool:
            found = list(pool.map(lambda one: commanded(one[0], one[1], size.commands), work))
        clicked(pair[:2], size.pairs)
        shown = [[some[0].look(), some[-1].look()] for some in clients]
        for some in clients:
            for client in some:
                client.close()
    answers = [answer for diary in found for told in diary.answers.values() for answer in told]
    codes = Counter("taken" if status == 200 else told["error"]["code"] for status, told in answers)
    assert codes["taken"] > codes["stale"] / 10 > 0  # they did get in each other's way
    store = opened(address)
    for number, guests in enumerate(tables):
        diaries = found[number * size.clients : (number + 1) * size.clients]
        checked(store, guests, diaries, shown[number])
    store.close()


@pytest.fixture
def address(request: pytest.FixtureRequest, database: str, tmp_path: Path) -> Iterator[str]:
    yield str(tmp_path / "tables.db") if database == "sqlite" else request.getfixturevalue("postgres")


@pytest.mark.parametrize(("database", "processes"), WAYS)
def test_each_command_counts_once(address: str, processes: int, tmp_path: Path) -> None:
    many_at_once(address, tmp_path, processes, CI, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("database", "processes"), WAYS)
def test_each_of_5_000_commands_counts_once(address: str, processes: int, tmp_path: Path) -> None:
    many_at_once(address, tmp_path, processes, FULL, 2)
