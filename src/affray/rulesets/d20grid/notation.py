"""A position on one line, as a bug report quotes it: printed from a state, and read back as the same one.

    d20grid round=2 order=[0,1] T27=opposite_sides | Vex party hp=12 at=5,10 max_hp=20 defense=15 | orc foes hp=8 ...

After the word `d20grid` stand the fields of the state and the rulings, then a bar before every fighter with its name
and its side. All else are fields `key=value`, and those that have their usual value are left out. Words that are not
plain are written as JSON texts, squares by their feet with a comma between, other values as JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec

from affray.errors import BadInput, nearest
from affray.rulesets.d20grid.checking import check
from affray.rulesets.d20grid.questions import RULINGS
from affray.rulesets.d20grid.rulings import by_slug, rulings_of
from affray.rulesets.d20grid.state import Condition, Map, Place, Profile, State

WORD = "d20grid"
BAR = "|"
MOST_CHARACTERS = 1_000_000
PLAIN = re.compile(r"[A-Za-z0-9_.-]+", re.ASCII)
TOKEN = re.compile(r'(?:[^\s"]|"(?:[^"\\]|\\.)*")+')

IN_A_FORM_OF_THEIR_OWN = ("rulings", "map", "profiles", "conditions", "name", "side", "players")
"""Fields that have a form of their own: `players` is known by the sides, and the fields of the map are the state's."""


def print_position(state: State) -> str:
    """The position on one line, complete: `parse_position` gives the state back.

    All characters are printable and none is an apostrophe, so that it can stand between two of them in a shell.
    """
    chosen = by_slug(state.rulings)
    words = [WORD, *_given(state, State), *_given(state.map, Map)]
    words += [f"{one.id}={chosen[one.slug]}" for one in RULINGS if chosen[one.slug] != one.default]
    for profile, one in zip(state.profiles, state.conditions, strict=True):
        words += [BAR, _word(profile.name), _word(profile.side), *_given(one, Condition), *_given(profile, Profile)]
    return " ".join(words)


def _given(value: Any, kind: Any) -> Iterator[str]:
    """The fields that have another value than usual."""
    for field in _known(kind):
        here = getattr(value, field.name)
        if field.required or here != field.default:
            yield f"{field.name}={_comma(here) if field.type == Place else _word(here)}"


@cache
def _known(kind: Any) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields that are written as such."""
    return tuple([field for field in msgspec.structs.fields(kind) if field.name not in IN_A_FORM_OF_THEIR_OWN])


def _comma(place: Place) -> str:
    return f"{place[0]},{place[1]}"


def _word(value: Any) -> str:
    if isinstance(value, str) and PLAIN.fullmatch(value):
        return value
    # As JSON with its escapes, which leave neither line breaks nor apostrophes.
    text = msgspec.json.encode(value).decode()
    return "".join(char if char.isprintable() and char != "'" else _escaped(char) for char in text)


def _escaped(char: str) -> str:
    units = char.encode("utf-16-be")
    return "".join(f"\\u{units[at] << 8 | units[at + 1]:04x}" for at in range(0, len(units), 2))


class Token(NamedTuple):
    """A word of a position, and its column from 1."""

    text: str
    column: int

    def wrong(self, problem: str, allowed: str = "", hint: str = "") -> BadInput:
        """A `BadInput` at this word, to be raised by the caller."""
        return BadInput(
            problem, place=f"position: column {self.column}", received=self.text, allowed=allowed, hint=hint
        )


def parse_position(text: str) -> State:
    """The state that a position of at most 1,000,000 characters stands for.

    Raises `BadInput` that names the column, or what is wrong with the state as a whole. Line breaks count as spaces.
    """
    if len(text) > MOST_CHARACTERS:
        raise BadInput("the position is too long", place="position", allowed=f"at most {MOST_CHARACTERS:,} characters")
    parts: list[list[Token]] = [[]]
    for match in TOKEN.finditer(text):
        token = Token(match.group(), match.start() + 1)
        if token.text == BAR:
            parts.append([])
        else:
            parts[-1].append(token)
    (first, *top), *fighters = parts if parts[0] else ([Token("", 1)],)
    if first.text != WORD:
        raise first.wrong(f"a position begins with the word {WORD}")
    chosen, fields = _rulings(top)
    of_map = [one for one in fields if one.text.partition("=")[0] in _kinds(Map)]
    ground = Map(**_fields(of_map, Map))
    rest = [one for one in fields if one not in of_map]
    read = _fields(rest, State, extra=[*_kinds(Map), *(ruling.id for ruling in RULINGS)])
    pairs = [_fighter(first, words) for words in fighters]
    sides = [profile.side for profile, _ in pairs]
    players = "party" if "party" in sides else "".join(sides[:1])
    profiles = tuple(msgspec.structs.replace(one, players=one.side == players) for one, _ in pairs)
    state = State(rulings_of(chosen), ground, profiles, tuple([one for _, one in pairs]), **read)
    wrong = check(state)
    if wrong is not None:
        raise BadInput(wrong, place="position")
    return state


def _rulings(tokens: list[Token]) -> tuple[dict[str, str], list[Token]]:
    """The rulings by slug, and the words that are none."""
    known = {ruling.id: ruling for ruling in RULINGS}
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


def _fighter(first: Token, tokens: list[Token]) -> tuple[Profile, Condition]:
    if len(tokens) < 2:
        raise (tokens or [first])[-1].wrong("a fighter has a name and a side, as in Vex party hp=12 at=5,10 ...")
    name, side = (str(_value(one, one.text, str)) for one in tokens[:2])
    of_profile = [one for one in tokens[2:] if one.text.partition("=")[0] in _kinds(Profile)]
    rest = [one for one in tokens[2:] if one not in of_profile]
    sheet, now = _fields(of_profile, Profile), _fields(rest, Condition, extra=list(_kinds(Profile)))
    try:
        return Profile(name, side, False, **sheet), Condition(**now)
    except TypeError:
        raise tokens[0].wrong("hp, at, max_hp and defense are needed") from None


@cache
def _kinds(kind: Any) -> Mapping[str, Any]:
    return {field.name: field.type for field in _known(kind)}


def _fields(tokens: list[Token], kind: Any, extra: list[str] | None = None) -> dict[str, Any]:
    """The fields that stand there; `extra` are other words that could, for the hint."""
    found: dict[str, Any] = {}
    kinds = _kinds(kind)
    for token in tokens:
        key, equals, text = token.text.partition("=")
        if not equals or key not in kinds:
            raise token.wrong("no such field", hint=nearest(key, [*kinds, *(extra or ())]))
        if key in found:
            raise token.wrong(f"{key} is given twice")
        found[key] = _value(token, text, kinds[key])
    return found


def _value(token: Token, text: str, kind: Any) -> Any:
    """A value of this type: a square with its comma, a plain word, or JSON."""
    try:
        if kind == Place:
            return msgspec.convert([int(one) if one.isascii() else one for one in text.split(",")], kind)
        if PLAIN.fullmatch(text):
            try:
                return msgspec.convert(text, kind)  # a word
            except msgspec.ValidationError:
                pass
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise token.wrong(f"that cannot be read: {str(error).partition(' - at ')[0]}") from None
