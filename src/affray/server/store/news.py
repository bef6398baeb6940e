"""Who hears that a table has new rows: the version of every table as far as it was heard, and those who listen."""

from __future__ import annotations

from collections.abc import Callable
from logging import getLogger
from threading import Lock
from typing import TypeAlias

LOG = getLogger(__name__)

Heard: TypeAlias = Callable[[str, int], None]


class News:
    """Wakes listeners when a table has a new version. What is new they read from the journal themselves."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._versions: dict[str, int] = {}
        self._listeners: list[Heard] = []

    def version(self, table: str) -> int:
        """The latest version of a table that was heard of; 0 before any."""
        return self._versions.get(table, 0)

    def tell(self, table: str, version: int) -> None:
        """Tells every listener, in this thread; what was heard before is not told again."""
        with self._lock:
            if version <= self._versions.get(table, 0):
                return
            self._versions[table] = version
            listeners = tuple(self._listeners)
        for heard in listeners:
            try:
                heard(table, version)
            except Exception:  # what is written is written, whoever cannot hear of it
                LOG.exception("a listener failed at version %d of table %s", version, table)

    def listen(self, heard: Heard) -> Callable[[], None]:
        """Calls `heard(table, version)` from now on; returns what ends it.

        It is called in the thread that wrote or that listens to the database, and must be quick.
        """
        with self._lock:
            self._listeners.append(heard)

        def stop() -> None:
            with self._lock:
                if heard in self._listeners:
                    self._listeners.remove(heard)

        return stop
