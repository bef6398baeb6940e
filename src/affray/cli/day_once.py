"""`affray day --auto` and `--by-hand`: one day, fight by fight, and how everybody comes out of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from affray.cli.auto import play_on
from affray.cli.output import say, say_json
from affray.cli.play import ending, seeds_of
from affray.cli.session import Session
from affray.day import Day
from affray.errors import BadInput
from affray.files import toml, write_aside
from affray.interpret.script import Streams, Trace, rolled
from affray.table.log import CommandEntry
from affray.table.work import Table
from affray.telling.story import Story


def play_once(day: Day, seed: str, rounds: int, *, by_hand: bool, folder: str | None, as_json: bool) -> None:
    """Plays the day until it is over or a fight is not won; every leg has dice of its own, made from the seed."""
    if folder is not None:
        _check_new(folder, len(day.plan.party))
    around, party = day.around, day.plan.party
    legs: list[dict[str, Any]] = []
    if day.title and not as_json:
        say(day.title, bold=True)
    for number, leg in enumerate(day.plan.legs):
        state = around.begin(day.plan, number, party)
        if state is None:
            if not as_json:
                fates = ", ".join(f"{one.name} is {around.fate(one)}" for one in party)
                say(f"{number + 1} {leg.title}: nobody of the party can go on ({fates})")
            break
        own = f"{seed}/{number + 1}"
        table = Table(day.fight(state, f"{number + 1} {leg.title}"), seeds_of(own))
        _fought(table, own, rounds, by_hand, quiet=as_json)
        party = around.end(day.plan, party, table.state)
        outcome = table.outcome
        won = outcome is not None and outcome.winner == day.ruleset.side(table.state, 0)
        after = party
        if won:
            dice = Trace(rolled(Streams(*seeds_of(own), 0)))
            party = around.rest(dice, day.plan, number, party)
        legs.append(_leg(day, number, table, won, after, party))
        if not as_json:
            for line in _told(day, number, won, after, party):
                say(line)
        if not won:
            break
    if folder is not None:
        _save(day, folder, party)
    if as_json:
        files = {"party": [dict(around.plain(one)) for one in party]}
        say_json({"title": day.title, "ruleset": day.ruleset.id, "seed": seed, "legs": legs, **files})
    else:
        say(f"seed {seed}")


def _fought(table: Table, seed: str, rounds: int, by_hand: bool, quiet: bool) -> None:
    if by_hand:
        Session(table, seed, rounds, None).run()
        return
    story = Story(table.ruleset, table.state)

    def after(entry: CommandEntry) -> None:
        for sentence in story.add(entry):
            if not quiet:
                say(sentence)

    if not quiet:
        say(table.fight.title, bold=True)
    play_on(table, rounds, None, after)
    if not quiet:
        say(ending(table, seed, None)[0])


def _told(day: Day, number: int, won: bool, after: tuple[Any, ...], rested: tuple[Any, ...]) -> list[str]:
    """How everybody is after a fight, and after the rest."""
    told = [f"  {one.name}: {_wear(day, one)}" for one in after]
    rest = day.plan.legs[number].rest
    if won and rest != "none":
        changed = [
            f"  {one.name}: {_wear(day, one)}" for before, one in zip(after, rested, strict=True) if one != before
        ]
        told += [f"Then {rest}", *(changed or ["  nothing changes"])]
    return told if won else [*told, "The day is over."]


def _wear(day: Day, one: Any) -> str:
    fate = day.around.fate(one)
    left = ", ".join(f"{name} {value}" for name, value in day.around.tracks(one))
    return left if fate == "up" else f"{fate}, {left}"


def _leg(
    day: Day, number: int, table: Table, won: bool, after: tuple[Any, ...], rested: tuple[Any, ...]
) -> dict[str, Any]:
    around = day.around
    return {
        "title": day.plan.legs[number].title,
        "won": won,
        "rounds": day.ruleset.round(table.state),
        "rest": day.plan.legs[number].rest,
        "party": [
            {
                "name": one.name,
                "fate": around.fate(one),
                "left": dict(around.tracks(one)),
                "rested": dict(around.tracks(later)),
            }
            for one, later in zip(after, rested, strict=True)
        ],
    }


def _file(folder: str, number: int) -> Path:
    """Names of people are no names of files: they are numbered."""
    return Path(folder) / f"member-{number + 1}.toml"


def _check_new(folder: str, members: int) -> None:
    if not Path(folder).is_dir():
        raise BadInput("there is no such folder", place="--save", received=folder)
    for number in range(members):
        path = _file(folder, number)
        if path.exists():
            problem = "the file exists already and is not replaced"
            raise BadInput(problem, place="--save", received=str(path), code="exists")


def _save(day: Day, folder: str, party: tuple[Any, ...]) -> None:
    for number, one in enumerate(party):
        write_aside(_file(folder, number), toml(day.around.plain(one)).encode(), overwrite=False)
