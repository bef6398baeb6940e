"""What happens when something goes wrong that nobody foresaw, or the database fails: an answer in the usual form."""

from __future__ import annotations

import logging
import os

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from affray.errors import visible
from affray.server.faults import Fault
from affray.server.web.guards.refusing import address, refuse

LOG = logging.getLogger("affray.server")

DEBUG = "AFFRAY_DEBUG"

UNFORESEEN = Fault(status=500, code="unexpected", message="something went wrong that should not; nothing was changed")


class Failures:
    """Writes a line for every request that was not answered well, and answers those that failed."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def noticing(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                if message["status"] >= 400:
                    LOG.info("%s", line(scope, message["status"]))
            await send(message)

        try:
            await self.app(scope, receive, noticing)
        except Exception as error:
            LOG.error("%s", line(scope, 500, error), exc_info=error if os.environ.get(DEBUG) else None)
            if not begun:
                await refuse(UNFORESEEN, scope, receive, send)


def line(scope: Scope, status: int, error: Exception | None = None) -> str:
    """What is written of a request: no header, no query, no body, since secrets are there."""
    told = f"{status} {scope['method']} {visible(scope['path'])[:80]} from {address(scope)}"
    return told if error is None else f"{told}: {type(error).__name__}: {visible(str(error))[:200]}"
