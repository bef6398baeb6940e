"""`affray simulate`: a fight played many times by its tactics, and counted."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from affray.cli.options import (
    Whole,
    checked_method,
    drawn_seed,
    json_option,
    ruling_option,
    seed_option,
    together,
    without,
)
from affray.errors import AffrayError, Unsupported
from affray.limits import EXACT, FEW_RUNS, MOST_ROUNDS, MOST_RUNS, MOST_WORKERS, RUNS, SAMPLED

if TYPE_CHECKING:
    from affray.fight import Fight
    from affray.interpret.day import DayTally
    from affray.interpret.simulate import Tally

T = TypeVar("T", "Tally", "DayTally")


@click.command()
@click.argument("fight")
@click.option("--runs", type=Whole(1, MOST_RUNS), help=f"How many fights, at most.  [default: {RUNS}, or --until]")
@seed_option
@click.option(
    "--workers", type=Whole(1, MOST_WORKERS), help="Processes or threads to share the fights; default: the processors."
)
@click.option(
    "--rounds", type=Whole(1, MOST_ROUNDS), help=f"Stop a fight after so many rounds.  [default: {MOST_ROUNDS}]"
)
@click.option("--method", metavar="|".join((*EXACT, *SAMPLED)), help="Solve it, or sample it, this way.")
@click.option("--until", metavar="0.0001 to 0.5", help="Go on until every share is known so well, to either side.")
@ruling_option
@json_option
def simulate(
    fight: str,
    runs: int | None,
    seed: str | None,
    workers: int | None,
    rounds: int | None,
    method: str | None,
    until: str | None,
    rulings: tuple[tuple[str, str], ...],
    as_json: bool,
) -> None:
    """Play the fight in a file many times by its tactics, and count.

    The same seed and method give the same counts with any number of workers. A count is a sample: every share comes
    with its interval of 95 %. Many runs (50,000 and more) are played in compiled code where that knows all of the
    fight; the answer says so.
    """
    checked_method(method, (*EXACT, *SAMPLED))
    precision = None if until is None else read_precision(until)
    if method in EXACT:
        without("an exact answer plays no fights", ["runs", "seed", "workers", "rounds", "until"])
    from affray.fight import load  # noqa: PLC0415 - after what costs nothing

    loaded = load(fight, together(rulings))
    seed = seed or drawn_seed()
    if method in EXACT:
        _exact(loaded, seed, method, as_json)
        return
    from affray.api import runs_asked  # noqa: PLC0415 - `--help` needs no rules

    number = runs_asked(runs, precision)
    workers = workers or workers_for(number)
    counts = count(loaded, number, seed, workers, rounds or MOST_ROUNDS, method, precision, quiet=as_json)
    if not counts.tally.runs:
        raise KeyboardInterrupt
    from affray.cli.counts import document, lines  # noqa: PLC0415

    if as_json:
        tell(counts, document(loaded, counts, seed, precision))
    else:
        tell(counts, lines(loaded, counts, seed, precision))


def workers_for(runs: int) -> int:
    """How many share the runs where nobody says it: the processors, or fewer where they would not be sooner."""
    return min(os.cpu_count() or 1, max(1, -(-runs // FEW_RUNS)), MOST_WORKERS)


def tell(counts: Counted, told: Mapping[str, Any] | Sequence[str]) -> None:
    """Prints counts, as JSON or as lines; what was interrupted ends with 130."""
    from affray.cli.output import say, say_json, took  # noqa: PLC0415 - `--help` needs none of it

    if isinstance(told, Mapping):
        say_json(told)
    else:
        for line in told:
            say(line)
        took(f"{counts.seconds:.2f} s, {counts.tally.runs / counts.seconds:,.0f} fights a second")
    if counts.partial:
        click.get_current_context().exit(130)


def read_precision(text: str) -> float:
    """How well shares are to be known; raises `BadInput`."""
    from affray.checked import checked_precision  # noqa: PLC0415 - only --until asks

    given: float | str = text
    with suppress(ValueError):
        given = float(text)
    return checked_precision(given, "--until", text)


class Counted(NamedTuple):
    """What was counted, by which method and in how many seconds, whether interrupted.

    `unknown` is what the compiled way did not know of the fight.
    """

    tally: Tally
    method: str
    unknown: str
    seconds: float
    partial: bool


def count(
    fight: Fight,
    runs: int,
    seed: str,
    workers: int,
    rounds: int,
    method: str | None = None,
    precision: float | None = None,
    quiet: bool = False,
) -> Counted:
    """Plays a fight many times; interrupted, it has the tally of the fights so far."""
    from affray.interpret.sampled import sample, until  # noqa: PLC0415
    from affray.interpret.simulate import Tally  # noqa: PLC0415

    asked: Any = method
    try:
        chosen = sample(fight, runs, seed, rounds, workers, asked)
    except Unsupported as error:
        if fight.best:
            raise  # it says what answers: no method samples best play
        raise AffrayError(f"--method {method} does not know {error.what}; use --method plain") from None
    tally, seconds, partial = counted(Tally(), until(chosen.tallies, precision), runs, quiet)
    return Counted(tally, chosen.method, chosen.unknown, seconds, partial)


def counted(total: T, blocks: Iterable[T], runs: int, quiet: bool) -> tuple[T, float, bool]:
    """A tally with those of all blocks added, the seconds it took, and whether it was interrupted on the way.

    Shows on a terminal how many of the `runs` are done, and how long the others will take.
    """
    start = perf_counter()
    partial = False
    bar = None if quiet or not sys.stderr.isatty() else click.progressbar(length=runs, file=sys.stderr, show_eta=True)
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


def _exact(fight: Fight, seed: str, method: str | None, as_json: bool) -> None:
    from affray.cli.counts import exact_document, exact_lines  # noqa: PLC0415
    from affray.cli.output import say, say_json  # noqa: PLC0415
    from affray.interpret.answer import answer  # noqa: PLC0415

    asked: Any = method
    instead = "" if fight.best else "; use --method plain"
    try:
        found = answer(fight, method=asked)
    except Unsupported as error:
        raise AffrayError(f"no exact odds by {method} for {error.what}{instead}") from None
    if found.kind == "too_large":
        raise AffrayError(f"too large for --method {method} ({found.states:,} states or more){instead}")
    if as_json:
        say_json(exact_document(fight, found, seed))
    else:
        for line in exact_lines(fight, found, seed):
            say(line)
    if found.interrupted:
        click.get_current_context().exit(130)
