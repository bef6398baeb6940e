"""Many at once, by two processes: each command counts once, all are answered, and a failing disk loses nothing."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from affray.server.faults import Fault
from affray.server.live import messages as m
from affray.server.live.messages import Envelope
from affray.server.live.room import Answer, Room
from affray.server.live.rooms import Rooms
from affray.server.store import StorageError, open_store
from affray.server.store.place import read
from affray.table.replay import first_difference
from tests.kernel.toy import game
from tests.server.sitting import ANA, BEN, OWNER, SECOND, SEEDS, Sitting


def test_each_command_counts_once(sit: Callable[..., Sitting]) -> None:
    table = sit(game(1_000))
    _many_at_once(table, Rooms(table.store).room(table.room.table))


def test_each_command_counts_once_in_two_processes(postgres: str, sit: Callable[..., Sitting]) -> None:
    """Each process has a store of its own, and hears of the other's news by the database."""
    table = sit(game(1_000), SEEDS, postgres)
    other = open_store(read(postgres))
    try:
        _many_at_once(table, Rooms(other).room(table.room.table))
    finally:
        other.close()


def _many_at_once(table: Sitting, other: Room) -> None:
    """Eight clients of two rooms, some commands sent twice, some late, some answers lost."""
    table.seat(SECOND, "Second", "co-referee")
    rooms = [table.room, other]
    sent: dict[str, list[Answer | Fault]] = {}
    seen: list[list[int]] = []

    def client(number: int) -> None:
        source = random.Random(number)
        person = (OWNER, SECOND)[number % 2]
        versions: list[int] = []
        seen.append(versions)
        for step in range(12):
            id = f"00000000-0000-4000-9000-{number:06}{step:06}"
            room = source.choice(rooms)
            version = room.seen_version(person) - (2 if source.random() < 0.1 else 0)
            message = m.Note(text=id) if source.random() < 0.5 else _throw(table)
            envelope = Envelope(command_id=id, expected_version=version, message=message)
            answers = sent.setdefault(id, [])
            for _ in range(2 if source.random() < 0.3 else 1):
                answers.append(source.choice(rooms).answer(person, envelope))
            versions.append(room.seen_version(person))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(client, range(8)))

    rows = table.store.rows_after(table.room.table, 0)
    assert [row.version for row in rows] == list(range(1, len(rows) + 1))
    assert len(sent) == 8 * 12
    for id, answers in sent.items():
        taken = [one for one in answers if isinstance(one, Answer)]
        assert sum(row.id == id for row in rows) == bool(taken)
        assert len(set(taken)) <= 1
    for versions in seen:
        assert all(versions)
    until = time.monotonic() + 5
    while rooms[0].seen_version(SECOND) != rooms[1].seen_version(SECOND) and time.monotonic() < until:
        time.sleep(0.02)
    assert rooms[0].snapshot(SECOND).log == rooms[1].snapshot(SECOND).log
    assert first_difference(rooms[1].export(OWNER)) is None


def _throw(table: Sitting) -> m.Do:
    state = table.room._held.table.state
    return m.Do(command={"type": "throw", "seat": state.turn}, roll=True)


def test_pairs_on_one_card(sit: Callable[..., Sitting]) -> None:
    table = sit(game(1_000))
    table.seat(SECOND, "Second", "co-referee")
    for _ in range(30):
        offers = [one for one in table.look(OWNER).offers if one.forbidden is None]
        command = m.Do(command=offers[0].command, roll=True)
        answer = partial(table.answer, message=command, version=table.room.seen_version(OWNER))
        with ThreadPoolExecutor(2) as pool:
            found = list(pool.map(answer, (OWNER, SECOND)))
        assert sorted(isinstance(one, Answer) for one in found) == [False, True]


@pytest.mark.parametrize("written", [False, True])
def test_a_failing_disk_loses_nothing(written: bool, ford: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer never came: perhaps the row is there, perhaps not; the same command again settles it."""
    append = ford.store.append

    def failing(*arguments: Any) -> Any:
        if written:
            append(*arguments)
        raise StorageError("storage_full", "there is no room")

    id = ford.new_id()
    version = ford.room.seen_version(ANA)
    message = m.Note(text="all is lost")
    monkeypatch.setattr(ford.store, "append", failing)
    with pytest.raises(StorageError):
        ford.answer(ANA, message, version, id)
    monkeypatch.setattr(ford.store, "append", append)
    assert [line.text for line in ford.look(BEN).log if line.text] == (["all is lost"] if written else [])
    ford.say(ANA, message, version, id)
    assert [line.text for line in ford.look(BEN).log if line.text] == ["all is lost"]


def test_whoever_listens_hears_of_everything(ford: Sitting) -> None:
    heard: list[int] = []
    stop = ford.rooms.listen(lambda table, version: heard.append(version))
    ford.say(ANA, m.Note(text="one"))
    assert ford.room.knock("00000000-0000-4000-8000-0000000000aa", "Zoe") is None
    assert heard == [ford.whole()[0] - 1, ford.whole()[0]]
    stop()
    ford.say(ANA, m.Note(text="two"))
    assert len(heard) == 2
