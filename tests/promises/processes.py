"""Servers in processes of their own on one database, and people whose seats were made before they started."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import httpx

from affray.fight import parse
from affray.server.live.messages import Admit, Envelope
from affray.server.live.rooms import Rooms
from affray.server.store import Store, open_store
from affray.server.store.place import read
from affray.server.web.sessions import Sessions
from affray.table.work import Table
from tests.cli.running import environment
from tests.server.http.hosting import new_address, until
from tests.server.ports import free_port
from tests.server.sitting import FORD

PATIENCE = 60.0


class Running(NamedTuple):
    """A server: where people open it, and its process."""

    origin: str
    pid: int

    @property
    def port(self) -> int:
        return int(self.origin.rpartition(":")[2])

    def resident(self) -> int:
        """Its memory, in bytes."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * 4096


class Guest(NamedTuple):
    """Somebody's place at a table: a co-referee, so that they may do everything."""

    table: str
    person: str
    cookie: str


def opened(address: str) -> Store:
    """The database, to look into it while no server is there."""
    return open_store(read(address))


def seats(address: str, tables: int, people: int, fight: str = FORD) -> list[list[Guest]]:
    """Tables in a new database, each with so many people."""
    store = opened(address)
    rooms, sessions = Rooms(store), Sessions(store.key("sessions"))
    owner = sessions.owner.person
    found = []
    for _ in range(tables):
        room = rooms.open(owner, Table(parse(fight)))
        guests = []
        for number in range(people):
            session, cookie = sessions.new()
            assert room.knock(session.person, f"Guest {number}") is None
            admit = Admit(person=session.person, role="co-referee")
            envelope = Envelope(command_id=str(uuid4()), expected_version=room.seen_version(owner), message=admit)
            room.answer(owner, envelope)
            guests.append(Guest(room.table, session.person, f"{sessions.cookie}={cookie}"))
        found.append(guests)
    rooms.close()
    store.close()
    return found


@contextmanager
def server(address: str, folder: Path) -> Iterator[Running]:
    """`affray serve` on a database."""
    port = free_port()
    log = folder / f"server-{port}.log"
    command = [sys.executable, "-m", "affray", "serve", "--db", address, "--port", str(port), "--no-open"]
    with log.open("wb") as out:
        process = subprocess.Popen([*command, "--no-compile"], stdout=out, stderr=out, env=environment({}))
    origin = f"http://127.0.0.1:{port}"

    def answers() -> bool:
        assert process.poll() is None, log.read_text()
        try:
            return httpx.get(origin).status_code == 200
        except httpx.TransportError:
            return False

    try:
        until(answers, PATIENCE)
        yield Running(origin, process.pid)
    finally:
        process.terminate()
        process.wait(PATIENCE)


@contextmanager
def servers(address: str, folder: Path, number: int) -> Iterator[list[str]]:
    """So many servers on one database: where people open them."""
    with ExitStack() as stack:
        yield [stack.enter_context(server(address, folder)).origin for _ in range(number)]


class Client:
    """Somebody's browser at one of the servers, from an address of its own."""

    def __init__(self, guest: Guest, origin: str) -> None:
        self.guest = guest
        self.origin = origin
        self.path = f"/api/v1/tables/{guest.table}"
        self._http = httpx.Client(
            base_url=origin,
            headers={"Origin": origin, "Cookie": guest.cookie},
            transport=httpx.HTTPTransport(local_address=new_address(), retries=2),
            timeout=PATIENCE,
        )

    def look(self) -> Any:
        """The table now."""
        return self._patient(lambda: self._http.get(self.path)).json()

    def send(self, body: Any) -> httpx.Response:
        return self._patient(lambda: self._http.post(f"{self.path}/messages", json=body))

    def send_and_leave(self, body: Any) -> None:
        """Sends a message and hears no answer."""
        request = self._http.build_request("POST", f"{self.path}/messages", json=body)
        lines = [f"POST {self.path}/messages HTTP/1.1".encode()]
        lines += [name + b": " + value for name, value in request.headers.raw]
        with socket.create_connection(("127.0.0.1", int(self.origin.rpartition(":")[2])), PATIENCE) as wire:
            wire.sendall(b"\r\n".join(lines) + b"\r\n\r\n" + request.content)

    def close(self) -> None:
        self._http.close()

    @staticmethod
    def _patient(ask: Callable[[], httpx.Response]) -> httpx.Response:
        """Asks again where it was too often, as long as it is told to wait."""
        for _ in range(60):
            answer = ask()
            if answer.status_code not in (429, 503):
                return answer
            time.sleep(float(answer.headers.get("Retry-After", 1)))
        raise AssertionError("there is no end to the waiting")
