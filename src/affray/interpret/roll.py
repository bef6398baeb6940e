"""Dice that roll: words from a generator, made into faces without bias.

Two generators. `blake2-16`, for the table: every word is a hash of where it stands, so a new roll in one place never
shifts another. `mt-16`, for plain simulation: one `random.Random` a fight.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from random import Random
from typing import ParamSpec, TypeVar

from affray.dice import MOST_SIDES, Formula, Roll, Seat, Why, collapse

P = ParamSpec("P")
T = TypeVar("T")

TABLE_GENERATOR = "blake2-16"
SIMULATION_GENERATOR = "mt-16"

WORDS = 65_536
FAIR = (WORDS, *(WORDS // sides * sides for sides in range(1, MOST_SIDES + 1)))
"""For each number of sides the words that give every face equally often; a word at or above it is drawn again."""


def words(seed: str, n: int, why: str, occurrence: int) -> Iterator[int]:
    """The endless 16-bit words of one roll: the `occurrence`-th roll named `why` in entry `n`."""
    k = 0
    while True:
        text = f"{seed}\0{n}\0{why}\0{occurrence}\0{k}".encode()
        yield int.from_bytes(hashlib.blake2b(text, digest_size=2).digest(), "big")
        k += 1


def face(source: Iterator[int], sides: int) -> int:
    """The next face of a die of 1 to 1,000 sides."""
    fair = FAIR[sides]
    word = next(source)
    while word >= fair:
        word = next(source)
    return word % sides + 1


class Sampler:
    """The dice of one simulated fight (`mt-16`): fast, without a trace."""

    __slots__ = ("_random", "roles")

    def __init__(self, seed: str, run: int) -> None:
        self._random = Random(f"{seed}/{run}").random
        self.roles: Mapping[str, Seat] = {}

    def roll(self, roll: Roll, why: Why) -> int:
        sides = roll.sides
        if roll.count == 1:
            word = int(self._random() * 65_536)
            while word >= FAIR[sides]:
                word = int(self._random() * 65_536)
            return word % sides + 1
        return collapse(roll, self.faces(roll, why))

    def faces(self, roll: Roll, why: Why) -> tuple[int, ...]:
        sides, fair = roll.sides, FAIR[roll.sides]
        drawn: list[int] = []
        while len(drawn) < roll.count:
            word = int(self._random() * 65_536)
            if word < fair:
                drawn.append(word % sides + 1)
        return tuple(sorted(drawn, reverse=True))

    def resolve(self, formula: Formula[P, T], *inputs: P.args, **named: P.kwargs) -> T:
        if named:
            return formula.function(self, *inputs, **named)
        return formula.function(self, *inputs)  # as rules ask, and with less to put together
