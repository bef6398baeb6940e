"""Pages from templates: one environment for all of them, strict about what is missing, everything escaped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.runtime import Context
from starlette.requests import Request
from starlette.responses import HTMLResponse

from affray.server.pages.vocabulary import FILTERS, GLOBALS
from affray.server.web.assets import static


class Later:
    """A value that is worked out when a template first names it, or whoever else calls it."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work: Callable[[], Any] | None = work
        self._value: Any = None

    def __call__(self) -> Any:
        if self._work is not None:
            self._value, self._work = self._work(), None
        return self._value


class Naming(Context):
    """Where a template looks its names up."""

    def resolve_or_missing(self, key: str) -> Any:
        found = super().resolve_or_missing(key)
        return found() if isinstance(found, Later) else found


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
    made.context_class = Naming
    made.globals |= {"static": static, **GLOBALS}
    made.filters |= FILTERS
    return made


def compile_all() -> None:
    """Compiles every template, so that the first page of a server does not wait for its own: half a second in all."""
    for name in environment().list_templates(("html",)):
        environment().get_template(name)


def fragment(name: str, /, **values: Any) -> str:
    """The text of a template, as streams send it. Values may be `Later`."""
    return environment().get_template(name).render(values)


def render(
    name: str, request: Request, /, *, status: int = 200, headers: Mapping[str, str] | None = None, **values: Any
) -> HTMLResponse:
    """The page of a template. Beside the values it may read `path`, where the request went to."""
    text = fragment(name, path=request.scope["path"], **values)
    return HTMLResponse(text, status, dict(headers or {}))
