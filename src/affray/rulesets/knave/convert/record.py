"""One JSON object: its values as texts with their places, and what of it nobody asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from affray.files import Document
from affray.rules import Span
from affray.rulesets.knave.convert.blocks import LONGEST_FIELD

Path: TypeAlias = tuple[str | int, ...]
LONGEST_SHOWN = 200
WORDS = ("name", "source", "licence")
"""Fields that a text alone can be."""


class Record:
    """One JSON object with its path in the document; remembers which paths were read."""

    def __init__(self, document: Document, path: Path, data: Mapping[str, Any]) -> None:
        self.document = document
        self.path = path
        self.data = data
        self._read: set[Path] = set()

    def get(self, *path: str | int) -> Any:
        """The value at a path, None where there is none."""
        value: Any = self.data
        for key in path:
            if isinstance(value, dict):
                value = value.get(key)
            elif isinstance(value, list) and isinstance(key, int) and key < len(value):
                value = value[key]
            else:
                return None
        return value

    def take(self, *path: str | int) -> Any:
        """The value at a path, which is read with it."""
        self._read.add(path)
        return self.get(*path)

    def at(self, *path: str | int) -> Span:
        """The place of a path, without a text."""
        return Span("", *self.document.positions.place((*self.path, *path)))

    def made(self, text: str, *path: str | int) -> Span | None:
        """A text that was put together of what stands at a path; None for an empty one, and for one too long."""
        place = self.at(*path)
        return Span(text, place.line, place.column) if 0 < len(text) <= LONGEST_FIELD else None

    def span(self, *path: str | int, words: bool = False) -> Span | None:
        """The value at a path with its place, which is read with it; None for nothing, and for a text too long.

        A value that is neither text nor number is told as JSON has it, so that it is asked about; with `words` it is
        None.
        """
        value = self.get(*path)
        if _is_empty(value) or (words and not isinstance(value, str)):
            return None
        span = self.made(_text(value), *path)
        if span is not None:
            self._read.add(path)
        return span

    def fields(self, paths: Mapping[str, Path]) -> dict[str, Span]:
        """The fields that are there."""
        found = {key: self.span(*path, words=key in WORDS) for key, path in paths.items()}
        return {key: span for key, span in found.items() if span is not None}

    def unread(self) -> tuple[Span, ...]:
        """What was not read: every value, or all that stands together where nothing of it was."""
        around = {path[:length] for path in self._read for length in range(len(path))}
        return tuple(self._left((), self.data, around))

    def _left(self, path: Path, value: Any, around: set[Path]) -> Iterator[Span]:
        if path in self._read or _is_empty(value) or value in (0, False):
            return  # "mod": 0 changes nothing
        if path in around and isinstance(value, dict | list):
            for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
                yield from self._left((*path, key), inner, around)
            return
        text = _text(value)
        shown = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."
        place = self.at(*path)
        yield Span(f"{'.'.join(map(str, path))}: {shown}", place.line, place.column)


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, str | list | dict) and not value)


def _text(value: Any) -> str:
    """A value as a text: 3.0 is 3, and what is neither text nor number stands as JSON has it."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, str):
        return " ".join(value.split())
    return json.dumps(value, ensure_ascii=False)
