"""Parts of running commands again: a face set anew, faces for new dice, what is no longer asked, what differs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from affray.codec import canonical
from affray.dice import Seat
from affray.errors import Rejection, ReplayError
from affray.interpret.script import Answer, Rolled, Streams, typed
from affray.table.log import CommandEntry, Entry

Faces: TypeAlias = Sequence[int | None]
"""Faces in the order in which the rule asks for them; None lets the table roll that die."""


def same(new: Entry, entry: Entry, fields: tuple[str, ...]) -> None:
    """Raises `ReplayError` for the first of the fields in which a logged entry is not what it comes to here."""
    for field in fields:
        # Compared as they are written: what was read has lists where what was played has tuples.
        if canonical(getattr(new, field)) != canonical(getattr(entry, field)):
            what = "the state after it has another digest" if field == "digest" else f"its {field} differ"
            raise ReplayError(what, seq=entry.seq)


class MoreFaces:
    """The faces that an edit was given, shared by all commands that are run again."""

    def __init__(self, faces: Faces) -> None:
        self._faces = faces
        self._used = 0

    @property
    def left(self) -> int:
        return len(self._faces) - self._used

    def answer(self, streams: Streams) -> Answer:
        def answer(roll: Any, why: Any, seat: Seat, occurrence: int, index: int) -> Any:
            given = typed(self._faces[self._used : self._used + roll.count], streams)
            faces, source = given(roll, why, seat, occurrence, index)
            self._used += roll.count
            return faces, source

        return answer


def with_face(entry: CommandEntry, die: int, face: int) -> tuple[CommandEntry, Rolled] | Rejection:
    """The entry with one die changed; its sides are not known here, the rule refuses a face that it cannot have."""
    at = die
    rolls = list(entry.rolls)
    for place, roll in enumerate(rolls):
        if 0 <= at < len(roll.faces):
            faces = (*roll.faces[:at], face, *roll.faces[at + 1 :])
            rolls[place] = Rolled(roll.name, roll.seat, "edited", faces)
            return msgspec.structs.replace(entry, rolls=tuple(rolls)), rolls[place]
        at -= len(roll.faces)
    return Rejection("no_such_die", f"entry {entry.seq} has no die {die}")


def dropped_rolls(old: CommandEntry, new: CommandEntry) -> list[Rolled]:
    """Rolls of the old run that the new one did not ask for."""
    left = list(new.rolls)
    dropped = []
    for roll in old.rolls:
        if roll in left:
            left.remove(roll)
        else:
            dropped.append(roll)
    return dropped
