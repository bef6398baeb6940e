"""The attack as a user of dyce writes it, by `expand`."""

from __future__ import annotations

import warnings
from fractions import Fraction
from importlib.util import find_spec
from typing import Any

from benchmarks.jobs import ATTACK, Blows

THERE = find_spec("dyce") is not None


def blows(edge: int) -> Any:
    """One attack of the first job; the dice are made anew, as for a first question."""
    import dyce

    d20, die = dyce.H(20), dyce.H(ATTACK.die)
    rolled = d20.order_stat_for_n_at_pos(2, -1) if edge else d20
    hit = die.apply(lambda points: (points, 0, 0))
    critical = (die + die).apply(lambda points: (points, 1, 0))

    def blow(result: Any) -> Any:
        if result.outcome == 20:
            return critical
        if result.outcome + ATTACK.bonus > ATTACK.armor:
            return hit
        return (0, 0, int(result.outcome == 1))

    return dyce.expand(blow, rolled)


def many(times: int, edge: int) -> Any:
    """The attack so many times over, without being told each time that `expand` is experimental."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(times - 1):
            blows(edge)
        return blows(edge)


def table(found: Any) -> Blows:
    """A histogram as fractions."""
    return {outcome: Fraction(count, found.total) for outcome, count in found.items()}
