"""`affray play`: a fight at the terminal, by tactics or by hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from affray.cli.options import (
    Whole,
    drawn_seed,
    fight_from,
    json_option,
    position_option,
    ruling_option,
    seed_option,
)
from affray.errors import BadInput, visible

if TYPE_CHECKING:
    from affray.table.log import CommandEntry
    from affray.table.work import Table


@click.command()
@click.argument("fight", required=False)
@position_option
@click.option("--auto", is_flag=True, help="Let the tactics of the file play it.")
@click.option(
    "--odds", "with_odds", is_flag=True, help="With --auto: before each decision the odds of what was chosen."
)
@seed_option
@click.option("--log", "log", metavar="FILE", help="Write the log to a new file; affray replay reads it.")
@click.option("--rounds", type=Whole(1, 100), default=100, show_default=True, help="Stop after so many rounds.")
@ruling_option
@json_option
def play(
    fight: str | None,
    position: str | None,
    auto: bool,
    with_odds: bool,
    seed: str | None,
    log: str | None,
    rounds: int,
    rulings: tuple[tuple[str, str], ...],
    as_json: bool,
) -> None:
    """Play the fight in a file, or go on from a position.

    With --auto the tactics play both sides. Without it you choose every command by its number, and throw the dice
    yourself or let the table roll them: type help there.
    """
    if as_json and not auto:
        raise BadInput("only with --auto", place="--json")
    from affray.table.work import Table  # noqa: PLC0415 - after what costs nothing

    if log is not None:
        check_new(log, "--log")
    loaded = fight_from(fight, position, rulings)
    seed = seed or drawn_seed()
    table = Table(loaded, seeds_of(seed))
    if auto:
        _auto(table, seed, with_odds, log, rounds, as_json)
        return
    from affray.cli.session import Session  # noqa: PLC0415 - only by hand

    Session(table, seed, rounds, log).run()


def seeds_of(seed: str) -> tuple[str, str]:
    """The open and the hidden seed of a table that one person plays."""
    return seed, f"{seed}/hidden"


def check_new(path: str, where: str) -> None:
    """Refuses a log file that exists already, or whose folder does not, before the first die is thrown."""
    if Path(path).exists() or Path(path).is_symlink():
        raise BadInput("the file exists already and is not replaced", place=where, received=path, code="exists")
    if not Path(path).resolve().parent.is_dir():
        raise BadInput("there is no such folder", place=where, received=path)


def save(table: Table, path: str, overwrite: bool) -> None:
    """Writes the log of a table."""
    from affray.files import write_aside  # noqa: PLC0415 - only where one is kept

    write_aside(path, table.log(), overwrite=overwrite)


def _auto(table: Table, seed: str, with_odds: bool, log: str | None, rounds: int, as_json: bool) -> None:
    from affray.cli.auto import play_on  # noqa: PLC0415 - only here
    from affray.cli.output import say, say_json  # noqa: PLC0415
    from affray.telling.story import Story  # noqa: PLC0415

    table.fight.check_played()
    story = Story(table.ruleset, table.fight.state)

    def before(command: Any) -> None:
        from affray.cli.chances import in_short  # noqa: PLC0415 - only with --odds
        from affray.interpret.chances import chances  # noqa: PLC0415

        odds = in_short(chances(table.ruleset, table.state, command))
        say(f"    {table.ruleset.phrase(table.state, command).rstrip()}: {odds}")

    def after(entry: CommandEntry) -> None:
        for sentence in story.add(entry):
            if not as_json:
                say(sentence)

    if table.fight.title and not as_json:
        say(table.fight.title, bold=True)
    try:
        play_on(table, rounds, before if with_odds and not as_json else None, after)
    finally:
        if log is not None:
            save(table, log, overwrite=False)
    if as_json:
        say_json(document(table, seed, log))
        return
    for line in ending(table, seed, log):
        say(line)


def document(table: Table, seed: str, log: str | None) -> dict[str, Any]:
    """How a fight that tactics played ended, as JSON has it."""
    outcome = table.outcome
    document: dict[str, Any] = {
        "title": table.fight.title,
        "ruleset": table.ruleset.id,
        "rulings": dict(table.fight.rulings),
        "tactics": dict(table.fight.tactics),
        "over": outcome is not None,
        "winner": None if outcome is None else outcome.winner,
        "rounds": table.ruleset.round(table.state),
        "entries": len(table.entries),
        "seed": seed,
        "fighters": [
            {"id": one.id, "name": one.name, "side": one.side, "fate": one.fate, "left": one.left}
            for one in table.ruleset.standings(table.state)
        ],
    }
    return document if log is None else {**document, "log": log}


def ending(table: Table, seed: str, log: str | None) -> list[str]:
    """How it ended, in how many rounds, with which seed, and where the log is."""
    outcome = table.outcome
    rounds = table.ruleset.round(table.state)
    in_rounds = f"{rounds} round{'' if rounds == 1 else 's'}"
    if outcome is None:
        told = [f"Not decided after {in_rounds}."]
    else:
        told = [f"{outcome.winner} wins after {in_rounds}." if outcome.winner else f"Nobody wins after {in_rounds}."]
    told.append(f"seed {seed}")
    if log is not None:
        told.append(f"log {visible(log)}")
    return told
