"""The tables of a report that are charts at once: who falls when, how long it takes, what is left."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

import msgspec

from affray.fight import Fight
from affray.rules import Standing
from affray.server.pages.prep_numbers import Played
from affray.telling.figures import NARROW

PARTY = "party"
ROLES = ("party", "foes", "third")
COLUMNS = 8
TALL = 40.0
MANY = 3
"""So many who are alike share a row."""


class Cell(msgspec.Struct, frozen=True):
    """A bar and its number of 100; no bar where `height` is None."""

    text: str
    height: float | None = None
    strong: bool = False


class Row(msgspec.Struct, frozen=True):
    """A row of a drawn table: whom it is about, its bars, and what they come to."""

    name: str
    role: str
    cells: tuple[Cell, ...]
    sums: tuple[str, ...] = ()


class Drawn(msgspec.Struct, frozen=True):
    """A drawn table."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def roles(fight: Fight) -> dict[str, str]:
    """The role of every side: the party, those against it, and all others."""
    sides = list(dict.fromkeys((*fight.ruleset.sides(fight.state), *fight.ruleset.contenders(fight.state))))
    others = [side for side in sides if side != PARTY]
    found = {side: ROLES[min(place + 1, 2)] for place, side in enumerate(others)}
    return found if PARTY not in sides else {PARTY: ROLES[0]} | found


def falls(fight: Fight, played: Played) -> Drawn:
    """Who falls, and in which round; those who are alike share a row, which is their mean."""
    last = min(max((number for one in played.falls for number in one), default=1), COLUMNS)
    columns = [*map(str, range(1, last + 1))]
    longer = any(number > last for one in played.falls for number in one)
    if longer:
        columns[-1] += "+"
    groups = grouped(fight.ruleset.standings(fight.state))
    numbers = [
        [
            _mean(played, ids, lambda n, r=number: _fell(played.falls[n], r, last))  # type: ignore[misc]
            for number in range(1, last + 1)
        ]
        for _, ids in groups
    ]
    scale = max((value for row in numbers for value in row), default=0.0) or 1.0
    known = roles(fight)
    rows = []
    for (one, ids), values in zip(groups, numbers, strict=True):
        falls = _mean(played, ids, lambda n: sum(played.falls[n].values()))
        dies = _mean(played, ids, lambda n: played.fates[n].get("dead", 0))
        cells = tuple(_cell(value, played.runs, scale) for value in values)
        rows.append(Row(one, known[_side(fight, ids[0])], cells, (_whole(falls, played), _whole(dies, played))))
    return Drawn(tuple(columns), tuple(rows))


def _fell(falls: dict[int, int], number: int, last: int) -> int:
    return sum(count for at, count in falls.items() if at == number or (number == last and at > last))


def _mean(played: Played, ids: Sequence[int], count: Callable[[int], int]) -> float:
    return sum(count(n) for n in ids) / len(ids)


def _whole(count: float, played: Played) -> str:
    return of_100(round(count), played.runs) or "0"


def _cell(count: float, runs: int, scale: float, strong: bool = False) -> Cell:
    if count <= 0:
        return Cell("")
    return Cell(of_100(round(count) or 1, runs), round(max(1.0, TALL * count / scale), 2), strong)


def _side(fight: Fight, number: int) -> str:
    return fight.ruleset.standings(fight.state)[number].side


def grouped(standings: Sequence[Standing]) -> list[tuple[str, tuple[int, ...]]]:
    """Fighters in rows: alike ones with numbers behind their names together, from four on."""
    stems: dict[tuple[str, str], list[int]] = {}
    for one in standings:
        stem = re.sub(r" [0-9]+$", "", one.name)
        stems.setdefault((one.side, stem), []).append(one.id)
    rows: list[tuple[str, tuple[int, ...]]] = []
    for (_, stem), ids in stems.items():
        if len(ids) > MANY:
            rows.append((f"each {stem}", tuple(ids)))
        else:
            rows += [(standings[number].name, (number,)) for number in ids]
    return rows


def rounds(played: Played) -> Drawn:
    """Rounds until it ends; the rounds in which most end are solid."""
    last = min(max(played.rounds), 10)
    counts = [_fell(played.rounds, number, last) for number in range(1, last + 1)]
    top, solid = max(counts), _most(counts, played.runs)
    cells = tuple(_cell(count, played.runs, top, place in solid) for place, count in enumerate(counts))
    columns = [*map(str, range(1, last + 1))]
    if max(played.rounds) > last:
        columns[-1] += "+"
    return Drawn(tuple(columns), (Row("of 100", "", cells),))


def _most(counts: Sequence[int], runs: int) -> set[int]:
    """The fewest rounds in which half of the fights end."""
    found: set[int] = set()
    for place in sorted(range(len(counts)), key=lambda place: -counts[place]):
        if 2 * sum(counts[one] for one in found) >= runs:
            break
        found.add(place)
    return found


def ends(played: Played) -> tuple[tuple[str, str, str, str], ...]:
    """The same as a table: the round, fights, their share, and the share ended by then."""
    rows, by_then = [], 0
    for number, count in sorted(played.rounds.items()):
        by_then += count
        rows.append((str(number), f"{count:,}", _tenths(count, played.runs), _tenths(by_then, played.runs)))
    return tuple(rows)


def _tenths(count: int, runs: int) -> str:
    return f"{100 * count / runs:.1f}{NARROW}%"


def left(fight: Fight, played: Played) -> Drawn:
    """What those who are not alike have left at the end: the dead, nothing, then as many columns as one can read."""
    known = roles(fight)
    singles = [ids[0] for _, ids in grouped(fight.ruleset.standings(fight.state)) if len(ids) == 1]
    standings = fight.ruleset.standings(fight.state)
    singles = [n for n in singles if known[standings[n].side] == "party"] or singles
    most = max((amount for n in singles for amount in played.left[n]), default=0)
    width = max(1, -(-most // COLUMNS))
    edges = [*range(1, most + 1, width), most + 1]
    bands = list(pairwise(edges))
    columns = ["†", "0", *(str(low) if high == low + 1 else f"{low}-{high - 1}" for low, high in bands)]
    numbers = {n: _bands(played, n, bands) for n in singles}
    scale = max((count for counts in numbers.values() for count in counts), default=0) or 1
    rows = []
    for n in singles:
        best = max(played.left[n])
        full = next((place + 2 for place, (low, high) in enumerate(bands) if low <= best < high), -1)
        cells = tuple(_cell(count, played.runs, scale, place == full) for place, count in enumerate(numbers[n]))
        mean = sum(max(0, left) * count for left, count in played.left[n].items()) / played.runs
        rows.append(Row(standings[n].name, known[standings[n].side], cells, (f"{mean:.1f}",)))
    return Drawn(tuple(columns), tuple(rows))


def _bands(played: Played, number: int, bands: Sequence[tuple[int, int]]) -> list[int]:
    left = played.left[number]
    dead = played.fates[number].get("dead", 0)
    nothing = sum(count for amount, count in left.items() if amount <= 0)
    above = [sum(count for amount, count in left.items() if low <= amount < high) for low, high in bands]
    return [dead, max(0, nothing - dead), *above]


def of_100(count: int, runs: int) -> str:
    """A count as whole fights of 100, halves up; rarer than that is a point."""
    whole = (200 * count + runs) // (2 * runs)
    return str(whole) if whole else "·" if count else ""
