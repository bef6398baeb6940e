"""The live table under load: clients on many tables, one server process, every client with an event stream.

    python -m benchmarks.table_load [--tables 20] [--people 10] [--commands 25] [--pause 3] [--pages 5]

The first `--pages` people of a table (the referee among them) read the stream of the page, in HTML, the others that of
the API. Players write notes; the referee turns a switch or changes the hit points of a goblin, so that everything is
offered anew with new odds. Prints how long messages take to be answered and to reach the others, whether any was lost
or came twice, what processor time the server took, and what its memory did. Exits with 1 where a promise is broken: p95
under 250 ms, nothing lost, nothing doubled. Every client has an address of its own, so that the limits for an address
hold as they are.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any
from uuid import uuid4

import httpx
import msgspec

from tests.server.ports import free_port

PROMISED = 0.250
LATE = 10.0
NOTE = re.compile(r"note \d+ of \d+")
GOBLIN = 6
OWNER = re.compile(r"(http://127\.0\.0\.1:\d+)/#(\S+)")


class Load(msgspec.Struct):
    """What is asked for."""

    tables: int = 20
    people: int = 10
    commands: int = 25
    pause: float = 3.0
    pages: int = 5


class Seen(msgspec.Struct):
    """What was measured: seconds to answers and to news, and the notes by who has read them how often."""

    answers: list[float] = []
    news: list[float] = []
    sent: dict[str, float] = {}
    stale: int = 0
    failed: int = 0
    read: dict[int, Counter[str]] = {}


@contextmanager
def served(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """A server of its own, with its address and its owner's key."""
    command = [sys.executable, "-m", "affray", "serve", "--db", str(folder / "load.db"), "--host", "127.0.0.1"]
    command += ["--port", str(free_port()), "--no-open", "--no-example", "--no-compile"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        found = None
        for line in server.stdout:
            found = found or OWNER.search(line)
            if found and "stops it" in line:
                break
        if found is None:
            raise RuntimeError("the server did not start")
        try:
            yield server, found[1], found[2]
        finally:
            server.terminate()


def resident(server: subprocess.Popen[str]) -> float:
    """The memory of the server in MB."""
    status = Path(f"/proc/{server.pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")) / 1024


def spent(server: subprocess.Popen[str]) -> float:
    """The seconds of a processor that the server has taken so far."""
    fields = Path(f"/proc/{server.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Client:
    """One browser: reads the stream of its table, and writes notes and commands into it."""

    def __init__(self, address: str, number: int, seen: Seen, page: bool) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=f"127.{1 + number // 250}.{number % 250}.1", retries=2)
        limits = {"timeout": httpx.Timeout(LATE, read=None), "headers": {"Origin": address}}
        self.http = httpx.AsyncClient(base_url=address, transport=transport, **limits)  # type: ignore[arg-type]
        self.number = number
        self.seen = seen
        self.page = page
        self.table = ""
        self.version = 0
        self.ready = asyncio.Event()

    @property
    def path(self) -> str:
        """The table in the API."""
        return f"/api/v1/tables/{self.table}"

    async def read(self) -> None:
        """Reads news until it is stopped."""
        counts = self.seen.read[self.number] = Counter()
        where = f"/t/{self.table}/stream" if self.page else f"{self.path}/events"
        async with self.http.stream("GET", where, headers={"Sec-Fetch-Site": "same-origin"}) as stream:
            async for line in stream.aiter_lines():
                if line.startswith("id:"):
                    self.version = max(self.version, int(line[3:]))
                elif line.startswith("data:"):
                    self.ready.set()
                    self.hear(line[5:], counts, perf_counter())

    def hear(self, data: str, counts: Counter[str], now: float) -> None:
        """Notes what an event tells. A page shows the latest of the log again and again: new is what was not there."""
        texts: Iterable[str]
        if self.page:
            texts = set(NOTE.findall(data)) - counts.keys()
        else:
            texts = [entry["text"] for entry in msgspec.json.decode(data).get("lines", ())]
        for text in texts:
            if text in self.seen.sent:
                counts[text] += 1
                self.seen.news.append(now - self.seen.sent[text])

    async def say(self, message: dict[str, Any]) -> bool:
        """Sends a message until it is taken; what somebody else was quicker with is looked at again."""
        body = {"command_id": str(uuid4()), "message": message}
        begun = perf_counter()
        for _ in range(20):
            answer = await self.http.post(f"{self.path}/messages", json={**body, "expected_version": self.version})
            if answer.status_code == 409 and answer.json()["error"]["code"] == "stale":
                self.seen.stale += 1
                self.version = answer.json()["error"]["version"]
                continue
            self.seen.answers.append(perf_counter() - begun)
            if answer.status_code == 200:
                return True
            break
        return False

    async def play(self, load: Load, referee: bool) -> None:
        """Writes as many messages as are asked for, with pauses of an uneven length."""
        source = Random(self.number)
        await self.ready.wait()
        for turn in range(load.commands):
            await asyncio.sleep(load.pause * source.uniform(0.5, 1.5))
            if referee:
                await self.say(switch(turn) if turn % 2 else wound(turn))
                continue
            text = f"note {turn} of {self.number}"
            self.seen.sent[text] = perf_counter()
            if not await self.say({"type": "note", "text": text}):
                del self.seen.sent[text]
                self.seen.failed += 1


