"""The log as somebody may take it away: whole for referees; for everybody else what is public, numbered by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.codec import canonical
from affray.server.live.held import Happened, Held
from affray.server.live.people import Sitter
from affray.table.log import CommandEntry, EditEntry, RedoEntry, UndoEntry

PUBLIC_FORMAT = 1


def export_for(held: Held, sitter: Sitter, title: str) -> bytes:
    """A log as JSON lines. A referee's can be opened and verified; a player's has no state, no seed, nothing hidden."""
    if sitter.is_referee:
        return held.table.log(ended=held.over)
    ruleset = held.table.ruleset
    header = {
        "schema": 1,
        "public": PUBLIC_FORMAT,
        "title": title,
        "ruleset": ruleset.id,
        "version": ruleset.version,
        "rulings": dict(held.table.fight.rulings),
    }
    return b"".join(canonical(line) + b"\n" for line in (header, *_entries(held)))


def _entries(held: Held) -> list[Mapping[str, Any]]:
    told = {line["seq"]: line for line in held.table.player_log()}
    numbers = {one.entry.seq: one.place for one in held.happened if one.public}
    return [_numbered(held, one, told[one.entry.seq], numbers) for one in held.happened if one.public]


def _numbered(held: Held, one: Happened, line: Mapping[str, Any], numbers: Mapping[int, int]) -> Mapping[str, Any]:
    """A line of a player's log with the numbers that players count by."""
    changed: dict[str, Any] = {**_without_id(line), "seq": one.place}
    match one.entry:
        case UndoEntry(to=to):
            changed["to"] = held.happened[to - 1].counts_to if to else 0
        case EditEntry(entry=entry, aside=aside):
            changed["entry"] = held.happened[entry - 1].place
            changed["aside"] = [numbers[seq] for seq in aside if seq in numbers]
            changed["dropped"] = [[numbers[seq], roll] for seq, roll in line["dropped"] if seq in numbers]
            changed["entries"] = [
                {**_without_id(again), "seq": numbers[again["seq"]]}
                for again in line["entries"]
                if again["seq"] in numbers
            ]
        case CommandEntry() | RedoEntry():
            pass
    return changed


def _without_id(line: Mapping[str, Any]) -> dict[str, Any]:
    """Commands are known by their ids to those who gave them; in a log that is taken away they are of no use."""
    return {name: value for name, value in line.items() if name != "id"}
