"""What a message comes to before it is written: rows for the journal, with what was worked out on the way."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from affray.server.live.held import Held, Made
from affray.server.live.people import Sitter
from affray.server.live.rows import Body


class Change(msgspec.Struct, frozen=True, eq=False):
    """A row to be added, and whether players may notice it; of an entry also what it did.

    `code` is the join code of which the row keeps only the hash.
    """

    body: Body
    public: bool
    made: Made | None = None
    code: str | None = None


Decided = tuple[Change, ...]


class Moment(msgspec.Struct, frozen=True, eq=False):
    """A message that arrived: what is held of the table, who sent it, and its id. `hashed` is how codes are kept."""

    held: Held
    sitter: Sitter
    id: str
    hashed: Callable[[str], str]


def one(body: Body, public: bool) -> Decided:
    """A single row."""
    return (Change(body, public),)
