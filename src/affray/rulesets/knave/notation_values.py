"""How the values of a position are written and read: numbers, words, lists and structs, by their types alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, TypeVar, cast

from msgspec import Struct, inspect
from msgspec.structs import asdict

from affray.errors import BadInput, nearest
from affray.files.words import composed, plain
from affray.rulesets.knave import content
from affray.rulesets.knave.damage import parse_damage, print_damage
from affray.rulesets.knave.state import Damage, Weapon

T = TypeVar("T")

LONGEST_TEXT = 10_000  # a winner may be many sides together
LONGEST_KEY = 60
JSON = json.JSONDecoder()

WORD = re.compile(r"[^\W\d_][\w.-]*")
"""Text that needs no quotes."""

KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
WHOLE = re.compile(r"-?[0-9]{1,18}", re.ASCII)
NOTHING = re.compile(r"-(?![0-9])", re.ASCII)
DICE = re.compile(r"[0-9d+-]+", re.ASCII)
SPACES = re.compile(r"[ \t\r\n]+", re.ASCII)
SHOWN = re.compile(r"\S{1,20}")

SPELLED = {"body": "armor", "bonuses": "abilities", "blows": "die"}
"""Fields that go by another name here, which is theirs in fight files."""


@cache
def fields_of(kind: type[Struct]) -> dict[str, inspect.Field]:
    """The fields of a struct by name."""
    return {field.name: field for field in cast("inspect.StructType", inspect.type_info(kind)).fields}


# Writing


def value_text(value: object, within: bool = False) -> str:
    """A value as it is written; a list within another one stands in parentheses."""
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case str():
            return value if WORD.fullmatch(value) else '"' + "".join(map(_in_quotes, value)) + '"'
        case Damage():
            return print_damage(value)
        case Weapon(name) if content.weapons().get(name) == value:
            return value_text(name)
        case Struct():
            return _struct_text(value)
        case tuple():
            text = ",".join(value_text(one, within=True) for one in value)
            return f"({text})" if within or not value else text
    return str(value)


def given(
    values: Mapping[str, Any],
    usual: Mapping[str, Any],
    text: Callable[[str, Any], str] = lambda name, value: value_text(value),
) -> Iterator[str]:
    """The fields that have not their usual value, each as `key=value`."""
    for name, value in values.items():
        if name not in usual or usual[name] != value:
            yield f"{SPELLED.get(name, name)}={text(name, value)}"


def _struct_text(value: Struct) -> str:
    """A struct: its first field without a key, where every one of its kind has it; alone, it needs no parentheses."""
    fields = fields_of(type(value))
    values = asdict(value)
    words = []
    first = next(iter(fields.values()), None)
    if first is not None and first.required:
        words.append(value_text(values.pop(first.name), within=True))
    words += given(values, {name: field.default for name, field in fields.items() if not field.required})
    tag = value.__struct_config__.tag
    if tag is None and len(words) == 1 and not words[0].startswith("("):
        return words[0]
    return f"{'' if tag is None else tag}({' '.join(words)})"


def _in_quotes(char: str) -> str:
    """A character as it stands in quotes, as in JSON; one that a terminal or a shell would act on is escaped."""
    if char in '"\\':
        return f"\\{char}"
    if char.isprintable() and char != "'":
        return char
    return re.sub("....", r"\\u\g<0>", char.encode("utf-16-be").hex())


# Reading


class Reader:
    """Reads a position from left to right; what cannot be read raises `BadInput` with its column."""

    def __init__(self, text: str, most: int) -> None:
        if len(text) > most:
            raise BadInput(f"it has {len(text):,} characters", place="position", allowed=f"at most {most:,}")
        self._text = composed(text)
        self.at = 0

    # What is wrong

    def wrong(self, problem: str, at: int | None = None, allowed: str = "", hint: str = "") -> BadInput:
        """The error for what stands here, or at a place before; columns count from 1."""
        at = self.at if at is None else at
        shown = SHOWN.match(self._text, at)
        place = f"position, column {at + 1}"
        return BadInput(problem, place=place, received=shown and shown[0], allowed=allowed, hint=hint)

    def expected(self, what: str) -> BadInput:
        """The error where something else should stand."""
        return self.wrong(f"{what} is expected" + (", and the text ends" if self.at_end() else ""))

    # Signs and spaces

    def at_end(self) -> bool:
        """Whether everything has been read."""
        return self.at == len(self._text)

    def taken(self, sign: str) -> bool:
        """Whether the sign stands here; then it has been read."""
        found = self._text.startswith(sign, self.at)
        self.at += len(sign) if found else 0
        return found

    def need(self, sign: str) -> None:
        """Reads the sign."""
        if not self.taken(sign):
            raise self.expected(sign)

    def spaces(self) -> bool:
        """Reads spaces and line breaks; whether there were any."""
        found = SPACES.match(self._text, self.at)
        self.at = found.end() if found else self.at
        return found is not None

    def need_space(self) -> None:
        """Reads at least one space."""
        if not self.spaces():
            raise self.expected("a space")

    def matched(self, pattern: re.Pattern[str], what: str) -> str:
        """Reads what the pattern matches."""
        found = pattern.match(self._text, self.at)
        if found is None:
            raise self.expected(what)
        self.at = found.end()
        return found[0]

    # Values

    def whole(self) -> int:
        """Reads a whole number."""
        return int(self.matched(WHOLE, "a whole number"))

    def text(self) -> str:
        """Reads a word, or any text in quotes."""
        start = self.at
        if not self._text.startswith('"', start):
            found = self.matched(WORD, "a word, or text in double quotes,")
        else:
            try:
                found, self.at = JSON.raw_decode(self._text, start)
            except json.JSONDecodeError as error:
                raise self.wrong(f"the text in quotes cannot be read: {error.msg}", at=start) from None
        return plain(found, 0, LONGEST_TEXT, lambda problem, allowed: self.wrong(problem, start, allowed))

    def choice(self, options: Mapping[str, T]) -> T:
        """Reads one of these words."""
        start = self.at
        word = self.text()
        if word not in options:
            known = list(options)
            raise self.wrong("no such word here", start, ", ".join(known), nearest(word[:LONGEST_KEY], known))
        return options[word]

    def damage(self) -> Damage:
        """Reads damage dice."""
        start = self.at
        text = self.matched(DICE, "damage as in 2d6+1")
        try:
            return parse_damage(text)
        except BadInput as error:
            raise self.wrong(f"damage dice: {error.problem}", start, error.allowed) from None

    def value(self, kind: inspect.Type, within: bool = False) -> Any:
        """Reads a value of this type, as `value_text` writes it."""
        match kind:
            case inspect.BoolType():
                return self.choice({"yes": True, "no": False})
            case inspect.IntType():
                return self.whole()
            case inspect.StrType():
                return self.text()
            case inspect.LiteralType(values):
                return self.choice({str(one): one for one in values})
            case inspect.UnionType(types):
                return self._either(types, within)
            case inspect.VarTupleType(item):
                return self.items(partial(self.value, item, within=True), within)
            case inspect.TupleType(items):
                return self._parts(items, within)
            case inspect.StructType(cls=cls):
                if cls is Damage:
                    return self.damage()
                if cls is Weapon and not self._text.startswith("(", self.at):
                    return self.choice(content.weapons())
                return self._struct(kind)
        raise TypeError(f"a position cannot hold a {kind}")

    def items(self, read: Callable[[], T], within: bool = False) -> tuple[T, ...]:
        """Reads a list of any length: `()`, or values with commas between them."""
        if self.taken("()"):
            return ()
        if within:
            self.need("(")
        found = [read()]
        while self.taken(","):
            found.append(read())
        if within:
            self.need(")")
        return tuple(found)

    def _parts(self, kinds: tuple[inspect.Type, ...], within: bool) -> tuple[Any, ...]:
        """Reads a list that has one value of each of these types."""
        found: list[Any] = []
        for kind in kinds:
            self.need("," if found else "(" if within else "")
            found.append(self.value(kind, within=True))
        if within:
            self.need(")")
        return tuple(found)

    def _either(self, kinds: tuple[inspect.Type, ...], within: bool) -> Any:
        """Reads nothing, a value, or one of several structs that have a word before them."""
        others = [one for one in kinds if not isinstance(one, inspect.NoneType)]
        if len(others) < len(kinds) and NOTHING.match(self._text, self.at):
            self.at += 1
            return None
        if len(others) == 1:
            return self.value(others[0], within)
        return self._struct(self.choice({str(one.tag): one for one in others if isinstance(one, inspect.StructType)}))

    def _struct(self, kind: inspect.StructType) -> Any:
        """Reads a struct; the word before it, where it has one, has been read."""
        fields = {field.name: field for field in kind.fields}
        first = kind.fields[0] if kind.fields and kind.fields[0].required else None
        values: dict[str, Any] = {}
        enclosed = self.taken("(")
        if not enclosed and (kind.tag is not None or first is None):
            raise self.expected("(")
        if first is not None:
            values[first.name] = self.value(first.type, within=True)
            del fields[first.name]
        if enclosed:
            values |= self.fields({name: partial(self.value, field.type) for name, field in fields.items()}, ")")
        for name, field in fields.items():
            if field.required and name not in values:
                raise self.expected(f"{SPELLED.get(name, name)}=")
        if enclosed:
            self.need(")")
        return kind.cls(**values)

    def fields(self, kinds: Mapping[str, Callable[[], Any]], closing: str) -> dict[str, Any]:
        """Reads `key=value` with spaces between them, up to the closing sign or the end; any may be left out."""
        names = {SPELLED.get(name, name): name for name in kinds}
        found: dict[str, Any] = {}
        while True:
            parted = self.spaces() or self._text.startswith("(", self.at - 1)
            if self.at_end() or self._text.startswith(closing, self.at):
                return found
            if not parted:
                raise self.expected(f"a space or {closing}")
            start = self.at
            key = self.matched(KEY, f"a field or {closing}")
            if key not in names:
                raise self.wrong("no such field here", start, hint=nearest(key[:LONGEST_KEY], list(names)))
            if names[key] in found:
                raise self.wrong(f"{key} is there twice", start)
            self.need("=")
            found[names[key]] = kinds[names[key]]()
