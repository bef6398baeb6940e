"""Lockstep: the engine and a ruleset's machine play one fight together, question by question.

The engine's dice accept only the formula and the inputs that the machine's row names, and give it an outcome whose word
the machine takes. After each command both must be in the same position, and stand alike in every report. The machine
also plays on from what `canon` leaves of its positions, one after another: it must meet the same questions.
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
        self.kept: list[int] = []
        self.asked = 0

    def answer(self, formula: Formula[..., Any], inputs: tuple[Any, ...]) -> Any:
        """One of the outcomes of a formula, at random; rare ones come up more often than they would."""
        found = sorted(outcomes(formula, *inputs).items(), key=repr)
        rare = self.source.random() < 0.5
        value = self.source.choices([one for one, _ in found], [1 if rare else weight for _, weight in found])[0]
        if self.s is None:
            return value
        row = self._past_certain_steps()
        if row < 0:
            raise AssertionError(f"the engine asks {formula.name}{inputs}, the machine says {row} at {self.s}")
        question = self.machine.question(row)
        assert question is not None
        due = (question.formula.name, question.inputs)
        if due != (formula.name, inputs):
            raise AssertionError(f"the engine asks {formula.name}{inputs}, the machine {due}")
        self.asked += 1
        self._take(question.word(value))
        return value

    def _past_certain_steps(self) -> int:
        """The row that is due once every step without chance has been taken."""
        row = self._row()
        while row >= 0 and self.machine.question(row) is None:
            self._take(0)
            row = self._row()
        return row

    def _row(self) -> int:
        """What is due, by the position and by what is kept of it."""
        assert self.s is not None
        program, P = self.machine.program, self.machine.numbers
        row, other = program.row(self.s, P), program.row(self.kept, P)
        if row != other:
            raise AssertionError(f"{row} is due at {self.s}, {other} at {self.kept}, which is kept of it")
        return row

    def _take(self, word: int) -> None:
        assert self.s is not None
        program, P = self.machine.program, self.machine.numbers
        program.take(self.s, P, word)
        program.take(self.kept, P, word)
        program.canon(self.kept, P)

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
            row = self._row()
            expect(row == CHOICE, f"{side} is to choose, the machine says {row} at {self.s}")
            for s in (self.s, self.kept):
                expect(self.machine.sides[program.chooser(s, P)] == side, f"another side than {side} is to choose")
                expect(program.options(s, P) == len(commands), f"{commands} at {s}")
                program.choose(s, P, option)
            program.canon(self.kept, P)
        return commands[option]

    def compare(self, state: Any) -> None:
        """Machine and engine stand in the same position, and tell the same of every fighter."""
        packed = self.machine.pack(state)
        program, P = self.machine.program, self.machine.numbers
        if self.s is None and packed is not None:
            self.s, self.kept = list(packed), list(packed)
            program.canon(self.kept, P)
        if self.s is None or packed is None:
            expect(self.s is None, f"the machine plays on from {self.s}, and cannot pack {state!r}")
            return
        theirs = list(packed)
        while self.s != theirs and self._row() >= 0:
            if self.machine.question(self._row()) is not None:
                break
            self._take(0)
        if self.s != theirs:
            raise AssertionError(f"the machine is at {self.s}, the engine at {theirs}: {state!r}")
        self._compare_canon(theirs)
        self._compare_reports(state)

    def _compare_canon(self, theirs: list[int]) -> None:
        """What is forgotten changes nothing of what is due, nor who stands for whom; done twice it is as done once."""
        program, P = self.machine.program, self.machine.numbers
        once = theirs.copy()
        program.canon(once, P)
        twice = once.copy()
        program.canon(twice, P)
        if once != twice:
            raise AssertionError(f"canon is not settled: {once}, then {twice}")
        if once != self.kept:
            raise AssertionError(f"from what was kept the machine is at {self.kept}, and not at {once}")
        if program.row(once, P) != program.row(theirs, P):
            raise AssertionError(f"canon changes what is due at {theirs}")
        program.merge(once, P)
        again = once.copy()
        program.canon(again, P)
        program.merge(again, P)
        if once != again:
            raise AssertionError(f"merge is not settled: {once}, then {again}")
        if program.row(once, P) != program.row(theirs, P):
            raise AssertionError(f"merge changes what is due at {theirs}")
        if max(theirs) > self.machine.most or min(theirs) < -self.machine.most:
            raise AssertionError(f"a number is above {self.machine.most}")

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
