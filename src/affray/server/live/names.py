"""What people at a table may be called: names that show, that are told apart, and that claim no office."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import combining, normalize

from affray.errors import BadInput
from affray.files import read_name

RESERVED = frozenset({"referee", "coreferee", "table", "thetable", "thereferee", "nobody", "server", "affray"})
"""Names of offices, as `likeness` writes them."""

LOOK_ALIKES = str.maketrans(
    {
        **dict(zip("аеорсухіјѕһԁӏвкмнт", "aeopcyxijshdlbkmht", strict=True)),  # Cyrillic
        **dict(zip("αεικνορτυχ", "aeiknoptux", strict=True)),  # Greek
        "ƒ": "f",
        "ı": "i",
        "ŀ": "l",
        "ø": "o",
        "ɡ": "g",
        "ʀ": "r",
        "0": "o",
        "1": "l",
        "|": "l",
        "3": "e",
    }
)
"""Letters and digits that are read as Latin letters."""


def person_name(text: str, taken: Iterable[str], place: str = "name") -> str:
    """The name as it is kept; raises `BadInput` for one that shows nothing, is an office's or somebody else's."""
    name = read_name(text, place)
    alike = likeness(name)
    if alike in RESERVED:
        raise BadInput("that name is reserved", place=place, received=name, code="reserved")
    if any(alike == likeness(other) for other in taken):
        raise BadInput("somebody at this table has that name", place=place, received=name, code="taken")
    return name


def likeness(name: str) -> str:
    """What is left of a name when whatever a reader may overlook is gone: two names with the same one are too alike."""
    shape = normalize("NFKD", name).casefold().translate(LOOK_ALIKES)
    bare = "".join(char for char in shape if char.isalnum() and not combining(char))
    return bare or name
