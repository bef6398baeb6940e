"""Small cases for tests: a fight played with scripted faces, and everything that can be seen of a ruling's witness.

`scene` plays commands with faces that must fit and must all be used. `observe` runs the witness of a ruling under one
of its options and returns what anybody could notice as a value that compares: two options that give equal
observations are no choice at all in that witness.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import msgspec

from affray.codec import canonical, convert, plain
from affray.dice import Roll, Seat, Why
from affray.errors import BadInput, Rejection, ScriptError
from affray.fight import AnyRuleset, Fight, parse, read_rulings
from affray.files import parse_document
from affray.interpret.every import outcomes
from affray.interpret.script import Answer, Need, Rolled, Trace
from affray.play import Play
from affray.rules import Ruling, Witness, legal

Face: TypeAlias = int | tuple[str, *tuple[int, ...]]
"""One die, as the rule asks for the next one; or a whole roll by name, as in `("morale.2d6", 6, 6)`."""


class Question(msgspec.Struct, frozen=True):
    """A roll that was asked for: its name, the seat that makes it, and its dice."""

    name: str
    seat: Seat
    count: int
    sides: int
    hidden: bool


class Done(msgspec.Struct, frozen=True, eq=False):
    """One command of a scene: what it asked, what was thrown, what happened, and the state after it."""

    command: Any
    asked: tuple[Question, ...]
    rolls: tuple[Rolled, ...]
    events: tuple[Any, ...]
    state: Any


class Scene(msgspec.Struct, frozen=True, eq=False):
    """A fight played with scripted faces."""

    fight: Fight
    steps: tuple[Done, ...]

    @property
    def state(self) -> Any:
        """The state after the last command."""
        return self.steps[-1].state if self.steps else self.fight.state

    @property
    def events(self) -> tuple[Any, ...]:
        """The events of all commands, in order."""
        return tuple(event for step in self.steps for event in step.events)

    @property
    def asked(self) -> tuple[Question, ...]:
        """The rolls of all commands, in order."""
        return tuple(question for step in self.steps for question in step.asked)

    def legal(self, seat: Seat) -> list[Any]:
        """The commands that a seat may give after the last command."""
        return legal(self.fight.ruleset, self.state, seat)


class Step(msgspec.Struct, frozen=True):
    """What one command of a witness led to, as values that compare.

    `events` and `state` are canonical JSON, the state without the rulings that it carries. `legal` lists for every
    seat that is to act afterwards the commands it may give. `missing` is the roll that had no face left.
    """

    asked: tuple[Question, ...]
    events: tuple[str, ...]
    state: str
    legal: tuple[tuple[Seat, tuple[str, ...]], ...]
    rejection: Rejection | None = None
    missing: Question | None = None


class Observation(msgspec.Struct, frozen=True):
    """Everything that can be seen of a witness: the exact outcomes of a formula, or the steps of a scene.

    `outcomes` are the canonical JSON of each value with its chance, in a fixed order. The first of `steps` is the
    start of the fight; `unused` are the faces that nobody asked for.
    """

    outcomes: tuple[tuple[str, Fraction], ...] = ()
    steps: tuple[Step, ...] = ()
    unused: tuple[int, ...] = ()


class Script:
    """Faces in the order in which the rules ask for them, shared by all commands of a scene."""

    def __init__(self, faces: Sequence[Face]) -> None:
        self.left: list[Face] = list(faces)

    def answer(self, asked: list[Question]) -> Answer:
        """The dice of one command; every roll that is asked for joins `asked`."""

        def answer(roll: Roll, why: Why, seat: Seat, occurrence: int, index: int) -> tuple[tuple[int, ...], Any]:
            question = Question(why.name, seat, roll.count, roll.sides, why.hidden)
            faces = self._next(question)
            if len(faces) < roll.count:
                raise Need(roll, why, seat, faces, index)
            asked.append(question)
            return faces, "typed"

        return answer

    def _next(self, question: Question) -> tuple[int, ...]:
        if self.left and not isinstance(self.left[0], int):
            name, *named = self.left.pop(0)  # type: ignore[misc]
            if name != question.name or len(named) != question.count:
                raise ScriptError(f"{_asks(question)}, the script has {name} {named}")
            return tuple(_fitting(question, face) for face in named)
        faces: list[int] = []
        while self.left and len(faces) < question.count:
            face = self.left[0]
            if not isinstance(face, int):
                raise ScriptError(f"{_asks(question)}, the script has {list(face)} in the midst of it")
            faces.append(_fitting(question, face))
            del self.left[0]
        return tuple(faces)


def _asks(question: Question) -> str:
    return f"the rule asks {question.seat} for {question.name}, {question.count}d{question.sides}"


def _fitting(question: Question, face: int) -> int:
    if not 1 <= face <= question.sides:
        raise ScriptError(f"{_asks(question)}, the script has {face}")
    return face


def scene(
    fight: str | Fight,
    commands: Sequence[Any],
    faces: Sequence[Face] = (),
    rulings: Mapping[str, str] | None = None,
) -> Scene:
    """Plays the commands in order with these faces.

    `fight` is the text of a fight file, or a fight; commands are values of the ruleset or plain dictionaries.
    Raises `ScriptError` for a command that is refused, a face that its die does not have, a named roll that is not the
    one asked for, a roll without a face, and for faces left over.
    """
    if isinstance(fight, str):
        fight = parse(fight, "scene", rulings)
    elif rulings:
        raise BadInput("a fight has its rulings already", place="rulings")
    ruleset, script = fight.ruleset, Script(faces)
    state = fight.state
    steps: list[Done] = []
    for place, given in enumerate(commands):
        command = convert(given, ruleset.command, f"command {place}") if isinstance(given, Mapping) else given
        asked: list[Question] = []
        trace = Trace(script.answer(asked))
        play = Play(state, trace, ruleset.evolve, [])
        try:
            rejection = ruleset.apply(play, command)
        except Need as need:
            raise ScriptError(f"command {place} needs {need}: no face is left") from None
        if rejection is not None:
            raise ScriptError(f"command {place} is refused: {rejection.code}: {rejection.message}")
        state = play.state
        steps.append(Done(command, tuple(asked), tuple(trace.rolls), tuple(play.events or ()), state))
    if script.left:
        raise ScriptError(f"{len(script.left)} left of the script: {script.left}")
    return Scene(fight, tuple(steps))


def options_of(ruling: Ruling) -> tuple[str, ...]:
    """Every option of a ruling as it can be chosen.

    One with a number is there twice, with the lowest number and the next (once where there is only one).
    """
    chosen: list[str] = []
    low, high = ruling.numbers
    for option in ruling.options:
        if option.endswith(":N"):
            chosen += [f"{option[:-1]}{number}" for number in range(low, min(low + 1, high) + 1)]
        else:
            chosen.append(option)
    return tuple(chosen)


def observe(ruleset: AnyRuleset, ruling: Ruling, option: str) -> Observation:
    """What can be seen of a ruling's witness under an option; other rulings as the witness says, else at their default.

    A witness of a fight ends at the first command that is refused, or that asks for more dice than there are faces.
    Raises `BadInput` where the witness cannot be read, and `ScriptError` where a face does not fit its die: such a
    witness is wrong, whatever the option.
    """
    witness = ruling.witness
    rulings = read_rulings(ruleset, {**witness.rulings, ruling.id: ruling.read(option)}, f"witness of {ruling.id}")
    by_slug = {ruleset.ruling(name).slug: chosen for name, chosen in rulings.items()}
    if witness.formula:
        return Observation(outcomes=_outcomes(ruleset, ruling, witness, by_slug))
    return _played(ruleset, ruling, witness, by_slug)


def _outcomes(
    ruleset: AnyRuleset, ruling: Ruling, witness: Witness, by_slug: Mapping[str, str]
) -> tuple[tuple[str, Fraction], ...]:
    place = f"witness of {ruling.id}"
    formula = ruleset.formulas.get(witness.formula)
    if formula is None:
        raise BadInput("no such formula", place=place, received=witness.formula, allowed=", ".join(ruleset.formulas))
    known = {one.name for one in formula.inputs}
    for name in witness.inputs:
        if name not in known:
            raise BadInput("no such input", place=place, received=name, allowed=", ".join(sorted(known)))
    inputs = {one.name: witness.inputs.get(one.name, one.default) for one in formula.inputs}
    found = outcomes(formula, *formula.prepare(inputs, by_slug))
    return tuple(sorted((_text(value), chance) for value, chance in found.fractions().items()))


def _played(ruleset: AnyRuleset, ruling: Ruling, witness: Witness, by_slug: Mapping[str, str]) -> Observation:
    root = parse_document(witness.fight, f"witness of {ruling.id}").root
    state = ruleset.setup(root, by_slug)
    root.done()
    script = Script(witness.faces)
    steps = [_step(ruleset, state, (), ())]
    for place, given in enumerate(witness.commands):
        command = convert(given, ruleset.command, f"witness of {ruling.id}: command {place}")
        asked: list[Question] = []
        play = Play(state, Trace(script.answer(asked)), ruleset.evolve, [])
        try:
            rejection = ruleset.apply(play, command)
        except Need as need:
            missing = Question(need.why.name, need.seat, need.roll.count, need.roll.sides, need.hidden)
            steps.append(_step(ruleset, state, asked, (), missing=missing))
            break
        state = play.state
        steps.append(_step(ruleset, state, asked, play.events or (), rejection=rejection))
        if rejection is not None:
            break
    unused = tuple(face for face in script.left if isinstance(face, int))
    return Observation(steps=tuple(steps), unused=unused)


def _step(
    ruleset: AnyRuleset,
    state: Any,
    asked: Sequence[Question],
    events: Sequence[Any],
    rejection: Rejection | None = None,
    missing: Question | None = None,
) -> Step:
    seats = ruleset.to_act(state)
    allowed = tuple((seat, tuple(_text(command) for command in legal(ruleset, state, seat))) for seat in seats)
    shown = plain(state)
    if isinstance(shown, dict):
        shown.pop("rulings", None)
    return Step(tuple(asked), tuple(map(_text, events)), _text(shown), allowed, rejection, missing)


def _text(value: object) -> str:
    return canonical(value).decode()


def same_options(observed: Callable[[str], Observation], ruling: Ruling) -> list[tuple[str, str]]:
    """The pairs of options between which the witness of a ruling shows no difference; a sound ruling has none."""
    seen = [(option, observed(option)) for option in options_of(ruling)]
    return [(one, other) for place, (one, this) in enumerate(seen) for other, that in seen[:place] if this == that]
