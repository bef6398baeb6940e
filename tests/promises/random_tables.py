"""Tables on which anything was done that people do: commands, notes, undo, redo, changed dice, other referees."""

from __future__ import annotations

from random import Random

import msgspec

from affray.codec import digest
from affray.server.faults import Fault
from affray.server.live import messages as m
from affray.server.live.messages import AnyMessage
from affray.server.live.room import Answer
from tests.promises.fights import fight
from tests.promises.seated import Served
from tests.promises.wire import Wire
from tests.server.sitting import ANA, OWNER, SECOND, WATCHER

STEPS = ("do", "do", "do", "do", "undo", "undo", "redo", "redo", "back", "edit", "note", "switch", "restart")


class Walk(Served):
    """A random walk at one table by two referees."""

    def __init__(self, wire: Wire, ruleset: str, number: int) -> None:
        super().__init__(wire, fight(ruleset, number), None)
        self.source = Random(f"walk {ruleset} {number}")
        self.seat(SECOND, "Second", "co-referee")
        self.seat(ANA, "Anne", fighter=0)
        self.seen: dict[tuple[int, ...], str] = {}
        self.begun = digest(self.room._held.table.state)
        self.check()

    def walk(self, steps: int) -> None:
        for _ in range(steps):
            self.step(self.source.choice(STEPS))

    def step(self, kind: str) -> Answer | Fault | None:
        """One thing that is done, by one of the referees; what came of it is checked."""
        found = None
        if kind == "restart":
            self.restart()
        else:
            found = self.answer(self.source.choice((OWNER, SECOND)), self._message(kind))
            if isinstance(found, Answer) and found.waits:
                self.say(OWNER, m.RollRest())
        self.check()
        return found

    def check(self) -> None:
        """The same commands in effect are the same state, however it came to them; and the log only grows."""
        table = self.room._held.table
        state = digest(table.state)
        assert self.seen.setdefault(table.effective, state) == state
        assert [entry.seq for entry in table.entries] == list(range(1, len(table.entries) + 1))

    def _message(self, kind: str) -> AnyMessage:
        table, source = self.room._held.table, self.source
        entries = len(table.entries)
        match kind:
            case "do" if table.outcome is None:
                command = source.choice(table.legal(source.choice(table.to_act)))
                return m.Do(command=msgspec.to_builtins(command), roll=True)
            case "undo":
                return m.Undo()
            case "redo":
                return m.Redo()
            case "back":
                return m.Undo(to=source.choice((0, *table.effective, entries + 1)))
            case "edit":
                return m.Edit(entry=source.randint(1, entries + 1), die=source.randrange(3), face=source.randint(1, 6))
            case "switch":
                return source.choice(
                    (m.Set(odds="all"), m.Set(wounds="bars"), m.Claim(fighter=0, person=""), m.NewCode())
                )
            case _:
                return m.Note(text="näch 'Ort' \U0001f3b2", hidden=source.random() < 0.5)


def come_and_go(walk: Walk) -> None:
    """Somebody knocks, watches, and has to leave."""
    walk.seat(WATCHER, "Wanda", "spectator")
    walk.say(OWNER, m.Remove(person=WATCHER))
