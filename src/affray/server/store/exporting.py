"""A whole table as one document, a JSON text a line: what it is called, then every row of its journal.

Each line carries the sha256 of the line before it and of itself, so that a changed byte is found where it is.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec

from affray.__about__ import __version__
from affray.codec import decode
from affray.errors import BadInput
from affray.files import read_title
from affray.server.store.ids import identifier
from affray.server.store.journal import Row
from affray.server.store.store import Loaded
from affray.server.store.tables import TableRecord

FORMAT = 1

START = b'{"chain":"'
DIGITS = 64
REST = len(START) + DIGITS
"""Where a line goes on after its hash: `",...`"""


class _Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line."""

    format: int
    affray: str
    rows: int
    table: TableRecord


class _Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row as a line holds it: as `Row`, with its body as it is."""

    version: int
    public_version: int
    kind: str
    id: str | None
    person: str
    at: str
    public: bool
    request: str
    body: msgspec.Raw


class _Made(msgspec.Struct):
    """What the first line of every format has."""

    format: int


def write(table: Loaded) -> bytes:
    """The document of a table, its hidden rows among the rest: for whoever keeps the server, not for players."""
    header = _Header(format=FORMAT, affray=__version__, rows=len(table.rows), table=table.record)
    lines = [header, *(_line(row) for row in table.rows)]
    document, chain = [], ""
    for line in lines:
        text = msgspec.json.encode(line)
        chain = _chained(chain, text)
        document.append(START + chain.encode() + b'",' + text[1:] + b"\n")
    return b"".join(document)


def read(data: bytes, place: str) -> Loaded:
    """The table of a document; raises `BadInput` that names the first line which is not as it was written."""
    *lines, rest = data.split(b"\n")
    if rest:
        raise BadInput("the line is cut off", place=f"{place}:{len(lines) + 1}", hint="nothing was read")
    if not lines:
        raise BadInput("there is nothing in it", place=place)
    chain, text = _unchained("", lines[0], f"{place}:1")
    header = _header(text, f"{place}:1")
    rows: list[Row] = []
    for number, line in enumerate(lines[1:], start=2):
        chain, text = _unchained(chain, line, f"{place}:{number}")
        rows.append(_next_row(rows, decode(text, _Line, f"{place}:{number}"), f"{place}:{number}"))
    if len(rows) != header.rows:
        raise BadInput(f"{len(rows)} rows of {header.rows} are there", place=f"{place}:{len(lines) + 1}")
    _same_versions(header.table, rows, f"{place}:1")
    return Loaded(header.table, rows)


def _line(row: Row) -> _Line:
    return _Line(**{**msgspec.structs.asdict(row), "body": msgspec.Raw(row.body)})


def _chained(chain: str, text: bytes) -> str:
    return sha256(chain.encode() + text).hexdigest()


def _unchained(chain: str, line: bytes, place: str) -> tuple[str, bytes]:
    """The hash of a line and the line without it; raises `BadInput` where they do not belong together."""
    text = b"{" + line[REST + 2 :]
    found = _chained(chain, text)
    if line[: REST + 2] != START + found.encode() + b'",':
        made = _format(line)
        if made not in (None, FORMAT):
            raise _other_format(made, place)
        raise BadInput("not as it was written: its hash differs", place=place)
    return found, text


def _format(line: bytes) -> int | None:
    """The format that a first line speaks of, if it does."""
    try:
        return msgspec.json.decode(line, type=_Made).format
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _other_format(made: int | None, place: str) -> BadInput:
    return BadInput(f"made by format {made}, this program reads {FORMAT}", place=place, field="format")


def _header(text: bytes, place: str) -> _Header:
    made = _format(text)
    if made not in (None, FORMAT):
        raise _other_format(made, place)
    header: _Header = decode(text, _Header, place)
    identifier(header.table.id, f"{place}: table.id")
    read_title(header.table.title, f"{place}: table.title")
    return header


def _next_row(rows: list[Row], line: _Line, place: str) -> Row:
    """A line as the row that follows; raises `BadInput` where another one would follow."""
    public = (rows[-1].public_version if rows else 0) + line.public
    for field, expected in (("version", len(rows) + 1), ("public_version", public)):
        if getattr(line, field) != expected:
            raise BadInput(f"{expected} comes here", place=place, field=field, received=getattr(line, field))
    return Row(**{**msgspec.structs.asdict(line), "body": bytes(line.body)})


def _same_versions(record: TableRecord, rows: list[Row], place: str) -> None:
    last = (rows[-1].version, rows[-1].public_version) if rows else (0, 0)
    if (record.version, record.public_version) != last:
        raise BadInput(f"{last[0]} is the version of its last row", place=place, field="table.version")
    ids = [row.id for row in rows if row.id is not None]
    if len(set(ids)) != len(ids):
        raise BadInput("two rows have the same id", place=place)
