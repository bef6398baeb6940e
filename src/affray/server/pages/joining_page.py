"""`/join`: the code from the link or the referee's screen, and the name of whoever comes."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from affray.server.web.rendering import render

router = APIRouter()


@router.get("/join")
def join(request: Request, code: str = "") -> Response:
    """The form; a script fills in the code that stands behind the # of the link, which no server ever sees."""
    return render("join/join.html", request, code=code[:20], name="", problem=None)
