"""An adventuring day as it is handed in: a party, and the fights and rests that lie before it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from affray.errors import BadInput
from affray.fight import DEFAULT_TACTIC, AnyRuleset, Fight, chosen_ruleset, chosen_rulings
from affray.files import FIGHT_LIMIT, Document, Node, Value, parse_document, read_bytes, read_document
from affray.rules import Characters


class Day(msgspec.Struct, frozen=True, eq=False):
    """A day before its first fight.

    `plan` is the ruleset's own value, with `party` and `legs`. `rulings` holds the option of every ruling by id,
    `tactics` the name of a tactic for each side that has another one than the default.
    """

    ruleset: AnyRuleset
    plan: Any
    rulings: Mapping[str, str]
    tactics: Mapping[str, str]
    title: str = ""

    @property
    def around(self) -> Characters[Any]:
        """What the ruleset knows of characters."""
        assert self.ruleset.characters is not None
        return self.ruleset.characters()

    def fight(self, state: Any, title: str = "") -> Fight:
        """The fight of a leg, which begins with this state."""
        sides = self.ruleset.sides(state)
        tactics = {side: self.tactics.get(side, DEFAULT_TACTIC) for side in sides}
        return Fight(self.ruleset, state, self.rulings, tactics, title)


def load_day(path: str | os.PathLike[str], rulings: Mapping[str, str] | None = None) -> Day:
    """The day in a TOML or JSON file; the files that it names lie beside it.

    `rulings` (id or slug: option) go before the file's own. Raises `BadInput` that names the file's line and field.
    """
    return _from_document(read_document(path), Path(path).parent, rulings)


def parse_day(text: str, name: str = "day", rulings: Mapping[str, str] | None = None) -> Day:
    """The day in a TOML or JSON text, whose files lie in the current folder."""
    return _from_document(parse_document(text, name), Path(), rulings)


def _from_document(document: Document, folder: Path, rulings: Mapping[str, str] | None) -> Day:
    root = document.root
    ruleset = chosen_ruleset(root)
    if ruleset.characters is None:
        raise root.error("ruleset", "this ruleset knows no characters and no days")

    def nearby(value: Value) -> Node:
        """The top of the file that a value names, from the folder of the day."""
        path = folder / value.text(1, 200)
        try:
            content = read_bytes(path, FIGHT_LIMIT)
        except BadInput as error:
            raise value.error(error.problem, allowed=error.allowed, code=error.code) from None
        return parse_document(content, str(path)).root

    title = root.text("title", 1, 200, default="")
    chosen = chosen_rulings(root, ruleset, rulings or {})
    by_slug = {ruleset.ruling(name).slug: option for name, option in chosen.items()}
    named = root.table("tactics")
    plan = ruleset.characters().read_day(root, by_slug, nearby)
    day = Day(ruleset, plan, chosen, {}, title)
    tactics = _tactics(named, day)
    root.done()
    return Day(ruleset, plan, chosen, tactics, title)


def _tactics(table: Node | None, day: Day) -> dict[str, str]:
    """The tactics of the file, by side; a side that is in no fight of the day has none."""
    if table is None:
        return {}
    sides: dict[str, None] = {}
    for leg in range(len(day.plan.legs)):
        state = day.around.begin(day.plan, leg, day.plan.party)
        sides |= dict.fromkeys(() if state is None else day.ruleset.sides(state))
    for side in table.raw:
        if side not in sides:
            raise table.error(side, "no fighter is of that side", received=side, allowed=", ".join(sides))
    return {side: table.choice(side, day.ruleset.tactics) for side in table.raw}
