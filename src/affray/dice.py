"""What a rule asks for: dice as values, and the protocol of whoever answers. Nothing here draws a number.

A rule receives a `Dice` and asks it. One implementation rolls, another reads faces that a person typed, a third
answers with every possible face in turn: the rule cannot tell which, so it is written once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, wraps
from itertools import combinations_with_replacement
from math import factorial
from typing import Any, Generic, Literal, ParamSpec, Protocol, TypeAlias, TypeVar

import msgspec

from affray.errors import TooLarge

Seat: TypeAlias = int | str
"""Who decides or rolls: a fighter's number in the roster, or "table" (bookkeeping) or "referee"."""

TABLE: Seat = "table"
REFEREE: Seat = "referee"

Keep: TypeAlias = Literal["sum", "high", "low"]

STEPS = 10_000_000
"""How much counting an exact answer may take."""

MOST_SIDES = 1_000
MOST_DICE = 1_000

P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Roll(msgspec.Struct, frozen=True):
    """`count` dice of `sides` sides, read as their sum, the highest or the lowest of them.

    Best of two d20 is `Roll(20, 2, "high")`: one question with 20 answers, not two with 400.
    """

    sides: int
    count: int = 1
    keep: Keep = "sum"


class Why(msgspec.Struct, frozen=True):
    """The name of a roll and the role that makes it, from the one list of rolls of a ruleset.

    `hidden` rolls belong to the referee: no other seat learns their faces, nor that there was a roll.
    """

    name: str
    role: str
    hidden: bool = False


class Dice(Protocol):
    """Whoever answers a rule's questions."""

    roles: Mapping[str, Seat]

    def roll(self, roll: Roll, why: Why) -> int:
        """The value of the roll: an integer within `bounds(roll)`."""
        ...

    def faces(self, roll: Roll, why: Why) -> tuple[int, ...]:
        """All faces, highest first, for the few rules that look at every die; `keep` is not applied."""
        ...

    def resolve(self, formula: Formula[P, T], *inputs: P.args, **named: P.kwargs) -> T:
        """The outcome of a formula: rolled, scripted, or one of its exact outcomes."""
        ...


class Resolve(Protocol):
    """The type of `Dice.resolve`."""

    def __call__(self, formula: Formula[P, T], *inputs: P.args, **named: P.kwargs) -> T: ...


class Input(msgspec.Struct, frozen=True):
    """One input of a formula as people give it: a whole number in a range, one of some words, or dice text.

    One that is neither `required` nor given is its default, which may be None.
    """

    name: str
    about: str
    low: int | None = None
    high: int | None = None
    options: tuple[str, ...] = ()
    default: int | str | None = None
    kind: Literal["whole", "choice", "dice"] = "whole"
    required: bool = False


class Again(Exception):
    """Raised in a formula that `repeats`: what was thrown settles nothing, and it is all thrown again."""


class Formula(Generic[P, T_co]):
    """Small plain inputs and dice in, a small frozen value out. No state, no seat.

    Called with a `Dice` first it runs as the plain function that it is, unless it `repeats`: then the dice resolve it.
    `inputs` and `rulings` (slugs) are what people
    may give by name, and `prepare` turns those into the function's own inputs. `known` holds the exact outcomes found
    so far, keyed by the function's inputs (see `interpret.every`).

    A formula that `repeats` may raise `Again`, and is then run again with the same inputs until it does not. It must
    be able to end. `once` is one such try: exactly known, it is what ends among all that can fall.
    """

    __slots__ = ("cites", "function", "inputs", "known", "name", "once", "prepare", "repeats", "rulings")

    def __init__(
        self,
        function: Callable[..., T_co],
        name: str,
        cites: tuple[str, ...],
        inputs: tuple[Input, ...],
        rulings: tuple[str, ...],
        prepare: Callable[[Mapping[str, Any], Mapping[str, str]], tuple[Any, ...]],
        repeats: bool = False,
    ) -> None:
        self.function = _until_it_ends(function) if repeats else function
        self.once = function
        self.name = name
        self.cites = cites
        self.inputs = inputs
        self.rulings = rulings
        self.prepare = prepare
        self.repeats = repeats
        self.known: dict[tuple[Any, ...], Any] = {}

    def __call__(self, dice: Dice, *inputs: P.args, **named: P.kwargs) -> T_co:
        if self.repeats:  # a loop has no end where every face is tried: there it is one question
            return dice.resolve(self, *inputs, **named)
        return self.function(dice, *inputs, **named)

    def __repr__(self) -> str:
        return f"Formula({self.name!r})"


def _until_it_ends(function: Callable[..., T]) -> Callable[..., T]:
    @wraps(function)
    def run(*inputs: Any, **named: Any) -> T:
        while True:
            try:
                return function(*inputs, **named)
            except Again:
                continue

    return run


def collapse(roll: Roll, faces: tuple[int, ...] | list[int]) -> int:
    """What these faces count as under the roll's keep rule."""
    if roll.keep == "high":
        return max(faces)
    if roll.keep == "low":
        return min(faces)
    return sum(faces)


def bounds(roll: Roll) -> tuple[int, int]:
    """The least and the greatest value that the roll can have."""
    if roll.keep == "sum":
        return roll.count, roll.count * roll.sides
    return 1, roll.sides


@cache
def ways(roll: Roll) -> tuple[tuple[int, int], ...]:
    """Every value of the roll with the number of ways to get it, ascending; the ways add up to sides ** count.

    Counted, never listed face by face: sums by repeated convolution (count * count * sides steps of some 0.1
    microseconds), best and worst in closed form. Raises `TooLarge` above `STEPS` steps.
    """
    sides, count = roll.sides, roll.count
    if roll.keep == "sum" and count * count * sides > STEPS:
        raise TooLarge(f"{count}d{sides} is too large to count exactly", estimate=count * count * sides, limit=STEPS)
    if roll.keep == "high":
        return tuple((k, k**count - (k - 1) ** count) for k in range(1, sides + 1))
    if roll.keep == "low":
        return tuple((k, (sides - k + 1) ** count - (sides - k) ** count) for k in range(1, sides + 1))
    row = [1]
    for _ in range(count):
        longer = [0] * (len(row) + sides - 1)
        window = 0
        for place in range(len(longer)):
            window += row[place] if place < len(row) else 0
            window -= row[place - sides] if 0 <= place - sides < len(row) else 0
            longer[place] = window
        row = longer
    return tuple((count + place, number) for place, number in enumerate(row))


@cache
def face_ways(roll: Roll) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every set of faces, highest first, with the number of orders it can fall in.

    Grows as sides ** count; raises `TooLarge` above `STEPS` of them.
    """
    if roll.sides**roll.count > STEPS:
        raise TooLarge(
            f"the faces of {roll.count}d{roll.sides} are too many", estimate=roll.sides**roll.count, limit=STEPS
        )
    found = []
    for low_first in combinations_with_replacement(range(1, roll.sides + 1), roll.count):
        orders = factorial(roll.count)
        for face in set(low_first):
            orders //= factorial(low_first.count(face))
        found.append((low_first[::-1], orders))
    return tuple(found)
