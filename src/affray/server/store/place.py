"""Where the database is: a file by default, an address of PostgreSQL when one is given.

Not a word of a password leaves this module: `shown` is how a place is named in messages.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from sqlalchemy import URL, exc, make_url

from affray.errors import BadInput, visible

VARIABLE = "AFFRAY_DB"
"""Names the database for every command, where no flag does."""

FILE_NAME = "affray.db"

OPTION = "--db"

SECRETS = {"password", "sslpassword", "sslkey", "passfile", "service", "servicefile"}
"""Parts of an address that are not shown."""

ALLOWED = "a path, sqlite:///PATH or postgresql://USER:PASSWORD@HOST:PORT/NAME"


def find(given: str | None = None) -> URL:
    """The database that was asked for, else the one of `AFFRAY_DB`, else a file in the user's data folder."""
    text = given or os.environ.get(VARIABLE)
    return read(text) if text else _file(default(), OPTION)


def default() -> Path:
    """The database where nobody names one; its folder need not exist yet."""
    return _data_folder() / "affray" / FILE_NAME


def read(text: str, option: str = OPTION) -> URL:
    """The place that an option names; raises `BadInput` that does not quote a password."""
    scheme, colon, rest = text.partition("://")
    if not colon:
        return _file(Path(text), option)
    kind = scheme.partition("+")[0].lower()
    if kind == "sqlite" and rest.startswith("/"):
        return _file(Path(rest[1:].partition("?")[0]), option)
    if kind in ("postgresql", "postgres"):
        try:
            return make_url(f"postgresql+psycopg://{rest}")
        except (exc.ArgumentError, ValueError):
            raise BadInput("not an address of a database", place=option, allowed=ALLOWED) from None
    raise BadInput("not an address of a database", place=option, received=f"{scheme}://…", allowed=ALLOWED)


def file_of(url: URL) -> Path | None:
    """The file of a SQLite database; None for PostgreSQL."""
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def shown(url: URL) -> str:
    """The place in words: the path, or the address without its password."""
    file = file_of(url)
    if file is not None:
        return visible(str(file))
    open_parts = url.set(drivername="postgresql", password=None).difference_update_query(sorted(SECRETS))
    return visible(open_parts.render_as_string(hide_password=True))


def _file(path: Path, option: str) -> URL:
    if "\0" in str(path) or not path.name:
        raise BadInput("not a possible file name", place=option, received=str(path))
    return URL.create("sqlite", database=str(path.expanduser().absolute()))


def _data_folder() -> Path:
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
