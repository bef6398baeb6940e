"""uvicorn's protocol with limits that it leaves to a proxy: time and room for headers, and for what nobody reads."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from affray.server.web.guards.shape import HEADER_BYTES, LONGEST_URL
from affray.server.web.streams import ABORT

HEADER_SECONDS = 15.0
MOST_UNREAD = 256 * 1024
"""Bytes that may wait for a client that does not read; then its streams wait, and are dropped if that lasts."""

KERNEL = 64 * 1024
"""Bytes that the system keeps beside those, or so."""

MOST_BEFORE_BODY = 2 * (LONGEST_URL + HEADER_BYTES)
"""Bytes after which headers that have not ended are not read on."""


class Protocol(HttpToolsProtocol):
    """A connection that has to make its requests in time, and to read what it asked for."""

    _came = 0
    _slow: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=MOST_UNREAD)
        connection = transport.get_extra_info("socket")
        if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL)
        self._await_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        self._headers_came()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._slow is not None:
            self._came += len(data)
            # A body may come along with the end of its headers, but in no larger piece than is read at once.
            if self._came > MOST_BEFORE_BODY + 256 * 1024:
                self.transport.abort()
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._slow is None:
            self._await_headers()
        extensions: dict[str, Any] = {ABORT: self.transport.abort}
        self.scope["extensions"] = extensions

    def on_headers_complete(self) -> None:
        self._headers_came()
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        self._headers_came()
        super().send_400_response(msg)

    def _await_headers(self) -> None:
        self._came = 0
        self._slow = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _headers_came(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None
