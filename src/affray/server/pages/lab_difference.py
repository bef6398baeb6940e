"""Two fights, or one under two readings: played and, where that can be done in time, solved; and what differs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from affray.api import Share, share
from affray.errors import BadInput, Unsupported
from affray.fight import Fight, parse
from affray.server.pages.prep_child import Step
from affray.server.pages.prep_numbers import NOBODY, Played, Solved
from affray.server.pages.prep_report import called, seen, wins
from affray.server.pages.prep_runner import Reckoner, Results
from affray.server.pages.prep_sweep import MINUS, Bell, bell, between
from affray.server.pages.prep_tables import roles
from affray.telling.difference import Chance, changed
from affray.telling.figures import NARROW, percent

PLAYING, SOLVING = 0.9, 1.3
SEED = "lab"


class Variant(msgspec.Struct, frozen=True):
    """One of the two: its text, and the rulings that go before those in it."""

    text: str
    rulings: Mapping[str, str]
    fight: Fight


class Change(msgspec.Struct, frozen=True):
    """A chance in both and the difference, with what is certain of it: an interval, or the fraction."""

    name: str
    first: str
    second: str
    change: str
    sure: str


class Difference(msgspec.Struct, frozen=True):
    """What differs: a headline, the picture, the figures, and how they were found."""

    headline: str
    bells: tuple[Bell, ...]
    changes: tuple[Change, ...]
    how: str
    apart: tuple[tuple[str, str, str], ...]


def variant(text: str, name: str, rulings: Mapping[str, str]) -> Variant:
    """A variant that can be read and played; raises `BadInput`."""
    fight = parse(text, name, rulings)
    try:
        fight.check_played()
    except Unsupported as error:
        raise BadInput(str(error), place=name) from None
    return Variant(text, rulings, fight)


def difference(one: Variant, other: Variant, reckoner: Reckoner) -> Difference:
    """What differs between two variants; within five seconds. Raises `BadInput` where they are too large."""
    both = (one, other)
    steps = [
        Step(kind="play", text=each.text, rulings=each.rulings, seconds=PLAYING, seed=f"{SEED}/{n}")
        for n, each in enumerate(both, 1)
    ]
    steps += [Step(kind="solve", text=each.text, rulings=each.rulings, seconds=SOLVING) for each in both]
    results = reckoner.reckon(steps)
    first, second = results.played(0), results.played(1)
    if first is None or second is None:
        raise BadInput("the fights are too large to be played in five seconds", place="fight", code="too_large")
    exact = _solved(results)
    names = list(dict.fromkeys(name for each in both for name in each.fight.ruleset.contenders(each.fight.state)))
    names.sort(key=lambda name: name not in roles(one.fight) or name != "party")
    changes = tuple(_change(name, (first, second), exact) for name in (*names, NOBODY) if _happens(name, first, second))
    return Difference(
        _headline(names[0], (first, second), exact),
        tuple(_bells(one.fight, other.fight, (first, second), exact)),
        changes,
        _how(first, second, exact),
        tuple(apart(one.fight, other.fight)),
    )


def _solved(results: Results) -> tuple[Solved, Solved] | None:
    """The exact odds of both, where there are those of both."""
    one, other = results.solved(2), results.solved(3)
    return None if one is None or other is None else (one, other)


def _happens(name: str, first: Played, second: Played) -> bool:
    return name != NOBODY or bool(first.winners.get(NOBODY) or second.winners.get(NOBODY))


def _chances(name: str, played: tuple[Played, Played], exact: tuple[Solved, Solved] | None) -> tuple[Chance, Chance]:
    if exact is not None:
        one, other = (Fraction(each.win.get(name, "0")) for each in exact)
        return one, other
    first, second = (share(each.winners.get(name, 0), each.runs) for each in played)
    return first, second


def _change(name: str, played: tuple[Played, Played], exact: tuple[Solved, Solved] | None) -> Change:
    one, other = _chances(name, played, exact)
    difference = changed(one, other)
    label = "all go down" if name == NOBODY else f"{called(name)} {wins(name)}"
    if isinstance(difference, Share):
        sure = f"{points(difference.low)} to {points(difference.high)}"
        shown = [seen(Fraction(each.winners.get(name, 0), each.runs), each.runs) for each in played]
        return Change(label, shown[0], shown[1], points(difference.p), sure)
    assert isinstance(one, Fraction) and isinstance(other, Fraction) and isinstance(difference, Fraction)
    sure = str(difference) if exact and exact[0].exact and exact[1].exact and len(str(difference)) < 30 else ""
    return Change(label, percent(one, 1), percent(other, 1), points(float(difference)), sure)


def points(change: float) -> str:
    """A difference in points of a percent with its sign."""
    text = f"{abs(change) * 100:.1f}"
    sign = "" if text == "0.0" else "+" if change > 0 else MINUS
    return f"{sign}{text}"


def _headline(name: str, played: tuple[Played, Played], exact: tuple[Solved, Solved] | None) -> str:
    difference: Any = changed(*_chances(name, played, exact))
    who = f"{called(name)} {wins(name)}"
    if isinstance(difference, Share):
        if difference.low < 0 < difference.high:
            return f"No difference that {sum(each.runs for each in played):,} fights would show"
        difference = difference.p
    if difference == 0:
        return "No difference at all"
    more = "more" if difference > 0 else "less"
    return f"{who[0].upper()}{who[1:]} {abs(float(difference)) * 100:.1f} points {more} often"


def _bells(one: Fight, other: Fight, played: tuple[Played, Played], exact: tuple[Solved, Solved] | None) -> list[Bell]:
    """The picture: who wins, as exactly as it is known, and what else was counted."""
    found = []
    for side in dict.fromkeys((*roles(one), *roles(other))):
        label = f"{called(side)} {wins(side)}"
        if exact is None:
            found.append(_bell(label, played, "winners", side))
        else:
            first, second = (100 * float(Fraction(each.win.get(side, "0"))) for each in exact)
            found.append(between(label, first, second))
        found.append(_bell(f"somebody of {called(side)} dies", played, "deaths", side))
        found.append(_bell(f"somebody of {called(side)} flees", played, "flights", side))
    return [one for one in found if one.one or one.other]


def _bell(label: str, played: tuple[Played, Played], what: str, side: str) -> Bell:
    first, second = played
    return bell(label, first, second, getattr(first, what).get(side, 0), getattr(second, what).get(side, 0))


def _how(first: Played, second: Played, exact: tuple[Solved, Solved] | None) -> str:
    games = f"{first.runs:,} and {second.runs:,} fights, seeds {first.seed} and {second.seed}"
    if exact is None:
        return f"Played, not solved: {games}; intervals of 95{NARROW}%. One that holds 0 leaves open which is greater."
    kind = "Exact" if exact[0].exact and exact[1].exact else "Exact but for rounding"
    return f"{kind}, from {exact[0].states:,} and {exact[1].states:,} positions. The picture counts {games}."


def apart(one: Fight, other: Fight) -> list[tuple[str, str, str]]:
    """The rulings and tactics in which two fights differ: the name, and both options."""
    found = []
    if one.ruleset.id == other.ruleset.id:
        found = [(id, now, other.rulings[id]) for id, now in one.rulings.items() if now != other.rulings[id]]
    for side, tactic in one.tactics.items():
        if other.tactics.get(side, tactic) != tactic:
            found.append((f"tactic of {side}", tactic, other.tactics[side]))
    return found
