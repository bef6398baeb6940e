"""A fight as it is handed in: its ruleset, rulings and tactics, and the state at the start."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

from affray.codec import canonical, decode
from affray.errors import BadInput, Unsupported, nearest
from affray.files import Document, Node, Value, parse_document, read_document
from affray.rules import RESERVED, Ruleset, Tactic, find
from affray.rules.machines import BEST

AnyRuleset: TypeAlias = Ruleset[Any, Any, Any]

DEFAULT_TACTIC = "first"
MOST_ID = 60


class Fight(msgspec.Struct, frozen=True, eq=False):
    """A fight before its first command.

    `rulings` holds the option of every ruling by id, `tactics` the name of a tactic by side: one of the ruleset's, or
    "best:" with one of its repertoires for a side that plays its best.
    """

    ruleset: AnyRuleset
    state: Any
    rulings: Mapping[str, str]
    tactics: Mapping[str, str]
    title: str = ""

    @property
    def best(self) -> dict[str, str]:
        """The repertoire of every side that plays its best."""
        parts = {side: name.partition(":") for side, name in self.tactics.items() if name not in self.ruleset.tactics}
        return {side: repertoire for side, (word, _, repertoire) in parts.items() if word == BEST}

    @property
    def fixed(self) -> dict[str, str]:
        """The tactic of every side that does not play its best."""
        best = self.best
        return {side: name for side, name in self.tactics.items() if side not in best}

    def check_played(self) -> None:
        """Raises `Unsupported` by name where a side plays its best: that is solved, and nobody can play it unsolved."""
        for side, repertoire in self.best.items():
            name = f"{BEST}:{repertoire}"
            raise Unsupported(
                f"tactic={name}",
                f"{side} plays {name}, which is solved and not played: affray odds and affray solve answer for it",
            )

    def orders(self) -> dict[str, Tactic]:
        """The tactic of every side, and what the table and the referee do where nobody sits there.

        Raises `Unsupported` as `check_played` does.
        """
        self.check_played()
        return self.fixed_orders()

    def fixed_orders(self) -> dict[str, Tactic]:
        """The same, without the sides that play their best."""
        return {
            **self.ruleset.standing_orders,
            **{side: self.ruleset.tactics[name] for side, name in self.fixed.items()},
        }


def load(path: str | os.PathLike[str], rulings: Mapping[str, str] | None = None) -> Fight:
    """The fight in a TOML or JSON file of at most 1 MiB; `rulings` (id or slug: option) go before the file's own.

    Raises `BadInput` that names the file's line and field.
    """
    return from_document(read_document(path), rulings)


def parse(text: str, name: str = "fight", rulings: Mapping[str, str] | None = None) -> Fight:
    """The fight in a TOML or JSON text; `name` stands for the file in messages."""
    return from_document(parse_document(text, name), rulings)


def read_position(text: str) -> Fight:
    """The fight that goes on from a position, as `show_position` writes it.

    It has the rulings of the position; every side has the default tactic, since a position knows none. Raises
    `BadInput` that names the column.
    """
    ruleset = find("".join(text.split(maxsplit=1)[:1])[:MOST_ID], "position")
    state = state_of_position(ruleset, text)
    sides = ruleset.sides(state)
    for side in sides:
        if side in RESERVED:
            raise BadInput(f"no side is called {side}", place="position", code="reserved")
    chosen = ruleset.chosen(state)
    rulings = {ruling.id: chosen[ruling.slug] for ruling in ruleset.rulings}
    return Fight(ruleset, state, rulings, dict.fromkeys(sides, DEFAULT_TACTIC))


def position_of_state(ruleset: AnyRuleset, state: Any) -> str:
    """The position on one line: in the ruleset's notation, or its id and the state as JSON."""
    if ruleset.notation is not None:
        return ruleset.notation.show(state)
    return f"{ruleset.id} {canonical(state).decode()}"


def state_of_position(ruleset: AnyRuleset, text: str) -> Any:
    """The state of a position of this ruleset; raises `BadInput`."""
    if ruleset.notation is not None:
        return ruleset.notation.read(text)
    state = decode(text.strip().removeprefix(ruleset.id), ruleset.state, "position")
    wrong = ruleset.check(state)
    if wrong is not None:
        raise BadInput(wrong, place="position")
    return state


