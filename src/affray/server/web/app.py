"""The application: every page and the API, behind the guards, on one store."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Match
from starlette.types import Scope

from affray.__about__ import __version__
from affray.errors import BadInput, TooLarge
from affray.server import pages
from affray.server.faults import Fault, Refused, of_input
from affray.server.store import StorageError, Store
from affray.server.web import api_events, api_rules, api_tables, assets, entry, page_events
from affray.server.web.api_schemas import TAGS, describe, json_answer
from affray.server.web.guards import Bodies, Failures, Origins, Rates, SecurityHeaders, Shapes
from affray.server.web.guards.refusing import address
from affray.server.web.problems import answer, nothing_here, too_much_work
from affray.server.web.site import ServerSettings, Site

API = "/api/v1"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")

ABOUT = """The live table as JSON. A program is a browser like any other here: it comes in by a join code or by the
owner's key, keeps its cookie, and sends the header `Origin` with the address of the server along with everything that
changes something."""


def create_app(settings: ServerSettings, store: Store | None = None) -> FastAPI:
    """The application on the database of the settings, or on a store that is open already.

    Raises `AffrayError` where the database cannot be served.
    """
    site = Site(settings, store)
    app = FastAPI(
        title="affray",
        summary="Tabletop combat that is rules-exact and honest about its odds.",
        description=ABOUT,
        version=__version__,
        openapi_url=None,  # it is served below, described by our own types; the usual pages load scripts from elsewhere
        openapi_tags=TAGS,
        redirect_slashes=False,
        lifespan=lifespan,
        middleware=guards(site),
        exception_handlers=HANDLERS,
    )
    app.state.site = site
    for router in (entry.api, api_tables.router, api_events.router, api_rules.router):
        app.include_router(router, prefix=API)
    app.include_router(own)
    app.include_router(entry.pages)
    app.include_router(page_events.router)
    for router in page_routers():
        app.include_router(router, include_in_schema=False)
    return app


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """As long as the server runs; then every stream ends and the database is let go."""
    try:
        yield
    finally:
        app.state.site.close()


def guards(site: Site) -> list[Middleware]:
    """What a request passes on its way in, the first one first."""

    def key(scope: Scope) -> str:
        session = site.sessions.of(scope)
        return address(scope) if session is None else session.person

    return [
        Middleware(SecurityHeaders),
        Middleware(Failures),
        Middleware(GZipMiddleware, minimum_size=1024, compresslevel=6),
        Middleware(Shapes),
        Middleware(Origins, told=site.settings.origins),
        Middleware(Rates, key=key),
        Middleware(Bodies, seconds=site.settings.body_seconds),
    ]


def page_routers() -> Iterator[APIRouter]:
    """The routers of all pages: every module among them that has one."""
    for module in iter_modules(pages.__path__):
        router = getattr(import_module(f"{pages.__name__}.{module.name}"), "router", None)
        if router is not None:
            yield router


own = APIRouter(include_in_schema=False)
"""What the server has beside pages and API."""


@own.get("/static/{mark}/{name:path}")
def static_file(request: Request, mark: str, name: str) -> Response:
    """A static file."""
    found = assets.serve(request, mark, name)
    if found is None:
        raise Refused(nothing_here())
    return found


@own.get(f"{API}/openapi.json")
def openapi(request: Request) -> Response:
    """The description of the API."""
    return json_answer(describe(request.app))


# What is raised, and what it becomes


async def refused(request: Request, error: Refused) -> Response:
    """A refusal that names itself."""
    return answer(request, error.fault)


async def bad_input(request: Request, error: BadInput) -> Response:
    """Input that a part of affray would not read."""
    return answer(request, of_input(error))


async def much_work(request: Request, error: TooLarge) -> Response:
    """An exact answer that would take too long."""
    return answer(request, too_much_work(error, ""))


async def no_storage(request: Request, error: StorageError) -> Response:
    """The database has no room (507), or cannot be used now (503)."""
    full = error.code == "storage_full"
    hint = "nothing was kept; what was there can still be read" if full else "try again with the same command_id"
    fault = Fault(
        status=507 if full else 503,
        code=error.code,
        message=str(error),
        hint=hint,
        retry_after=None if full else 2,
    )
    return answer(request, fault)


async def by_router(request: Request, error: HTTPException) -> Response:
    """What the framework refuses: a path or a method that there is not, or a body that it cannot read."""
    if error.status_code == 404:
        return answer(request, nothing_here())
    if error.status_code == 405:
        there = ", ".join(allowed(request))
        fault = Fault(status=405, code="method", message="that cannot be done here", allowed=there)
        return answer(request, fault, {"Allow": there})
    return answer(request, Fault(status=error.status_code, code="unreadable", message=str(error.detail)))


async def by_framework(request: Request, error: RequestValidationError) -> Response:
    """Parameters of an address that are not what they should be."""
    first = error.errors()[0]
    field = str(first["loc"][-1])
    return answer(request, Fault(status=422, code="invalid", field=field, message=f"{field}: {first['msg']}"))


def allowed(request: Request) -> list[str]:
    """The methods that there are for the path of a request."""
    scopes = {method: {**request.scope, "method": method} for method in METHODS}
    routes = request.app.routes
    return [method for method, scope in scopes.items() if any(one.matches(scope)[0] == Match.FULL for one in routes)]


HANDLERS: dict[int | type[Exception], Callable[[Request, Any], Coroutine[Any, Any, Response]]] = {
    Refused: refused,
    BadInput: bad_input,
    TooLarge: much_work,
    StorageError: no_storage,
    HTTPException: by_router,
    RequestValidationError: by_framework,
}
