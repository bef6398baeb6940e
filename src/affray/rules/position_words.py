"""Positions as words, for a ruleset's `Notation`: fields `key=value` and rulings, then a bar before every fighter.

Words that are not plain are written as JSON texts, values of one type of tuple with a mark between its numbers, other
values as JSON. A ruleset says which fields have a form of their own and writes and reads those itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec

from affray.errors import BadInput, nearest
from affray.rules import Ruling

BAR = "|"
MOST_CHARACTERS = 1_000_000
PLAIN = re.compile(r"[A-Za-z0-9_.-]+", re.ASCII)
TOKEN = re.compile(r'(?:[^\s"]|"(?:[^"\\]|\\.)*")+')


class Token(NamedTuple):
    """A word of a position, and its column from 1."""

    text: str
    column: int

    @property
    def key(self) -> str:
        """What stands before the equals sign."""
        return self.text.partition("=")[0]

    def wrong(self, problem: str, allowed: str = "", hint: str = "") -> BadInput:
        """A `BadInput` at this word, to be raised by the caller."""
        return BadInput(
            problem, place=f"position: column {self.column}", received=self.text, allowed=allowed, hint=hint
        )


class Form(NamedTuple):
    """How one ruleset writes positions.

    `first` is the word that they begin with, `apart` are the fields that have a form of their own, `tuples` is the type
    of tuple whose numbers stand with `mark` between them.
    """

    first: str
    rulings: tuple[Ruling, ...]
    apart: tuple[str, ...]
    tuples: Any
    mark: str

    # Written

    def given(self, value: Any, kind: Any) -> Iterator[str]:
        """The fields of a struct that have another value than usual."""
        for field in _known(kind, self.apart):
            here = getattr(value, field.name)
            if field.required or here != field.default:
                yield f"{field.name}={self.joined(here) if field.type == self.tuples else word(here)}"

    def joined(self, numbers: Iterable[int]) -> str:
        """A tuple of numbers with the mark between them."""
        return self.mark.join(map(str, numbers))

    def chosen(self, by_slug: Mapping[str, str]) -> list[str]:
        """The rulings that are not at their default."""
        return [f"{one.id}={by_slug[one.slug]}" for one in self.rulings if by_slug[one.slug] != one.default]

    # Read

    def parts(self, text: str) -> tuple[Token, list[Token], list[list[Token]]]:
        """The first word, the words before the first bar, and those of every fighter; raises `BadInput`."""
        if len(text) > MOST_CHARACTERS:
            allowed = f"at most {MOST_CHARACTERS:,} characters"
            raise BadInput("the position is too long", place="position", allowed=allowed)
        parts: list[list[Token]] = [[]]
        for match in TOKEN.finditer(text):
            token = Token(match.group(), match.start() + 1)
            if token.text == BAR:
                parts.append([])
            else:
                parts[-1].append(token)
        (first, *top), *fighters = parts if parts[0] else ([Token("", 1)],)
        if first.text != self.first:
            raise first.wrong(f"a position begins with the word {self.first}")
        return first, top, fighters

    def options(self, tokens: list[Token]) -> tuple[dict[str, str], list[Token]]:
        """The rulings by slug, and the words that are none."""
        known = {ruling.id: ruling for ruling in self.rulings}
        chosen: dict[str, str] = {}
        others = []
        for token in tokens:
            key, _, option = token.text.partition("=")
            if key not in known:
                others.append(token)
                continue
            if known[key].slug in chosen:
                raise token.wrong(f"{key} is given twice")
            try:
                chosen[known[key].slug] = known[key].read(option)
            except BadInput as error:
                raise token.wrong(error.problem, error.allowed, error.hint) from None
        return chosen, others

    def kinds(self, kind: Any) -> Mapping[str, Any]:
        """The types of a struct's fields by name."""
        return {field.name: field.type for field in _known(kind, self.apart)}

    def of(self, tokens: list[Token], kind: Any) -> tuple[list[Token], list[Token]]:
        """The words that are fields of a struct, and the others."""
        kinds = self.kinds(kind)
        return [one for one in tokens if one.key in kinds], [one for one in tokens if one.key not in kinds]

    def fields(self, tokens: list[Token], kind: Any, extra: Iterable[str] = ()) -> dict[str, Any]:
        """The fields of a struct that stand there; `extra` are other words that could, for the hint."""
        found: dict[str, Any] = {}
        kinds = self.kinds(kind)
        for token in tokens:
            key, equals, text = token.text.partition("=")
            if not equals or key not in kinds:
                raise token.wrong("no such field", hint=nearest(key, [*kinds, *extra]))
            if key in found:
                raise token.wrong(f"{key} is given twice")
            found[key] = self.value(token, text, kinds[key])
        return found

    def value(self, token: Token, text: str, kind: Any) -> Any:
        """A value of this type: a tuple with its marks, a plain word, or JSON."""
        try:
            if kind == self.tuples:
                return msgspec.convert([int(one) if one.isascii() else one for one in text.split(self.mark)], kind)
            if PLAIN.fullmatch(text):
                try:
                    return msgspec.convert(text, kind)  # a word
                except msgspec.ValidationError:
                    pass
            return msgspec.json.decode(text, type=kind)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise token.wrong(f"that cannot be read: {str(error).partition(' - at ')[0]}") from None


@cache
def _known(kind: Any, apart: tuple[str, ...]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields that are written as such."""
    return tuple([field for field in msgspec.structs.fields(kind) if field.name not in apart])


def word(value: Any) -> str:
    """A value as a word: all its characters are printable, and none is an apostrophe."""
    if isinstance(value, str) and PLAIN.fullmatch(value):
        return value
    # As JSON with its escapes, which leave neither line breaks nor apostrophes.
    text = msgspec.json.encode(value).decode()
    return "".join(char if char.isprintable() and char != "'" else _escaped(char) for char in text)


def _escaped(char: str) -> str:
    units = char.encode("utf-16-be")
    return "".join(f"\\u{units[at] << 8 | units[at + 1]:04x}" for at in range(0, len(units), 2))
