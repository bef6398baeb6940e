"""Dice that can be checked: a table commits itself to its seeds before the first roll, and opens them afterwards.

A seed is drawn, and the hash of it is shown before anybody plays. People at the table may add texts of their own: then
neither the server nor they alone could have chosen the dice. When the fight is over the seed is opened, and anybody can
compute every open roll again. The hidden seed, which hidden rolls come from, is opened to the referee alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

import msgspec

from affray.interpret.roll import face, words

MOST_ADDED = 20
"""Texts that people may add to a seed: as many as may sit at a table."""


class OpenRoll(msgspec.Struct, frozen=True):
    """A roll of the log whose every face the generator made: its entry, name, sides and faces.

    `occurrence` is the place among all rolls of this name in the entry, from 0.
    """

    entry: int
    name: str
    occurrence: int
    sides: int
    faces: tuple[int, ...]


def commitment(seed: str) -> str:
    """What is shown of a seed before the first roll: the sha256 of it, as 64 hexadecimal digits."""
    return hashlib.sha256(f"affray seed\0{seed}".encode()).hexdigest()


def together(seed: str, added: Sequence[str]) -> str:
    """The seed that the dice come from: the drawn one where nobody added a text, else the sha256 of all of them."""
    if not added:
        return seed
    # The length of each text goes before it: ("ab", "c") is not ("a", "bc").
    parts = "".join(f"{len(text)}\0{text}\0" for text in (seed, *added))
    return hashlib.sha256(parts.encode()).hexdigest()


def opens(seed: str, committed: str) -> bool:
    """Whether this is the seed that was committed to."""
    return commitment(seed) == committed


def first_false(seed: str, rolls: Iterable[OpenRoll]) -> OpenRoll | None:
    """The first roll that this seed does not make; None where all are as it says. Some 5 microseconds a die."""
    for roll in rolls:
        source = words(seed, roll.entry, roll.name, roll.occurrence)
        if tuple(face(source, roll.sides) for _ in roll.faces) != roll.faces:
            return roll
    return None
