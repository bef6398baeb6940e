"""Who fights, beside the report: the sides with their fighters, and the tables of the file that they come from."""

from __future__ import annotations

import re

import msgspec

from affray.dice import REFEREE
from affray.errors import AffrayError
from affray.fight import Fight
from affray.rules.showing import Scene
from affray.server.pages import prep_edit
from affray.server.pages.prep_report import called
from affray.server.pages.prep_tables import roles


class Entry(msgspec.Struct, frozen=True):
    """One fighter or several alike: a line of figures and a quiet one. `table` is its place in the file, from 0."""

    name: str
    figures: str
    notes: str
    table: int
    count: int


class Side(msgspec.Struct, frozen=True):
    """A side with its entries."""

    name: str
    called: str
    role: str
    entries: tuple[Entry, ...]


def roster(text: str, fight: Fight) -> tuple[Side, ...]:
    """The sides of a fight, as its file lists them."""
    known = roles(fight)
    cards = _cards(fight)
    found: dict[str, list[Entry]] = {side: [] for side in known}
    try:
        tables = prep_edit.counts(text, "fight")
    except AffrayError:
        return ()
    number = 0
    for place, (name, side, count) in enumerate(tables):
        figures, notes = cards.get(number, ("", ""))
        found.setdefault(side, []).append(Entry(name, figures, notes, place, count))
        number += count
    return tuple(
        Side(side, _titled(side), known.get(side, "third"), tuple(entries))
        for side, entries in found.items()
        if entries
    )


def _titled(side: str) -> str:
    name = called(side)
    return f"{name[:1].upper()}{name[1:]}"


def _cards(fight: Fight) -> dict[int, tuple[str, str]]:
    """Of each fighter its points and gear in words, from what the referee is shown."""
    scene = scene_of(fight)
    if scene is None:
        return {one.id: (f"{one.left} left", "") for one in fight.ruleset.standings(fight.state)}
    found = {}
    for camp in scene.camps:
        for card in camp.cards:
            dice = [one for one in card.main if one.kind == "ceiling"] or ([] if card.figure else card.main)
            figures = ", ".join(f"{one.name} {one.left}" for one in dice) or card.figure
            gear = [one.name for one in card.gear]
            alike = [camp.about] if camp.about and camp.role != "party" else []
            notes = ", ".join(dict.fromkeys([*alike, *gear, *card.notes]))
            found[card.id] = (figures, notes)
    return found


def scene_of(fight: Fight) -> Scene | None:
    """The start of a fight as its referee is shown it; None where the ruleset draws none."""
    if fight.ruleset.showing is None:
        return None
    return fight.ruleset.showing().scene(fight.state, REFEREE, "numbers")


def rulings_apart(fight: Fight) -> tuple[tuple[str, str, str], ...]:
    """The rulings that are not at their default: id, option and question."""
    return tuple(
        (ruling.id, fight.rulings[ruling.id], re.sub(r"\s+", " ", ruling.question))
        for ruling in fight.ruleset.rulings
        if fight.rulings[ruling.id] != ruling.default
    )
