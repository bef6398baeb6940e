"""Walks: legal commands from the start of a fight, chosen and diced at random, each with all that came of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from affray.codec import canonical
from affray.dice import Roll, Seat, Why
from affray.errors import Rejection
from affray.fight import AnyRuleset, Fight
from affray.interpret.script import Answer, Rolled, Trace
from affray.play import Play
from affray.rules import legal
from affray.testing.conformance.shared import expect


class Step(msgspec.Struct, frozen=True, eq=False):
    """One command of a walk: where it was given, what it asked and recorded, and where it led."""

    before: Any
    seat: Seat
    command: Any
    questions: tuple[tuple[Roll, Why], ...]
    rolls: tuple[Rolled, ...]
    events: tuple[Any, ...]
    after: Any

    @property
    def faces(self) -> tuple[int, ...]:
        """All faces in the order in which they were asked for."""
        return tuple(face for roll in self.rolls for face in roll.faces)


def carry_out(ruleset: AnyRuleset, state: Any, command: Any, answer: Answer) -> Step | Rejection:
    """Gives a command with these dice. A rejection must have cost nothing."""
    questions: list[tuple[Roll, Why]] = []

    def noted(roll: Roll, why: Why, seat: Seat, occurrence: int, index: int) -> Any:
        questions.append((roll, why))
        return answer(roll, why, seat, occurrence, index)

    trace = Trace(noted)
    events: list[Any] = []
    before = canonical(state)
    play = Play(state, trace, ruleset.evolve, events)
    rejection = ruleset.apply(play, command)
    expect(canonical(state) == before, f"{command!r} changed the state that it was given in")
    if rejection is not None:
        expect(isinstance(rejection, Rejection), f"{command!r} is answered by {rejection!r}, which is no Rejection")
        expect(not questions, f"{command!r} was refused after it had asked for {questions}")
        expect(not events and play.state is state, f"{command!r} was refused after it had recorded {events}")
        return rejection
    return Step(
        state,
        ruleset.issuer(state, command),
        command,
        tuple(questions),
        tuple(trace.rolls),
        tuple(events),
        play.state,
    )


def thrown(source: Random) -> Answer:
    """Faces at random; the lowest and the highest fall more often than they would."""

    def face(sides: int) -> int:
        return source.choice((1, sides)) if source.random() < 0.3 else source.randint(1, sides)

    def answer(roll: Roll, why: Why, seat: Seat, occurrence: int, index: int) -> Any:
        return tuple(face(roll.sides) for _ in range(roll.count)), "typed"

    return answer


def walk(fight: Fight, source: Random, most: int = 60) -> list[Step]:
    """Up to `most` legal commands from the start of the fight, chosen and diced at random."""
    ruleset, state = fight.ruleset, fight.state
    steps: list[Step] = []
    while len(steps) < most and ruleset.outcome(state) is None:
        seats = ruleset.to_act(state)
        expect(seats, f"nobody is to act, and the fight is not over: {state!r}")
        seat = source.choice(seats)
        commands = legal(ruleset, state, seat)
        expect(commands, f"{seat!r} is to act and has no legal command in {state!r}")
        done = carry_out(ruleset, state, source.choice(commands), thrown(source))
        if isinstance(done, Rejection):
            raise AssertionError(f"a command that is listed as legal was refused: {done.message}")
        steps.append(done)
        state = done.after
    return steps


def states_of(fight: Fight, steps: Sequence[Step]) -> list[Any]:
    """Every state of a walk, the start included."""
    return [fight.state, *(one.after for one in steps)]
