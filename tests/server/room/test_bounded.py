"""What grows with a table or with what is asked of it, and what must not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from affray.server.live import messages as m
from affray.server.live import seen
from tests.server.sitting import ANA, OWNER, Sitting


class Counted(list[Any]):
    """A list that counts how often it is gone through."""

    times = 0

    def __iter__(self) -> Iterator[Any]:
        self.times += 1
        return super().__iter__()


def test_an_export_goes_through_the_log_a_few_times_however_long_it_is(ford: Sitting) -> None:
    for number in range(20):
        ford.say(ANA, m.Note(text=f"note {number}"))
    held = ford.room._held
    held.happened = counted = Counted(held.happened)
    assert ford.room.export(ANA).count(b"\n") > 20
    assert 0 < counted.times < 5


def test_snapshots_of_one_version_are_not_kept_without_end(ford: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen, "MOST_LOOKS", 5)
    version = ford.room._held.version
    for seat in range(20):
        ford.look(OWNER, seat)
    assert len(ford.room._kept.looks(version)) <= 5
