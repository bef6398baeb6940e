"""A table beside a model of it: commands, undo, redo and edits in any order."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from affray.codec import digest
from affray.dice import Roll, Seat, Why, collapse
from affray.errors import Rejection
from affray.fight import Fight
from affray.interpret.roll import words
from affray.interpret.script import Need
from affray.play import Play
from affray.table.log import CommandEntry, EditEntry
from affray.table.replay import open_log
from affray.table.work import Table
from affray.testing.conformance.shared import SEEDS, digest_of, expect
from affray.testing.conformance.walks import Step, carry_out, thrown


class Act(msgspec.Struct, frozen=True):
    """A command of the model's line: its entry, its rolls as (name, faces, whether they were typed)."""

    seq: int
    command: Any
    rolls: tuple[tuple[str, tuple[int, ...]], ...]
    by_hand: bool


class _Stuck(BaseException):
    """The model has no face left for a die that was newly asked for."""


class _Refused(Exception):
    """The model says that an edit cannot be."""


class _Kept:
    """The model's dice: a roll keeps the faces it had, found by its name and which of that name; others are new."""

    def __init__(self, act: Act, seeds: tuple[str, str], more: list[int], changed: tuple[str, int] | None) -> None:
        self.roles: Mapping[str, Seat] = {}
        self.act, self.seeds, self.more, self.changed = act, seeds, more, changed
        self.rolls: list[tuple[str, tuple[int, ...]]] = []

    def faces(self, roll: Roll, why: Why) -> tuple[int, ...]:
        nth = sum(name == why.name for name, _ in self.rolls)
        old = [faces for name, faces in self.act.rolls if name == why.name]
        fits = nth < len(old) and len(old[nth]) == roll.count and all(1 <= face <= roll.sides for face in old[nth])
        if self.changed == (why.name, nth) and not fits:
            raise _Refused
        faces = old[nth] if fits else self.new(roll, why, nth)
        self.rolls.append((why.name, faces))
        return tuple(sorted(faces, reverse=True))

    def new(self, roll: Roll, why: Why, nth: int) -> tuple[int, ...]:
        if self.act.by_hand:
            if len(self.more) < roll.count:
                raise _Stuck
            return tuple(self.more.pop(0) for _ in range(roll.count))
        stream = words(self.seeds[why.hidden], self.act.seq, why.name, nth)
        top = 65_536 // roll.sides * roll.sides
        return tuple(islice((word % roll.sides + 1 for word in stream if word < top), roll.count))

    def roll(self, roll: Roll, why: Why) -> int:
        return collapse(roll, self.faces(roll, why))

    def resolve(self, formula: Any, *inputs: Any, **named: Any) -> Any:
        return formula.function(self, *inputs, **named)


