"""A real server on a free port, and people who come to it, each from an address of their own."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import uuid4

import httpx

from affray.server.store.place import read
from affray.server.web.addresses import bind
from affray.server.web.app import create_app
from affray.server.web.serving import server_for
from affray.server.web.site import ServerSettings, Site
from tests.server.sitting import FORD

PATIENCE = 10.0

_addresses = count(2)


def new_address() -> str:
    """An address of this machine from which nobody has come yet."""
    number = next(_addresses)
    return f"127.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


class Patient(httpx.HTTPTransport):
    """Somebody who was faster than people act, and sends it again a moment later."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = super().handle_request(request)
        while answer.status_code == 429 and int(answer.headers["Retry-After"]) <= 1:
            answer.close()
            time.sleep(0.1)
            answer = super().handle_request(request)
        return answer


class Hosted:
    """A server that runs, with a browser for whoever comes."""

    def __init__(self, site: Site, port: int) -> None:
        self.site = site
        self.port = port
        self.origin = f"http://127.0.0.1:{port}"
        self._clients: list[httpx.Client] = []

    def client(self, address: str | None = None, origin: str | None = "", patient: bool = False) -> httpx.Client:
        """A browser without a cookie; "" stands for the server's own origin, None for none."""
        headers = {} if origin is None else {"Origin": origin or self.origin}
        transport = (Patient if patient else httpx.HTTPTransport)(local_address=address or new_address())
        made = httpx.Client(base_url=self.origin, headers=headers, transport=transport, timeout=PATIENCE)
        self._clients.append(made)
        return made

    def owner(self, address: str | None = None) -> httpx.Client:
        """The owner's browser."""
        made = self.client(address, patient=True)
        answer = made.post("/own", data={"key": self.site.sessions.owner_key})
        assert answer.status_code == 204, answer.text
        return made

    def cookie(self, client: httpx.Client) -> str:
        """The cookie of a browser as it stands in a header."""
        name = self.site.sessions.cookie
        return f"{name}={client.cookies[name]}"

    def close(self) -> None:
        for one in self._clients:
            one.close()


class Party:
    """A table with its owner, and people who come to it."""

    def __init__(self, hosted: Hosted, fight: str = FORD) -> None:
        self.hosted = hosted
        self.owner = hosted.owner()
        answer = self.owner.post("/api/v1/tables", json={"fight": fight})
        assert answer.status_code == 201, answer.text
        self.id: str = answer.json()["table"]
        self.path = f"/api/v1/tables/{self.id}"
        self.persons: dict[httpx.Client, str] = {}

    @property
    def code(self) -> str:
        return str(self.look(self.owner)["room"]["code"])

    def knock(self, name: str) -> httpx.Client:
        """Somebody who waits at the door."""
        made = self.hosted.client(patient=True)
        answer = made.post("/api/v1/join", json={"code": self.code, "name": name})
        assert answer.status_code == 200, answer.text
        self.persons[made] = answer.json()["person"]
        return made

    def player(self, name: str, fighter: int | None = None) -> httpx.Client:
        """Somebody who has been let in, and plays a fighter."""
        made = self.knock(name)
        self.say(self.owner, {"type": "admit", "person": self.persons[made]})
        if fighter is not None:
            self.say(self.owner, {"type": "claim", "person": self.persons[made], "fighter": fighter})
        return made

    def look(self, who: httpx.Client) -> Any:
        answer = who.get(self.path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def send(self, who: httpx.Client, message: Any, version: Any = None, id: Any = None) -> httpx.Response:
        if version is None:
            version = self.look(who)["version"]
        body = {"command_id": id or str(uuid4()), "expected_version": version, "message": message}
        return who.post(f"{self.path}/messages", json=body)

    def say(self, who: httpx.Client, message: Any, version: Any = None, id: Any = None) -> Any:
        answer = self.send(who, message, version, id)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def do(self, who: httpx.Client, **command: Any) -> Any:
        return self.say(who, {"type": "do", "command": command, "roll": True})

    def refused(self, status: int, who: httpx.Client, message: Any, version: Any = None, id: Any = None) -> Any:
        """What a message is refused with; it changes nothing."""
        before = self.journal()
        answer = self.send(who, message, version, id)
        assert answer.status_code == status, answer.text
        assert self.journal() == before
        return error_of(answer)

    def journal(self) -> list[bytes]:
        """Everything that was ever written of this table."""
        return [row.body for row in self.hosted.site.store.rows_after(self.id, 0)]


def error_of(answer: httpx.Response) -> Any:
    """The error in its one form."""
    error = answer.json()["error"]
    assert {"code", "field", "received", "allowed", "hint", "message"} <= error.keys()
    assert error["message"]
    return error


@contextmanager
def hosting(folder: Path, database: str | None = None, **settings: Any) -> Iterator[Hosted]:
    """A server as `affray serve` runs it, in a thread of this process; by default on a file in that folder."""
    listening = bind("127.0.0.1", 0)
    port = listening.getsockname()[1]
    place = read(database or str(folder / "table.db"))
    app = create_app(ServerSettings(database=place, address=f"http://127.0.0.1:{port}", **settings))
    server = server_for(app)
    thread = Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
    thread.start()
    until(lambda: server.started)
    found = Hosted(app.state.site, port)
    try:
        yield found
    finally:
        found.close()
        server.handle_exit(2, None)
        thread.join(PATIENCE)
        listening.close()
        assert not thread.is_alive()


def until(true: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Waits until something is so; fails where that takes too long."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)


def spoken(port: int, *parts: bytes, address: str | None = None, pause: float = 0.0) -> bytes:
    """What the server answers to bytes as they are, until it closes or is silent for a while."""
    with socket.create_connection(
        ("127.0.0.1", port), timeout=PATIENCE, source_address=(address or new_address(), 0)
    ) as connection:
        for part in parts:
            try:
                connection.sendall(part)
            except ConnectionError:
                break
            time.sleep(pause)
        return heard(connection)


def heard(connection: socket.socket, seconds: float = 2.0) -> bytes:
    """Everything that comes until the other side closes or says nothing for so long."""
    connection.settimeout(seconds)
    found = b""
    try:
        while part := connection.recv(65_536):
            found += part
    except (TimeoutError, ConnectionError):
        pass
    return found
