"""Lockstep: the engine and a ruleset's machine play one fight together, question by question.

The engine's dice accept only the formula and the inputs that the machine's row names, and give it an outcome whose word
the machine takes. After each command both must be in the same position, and stand alike in every report.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from affray.dice import TABLE, Formula, Roll, Seat, Why
from affray.fight import Fight
from affray.interpret.every import outcomes
from affray.play import Play
from affray.rules.machines import BEST, CHOICE, FATES, NOBODY, OVER, Machine
from affray.testing.expecting import expect


class _Together:
    """Dice of the engine that ask the machine what is due, and tell it what came."""

    def __init__(self, pair: Lockstep) -> None:
        self.pair = pair
        self.roles: Mapping[str, Seat] = {}

    def roll(self, roll: Roll, why: Why) -> int:
        raise AssertionError(f"{why.name} is rolled outside of a formula")

    def faces(self, roll: Roll, why: Why) -> tuple[int, ...]:
        raise AssertionError(f"{why.name} is rolled outside of a formula")

    def resolve(self, formula: Formula[..., Any], *inputs: Any, **named: Any) -> Any:
        return self.pair.answer(formula, inputs)


class Lockstep:
    """One fight played by engine and machine; `asked` counts the questions that both asked alike."""

    def __init__(self, fight: Fight, source: Random, best: Mapping[str, str] | None = None) -> None:
        """`best` names sides that play their best beside those of the fight, each with its repertoire.

        Raises `Unsupported`.
        """
        ruleset = fight.ruleset
        assert ruleset.machine is not None
        self.fight, self.source = fight, source
        chosen = {side: f"{BEST}:{name}" for side, name in (best or {}).items()}
        playing = replace(fight, tactics={**fight.tactics, **chosen})
        self.orders = playing.fixed_orders()
        self.choosing = {side: ruleset.repertoires()[name] for side, name in playing.best.items()}
        self.machine: Machine[Any] = ruleset.machine(fight.state, playing.tactics)
        self.s: list[int] | None = None
        self.asked = 0

    def answer(self, formula: Formula[..., Any], inputs: tuple[Any, ...]) -> Any:
        """One of the outcomes of a formula, at random; rare ones come up more often than they would."""
        found = sorted(outcomes(formula, *inputs).items(), key=repr)
        rare = self.source.random() < 0.5
        value = self.source.choices([one for one, _ in found], [1 if rare else weight for _, weight in found])[0]
        if self.s is None:
            return value
        program, P = self.machine.program, self.machine.numbers
        row = self._past_certain_steps()
        expect(row >= 0, f"the engine asks {formula.name}{inputs}, the machine says {row} at {self.s}")
        question = self.machine.question(row)
        assert question is not None
        due = (question.formula.name, question.inputs)
        expect(due == (formula.name, inputs), f"the engine asks {formula.name}{inputs}, the machine {due}")
        self.asked += 1
        program.take(self.s, P, question.word(value))
        return value

    def _past_certain_steps(self) -> int:
        """The row that is due once every step without chance has been taken."""
        assert self.s is not None
        program, P = self.machine.program, self.machine.numbers
        row = program.row(self.s, P)
        while row >= 0 and self.machine.question(row) is None:
            program.take(self.s, P, 0)
            row = program.row(self.s, P)
        return row

    def play(self, rounds: int = 30) -> Any:
        """Plays to the end of the fight or of round `rounds`; returns the engine's last state."""
        ruleset = self.fight.ruleset
        dice = _Together(self)
        play = Play(self.fight.state, dice, ruleset.evolve)
        self.compare(play.state)
        while (seat := ruleset.next_to_act(play.state)) is not None:
            if seat == TABLE and ruleset.round(play.state) >= rounds:
                break
            command = self._command(play.state, seat, dice)
            rejection = ruleset.apply(play, command)
            expect(rejection is None, f"{command!r} is given, and refused")
            self.compare(play.state)
        return play.state

    def _command(self, state: Any, seat: Seat, dice: _Together) -> Any:
        """What the side's tactic says; where the side plays its best, any command of the repertoire."""
        side = self.fight.ruleset.side(state, seat)
        if side not in self.choosing:
            return self.orders[side](state, seat, dice)
        commands = self.choosing[side].commands(state, seat)
        option = self.source.randrange(len(commands))
        if len(commands) > 1 and self.s is not None:
            program, P = self.machine.program, self.machine.numbers
            row = program.row(self.s, P)
            expect(row == CHOICE, f"{side} is to choose, the machine says {row} at {self.s}")
            expect(self.machine.sides[program.chooser(self.s, P)] == side, f"another side than {side} is to choose")
            expect(program.options(self.s, P) == len(commands), f"{commands} at {self.s}")
            program.choose(self.s, P, option)
        return commands[option]

    def compare(self, state: Any) -> None:
        """Machine and engine stand in the same position, and tell the same of every fighter."""
        packed = self.machine.pack(state)
        if self.s is None:
            self.s = None if packed is None else list(packed)
        if self.s is None or packed is None:
            expect(self.s is None, f"the machine plays on from {self.s}, and cannot pack {state!r}")
            return
        program, P = self.machine.program, self.machine.numbers
        theirs = list(packed)
        while self.s != theirs and program.row(self.s, P) >= 0:
            if self.machine.question(program.row(self.s, P)) is not None:
                break
            program.take(self.s, P, 0)
        expect(self.s == theirs, f"the machine is at {self.s}, the engine at {theirs}: {state!r}")
        self._compare_canon(theirs)
        self._compare_reports(state)

    def _compare_canon(self, theirs: list[int]) -> None:
        """What is forgotten changes nothing of what is due, nor who stands for whom; done twice it is as done once."""
        program, P = self.machine.program, self.machine.numbers
        once = theirs.copy()
        program.canon(once, P)
        twice = once.copy()
        program.canon(twice, P)
        expect(once == twice, f"canon is not settled: {once}, then {twice}")
        expect(program.row(once, P) == program.row(theirs, P), f"canon changes what is due at {theirs}")
        program.merge(once, P)
        again = once.copy()
        program.canon(again, P)
        program.merge(again, P)
        expect(once == again, f"merge is not settled: {once}, then {again}")
        expect(program.row(once, P) == program.row(theirs, P), f"merge changes what is due at {theirs}")
        expect(all(abs(one) <= self.machine.most for one in theirs), f"a number is above {self.machine.most}")

    def _compare_reports(self, state: Any) -> None:
        """At the end of the fight; before it the machine may be ahead, where what is to come is certain."""
        ended = self.fight.ruleset.outcome(state)
        if ended is None:
            return
        assert self.s is not None
        s, program, P = self.s, self.machine.program, self.machine.numbers
        row = program.row(s, P)
        expect(row == OVER, f"the fight is over, and the machine says {row} at {s}")
        number = program.winner(s, P)
        winner = None if number == NOBODY else self.machine.sides[number]
        expect(winner == ended.winner, f"{winner} wins by the machine, {ended.winner} by the engine")
        told = [(one.fate, one.left) for one in self.fight.ruleset.standings(state)]
        mine = [(FATES[program.fate(s, P, one)], program.left(s, P, one)) for one in range(self.machine.fighters)]
        expect(mine == told, f"the machine reports {mine}, the engine {told}")
        most = self.machine.most_left
        expect(all(abs(left) <= most for _, left in mine), f"somebody has more than {most} left")
        begun = program.rounds(s, P), self.fight.ruleset.round(state)
        expect(begun[0] == begun[1], f"rounds begun: {begun[0]} by the machine, {begun[1]} by the engine")
