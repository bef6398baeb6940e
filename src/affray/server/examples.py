"""The example fights: files of the project's `examples`, which the wheel carries."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from affray.errors import BadInput
from affray.fight import parse

FIRST = "goblins_at_the_ford"
"""The fight that a new server opens with."""


class Example(msgspec.Struct, frozen=True):
    """An example fight: its name, its text, and what a list says of it."""

    name: str
    title: str
    ruleset: str
    ruleset_title: str
    fighters: int
    text: str


@cache
def examples() -> dict[str, Example]:
    """Every example fight by name, the first one first."""
    found = {}
    for path in sorted(_folder().glob("*.toml"), key=lambda path: (path.stem != FIRST, path.stem)):
        text = path.read_text(encoding="utf-8")
        fight = parse(text, path.name)
        number = len(fight.ruleset.standings(fight.state))
        title = fight.title or path.stem.replace("_", " ").capitalize()
        found[path.stem] = Example(path.stem, title, fight.ruleset.id, fight.ruleset.title, number, text)
    return found


def example(name: str) -> Example:
    """The example of that name; raises `BadInput`."""
    known = examples()
    if name not in known:
        raise BadInput("there is no such example", place="example", received=name, allowed=", ".join(known))
    return known[name]


def _folder() -> Path:
    """Where they are: in the installed package, or in the source tree beside it."""
    package = Path(str(files("affray")))
    installed = package / "examples"
    return installed if installed.is_dir() else package.parents[1] / "examples"
