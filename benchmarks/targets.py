"""Every job with all that can do it, and the targets that affray is held to there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter
from typing import NamedTuple, TypeAlias

from benchmarks import grid, jobs, naive, naive_others, ours, with_dyce, with_icepool
from benchmarks.best_play import best_play
from benchmarks.fights import duel, ford, ford_of_unlike, groups
from benchmarks.jobs import Known
from benchmarks.ours import affray
from benchmarks.pairs import Race, Tool, absent, clock, timed
from benchmarks.references import LONG, by_node, by_numpy, by_stochroll, library, loop, naive_loop
from benchmarks.results import Cell, Row, cells, row
from benchmarks.start import start

Lines: TypeAlias = Iterator[Row | Cell]


class Size(NamedTuple):
    """How much is run: turns; calls and fights a turn; fights for those who are fast; whether what takes minutes is."""

    rounds: int
    calls: int
    fights: int
    many: int
    long: bool


QUICK = Size(rounds=3, calls=20, fights=1_000, many=200_000, long=False)
FULL = Size(rounds=7, calls=50, fights=5_000, many=1_000_000, long=True)

SAMPLE = 100_000
"""Fights of the naive loop that an exact answer is compared with: they give a chance to within 0.3 points."""


def attack(size: Size) -> Lines:
    """T1: one Knave attack, exact."""
    yield from _attack(size, "plain", 0, jobs.PLAIN, 1.3)
    yield from _attack(size, "advantage", 1, jobs.ADVANTAGE, 1.0)


def _attack(size: Size, name: str, edge: int, known: Known, limit: float) -> Lines:
    n, often = size.calls, 100 * size.calls
    race = Race(
        (
            Tool("plain Python, every face", timed(lambda turn: naive_others.many(n, edge), n), known),
            library(
                "icepool", with_icepool.THERE, with_icepool.many, n, edge, known=known, units=n, read=with_icepool.table
            ),
            library("dyce", with_dyce.THERE, with_dyce.many, n, edge, known=known, units=n, read=with_dyce.table),
            affray("cold", partial(ours.blows, edge, n, cold=True), known, n, ours.table),
            affray("repeated", partial(ours.blows, edge, often, cold=False), known, often, ours.table),
        ),
        size.rounds,
    )
    job = f"attack, {name}, exact"
    yield from cells(job, "an attack", race)
    yield row(race, "T1", f"{job}, cold", "affray, cold", "icepool", limit)
    yield row(race, "T1", f"{job}, repeated", "affray, repeated", "affray, cold", 1 / 100)


def duels(size: Size) -> Lines:
    """T2: a duel, exact."""
    yield from _duel(size, 8, 8, jobs.EVEN)
    yield from _duel(size, 8, 6, jobs.UNEVEN)


def _duel(size: Size, first: int, second: int, known: Known) -> Lines:
    fight, n = duel(first, second), size.calls
    plain = library("icepool", with_icepool.THERE, with_icepool.duel, first, second, known=known)
    race = Race(
        (
            loop("naive loop", lambda number: naive_others.duels(number, first, second), size.fights, known, SAMPLE),
            plain._replace(slow=not size.long),
            library("icepool, rounds kept", with_icepool.THERE, with_icepool.duel, first, second, True, known=known),
            affray("fractions", partial(ours.sides, fight, exactly=True), known),
            affray("floats", partial(ours.sides, fight, exactly=False, times=n), known, n),
        ),
        size.rounds,
    )
    job = f"duel, {first} HP v {second}, exact"
    yield from cells(job, "an answer", race)
    if known == jobs.EVEN:
        yield row(race, "T2", f"{job}, floats", "affray, floats", "icepool", 1 / 1_000)
        yield row(race, "T2", f"{job}, fractions", "affray, fractions", "icepool", 1 / 10)


def focus(size: Size) -> Lines:
    """T3: the fight in which everybody attacks the first foe, exact; and the same of fewer, without a target."""
    for number, known in jobs.SMALL.items():
        fraction = affray("fractions", partial(ours.sides, groups(number, number), exactly=True), known)
        race = Race((_fight_by_icepool(size, number, number, known), fraction), size.rounds)
        yield from cells(f"{number} v {number}, first foe, exact", "an answer", race)
    reference = naive_loop(size.fights, SAMPLE)
    race = Race(
        (
            reference,
            _fight_by_icepool(size, naive.KNAVES, naive.GOBLINS, jobs.FIRST),
            affray("fractions", partial(ours.sides, ford(), exactly=True), jobs.FIRST),
            affray("floats", partial(ours.sides, ford(), exactly=False, times=10), jobs.FIRST, 10),
        ),
        size.rounds,
    )
    job = "4 v 6, first foe, exact"
    yield from cells(job, "an answer", race)
    yield row(race, "T3", f"{job}, floats", "affray, floats", reference.name, 1 / 400)
    yield row(race, "T3", f"{job}, fractions", "affray, fractions", "icepool", 1 / 300)


def _fight_by_icepool(size: Size, knaves: int, goblins: int, known: Known) -> Tool:
    """Minutes for ten fighters, seconds for six: those run once, and not in the quick form."""
    long = knaves + goblins > 4
    if long and not size.long and with_icepool.THERE:
        return absent("icepool", LONG)
    tool = library("icepool", with_icepool.THERE, with_icepool.fight, knaves, goblins, known=known)
    return tool._replace(slow=long)


def free(size: Size) -> Lines:
    """T4: the fight with targets at random and with the best ones, exact."""
    reference = naive_loop(size.fights, SAMPLE, "naive loop at the first foe")
    race = Race(
        (
            reference,
            affray("at random", partial(ours.free_targets, ford(), "random"), jobs.RANDOM),
            affray("best", partial(ours.free_targets, ford(), "best"), jobs.BEST),
            affray("best, knaves who differ", partial(ours.free_targets, ford_of_unlike(), "best")),
        ),
        size.rounds,
    )
    job = "4 v 6, any foe, exact"
    yield from cells(job, "an answer", race)
    for name, limit in (("at random", 1 / 20), ("best", 1 / 20), ("best, knaves who differ", 1 / 2)):
        yield row(race, "T4", f"{job}, {name}", f"affray, {name}", reference.name, limit)


def gear(size: Size) -> Lines:
    """T5: gear that breaks."""
    job = "duel, 12 HP v 8, gear breaks, exact"
    plain = affray("plain Python", partial(ours.gear_duel, compiled=False), jobs.GEAR_DUEL)
    compiled = affray("compiled", partial(ours.gear_duel, compiled=True), jobs.GEAR_DUEL)
    for tool, most in ((plain._replace(slow=True), 3), (compiled, 0.005)):
        race = Race((clock(most), tool), size.rounds)
        yield from cells(job, "an answer", race)
        yield row(race, "T5", job, tool.name, "the clock", 1)

    job = "4 v 6, first foe, knaves' gear breaks"
    reference = naive_loop(size.fights, 2 * SAMPLE, "naive loop without gear")
    # By wall time: two threads share the work, and what is asked is how long one waits.
    interval = affray("interval", ours.certified, jobs.GEAR, clock=perf_counter)._replace(slow=not size.long)
    race = Race((reference, interval), size.rounds)
    yield from cells(job, "an answer", race)
    yield row(race, "T5", f"{job}, to a millionth", interval.name, reference.name, 1)


def sampling(size: Size) -> Lines:
    """T6 and T7: the fight sampled."""
    few, many, known = size.many // 10, size.many, jobs.FIRST
    race = Race(
        (
            naive_loop(size.fights),
            by_numpy(many),
            by_stochroll(few),
            by_node(many),
            affray("compiled", partial(ours.bulk, ford(), many), known, many),
            affray("volleys, Numba", partial(ours.volley, many, "compiled"), known, many),
            affray("volleys, NumPy", partial(ours.volley, many, "vectors"), known, many),
            affray("volleys, plain Python", partial(ours.volley, few, "plain"), known, few),
        ),
        size.rounds,
    )
    job = "4 v 6, first foe, sampled"
    yield from cells(job, "a fight", race)
    for other, limit in (("naive loop", 1 / 50), ("stochroll", 1 / 20), ("JavaScript", 1 / 1.5)):
        yield row(race, "T6", f"{job}, any fighters", "affray, compiled", other, limit)
    for by, limit in (("Numba", 1 / 170), ("NumPy", 1 / 40), ("plain Python", 1 / 7)):
        yield row(race, "T7", f"{job}, fighters alike, {by}", f"affray, volleys, {by}", "naive loop", limit)
    yield from _on_two_cores(size)
    yield from _at_random(size)


def _on_two_cores(size: Size) -> Lines:
    """By the clock on the wall: the processor's seconds of both threads are one sum."""
    n = 4 * size.many
    tools = [
        affray(name, partial(ours.bulk, ford(), n, workers), jobs.FIRST, n, clock=perf_counter)
        for workers, name in ((1, "one thread"), (2, "two threads"))
    ]
    job = "4 v 6, first foe, sampled, wall clock"
    race = Race(tools, size.rounds)
    yield from cells(job, "a fight", race)
    yield row(race, "T6", job, "affray, two threads", "affray, one thread", 1 / 1.6)


