"""What the rows of a table's journal hold: everything that happens at a table is one of these."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from affray.codec import canonical, decode
from affray.dice import Seat
from affray.server.live.snapshot import Settings
from affray.table.log import Entry

Office: TypeAlias = Literal["referee", "co-referee", "player", "spectator", "knocking", "refused", "removed"]
"""What somebody is to a table; the last three are not at it."""


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="row"):
    """What all bodies are: frozen, told apart by `row`, whose word is also the kind of the row."""


class Started(Kept, frozen=True, tag="started"):
    """The table is opened: the log it begins with (a header, perhaps entries), by its referee."""

    log: str
    person: str
    name: str


class Entered(Kept, frozen=True, tag="entry"):
    """An entry of the log. `by_itself` marks the table's bookkeeping, which nobody had to ask for.

    `by` is whoever it is from, where somebody else's message brought it into the log.
    """

    entry: Entry
    by_itself: bool = False
    by: str = ""


class Waits(Kept, frozen=True, tag="waiting"):
    """A command that stopped at a die, with the faces so far, and who gave it; without one, it was dropped.

    Of an edit that asks for new dice, `edit` holds the entry, the die and its face.
    """

    by: str = ""
    command: Any = None
    faces: tuple[int | None, ...] = ()
    edit: tuple[int, int, int] | None = None


class Noted(Kept, frozen=True, tag="note"):
    """A note that came while dice of the table's lay open: its entry follows those dice, under this id."""

    id: str
    by: str
    seat: Seat
    text: str
    hidden: bool = False


class Seated(Kept, frozen=True, tag="person"):
    """Somebody as they are from now on."""

    person: str
    name: str
    office: Office
    rolls: Literal["typed", "rolled"] = "typed"


class Claimed(Kept, frozen=True, tag="claim"):
    """A fighter is played by somebody from now on; by nobody with an empty name."""

    fighter: int
    person: str


class Switched(Kept, frozen=True, tag="setting"):
    """The switches of the table from now on."""

    settings: Settings


class Coded(Kept, frozen=True, tag="code"):
    """People join by another code from now on: the one with this hash."""

    hash: str


class Seeded(Kept, frozen=True, tag="seed"):
    """Somebody added a text to the seed of the table's open dice."""

    text: str


class Closed(Kept, frozen=True, tag="end"):
    """The referee has ended the fight as it stands, or opened it again."""

    over: bool


class Opened(Kept, frozen=True, tag="opened"):
    """A referee has opened the seeds: nothing is rolled at this table any more."""


Body: TypeAlias = Started | Entered | Waits | Noted | Seated | Claimed | Switched | Coded | Seeded | Closed | Opened


def written(body: Body) -> bytes:
    """A body as the journal keeps it."""
    return canonical(body)


def read(data: bytes) -> Body:
    """A body that was kept; raises `BadInput` for what is none."""
    body: Body = decode(data, Body, "journal")
    return body


def kind(body: Body) -> str:
    """The word for a body, which is the kind of its row."""
    return str(body.__struct_config__.tag)