class TableAndModel:
    """A table beside a model of it: a list of commands with their faces, run from scratch whenever anybody asks.

    Each action does the same to both; `compare` says whether they agree, `reopen` whether the log still does.
    """

    def __init__(self, fight: Fight) -> None:
        self.table = Table(fight, SEEDS)
        self.fight = fight
        self.stack: list[tuple[int, list[Act]]] = []
        self.undone: list[list[tuple[int, list[Act]]]] = []
        self.length = 0

    @property
    def line(self) -> list[Act]:
        """The commands that count."""
        return self.stack[-1][1] if self.stack else []

    def state(self) -> Any:
        """The model's state: all commands that count, run from the start."""
        state = self.fight.state
        for act in self.line:
            state = self._run(state, act, [], None)[0]
        return state

    def _run(self, state: Any, act: Act, more: list[int], changed: tuple[str, int] | None) -> tuple[Any, Act] | Any:
        dice = _Kept(act, SEEDS, more, changed)
        play = Play(state, dice, self.fight.ruleset.evolve)
        if self.fight.ruleset.apply(play, act.command) is not None:
            return None, act
        return play.state, replace(act, rolls=tuple(dice.rolls))

    def do(self, choice: int, faces: int | None = None) -> None:
        """The legal command number `choice`, counted round; rolled, or with faces typed that follow from `faces`."""
        commands = self.table.legal()
        if not commands:
            return
        command = commands[choice % len(commands)]
        if faces is None:
            entry = self.table.do(command)
        else:
            source = Random(faces)
            step = carry_out(self.fight.ruleset, self.table.state, command, thrown(source))
            expect(isinstance(step, Step), f"{command!r} is listed as legal and refused")
            entry = self.table.do(command, step.faces)  # type: ignore[union-attr]
        if not isinstance(entry, CommandEntry):
            raise AssertionError(f"{command!r} is answered by {entry!r}")
        rolls = tuple((roll.name, roll.faces) for roll in entry.rolls)
        by_hand = any(roll.source == "typed" for roll in entry.rolls)
        self._push(entry.seq, [*self.line, Act(entry.seq, command, rolls, by_hand)])

    def _push(self, seq: int, line: list[Act]) -> None:
        self.length += 1
        self.stack.append((seq, line))
        self.undone.clear()

    def undo(self, back: int | None) -> None:
        """Back by so many effective entries; with more than there are to an entry that was undone, or to none."""
        numbers = [0, *(seq for seq, _ in self.stack)]
        if back is None:
            to, answer = (numbers[-2] if self.stack else 0), self.table.undo()
        else:
            gone = [seq for one in self.undone for seq, _ in one] + [len(self.table.entries) + 1]
            to = numbers[-1 - back] if back < len(numbers) else gone[(back - len(numbers)) % len(gone)]
            answer = self.table.undo(to)
        if to == numbers[-1] or to not in numbers:
            expect(isinstance(answer, Rejection), f"undo to {to} of {numbers} is answered by {answer!r}")
            return
        expect(not isinstance(answer, Rejection), f"undo to {to} of {numbers} is refused: {answer!r}")
        self.length += 1
        cut = numbers.index(to)
        self.undone.append(self.stack[cut:])
        self.stack = self.stack[:cut]

    def redo(self) -> None:
        """What the last undo took away."""
        answer = self.table.redo()
        if not self.undone:
            expect(isinstance(answer, Rejection), f"there is nothing to redo, and the answer is {answer!r}")
            return
        expect(not isinstance(answer, Rejection), f"redo is refused: {answer!r}")
        self.length += 1
        self.stack += self.undone.pop()

    def edit(self, choice: int, die: int, face: int) -> None:
        """Die `die`, counted round, of the command number `choice`, counted round, shows `face` after all."""
        if not self.line:
            expect(isinstance(self.table.edit(1, 0, 1), Rejection), "an entry that does not count is changed")
            return
        place = choice % len(self.line)
        act = self.line[place]
        dice = [(n, k) for n, (_, faces) in enumerate(act.rolls) for k in range(len(faces))]
        if not dice:
            expect(isinstance(self.table.edit(act.seq, 0, 1), Rejection), "a die that is not there is changed")
            return
        number = die % len(dice)
        more: list[int] = []
        while True:
            line = self._edited(place, dice[number], face, list(more))
            answer = self.table.edit(act.seq, number, face, tuple(more))
            if line is not None:
                break
            expect(isinstance(answer, Need), f"an edit that needs a die more is answered by {answer!r}")
            self.compare()
            more.append(1)
        if isinstance(line, _Refused):
            expect(isinstance(answer, Rejection), f"face {face} of die {number} is taken: {answer!r}")
            return
        if not isinstance(answer, EditEntry):
            raise AssertionError(f"face {face} of die {number} of entry {act.seq} is answered by {answer!r}")
        gone = tuple(one.seq for one in self.line[len(line) :])
        expect(answer.aside == gone, f"the edit sets {answer.aside} aside, not {gone}")
        self._push(answer.seq, line)

    def _edited(self, place: int, at: tuple[int, int], face: int, more: list[int]) -> list[Act] | _Refused | None:
        """The line after the edit; None where a face is missing."""
        line = self.line[:place]
        state = self.fight.state
        for act in line:
            state = self._run(state, act, [], None)[0]
        act = self.line[place]
        rolls = list(act.rolls)
        name, faces = rolls[at[0]]
        rolls[at[0]] = (name, (*faces[: at[1]], face, *faces[at[1] + 1 :]))
        nth = sum(other == name for other, _ in rolls[: at[0]])
        try:
            for number, one in enumerate((replace(act, rolls=tuple(rolls)), *self.line[place + 1 :])):
                state, new = self._run(state, one, more, (name, nth) if number == 0 else None)
                if state is None:
                    return line
                line.append(new)
        except _Refused as refused:
            return refused
        except _Stuck:
            return None
        return line

    def note(self, text: str) -> None:
        """Something written beside the fight."""
        self.table.note(text)
        self.length += 1

    def compare(self) -> None:
        """The table is where the model is."""
        expect(len(self.table.entries) == self.length, f"{len(self.table.entries)} entries, not {self.length}")
        expect(
            [entry.seq for entry in self.table.entries] == list(range(1, self.length + 1)), "the entries are not 1, 2"
        )
        state = self.state()
        expect(self.table.state == state, f"the table is in another state than its model: {self.table.state!r}")
        expect(
            [entry.seq for entry in self.table.history()] == [act.seq for act in self.line],
            "the table counts other commands than its model",
        )
        last = next((one for one in reversed(self.table.entries) if digest_of(one)), None)
        expect(last is None or digest_of(last) == digest(state), "the last digest is that of another state")

    def reopen(self) -> None:
        """The log opens as an equal table, which can still undo and redo."""
        again = open_log(self.table.log())
        expect(again.log() == self.table.log(), "a log that was opened is written differently")
        expect(again.state == self.table.state, "a log that was opened leads to another state")
        expect(again.effective == self.table.effective, "a log that was opened has other effective entries")
        self.table = again


def interleavings(fight: Fight, source: Random, actions: int = 30) -> None:
    """Commands, undo, redo, edits and notes in any order: the table is where its model is, after each of them."""
    both = TableAndModel(fight)
    for _ in range(actions):
        length = both.length
        match source.choice(("do", "do", "typed", "undo", "back", "redo", "edit", "note")):
            case "do":
                both.do(source.randrange(1_000))
            case "typed":
                both.do(source.randrange(1_000), source.randrange(1_000))
            case "undo":
                both.undo(None)
            case "back":
                both.undo(source.randrange(8))
            case "redo":
                both.redo()
            case "edit":
                both.edit(source.randrange(1_000), source.randrange(1_000), source.randint(0, 21))
            case _:
                both.note("a note")
        expect(both.length >= length, "the log became shorter")
        both.compare()
    both.reopen()
    both.compare()
