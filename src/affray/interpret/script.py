"""Dice from a trace: typed by a person, replayed from a log, or written in a test.

A rule that asks for a die nobody has thrown yet is stopped with `Need`. The faces so far are kept with the command;
when the next one arrives the rule runs again from the start of the command. Nothing is suspended in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, ParamSpec, TypeAlias, TypeVar

import msgspec

from affray.dice import Formula, Roll, Seat, Why, collapse
from affray.errors import ScriptError, quoted
from affray.interpret.roll import face, words

P = ParamSpec("P")
T = TypeVar("T")

Source: TypeAlias = Literal["rolled", "typed", "edited"]


class Rolled(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One roll of an entry as the log keeps it: its name, the seat that made it, where it came from, its faces."""

    name: str
    seat: Seat
    source: Source
    faces: tuple[int, ...]


class Need(BaseException):
    """The next question that has no answer yet. A BaseException, so that no rule swallows it.

    `have` are the faces of this roll that are there already, `index` says which roll of the entry it is.
    """

    def __init__(self, roll: Roll, why: Why, seat: Seat, have: tuple[int, ...], index: int) -> None:
        self.roll = roll
        self.why = why
        self.seat = seat
        self.hidden = why.hidden
        self.have = have
        self.index = index
        super().__init__(f"{roll.count - len(have)} d{roll.sides} for {why.name}")


class Streams(msgspec.Struct, frozen=True):
    """The generator of one entry of a table: the open and the hidden seed, and the entry's number."""

    open: str
    hidden: str
    entry: int

    def faces(self, roll: Roll, why: Why, occurrence: int) -> tuple[int, ...]:
        """All faces of a roll, in the order of its dice."""
        source = words(self.hidden if why.hidden else self.open, self.entry, why.name, occurrence)
        return tuple(face(source, roll.sides) for _ in range(roll.count))


Answer: TypeAlias = Callable[[Roll, Why, Seat, int, int], tuple[tuple[int, ...], Source]]
"""Answers a roll (with its seat, its number among rolls of its name, its number in the entry): faces and source."""


class Trace:
    """Dice that write down every roll: the dice of the table. `rolls` is what the log keeps."""

    __slots__ = ("_answer", "_seen", "roles", "rolls")

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._seen: dict[str, int] = {}
        self.roles: Mapping[str, Seat] = {}
        self.rolls: list[Rolled] = []

    def faces(self, roll: Roll, why: Why) -> tuple[int, ...]:
        occurrence = self._seen.get(why.name, 0)
        self._seen[why.name] = occurrence + 1
        seat = self.roles.get(why.role, why.role)
        faces, source = self._answer(roll, why, seat, occurrence, len(self.rolls))
        if len(faces) != roll.count or not all(fits(one, roll) for one in faces):
            raise ScriptError(f"{why.name} is {roll.count}d{roll.sides}, not {list(faces)}")
        self.rolls.append(Rolled(why.name, seat, source, faces))
        return tuple(sorted(faces, reverse=True))

    def roll(self, roll: Roll, why: Why) -> int:
        return collapse(roll, self.faces(roll, why))

    def resolve(self, formula: Formula[P, T], *inputs: P.args, **named: P.kwargs) -> T:
        return formula.function(self, *inputs, **named)


def fits(face: object, roll: Roll) -> bool:
    """Whether a die of this roll can show the face: a whole number, True and 2.0 not among them."""
    return type(face) is int and 1 <= face <= roll.sides


def misfit(roll: Roll, why: Why, face: object) -> str:
    """What is wrong with a face that does not fit."""
    return f"{why.name} is thrown on a d{roll.sides}: 1 to {roll.sides}, got {quoted(face)}"


def rolled(streams: Streams) -> Answer:
    """Every die from the table's generator."""

    def answer(roll: Roll, why: Why, seat: Seat, occurrence: int, index: int) -> tuple[tuple[int, ...], Source]:
        return streams.faces(roll, why, occurrence), "rolled"

    return answer


def typed(faces: Sequence[int | None], streams: Streams | None = None) -> Answer:
    """Faces in the order in which the rule asks; None lets the generator roll that die. Afterwards: `Need`."""
    place = 0

    def answer(roll: Roll, why: Why, seat: Seat, occurrence: int, index: int) -> tuple[tuple[int, ...], Source]:
        nonlocal place
        given = faces[place : place + roll.count]
        for one in given:
            if one is not None and not fits(one, roll):
                raise ScriptError(misfit(roll, why, one))
        thrown: tuple[int, ...] = ()
        if None in given:
            if streams is None:
                raise ScriptError(f"nothing rolls {why.name} here")
            thrown = streams.faces(roll, why, occurrence)
        filled = tuple(thrown[k] if one is None else one for k, one in enumerate(given))
        if len(filled) < roll.count:
            raise Need(roll, why, seat, filled, index)
        place += roll.count
        return filled, "rolled" if given.count(None) == roll.count else "typed"

    return answer


def matched(known: Iterable[Rolled], fallback: Answer, changed: Rolled | None = None) -> Answer:
    """Faces of an earlier run, found again by name and by which of that name; what is new falls back.

    `changed` is the one among them that somebody has just set: it must fit its die.
    """
    kept: dict[tuple[str, int], Rolled] = {}
    counts: dict[str, int] = {}
    for one in known:
        nth = counts.get(one.name, 0)
        counts[one.name] = nth + 1
        kept[one.name, nth] = one

    def answer(roll: Roll, why: Why, seat: Seat, occurrence: int, index: int) -> tuple[tuple[int, ...], Source]:
        one = kept.get((why.name, occurrence))
        if one is not None and one is changed:
            for face in one.faces:
                if not fits(face, roll):
                    raise ScriptError(misfit(roll, why, face))
        # A die whose kind changed is another die: the old face says nothing about it.
        if one is None or len(one.faces) != roll.count or not all(fits(face, roll) for face in one.faces):
            return fallback(roll, why, seat, occurrence, index)
        return one.faces, one.source

    return answer


def recorded(rolls: Sequence[Rolled], streams: Streams | None = None) -> Answer:
    """Exactly these rolls in this order: a replay. Anything else is a `ScriptError`.

    With `streams` a roll that says it was rolled must be what the generator gives there.
    """

    def answer(roll: Roll, why: Why, seat: Seat, occurrence: int, index: int) -> tuple[tuple[int, ...], Source]:
        if index >= len(rolls):
            raise ScriptError(f"the rule asks for {why.name}, which the log does not have")
        one = rolls[index]
        if one.name != why.name or one.seat != seat:
            raise ScriptError(f"the rule asks {seat} for {why.name}, the log has {one.name} of {one.seat}")
        if streams is not None and one.source == "rolled" and one.faces != streams.faces(roll, why, occurrence):
            raise ScriptError(f"the generator does not roll {list(one.faces)} for {why.name}")
        return one.faces, one.source

    return answer
