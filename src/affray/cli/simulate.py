"""`affray simulate`: a fight played many times by its tactics, and counted."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

import click

from affray.cli.options import Whole, drawn_seed, json_option, ruling_option, seed_option, together
from affray.errors import AffrayError, BadInput

if TYPE_CHECKING:
    from affray.fight import Fight
    from affray.interpret.day import DayTally
    from affray.interpret.simulate import Tally

T = TypeVar("T", "Tally", "DayTally")

MOST_RUNS = 1_000_000_000
MOST_WORKERS = 256
RUNS = 10_000
FEW = 2_000
"""Runs that a second process would not finish sooner than one alone: it takes some 0.2 s to start."""

METHODS = ("exact", "plain")


@click.command()
@click.argument("fight")
@click.option("--runs", type=Whole(1, MOST_RUNS), default=RUNS, show_default=True, help="How many fights.")
@seed_option
@click.option("--workers", type=Whole(1, MOST_WORKERS), help="Processes to share the fights; default: the processors.")
@click.option("--rounds", type=Whole(1, 100), help="A fight is stopped after so many rounds.  [default: 100]")
@click.option("--method", metavar="exact|plain", default="plain", show_default=True, help="Solve it, or play it out.")
@ruling_option
@json_option
def simulate(
    fight: str,
    runs: int,
    seed: str | None,
    workers: int | None,
    rounds: int | None,
    method: str,
    rulings: tuple[tuple[str, str], ...],
    as_json: bool,
) -> None:
    """Play the fight in a file many times by its tactics, and count.

    The same seed gives the same counts with any number of workers. A count is a sample: every share comes with its
    interval of 95 %.
    """
    if method not in METHODS:
        problem = "not available" if method == "compiled" else "no such method"
        raise BadInput(problem, place="--method", received=method, allowed=", ".join(METHODS))
    if method == "exact" and rounds is not None:
        raise BadInput("an exact answer has no limit of rounds", place="--rounds", received=rounds)
    from affray.fight import load  # noqa: PLC0415 - after what costs nothing

    loaded = load(fight, together(rulings))
    seed = seed or drawn_seed()
    if method == "exact":
        _exact(loaded, seed, as_json)
        return
    most = max(1, -(-runs // FEW))
    workers = workers or min(os.cpu_count() or 1, most, MOST_WORKERS)
    tally, seconds, partial = count(loaded, runs, seed, workers, rounds or 100, quiet=as_json)
    if not tally.runs:
        raise KeyboardInterrupt
    from affray.cli.counts import document, lines  # noqa: PLC0415
    from affray.cli.output import say, say_json, took  # noqa: PLC0415

    if as_json:
        say_json(document(loaded, tally, seed, method, seconds, partial))
    else:
        for line in lines(loaded, tally, seed, method, partial):
            say(line)
        took(f"{seconds:.2f} s, {tally.runs / seconds:,.0f} fights a second")
    if partial:
        click.get_current_context().exit(130)


def count(
    fight: Fight, runs: int, seed: str, workers: int, rounds: int, quiet: bool = False
) -> tuple[Tally, float, bool]:
    """The tally, the seconds it took, and whether it was interrupted; then the tally is of the fights so far."""
    from affray.interpret.simulate import Tally, blocks  # noqa: PLC0415

    return counted(Tally(), blocks(fight, runs, seed, rounds, workers), runs, quiet)


def counted(total: T, blocks: Iterable[T], runs: int, quiet: bool) -> tuple[T, float, bool]:
    """A tally with those of all blocks added, the seconds it took, and whether it was interrupted on the way.

    Shows on a terminal how many of the `runs` are done.
    """
    start = perf_counter()
    partial = False
    bar = None if quiet or not sys.stderr.isatty() else click.progressbar(length=runs, file=sys.stderr)
    try:
        for tally in blocks:
            total.add(tally)
            if bar is not None:
                bar.update(tally.runs)
    except KeyboardInterrupt:
        partial = True
    finally:
        if bar is not None:
            bar.render_finish()
    return total, perf_counter() - start, partial


def _exact(fight: Fight, seed: str, as_json: bool) -> None:
    from affray.cli.counts import exact_document, exact_lines  # noqa: PLC0415
    from affray.cli.output import say, say_json  # noqa: PLC0415
    from affray.interpret.answer import answer  # noqa: PLC0415

    found = answer(fight)
    if found.kind == "too_large":
        raise AffrayError(f"too large for --method exact ({found.states:,} states or more); use --method plain")
    if as_json:
        say_json(exact_document(fight, found, seed))
    else:
        for line in exact_lines(fight, found, seed):
            say(line)
