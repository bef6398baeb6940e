"""Reconnecting loses and repeats nothing: many readers whose streams are cut at any moment, in any way."""

from __future__ import annotations

import hashlib
import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any
from uuid import uuid4

import httpx
import pytest

from affray.server.live.messages import Envelope, Note
from affray.server.web import api_events
from tests.promises.wire import MEMORY
from tests.server.http.hosting import Hosted, Party, hosting, new_address
from tests.server.http.test_streams import Reading

PATIENCE = 20.0


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    place = MEMORY if MEMORY.is_dir() else tmp_path_factory.mktemp("reconnect")
    with TemporaryDirectory(dir=place) as folder, hosting(Path(folder)) as found:
        yield found


class Reader:
    """Somebody whose connection breaks: what they have read so far, entry by entry."""

    def __init__(self, party: Party, cookie: str, since: int, source: Random) -> None:
        self.party = party
        self.version = since
        self.source = source
        self.lines: list[Any] = []
        self.left: list[socket.socket] = []
        """Connections that nobody closes."""
        self._cookie = cookie
        self._address = new_address()
        self._client = httpx.Client(
            base_url=party.hosted.origin,
            headers={"Cookie": cookie, "Origin": party.hosted.origin},
            transport=httpx.HTTPTransport(local_address=self._address),
            timeout=PATIENCE,
        )

    def read(self, most: int | None = None, until: int = 0) -> None:
        """Reads on from where it was, so many events or up to a version."""
        headers = {"Last-Event-ID": str(self.version)}
        with self._client.stream("GET", f"{self.party.path}/events", headers=headers) as answer:
            stream = Reading(answer)
            read = 0
            while read != most and not (until and self.version >= until):
                event = stream.next()
                read += 1
                data = json.loads(event["data"])
                assert int(event["id"]) == data["version"] > self.version
                assert event["event"] == "news"  # nobody is so far behind that the whole table has to come
                self.version = data["version"]
                self.lines += data["lines"]

    def cut(self) -> None:
        """Reads a little, and then loses the connection in one way or another."""
        match self.source.randrange(3):
            case 0:
                self.read(self.source.randint(1, 3))
            case 1:  # half open: the request was sent, and nobody reads or closes
                one = socket.create_connection(
                    ("127.0.0.1", self.party.hosted.port), PATIENCE, source_address=(self._address, 0)
                )
                path = f"{self.party.path}/events?since={self.version}"
                headers = f"Host: x\r\nOrigin: {self.party.hosted.origin}\r\nCookie: {self._cookie}"
                one.sendall(f"GET {path} HTTP/1.1\r\n{headers}\r\n\r\n".encode())
                self.left.append(one)
            case _:  # asleep
                time.sleep(self.source.uniform(0, 0.3))

    def digest(self) -> str:
        return digest(self.lines)

    def close(self) -> None:
        self._client.close()
        for one in self.left:
            one.close()


def digest(lines: list[Any]) -> str:
    """Entries, as one text: with their numbers, words and dice."""
    told = [[line["seq"], line["text"], line["told"], line["dice"]] for line in lines]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def written(party: Party, readers: list[Reader], cuts: int) -> None:
    """Things happen at a table as long as anybody's connection breaks."""
    done = Event()

    def write() -> None:
        number = 0
        while not done.is_set():
            number += 1
            look = party.look(party.owner)
            offers = [one["command"] for one in look["offers"] if one["forbidden"] is None]
            if number % 3 == 0 and (offers or look["prompt"]):
                message = (
                    {"type": "roll_rest"} if look["prompt"] else {"type": "do", "command": offers[0], "roll": True}
                )
            else:
                message = {"type": "note", "text": f"note {number}", "hidden": number % 5 == 0}
            party.send(party.owner, message, look["version"])
            time.sleep(0.06)

    def break_down(reader: Reader) -> None:
        for _ in range(cuts):
            reader.cut()

    with ThreadPoolExecutor(len(readers) + 1) as pool:
        writing = pool.submit(write)
        try:
            list(pool.map(break_down, readers))
        finally:
            done.set()
        writing.result()


def reconnected(hosted: Hosted, clients: int, cuts: int, seed: int) -> None:
    party = Party(hosted)
    ana = party.player("Anne", 0)
    referees, players = hosted.cookie(party.owner), hosted.cookie(ana)
    begun = {referees: party.look(party.owner)["version"], players: party.look(ana)["version"]}
    readers = [
        Reader(party, cookie, begun[cookie], Random(f"{seed} {number}"))
        for number, cookie in enumerate((referees, players) * (clients // 2))
    ]
    written(party, readers, cuts)
    for cookie, who in ((referees, party.owner), (players, ana)):
        last = party.look(who)["version"]
        theirs = [reader for reader in readers if reader._cookie == cookie]
        began = time.monotonic()
        for reader in theirs:
            reader.read(until=last)
        assert time.monotonic() - began < PATIENCE
        whole = everything(party, who)
        assert len({reader.digest() for reader in theirs}) == 1
        for reader in theirs:
            numbers = [line["seq"] for line in reader.lines]
            assert numbers == sorted(set(numbers))
            assert reader.lines == whole[-len(reader.lines) :]
            assert sum(len(line["dice"]) for line in reader.lines) > 0
    for reader in readers:
        reader.close()


def everything(party: Party, who: httpx.Client) -> list[Any]:
    """The whole log, the first entry first."""
    found: list[Any] = []
    before = ""
    while lines := who.get(f"{party.path}/lines{before}").json()["lines"]:
        found += lines
        before = f"?before={lines[-1]['seq']}"
    return found[::-1]


def test_readers_whose_streams_are_cut_have_all_of_it_once(hosted: Hosted) -> None:
    reconnected(hosted, 10, 5, 1)


@pytest.mark.slow
def test_50_readers_cut_20_times_have_all_of_it_once(hosted: Hosted) -> None:
    reconnected(hosted, 50, 20, 2)


def test_who_misses_more_than_a_thousand_entries_gets_the_whole_table(hosted: Hosted) -> None:
    party = Party(hosted)
    room = hosted.site.rooms.room(party.id)
    owner = hosted.site.owner.person
    since = room.seen_version(owner)
    for number in range(api_events.MOST_BEHIND + 1):
        note = Note(text=f"note {number}")
        room.answer(owner, Envelope(command_id=str(uuid4()), expected_version=room.seen_version(owner), message=note))
    for behind, kind in ((since, "snapshot"), (since + 1, "news")):
        with party.owner.stream("GET", f"{party.path}/events?since={behind}") as answer:
            event = Reading(answer).next()
            assert event["event"] == kind
            assert json.loads(event["data"])["version"] == room.seen_version(owner)
