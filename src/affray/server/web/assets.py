"""Static files: read once, packed once, and named by what is in them, so that browsers may keep them for ever."""

from __future__ import annotations

import gzip
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

FOLDER: Final = Path(__file__).resolve().parents[1] / "static"

KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
}
"""The files that are served, by their ends; anything else in the folder is not."""

FOR_EVER = "public, max-age=31536000, immutable"


class Asset(msgspec.Struct, frozen=True):
    """A static file: its bytes, the same packed with gzip, its media type and the mark of its content."""

    body: bytes
    packed: bytes
    kind: str
    mark: str


def asset(name: str) -> Asset | None:
    """The static file of that name; None where there is none."""
    path = FOLDER / name
    kind = KINDS.get(path.suffix)
    if kind is None or "\0" in name or not path.resolve().is_relative_to(FOLDER) or not path.is_file():
        return None
    facts = path.stat()
    return _read(path, kind, facts.st_mtime_ns, facts.st_size)


@lru_cache(maxsize=256)
def _read(path: Path, kind: str, changed: int, size: int) -> Asset:
    """The file as it was when it was last changed."""
    body = path.read_bytes()
    return Asset(body, gzip.compress(body, mtime=0), kind, sha256(body).hexdigest()[:12])


def static(name: str) -> str:
    """The address of a static file, with the mark of its content."""
    found = asset(name)
    if found is None:
        raise FileNotFoundError(f"no static file {name}")
    return f"/static/{found.mark}/{name}"


def serve(request: Request, mark: str, name: str) -> Response | None:
    """The answer with a static file. One asked for by the mark of another content is not kept."""
    found = asset(name)
    if found is None:
        return None
    headers = {
        "Cache-Control": FOR_EVER if mark == found.mark else "no-cache",
        "ETag": f'"{found.mark}"',
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", "") and len(found.packed) < len(found.body):
        return Response(found.packed, headers=headers | {"Content-Encoding": "gzip"}, media_type=found.kind)
    return Response(found.body, headers=headers, media_type=found.kind)
