"""Event streams: each reads what is new after its own cursor, and then waits until there is more. Nothing is queued."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Final, NamedTuple, Protocol

from anyio import CapacityLimiter, to_thread
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from affray.server.faults import Refused
from affray.server.web.guards.refusing import address
from affray.server.web.problems import too_often

MOST_OF_AN_ADDRESS = 30
SILENCE = 15.0
"""Seconds after which a stream says that it lives, so that nobody takes it for dead."""

STALLED = 10.0
"""Seconds that a full connection may take nothing before it is dropped; see `protocol` for how much waits there."""

TABLES_AT_ONCE = 2
"""Tables whose streams read what is new at the same time. News wake everybody at a table at once: in as many threads
they would only be in each other's way, and in the way of those who act. So one thread reads for all of a table."""

SLICE = 0.002
"""Seconds after which what was read is handed on, while others at the table are still read for."""

ABORT: Final = "affray.abort"
"""Where the server's protocol puts the way to drop a connection without waiting for it."""

COMMENT: Final = b": still here\n\n"
BEAT: Final = b"event: beat\ndata: 1\n\n"
"""What goes out in a silence: a comment for programs, which none of them sees, and an event for pages, which tell from
it that the stream lives."""


class Event:
    """One message of a stream: its kind ("" for a plain one), its text, and the version from which a reader resumes."""

    def __init__(self, kind: str, text: str, version: int | None = None) -> None:
        self.kind = kind
        self.text = text
        self.version = version

    def encoded(self) -> bytes:
        """The event on the wire."""
        lines = [f"event: {self.kind}"] if self.kind else []
        if self.version is not None:
            lines.append(f"id: {self.version}")
        # Only these three end a line here; splitlines would cut at others too.
        text = self.text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\ndata: ")
        return ("\n".join([*lines, f"data: {text}"]) + "\n\n").encode("utf-8", "replace")


class Reader(Protocol):
    """What a stream sends: called in a worker thread whenever there may be news.

    Returns the events after what it returned before. Raises `Refused` when nobody may read on.
    """

    def __call__(self) -> list[Event]: ...


class Due(NamedTuple):
    """A reader that waits for its turn, and where its events are awaited."""

    reader: Reader
    events: asyncio.Future[list[Event]]


class Streams:
    """All open streams of a server: how many an address has, whom to wake, and how to end them all."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()
        self._waiting: dict[str, set[Bell]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._due: dict[str, list[Due]] = {}
        self._reading: dict[str, asyncio.Task[None]] = {}
        self._tables: CapacityLimiter | None = None
        self.over = False

    @property
    def number(self) -> int:
        """How many streams are open."""
        return self._open.total()

    async def read(self, table: str, reader: Reader) -> list[Event]:
        """What a reader of a table has, read in a thread beside those that answer requests."""
        due = Due(reader, asyncio.get_running_loop().create_future())
        self._due.setdefault(table, []).append(due)
        if table not in self._reading:
            self._reading[table] = asyncio.create_task(self._read(table))
        return await due.events

    async def _read(self, table: str) -> None:
        """Reads for whoever waits at a table, until nobody does."""
        self._tables = self._tables or CapacityLimiter(TABLES_AT_ONCE)
        try:
            while due := self._due.pop(table, None):
                loop = asyncio.get_running_loop()
                await to_thread.run_sync(read_all, due, loop, limiter=self._tables)
        finally:
            del self._reading[table]

    def wake(self, table: str) -> None:
        """Says that a table has news. May be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            with suppress(RuntimeError):  # the loop may close meanwhile, and then nobody waits
                self._loop.call_soon_threadsafe(self._ring, table)

    def end(self) -> None:
        """Ends every stream, and lets none begin. To be called in the loop."""
        self.over = True
        for bells in self._waiting.values():
            for bell in bells:
                bell.ring()

    def enter(self, scope: Scope, table: str) -> Bell:
        """A place for one more stream; raises `Refused` where the address has too many."""
        self._loop = asyncio.get_running_loop()
        where = address(scope)
        if self._open[where] >= MOST_OF_AN_ADDRESS:
            raise Refused(too_often(5, f"at most {MOST_OF_AN_ADDRESS} streams from one address"))
        self._open[where] += 1
        bell = Bell()
        self._waiting.setdefault(table, set()).add(bell)
        return bell

    def leave(self, scope: Scope, table: str, bell: Bell) -> None:
        """Gives the place back."""
        where = address(scope)
        self._open[where] -= 1
        if not self._open[where]:
            del self._open[where]
        bells = self._waiting[table]
        bells.discard(bell)
        if not bells:
            del self._waiting[table]

    def _ring(self, table: str) -> None:
        for bell in self._waiting.get(table, ()):
            bell.ring()


