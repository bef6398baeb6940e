"""Many fights played out by their tactics, counted.

A fight draws from its own generator, seeded by (seed, run number): the result never depends on how many workers share
the runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import sqrt
from typing import Any, TypeVar

import msgspec

from affray.dice import TABLE, Dice, Seat
from affray.fight import Fight
from affray.interpret.roll import Sampler
from affray.limits import MOST_ROUNDS, RUNS
from affray.play import Play
from affray.rules import Ruleset, Tactic

K = TypeVar("K")

ROUNDS = MOST_ROUNDS
"""After which a fight is stopped where nobody says it."""

BLOCK = 500
"""Runs that are handed to a worker at a time, at least."""

MOST_BLOCKS = 20_000

SURE = 1.959963984540054
"""Standard deviations of a two-sided interval of 95 %."""


class Tally(msgspec.Struct):
    """What came of `runs` fights: counts by winner, by rounds begun, and by fighter.

    `left[n]` counts what fighter n had left at the end, `fates[n]` how it ended.
    """

    runs: int = 0
    winners: dict[str | None, int] = msgspec.field(default_factory=dict)
    undecided: int = 0
    rounds: dict[int, int] = msgspec.field(default_factory=dict)
    fates: list[dict[str, int]] = msgspec.field(default_factory=list)
    left: list[dict[int, int]] = msgspec.field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Counts another tally's fights as well."""
        self.runs += other.runs
        self.undecided += other.undecided
        count_in(self.winners, other.winners)
        count_in(self.rounds, other.rounds)
        count_each(self.fates, other.fates)
        count_each(self.left, other.left)


def count_in(counts: dict[K, int], more: Mapping[K, int]) -> None:
    """Adds other counts to these."""
    for key, number in more.items():
        counts[key] = counts.get(key, 0) + number


def count_each(counts: list[dict[K, int]], more: list[dict[K, int]]) -> None:
    """Adds other counts to these, fighter by fighter."""
    counts += [{} for _ in range(len(more) - len(counts))]
    for mine, theirs in zip(counts, more, strict=False):
        count_in(mine, theirs)


def play_out(
    ruleset: Ruleset[Any, Any, Any],
    state: Any,
    orders: Mapping[str, Tactic],
    dice: Dice,
    rounds: int = ROUNDS,
    events: list[Any] | None = None,
    checked: bool = True,
) -> Any:
    """The state in which a fight ends, or in which round `rounds` has been played to its end.

    Every decision is answered by the tactic of its side; events are kept only where a list for them is given. Tactics
    give legal commands (the conformance suite proves it); `checked` asks for each all the same.
    """
    play = Play(state, dice, ruleset.evolve, events)
    next_to_act, apply, perform = ruleset.next_to_act, ruleset.apply, ruleset.perform
    by_seat: dict[Seat, Tactic] = {}
    while (seat := next_to_act(play.state)) is not None:
        if seat == TABLE and ruleset.round(play.state) >= rounds:
            break
        tactic = by_seat.get(seat)
        if tactic is None:
            tactic = by_seat[seat] = orders[ruleset.side(play.state, seat)]
        command = tactic(play.state, seat, dice)
        if not checked:
            perform(play, command)
            continue
        rejection = apply(play, command)
        if rejection is not None:
            raise RuntimeError(f"a tactic gave {command!r}: {rejection.message}")
    return play.state


def simulate_block(fight: Fight, seed: str, first: int, runs: int, rounds: int) -> Tally:
    """The tally of `runs` fights from run number `first` on."""
    tally = Tally()
    ruleset, orders = fight.ruleset, fight.orders()
    for run in range(first, first + runs):
        # The first fight of a block is checked: a tactic that goes wrong at once is not simulated a million times.
        state = play_out(ruleset, fight.state, orders, Sampler(seed, run), rounds, checked=run == first)
        _score(tally, ruleset, state)
    return tally


def _score(tally: Tally, ruleset: Ruleset[Any, Any, Any], state: Any) -> None:
    tally.runs += 1
    outcome = ruleset.outcome(state)
    if outcome is None:
        tally.undecided += 1
    else:
        tally.winners[outcome.winner] = tally.winners.get(outcome.winner, 0) + 1
    begun = ruleset.round(state)
    tally.rounds[begun] = tally.rounds.get(begun, 0) + 1
    standings = ruleset.standings(state)
    while len(tally.fates) < len(standings):
        tally.fates.append({})
        tally.left.append({})
    for one, fates, left in zip(standings, tally.fates, tally.left, strict=True):
        fates[one.fate] = fates.get(one.fate, 0) + 1
        left[one.left] = left.get(one.left, 0) + 1


def simulate(
    fight: Fight,
    runs: int = RUNS,
    seed: str = "0",
    rounds: int = ROUNDS,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """Plays `runs` fights to their end or to the end of round `rounds` and counts them.

    The same seed gives the same tally with any number of `workers` (processes). `progress` is called with the number
    of fights done since the last call. On KeyboardInterrupt the tally so far is lost: see `blocks` for partial ones.
    """
    total = Tally()
    for tally in blocks(fight, runs, seed, rounds, workers):
        total.add(tally)
        if progress is not None:
            progress(tally.runs)
    return total


def blocks(fight: Fight, runs: int, seed: str, rounds: int = ROUNDS, workers: int = 1) -> Iterator[Tally]:
    """The tallies of `runs` fights, a block at a time, in order."""
    size = max(BLOCK, runs // MOST_BLOCKS)
    jobs = [(first, min(size, runs - first)) for first in range(0, runs, size)]
    if workers == 1:
        for first, number in jobs:
            yield simulate_block(fight, seed, first, number, rounds)
        return
    from affray.interpret.workers import shared_blocks  # noqa: PLC0415 - processes only when asked for

    yield from shared_blocks(fight, seed, jobs, rounds, workers)


def interval(successes: int, runs: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for a chance of which `successes` of `runs` were seen.

    Never all of 0 or 1: what has not been seen in `runs` fights may still happen.
    """
    share, spread = successes / runs, SURE**2 / runs
    middle = share + spread / 2
    reach = SURE * sqrt(share * (1 - share) / runs + spread / (4 * runs))
    # At none and at all the end is 0 and 1, which rounding would miss.
    low = (middle - reach) / (1 + spread) if successes else 0.0
    return low, (middle + reach) / (1 + spread) if successes < runs else 1.0
