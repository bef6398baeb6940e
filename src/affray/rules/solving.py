"""What a ruleset says of best play: what is chosen from, and its order of play told once more for speed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, ParamSpec, Protocol, TypeAlias, TypeVar

import msgspec

from affray.dice import Formula, Seat
from affray.weights import Weights

S = TypeVar("S")
C = TypeVar("C")
P = ParamSpec("P")
T = TypeVar("T")

Position: TypeAlias = Hashable
Branch: TypeAlias = tuple[tuple[Position, int], ...]
"""The positions that a command leads to, each with its whole weight; one may come up again."""


class Odds(Protocol):
    """The exact outcomes of a formula, as `interpret.every.outcomes` finds them."""

    def __call__(self, formula: Formula[P, T], *inputs: P.args, **named: P.kwargs) -> Weights[T]: ...


class Choices(msgspec.Struct, frozen=True, gc=False):
    """What can happen in a position: a branch for each command of the repertoire, in its order.

    `chooser` is the side that decides; None where nobody does, and then there is one branch. A fight that is `over`
    has none, and its `winner`.
    """

    chooser: str | None
    branches: tuple[Branch, ...]
    over: bool = False
    winner: str | None = None


class Machine(Protocol):
    """The order of play on small plain values: equal to the engine step by step, and faster."""

    def pack(self, state: Any) -> Position | None:
        """The position of a state; None for one that only the engine can go on from."""
        ...

    def choices(self, position: Any) -> Choices:
        """What can happen in a position."""
        ...


class Repertoire(msgspec.Struct, Generic[S, C], frozen=True, eq=False):
    """What best play chooses from: `commands` lists the legal commands of a seat, `about` says which they are.

    `commands` may raise `Unsupported` for a reading under which nobody chooses. `machine` may raise it for one that it
    does not play; then the engine alone plays.
    """

    about: Callable[[S], str]
    commands: Callable[[S, Seat], list[C]]
    machine: Callable[[S, Odds], Machine] | None = None
