"""`affray replay`: a log told again, and proven."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from affray.cli.options import Whole, json_option
from affray.errors import BadInput, ReplayError

if TYPE_CHECKING:
    from affray.table.log import Entry, Header
    from affray.telling.story import Story


@click.command()
@click.argument("log")
@click.option("--verify", is_flag=True, help="Run every command again and compare dice, events and every state.")
@click.option("--to", type=Whole(0, 10_000_000), help="Up to this entry; 0 is the start.")
@json_option
def replay(log: str, verify: bool, to: int | None, as_json: bool) -> None:
    """Tell a log again, entry by entry.

    It is told from what the log says happened. With --verify every command is run again with its dice, and the first
    entry that does not lead where the log says is named.
    """
    from affray.cli.output import hint, say, say_json  # noqa: PLC0415 - `affray --help` needs no table
    from affray.errors import visible  # noqa: PLC0415
    from affray.files import LOG_LIMIT, read_bytes  # noqa: PLC0415
    from affray.table.log import read  # noqa: PLC0415
    from affray.table.replay import warnings  # noqa: PLC0415
    from affray.telling.scene import scene  # noqa: PLC0415

    header, entries = read(read_bytes(log, LOG_LIMIT), visible(log))
    if to is not None and to > len(entries):
        raise BadInput("there is no such entry", place="--to", received=to, allowed=f"0 to {len(entries)}")
    entries = entries[:to]
    differs = _difference(header, entries) if verify else None
    if differs is not None and not as_json:
        raise differs
    told, story = _told(header, entries, differs)
    if as_json:
        say_json(_document(header, told, story, verify, differs))
        if differs is not None:
            click.get_current_context().exit(1)
        return
    for warning in warnings(header):
        hint(f"affray: {warning}")
    if header.title:
        say(header.title, bold=True)
    for entry, sentences in told:
        for place, sentence in enumerate(sentences):
            number = str(entry.seq) if place == 0 else ""
            say(f"{number:>4} {'' if _counts(story, entry) else '(undone) '}{sentence}")
    for line in scene(story.ruleset, story.state):
        say(line)
    if verify:
        say(f"verified: {len(entries)} entries lead where the log says")


def _difference(header: Header, entries: list[Entry]) -> ReplayError | None:
    from affray.table.replay import replay as run_again  # noqa: PLC0415

    try:
        run_again(header, entries)
    except ReplayError as error:
        return error
    return None


def _told(
    header: Header, entries: list[Entry], differs: ReplayError | None
) -> tuple[list[tuple[Entry, list[str]]], Story]:
    """Every entry with its sentences, up to the first that differs."""
    from affray.table.replay import fight_of  # noqa: PLC0415
    from affray.telling.story import Story  # noqa: PLC0415

    fight = fight_of(header)
    story = Story(fight.ruleset, fight.state)
    sound = entries if differs is None else entries[: differs.seq - 1]
    return [(entry, story.add(entry)) for entry in sound], story


def _counts(story: Story, entry: Entry) -> bool:
    from affray.table.log import CommandEntry, EditEntry  # noqa: PLC0415

    return story.counts(entry.seq) or not isinstance(entry, CommandEntry | EditEntry)


def _document(
    header: Header, told: list[tuple[Entry, list[str]]], story: Story, verify: bool, differs: ReplayError | None
) -> dict[str, Any]:
    from affray.table.replay import warnings  # noqa: PLC0415

    outcome = story.ruleset.outcome(story.state)
    return {
        "title": header.title,
        "ruleset": header.ruleset,
        "rulings": dict(header.rulings),
        "entries": [
            {
                "seq": entry.seq,
                "kind": type(entry).__struct_config__.tag,
                "counts": _counts(story, entry),
                "text": sentences,
            }
            for entry, sentences in told
        ],
        "rounds": story.ruleset.round(story.state),
        "over": outcome is not None,
        "winner": None if outcome is None else outcome.winner,
        "verified": (differs is None) if verify else None,
        "differs": None if differs is None else {"seq": differs.seq, "problem": str(differs)},
        "warnings": warnings(header),
    }
