"""Simulated odds are honest: the interval holds the exact value as often as it says; nothing unseen is impossible."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from math import sqrt

import pytest

import affray
from affray.errors import Unsupported
from affray.fight import Fight
from affray.interpret.answer import answer
from affray.interpret.found import FightOdds
from affray.interpret.simulate import interval
from tests.promises.fights import RULESETS, fight

RUNS = 10_000
SURE = 3.2905
"""A normal variable is farther from its mean than so many deviations once in a thousand times."""


def scenarios(many: int) -> Iterator[tuple[Fight, FightOdds]]:
    """Fights that are solved exactly, with their odds, from every ruleset in turn."""
    found = 0
    for number in count():
        one = fight(RULESETS[number % 3], number)
        if one.ruleset.outcome(one.state) is not None:
            continue
        try:
            odds = answer(one, budget=2.0, interval=False)
        except Unsupported:
            continue
        if odds.kind not in ("fraction", "float") or odds.undecided is None or odds.undecided > 1e-6:
            continue  # what never ends is cut at the limit of rounds
        found += 1
        yield one, odds
        if found == many:
            return


def within(share: float, p: float) -> bool:
    """Whether a share of the runs is where 999 of 1,000 are for this chance (Wilson's interval turned round)."""
    spread = SURE**2 / RUNS
    middle = (share + spread / 2) / (1 + spread)
    reach = SURE * sqrt(share * (1 - share) / RUNS + spread / (4 * RUNS)) / (1 + spread)
    return middle - reach - 1e-12 <= p <= middle + reach + 1e-12


def simulated(one: Fight, number: int) -> affray.Simulation:
    """One in ten by the engine, the others in compiled code where it knows them."""
    if number % 10:
        with suppress(Unsupported):
            return affray.simulate(one, RUNS, f"honest {number}", method="compiled")
    return affray.simulate(one, RUNS, f"honest {number}", method="plain")


@pytest.mark.slow
def test_the_exact_value_is_in_the_interval_of_nearly_all() -> None:
    """Of 200 intervals of 99.9 % more than 3 miss six times in 100,000."""
    missed = []
    for number, (one, odds) in enumerate(scenarios(200)):
        seen = simulated(one, number)
        if seen.undecided.p > 0:
            continue  # some took more rounds than a simulated fight may
        shares = {name: chance.p for name, chance in seen.win.items()}
        assert abs(sum(shares.values()) - 1) < 1e-9
        if not all(within(share, float(odds.win[name])) for name, share in shares.items()):
            missed.append(number)
    assert len(missed) <= 3, missed


@pytest.mark.parametrize("runs", [1, 10, 1_000, 200_000])
def test_what_was_never_seen_may_still_happen(runs: int) -> None:
    low, high = interval(0, runs)
    assert low == 0
    assert 0 < high < 1
    low, high = interval(runs, runs)
    assert 0 < low < 1
    assert high == 1
