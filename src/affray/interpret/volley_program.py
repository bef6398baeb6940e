"""The sampling of whole turns, in the part of Python that Numba compiles. Whole numbers are unsigned throughout."""

from __future__ import annotations

from typing import Any

LANES = 4
"""Fights that go on side by side."""


def sample(
    base: Any,
    columns: Any,
    state: Any,
    numbers: Any,
    at_code: Any,
    at_round: Any,
    left: Any,
    ends: Any,
    begun: Any,
    drawn: Any,
) -> None:
    """Plays fights to their ends; see `volley` for the tables and the generator.

    Several fights go on side by side, a round of each in turn, so that the processor need not wait for one of them;
    each of these lanes has its number of fights `left` to play, one after another.

    `base` has the table of each side at each code: its first column, and below that how far a word is moved. A column
    is two numbers side by side, so that one look at memory brings both: its threshold, and what is added to the code
    below it (the lower half) and from it on (the upper half), modulo 2**32. What is counted is added up in `ends` (by
    code), `begun` (by rounds) and `drawn`. All arrays are of unsigned numbers; a number written out is a signed one, so
    that one is made from a number at hand.
    """
    start, codes, idle, rounds, rest = numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
    zero = start ^ start
    one = zero - ~zero
    moved, low = (one << 6) - one, (one << 32) - one
    a, b, c, d = state[0], state[1], state[2], state[3]
    if base[start] == idle or rounds == zero:
        for lane in range(len(left)):
            ends[start] += left[lane]
            begun[zero] += left[lane]
        return
    going_on = zero
    for lane in range(len(left)):
        going_on += one if left[lane] > zero else zero
    while going_on > zero:
        for lane in range(LANES):
            # Nothing is decided by a jump that could be guessed wrong: a lane that is done plays on without counting.
            counts = one if left[lane] > zero else zero
            code, number = at_code[lane], at_round[lane] + one
            word = a + d
            word = ((word << 23) | (word >> 41)) + a
            kept = b << 17
            c ^= a
            d ^= b
            b ^= c
            a ^= d
            c ^= kept
            d = (d << 45) | (d >> 19)
            second = codes * (word >> 63)
            table = base[codes - second + code]
            column = (table >> 6) + ((word << 1) >> (table & moved))
            other = one if (word & rest) >= columns[column << 1] else zero
            code = (code + (columns[(column << 1) + one] >> (other << 5))) & low
            drawn[(column << 1) + other] += counts
            word = a + d
            word = ((word << 23) | (word >> 41)) + a
            kept = b << 17
            c ^= a
            d ^= b
            b ^= c
            a ^= d
            c ^= kept
            d = (d << 45) | (d >> 19)
            table = base[second + code]
            column = (table >> 6) + ((word << 1) >> (table & moved))
            other = one if (word & rest) >= columns[column << 1] else zero
            code = (code + (columns[(column << 1) + one] >> (other << 5))) & low
            drawn[(column << 1) + other] += counts
            over = one if base[code] == idle else zero
            over |= one if number == rounds else zero
            ends[code] += over * counts
            begun[number] += over * counts
            left[lane] -= over * counts
            going_on -= over * counts * (one if left[lane] == zero else zero)
            goes_on = over - one  # every bit is set in it, or none
            at_code[lane], at_round[lane] = (code & goes_on) | (start & ~goes_on), number & goes_on
