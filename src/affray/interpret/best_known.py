"""What is known of every position of a game once it is solved: its value, and what each option is worth there."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from affray.interpret.best_play import BestPlay, Number, best_play, chain_of, mean
from affray.interpret.game import Game
from affray.interpret.solve import NOBODY, solve
from affray.interpret.solved import Solved

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

    def node(self, position: Hashable) -> int:
        """The number of a position."""
        ...

    def chosen(self, node: int) -> int:
        """The place of the best option of a position."""
        ...

    def worth(self, node: int, options: int) -> list[Number]:
        """The value of each option of a position."""
        ...


class PlainGame:
    """A game solved in plain Python, in fractions or floats."""

    def __init__(self, game: Game, own: str, exactly: bool, deadline: float | None) -> None:
        """Raises `OutOfTime`, and `TooLarge` where too many positions lead back to each other."""
        self.exactly = exactly
        self._game = game
        self._best: BestPlay = best_play(game, own, exactly, deadline)
        self._odds = solve(chain_of(game, self._best), exactly, deadline)

    @property
    def size(self) -> int:
        return self._game.size

    def value(self) -> Number:
        return self._best.values[0]

    def win(self) -> tuple[Mapping[str, Number], Number]:
        return self._odds.win, self._odds.undecided

    def node(self, position: Hashable) -> int:
        return self._game.numbers[position]

    def chosen(self, node: int) -> int:
        return self._best.chosen[node]

    def worth(self, node: int, options: int) -> list[Number]:
        return [mean(self._game.choice(node, option), self._best.values, self.exactly) for option in range(options)]


class CompiledGame:
    """A game solved in compiled code, exact but for rounding."""

    exactly = False

    def __init__(self, network: Network) -> None:
        """The network must be explored. Raises `TooLarge` where what loops could not be proven best."""
        self._network, self._solved = network, Solved(network)

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
        return {one: mine, other: theirs, NOBODY: nobody}, max(0.0, 1.0 - nobody - mine - theirs)

    def node(self, position: Any) -> int:
        return self._network.number(position)

    def chosen(self, node: int) -> int:
        return int(self._solved.chosen[node])

    def worth(self, node: int, options: int) -> list[Number]:
        found, total = [], 0.0
        first, stop = int(self._network.first[node]), int(self._network.stop[node])
        for move in range(first, stop):
            total += float(self._network.chance[move]) * self._value(int(self._network.target[move]))
            if self._network.last[move]:
                found.append(total)
                total = 0.0
        return list(found)