def _at_random(size: Size) -> Lines:
    many = size.many
    race = Race(
        (
            loop("naive loop", naive_others.fights_at_random, size.fights, jobs.RANDOM),
            affray("compiled", partial(ours.bulk, ford("random"), many), jobs.RANDOM, many),
        ),
        size.rounds,
    )
    yield from cells("4 v 6, a foe at random, sampled", "a fight", race)


def engine(size: Size) -> Lines:
    """T8: the plain engine, the engine with its events kept, and the bare formula."""
    n = size.fights // 2
    race = Race(
        (
            naive_loop(size.fights),
            affray("engine", partial(ours.engine, n, kept=False), jobs.FIRST, n, ours.won),
            affray("engine, events kept", partial(ours.engine, n, kept=True), jobs.FIRST, n, ours.won),
            affray("bare formula", partial(ours.bare_formula, n), jobs.FIRST, n),
        ),
        size.rounds,
    )
    job = "4 v 6, first foe, played"
    yield from cells(job, "a fight", race)
    for name, limit in (("engine", 12), ("engine, events kept", 14), ("bare formula", 2)):
        yield row(race, "T8", f"{job}, {name}", f"affray, {name}", "naive loop", limit)


def on_the_grid(size: Size) -> Lines:
    """T10: the squares that one can go to, and whole fights on squares."""
    yield from grid.where_to(size.rounds)
    yield from grid.skirmish(size.fights, size.rounds)


JOBS: dict[str, Callable[[Size], Lines]] = {
    "attack": attack,
    "duel": duels,
    "focus": focus,
    "free": free,
    "gear": gear,
    "sampling": sampling,
    "engine": engine,
    "start": lambda size: start(size.rounds),
    "grid": on_the_grid,
    "best": lambda size: best_play(size.rounds),
}
"""Every job by the name that `--job` knows it by."""
