"""What another number of the same foes would change: a few counts side by side, and two of them in a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from affray.errors import BadInput
from affray.fight import parse
from affray.server.pages import prep_edit
from affray.server.pages.prep_numbers import Played
from affray.server.pages.prep_report import called, wins
from affray.server.pages.prep_runner import Results
from affray.server.pages.prep_tables import PARTY, grouped, roles
from affray.telling.figures import NARROW

AROUND = 2
MINUS = "\N{MINUS SIGN}"


class Bell(msgspec.Struct, frozen=True):
    """Two chances of the same thing on one line, and the difference in points."""

    name: str
    one: float
    other: float
    first: str
    second: str
    change: str


class Sweep(msgspec.Struct, frozen=True):
    """Counts of one fighter: two of them compared, and a row of figures for each."""

    what: str
    first: str
    second: str
    bells: tuple[Bell, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, bool, tuple[str, ...]], ...]
    runs: str


def sweep_texts(text: str, name: str, number: int) -> list[tuple[int, str]]:
    """The fight with two fewer to two more of the fighters of a table; raises `BadInput`."""
    tables = prep_edit.counts(text, name)
    if not 0 <= number < len(tables):
        raise BadInput("there is no such fighter", place="fighter", received=number + 1)
    now = tables[number][2]
    counts = range(max(1, now - AROUND), min(prep_edit.MOST, now + AROUND) + 1)
    found = []
    for count in counts:
        changed = prep_edit.with_count(text, number, count)
        parse(changed, name)
        found.append((count, changed))
    return found


def sweep_of(text: str, name: str, number: int, counts: Sequence[int], results: Results) -> Sweep:
    """The counts that were played in time, compared: as written, and one fewer where there is one."""
    what, side, now = prep_edit.counts(text, name)[number]
    played = {count: one for place, count in enumerate(counts) if (one := results.played(place)) is not None}
    other = now - 1 if now - 1 in played else now + 1
    if now not in played or other not in played:
        raise BadInput("the fights are too large to be played in five seconds", place="fight", code="too_large")
    fight = parse(text, name)
    known = roles(fight)
    winner = PARTY if PARTY in known else next(iter(known))
    falls = [(f"{one} falls", ids[0]) for one, ids in grouped(fight.ruleset.standings(fight.state)) if len(ids) == 1]
    mine = [(label, n) for label, n in falls if fight.ruleset.standings(fight.state)[n].side == winner][:8]
    told: list[tuple[str, Callable[[Played], int]]] = [
        (f"{called(winner)} {wins(winner)}", lambda one: one.winners.get(winner, 0))
    ]
    told.append((f"{called(side)} flee" if side != winner else "somebody flees", lambda one: one.flights.get(side, 0)))
    told.append(("somebody dies", lambda one: one.deaths.get(winner, 0)))
    bells = [bell(label, played[now], played[other], count(played[now]), count(played[other])) for label, count in told]
    bells += [
        bell(label, played[now], played[other], _fell(played[now], n), _fell(played[other], n)) for label, n in mine
    ]
    rows = []
    for count, one in sorted(played.items()):
        mean = sum(number * times for number, times in one.rounds.items()) / one.runs
        cells = tuple(f"{100 * figure(one) / one.runs:.1f}{NARROW}%" for _, figure in told)
        rows.append((str(count), count == now, (*cells, f"{mean:.1f}")))
    runs = f"{min(one.runs for one in played.values()):,}"
    heads = (*(label for label, _ in told), "rounds, mean")
    return Sweep(what, str(now), str(other), tuple(bells), heads, tuple(rows), runs)


def _fell(played: Played, number: int) -> int:
    return sum(played.falls[number].values())


def bell(label: str, one: Played, other: Played, first: int, second: int) -> Bell:
    """Two counts of fights on one line."""
    return between(label, 100 * first / one.runs, 100 * second / other.runs)


def between(label: str, first: float, second: float) -> Bell:
    """Two chances in percent on one line."""
    shown = (_whole(first), _whole(second))
    change = signed(shown[1] - shown[0])
    return Bell(label, round(first, 2), round(second, 2), str(shown[0]), str(shown[1]), change)


def _whole(percent: float) -> int:
    return int(percent + 0.5)


def signed(change: int) -> str:
    """A difference with its sign, as print has it."""
    return f"+{change}" if change > 0 else f"{MINUS}{-change}" if change < 0 else "0"
