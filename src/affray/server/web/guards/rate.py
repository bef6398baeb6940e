"""How often somebody may ask: a session, or an address without one."""

from __future__ import annotations

import math
from collections.abc import Callable
from time import monotonic

from starlette.types import ASGIApp, Receive, Scope, Send

from affray.server.web.guards.refusing import READING, refuse
from affray.server.web.problems import too_often

MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 20, 40
READS_A_SECOND, READS_AT_ONCE = 50, 200

LEAST_KEPT = 10_000
"""Keys that are kept before those are looked for that owe nothing any more."""


class Allowance:
    """So many a second on the long run, and so many at once, for each key by itself."""

    def __init__(self, a_second: float, at_once: int, clock: Callable[[], float] = monotonic) -> None:
        self._each = 1 / a_second
        self._slack = (at_once - 1) / a_second
        self._clock = clock
        self._due: dict[str, float] = {}
        """For each key when all that it has taken will be paid off. Whoever is missing has taken nothing."""
        self._most = LEAST_KEPT

    def take(self, key: str) -> float:
        """Takes one and returns 0, or returns the seconds to wait for one and takes nothing."""
        now = self._clock()
        due = max(self._due.get(key, now), now)
        wait = due - now - self._slack
        if wait > 1e-9:
            return wait
        self._due[key] = due + self._each
        if len(self._due) > self._most:
            self._due = {one: until for one, until in self._due.items() if until > now}
            self._most = max(LEAST_KEPT, 2 * len(self._due))
        return 0.0


class Rates:
    """Refuses what comes faster than people act. Static files are free."""

    def __init__(self, app: ASGIApp, key: Callable[[Scope], str]) -> None:
        self.app = app
        self.key = key
        self.messages = Allowance(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self.reads = Allowance(READS_A_SECOND, READS_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wait = 0.0
        if scope["type"] == "http" and not scope["path"].startswith("/static/"):
            allowance = self.reads if scope["method"] in READING else self.messages
            wait = allowance.take(self.key(scope))
        if wait:
            fault = too_often(math.ceil(wait), f"at most {MESSAGES_A_SECOND} messages a second")
            await refuse(fault, scope, receive, send)
        else:
            await self.app(scope, receive, send)
