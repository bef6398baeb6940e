"""A position on one line, as a bug report quotes it: printed from a state, and read back as the same one.

    skilldice round=2 order=[[0],[1]] D32=tie_counts | "Sir Odo" party 12/6/4 lost=2/0/0 actions=3 | orc foes 8/8/8

After the word `skilldice` stand the fields of the state and the rulings, then a bar before every fighter with its name,
its side and its dice. All else are fields `key=value`, and those that have their usual value are left out. Words that
are not plain are written as JSON texts, three values of Body, Mind and Soul with strokes, other values as JSON.
"""

from __future__ import annotations

import msgspec

from affray.errors import BadInput
from affray.rules.position_words import BAR, Form, Token, word
from affray.rulesets.skilldice.checking import check
from affray.rulesets.skilldice.questions import RULINGS
from affray.rulesets.skilldice.rulings import by_slug, rulings_of
from affray.rulesets.skilldice.state import BODY, Condition, Profile, State, Three

APART = ("rulings", "profiles", "conditions", "name", "side", "players", "sides")
"""Fields that have a form of their own: `players` is known by the sides."""

FORM = Form("skilldice", RULINGS, APART, Three, "/")


def print_position(state: State) -> str:
    """The position on one line, complete: `parse_position` gives the state back.

    All characters are printable and none is an apostrophe, so that it can stand between two of them in a shell.
    """
    words = [FORM.first, *FORM.given(state, State), *FORM.chosen(by_slug(state.rulings))]
    for profile, one in zip(state.profiles, state.conditions, strict=True):
        words += [BAR, word(profile.name), word(profile.side), FORM.joined(profile.sides)]
        words += [text for text in FORM.given(profile, Profile) if text != f"bare={profile.sides[BODY]}"]
        words += FORM.given(one, Condition)
    return " ".join(words)


def parse_position(text: str) -> State:
    """The state that a position of at most 1,000,000 characters stands for.

    Raises `BadInput` that names the column, or what is wrong with the state as a whole. Line breaks count as spaces.
    """
    first, top, fighters = FORM.parts(text)
    chosen, fields = FORM.options(top)
    read = FORM.fields(fields, State, extra=[ruling.id for ruling in RULINGS])
    pairs = [_fighter(first, words) for words in fighters]
    sides = [profile.side for profile, _ in pairs]
    players = "party" if "party" in sides else "".join(sides[:1])
    profiles = tuple(msgspec.structs.replace(one, players=one.side == players) for one, _ in pairs)
    state = State(rulings_of(chosen), profiles, tuple(one for _, one in pairs), **read)
    wrong = check(state)
    if wrong is not None:
        raise BadInput(wrong, place="position")
    return state


def _fighter(first: Token, tokens: list[Token]) -> tuple[Profile, Condition]:
    if len(tokens) < 3:
        raise (tokens or [first])[-1].wrong("a fighter has a name, a side and its dice, as in Ana party 8/8/8")
    name, side, sides = tokens[:3]
    dice: Three = FORM.value(sides, sides.text, Three)
    of_profile, rest = FORM.of(tokens[3:], Profile)
    fields = {"bare": dice[BODY]} | FORM.fields(of_profile, Profile)
    names = [str(FORM.value(one, one.text, str)) for one in (name, side)]
    now = FORM.fields(rest, Condition, extra=FORM.kinds(Profile))
    return Profile(names[0], names[1], False, dice, **fields), Condition(**now)
