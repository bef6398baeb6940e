"""What the options of a ruling change, seen in its witness; worked out once."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from affray.rules import find
from affray.telling.witness import changes, witnessed


class Seen(msgspec.Struct, frozen=True):
    """The situation in words, and for each option what it comes to, a sentence a line."""

    about: str
    options: tuple[tuple[str, tuple[str, ...]], ...]


@lru_cache(maxsize=512)
def seen(ruleset: str, ruling: str) -> Seen:
    """The witness of a ruling under each of its options."""
    found = find(ruleset)
    one = found.ruling(ruling)
    options = tuple((option, tuple(lines)) for option, lines in changes(found, one).items())
    return Seen(witnessed(found, one), options)
