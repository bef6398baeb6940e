"""Requests to an application without a network between: what a client would get of them, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from anyio.from_thread import start_blocking_portal
from fastapi import FastAPI
from pytest import MonkeyPatch

from affray.server.store.place import read
from affray.server.web.app import create_app
from affray.server.web.guards import rate
from affray.server.web.site import ServerSettings, Site

HOST = "http://testserver"
MEMORY = Path("/dev/shm")

UUIDS = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
TIMES = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z|\b\d\d:\d\d(:\d\d)?\b")


class Got(NamedTuple):
    """An answer: its status, its headers in order, and its body; of a stream what had come until the client left."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    def masked(self) -> bytes:
        """All of it as bytes, with what no two tables have in common put out: ids and times."""
        head = b"\n".join(name + b": " + value for name, value in self.headers if name != b"set-cookie")
        return masked(b"%d\n%s\n\n%s" % (self.status, head, self.body))


def masked(data: bytes) -> bytes:
    """Bytes without ids and times; each is replaced by as many letters."""
    return TIMES.sub(lambda found: b"t" * len(found[0]), UUIDS.sub(b"i" * 36, data))


class Wire:
    """A server and the loop that it runs in."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.site: Site = app.state.site
        # One task is behind all requests, so that the threads in which they work are kept.
        self._portal = start_blocking_portal()
        self._call = self._portal.__enter__().call

    def ask(
        self, method: str, path: str, cookie: str = "", body: bytes = b"", kind: str = "", accept: str = "*/*"
    ) -> Got:
        """What a request is answered with. Whoever asks leaves as soon as the first part of a stream is there."""
        headers = {"host": "testserver", "origin": HOST, "accept": accept}
        if cookie:
            headers["cookie"] = f"{self.site.sessions.cookie}={cookie}"
        if kind:
            headers |= {"content-type": kind, "content-length": str(len(body))}
        return self._call(self._asked, method, path, headers, body)

    async def _asked(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Got:
        parts = urlsplit(path)
        scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": parts.path,
            "raw_path": parts.path.encode(),
            "root_path": "",
            "query_string": parts.query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 5),
            "server": ("testserver", 80),
        }
        coming = iter([{"type": "http.request", "body": body, "more_body": False}])
        sent: list[Any] = []

        async def receive() -> Any:
            return next(coming, {"type": "http.disconnect"})

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        start, *rest = sent
        answered = tuple((bytes(name), bytes(value)) for name, value in start["headers"])
        return Got(start["status"], answered, b"".join(one.get("body", b"") for one in rest))

    def close(self) -> None:
        self._portal.__exit__(None, None, None)
        self.site.close()


@contextmanager
def wired(folder: Path) -> Iterator[Wire]:
    """A server that lets everybody ask as fast as they can, with its database in memory where there is such a place."""
    with MonkeyPatch.context() as patch, TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else folder) as kept:
        patch.setattr(rate, "MESSAGES_A_SECOND", 1e9)
        patch.setattr(rate, "READS_A_SECOND", 1e9)
        found = Wire(create_app(ServerSettings(database=read(str(Path(kept) / "tables.db")), address=HOST)))
        # The guards are made with the first request, while the limits are out of the way.
        assert found.ask("GET", "/api/v1/rulesets").status == 200
        try:
            yield found
        finally:
            found.close()
