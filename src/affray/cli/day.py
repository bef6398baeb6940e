"""`affray day`: fights with rests between them, played many times and counted, or once and told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from affray.cli.options import Whole, drawn_seed, json_option, ruling_option, seed_option, together
from affray.cli.simulate import workers_for
from affray.errors import BadInput
from affray.limits import MOST_RUNS, MOST_WORKERS, RUNS

if TYPE_CHECKING:
    from affray.day import Day
    from affray.interpret.day import DayTally


@click.command()
@click.argument("day")
@click.option("--auto", is_flag=True, help="Let tactics play the day once, and tell it.")
@click.option("--by-hand", is_flag=True, help="Play every fight of the day yourself, as affray play does.")
@click.option(
    "--save", metavar="FOLDER", help="With --auto or --by-hand: write the party as it comes back, a file each."
)
@click.option("--runs", type=Whole(1, MOST_RUNS), help=f"How many days.  [default: {RUNS}]")
@seed_option
@click.option("--workers", type=Whole(1, MOST_WORKERS), help="Processes to share the days; default: the processors.")
@click.option("--rounds", type=Whole(1, 100), default=100, show_default=True, help="A fight is stopped after so many.")
@ruling_option
@json_option
def day(
    day: str,
    auto: bool,
    by_hand: bool,
    save: str | None,
    runs: int | None,
    seed: str | None,
    workers: int | None,
    rounds: int,
    rulings: tuple[tuple[str, str], ...],
    as_json: bool,
) -> None:
    """Play the day in a file many times by its tactics, and count how the party wears down.

    A day ends with the first fight that the party does not win. The same seed gives the same counts with any number of
    workers. A count is a sample: shares come with their interval of 95 %.
    """
    if auto and by_hand:
        raise BadInput("one of the two", place="--auto, --by-hand")
    once = auto or by_hand
    for name, given in (("--runs", runs), ("--workers", workers)):
        if once and given is not None:
            raise BadInput("the day is played once", place=name, received=given)
    if by_hand and as_json:
        raise BadInput("not with --by-hand", place="--json")
    if save is not None and not once:
        raise BadInput("only with --auto or --by-hand", place="--save", received=save)
    from affray.day import load_day  # noqa: PLC0415 - after what costs nothing

    loaded = load_day(day, together(rulings))
    seed = seed or drawn_seed()
    if once:
        from affray.cli.day_once import play_once  # noqa: PLC0415 - one of two ways

        play_once(loaded, seed, rounds, by_hand=by_hand, folder=save, as_json=as_json)
        return
    number = runs or RUNS
    workers = workers or workers_for(number)
    tally, seconds, partial = _count(loaded, number, seed, workers, rounds, quiet=as_json)
    if not tally.runs:
        raise KeyboardInterrupt
    _show(loaded, tally, seed, seconds, partial, as_json)
    if partial:
        click.get_current_context().exit(130)


def _count(loaded: Day, runs: int, seed: str, workers: int, rounds: int, quiet: bool) -> tuple[DayTally, float, bool]:
    """The tally, the seconds it took, and whether it was interrupted; then the tally is of the days so far."""
    from affray.cli.simulate import counted  # noqa: PLC0415 - after what costs nothing
    from affray.interpret.day import DayTally, day_blocks  # noqa: PLC0415

    return counted(DayTally(), day_blocks(loaded, runs, seed, rounds, workers), runs, quiet)


def _show(loaded: Day, tally: DayTally, seed: str, seconds: float, partial: bool, as_json: bool) -> None:
    from affray.cli.day_counts import document, lines  # noqa: PLC0415 - after what costs nothing
    from affray.cli.output import say, say_json, took  # noqa: PLC0415

    more: dict[str, Any] = {"partial": True} if partial else {}
    if as_json:
        say_json({**document(loaded, tally, seed, seconds), **more})
        return
    for line in lines(loaded, tally, seed, partial):
        say(line)
    took(f"{seconds:.2f} s, {tally.runs / seconds:,.0f} days a second")
