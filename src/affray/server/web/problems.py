"""What a refused request gets: one form for every mistake, as JSON for programs, as a page for people."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from affray.errors import TooLarge
from affray.server.faults import Fault

HTML = "text/html"


def answer(request: Request, fault: Fault, headers: Mapping[str, str] | None = None) -> Response:
    """The fault as whoever asked can read it: people get a page, or a part of one where a page asked."""
    told = dict(headers or {})
    if fault.retry_after is not None:
        told["Retry-After"] = str(fault.retry_after)
    if wants_page(request):
        from affray.server.web.rendering import render  # noqa: PLC0415 - programs need no templates

        name = "problem_part.html" if "hx-request" in request.headers else "problem.html"
        return render(name, request, status=fault.status, headers=told, fault=fault)
    return JSONResponse(fault.document(), fault.status, told)


def wants_page(request: Request) -> bool:
    """Whether a person looks at the answer."""
    return not request.scope["path"].startswith("/api/") and HTML in request.headers.get("accept", "")


def nothing_here() -> Fault:
    """No page and no table has this address."""
    return Fault(status=404, code="not_found", message="there is nothing here")


def too_often(seconds: int, message: str) -> Fault:
    """Somebody who has to wait."""
    hint = f"try again in {seconds} second{'' if seconds == 1 else 's'}"
    return Fault(status=429, code="rate_limited", message=message, hint=hint, retry_after=seconds)


def too_much_work(error: TooLarge, field: str) -> Fault:
    """An answer that would take too long."""
    allowed = f"at most {error.limit:,} steps"
    return Fault(
        status=422, code="too_large", field=field, message=str(error), received=str(error.estimate), allowed=allowed
    )
