"""Lists of numbers by where they begin, for inner loops: compiled, an index is then what it says.

An array that is indexed by a number which may be below 0 is asked each time whether it is, and to a function it is
passed as seven words; an address is one word, and nothing is asked.
"""

from __future__ import annotations

from typing import TypeVar

Numbers = TypeVar("Numbers")


def address(numbers: Numbers) -> Numbers:
    """Where the numbers begin, to be indexed from 0 on, within what there is; in plain Python the list itself."""
    return numbers
