"""The rest of a fight from where it stands, or a whole fight before it begins, simulated in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import monotonic, time
from typing import Any

import msgspec

from affray.checked import checked_seed
from affray.codec import canonical, decode
from affray.errors import BadInput, Unsupported
from affray.fight import Fight
from affray.interpret.sampled import sample
from affray.interpret.simulate import ROUNDS, Tally, interval, simulate_block
from affray.rules import find
from affray.server.faults import Fault, invalid, of_input
from affray.server.limits import MOST_RUNS, SIMULATION_SECONDS
from affray.server.reckoning.running import Runner, serve_one
from affray.telling.numbers import percent

MODULE = "affray.server.reckoning.whatif"
SPARE = 0.4
"""Seconds of the time that remain for the answer."""

PATIENCE = 0.2
"""Seconds of fights that are played between two looks at the clock, about."""


class Likely(msgspec.Struct, frozen=True, kw_only=True):
    """A sampled chance: its share of the runs, its interval of 95 %, and both in words that never say never."""

    p: float
    low: float
    high: float
    text: str


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """How likely a side wins; "nobody": all are out at once."""

    name: str
    wins: Likely


class Fate(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a fighter: falls (is down or dead at the end), dies. `now` is its fate before."""

    id: int
    name: str
    side: str
    now: str
    falls: Likely
    dies: Likely


class WhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """What came of simulated fights. `complete` is False where the time was up before all `asked` runs were played."""

    runs: int
    asked: int
    seed: str
    complete: bool
    sides: tuple[Side, ...]
    undecided: Likely
    rounds: float
    rounds_low: int
    rounds_high: int
    """The mean of the rounds that are still to come, and those that nine of ten fights stay within."""
    fighters: tuple[Fate, ...]
    seconds: float


class Job(msgspec.Struct, frozen=True):
    """What the child is given."""

    ruleset: str
    state: Any
    rulings: Mapping[str, str]
    tactics: Mapping[str, str]
    runs: int
    seed: str
    until: float
    """When its time is up, in seconds of the system's clock."""


class Counted(msgspec.Struct, frozen=True):
    """What the child answers."""

    tally: Tally
    seconds: float


def what_if(
    runner: Runner, key: str, fight: Fight, runs: int, seed: str, seconds: float = SIMULATION_SECONDS
) -> WhatIf | Fault:
    """Plays a fight on from its state `runs` times, or as often as the time allows; waits for it."""
    if not 1 <= runs <= MOST_RUNS:
        return invalid("runs", "runs are out of range", runs, f"1 to {MOST_RUNS}")
    try:
        checked_seed(seed, "seed")
    except BadInput as error:
        return of_input(error)
    try:
        fight.check_played()
    except Unsupported as error:
        return invalid("tactics", str(error))
    job = Job(fight.ruleset.id, fight.state, fight.rulings, fight.tactics, runs, seed, time() + seconds - SPARE)
    answer = runner.run(key, MODULE, canonical(job), seconds)
    if isinstance(answer, Fault):
        return answer
    return summed_up(fight, msgspec.msgpack.decode(answer, type=Counted), runs, seed)


def summed_up(fight: Fight, counted: Counted, asked: int, seed: str) -> WhatIf:
    """A tally in the terms of the table."""
    tally, ruleset = counted.tally, fight.ruleset
    begun = ruleset.round(fight.state)
    rounds = sorted(tally.rounds.items())
    names = [*ruleset.contenders(fight.state), None]
    standings = ruleset.standings(fight.state)
    return WhatIf(
        runs=tally.runs,
        asked=asked,
        seed=seed,
        complete=tally.runs == asked,
        sides=tuple(Side(name=name or "nobody", wins=likely(tally.winners.get(name, 0), tally.runs)) for name in names),
        undecided=likely(tally.undecided, tally.runs),
        rounds=sum(number * times for number, times in rounds) / tally.runs - begun,
        rounds_low=_quantile(rounds, tally.runs, 0.05) - begun,
        rounds_high=_quantile(rounds, tally.runs, 0.95) - begun,
        fighters=tuple(
            Fate(
                id=one.id,
                name=one.name,
                side=one.side,
                now=one.fate,
                falls=likely(fates.get("down", 0) + fates.get("dead", 0), tally.runs),
                dies=likely(fates.get("dead", 0), tally.runs),
            )
            for one, fates in zip(standings, tally.fates, strict=False)
        ),
        seconds=counted.seconds,
    )


def likely(seen: int, runs: int) -> Likely:
    """How likely something is that was seen so often; what was never seen, or always, is not certain for that."""
    low, high = interval(seen, runs)
    if 0 < seen < runs:
        text = percent(seen / runs, 1)
    else:
        word, bound = ("under", percent(high)) if seen == 0 else ("over", percent(low))
        text = bound if bound[0] in "<>" else f"{word} {bound}"
    return Likely(p=seen / runs, low=low, high=high, text=text)


def _quantile(rounds: list[tuple[int, int]], runs: int, share: float) -> int:
    left = share * runs
    for number, times in rounds:
        left -= times
        if left <= 0:
            return number
    return rounds[-1][0]


# In the child


def count(line: bytes) -> bytes:
    """Plays the fights of a job until all are played or its time is up."""
    started = monotonic()
    job: Job = decode(line, Job, "job")
    ruleset = find(job.ruleset)
    state = msgspec.convert(job.state, ruleset.state)
    fight = Fight(ruleset, state, job.rulings, job.tactics)
    total = Tally()
    for tally in _tallies(fight, job):
        total.add(tally)
        if time() > job.until:
            break
    return msgspec.msgpack.encode(Counted(total, monotonic() - started))


def _tallies(fight: Fight, job: Job) -> Iterator[Tally]:
    """Compiled where that is worth its while, else a few fights at a time, so that the clock is looked at."""
    chosen = sample(fight, job.runs, job.seed)
    if chosen.method != "plain":
        yield from chosen.tallies
        return
    first, number = 0, 1
    while first < job.runs:
        number = min(number, job.runs - first)
        began = monotonic()
        yield simulate_block(fight, job.seed, first, number, ROUNDS)
        first += number
        number = max(1, min(2 * number, int(number * PATIENCE / max(monotonic() - began, 1e-6))))


if __name__ == "__main__":
    serve_one(count)
