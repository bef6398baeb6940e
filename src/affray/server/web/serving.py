"""The process that serves: uvicorn with our limits, which stops at once even while streams are open."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI

from affray.server.web.guards.failing import DEBUG
from affray.server.web.protocol import Protocol
from affray.server.web.site import Site

KEEP_ALIVE = 20
STOPPING = 1
"""Seconds that requests have to come to an end when the server stops."""


class Server(uvicorn.Server):
    """Ends its streams as soon as it is told to stop; uvicorn itself would wait for them."""

    def __init__(self, config: uvicorn.Config, site: Site, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.site = site
        self.ready = ready
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        self.ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.site.end)


def server_for(app: FastAPI, proxy: str | None = None, ready: Callable[[], None] = lambda: None) -> Server:
    """The server of an application. `proxy` is the address whose forwarded headers are believed."""
    config = uvicorn.Config(
        app,
        http=Protocol,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy or "",
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=STOPPING,
    )
    return Server(config, app.state.site, ready)


SWITCH = 0.0005
"""Seconds that a thread may keep the others waiting: the loop, which reads and sends for everybody, is one of them."""


def serve(app: FastAPI, listening: socket.socket, proxy: str | None, ready: Callable[[], None]) -> None:
    """Serves until the process is interrupted; `ready` is called once it does."""
    sys.setswitchinterval(SWITCH)
    try:
        server_for(app, proxy, ready).run(sockets=[listening])
    except KeyboardInterrupt:
        return  # uvicorn raises the signal again once all is closed


class Lines(logging.Formatter):
    """A line a record; where it went wrong only on request."""

    def format(self, record: logging.LogRecord) -> str:
        if os.environ.get(DEBUG):
            return super().format(record)
        return record.getMessage()


def write_log(say: Callable[[str], None], verbose: bool) -> None:
    """Sends what goes wrong to `say`, and with `verbose` every request that was refused."""

    class Saying(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            say(self.format(record))

    handler = Saying()
    handler.setFormatter(Lines())
    for name, quiet in (("affray.server", logging.WARNING), ("uvicorn", logging.ERROR)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO if verbose else quiet)
