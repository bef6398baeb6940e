"""What a ruleset says of best play: what is chosen from."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, ParamSpec, Protocol, TypeAlias, TypeVar

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


class Repertoire(msgspec.Struct, Generic[S, C], frozen=True, eq=False):
    """What best play chooses from: `commands` lists the legal commands of a seat, `about` says which they are.

    `name` is the one by which the ruleset's `repertoires` know it. `commands` may raise `Unsupported` for a reading
    under which nobody chooses.
    """

    name: str
    about: Callable[[S], str]
    commands: Callable[[S, Seat], list[C]]
