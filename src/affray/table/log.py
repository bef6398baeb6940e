"""The log of a table: a header and entries, one JSON text a line. It only grows.

Undo, redo and a changed die are entries too; what counts is read off the whole log (see `work`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from affray.codec import SCHEMA, canonical, decode, digest
from affray.dice import Seat
from affray.errors import BadInput
from affray.files import read_title
from affray.interpret.script import Rolled
from affray.rules import Ruleset

FORMAT = 1


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a log begins with.

    `fight` is the state at the start as plain values; `fingerprint` is the sha256 of the ruleset's content and rulings,
    reported when it differs and not fatal. `ended` is there where a referee ended the fight as it stood.
    """

    schema: int = SCHEMA
    format: int = FORMAT
    affray: str
    ruleset: str
    version: str
    fingerprint: str
    rulings: Mapping[str, str]
    generator: str
    seeds: tuple[str, str]
    title: str
    tactics: Mapping[str, str]
    fight: Any
    ended: Literal[True] | msgspec.UnsetType = msgspec.UNSET


def fingerprint(ruleset: Ruleset[Any, Any, Any]) -> str:
    """The sha256 of a ruleset's content and rulings: when it differs, a log may play differently."""
    return digest({"content": ruleset.content(), "rulings": ruleset.rulings})


class CommandEntry(msgspec.Struct, frozen=True, tag="command", tag_field="kind", forbid_unknown_fields=True):
    """A command that was carried out, with its rolls, its events and the digest of the state after it.

    `command` and `events` are plain values, as the ruleset's types encode them.
    """

    seq: int
    id: str
    seat: Seat
    command: Any
    rolls: tuple[Rolled, ...]
    events: tuple[Any, ...]
    digest: str


class UndoEntry(msgspec.Struct, frozen=True, tag="undo", tag_field="kind", forbid_unknown_fields=True):
    """Back to what was effective right after entry `to`; 0 is the start."""

    seq: int
    id: str
    seat: Seat
    to: int
    digest: str


class RedoEntry(msgspec.Struct, frozen=True, tag="redo", tag_field="kind", forbid_unknown_fields=True):
    """What the last undo took away is effective again."""

    seq: int
    id: str
    seat: Seat
    digest: str


class EditEntry(msgspec.Struct, frozen=True, tag="edit", tag_field="kind", forbid_unknown_fields=True):
    """Die `die` (its place among all dice of entry `entry`, from 0) shows `face` after all.

    `entries` are the effective command entries from that one on, run again under their old numbers; `dropped` are
    rolls that were no longer asked for; `aside` are the numbers of commands that were refused now, or came after one.
    """

    seq: int
    id: str
    seat: Seat
    entry: int
    die: int
    face: int
    entries: tuple[CommandEntry, ...]
    dropped: tuple[tuple[int, Rolled], ...]
    aside: tuple[int, ...]
    digest: str


class NoteEntry(msgspec.Struct, frozen=True, tag="note", tag_field="kind", forbid_unknown_fields=True):
    """Something written beside the fight; it changes nothing."""

    seq: int
    id: str
    seat: Seat
    text: str
    hidden: bool = False


class SeatEntry(msgspec.Struct, frozen=True, tag="seat", tag_field="kind", forbid_unknown_fields=True):
    """Somebody took a seat (or left it, with an empty name); it changes nothing in the fight."""

    seq: int
    id: str
    seat: Seat
    name: str


Entry: TypeAlias = CommandEntry | UndoEntry | RedoEntry | EditEntry | NoteEntry | SeatEntry


def write(header: Header, entries: Iterable[Entry]) -> bytes:
    """The log as text: the header, then an entry a line."""
    return b"".join(canonical(one) + b"\n" for one in (header, *entries))


def is_ended(data: bytes) -> bool:
    """Whether a log that can be read says that its fight was ended as it stood."""
    return _header(data.partition(b"\n")[0], "log:1").ended is True


