"""A fight as a game: every position that can be reached, who chooses there, and where each choice leads.

Positions are found by the ruleset's machine, where it has one that plays the fight, else through the engine. A side
whose tactic is fixed chooses nothing: its moves are chances like the dice.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from math import inf
from time import monotonic
from typing import Any

import msgspec

from affray.errors import OutOfTime, TooLarge, Unsupported
from affray.fight import Fight
from affray.interpret.every import exact
from affray.interpret.rows import Rows
from affray.play import Play
from affray.rules import Branch, Choices, Repertoire
from affray.rules.machines import BEST, CHOICE, NOBODY, OVER, Machine, Numbers

PLACES = 2_000_000
"""How many positions are explored before the answer is "too large", times the fighters in each: about a gigabyte."""


class Game(msgspec.Struct):
    """A game on numbered positions; 0 is the start.

    `numbers` gives the number of a position. `moves[n]` are the (successor, weight) of all choices of position n, one
    choice after another; choice k ends before place `cuts[n][k]`. `choosers[n]` is the side that chooses, None for
    chance. `ends` holds the winner of every position in which the fight is over.
    """

    numbers: dict[Hashable, int]
    moves: list[list[tuple[int, int]]]
    cuts: list[tuple[int, ...]]
    choosers: list[str | None]
    ends: dict[int, str | None]

    @property
    def size(self) -> int:
        """The number of positions."""
        return len(self.moves)

    def choice(self, node: int, number: int) -> list[tuple[int, int]]:
        """The (successor, weight) of one choice."""
        cuts = self.cuts[node]
        return self.moves[node][cuts[number - 1] if number else 0 : cuts[number]]


class Positions:
    """The positions of one fight: how states become them, and what can happen in each.

    `machine` plays where there is one; then the engine plays only what comes before it can. Else `unknown` says what a
    machine does not know of the fight. With `by_engine` the engine plays all of it.
    """

    def __init__(
        self, fight: Fight, repertoire: Repertoire[Any, Any], fixed: Mapping[str, str], by_engine: bool = False
    ) -> None:
        self.ruleset = fight.ruleset
        self.repertoire = repertoire
        self.fixed = fixed
        tactics = fight.ruleset.tactics
        self.orders = {**fight.ruleset.standing_orders, **{side: tactics[name] for side, name in fixed.items()}}
        self._states: dict[Hashable, Any] = {}
        self.machine: Machine[Any] | None = None
        self.unknown = f"ruleset={fight.ruleset.id}"
        if fight.ruleset.machine is not None and not by_engine:
            best = f"{BEST}:{repertoire.name}"
            sides = fight.ruleset.sides(fight.state)
            try:
                self.machine = fight.ruleset.machine(fight.state, {side: fixed.get(side, best) for side in sides})
                self._rows = Rows(self.machine)
            except Unsupported as error:
                self.unknown = error.what

    def pack(self, state: Any) -> Hashable:
        """The position of a state. By a machine it is where what is certain has happened already.

        Everybody stands where they do in the state, whose commands are the choices in their order: what stands for the
        position among those that choices lead to is its `merged`.
        """
        if self.machine is not None:
            packed = self.machine.pack(state)
            if packed is not None:
                s = list(packed)
                self.machine.program.canon(s, self.machine.numbers)
                return tuple(s)
        key = Engine(self.ruleset.lump(state, self.fixed))
        self._states.setdefault(key, state)
        return key

    def merged(self, position: Any) -> Hashable:
        """The position that stands for this one and all others that differ in who is who of fighters who are alike."""
        if isinstance(position, Engine):
            return position
        assert self.machine is not None
        s = list(position)
        self.machine.program.merge(s, self.machine.numbers)
        return tuple(s)

    def choices(self, position: Hashable) -> Choices:
        """What can happen in a position; one that is known by a state is asked for once."""
        if isinstance(position, Engine):
            return self._played(self._states.pop(position))
        return self._told(position)

    def _told(self, position: Any) -> Choices:
        """By the machine: a chance that is due after a choice belongs to it."""
        assert self.machine is not None
        program, P = self.machine.program, self.machine.numbers
        s = list(position)
        row = program.row(s, P)
        if row == OVER:
            winner = program.winner(s, P)
            return Choices(None, (), over=True, winner=None if winner == NOBODY else self.machine.sides[winner])
        if row != CHOICE:
            return Choices(None, (self._outcomes(s, row),))
        branches: list[Branch] = []
        for option in range(program.options(s, P)):
            after = s.copy()
            program.choose(after, P, option)
            row = program.row(after, P)
            branches.append(((self._settled(after), 1),) if row < 0 else self._outcomes(after, row))
        return Choices(self.machine.sides[program.chooser(s, P)], tuple(branches))

    def _outcomes(self, s: Numbers, row: int) -> Branch:
        """Where the outcomes of the chance that is due lead."""
        assert self.machine is not None
        take, P = self.machine.program.take, self.machine.numbers
        found: list[tuple[Hashable, int]] = []
        for word, weight in self._rows[row]:
            after = s.copy()
            take(after, P, word)
            found.append((self._settled(after), weight))
        return tuple(found)

    def _settled(self, s: Numbers) -> Hashable:
        """The position when what cannot matter any more is forgotten, and who is who of those who are alike."""
        assert self.machine is not None
        self.machine.program.canon(s, self.machine.numbers)
        self.machine.program.merge(s, self.machine.numbers)
        return tuple(s)

    def _played(self, state: Any) -> Choices:
        ended = self.ruleset.outcome(state)
        if ended is not None:
            return Choices(None, (), over=True, winner=ended.winner)
        seat = self.ruleset.next_to_act(state)
        assert seat is not None
        side = self.ruleset.side(state, seat)
        order = self.orders.get(side)
        if order is not None:
            return Choices(None, (self._branch(state, partial(order, state, seat)),))
        commands = self.repertoire.commands(state, seat)
        return Choices(side, tuple(self._branch(state, partial(_given, command)) for command in commands))

    def _branch(self, state: Any, decide: Callable[[Any], Any]) -> Branch:
        return tuple(exact(lambda dice: self._key(state, decide, dice)).items())

    def _key(self, state: Any, decide: Callable[[Any], Any], dice: Any) -> Hashable:
        return self.merged(self.pack(self.after(state, decide(dice), dice)))

    def after(self, state: Any, command: Any, dice: Any) -> Any:
        """The state after a legal command, with these dice."""
        play = Play(state, dice, self.ruleset.evolve)
        self.ruleset.perform(play, command)
        return play.state


def _given(command: Any, dice: Any) -> Any:
    return command


class Engine(msgspec.Struct, frozen=True, gc=False):
    """A position that is known by what of an engine's state can still matter."""

    key: Hashable


