"""Tables for tests in a browser: people sit down at once, without the door, where the door is not what is tested."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import httpx
from playwright.sync_api import ViewportSize

from affray.server.live.room import Room
from tests.browser.guests import DESK, PHONE, Guest, Guests, Scheme
from tests.server.http.hosting import Hosted, Party

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> str:
    """The text of a fight that comes with affray."""
    return (EXAMPLES / f"{name}.toml").read_text(encoding="utf-8")


class Opened(Party):
    """A table with browsers at it."""

    def __init__(self, hosted: Hosted, guests: Guests, fight: str) -> None:
        super().__init__(hosted, fight)
        self.guests = guests

    @property
    def room(self) -> Room:
        return self.hosted.site.rooms.room(self.id)

    def referee(self, size: ViewportSize = DESK, scheme: Scheme = "light") -> Guest:
        """The referee's browser, with the table open."""
        return self._sit(self.owner, self.hosted.site.owner.person, size, scheme)

    def phone(
        self, name: str, fighter: int | None = None, size: ViewportSize = PHONE, scheme: Scheme = "light"
    ) -> Guest:
        """A player's browser, with the table open."""
        client = self.player(name, fighter)
        return self._sit(client, self.persons[client], size, scheme)

    def go(self, *steps: int | str) -> None:
        """The referee goes on: a number is the face of the die that waits, a word the first command of that type."""
        for step in steps:
            if isinstance(step, int):
                self.say(self.owner, {"type": "faces", "faces": [step]})
                continue
            offers = self.look(self.owner)["offers"]
            command = next(one["command"] for one in offers if one["command"]["type"] == step and not one["forbidden"])
            self.say(self.owner, {"type": "do", "command": command})

    def _sit(self, client: httpx.Client, person: str, size: ViewportSize, scheme: Scheme) -> Guest:
        guest = self.guests(size, scheme)
        guest.carry(client)
        guest.seen = lambda: self.room.seen_version(person)
        guest.visit(f"/t/{self.id}")
        return guest


At: TypeAlias = Callable[[str], Opened]
