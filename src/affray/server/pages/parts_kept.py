"""The parts of tables' pages that were rendered of late, each with what it was made from."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import NamedTuple

from affray.server.live.snapshot import Snapshot
from affray.server.pages.reading_snapshots import Readings

MOST_ALIKE = 16
"""Renderings of a part of a table that are kept: for those who see something else each, and some from just before."""

MOST_CHARACTERS = 16_000_000
"""Characters of all that is kept; those parts go first that nobody was shown for longest."""


class Rendered(NamedTuple):
    """A part as it was rendered, and what it was made from."""

    html: str
    address: str
    readings: Readings


class PartsKept:
    """Most parts stay as they are for long, and whoever is shown the same is sent the same: it is rendered once.

    What was rendered for somebody is sent to somebody else only where all that it was made from is equal in the
    snapshots of both.
    """

    def __init__(self, render: Callable[[str, Snapshot, str], str], most: int = MOST_CHARACTERS) -> None:
        """`render` makes a part, by its name, of a snapshot and the address of the server, and of nothing else."""
        self._render = render
        self._most = most
        self._lock = Lock()
        self._known: OrderedDict[tuple[str, str], tuple[Rendered, ...]] = OrderedDict()
        self._size = 0

    def of(self, name: str, snapshot: Snapshot, address: str) -> str:
        """A part of a snapshot's page."""
        key = (snapshot.table, name)
        found = next((one for one in self._known.get(key, ()) if _is_of(one, snapshot, address)), None)
        if found is None:
            readings = Readings()
            found = Rendered(self._render(name, readings.of(snapshot), address), address, readings)
        self._keep(key, found)
        return found.html

    def _keep(self, key: tuple[str, str], first: Rendered) -> None:
        with self._lock:
            before = self._known.get(key, ())
            if before and before[0] is first:
                self._known.move_to_end(key)
                return
            others = [one for one in before if one is not first]
            self._known[key] = (first, *others[: MOST_ALIKE - 1])
            self._known.move_to_end(key)
            self._size += _size(self._known[key]) - _size(before)
            while self._size > self._most:
                self._size -= _size(self._known.popitem(last=False)[1])


def _size(some: Sequence[Rendered]) -> int:
    return sum(len(one.html) for one in some)


def _is_of(one: Rendered, snapshot: Snapshot, address: str) -> bool:
    return one.address == address and one.readings.hold_for(snapshot)
