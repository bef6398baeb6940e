"""A character's sheet as a ruleset sets it: the part that a page includes, and the look that it is given by address."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup

from affray.fight import AnyRuleset
from affray.interpret.every import outcomes
from affray.rules import find


class Sheet(msgspec.Struct, frozen=True):
    """A sheet: its markup, escaped by the ruleset's template, and the address of its look."""

    body: Markup
    look: str


def sheet_of(ruleset: AnyRuleset, start: Any, state: Any, number: int) -> Sheet | None:
    """The sheet of a fighter; None where the ruleset makes no characters, or this fighter is none."""
    if ruleset.characters is None:
        return None
    around = ruleset.characters()
    one = around.of(start, state, number)
    if one is None:
        return None
    values = around.sheet(one, ruleset.chosen(state), outcomes)
    text = _environment(ruleset.id).get_template("body.html").render(values)
    css = css_of(ruleset.id)
    assert css is not None
    return Sheet(Markup(text), f"/sheets/{ruleset.id}/{css[0]}.css")


@cache
def css_of(ruleset: str) -> tuple[str, str] | None:
    """The look of a ruleset's sheets with the mark of its content; None where it has none."""
    found = find(ruleset)
    if found.characters is None:
        return None
    text = found.characters().template()["sheet.css"]
    return sha256(text.encode()).hexdigest()[:12], text


@cache
def _environment(ruleset: str) -> Environment:
    found = find(ruleset).characters
    assert found is not None
    around = found()
    made = Environment(
        loader=DictLoader(dict(around.template())),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= around.filters
    return made
