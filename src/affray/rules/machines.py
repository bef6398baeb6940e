"""A ruleset's order of play told once more, on whole numbers: what compiled sampling and large exact answers run on.

Odds still come from the formulas, and what is left from the harm functions; only who is asked next is told a second
time, and lockstep with the engine proves that it is told alike (`affray.testing.lockstep`).

A *position* `s` is a list of whole numbers that always stands before the next question: a chance that is due, or a
choice. `P` are the numbers of the fight that never change. The functions of a `Program` are plain functions of these
two at the top of a module, written in the part of Python that a compiler of numbers knows: whole numbers, `s[i]`,
`P[i]`, `for` over `range`, `while`, `if`, calls of other such functions, and the functions of `affray.rules.bits`; no
other value, no default argument, no exception, no closure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from affray.dice import Formula

S = TypeVar("S")

Numbers: TypeAlias = list[int]
"""A position; the functions of a program change it in place."""

Fixed: TypeAlias = tuple[int, ...]
"""The numbers of a fight that never change."""

ROUND: Final = 0
"""The row that is due between two rounds: a fight is stopped there when it has had rounds enough."""

OVER: Final = -1
"""Instead of a row: the fight is over."""

CHOICE: Final = -2
"""Instead of a row: a side that plays its best is to choose."""

NOBODY: Final = -1
"""Instead of the number of a side: all went out at once."""

FATES: Final = ("up", "down", "dead", "fled")
"""How fighters end, by number; the words are those of `Standing.fate`."""

BEST: Final = "best"
"""Instead of a tactic: the side plays its best from a repertoire."""


def never(s: Numbers, P: Fixed) -> bool:
    """No choice answers another."""
    return False


def keep_apart(s: Numbers, P: Fixed) -> None:
    """Nobody stands for another."""


class Program(NamedTuple):
    """The functions of a machine. Those that change `s` return nothing.

    `row(s, P)`: the number of the chance that is due, `OVER`, or `CHOICE`. `take(s, P, word)`: an outcome of that
    chance takes effect, and play goes on to the next question. `canon(s, P)`: what cannot matter any more is forgotten,
    the number of the round among it. `rounds(s, P)`: the rounds begun. `winner(s, P)`: of a fight that is over the
    number of the side, or `NOBODY`. `fate(s, P, fighter)`: a place in `FATES`. `left(s, P, fighter)`: what the ruleset
    counts. `chooser(s, P)`: the number of the side that chooses, `options(s, P)`: among how many (2 or more),
    `choose(s, P, option)`: it is chosen, and play goes on to the next question. `replies(s, P)`: whether the choice
    that is due comes of the one before it alone; where that was the other side's, both are solved as one. `merge(s,
    P)`, after `canon`: fighters between whom nothing tells change places, so that positions that differ only in who is
    who become one; for answers that name nobody. What is due does not change; options may come in another order.
    """

    row: Callable[[Numbers, Fixed], int]
    take: Callable[[Numbers, Fixed, int], None]
    canon: Callable[[Numbers, Fixed], None]
    rounds: Callable[[Numbers, Fixed], int]
    winner: Callable[[Numbers, Fixed], int]
    fate: Callable[[Numbers, Fixed, int], int]
    left: Callable[[Numbers, Fixed, int], int]
    chooser: Callable[[Numbers, Fixed], int]
    options: Callable[[Numbers, Fixed], int]
    choose: Callable[[Numbers, Fixed, int], None]
    replies: Callable[[Numbers, Fixed], bool] = never
    merge: Callable[[Numbers, Fixed], None] = keep_apart


class Question(NamedTuple):
    """The chance behind a row: a formula, its inputs, and its outcome as the word that `take` receives."""

    formula: Formula[..., Any]
    inputs: tuple[Any, ...]
    word: Callable[[Any], int]


class Machine(msgspec.Struct, Generic[S], frozen=True, eq=False):
    """The machine of one fight under its tactics.

    `sides` names the sides by their numbers, in the order of `Ruleset.contenders`. Rows are numbered below `rows`; a
    table of that length is kept, so that there should not be many more than there are questions. `pack` gives the
    position of a state in which a command is awaited, or None for one before which only the engine can play. `question`
    gives the chance behind a row; None for a step without chance, whose word is 0: there is one between two rounds
    where nothing is rolled, so that a fight in which nothing happens passes by there. `most` is the largest amount that
    any number of a position can have, to either side of 0, and `most_left` the largest that a fighter can have left.
    """

    program: Program
    numbers: Fixed
    sides: tuple[str, ...]
    fighters: int
    rows: int
    pack: Callable[[S], tuple[int, ...] | None]
    question: Callable[[int], Question | None]
    most: int = 32_000
    most_left: int = 32_000


Maker: TypeAlias = Callable[[S, Mapping[str, str]], Machine[S]]
"""The machine of a state under the tactics of the sides, where `BEST` and a repertoire ("best:targets") stand for a
choice. Raises `Unsupported`, naming what it does not play as in "K40=random" or "tactic=spells"."""
