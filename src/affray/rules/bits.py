"""Sets of small numbers as the bits of one whole number, for machines; a compiler puts one instruction for each.

A set holds numbers from 0 to `MOST`.
"""

from __future__ import annotations

from typing import Final

MOST: Final = 61
"""The largest number of a set: two bits of 64 stay free, so that no sum of sets overflows."""


def lowest(bits: int) -> int:
    """The smallest number of a set that is not empty."""
    return (bits & -bits).bit_length() - 1


def count(bits: int) -> int:
    """How many numbers a set has."""
    return bits.bit_count()


def nth(bits: int, place: int) -> int:
    """The number at this place of a set, counted upwards from 0; there must be so many."""
    for _ in range(place):
        bits &= bits - 1
    return lowest(bits)
