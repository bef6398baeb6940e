"""The live table under load: clients on many tables, one server process, every client with an event stream.

    python -m benchmarks.table_load [--tables 20] [--people 10] [--commands 25] [--pause 3]

Prints how long commands take to be answered and to reach the others, whether any was lost or came twice, and what the
server's memory did. Exits with 1 where a promise is broken: p95 under 250 ms, nothing lost, nothing doubled, memory
within a tenth. Every client has an address of its own, so that the limits for an address hold as they are.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any
from uuid import uuid4

import httpx
import msgspec

PROMISED = 0.250
LATE = 10.0
OWNER = re.compile(r"(http://127\.0\.0\.1:\d+)/#(\S+)")


class Load(msgspec.Struct):
    """What is asked for."""

    tables: int = 20
    people: int = 10
    commands: int = 25
    pause: float = 3.0


class Seen(msgspec.Struct):
    """What was measured: seconds to answers and to news, and the notes by who has read them how often."""

    answers: list[float] = []
    news: list[float] = []
    sent: dict[str, float] = {}
    stale: int = 0
    failed: int = 0
    read: dict[int, Counter[str]] = {}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


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


class Client:
    """One browser: reads the stream of its table, and writes notes and commands into it."""

    def __init__(self, address: str, number: int, seen: Seen) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=f"127.{1 + number // 250}.{number % 250}.1", retries=2)
        limits = {"timeout": httpx.Timeout(LATE, read=None), "headers": {"Origin": address}}
        self.http = httpx.AsyncClient(base_url=address, transport=transport, **limits)  # type: ignore[arg-type]
        self.number = number
        self.seen = seen
        self.path = ""
        self.version = 0
        self.ready = asyncio.Event()

    async def read(self) -> None:
        """Reads news until it is stopped."""
        counts = self.seen.read[self.number] = Counter()
        async with self.http.stream("GET", f"{self.path}/events") as stream:
            async for line in stream.aiter_lines():
                if not line.startswith("data:"):
                    continue
                news = msgspec.json.decode(line[5:])
                if "version" in news:
                    self.version = max(self.version, news["version"])
                self.ready.set()
                now = perf_counter()
                for entry in news.get("lines", ()):
                    if entry["text"] in self.seen.sent:
                        counts[entry["text"]] += 1
                        self.seen.news.append(now - self.seen.sent[entry["text"]])

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
            if referee and turn % 2 == 0:
                await self.say({"type": "set", "typing": turn % 4 == 0})
                continue
            text = f"note {turn} of {self.number}"
            self.seen.sent[text] = perf_counter()
            if not await self.say({"type": "note", "text": text}):
                del self.seen.sent[text]
                self.seen.failed += 1


async def seat(address: str, key: str, load: Load, seen: Seen) -> list[list[Client]]:
    """The tables with everybody at them, the referee first."""
    found: list[list[Client]] = []
    numbers = iter(range(1, 1 + load.tables * load.people))
    for _ in range(load.tables):
        referee = Client(address, next(numbers), seen)
        (await referee.http.post("/own", data={"key": key})).raise_for_status()
        opened = await referee.http.post("/api/v1/tables", json={"example": "goblins_at_the_ford"})
        referee.path = f"/api/v1/tables/{opened.raise_for_status().json()['table']}"
        people = [referee]
        look = (await referee.http.get(referee.path)).raise_for_status().json()
        for _ in range(load.people - 1):
            player = Client(address, next(numbers), seen)
            asked = {"code": look["room"]["code"], "name": f"player {player.number}"}
            person = (await player.http.post("/api/v1/join", json=asked)).raise_for_status().json()["person"]
            referee.version = (await referee.http.get(referee.path)).json()["version"]
            if not await referee.say({"type": "admit", "person": person}):
                raise RuntimeError("somebody was not let in")
            player.path = referee.path
            people.append(player)
        found.append(people)
    return found


async def run(address: str, key: str, load: Load, server: subprocess.Popen[str]) -> tuple[Seen, float, float]:
    """Plays, and gives what was seen and the memory after seating and at the end."""
    seen = Seen()
    tables = await seat(address, key, load, seen)
    seen.answers.clear()
    readers = [asyncio.create_task(one.read()) for people in tables for one in people]
    await asyncio.gather(*[one.ready.wait() for people in tables for one in people])
    before = resident(server)
    await asyncio.gather(*[one.play(load, one is people[0]) for people in tables for one in people])
    await asyncio.sleep(1.0)
    after = resident(server)
    for reader in readers:
        reader.cancel()
    await asyncio.gather(*readers, return_exceptions=True)
    for people in tables:
        texts = {text for one in people for text in seen.sent if text.endswith(f" of {one.number}")}
        for one in people:
            for text in texts:
                seen.read[one.number].setdefault(text, 0)
            await one.http.aclose()
    return seen, before, after


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
        seen, before, after = asyncio.run(run(address, key, load, server))
    lost = sum(times == 0 for counts in seen.read.values() for times in counts.values())
    doubled = sum(times > 1 for counts in seen.read.values() for times in counts.values())
    print(f"{load.tables * load.people} clients on {load.tables} tables, {len(seen.answers)} messages answered")
    for name, times in (("answers", seen.answers), ("news", seen.news)):
        print(
            f"{name:8} p50 {share(times, 0.5):6.1f} ms   p95 {share(times, 0.95):6.1f} ms   most {max(times) * 1e3:.1f}"
        )
    print(f"lost {lost}, doubled {doubled}, refused {seen.failed}, overtaken and sent again {seen.stale}")
    print(f"memory {before:.0f} MB after seating, {after:.0f} MB at the end")
    late = [name for name, times in (("answers", seen.answers), ("news", seen.news)) if share(times, 0.95) > 250]
    broken = [*late, *(name for name, bad in (("lost", lost), ("doubled", doubled), ("refused", seen.failed)) if bad)]
    print(f"broken: {', '.join(broken) or 'nothing'}")
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