def read(data: bytes, place: str) -> tuple[Header, list[Entry]]:
    """The header and the entries of a log; raises `BadInput` naming the line of what is wrong."""
    lines = data.split(b"\n")
    if lines[-1] != b"":
        raise BadInput("the line is cut off", place=f"{place}:{len(lines)}", hint="nothing was read")
    if len(lines) == 1:
        raise BadInput("the log is empty", place=place)
    header = _header(lines[0], f"{place}:1")
    entries: list[Entry] = []
    ids: set[str] = set()
    for number, line in enumerate(lines[1:-1], start=2):
        entry: Entry = decode(line, Entry, f"{place}:{number}")
        expected = len(entries) + 1
        if entry.seq != expected:
            problem = f"gap after {expected - 1}" if entry.seq > expected else f"seq {entry.seq} twice"
            raise BadInput(problem, place=f"{place}:{number}", field="seq", received=entry.seq)
        if not entry.id or entry.id in ids:
            raise BadInput("an id of its own is needed", place=f"{place}:{number}", field="id", received=entry.id)
        ids.add(entry.id)
        entries.append(entry)
    return header, entries


class _Format(msgspec.Struct):
    """The fields of a header that every format has."""

    format: int
    schema: int


def _header(line: bytes, place: str) -> Header:
    made: _Format = decode(line, _Format, place)
    for field, here in (("format", FORMAT), ("schema", SCHEMA)):
        if getattr(made, field) != here:
            problem = f"made by {field} {getattr(made, field)}, this program reads {here}"
            raise BadInput(problem, place=place, field=field)
    header: Header = decode(line, Header, place)
    read_title(header.title, f"{place}: title")
    return header


class Published(msgspec.Struct, frozen=True, eq=False):
    """What players may see of a command that was given: its events, as plain values, its rolls, perhaps the command."""

    events: list[Mapping[str, Any]]
    rolls: tuple[Rolled, ...]
    command: bool


Publish: TypeAlias = Callable[[CommandEntry], Published]


def player_log(entries: Iterable[Entry], publish: Publish) -> list[dict[str, Any]]:
    """The log as a player may have it: no digest, no seed, no hidden roll, event, note or command.

    `publish` says what of a command is public.
    """
    seen: dict[int, Published] = {}
    return [
        _without_secrets(entry, publish, seen)
        for entry in entries
        if not (isinstance(entry, NoteEntry) and entry.hidden)
    ]


def _without_secrets(entry: Entry, publish: Publish, seen: dict[int, Published]) -> dict[str, Any]:
    """An entry without what is the referee's; `seen` is what was public of the commands before it, by their numbers."""
    shown: dict[str, Any] = msgspec.to_builtins(entry)
    shown.pop("digest", None)
    match entry:
        case CommandEntry():
            public = seen[entry.seq] = publish(entry)
            shown["events"] = public.events
            shown["rolls"] = msgspec.to_builtins(list(public.rolls))
            if not public.command:
                del shown["command"]
        case EditEntry():
            dropped = [[number, roll] for number, roll in entry.dropped if roll in seen[number].rolls]
            shown["dropped"] = msgspec.to_builtins(dropped)
            shown["entries"] = [_without_secrets(one, publish, seen) for one in entry.entries]
            first = entry.entries[0]
            die, face = _shown_die(first.rolls, seen[first.seq].rolls, shown.pop("die")), shown.pop("face")
            if die is not None:
                shown |= {"die": die, "face": face}
    return shown


def _shown_die(rolls: Iterable[Rolled], seen: Collection[Rolled], die: int) -> int | None:
    """The number of a die among those that players see; None for one that they do not."""
    shown = 0
    for roll in rolls:
        if die < len(roll.faces):
            return shown + die if roll in seen else None
        die -= len(roll.faces)
        shown += len(roll.faces) if roll in seen else 0
    return None
