"""The jobs that every tool is given, and what is known of their answers.

An attack: d20+2 against 14 with a d8; a natural 20 adds a d8 and costs a point of armor, a natural 1 a point of weapon.
A duel: two fighters with d20+2 against 13 and a d8, who roll a d6 for the side that acts first, every round.
A fight: that of `naive`; everybody attacks the first foe standing, a foe at random, or as is best.
"""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256
from math import sqrt
from typing import NamedTuple, TypeAlias


class Strike(NamedTuple):
    """An attack in numbers: it hits if d20 + `bonus` is more than `armor`, for a die of so many sides."""

    bonus: int
    armor: int
    die: int


ATTACK = Strike(2, 14, 8)
DUEL = Strike(2, 13, 8)

Blows: TypeAlias = dict[tuple[int, int, int], Fraction]
"""The chance of each damage, with the points that armor and weapon lose."""


class Sample(NamedTuple):
    """So many fights won of so many."""

    wins: int
    fights: int


class Interval(NamedTuple):
    """What a chance is certain to lie between."""

    low: float
    high: float


Answer: TypeAlias = Sample | Interval | Fraction | float | Blows


class Known(NamedTuple):
    """The answer of a job: a chance, and of an exact answer the first digits of its digest."""

    p: float
    digest: str = ""


PLAIN = Known(2 / 5, "681a3724e1dba7ee")
ADVANTAGE = Known(16 / 25, "8c3ebd1796e5302b")
EVEN = Known(1 / 2, "d939926f05444b0f")
UNEVEN = Known(0.6051322895276691, "45e13db86137fb35")
FIRST = Known(0.43791029075536000675, "2a41e7e270485425")
RANDOM = Known(0.4776572271)
BEST = Known(0.4379102908)
GEAR = Known(0.437778161)
GEAR_DUEL = Known(0.662507349303)
SMALL = {
    1: Known(0.7007214792143293, "b0f8de44fd1297cf"),
    2: Known(0.8035514552773726, "226b73f913013e2f"),
    3: Known(0.8173483753934928, "42844892eecf5393"),
}
"""As many goblins as knaves, everybody attacking the first foe; a lone goblin has no morale to check."""

SURE = 4.0
"""The standard deviations that a sample may be off by: one honest sample in 16,000 is further away."""

ROUNDING = 1e-9
"""What a float may differ by: some of what is known has ten digits."""


def agreement(known: Known, answer: Answer) -> tuple[bool, str]:
    """Whether an answer is the known one, or close enough for a sample; and that in words."""
    match answer:
        case Sample(wins, fights):
            z = (wins / fights - known.p) / sqrt(known.p * (1 - known.p) / fights)
            return abs(z) < SURE, f"z = {z:+.2f}"
        case Interval(low, high):
            return low - ROUNDING <= known.p <= high + ROUNDING, f"within {high - low:.1e}"
        case float():
            return abs(answer - known.p) < ROUNDING, f"{answer:.10f}"
        case Fraction() | dict():
            equal = digest(answer) == known.digest if known.digest else abs(chance(answer) - known.p) < ROUNDING
            return equal, "equal" if equal else f"{chance(answer):.10f}"


def chance(answer: Fraction | Blows) -> float:
    """The answer as one number: of an attack, the chance to do damage."""
    if isinstance(answer, Fraction):
        return float(answer)
    return float(sum((p for (damage, _, _), p in answer.items() if damage), Fraction(0)))


def digest(answer: Fraction | Blows) -> str:
    """The first digits of the digest of an exact answer, whole numbers in lowest terms."""
    if isinstance(answer, Fraction):
        text = f"{answer.numerator}/{answer.denominator}"
    else:
        text = "; ".join(f"{','.join(map(str, key))}={p}" for key, p in sorted(answer.items()))
    return sha256(text.encode()).hexdigest()[:16]
