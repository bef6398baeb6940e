"""From bytes to a `Document`: what language it is, that it is sound, and where it is not."""

from __future__ import annotations

import math
import os
import re
from typing import Any

from affray.errors import BadInput, visible
from affray.files.cursor import Document, Kind
from affray.files.disk import FIGHT_LIMIT, STDIN, read_bytes
from affray.files.limits import DEPTH, DIGITS
from affray.files.spelling import Path, Shown, spelled

BOM = b"\xef\xbb\xbf"

FOREIGN = (
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF89a", "a GIF picture"),
    (b"GIF87a", "a GIF picture"),
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a zip archive"),
    (b"PK\x05\x06", "a zip archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh91AY&SY", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a rar archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"SQLite format 3\x00", "an SQLite database"),
)

TAR = (257, b"ustar")

# Patterns are compiled where something is to be refused: a sound file needs none.

# The first line that says something, when it is one that neither TOML nor JSON can begin with.
YAML = (
    r"(?:[ \t\r\n]+|#[^\n]*)*+"
    r"(?:%YAML|---(?:[ \t]+[^=\n]*)?\r?(?:\n|\Z)|-[ \t]+[^=\s]"
    r"|(?:\w[\w -]*|\"[^\"\n]*\"|'[^'\n]*'):(?:\s|\Z))"
)

TOML_PLACE = r" \(at (?:line (\d+), column (\d+)|end of document)\)$"


def read_document(
    path: str | os.PathLike[str], *, limit: int = FIGHT_LIMIT, kind: Kind | None = None, stdin: bool = False
) -> Document:
    """The document in a file of at most `limit` bytes; "-" is standard input where `stdin` allows it.

    Raises `BadInput` for whatever `read_bytes` and `parse_document` refuse.
    """
    content = read_bytes(path, limit, stdin=stdin)
    name = os.fspath(path)
    return parse_document(content, STDIN if stdin and name == "-" else name, kind)


def parse_document(content: str | bytes, name: str, kind: Kind | None = None) -> Document:
    """The document in a text; `name` stands before the line in messages.

    Without `kind` the content decides: what begins with a brace is JSON; else what is named .json is, and what begins
    as a list of objects and is not named .toml. All else is TOML. Raises `BadInput`, and nothing else, for any content.
    """
    label = visible(name)
    text = decode(content, label)
    document = Document(label, kind or _guess(text, name), text)
    if document.kind == "json":
        document.data = _json(document)
    else:
        document.data = _toml(document)
    if not isinstance(document.data, (dict, list)):
        raise document.error((), "an object { … } is needed at the top", received=Shown(document.data))
    _check(document, document.data, ())
    return document


def _encode(content: str | bytes, label: str) -> bytes:
    try:
        return content.encode() if isinstance(content, str) else bytes(content)
    except UnicodeEncodeError as error:
        problem = f"UTF-8 needed, bad character at offset {error.start}"
        raise BadInput(problem, place=label, received=error.object[error.start], code="format") from None


def decode(given: str | bytes, label: str, wanted: str = "TOML or JSON") -> str:
    """The text, without its byte order mark; refuses what is empty, no text, or not UTF-8."""
    content = _encode(given, label)
    body = content.removeprefix(BOM)
    if not body.strip():
        raise BadInput("the file is empty", place=label, code="syntax")
    for magic, what in FOREIGN:
        if body.startswith(magic):
            raise _foreign(what, label, wanted)
    if content[TAR[0] : TAR[0] + len(TAR[1])] == TAR[1]:
        raise _foreign("a tar archive", label, wanted)
    if body.lstrip().startswith(b"<"):
        raise _foreign("XML or HTML", label, wanted)
    zero = content.find(b"\0")
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        bad = error.start + len(content) - len(body)
        raise _bad_byte(content, bad if zero < 0 else min(bad, zero), label) from None
    if zero >= 0:
        raise _bad_byte(content, zero, label)
    if not text.strip():
        raise BadInput("the file is empty", place=label, code="syntax")
    return text


def _bad_byte(content: bytes, offset: int, label: str) -> BadInput:
    wide = content[offset] == 0 or content.startswith((b"\xff\xfe", b"\xfe\xff"))
    return BadInput(
        f"UTF-8 needed, bad byte at offset {offset} (0x{content[offset]:02X})",
        place=f"{label}:{content.count(10, 0, offset) + 1}",
        hint="it looks like UTF-16; save it as UTF-8" if wide else "save it as UTF-8",
        code="format",
    )


def _foreign(what: str, label: str, wanted: str = "TOML or JSON") -> BadInput:
    return BadInput(f"this is {what}, not {wanted}", place=label, code="format")


def _guess(text: str, name: str) -> Kind:
    start = text.lstrip()
    ending = name.lower()
    if start.startswith("{") or ending.endswith(".json"):
        return "json"
    lists = start.startswith("[") and start[1:].lstrip().startswith(("{", "]"))
    return "json" if lists and not ending.endswith(".toml") else "toml"