def switch(turn: int) -> dict[str, Any]:
    """A message that changes the table and nothing of the fight."""
    return {"type": "set", "typing": turn % 4 == 1}


def wound(turn: int) -> dict[str, Any]:
    """A message that changes the fight, so that all odds are others."""
    command = {"type": "override", "fighter": GOBLIN, "hp": 2 + turn // 2 % 2, "reason": "as it fell"}
    return {"type": "do", "command": command}


async def seat(address: str, key: str, load: Load, seen: Seen) -> list[list[Client]]:
    """The tables with everybody at them, the referee first."""
    found: list[list[Client]] = []
    numbers = iter(range(1, 1 + load.tables * load.people))
    for _ in range(load.tables):
        referee = Client(address, next(numbers), seen, load.pages > 0)
        (await referee.http.post("/own", data={"key": key})).raise_for_status()
        opened = await referee.http.post("/api/v1/tables", json={"example": "goblins_at_the_ford"})
        referee.table = opened.raise_for_status().json()["table"]
        people = [referee]
        look = (await referee.http.get(referee.path)).raise_for_status().json()
        for place in range(1, load.people):
            player = Client(address, next(numbers), seen, place < load.pages)
            asked = {"code": look["room"]["code"], "name": f"player {player.number}"}
            person = (await player.http.post("/api/v1/join", json=asked)).raise_for_status().json()["person"]
            referee.version = (await referee.http.get(referee.path)).json()["version"]
            if not await referee.say({"type": "admit", "person": person}):
                raise RuntimeError("somebody was not let in")
            player.table = referee.table
            people.append(player)
            if place <= len(look["scene"]["camps"][0]["cards"]):
                player.version = (await player.http.get(player.path)).json()["version"]
                await player.say({"type": "claim", "fighter": place - 1})
        referee.version = (await referee.http.get(referee.path)).json()["version"]
        await referee.say({"type": "roll_rest"})
        found.append(people)
    return found


async def run(address: str, key: str, load: Load, server: subprocess.Popen[str]) -> tuple[Seen, float, float, float]:
    """Plays, and gives what was seen, the memory after seating and at the end, and the processor's seconds between."""
    seen = Seen()
    tables = await seat(address, key, load, seen)
    readers = [asyncio.create_task(one.read()) for people in tables for one in people]
    await asyncio.gather(*[one.ready.wait() for people in tables for one in people])
    seen.answers.clear()
    seen.stale = 0
    before, begun = resident(server), spent(server)
    await asyncio.gather(*[one.play(load, one is people[0]) for people in tables for one in people])
    await asyncio.sleep(1.0)
    after, seconds = resident(server), spent(server) - begun
    for reader in readers:
        reader.cancel()
    await asyncio.gather(*readers, return_exceptions=True)
    for people in tables:
        texts = {text for one in people for text in seen.sent if text.endswith(f" of {one.number}")}
        for one in people:
            for text in texts:
                seen.read[one.number].setdefault(text, 0)
            await one.http.aclose()
    return seen, before, after, seconds


def share(times: list[float], part: float) -> float:
    """The time in milliseconds within which this part of all came."""
    return sorted(times)[min(int(len(times) * part), len(times) - 1)] * 1_000


def main(arguments: list[str]) -> int:
    """Runs, prints, and gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.table_load")
    default = Load()
    for name in Load.__struct_fields__:
        value = getattr(default, name)
        parser.add_argument(f"--{name}", type=type(value), default=value)
    load = Load(**vars(parser.parse_args(arguments)))
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as (server, address, key):
        seen, before, after, seconds = asyncio.run(run(address, key, load, server))
    lost = sum(times == 0 for counts in seen.read.values() for times in counts.values())
    doubled = sum(times > 1 for counts in seen.read.values() for times in counts.values())
    print(f"{load.tables * load.people} clients on {load.tables} tables, {len(seen.answers)} messages answered")
    for name, times in (("answers", seen.answers), ("news", seen.news)):
        print(
            f"{name:8} p50 {share(times, 0.5):6.1f} ms   p95 {share(times, 0.95):6.1f} ms   most {max(times) * 1e3:.1f}"
        )
    print(f"lost {lost}, doubled {doubled}, refused {seen.failed}, overtaken and sent again {seen.stale}")
    print(f"processor {seconds:.1f} s, {seconds / len(seen.answers) * 1e3:.2f} ms a message with all who hear of it")
    print(f"memory {before:.0f} MB after seating, {after:.0f} MB at the end")
    late = [name for name, times in (("answers", seen.answers), ("news", seen.news)) if share(times, 0.95) > 250]
    broken = [*late, *(name for name, bad in (("lost", lost), ("doubled", doubled), ("refused", seen.failed)) if bad)]
    print(f"broken: {', '.join(broken) or 'nothing'}")
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
