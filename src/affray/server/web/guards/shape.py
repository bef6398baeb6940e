"""How long an address and how many headers a request may have."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from affray.server.faults import Fault
from affray.server.web.guards.refusing import refuse

LONGEST_URL = 8 * 1024
MOST_HEADERS = 100
HEADER_BYTES = 32 * 1024

LONG_URL = Fault(status=414, code="url_too_long", field="url", message="the address is too long", allowed="8 KiB")
MANY_HEADERS = Fault(
    status=431,
    code="headers_too_large",
    field="headers",
    message="too many headers",
    allowed=f"{MOST_HEADERS} headers, {HEADER_BYTES // 1024} KiB in all",
)


class Shapes:
    """Refuses what no browser sends."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        fault = wrong(scope) if scope["type"] == "http" else None
        if fault is not None:
            await refuse(fault, scope, receive, send)
        else:
            await self.app(scope, receive, send)


def wrong(scope: Scope) -> Fault | None:
    """Why a request of this shape is refused."""
    if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > LONGEST_URL:
        return LONG_URL
    headers = scope["headers"]
    if len(headers) > MOST_HEADERS or sum(len(name) + len(value) for name, value in headers) > HEADER_BYTES:
        return MANY_HEADERS
    return None
