"""What a refused request gets: one form for every mistake, as JSON for programs, as a page for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from affray.errors import SHOWN, BadInput, TooLarge, quoted, visible

HTML = "text/html"


class Problem(Exception):
    """A request that is refused: its status, a code for programs, one sentence for people.

    `field` names what was wrong, `received` quotes it, `allowed` says what may stand there, `hint` what to do instead.
    `version` is the version that a sender who was late should have seen; `headers` go with the answer.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        field: str = "",
        received: object = None,
        allowed: str = "",
        hint: str = "",
        version: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.field = field
        self.received = None if received is None else shortened(received)
        self.allowed = allowed
        self.hint = hint
        self.version = version
        self.headers = dict(headers or {})

    def document(self) -> dict[str, Any]:
        """The one form that every error of the server has."""
        error: dict[str, Any] = {
            "code": self.code,
            "field": self.field,
            "received": self.received,
            "allowed": self.allowed,
            "hint": self.hint,
            "message": self.message,
        }
        if self.version is not None:
            error["version"] = self.version
        return {"error": error}


def shortened(value: object) -> str:
    """A value as errors show it: control characters escaped, at most 80 characters."""
    text = visible(value) if isinstance(value, str) else quoted(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def unreadable(error: BadInput, status: int = 422) -> Problem:
    """Input that was read and cannot be taken."""
    field = error.field or error.place
    problem = Problem(status, error.code, str(error), field=field, allowed=error.allowed, hint=error.hint)
    problem.received = error.received
    return problem


def too_large(error: TooLarge, field: str) -> Problem:
    """Work that would take too long."""
    allowed = f"at most {error.limit:,} steps"
    return Problem(422, "too_large", f"{field}: {error}", field=field, received=error.estimate, allowed=allowed)


def too_often(seconds: int, message: str) -> Problem:
    """Somebody who has to wait; `seconds` says how long."""
    hint = f"try again in {seconds} second{'' if seconds == 1 else 's'}"
    return Problem(429, "rate_limited", message, hint=hint, headers={"Retry-After": str(seconds)})


def nothing_here() -> Problem:
    """What is not there, or not the asker's: nobody can tell which."""
    return Problem(404, "not_found", "there is nothing here, or it is not yours")


def answer(request: Request, problem: Problem) -> Response:
    """The problem as whoever asked can read it: people get a page, or a part of one where a page asked."""
    if wants_page(request):
        from affray.server.rendering import render  # noqa: PLC0415 - the guards need no templates

        name = "problem_part.html" if "hx-request" in request.headers else "problem.html"
        return render(name, request, status=problem.status, headers=problem.headers, problem=problem)
    return JSONResponse(problem.document(), problem.status, problem.headers)


def wants_page(request: Request) -> bool:
    """Whether a person looks at the answer."""
    return not request.scope["path"].startswith("/api/") and HTML in request.headers.get("accept", "")