class _Doubled(dict[str, Any]):
    """A JSON object with a key that came twice."""

    key = ""


class _Long:
    """A JSON integer with too many digits."""

    def __init__(self, text: str) -> None:
        self.size = len(text.lstrip("-"))

    def __repr__(self) -> str:
        return f"{self.size} digits"


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) == len(pairs):
        return table
    doubled = _Doubled(table)
    seen: set[str] = set()
    doubled.key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
    return doubled


def _integer(text: str) -> int | _Long:
    return int(text) if len(text) <= DIGITS else _Long(text)


def _json(document: Document) -> Any:
    import json  # noqa: PLC0415 - most fights are TOML

    from affray.files.positions import line_at, too_deep_json  # noqa: PLC0415

    text = document.text
    deep = too_deep_json(text)
    if deep is not None:
        raise _deep(document, line_at(text, deep))
    try:
        return json.loads(text, object_pairs_hook=_pairs, parse_int=_integer)
    except json.JSONDecodeError as error:
        hint = "" if text.lstrip()[0] in "{[" else "a JSON file begins with {"
        if text[: error.pos].rstrip().endswith(","):
            hint = "is there a comma too many?"
        raise _syntax(document, error.lineno, error.colno, error.msg, hint) from None


def _toml(document: Document) -> Any:
    import tomllib  # noqa: PLC0415 - 10 ms that a command without a file need not spend

    text = document.text
    # The parser takes quadratic time on a key of many parts, so what may hold one is scanned first.
    if any(line.count(".") >= DEPTH for line in text.split("\n")):
        _refuse_deep(document)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _toml_syntax(document, str(error)) from None
    except RecursionError:
        _refuse_deep(document)
        raise _deep(document, 1) from None
    except ValueError:
        # Python refuses to read an integer of more than 4,300 digits.
        path = document.positions.long or ()
        raise document.error(path, "a number is too long", allowed=f"at most {DIGITS} digits") from None


def _toml_syntax(document: Document, message: str) -> BadInput:
    match = re.search(TOML_PLACE, message)
    problem = message[: match.start()] if match else message
    if problem.startswith(("Cannot", "Duplicate")) and document.positions.twice:
        return _twice(document, next(iter(document.positions.twice)))
    if match and match[1]:
        return _syntax(document, int(match[1]), int(match[2]), problem)
    last = document.text.rstrip("\n")
    problem += ", at the end of the file"
    return _syntax(document, last.count("\n") + 1, len(last) - last.rfind("\n"), problem)


def _syntax(document: Document, line: int, column: int, problem: str, hint: str = "") -> BadInput:
    if re.match(YAML, document.text):
        return _foreign("YAML", document.name)
    return BadInput(
        f"not valid {document.kind.upper()} at column {column}: {visible(problem)}",
        place=f"{document.name}:{line}",
        hint=hint,
        code="syntax",
    )


def _refuse_deep(document: Document) -> None:
    from affray.files.positions import line_at  # noqa: PLC0415 - only what is refused has a line

    deep = document.positions.deep
    if deep is not None:
        raise _deep(document, line_at(document.text, deep))


def _deep(document: Document, line: int) -> BadInput:
    return BadInput("too deep", place=f"{document.name}:{line}", allowed=f"at most {DEPTH} levels", code="syntax")


def _check(document: Document, value: Any, path: Path) -> None:
    """Refuse, wherever it stands, what no field could take."""
    if isinstance(value, (dict, list)):
        if len(path) >= DEPTH:
            raise _deep(document, document.positions.line(path))
        if isinstance(value, _Doubled):
            raise _twice(document, (*path, value.key))
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(key, str):
                _check_text(document, key, (*path, key))
            _check(document, inner, (*path, key))
    elif isinstance(value, str):
        _check_text(document, value, path)
    elif isinstance(value, _Long) or (isinstance(value, int) and value.bit_length() > DIGITS * 10 // 3):
        raise document.error(path, "a number is too long", allowed=f"at most {DIGITS} digits")
    elif document.kind == "json" and isinstance(value, float) and not math.isfinite(value):
        raise document.error(path, "a finite number is needed", received=value, allowed="numbers up to 1.7e308")


def _twice(document: Document, path: Path) -> BadInput:
    from affray.files.positions import line_at  # noqa: PLC0415 - as above

    positions = document.positions
    first = positions.line(path)
    line = line_at(document.text, positions.twice.get(path, 0))
    return document.error(path, f"duplicate key {spelled(path[-1:])}", hint=f"first at line {first}", line=line)


def _check_text(document: Document, text: str, path: Path) -> None:
    if text.isascii():
        if "\0" in text:
            raise document.error(path, "not valid text: it holds U+0000", received=text)
        return
    half = next((char for char in text if char == "\0" or "\ud800" <= char <= "\udfff"), None)
    if half is not None:
        what = "it holds U+0000" if half == "\0" else f"a lone surrogate U+{ord(half):04X}"
        raise document.error(path, f"not valid text: {what}", received=text)
