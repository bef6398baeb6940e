"""What is known of every position of a game once it is solved: its value, and what each option is worth there."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from affray.interpret.best_play import BestPlay, Number, best_play, chain_of, mean
from affray.interpret.game import Game, Positions
from affray.interpret.other_places import chosen_there
from affray.interpret.rows import Rows
from affray.interpret.solve import NOBODY, ROUNDING, solve
from affray.interpret.solved import Solved
from affray.interpret.survey import OPTION

if TYPE_CHECKING:
    from affray.interpret.network import Network


class Known(Protocol):
    """A game that is solved for both sides; values are those of the first."""

    exactly: bool
    """Whether values are fractions; else they are exact but for rounding."""

    @property
    def size(self) -> int:
        """The number of positions."""
        ...

    def value(self) -> Number:
        """The value of the start."""
        ...

    def win(self) -> tuple[Mapping[str, Number], Number]:
        """How the fight ends when both sides play their best: the chances to win, and that it never does."""
        ...

    def chosen(self, position: Hashable) -> int:
        """The place of the best option of a position, in which everybody may stand where they like."""
        ...

    def worth(self, position: Hashable, options: int) -> list[Number]:
        """The value of each option of a position."""
        ...


class PlainGame:
    """A game solved in plain Python, in fractions or floats."""

    def __init__(self, positions: Positions, game: Game, own: str, exactly: bool, deadline: float | None) -> None:
        """Raises `OutOfTime`, and `TooLarge` where too many positions lead back to each other."""
        self.exactly = exactly
        self._positions, self._game = positions, game
        self._best: BestPlay = best_play(game, own, exactly, deadline)
        self._odds = solve(chain_of(game, self._best), exactly, deadline)

    @property
    def size(self) -> int:
        return self._game.size

    def value(self) -> Number:
        return self._best.values[0]

    def win(self) -> tuple[Mapping[str, Number], Number]:
        return self._odds.win, self._odds.undecided

    def chosen(self, position: Hashable) -> int:
        merged = self._positions.merged(position)
        best = self._best.chosen[self._game.numbers[merged]]
        if merged == position:
            return best
        return chosen_there(self._positions, self, position, merged, best)

    def worth(self, position: Hashable, options: int) -> list[Number]:
        numbers, values = self._game.numbers, self._best.values
        node = numbers.get(position)
        if node is not None:
            return [mean(self._game.choice(node, option), values, self.exactly) for option in range(options)]
        branches = self._positions.choices(position).branches
        return [mean([(numbers[key], weight) for key, weight in one], values, self.exactly) for one in branches]

    def part(self, key: Hashable) -> int | None:
        """See `other_places.Parts`."""
        node = self._game.numbers[key]
        return self._best.loops.get(node, -1 - node)


class CompiledGame:
    """A game solved in compiled code, exact but for rounding."""

    exactly = False

    def __init__(self, positions: Positions, network: Network) -> None:
        """The network must be explored. Raises `TooLarge` where what loops could not be proven best."""
        self._positions, self._network, self._solved = positions, network, Solved(network)
        self._machine, self._rows = network.machine, Rows(network.machine)

    @property
    def size(self) -> int:
        return self._network.size

    def value(self) -> Number:
        return self._value(0)

    def _value(self, node: int) -> float:
        _, mine, theirs, _ = self._solved.row(node)
        return float(1 + mine - theirs) / 2

    def win(self) -> tuple[Mapping[str, Number], Number]:
        nobody, mine, theirs, _ = map(float, self._solved.row(0))
        one, other = self._network.machine.sides
        undecided = 1.0 - nobody - mine - theirs
        return {one: mine, other: theirs, NOBODY: nobody}, undecided if undecided > ROUNDING else 0.0

    def chosen(self, position: Any) -> int:
        merged: Any = self._positions.merged(position)
        try:
            node = self._network.number(merged)
        except KeyError:
            worth, best = self._reply(position)
            return next(place for place, value in enumerate(worth) if abs(value - best) <= ROUNDING)
        best = self._option(node)
        return best if merged == position else chosen_there(self._positions, self, position, merged, best)

    def _option(self, node: int) -> int:
        """The option that is best in a position of the network."""
        ways = int(self._solved.chosen[node])
        marks = self._network.last[int(self._network.first[node]) : int(self._network.stop[node])]
        return int((marks[marks != 0][:ways] == OPTION).sum())

    def part(self, key: Any) -> int | None:
        """See `other_places.Parts`."""
        try:
            return self._solved.part(self._network.number(key))
        except KeyError:
            return None

    def worth(self, position: Any, options: int) -> list[Number]:
        return [self._after(position, option) for option in range(options)]

    def _after(self, position: Sequence[int], option: int) -> float:
        """The value of a position once an option was chosen."""
        program, P = self._machine.program, self._machine.numbers
        s = list(position)
        program.choose(s, P, option)
        due = program.row(s, P)
        if due < 0:
            return self._settled(s)
        total = 0.0
        for word, weight in self._rows[due]:
            after = s.copy()
            program.take(after, P, word)
            total += weight * self._settled(after)
        return total / self._rows.totals[due]

    def _reply(self, position: Sequence[int]) -> tuple[list[Number], float]:
        """What each option is worth, and the best, where a choice is solved with what it replies to."""
        program, P = self._machine.program, self._machine.numbers
        s = list(position)
        worth = self.worth(position, program.options(s, P))
        return worth, min(worth) if program.chooser(s, P) else max(worth)

    def _settled(self, s: list[int]) -> float:
        self._machine.program.canon(s, self._machine.numbers)
        self._machine.program.merge(s, self._machine.numbers)
        try:
            return self._value(self._network.number(tuple(s)))
        except KeyError:
            return self._reply(s)[1]
