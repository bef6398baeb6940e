"""A table from a file that was handed in: a fight, the log of one, or all that another server kept of one.

What it is says the content; the file's name only stands in messages.
"""

from __future__ import annotations

import msgspec

from affray.errors import BadInput
from affray.fight import parse
from affray.files import decode
from affray.server.store.exporting import START
from affray.server.web.site import Site


class _First(msgspec.Struct):
    """What tells the first line of a log from the text of a fight."""

    generator: str = ""


def open_table(site: Site, person: str, name: str, content: bytes) -> str:
    """Opens the table and gives its id; raises `BadInput` or `Refused`, and then nothing was kept."""
    if content.startswith(START):
        return site.rooms.adopt(person, content, name).table
    text = decode(content, name, "a fight, a log or a table")
    first = _first(content)
    if first is None:
        parse(text, name)  # so that a message names the file
        return site.rooms.create(person, text).table
    return site.rooms.take_in(person, content).table


def _first(content: bytes) -> _First | None:
    """The first line, where it is a JSON object of its own that says what follows."""
    line, _, _ = content.partition(b"\n")
    try:
        first = msgspec.json.decode(line, type=_First)
    except msgspec.DecodeError:
        return None
    return first if first.generator else None


def is_log(content: bytes, name: str) -> bytes:
    """The content, if it begins like a log; raises `BadInput`."""
    decode(content, name, "a log")
    first = _first(content)
    if first is None:
        raise BadInput("this is no log of a fight", place=name, hint="a log begins with a line that holds its header")
    return content
