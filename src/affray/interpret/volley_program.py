"""The sampling of whole turns, in the part of Python that Numba compiles. Whole numbers are unsigned throughout."""

from __future__ import annotations

from functools import cache
from typing import Any

from affray.interpret.compiled import compiled


@cache
def program() -> Any:
    """The compiled form of `sample`."""
    return compiled(sample)[0]


def sample(
    base: Any, thresholds: Any, added: Any, state: Any, numbers: Any, ends: Any, begun: Any, drawn: Any
) -> None:
    """Plays fights one after another; see `volley` for the tables and the generator.

    `base` has the first column of the table of each side at each code, `added` what is added to the code below and from
    a column's threshold on. What is counted is added up in `ends` (by code), `begun` (by rounds) and `drawn`.
    """
    zero, one, two, bits, shift, top = numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]
    start, codes, idle, runs, rounds, rest = numbers[6], numbers[7], numbers[8], numbers[9], numbers[10], numbers[11]
    r17, r19, r23, r41, r45 = numbers[12], numbers[13], numbers[14], numbers[15], numbers[16]
    a, b, c, d = state[0], state[1], state[2], state[3]
    for _ in range(runs):
        code, number = start, zero
        while number < rounds and base[code] != idle:
            number += one
            word = a + d
            word = ((word << r23) | (word >> r41)) + a
            kept = b << r17
            c ^= a
            d ^= b
            b ^= c
            a ^= d
            c ^= kept
            d = (d << r45) | (d >> r19)
            second = codes * (word >> top)
            column = base[codes - second + code] + ((word << one) >> shift)
            entry = two * column + (one if (word & rest) >= thresholds[column] else zero)
            drawn[entry] += 1
            code += added[entry]
            word = a + d
            word = ((word << r23) | (word >> r41)) + a
            kept = b << r17
            c ^= a
            d ^= b
            b ^= c
            a ^= d
            c ^= kept
            d = (d << r45) | (d >> r19)
            column = base[second + code] + ((word << one) >> shift)
            entry = two * column + (one if (word & rest) >= thresholds[column] else zero)
            drawn[entry] += 1
            code += added[entry]
        ends[code] += 1
        begun[number] += 1
