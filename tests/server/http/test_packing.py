"""Large answers are packed beside the loop that answers everybody."""

from __future__ import annotations

import asyncio
import gzip
import random
import time
from pathlib import Path
from typing import Any

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response

from affray.server.store.place import read
from affray.server.web.app import create_app
from affray.server.web.site import ServerSettings

BODY = bytes(random.Random(4).choices(range(64), k=8_000_000))


def test_a_large_export_holds_nobody_up(tmp_path: Path) -> None:
    app = create_app(ServerSettings(database=read(str(tmp_path / "t.db"))))
    packers = [one for one in app.user_middleware if getattr(one.cls, "__name__", "") == GZipMiddleware.__name__]
    settings: dict[str, Any] = packers[0].kwargs
    sent: list[Any] = []
    gaps: list[float] = []

    async def answering() -> None:
        async def export(scope: Any, receive: Any, send: Any) -> None:
            await Response(BODY, media_type="application/x-ndjson")(scope, receive, send)

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"accept-encoding", b"gzip")]}
        await GZipMiddleware(export, **settings)(scope, Request(scope).receive, send)

    async def beating(until: asyncio.Task[None]) -> None:
        while not until.done():
            began = time.monotonic()
            await asyncio.sleep(0.005)
            gaps.append(time.monotonic() - began)

    async def both() -> None:
        task = asyncio.create_task(answering())
        await beating(task)
        await task

    try:
        began = time.monotonic()
        asyncio.run(both())
        took = time.monotonic() - began
    finally:
        app.state.site.close()
    assert gzip.decompress(b"".join(message.get("body", b"") for message in sent)) == BODY
    assert max(gaps) < took / 2
