"""How a guard refuses a request: with the one form of every error, and without reading on."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from affray.server.faults import Fault
from affray.server.web.problems import answer

READING = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""


async def refuse(
    fault: Fault, scope: Scope, receive: Receive, send: Send, headers: Mapping[str, str] | None = None
) -> None:
    """Answers with the fault and closes the connection: what else was on its way is not read."""
    response = answer(Request(scope), fault, {"Connection": "close", **(headers or {})})
    await response(scope, receive, send)


def address(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return client[0] if client else ""


def header(scope: Scope, name: bytes) -> str | None:
    """The first header of that name, which is in lower case."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)