def read_all(due: Sequence[Due], loop: asyncio.AbstractEventLoop) -> None:
    """Reads for one after another, and hands on what there is as soon as it took a while. Called in a thread."""
    found: list[tuple[Due, list[Event] | Exception]] = []
    since = monotonic()
    for one in due:
        try:
            found.append((one, one.reader()))
        except Exception as error:  # it is raised where the events are awaited
            found.append((one, error))
        if one is due[-1] or monotonic() - since > SLICE:
            with suppress(RuntimeError):  # the loop may be closed by now, and then nobody waits
                loop.call_soon_threadsafe(hand_on, found)
            found, since = [], monotonic()


def hand_on(found: Sequence[tuple[Due, list[Event] | Exception]]) -> None:
    """Gives what was read to those who still wait for it. Called in the loop."""
    for due, events in found:
        if due.events.done():
            continue
        if isinstance(events, Exception):
            due.events.set_exception(events)
        else:
            due.events.set_result(events)


class Bell:
    """Wakes one stream. Rung while it works, it works once more."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def ring(self) -> None:
        self._rung.set()

    async def wait(self, seconds: float) -> bool:
        """Waits until it rings (True) or the time is over, and is silent again."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._rung.wait()
        rung = self._rung.is_set()
        self._rung.clear()
        return rung


class Stream(Response):
    """The answer that goes on: what `reader` has, now and whenever the table has news."""

    media_type = "text/event-stream"

    def __init__(self, streams: Streams, table: str, reader: Reader, beat: bytes = COMMENT) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self.streams = streams
        self.table = table
        self.reader = reader
        self.beat = beat

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        bell = self.streams.enter(scope, self.table)
        gone = asyncio.create_task(left(receive, bell.ring))
        try:
            # Whoever may not read gets an answer, and no stream.
            first = await self.streams.read(self.table, self.reader)
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            async for part in self.parts(first, bell, gone):
                async with asyncio.timeout(STALLED):
                    await send({"type": "http.response.body", "body": part, "more_body": True})
            async with asyncio.timeout(STALLED):
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        except TimeoutError:
            abort: Callable[[], None] | None = scope.get("extensions", {}).get(ABORT)
            if abort is not None:
                abort()
        finally:
            gone.cancel()
            self.streams.leave(scope, self.table, bell)

    async def parts(self, first: list[Event], bell: Bell, gone: asyncio.Task[None]) -> AsyncIterator[bytes]:
        """What goes over the wire, until the reader leaves, may read no more, or the server ends."""
        yield self.beat + b"".join(event.encoded() for event in first)
        while not self.streams.over and not gone.done():
            if not await bell.wait(SILENCE):
                yield self.beat
                continue
            if gone.done():
                return
            try:
                events = await self.streams.read(self.table, self.reader)
            except Refused:
                yield Event("end", "").encoded()
                return
            for event in events:
                yield event.encoded()


async def left(receive: Receive, then: Callable[[], None]) -> None:
    """Waits until whoever reads has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
    then()
