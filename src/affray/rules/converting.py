"""What a ruleset says of creatures of other books: as fighters, each with its working and what had to be asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec


class Span(msgspec.Struct, frozen=True):
    """A piece of a text that people handed in, and where it begins; lines and columns count from 1."""

    text: str
    line: int = 1
    column: int = 1


class Working(msgspec.Struct, frozen=True):
    """How a converted field came about: its value, the text that gave it, and the clause and ruling that chose.

    `note` says what else the text could mean, or what another option of the ruling would give.
    """

    field: str
    value: Any
    span: Span
    clause: str = ""
    ruling: str = ""
    note: str = ""


class Question(msgspec.Struct, frozen=True):
    """A field that the text leaves open: a sentence that says why, and the answers that the text itself suggests."""

    field: str
    text: str
    options: tuple[str, ...]
    span: Span


class Answer(msgspec.Struct, frozen=True):
    """What somebody says about a field, of the creatures of this name, or of all where `name` is empty."""

    field: str
    value: str
    name: str = ""


class Converted(msgspec.Struct, frozen=True, kw_only=True):
    """A creature of another book as a fighter, with the working.

    `values` are the converted fields, None where a question is open. `fighter` is the table for a fight file; where a
    question is open it holds what no fight file takes. `facts` is what the text says beyond a fighter.
    """

    format: str
    values: Mapping[str, Any]
    fighter: Mapping[str, Any]
    working: tuple[Working, ...]
    questions: tuple[Question, ...]
    unread: tuple[Span, ...]
    facts: Mapping[str, Any]
    source: str = ""
    licence: str = ""


class Refused(msgspec.Struct, frozen=True):
    """A piece of the text that was not converted, and why; `creature` where it is one, and not words between them."""

    span: Span
    reason: str
    creature: bool = True


class Conversion(msgspec.Struct, frozen=True):
    """What became of a whole text: the creatures in its order, and what was refused."""

    monsters: tuple[Converted, ...]
    refused: tuple[Refused, ...] = ()


class Converter(Protocol):
    """Reads creatures of other books; `name` stands for the text in messages.

    Raises `BadInput` for what is no text, for more creatures than it takes, and for an answer that nothing can be
    done with.
    """

    def __call__(
        self, content: bytes, name: str, rulings: Mapping[str, str], answers: tuple[Answer, ...] = (), source: str = ""
    ) -> Conversion: ...
