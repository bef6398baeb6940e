"""Who may use a room now: one thread after another, and how many wait for it is known."""

from __future__ import annotations

from threading import Lock, RLock


class Turns:
    """A lock that the thread which has it may take again."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._counting = Lock()
        self.waiting = 0
        """How many threads wait for their turn."""

    def __enter__(self) -> None:
        if self._lock.acquire(blocking=False):
            return
        with self._counting:
            self.waiting += 1
        try:
            self._lock.acquire()
        finally:
            with self._counting:
                self.waiting -= 1

    def __exit__(self, *_: object) -> None:
        self._lock.release()
