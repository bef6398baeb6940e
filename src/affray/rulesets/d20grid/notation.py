"""A position on one line, as a bug report quotes it: printed from a state, and read back as the same one.

    d20grid round=2 order=[0,1] T27=opposite_sides | Vex party hp=12 at=5,10 max_hp=20 defense=15 | orc foes hp=8 ...

After the word `d20grid` stand the fields of the state and the rulings, then a bar before every fighter with its name
and its side. All else are fields `key=value`, and those that have their usual value are left out. Words that are not
plain are written as JSON texts, squares by their feet with a comma between, other values as JSON.
"""

from __future__ import annotations

import msgspec

from affray.errors import BadInput
from affray.rules.position_words import BAR, Form, Token, word
from affray.rulesets.d20grid.checking import check
from affray.rulesets.d20grid.questions import RULINGS
from affray.rulesets.d20grid.rulings import by_slug, rulings_of
from affray.rulesets.d20grid.state import Condition, Map, Place, Profile, State

IN_A_FORM_OF_THEIR_OWN = ("rulings", "map", "profiles", "conditions", "name", "side", "players")
"""Fields that have a form of their own: `players` is known by the sides, and the fields of the map are the state's."""

FORM = Form("d20grid", RULINGS, IN_A_FORM_OF_THEIR_OWN, Place, ",")


def print_position(state: State) -> str:
    """The position on one line, complete: `parse_position` gives the state back.

    All characters are printable and none is an apostrophe, so that it can stand between two of them in a shell.
    """
    words = [FORM.first, *FORM.given(state, State), *FORM.given(state.map, Map), *FORM.chosen(by_slug(state.rulings))]
    for profile, one in zip(state.profiles, state.conditions, strict=True):
        words += [BAR, word(profile.name), word(profile.side)]
        words += [*FORM.given(one, Condition), *FORM.given(profile, Profile)]
    return " ".join(words)


def parse_position(text: str) -> State:
    """The state that a position of at most 1,000,000 characters stands for.

    Raises `BadInput` that names the column, or what is wrong with the state as a whole. Line breaks count as spaces.
    """
    first, top, fighters = FORM.parts(text)
    chosen, fields = FORM.options(top)
    of_map, rest = FORM.of(fields, Map)
    ground = Map(**FORM.fields(of_map, Map))
    read = FORM.fields(rest, State, extra=[*FORM.kinds(Map), *(ruling.id for ruling in RULINGS)])
    pairs = [_fighter(first, words) for words in fighters]
    sides = [profile.side for profile, _ in pairs]
    players = "party" if "party" in sides else "".join(sides[:1])
    profiles = tuple(msgspec.structs.replace(one, players=one.side == players) for one, _ in pairs)
    state = State(rulings_of(chosen), ground, profiles, tuple([one for _, one in pairs]), **read)
    wrong = check(state)
    if wrong is not None:
        raise BadInput(wrong, place="position")
    return state


def _fighter(first: Token, tokens: list[Token]) -> tuple[Profile, Condition]:
    if len(tokens) < 2:
        raise (tokens or [first])[-1].wrong("a fighter has a name and a side, as in Vex party hp=12 at=5,10 ...")
    name, side = (str(FORM.value(one, one.text, str)) for one in tokens[:2])
    of_profile, rest = FORM.of(tokens[2:], Profile)
    sheet, now = FORM.fields(of_profile, Profile), FORM.fields(rest, Condition, extra=FORM.kinds(Profile))
    try:
        return Profile(name, side, False, **sheet), Condition(**now)
    except TypeError:
        raise tokens[0].wrong("hp, at, max_hp and defense are needed") from None
