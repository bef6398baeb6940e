"""What counts of a log that only grows: the moments a fight has been through, and where among them it is now.

Undo and redo move along moments that are all kept, so that going anywhere costs nothing and nothing has to be inverted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from affray.errors import Rejection
from affray.table.log import CommandEntry


class Moment(msgspec.Struct, frozen=True, eq=False):
    """A state on the way, the entry that led to it, and the moment before. The first one has neither."""

    state: Any
    entry: CommandEntry | None = None
    before: Moment | None = None

    def back(self) -> Iterator[Moment]:
        """This moment and those before it, the latest first, but for the start."""
        moment: Moment | None = self
        while moment is not None and moment.entry is not None:
            yield moment
            moment = moment.before

    def entries(self) -> list[CommandEntry]:
        """The effective command entries that lead here, in order."""
        return [moment.entry for moment in self.back() if moment.entry is not None][::-1]

    def before_entry(self, seq: int) -> Moment | None:
        """The moment right before command entry `seq`; None where that entry does not lead here."""
        return next((one.before for one in self.back() if one.entry is not None and one.entry.seq == seq), None)


class Timeline:
    """The commands and edits that count, by their numbers, and the moment after each. `now` is the last of them."""

    def __init__(self, state: Any) -> None:
        self.now = Moment(state)
        self._after: dict[int, Moment] = {0: self.now}
        self._effective: list[int] = []
        self._undone: list[list[int]] = []

    @property
    def effective(self) -> tuple[int, ...]:
        """The numbers of the commands and edits that were not undone, in order."""
        return tuple(self._effective)

    @property
    def can_redo(self) -> bool:
        """Whether an undo has taken away something that can count again."""
        return bool(self._undone)

    def fork(self) -> Timeline:
        """The same moments; what is done to one of the two does not touch the other."""
        forked = Timeline(self.now.state)
        forked.now = self.now
        forked._after = dict(self._after)
        forked._effective = list(self._effective)
        forked._undone = list(self._undone)
        return forked

    def before(self) -> dict[int, Any]:
        """The state before each command entry there has been, in effect or not, by the identity of the entry."""
        states: dict[int, Any] = {}
        for last in self._after.values():
            moment: Moment | None = last
            while moment is not None and moment.entry is not None and id(moment.entry) not in states:
                assert moment.before is not None
                states[id(moment.entry)] = moment.before.state
                moment = moment.before
        return states

    def append(self, seq: int, moment: Moment) -> None:
        """Entry `seq` led to this moment; what had been undone cannot be redone any more."""
        self.now = self._after[seq] = moment
        self._effective.append(seq)
        self._undone.clear()

    def previous(self) -> int:
        """The entry that undoing the last one goes back to; 0 is the start."""
        return self._effective[-2] if len(self._effective) > 1 else 0

    def undo(self, to: int) -> Rejection | None:
        """Back to right after effective entry `to`, or to the start with 0."""
        if not self._effective or to == self._effective[-1]:
            return Rejection("nothing_to_undo", "there is nothing to undo")
        if to != 0 and to not in self._effective:
            return Rejection("not_effective", f"entry {to} is not in effect")
        cut = self._effective.index(to) + 1 if to else 0
        self._undone.append(self._effective[cut:])
        self._effective = self._effective[:cut]
        self.now = self._after[to]
        return None

    def redo(self) -> Rejection | None:
        """What the last undo took away counts again."""
        if not self._undone:
            return Rejection("nothing_to_redo", "there is nothing to redo")
        self._effective = self._effective + self._undone.pop()
        self.now = self._after[self._effective[-1]]
        return None
