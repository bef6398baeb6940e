"""How large the body of a request may be, and how long it may take to come: it is read before anything else happens."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from affray.server.faults import Fault
from affray.server.web.guards.refusing import READING, header, refuse

MOST = 64 * 1024
MOST_OF_A_FILE = 1024 * 1024
SECONDS = 15.0

LINGER = 1.0
MOST_DROPPED = 1024 * 1024
"""Seconds and bytes for which a body that is refused may still come."""

FILES = ("multipart/form-data", "application/x-ndjson", "application/toml")
"""Types of bodies in which a file comes."""


class Bodies:
    """Reads a body whole within `seconds`, refuses it where it is too large or too slow, and hands it on."""

    def __init__(self, app: ASGIApp, seconds: float = SECONDS) -> None:
        self.app = app
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in READING:
            await self.app(scope, receive, send)
            return
        most = most_of(scope)
        try:
            async with asyncio.timeout(self.seconds):
                body = await read(scope, receive, most)
        except TooMuch:
            await let_finish(scope, receive)
            await refuse(too_big(most), scope, receive, send)
        except TimeoutError:
            await refuse(too_slow(self.seconds), scope, receive, send)
        else:
            if body is not None:
                await self.app(scope, again(body, receive), send)


class TooMuch(Exception):
    """More bytes than allowed have come, or are announced."""


def most_of(scope: Scope) -> int:
    """How many bytes a body of this type may have."""
    return MOST_OF_A_FILE if (header(scope, b"content-type") or "").lower().startswith(FILES) else MOST


async def read(scope: Scope, receive: Receive, most: int) -> bytes | None:
    """The whole body; None where the sender has gone. Raises `TooMuch` at the first byte above."""
    length = header(scope, b"content-length")
    if length is not None and length.isdigit() and int(length[:20]) > most:
        raise TooMuch
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > most:
            raise TooMuch
        if not message.get("more_body", False):
            return bytes(body)


async def let_finish(scope: Scope, receive: Receive) -> None:
    """Drops what is on its way already, for a moment: a client that is cut off while it sends reads no answer."""
    if header(scope, b"expect") is not None:
        return
    dropped = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER):
            while dropped < MOST_DROPPED:
                message = await receive()
                dropped += len(message.get("body", b""))
                if not message.get("more_body", False):
                    return


def again(body: bytes, receive: Receive) -> Receive:
    """What the application receives: the body in one piece, and then what comes after it."""
    given = False

    async def next_message() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return next_message


def too_big(most: int) -> Fault:
    """More bytes than are read."""
    allowed = f"at most {most // 1024} KiB"
    return Fault(status=413, code="too_large", field="body", message="the body is too large", allowed=allowed)


def too_slow(seconds: float) -> Fault:
    """A body that does not come."""
    return Fault(
        status=408,
        code="too_slow",
        field="body",
        message="the body did not come",
        allowed=f"within {seconds:g} seconds",
    )
