"""The rows that an actor's commands are laid out in."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from affray.server.live.snapshot import Odd, Offer


class Figure(msgspec.Struct, frozen=True):
    """A chance with the word for it."""

    label: str
    p: str


class Way(msgspec.Struct, frozen=True):
    """A way that an answer may go, in words: with its chance where it has one and odds are shown, else ""."""

    words: str
    sign: str
    p: str = ""


class Target(msgspec.Struct, frozen=True):
    """Somebody whom a command may be aimed at, with the message that gives it."""

    name: str
    message: str


class Row(msgspec.Struct, frozen=True):
    """A command as it is offered, with the message that gives it."""

    offer: Offer
    message: str
    large: tuple[Figure, ...] = ()
    small: tuple[Figure, ...] = ()
    picture: Markup | None = None
    amount: Odd | None = None
    ways: tuple[Way, ...] = ()
    """What an answer may lead to."""
    targets: tuple[Target, ...] = ()
    """Whom it may be aimed at, where several commands are one row: a button each."""

    @property
    def key(self) -> int:
        """Its place among the commands of this actor."""
        return self.offer.key
