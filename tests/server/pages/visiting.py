"""Browsers without a screen that visit a server, for tests of its pages."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
from fastapi import FastAPI

from affray.server.live.messages import Admit, AnyMessage, Claim, Do, Envelope, RollRest
from affray.server.live.room import Room
from affray.server.store.place import read
from affray.server.web.app import create_app
from affray.server.web.site import ServerSettings, Site

HOST = "http://testserver"

FORD = """ruleset = "knave"
title = "The ford"

[[fighter]]
name = "Ana"
side = "party"
hp = 6
abilities = { str = 3, dex = 1, con = 3, int = 1, wis = 2, cha = 1 }
armor = ["gambeson"]
weapons = ["sword"]

[[fighter]]
name = "Ben"
side = "party"
hp = 5
abilities = { str = 2, dex = 1, con = 1, int = 1, wis = 2, cha = 1 }
armor = ["gambeson"]
weapons = ["mace"]

[[fighter]]
name = "goblin"
side = "foes"
count = 2
hd = 1
hp = 777
armor = 17
attack = 1
damage = "1d6"
morale = 7
"""


class Browser:
    """A browser with its cookies. Everything it posts says where it comes from, as browsers do."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.cookies = httpx.Cookies()

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """What a request is answered with."""

        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=True)
            async with httpx.AsyncClient(transport=transport, base_url=HOST, cookies=self.cookies) as client:
                answer = await client.request(method, path, headers={"Accept": "text/html", "Origin": HOST}, **more)
                self.cookies = client.cookies
                return answer

        return asyncio.run(asked())

    def get(self, path: str, status: int = 200) -> str:
        """The text of a page."""
        answer = self.ask("GET", path)
        assert answer.status_code == status, answer.text
        return answer.text

    def post(
        self,
        path: str,
        fields: Mapping[str, str],
        files: Mapping[str, tuple[str, bytes]] | None = None,
        status: int = 200,
    ) -> str:
        """The text of the page that a form is answered with; where it leads elsewhere, the address."""
        # An empty file makes it a form of many parts, as the pages send them.
        parts = {name: (file, content, "application/octet-stream") for name, (file, content) in (files or {}).items()}
        empty = {"nothing": ("", b"", "application/octet-stream")}
        return self._led(self.ask("POST", path, data=dict(fields), files=parts or empty), status)

    def post_plain(self, path: str, fields: Mapping[str, str], status: int = 200) -> str:
        """The same for a form without files."""
        return self._led(self.ask("POST", path, data=dict(fields)), status)

    @staticmethod
    def _led(answer: httpx.Response, status: int) -> str:
        assert answer.status_code == status, answer.text
        return str(answer.headers["location"]) if status == 303 else answer.text


class Server:
    """A server with its owner, and whoever else comes."""

    def __init__(self, folder: Path) -> None:
        self.app = create_app(ServerSettings(database=read(str(folder / "tables.db"))))
        self.site: Site = self.app.state.site

    def guest(self) -> Browser:
        """A browser that nobody knows."""
        return Browser(self.app)

    def owner(self) -> Browser:
        """The owner's browser."""
        browser = self.guest()
        browser.post_plain("/own", {"key": self.site.sessions.owner_key}, 204)
        return browser

    def table(self, text: str = FORD) -> Room:
        """A table of the owner."""
        return self.site.rooms.create(self.site.owner.person, text)

    def player(self, room: Room, name: str = "Mira", fighter: int | None = 0) -> Browser:
        """Somebody who knocked, was let in, and plays a fighter."""
        browser = self.guest()
        assert browser.post_plain("/join", {"code": room.code(), "name": name}, 303) == f"/t/{room.table}"
        person = next(one for one in room.snapshot(self.site.owner.person).room.knocks if one.name == name).person
        self.say(room, Admit(person=person))
        if fighter is not None:
            self.say(room, Claim(fighter=fighter, person=person))
        return browser

    def say(self, room: Room, message: AnyMessage) -> None:
        """The owner says something at a table."""
        seen = room.snapshot(self.site.owner.person)
        envelope = Envelope(command_id=str(uuid4()), expected_version=seen.version, message=message)
        answer = room.answer(self.site.owner.person, envelope)
        assert hasattr(answer, "waits"), answer

    def play(self, room: Room, steps: int) -> None:
        """The owner answers so often what the table waits for: a die by a roll, a turn by its first command."""
        for _ in range(steps):
            seen = room.snapshot(self.site.owner.person)
            offers = [one for one in seen.offers if one.forbidden is None]
            if seen.prompt is not None:
                self.say(room, RollRest())
            elif offers:
                self.say(room, Do(command=offers[0].command, roll=True))


def text_of(page: str) -> str:
    """What a reader sees of a page, roughly: its text without marks."""
    body = re.sub(r"<(script|style)[^>]*>.*?</\1>", "", page, flags=re.DOTALL)
    return re.sub(r"[ \n]+", " ", unescape(re.sub(r"<[^>]+>", " ", body))).strip()