def most_positions(fight: Fight) -> int:
    """How many positions of a fight are explored at most."""
    return PLACES // max(len(fight.ruleset.standings(fight.state)), 1)


def explore(
    positions: Positions,
    start: Any,
    limit: int = PLACES,
    deadline: float | None = None,
    most_moves: float = inf,
) -> Game:
    """All positions that can be reached from a state, found breadth first.

    Cost: some 100 microseconds a choice through an engine, some 5 through a machine. Raises `TooLarge` when more than
    `limit` positions are found or `most_moves` are made, and `OutOfTime` when `time.monotonic()` has passed `deadline`.
    """
    made = 0
    first = positions.merged(positions.pack(start))
    game = Game({first: 0}, [], [], [], {})
    number = game.numbers
    waiting: list[Any] = [first]
    choices = positions.choices
    while len(game.moves) < len(waiting):
        node = len(game.moves)
        if deadline is not None and monotonic() > deadline:
            raise OutOfTime("the time is up; positions found so far", estimate=len(waiting), limit=limit)
        found = choices(waiting[node])
        waiting[node] = None
        if found.over:
            game.ends[node] = found.winner
        moves: list[tuple[int, int]] = []
        cuts: list[int] = []
        for branch in found.branches:
            for position, weight in branch:
                successor = number.get(position)
                if successor is None:
                    successor = number[position] = len(waiting)
                    waiting.append(position)
                moves.append((successor, weight))
            cuts.append(len(moves))
        game.moves.append(moves)
        game.cuts.append(tuple(cuts))
        game.choosers.append(found.chooser)
        made += len(moves)
        if len(waiting) > limit or made > most_moves:
            raise TooLarge("the fight has too many positions", estimate=len(waiting), limit=limit)
    return game
