"""Where each key and each item stands in a text, found by a second, simple reading.

The parsers of the standard library keep no positions. These scanners read a document again, only once something is
to be refused, and note the offset of every key and list item. They accept more than the languages do: whether the
document is valid was the parser's business. Where they meet what they cannot read they stop; whatever comes after
has then the position of what encloses it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from contextlib import suppress
from functools import cached_property
from typing import Literal

from affray.files.limits import DEPTH, DIGITS
from affray.files.spelling import BARE, Path

GAP = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*+")
BETWEEN = re.compile(r"(?:[ \t\r\n,]+|#[^\n]*)*+")
BARE_KEY = re.compile(BARE)
STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+"{3,5}'
    r"|'''(?:[^']|'(?!''))*+'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*+"'
    r"|'[^'\n]*+'",
    re.DOTALL,
)
SCALAR = re.compile(r"[^,\[\]{}#\n\"']+")
BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)


class Positions:
    """Offsets into `text`: of each path's key (`places`), of second keys (`twice`), of what is too much."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.places: dict[Path, int] = {}
        self.twice: dict[Path, int] = {}
        self.deep: int | None = None
        self.long: Path | None = None

    def line(self, path: Path) -> int:
        """The line, from 1, of a path, or of the nearest known thing around it."""
        while path and path not in self.places:
            path = path[:-1]
        return line_at(self.text, self.places.get(path, 0))

    def place(self, path: Path) -> tuple[int, int]:
        """The line and the column, from 1, of a path, or of the nearest known thing around it."""
        while path and path not in self.places:
            path = path[:-1]
        offset = self.places.get(path, 0)
        line = bisect_left(self._starts, offset + 1)
        return line, offset - self._starts[line - 1] + 1

    @cached_property
    def _starts(self) -> list[int]:
        """The offset of every line."""
        return [0, *(match.end() for match in re.finditer("\n", self.text))]


def locate(text: str, kind: Literal["toml", "json"]) -> Positions:
    """The positions in a document. Costs about as much as reading it with a parser written in Python."""
    scan = _Toml(text) if kind == "toml" else _Json(text)
    with suppress(_Stop):
        scan.document()
    return scan.found


def line_at(text: str, offset: int) -> int:
    """The line, from 1, of an offset."""
    return text.count("\n", 0, offset) + 1


def too_deep_json(text: str) -> int | None:
    """The offset of the bracket that opens one level too many, None where there is none. Needs no stack."""
    if text.count("[") + text.count("{") <= DEPTH:
        return None
    depth = 0
    for match in BRACKETS.finditer(text):
        char = match[0]
        if char in "[{":
            depth += 1
            if depth > DEPTH:
                return match.start()
        elif char in "]}":
            depth -= 1
    return None


class _Stop(Exception):
    """The text goes on as no known document does."""


class _Scan:
    """What both languages share: gaps, strings, lists, and tables in braces."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found = Positions(text)

    def document(self) -> None:
        raise NotImplementedError

    def key(self, path: Path) -> Path:
        """Read a key with the sign after it; gives the path of its value."""
        raise NotImplementedError

    def unescape(self, quoted: str) -> str:
        """The text of a quoted key that has escapes."""
        raise NotImplementedError

    def took(self, sign: str) -> bool:
        """Step over gaps, then over the sign if it stands there."""
        self.gap()
        if self.text.startswith(sign, self.at):
            self.at += len(sign)
            return True
        return False

    def gap(self) -> None:
        match = GAP.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            raise _Stop
        self.at = match.end()
        return match[0]

    def place(self, path: Path, offset: int) -> None:
        self.found.places.setdefault(path, offset)

    def word(self) -> str:
        """One quoted key."""
        raw = self.take(STRING)
        if raw[0] == '"' and "\\" in raw:
            return self.unescape(raw)
        return raw[1:-1]

    def value(self, path: Path) -> None:
        start = self.text[self.at : self.at + 1]
        if start in ("[", "{"):
            self.deeper(path)
            self.at += 1
            (self.items if start == "[" else self.entries)(path)
        elif start in ('"', "'"):
            self.take(STRING)
        elif len(self.take(SCALAR).strip()) > DIGITS and self.found.long is None:
            self.found.long = path

    def deeper(self, path: Path) -> None:
        if len(path) >= DEPTH:
            self.found.deep = self.at
            raise _Stop

    def items(self, path: Path) -> None:
        index = 0
        while not self.closed("]"):
            inner = (*path, index)
            self.found.places[inner] = self.at
            self.value(inner)
            index += 1

    def entries(self, path: Path) -> None:
        while not self.closed("}"):
            self.value(self.key(path))

    def closed(self, bracket: str) -> bool:
        """Step over what is between items, then over the closing bracket if it stands there."""
        match = BETWEEN.match(self.text, self.at)
        self.at = match.end() if match else self.at
        if self.text[self.at : self.at + 1] != bracket:
            return False
        self.at += 1
        return True


class _Json(_Scan):
    def document(self) -> None:
        self.gap()
        self.value(())

    def key(self, path: Path) -> Path:
        start = self.at
        path = (*path, self.word())
        if path in self.found.places:
            self.found.twice.setdefault(path, start)
        self.place(path, start)
        if not self.took(":"):
            raise _Stop
        self.gap()
        return path

    def unescape(self, quoted: str) -> str:
        import json  # noqa: PLC0415 - only a mistake needs it

        try:
            return str(json.loads(quoted))
        except ValueError:
            raise _Stop from None


class _Toml(_Scan):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.counts: dict[Path, int] = {}  # tables so far in each array of tables
        self.headed: set[Path] = set()  # tables that had a header of their own; each may have one

    def document(self) -> None:
        table: Path = ()
        while True:
            self.gap()
            if self.at >= len(self.text):
                return
            if self.text.startswith("[", self.at):
                table = self.header()
            else:
                self.value(self.key(table))

    def header(self) -> Path:
        """`[a.b]`, or `[[a.b]]` which begins one more table of an array; gives the table's path."""
        start = self.at
        many = self.text.startswith("[[", start)
        self.at += 2 if many else 1
        path: Path = ()
        parts = self.dotted(0)
        for number, (part, _) in enumerate(parts, start=1):
            path = (*path, part)
            self.place(path, start)
            if many and number == len(parts):
                self.counts[path] = self.counts.get(path, 0) + 1
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
                self.place(path, start)
        if path in self.headed:
            self.found.twice.setdefault(path, start)
        self.headed.add(path)
        self.deeper(path)
        if not self.took("]" * (1 + many)):
            raise _Stop
        return path

    def key(self, path: Path) -> Path:
        parts = self.dotted(len(path))
        for number, (part, offset) in enumerate(parts, start=1):
            path = (*path, part)
            if number == len(parts) and path in self.found.places:
                self.found.twice.setdefault(path, offset)
            self.place(path, offset)
        if not self.took("="):
            raise _Stop
        self.gap()
        return path

    def dotted(self, above: int) -> list[tuple[str, int]]:
        """The parts of `a."b".c` with their offsets, `above` tables down."""
        parts: list[tuple[str, int]] = []
        while True:
            self.gap()
            start = self.at
            quoted = self.text.startswith(('"', "'"), start)
            parts.append((self.word() if quoted else self.take(BARE_KEY), start))
            if above + len(parts) > DEPTH:
                self.found.deep = start
                raise _Stop
            if not self.took("."):
                return parts

    def unescape(self, quoted: str) -> str:
        import tomllib  # noqa: PLC0415 - only a mistake needs it

        try:
            return str(tomllib.loads(f"key = {quoted}")["key"])
        except ValueError:
            raise _Stop from None
