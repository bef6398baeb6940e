"""A position on one line, as a bug report quotes it: printed from a state, and read back as the same one.

    knave round=2 first=0 acted=0 K08=auto_hit [0 Ana party hp=3/6 armor=12:2 weapons=sword:2] [1-3 rat#1-3 foes hp=2]

After the word `knave` stand the fields of the state and the rulings, then every fighter in brackets with its number,
name and side before its fields. All fields are `key=value`, and those that have their usual value are left out. A field
that is new in `State`, `Profile` or `Condition` is written like the others. docs/positions.md tells the whole notation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from msgspec.structs import asdict

from affray.errors import BadInput
from affray.rules import Ruling
from affray.rulesets.knave.checking import check
from affray.rulesets.knave.notation_fighters import fighter_texts, read_fighters
from affray.rulesets.knave.notation_values import Reader, fields_of, given, value_text
from affray.rulesets.knave.questions import RULINGS
from affray.rulesets.knave.rulings import by_slug, rulings_of
from affray.rulesets.knave.state import FOES, PARTY, Profile, State

WORD = "knave"
MOST_CHARACTERS = 1_000_000

OPTION = re.compile(r"[a-z0-9_:]+", re.ASCII)

APART = ("rulings", "profiles", "conditions", "camps")
"""Fields of the state that have a form of their own."""


def print_position(state: State) -> str:
    """The position on one line, complete: `parse_position` gives the state back.

    All characters are printable and none is an apostrophe, so that it can stand between two of them in a shell.
    """
    top = {name: value for name, value in asdict(state).items() if name not in APART}
    chosen = by_slug(state.rulings)
    words = [WORD, *given(top, _usual_top())]
    if state.camps != _camps(state.profiles):
        words.append(f"camps={value_text(state.camps)}")
    words += [f"{one.id}={chosen[one.slug]}" for one in RULINGS if chosen[one.slug] != one.default]
    return " ".join([*words, *fighter_texts(state)])


def parse_position(text: str) -> State:
    """The state that a position of at most 1,000,000 characters and 1,000 fighters stands for.

    Raises `BadInput` that names the column and what is expected there, or what is wrong with the state as a whole. Line
    breaks count as spaces, so that a position may have been wrapped on its way.
    """
    reader = Reader(text, MOST_CHARACTERS)
    reader.spaces()
    start = reader.at
    if reader.text() != WORD:
        raise reader.wrong(f"a position begins with the word {WORD}", start)
    top = reader.fields(_top_kinds(reader), "[")
    profiles, conditions = read_fighters(reader)
    rulings = rulings_of({one.slug: top.pop(one.id) for one in RULINGS if one.id in top})
    camps = top.pop("camps", _camps(profiles))
    state = State(rulings, profiles, conditions, camps, **top)
    wrong = check(state)
    if wrong is not None:
        raise BadInput(wrong, place="position")
    return state


@cache
def _usual_top() -> Mapping[str, Any]:
    return {name: field.default for name, field in fields_of(State).items() if not field.required}


def _top_kinds(reader: Reader) -> dict[str, Callable[[], Any]]:
    """How each field of the state, and each ruling, is read."""
    kinds: dict[str, Callable[[], Any]] = {
        name: partial(reader.value, field.type)
        for name, field in fields_of(State).items()
        if name not in APART or name == "camps"
    }
    return kinds | {one.id: partial(_option, reader, one) for one in RULINGS}


def _option(reader: Reader, ruling: Ruling) -> str:
    start = reader.at
    option = reader.matched(OPTION, "an option of the ruling")
    try:
        return ruling.read(option)
    except BadInput as error:
        raise reader.wrong(error.problem, start, error.allowed, error.hint) from None


def _camps(profiles: tuple[Profile, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The camps with their members in the order of the roster."""
    members = [tuple(number for number, one in enumerate(profiles) if one.camp == camp) for camp in (PARTY, FOES)]
    return members[PARTY], members[FOES]
