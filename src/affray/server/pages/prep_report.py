"""What to expect of a fight, ready to be set: the headline, the bar, and tables that are charts at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

import msgspec

from affray.api import share
from affray.fight import Fight
from affray.rules import Standing
from affray.server.pages.figures import NARROW, percent
from affray.server.pages.prep_numbers import NOBODY, Played, Solved

PARTY = "party"
ROLES = ("party", "foes", "third")
COLUMNS = 8
TALL = 40.0
MANY = 3
"""So many who are alike share a row."""

HEADLINES = (
    (0.97, "All but certain"),
    (0.8, "Likely"),
    (0.6, "Better than even"),
    (0.45, "Nearly a coin toss"),
    (0.25, "Against the odds"),
    (0.08, "A long shot"),
    (0.0, "Next to hopeless"),
)


class Share(msgspec.Struct, frozen=True):
    """A side's chance: in percent, as a fraction where that is short, and its part of the bar of 640."""

    name: str
    called: str
    role: str
    percent: str
    fraction: str
    x: float
    width: float


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


class Report(msgspec.Struct, frozen=True):
    """What to expect."""

    headline: str
    about: tuple[str, ...]
    shares: tuple[Share, ...]
    how: str
    falls: Drawn
    rounds: Drawn
    ends: tuple[tuple[str, str, str, str], ...]
    left: Drawn


def roles(fight: Fight) -> dict[str, str]:
    """The role of every side: the party, those against it, and all others."""
    sides = list(dict.fromkeys((*fight.ruleset.sides(fight.state), *fight.ruleset.contenders(fight.state))))
    others = [side for side in sides if side != PARTY]
    found = {side: ROLES[min(place + 1, 2)] for place, side in enumerate(others)}
    return found if PARTY not in sides else {PARTY: ROLES[0]} | found


def report(fight: Fight, played: Played, solved: Solved | None) -> Report:
    """The report of a fight that was played, and perhaps solved."""
    shares = _shares(fight, played, solved)
    first = shares[0]
    chance = _chances(fight, played, solved)[first.name]
    word = next(word for least, word in HEADLINES if float(chance) >= least)
    return Report(
        f"{word}: {called(first.name)} {wins(first.name)} {first.percent}",
        tuple(_sentences(fight, played)),
        shares,
        _how(shares, played, solved),
        _falls(fight, played),
        _rounds(played),
        _ends(played),
        _left(fight, played),
    )


def called(side: str) -> str:
    """A side in a sentence."""
    return f"the {side}" if side in (PARTY, "foes") else side


def wins(side: str) -> str:
    """The verb for a side."""
    return "win" if side == "foes" else "wins"


def _chances(fight: Fight, played: Played, solved: Solved | None) -> dict[str, Fraction]:
    """Who can win by how much, the party first; nobody last."""
    names = sorted(fight.ruleset.contenders(fight.state), key=lambda name: name != PARTY)
    if solved is not None:
        return {name: Fraction(solved.win.get(name, "0")) for name in (*names, NOBODY)}
    return {name: Fraction(played.winners.get(name, 0), played.runs) for name in (*names, NOBODY)}


def _shares(fight: Fight, played: Played, solved: Solved | None) -> tuple[Share, ...]:
    found, x = [], 0.0
    known = roles(fight)
    for name, chance in _chances(fight, played, solved).items():
        if name == NOBODY and chance == 0:
            continue
        width = 640 * float(chance)
        exact = solved is not None and solved.exact and chance.denominator < 1000
        shown = percent(chance) if solved is not None else seen(chance, played.runs)
        role = known.get(name, "none")
        found.append(Share(name, called(name), role, shown, str(chance) if exact else "", round(x, 2), round(width, 2)))
        x += width
    return tuple(found)


def seen(chance: Fraction, runs: int) -> str:
    """A share of fights that were played, in percent; what was never seen, or always, may still be otherwise."""
    if chance == 0:
        return f"<{NARROW}{max(1, -(-300 // runs)) if runs < 300 else 1}{NARROW}%"
    if chance == 1:
        return f">{NARROW}99{NARROW}%"
    whole = int(chance * 100 + Fraction(1, 2))
    return f"{min(max(whole, 1), 99)}{NARROW}%"


def _how(shares: Sequence[Share], played: Played, solved: Solved | None) -> str:
    games = f"{played.runs:,} fights, seed {played.seed}"
    if solved is not None:
        how = "Exact" if solved.exact else f"Exact but for rounding ({solved.error:g})"
        end = f"; {percent(solved.undecided)} never end" if Fraction(solved.undecided) > 0 else ""
        return f"{how}, from {solved.states:,} positions{end}. The tables below count {games}."
    name = shares[0].name
    one = share(played.winners.get(name, 0), played.runs)
    open_ = f"{played.undecided:,} undecided" if played.undecided else "none undecided"
    return f"{one.low * 100:.1f} to {one.high * 100:.1f}{NARROW}% (95{NARROW}% interval), {games}; {open_}."


def _sentences(fight: Fight, played: Played) -> list[str]:
    mean = sum(number * count for number, count in played.rounds.items()) / played.runs
    told = [f"It takes {mean:.1f} rounds on average."]
    for side in sorted(roles(fight), key=lambda side: side != PARTY):
        dies, flees = played.deaths.get(side, 0), played.flights.get(side, 0)
        said = []
        if dies:
            said.append(f"somebody of {called(side)} dies in {_of_100(dies, played.runs)} of 100 fights")
        if flees:
            verb = "somebody flees" if said else f"somebody of {called(side)} flees"
            said.append(f"{verb} in {_of_100(flees, played.runs)}")
        if said:
            text = ", and ".join(said)
            told.append(f"{text[0].upper()}{text[1:]}.")
    return told


def _of_100(count: int, runs: int) -> str:
    """A count as whole fights of 100, halves up; rarer than that is a point."""
    whole = (200 * count + runs) // (2 * runs)
    return str(whole) if whole else "·" if count else ""


# The tables


def _falls(fight: Fight, played: Played) -> Drawn:
    """Who falls, and in which round; those who are alike share a row, which is their mean."""
    last = min(max((number for falls in played.falls for number in falls), default=1), COLUMNS)
    columns = [*map(str, range(1, last + 1))]
    longer = any(number > last for falls in played.falls for number in falls)
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
    return _of_100(round(count), played.runs) or "0"


def _cell(count: float, runs: int, scale: float, strong: bool = False) -> Cell:
    if count <= 0:
        return Cell("")
    return Cell(_of_100(round(count) or 1, runs), round(max(1.0, TALL * count / scale), 2), strong)


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


def _rounds(played: Played) -> Drawn:
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


def _ends(played: Played) -> tuple[tuple[str, str, str, str], ...]:
    """The same as a table: the round, fights, their share, and the share ended by then."""
    rows, by_then = [], 0
    for number, count in sorted(played.rounds.items()):
        by_then += count
        rows.append((str(number), f"{count:,}", _tenths(count, played.runs), _tenths(by_then, played.runs)))
    return tuple(rows)


def _tenths(count: int, runs: int) -> str:
    return f"{100 * count / runs:.1f}{NARROW}%"


def _left(fight: Fight, played: Played) -> Drawn:
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
