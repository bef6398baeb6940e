"""Cursors over a document: each value is checked when it is asked for, and refused by its line and field.

`Node` stands on a table and reads it by key; `Value` stands on anything and reads it as one thing or another.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeVar, cast

from affray.errors import BadInput
from affray.files import words
from affray.files.spelling import Path, Shown, Type, listed, near, nearest_word, spelled, type_of

if TYPE_CHECKING:
    from affray.files.positions import Positions

Kind: TypeAlias = Literal["toml", "json"]

T = TypeVar("T")


class Required:
    """The default of fields that have none."""

    def __repr__(self) -> str:
        return "REQUIRED"


REQUIRED: Final = Required()

OWN: Final[Any] = object()
"""Stands for "the value that is there", as what an error says it got."""


class Document:
    """A file that has been read: its name for messages, its language, its text and its plain data."""

    def __init__(self, name: str, kind: Kind, text: str, data: Any = None) -> None:
        self.name = name
        self.kind: Kind = kind
        self.text = text
        self.data = data
        self._positions: Positions | None = None

    @property
    def positions(self) -> Positions:
        """Where each key stands; found at the first error, since a sound file needs none."""
        if self._positions is None:
            from affray.files.positions import locate  # noqa: PLC0415 - a sound file needs none

            self._positions = locate(self.text, self.kind)
        return self._positions

    @property
    def root(self) -> Node:
        """The table at the top; raises `BadInput` where the file is a list."""
        return Value(self, (), self.data).table()

    def roots(self, low: int = 1, high: int = 100) -> list[Node]:
        """For files of one thing or of many: the tables of the list at the top, or the one table."""
        top = Value(self, (), self.data)
        return [top.table()] if isinstance(self.data, dict) else top.tables(low, high)

    def line(self, path: Path) -> int:
        """The line of a key or item, from 1; of what is around it where its own is not known."""
        return self.positions.line(path) if path else 1

    def error(
        self,
        path: Path,
        problem: str,
        *,
        received: object = None,
        allowed: str = "",
        hint: str = "",
        code: str = "bad_input",
        line: int | None = None,
    ) -> BadInput:
        """A `BadInput` at a path (indices from 0), to be raised by the caller."""
        return BadInput(
            problem,
            place=f"{self.name}:{self.line(path) if line is None else line}",
            field=spelled(path),
            received=received if received is None or isinstance(received, (str, Shown)) else Shown(received),
            allowed=allowed,
            hint=hint,
            code=code,
        )


class Value:
    """One value of a document and where it stands. Every method that reads it raises `BadInput`."""

    __slots__ = ("document", "path", "raw")

    def __init__(self, document: Document, path: Path, raw: Any) -> None:
        self.document = document
        self.path = path
        self.raw = raw

    def __repr__(self) -> str:
        return f"<{self.field or 'top'}: {Shown(self.raw, typed=True)!r}>"

    @property
    def kind(self) -> Type:
        """What the value is: integer, number, boolean, text, list, table, date or null."""
        return type_of(self.raw)

    @property
    def line(self) -> int:
        """Its line in the file, from 1."""
        return self.document.line(self.path)

    @property
    def field(self) -> str:
        """Its field path, counting from 1, as in `fighter[2].hp`."""
        return spelled(self.path)

    def error(
        self,
        problem: str,
        *,
        received: object = OWN,
        allowed: str = "",
        hint: str = "",
        code: str = "bad_input",
    ) -> BadInput:
        """A `BadInput` at this place, to be raised by the caller. It quotes the value unless `received` is given."""
        if received is OWN:
            received = Shown(self.raw)
        return self.document.error(self.path, problem, received=received, allowed=allowed, hint=hint, code=code)

    def text(self, low: int = 1, high: int = 60) -> str:
        """Plain text of `low` to `high` characters (code points) on one line."""
        return words.plain(self._string(f"text of {low} to {high} characters"), low, high, self._refuse)

    def name(self) -> str:
        """A name: trimmed, 1 to 60 visible characters, at most 240 bytes; see `read_name`."""
        return words.name(self._string(f"1 to {words.MOST_VISIBLE} visible characters"), self._refuse)

    def note(self, high: int = words.MOST_NOTE) -> str:
        """Text of at most `high` characters; line breaks and tabs are allowed."""
        return words.note(self._string(f"text of at most {high} characters"), self._refuse, high)

    def whole(self, low: int, high: int) -> int:
        """An integer from `low` to `high`. 12.0 counts as 12; 12.5, "12", true and dates are refused."""
        raw = self.raw
        whole = isinstance(raw, int) and not isinstance(raw, bool)
        whole = whole or (isinstance(raw, float) and math.isfinite(raw) and raw.is_integer())
        allowed = f"integer {low} to {high}"
        if not whole:
            raise self._mistyped("a whole number is needed", allowed)
        if not low <= raw <= high:
            raise self.error("out of range", allowed=allowed, code="out_of_range")
        return int(raw)

    def truth(self) -> bool:
        """Yes or no: true or false, or the numbers 1 or 0."""
        if self.kind in ("boolean", "integer") and self.raw in (0, 1):
            return bool(self.raw)
        raise self._mistyped("yes or no is needed", "true or false, 1 or 0")

    def choice(self, options: Iterable[str]) -> str:
        """One of some words, exactly as they are spelt; a hint names the nearest.

        It is the option itself, no text like it: a default is left out of a log where it is the same object.
        """
        options = list(options)
        text = self._string(listed(options))
        if text in options:
            return options[options.index(text)]
        raise self.error("no such option", allowed=listed(options), hint=near(text, options), code="unknown_option")

    def table(self) -> Node:
        """A cursor over the table that the value is."""
        if isinstance(self.raw, dict):
            return Node(self.document, self.path, self.raw)
        if not self.path:
            raise self._mistyped("an object is needed at the top", "an object { … }")
        raise self._mistyped("a table is needed", "a table { … }")

    def values(self, low: int = 0, high: int = 100) -> list[Value]:
        """The items of a list of `low` to `high`, whatever they are."""
        allowed = f"a list of {low} to {high}"
        if not isinstance(self.raw, list):
            raise self._mistyped("a list is needed", allowed)
        count = len(self.raw)
        if not low <= count <= high:
            problem = "too many" if count > high else "too few"
            raise self.error(problem, received=self.raw, allowed=f"{low} to {high}", code="out_of_range")
        return [Value(self.document, (*self.path, index), item) for index, item in enumerate(self.raw)]

    def tables(self, low: int = 0, high: int = 100) -> list[Node]:
        """The items of a list of `low` to `high` tables."""
        if isinstance(self.raw, dict) and self.document.kind == "toml":
            name = self.path[-1] if self.path else ""
            raise self._mistyped("a list of tables is needed", f"{low} to {high} tables", f"write [[{name}]]")
        return [value.table() for value in self.values(low, high)]

    def list_of_text(self, low: int = 0, high: int = 100) -> list[str]:
        """A list of `low` to `high` plain texts of 1 to 60 characters."""
        return [value.text() for value in self.values(low, high)]

    def items(self, low: int = 0, high: int = 100) -> list[Node | str | int | float | bool]:
        """A list that mixes plain values and tables, each table as a `Node`; text is checked as `text` does."""
        return [value._item() for value in self.values(low, high)]

    def _item(self) -> Node | str | int | float | bool:
        raw = self.raw
        if isinstance(raw, dict):
            return self.table()
        if isinstance(raw, str):
            return self.text()
        if isinstance(raw, int) or (isinstance(raw, float) and math.isfinite(raw)):
            return raw
        raise self._mistyped("this cannot stand in the list", "text, numbers, true or false, and tables")

    def _string(self, allowed: str) -> str:
        if isinstance(self.raw, str):
            return self.raw
        raise self._mistyped("text is needed", allowed)

    def _mistyped(self, problem: str, allowed: str, hint: str = "") -> BadInput:
        received = Shown(self.raw, typed=True)
        return self.document.error(self.path, problem, received=received, allowed=allowed, hint=hint, code="bad_type")

    def _refuse(self, problem: str, allowed: str) -> BadInput:
        return self.error(problem, allowed=allowed)


class Node:
    """A cursor over one table. Each method reads a key, and remembers that it is a known one.

    Without a `default` a key is required; with one, the default is given back, unchecked, where the key is absent.
    Ask for each nested table once: a second cursor on it does not know what the first was asked. Every method
    raises `BadInput` with the file, the line and the field path, in which items count from 1 (`fighter[2].hp`).
    """

    __slots__ = ("asked", "document", "path", "raw")

    def __init__(self, document: Document, path: Path, raw: dict[str, Any]) -> None:
        self.document = document
        self.path = path
        self.raw = raw
        self.asked: dict[str, None] = {}  # a set that keeps its order

    def __repr__(self) -> str:
        return f"<{self.field or 'top'}: table of {len(self.raw)}>"

    @property
    def line(self) -> int:
        """The line of the table in the file, from 1."""
        return self.document.line(self.path)

    @property
    def field(self) -> str:
        """The field path of the table, counting from 1; "" for the whole document."""
        return spelled(self.path)

    def keys(self) -> list[str]:
        """The keys that are there, in the order of the file, for tables whose keys are free. Asks for none of them."""
        return list(self.raw)

    def child(self, key: str) -> Value:
        """The value of a key, whatever it is, with its place; the key is required."""
        self.asked[key] = None
        if key not in self.raw:
            raise self.missing(key)
        return Value(self.document, (*self.path, key), self.raw[key])

    def either(self, key: str, default: T | Required = REQUIRED) -> Value | T:
        """For keys that take a number, a text, a list or a table: the value, to be read by its `kind`."""
        value = self._find(key, default)
        return cast("T", default) if value is None else value

    def text(self, key: str, low: int = 1, high: int = 60, default: T | Required = REQUIRED) -> str | T:
        """Plain text of `low` to `high` characters (code points) on one line."""
        value = self._find(key, default)
        return cast("T", default) if value is None else value.text(low, high)

    def name(self, key: str, default: T | Required = REQUIRED) -> str | T:
        """A name: trimmed, 1 to 60 visible characters, at most 240 bytes; see `read_name`."""
        value = self._find(key, default)
        return cast("T", default) if value is None else value.name()

    def note(self, key: str, default: T | Required = REQUIRED, high: int = words.MOST_NOTE) -> str | T:
        """Text of at most `high` characters; line breaks and tabs are allowed."""
        value = self._find(key, default)
        return cast("T", default) if value is None else value.note(high)

    def whole(self, key: str, low: int, high: int, default: T | Required = REQUIRED) -> int | T:
        """An integer from `low` to `high`. 12.0 counts as 12; 12.5, "12", true and dates are refused."""
        value = self._find(key, default)
        return cast("T", default) if value is None else value.whole(low, high)

    def truth(self, key: str, default: T | Required = REQUIRED) -> bool | T:
        """Yes or no: true or false, or the numbers 1 or 0."""
        value = self._find(key, default)
        return cast("T", default) if value is None else value.truth()

    def choice(self, key: str, options: Iterable[str], default: T | Required = REQUIRED) -> str | T:
        """One of some words, exactly as they are spelt; a hint names the nearest."""
        value = self._find(key, default)
        return cast("T", default) if value is None else value.choice(options)

    def list_of_text(self, key: str, default: T | Required = REQUIRED, low: int = 0, high: int = 100) -> list[str] | T:
        """A list of `low` to `high` plain texts of 1 to 60 characters."""
        value = self._find(key, default)
        return cast("T", default) if value is None else value.list_of_text(low, high)

    def table(self, key: str) -> Node | None:
        """The table of a key, None where it is absent."""
        value = self._find(key, None)
        return None if value is None else value.table()

    def tables(self, key: str, low: int = 0, high: int = 100) -> list[Node]:
        """An array of `low` to `high` tables; an absent one counts as empty."""
        value = self._find(key, None if low <= 0 else REQUIRED)
        return [] if value is None else value.tables(low, high)

    def values(self, key: str, low: int = 0, high: int = 100) -> list[Value]:
        """The items of a list of `low` to `high`, lists in lists included; an absent one counts as empty."""
        value = self._find(key, None if low <= 0 else REQUIRED)
        return [] if value is None else value.values(low, high)

    def items(self, key: str, low: int = 0, high: int = 100) -> list[Node | str | int | float | bool]:
        """A list that mixes plain values and tables, each table as a `Node`; an absent one counts as empty."""
        value = self._find(key, None if low <= 0 else REQUIRED)
        return [] if value is None else value.items(low, high)

    def error(
        self,
        key: str,
        problem: str,
        *,
        received: object = OWN,
        allowed: str = "",
        hint: str = "",
        code: str = "bad_input",
    ) -> BadInput:
        """A `BadInput` at a key ("" for the table itself), to be raised by the caller.

        It quotes the key's value unless `received` is given; where the key is absent the table's line is named.
        """
        path = (*self.path, key) if key else self.path
        if received is OWN:
            received = Shown(self.raw[key]) if key in self.raw else None
        return self.document.error(path, problem, received=received, allowed=allowed, hint=hint, code=code)

    def missing(self, key: str) -> BadInput:
        """The error for a required key that is absent, to be raised by the caller.

        A key that nobody asked for yet and that is spelt nearly the same is taken for a slip, and named.
        """
        other = nearest_word(key, [other for other in self.raw if other not in self.asked])
        hint = f"unknown field {spelled((other,))}; did you mean {key}?" if other else ""
        line = self.document.line((*self.path, other)) if other else self.line
        return self.document.error((*self.path, key), "required", hint=hint, code="required", line=line)

    def done(self) -> None:
        """Refuse every key that was not asked for, naming the nearest that was. Looks into no other table."""
        unknown = [key for key in self.raw if key not in self.asked]
        if not unknown:
            return
        first, *others = unknown
        known = list(self.asked)
        question = near(first, known)
        also = f"also unknown: {listed(spelled((key,)) for key in others)}" if others else ""
        raise self.error(
            first,
            f"unknown field {spelled((first,))}",
            received=None,
            allowed="" if question else listed(known),
            hint="; ".join(part for part in (question, also) if part),
            code="unknown_field",
        )

    def _find(self, key: str, default: object) -> Value | None:
        """The value of a key, None where it is absent and need not be there."""
        if key in self.raw or isinstance(default, Required):
            return self.child(key)
        self.asked[key] = None
        return None


def distinct(nodes: Iterable[Node], key: str) -> None:
    """Refuse the second of two tables that have the same value at a key, naming the line of the first."""
    seen: dict[object, Node] = {}
    for node in nodes:
        value = node.raw.get(key)
        if isinstance(value, str):
            value = words.composed(value).strip()
        elif not isinstance(value, int):
            continue
        first = seen.setdefault(value, node)
        if first is not node:
            line = node.document.line((*first.path, key))
            raise node.error(key, f"duplicate {key}", hint=f"first at line {line}", code="duplicate")
