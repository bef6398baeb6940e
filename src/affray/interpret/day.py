"""Many days played out by tactics and counted: how a party wears down from fight to fight.

A day draws from its own generator, seeded by (seed, run number): the result never depends on how many workers share
the runs.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from affray.codec import canonical, decode
from affray.day import Day
from affray.interpret.roll import Sampler
from affray.interpret.simulate import BLOCK, ROUNDS, count_each, count_in, play_out
from affray.interpret.workers import undisturbed
from affray.rules import find


class LegTally(msgspec.Struct):
    """What came of one leg in all days.

    `begun` days came to it, in `won` the party won, `undecided` were stopped. `fates[n]` counts how member n had left
    the fight, `tracks[n]` for each track what was left of it then; `rested[n]` the same after the rest.
    """

    begun: int = 0
    won: int = 0
    undecided: int = 0
    rounds: dict[int, int] = msgspec.field(default_factory=dict)
    fates: list[dict[str, int]] = msgspec.field(default_factory=list)
    tracks: list[dict[str, dict[int, int]]] = msgspec.field(default_factory=list)
    rested: list[dict[str, dict[int, int]]] = msgspec.field(default_factory=list)

    def add(self, other: LegTally) -> None:
        """Counts another tally's days as well."""
        self.begun += other.begun
        self.won += other.won
        self.undecided += other.undecided
        count_in(self.rounds, other.rounds)
        count_each(self.fates, other.fates)
        for mine, theirs in ((self.tracks, other.tracks), (self.rested, other.rested)):
            mine += [{} for _ in range(len(theirs) - len(mine))]
            for tracks, more in zip(mine, theirs, strict=True):
                for name, counts in more.items():
                    count_in(tracks.setdefault(name, {}), counts)


class DayTally(msgspec.Struct):
    """What came of `runs` days; in `won` of them the party won every fight."""

    runs: int = 0
    won: int = 0
    legs: list[LegTally] = msgspec.field(default_factory=list)

    def add(self, other: DayTally) -> None:
        """Counts another tally's days as well."""
        self.runs += other.runs
        self.won += other.won
        self.legs += [LegTally() for _ in range(len(other.legs) - len(self.legs))]
        for mine, theirs in zip(self.legs, other.legs, strict=True):
            mine.add(theirs)


def simulate_day(day: Day, seed: str, first: int, runs: int, rounds: int = ROUNDS) -> DayTally:
    """The tally of `runs` days from run number `first` on."""
    tally = DayTally(legs=[LegTally() for _ in day.plan.legs])
    for run in range(first, first + runs):
        _one_day(day, tally, Sampler(seed, run), rounds, checked=run == first)
    return tally


def _one_day(day: Day, tally: DayTally, dice: Sampler, rounds: int, checked: bool) -> None:
    """One day, added to the tally. It ends with the first fight that the party does not win."""
    around, ruleset, plan = day.around, day.ruleset, day.plan
    party = plan.party
    goes_on = True
    for index, leg in enumerate(tally.legs):
        state = around.begin(plan, index, party) if goes_on else None
        goes_on = state is not None
        if state is not None:
            fight = day.fight(state)
            state = play_out(ruleset, state, fight.orders(), dice, rounds, checked=checked)
            goes_on = _score(leg, day, state)
            party = around.end(plan, party, state)
        _wear(leg.fates, leg.tracks, around, plan.party, party)
        party = around.rest(dice, plan, index, party) if goes_on else party
        _wear(None, leg.rested, around, plan.party, party)
    tally.runs += 1
    tally.won += goes_on


def _score(leg: LegTally, day: Day, state: Any) -> bool:
    """Counts a fight; whether the party has won it."""
    outcome = day.ruleset.outcome(state)
    leg.begun += 1
    leg.undecided += outcome is None
    begun = day.ruleset.round(state)
    leg.rounds[begun] = leg.rounds.get(begun, 0) + 1
    won = outcome is not None and outcome.winner == day.ruleset.side(state, 0)
    leg.won += won
    return won


def _wear(
    fates: list[dict[str, int]] | None,
    tracks: list[dict[str, dict[int, int]]],
    around: Any,
    before: tuple[Any, ...],
    party: tuple[Any, ...],
) -> None:
    """Counts how everybody is; what was there in the morning and is gone counts as 0."""
    while len(tracks) < len(party):
        tracks.append({})
        if fates is not None:
            fates.append({})
    for number, (morning, one) in enumerate(zip(before, party, strict=True)):
        if fates is not None:
            fate = around.fate(one)
            fates[number][fate] = fates[number].get(fate, 0) + 1
        left = dict(around.tracks(one))
        for name, _ in around.tracks(morning):
            counts = tracks[number].setdefault(name, {})
            value = left.get(name, 0)
            counts[value] = counts.get(value, 0) + 1


def day_blocks(day: Day, runs: int, seed: str, rounds: int = ROUNDS, workers: int = 1) -> Iterator[DayTally]:
    """The tallies of `runs` days, a block at a time, in order, shared by `workers` processes."""
    jobs = [(seed, first, min(BLOCK, runs - first), rounds) for first in range(0, runs, BLOCK)]
    if workers == 1:
        for job in jobs:
            yield simulate_day(day, *job)
        return
    setup = (day.ruleset.id, canonical(day.plan), dict(day.rulings), dict(day.tactics))
    with undisturbed():
        pool = multiprocessing.get_context("spawn").Pool(min(workers, len(jobs)), _receive, setup)
    with pool:
        yield from pool.imap(_work, jobs)


_DAY: list[Day] = []


def _receive(ruleset: str, plan: bytes, rulings: Mapping[str, str], tactics: Mapping[str, str]) -> None:
    found = find(ruleset)
    assert found.characters is not None
    _DAY.append(Day(found, decode(plan, found.characters().day), rulings, tactics))


def _work(job: tuple[str, int, int, int]) -> DayTally:
    return simulate_day(_DAY[-1], *job)
