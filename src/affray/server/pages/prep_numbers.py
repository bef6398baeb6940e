"""What a fight comes to, reckoned in a process of its own: many fights played and counted, or the exact odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any

import msgspec

from affray.dice import TABLE, Seat
from affray.errors import Unsupported
from affray.fight import Fight, parse
from affray.interpret.answer import answer
from affray.interpret.roll import Sampler
from affray.interpret.simulate import ROUNDS
from affray.play import Play
from affray.rules import Standing, Tactic

MOST_RUNS = 200_000
FALLEN = ("down", "dead")
NOBODY = "nobody"


class Played(msgspec.Struct):
    """What came of `runs` fights: each number counts fights.

    Of fighter n, `falls[n]` counts by the round in which it fell, `fates[n]` by how it ended and `left[n]` by what it
    had left. `deaths` and `flights` count by side the fights in which anybody of it died or fled.
    """

    runs: int = 0
    seed: str = ""
    winners: dict[str, int] = {}
    undecided: int = 0
    rounds: dict[int, int] = {}
    falls: list[dict[int, int]] = []
    fates: list[dict[str, int]] = []
    left: list[dict[int, int]] = []
    deaths: dict[str, int] = {}
    flights: dict[str, int] = {}


class Solved(msgspec.Struct):
    """Exact odds: `exact` as fractions in text, or numbers that are exact but for rounding (`error`)."""

    exact: bool
    win: dict[str, str]
    undecided: str
    error: float
    states: int


def play(text: str, name: str, runs: int, seconds: float, seed: str, rulings: Mapping[str, str]) -> Played:
    """Plays the fight in a text `runs` times, or as often as `seconds` allow; the first n runs are always the same."""
    return play_fight(parse(text, name, rulings), runs, seconds, seed)


def play_fight(fight: Fight, runs: int, seconds: float, seed: str) -> Played:
    """Plays a fight `runs` times, or as often as `seconds` allow, and counts; at least once."""
    end = monotonic() + seconds
    standings = fight.ruleset.standings(fight.state)
    counts = Played(seed=seed)
    counts.falls = [{} for _ in standings]
    counts.fates = [{} for _ in standings]
    counts.left = [{} for _ in standings]
    orders = fight.orders()
    for run in range(runs):
        _once(fight, orders, Sampler(seed, run), counts)
        if monotonic() >= end:
            break
    return counts


def sweep(texts: Sequence[str], name: str, runs: int, seconds: float, seed: str) -> list[Played]:
    """Plays each of the fights for its share of the seconds."""
    return [play(text, name, runs, seconds / len(texts), seed, {}) for text in texts]


def solve(text: str, name: str, seconds: float, rulings: Mapping[str, str]) -> Solved | None:
    """The exact odds of the fight in a text; None where there are none, or none in that time."""
    fight = parse(text, name, rulings)
    try:
        found = answer(fight, budget=seconds, interval=False)
    except Unsupported:
        return None
    if found.kind not in ("fraction", "float"):
        return None
    win = {side: str(chance) for side, chance in found.win.items()}
    return Solved(found.kind == "fraction", win, str(found.undecided), found.error or 0.0, found.states)


def _once(fight: Fight, orders: Mapping[str, Tactic], dice: Sampler, counts: Played) -> None:
    """Plays one fight to its end, looking at who has fallen whenever a round has gone by."""
    ruleset = fight.ruleset
    table = Play(fight.state, dice, ruleset.evolve)
    by_seat: dict[Seat, Tactic] = {}
    number = ruleset.round(table.state)
    fallen: dict[int, int] = {}
    while (seat := ruleset.next_to_act(table.state)) is not None:
        now = ruleset.round(table.state)
        if now != number:
            _fallen(ruleset.standings(table.state), number, fallen)
            number = now
        if seat == TABLE and now >= ROUNDS:
            break
        tactic = by_seat.get(seat)
        if tactic is None:
            tactic = by_seat[seat] = orders[ruleset.side(table.state, seat)]
        ruleset.perform(table, tactic(table.state, seat, dice))
    standings = ruleset.standings(table.state)
    _fallen(standings, ruleset.round(table.state), fallen)
    _count(counts, ruleset.outcome(table.state), standings, ruleset.round(table.state), fallen)


def _fallen(standings: Sequence[Standing], number: int, fallen: dict[int, int]) -> None:
    for one in standings:
        if one.fate in FALLEN:
            fallen.setdefault(one.id, number)
        else:
            fallen.pop(one.id, None)  # somebody helped it up again


def _count(counts: Played, outcome: Any, standings: Sequence[Standing], number: int, fallen: Mapping[int, int]) -> None:
    counts.runs += 1
    if outcome is None:
        counts.undecided += 1
    else:
        _one_more(counts.winners, outcome.winner or NOBODY)
    _one_more(counts.rounds, number)
    for side in {one.side for one in standings if one.fate == "dead"}:
        _one_more(counts.deaths, side)
    for side in {one.side for one in standings if one.fate == "fled"}:
        _one_more(counts.flights, side)
    for one in standings:
        _one_more(counts.fates[one.id], one.fate)
        _one_more(counts.left[one.id], one.left)
        if one.id in fallen:
            _one_more(counts.falls[one.id], fallen[one.id])


def _one_more(counts: dict[Any, int], key: Any) -> None:
    counts[key] = counts.get(key, 0) + 1
