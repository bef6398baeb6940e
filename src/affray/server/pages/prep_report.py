"""What to expect of a fight, ready to be set: the headline, the bar, and tables that are charts at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from affray.api import share
from affray.fight import Fight
from affray.server.pages.prep_numbers import NOBODY, Played, Solved
from affray.server.pages.prep_tables import PARTY, Drawn, ends, falls, left, of_100, roles, rounds
from affray.telling.figures import NARROW, percent

UNDECIDED = "undecided"

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


def report(fight: Fight, played: Played, solved: Solved | None) -> Report:
    """The report of a fight that was played, and perhaps solved."""
    shares = _shares(fight, played, solved)
    return Report(
        _headline(shares, _chances(fight, played, solved)),
        tuple(_sentences(fight, played)),
        shares,
        _how(shares, played, solved),
        falls(fight, played),
        rounds(played),
        ends(played),
        left(fight, played),
    )


def _headline(shares: Sequence[Share], chances: Mapping[str, Fraction]) -> str:
    """What is likeliest, in a line."""
    if 2 * chances[UNDECIDED] > 1:
        return f"No end in sight: {shares[-1].percent} of fights are undecided"
    first = shares[0]
    word = next(word for least, word in HEADLINES if float(chances[first.name]) >= least)
    return f"{word}: {called(first.name)} {wins(first.name)} {first.percent}"


def called(side: str) -> str:
    """A side in a sentence."""
    return f"the {side}" if side in (PARTY, "foes") else side


def wins(side: str) -> str:
    """The verb for a side."""
    return "win" if side == "foes" else "wins"


def _chances(fight: Fight, played: Played, solved: Solved | None) -> dict[str, Fraction]:
    """Who can win by how much, the party first; then nobody, and fights without an end."""
    names = sorted(fight.ruleset.contenders(fight.state), key=lambda name: name != PARTY)
    if solved is not None:
        found = {name: Fraction(solved.win.get(name, "0")) for name in (*names, NOBODY)}
        return found | {UNDECIDED: Fraction(solved.undecided)}
    found = {name: Fraction(played.winners.get(name, 0), played.runs) for name in (*names, NOBODY)}
    return found | {UNDECIDED: Fraction(played.undecided, played.runs)}


def _shares(fight: Fight, played: Played, solved: Solved | None) -> tuple[Share, ...]:
    found, x = [], 0.0
    known = roles(fight)
    for name, chance in _chances(fight, played, solved).items():
        if name in (NOBODY, UNDECIDED) and chance == 0:
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
            said.append(f"somebody of {called(side)} dies in {_times(dies, played)} of 100 fights")
        if flees:
            verb = "somebody flees" if said else f"somebody of {called(side)} flees"
            said.append(f"{verb} in {_times(flees, played)}")
        if said:
            text = ", and ".join(said)
            told.append(f"{text[0].upper()}{text[1:]}.")
    return told


def _times(count: int, played: Played) -> str:
    """A count as so many fights of 100, in a sentence."""
    found = of_100(count, played.runs)
    return "less than 1" if found == "·" else found
