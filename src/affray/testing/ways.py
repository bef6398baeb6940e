"""What each way of answering knows of a ruleset: of every feature, tactic and ruling, by fights that have it.

A way knows a fight or names what it does not know of it. The fights of the features are files of a folder, `plain.toml`
among them. That a way knows what it says it does is for tests to prove: see `conformance.in_step` and `ways_agree`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from affray.errors import BadInput, Unsupported
from affray.fight import AnyRuleset, Fight, load, parse, tactic_names
from affray.rules import Ruling
from affray.rules.machines import BEST

WAYS = ("lump", "machine", "sides")


class Row(NamedTuple):
    """One line of the table: a feature, a tactic or the option of a ruling, and fights that have it."""

    what: str
    fights: tuple[Fight, ...]


def rows(ruleset: AnyRuleset, folder: Path) -> Iterator[tuple[str, list[Row]]]:
    """The rows of a ruleset, by the three headings of its table; `folder` has the fights of its features."""
    paths = features(folder)
    yield "feature", [Row(path.stem, (loaded(path),)) for path in paths]
    tactics = [name for name in tactic_names(ruleset) if name != BEST]  # which is the first of its repertoires
    yield "tactic", [Row(tactic, tuple(_with_tactic(paths, tactic))) for tactic in tactics]
    options = [(ruling, option) for ruling in ruleset.rulings for option in ruling.options]
    yield (
        "ruling",
        [Row(f"{one.id} {option}", tuple(_with_option(ruleset, paths, one, option))) for one, option in options],
    )


def features(folder: Path) -> list[Path]:
    """The files of a ruleset's features, the plain one first."""
    return sorted(folder.glob("*.toml"), key=lambda path: (path.stem != "plain", path.stem))


@cache
def loaded(path: Path, ruling: str = "", option: str = "") -> Fight:
    """The fight in a file, under another reading."""
    return load(path, {ruling: option} if ruling else None)


def _with_tactic(paths: list[Path], tactic: str) -> Iterator[Fight]:
    for path in paths:
        fight = loaded(path)
        yield replace(fight, tactics=dict.fromkeys(fight.tactics, tactic))


def _with_option(ruleset: AnyRuleset, paths: list[Path], ruling: Ruling, option: str) -> Iterator[Fight]:
    """The fights of all features under a reading, and the fight in which it differs from others."""
    chosen = option.replace(":N", f":{ruling.numbers[1]}")
    for path in paths:
        with suppress(BadInput):  # a reading may ask of a file what another does not, such as where everybody stands
            yield loaded(path, ruling.id, chosen)
    if ruling.witness.fight:
        text = f'ruleset = "{ruleset.id}"\n{ruling.witness.fight}'
        yield parse(text, ruling.id, {**ruling.witness.rulings, ruling.id: chosen})


def unknown(way: str, fight: Fight) -> str:
    """What a way does not know of a fight; "" where it knows all of it."""
    ruleset = fight.ruleset
    try:
        if way == "lump":
            ruleset.lump(fight.state, fight.fixed)
        elif way == "machine":
            if ruleset.machine is None:
                return "no machine"
            ruleset.machine(fight.state, fight.tactics)
        else:
            if ruleset.two_sides is None:
                return "not for this ruleset"
            ruleset.two_sides(fight.state, fight.tactics)
    except Unsupported as error:
        return error.what
    return ""


def cell(way: str, row: Row) -> str:
    """What the table says: yes, or in how many of the row's fights not, and what is not known there."""
    named = [unknown(way, fight) for fight in row.fights]
    missing = [one for one in named if one]
    if not missing:
        return "yes"
    words = ", ".join(dict.fromkeys(missing))
    return (
        f"no: {words}"
        if len(missing) == len(named)
        else f"in {len(named) - len(missing)} of {len(named)}; else {words}"
    )


def table(ruleset: AnyRuleset, folder: Path) -> Iterator[str]:
    """The tables of a ruleset as Markdown, a line at a time."""
    for heading, some in rows(ruleset, folder):
        yield f"| {heading} | {' | '.join(WAYS)} |"
        yield f"|---|{'---|' * len(WAYS)}"
        for row in some:
            yield f"| {row.what} | {' | '.join(cell(way, row) for way in WAYS)} |"
        yield ""
