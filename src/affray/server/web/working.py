"""Work that takes long: in threads beside those that answer everybody, so much at once, and so much in the queue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

from affray.server.faults import Refused
from affray.server.web.problems import too_often

T = TypeVar("T")

ANYBODY = ""


class Workbench:
    """Runs `at_once` pieces of work; up to `waiting` more wait for their turn, and whoever comes then is sent away."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._limiter = CapacityLimiter(at_once)
        self._most = at_once + waiting
        self._inside: Counter[str] = Counter()

    @property
    def busy(self) -> bool:
        """Whether anything is being worked out."""
        return bool(self._inside)

    async def run(self, work: Callable[[], T], of: str = ANYBODY) -> T:
        """What comes of the work; raises `Refused` where too many wait already, or whom it is `of` has work here."""
        if of != ANYBODY and of in self._inside:
            raise Refused(too_often(1, "what you handed in before is still being worked out"))
        if self._inside.total() >= self._most:
            raise Refused(too_often(1, "too much is being worked out just now"))
        self._inside[of] += 1
        try:
            return await to_thread.run_sync(work, limiter=self._limiter)
        finally:
            self._inside[of] -= 1
            self._inside += Counter()  # forgets who has nothing left here