def from_document(document: Document, rulings: Mapping[str, str] | None = None) -> Fight:
    """The fight that a document describes; see `load`."""
    root = document.root
    ruleset = chosen_ruleset(root)
    title = root.text("title", 1, 200, default="")
    chosen = chosen_rulings(root, ruleset, rulings or {})
    named = root.table("tactics")
    state = ruleset.setup(root, {ruleset.ruling(name).slug: option for name, option in chosen.items()})
    for side in ruleset.sides(state):
        if side in RESERVED:
            raise root.error("fighter", f"no side is called {side}", received=None, code="reserved")
    tactics = _tactics(named, ruleset, state)
    root.done()
    return Fight(ruleset, state, chosen, tactics, title)


def chosen_ruleset(root: Node) -> AnyRuleset:
    """The ruleset that a file names."""
    value = root.either("ruleset")
    name = value.text()
    try:
        return find(name)
    except BadInput as error:
        raise value.error(error.problem, allowed=error.allowed, hint=error.hint) from None


def read_rulings(ruleset: AnyRuleset, given: Mapping[str, str], place: str = "ruling") -> dict[str, str]:
    """The option of every ruling by id: those given (by id or slug), the others at their defaults."""
    return {ruling.id: ruling.default for ruling in ruleset.rulings} | _by_id(ruleset, given, place)


def _by_id(ruleset: AnyRuleset, given: Mapping[str, str], place: str) -> dict[str, str]:
    """The options given, in their normal form; refuses a ruling given by its id and by its slug."""
    chosen: dict[str, str] = {}
    for name, option in given.items():
        ruling = ruleset.ruling(name, place)
        if ruling.id in chosen:
            raise BadInput(f"ruling {ruling.id} is given twice", place=place)
        chosen[ruling.id] = ruling.read(option, place)
    return chosen


def chosen_rulings(root: Node, ruleset: AnyRuleset, given: Mapping[str, str]) -> dict[str, str]:
    """The option of every ruling by id: those given, then those of the file, then the defaults."""
    table = root.table("rulings")
    chosen: dict[str, str] = {}
    for name in table.keys() if table else ():
        assert table is not None
        value = table.child(name)
        try:
            ruling = ruleset.ruling(name)
            if ruling.id in chosen:
                raise value.error(f"ruling {ruling.id} is given twice")
            chosen[ruling.id] = ruling.read(value.text())
        except BadInput as error:
            if error.place:
                raise
            raise value.error(error.problem, allowed=error.allowed, hint=error.hint) from None
    return read_rulings(ruleset, chosen | _by_id(ruleset, given, "ruling"))


def _tactics(table: Node | None, ruleset: AnyRuleset, state: Any) -> dict[str, str]:
    sides = ruleset.sides(state)
    tactics = dict.fromkeys(sides, DEFAULT_TACTIC)
    for side in table.keys() if table else ():
        assert table is not None
        if side not in sides:
            raise table.error(
                side,
                "no fighter is of that side",
                received=side,
                allowed=", ".join(sides),
                hint=nearest(side, list(sides)),
            )
        tactics[side] = _tactic(table.child(side), ruleset)
    return tactics


def _tactic(value: Value, ruleset: AnyRuleset) -> str:
    name = value.raw
    tactic = known_tactic(ruleset, name) if isinstance(name, str) else None
    if tactic is not None:
        return tactic
    if isinstance(name, str) and name.partition(":")[0] == BEST and not ruleset.repertoires():
        raise value.error(f"best play is not solved for {ruleset.id}", allowed=", ".join(ruleset.tactics))
    return value.choice(tactic_names(ruleset))


def known_tactic(ruleset: AnyRuleset, name: str) -> str | None:
    """The tactic that this name stands for in a file: "best" is best play from the ruleset's first repertoire."""
    if name in ruleset.tactics:
        return name
    word, colon, repertoire = name.partition(":")
    known = list(ruleset.repertoires()) if word == BEST else []
    if known and not colon:
        return f"{BEST}:{known[0]}"
    return name if repertoire in known else None


def tactic_names(ruleset: AnyRuleset) -> list[str]:
    """What a file may name as a tactic: the ruleset's own, then best play, from each repertoire."""
    known = list(ruleset.repertoires())
    return [*ruleset.tactics, *([BEST] if known else []), *[f"{BEST}:{name}" for name in known]]
