"""Pages from templates: one environment for all of them, strict about what is missing, everything escaped."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from affray.server.pages.vocabulary import FILTERS, GLOBALS
from affray.server.web.assets import static


@cache
def environment() -> Environment:
    """The environment of all templates; `static(name)` gives the address of a static file."""
    made = Environment(
        loader=PackageLoader("affray.server"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        # Templates never change while a server runs. Jinja's cache of a limited size would have every thread that
        # renders wait for one lock, and looking for newer files cost more than most fragments do.
        auto_reload=False,
        cache_size=-1,
    )
    made.globals |= {"static": static, **GLOBALS}
    made.filters |= FILTERS
    return made


def fragment(name: str, /, **values: Any) -> str:
    """The text of a template, as streams send it."""
    return environment().get_template(name).render(values)


def render(
    name: str, request: Request, /, *, status: int = 200, headers: Mapping[str, str] | None = None, **values: Any
) -> HTMLResponse:
    """The page of a template. Beside the values it may read `path`, where the request went to."""
    text = fragment(name, path=request.scope["path"], **values)
    return HTMLResponse(text, status, dict(headers or {}))
