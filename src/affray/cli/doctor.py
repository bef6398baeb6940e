"""`affray doctor`: what is installed, where things are kept, and whether a table could be served from here."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import click

from affray.__about__ import __version__
from affray.cli.options import Whole, db_option, json_option
from affray.cli.serve import HOST, PORT

TABLE = ("fastapi", "starlette", "uvicorn", "httptools", "jinja2", "sqlalchemy", "alembic", "itsdangerous", "segno")
"""What the live table needs."""

BESIDE = ("click", "msgspec", "numpy", "numba", "psycopg")


@click.command()
@db_option
@click.option("--host", default=HOST, show_default=True, help="The address that affray serve would listen on.")
@click.option("--port", type=Whole(1, 65_535), default=PORT, show_default=True)
@json_option
def doctor(db: str | None, host: str, port: int, as_json: bool) -> None:
    """What is installed, where the database is and how old its schema, by which address phones come, the port.

    Changes nothing. Ends with 1 where affray serve would not run.
    """
    from affray.cli.output import say, say_json  # noqa: PLC0415 - `affray --help` needs none of these

    found = report(db, host, port)
    if as_json:
        say_json(found)
    else:
        for line in lines(found):
            say(line)
    if found["problems"]:
        click.get_current_context().exit(1)


def report(db: str | None, host: str, port: int) -> dict[str, Any]:
    """All that was found, as JSON has it."""
    packages = {name: installed(name) for name in (*TABLE, *BESIDE)}
    missing = [name for name in TABLE if packages[name] is None]
    problems = [f"not installed: {', '.join(missing)}; pip install 'affray[web]'"] if missing else []
    found: dict[str, Any] = {
        "affray": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(terse=True),
        "packages": packages,
        "database": None if missing else database(db, problems),
        **network(host, port, problems),
    }
    return {**found, "problems": problems}


def installed(name: str) -> str | None:
    """The version of a package; None where it is missing."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def database(db: str | None, problems: list[str]) -> dict[str, Any]:
    """Where the database is, whether there is one yet, and which schema it has."""
    from affray.errors import AffrayError  # noqa: PLC0415 - only with what the table needs
    from affray.server.store import place  # noqa: PLC0415
    from affray.server.store.opening import revision  # noqa: PLC0415
    from affray.server.store.schema import REVISION  # noqa: PLC0415

    url = place.find(db)
    file = place.file_of(url)
    found: dict[str, Any] = {"place": place.shown(url), "revision": None, "newest": REVISION}
    if file is not None:
        found["folder"] = str(file.parent)
        found["exists"] = file.exists()
    try:
        found["revision"] = revision(url)
    except AffrayError as error:
        problems.append(str(error))
    return found


def network(host: str, port: int, problems: list[str]) -> dict[str, Any]:
    """By which address phones come, and whether the port is free."""
    from affray.errors import AffrayError  # noqa: PLC0415 - after what costs nothing
    from affray.server.web.addresses import bind, lan_address  # noqa: PLC0415

    free = True
    try:
        bind(host, port).close()
    except AffrayError as error:
        free = False
        problems.append(str(error))
    return {"lan": lan_address(), "host": host, "port": port, "free": free}


def lines(found: dict[str, Any]) -> list[str]:
    """The report for people."""
    kept = found["database"] or {}
    state = "none yet" if kept.get("revision") is None else f"schema {kept['revision']}, newest {kept['newest']}"
    told = [
        ("affray", found["affray"]),
        ("python", f"{found['python']} on {found['platform']}"),
        ("packages", ", ".join(f"{name} {one or '-'}" for name, one in found["packages"].items())),
        ("database", kept.get("place", "")),
        ("", state),
        ("address", found["lan"] or "none: this machine is on no network"),
        ("port", f"{found['port']} on {found['host']}, {'free' if found['free'] else 'not free'}"),
        *(("problem", one) for one in found["problems"]),
    ]
    return [f"{name:<10}{text}" for name, text in told]
