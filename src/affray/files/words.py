"""Which text is taken: names, notes and plain text, all in Unicode's composed form (NFC).

The functions that take `refuse` are handed a maker of errors, so that the place in the file is in the message.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from typing import TypeAlias

from affray.errors import BadInput

MOST_VISIBLE = 60
MOST_BYTES = 240
MOST_MARKS = 5
MOST_NOTE = 4_000
MOST_TITLE = 200

Refuse: TypeAlias = Callable[[str, str], BadInput]
"""Makes the error from the problem and what is allowed."""

DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Unicode's bidirectional controls: they can make a name read as another one."""

BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by their category that show nothing: Hangul fillers and the empty Braille cell."""

JOINER = "\u200d"


def read_name(text: str, place: str = "name") -> str:
    """A name as the whole project takes it: trimmed, NFC, 1 to 60 visible characters, at most 240 bytes.

    Any script and emoji are welcome, joiners included. Raises `BadInput`.
    """
    return name(text, lambda problem, allowed: BadInput(problem, place=place, received=text, allowed=allowed))


def read_note(text: str, place: str = "note", high: int = MOST_NOTE) -> str:
    """A note: up to `high` characters, line breaks and tabs allowed, NFC. Raises `BadInput`."""
    return note(text, lambda problem, allowed: BadInput(problem, place=place, received=text, allowed=allowed), high)


def read_title(text: str, place: str = "title") -> str:
    """The title of a fight: up to 200 characters on one line, NFC, or none. Raises `BadInput`."""
    return plain(
        text, 0, MOST_TITLE, lambda problem, allowed: BadInput(problem, place=place, received=text, allowed=allowed)
    )


def name(text: str, refuse: Refuse) -> str:
    """The rules of `read_name`."""
    text = _clean(text, refuse).strip()
    if not _shows(text):
        raise refuse("a name needs a visible character", f"1 to {MOST_VISIBLE} visible characters")
    _refuse_stacks(text, refuse)
    count = visible_count(text)
    if count > MOST_VISIBLE:
        raise refuse(f"the name has {count} visible characters", f"1 to {MOST_VISIBLE}")
    size = len(text.encode())
    if size > MOST_BYTES:
        raise refuse(f"the name takes {size} bytes", f"at most {MOST_BYTES} bytes")
    return text


def note(text: str, refuse: Refuse, high: int = MOST_NOTE) -> str:
    """The rules of `read_note`; line breaks become plain line feeds."""
    text = _clean(text.replace("\r\n", "\n"), refuse, breaks="\n\t")
    if len(text) > high:
        raise refuse(f"the text has {len(text)} characters", f"at most {high}")
    return text


def plain(text: str, low: int, high: int, refuse: Refuse) -> str:
    """Text of `low` to `high` characters (code points) on one line."""
    text = _clean(text, refuse)
    if not low <= len(text) <= high:
        raise refuse(f"the text has {len(text)} characters", f"{low} to {high} characters")
    return text


def visible_count(text: str) -> int:
    """How many characters a reader would count: marks, joiners and what they join belong to the letter before."""
    if text.isascii():
        return len(text)
    from unicodedata import category  # noqa: PLC0415 - ASCII needs none of it

    count = 0
    flag = False  # the first half of a flag has been counted
    before = ""
    for char in text:
        joined = before == JOINER or category(char) in ("Mn", "Me", "Mc", "Cf") or "\U0001f3fb" <= char <= "\U0001f3ff"
        half = "\U0001f1e6" <= char <= "\U0001f1ff"
        if not joined and not (half and flag):
            count += 1
        flag = half and not flag
        before = char
    return max(count, 1) if text else 0


def composed(text: str) -> str:
    """The text in NFC, in which an e with an accent is one character however it was typed."""
    if text.isascii():
        return text
    from unicodedata import normalize  # noqa: PLC0415 - ASCII needs none of it

    return normalize("NFC", text)


def _clean(text: str, refuse: Refuse, breaks: str = "") -> str:
    """The text in NFC; refuses control characters, direction controls, line separators and half characters."""
    if text.isascii() and text.isprintable():
        return text
    from unicodedata import category  # noqa: PLC0415 - ASCII needs none of it

    for char in text:
        if char in DIRECTION:
            raise refuse(f"direction control {_named(char)}", "letters, signs and emoji")
        if category(char) in ("Cc", "Zl", "Zp") and char not in breaks:
            raise refuse(f"control character {_named(char)}", "letters, signs and emoji")
        if category(char) == "Cs" or _nothing(char):
            raise refuse(f"not valid text: {_named(char)} is no character", "letters, signs and emoji")
    return composed(text)


def _nothing(char: str) -> bool:
    """Whether Unicode promises never to give this code point a meaning."""
    point = ord(char)
    return point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF


def _named(char: str) -> str:
    from unicodedata import name as unicode_name  # noqa: PLC0415 - only a mistake needs it

    return f"U+{ord(char):04X} {unicode_name(char, '')}".rstrip()


def _shows(text: str) -> bool:
    """Whether any character leaves ink by itself."""
    if text.isascii():
        return bool(text)  # trimmed and without control characters
    from unicodedata import category  # noqa: PLC0415

    return any(category(char)[0] in "LNPSC" and category(char) != "Cf" and char not in BLANK for char in text)


def _refuse_stacks(text: str, refuse: Refuse) -> None:
    """More than a few marks on one letter run into the lines above and below."""
    if text.isascii():
        return
    from unicodedata import category  # noqa: PLC0415

    marks = 0
    for char in text:
        kind = category(char)
        if kind[0] == "M":
            marks += 1
        elif kind != "Cf":
            marks = 0  # a joiner between marks starts no new letter
        if marks > MOST_MARKS:
            raise refuse("too many combining marks on one letter", f"at most {MOST_MARKS} marks a letter")


def told_apart(names: Sequence[str]) -> list[str]:
    """The names in their order, those that several share with a number behind them that makes no other name."""
    shared = Counter(names)
    taken = {name for name, times in shared.items() if times == 1}
    found = []
    for name in names:
        told = name
        if shared[name] > 1:
            told = next(numbered for n in count(1) if (numbered := f"{name} {n}") not in taken)
            taken.add(told)
        found.append(told)
    return found
