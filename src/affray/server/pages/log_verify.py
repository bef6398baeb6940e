"""Whether a log leads where it says: every command is run again with the faces that it has."""

from __future__ import annotations

import msgspec

from affray.errors import ReplayError
from affray.table.log import read
from affray.table.replay import replay, warnings


class Verdict(msgspec.Struct, frozen=True):
    """What came of it: the number of entries, the first that differs (0: none) and how, and what else is different."""

    title: str
    ruleset: str
    entries: int
    differs: int
    how: str
    warnings: tuple[str, ...]


def verdict(content: bytes, name: str) -> Verdict:
    """The verdict on a log; raises `BadInput` for what is none, naming the line."""
    header, entries = read(content, name)
    differs, how = 0, ""
    try:
        replay(header, entries)
    except ReplayError as error:
        differs, how = error.seq, str(error)
    return Verdict(header.title, header.ruleset, len(entries), differs, how, tuple(warnings(header)))
