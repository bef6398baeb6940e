"""No dice text and no simulation takes the server down: each is answered soon, or refused."""

from __future__ import annotations

import json
import statistics
import time
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from threading import Event, get_native_id

import httpx
import pytest

from tests.promises.dice_texts import WORST, bent, long, made
from tests.promises.wire import Got, Wire, wired
from tests.server.http.hosting import Hosted, Party, hosting, until

GUARD = 10
"""A busy machine may take so many times what is promised."""

SECONDS = 0.05
MEMORY = 20 * 1024**2


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with wired(tmp_path_factory.mktemp("costly")) as found:
        yield found


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with hosting(tmp_path_factory.mktemp("hosted")) as found:
        yield found


def asked(wire: Wire, path: str, text: str) -> Got:
    """What a dice text is answered with; how long it took is looked at."""
    body = json.dumps({"dice": text}).encode()
    began = time.process_time()
    answer = wire.ask("POST", f"/api/v1/{path}", "", body, "application/json")
    took = time.process_time() - began
    assert answer.status in (200, 422), (text, answer.text)
    assert took < SECONDS * GUARD, (path, text, took)
    if answer.status == 422:
        error = json.loads(answer.body)["error"]
        assert error["field"] == "dice", (text, error)
        assert error["message"]
    return answer


def many(wire: Wire, seed: str, expressions: int, lengthy: int) -> None:
    source = Random(seed)
    taken = 0
    for number in range(expressions):
        text = made(source) if number % 2 else bent(source)
        for path in ("odds", "roll"):
            taken += asked(wire, path, text).status == 200
    # Neither all of them nor none are good.
    assert expressions * 0.1 < taken < expressions * 1.9
    for _ in range(lengthy):
        text = long(source)
        assert {asked(wire, path, text).status for path in ("odds", "roll")} == {422}


def test_dice_texts_are_answered_soon(wire: Wire) -> None:
    many(wire, "soon", 2_000, 100)


@pytest.mark.slow
def test_10_000_dice_texts_are_answered_soon(wire: Wire) -> None:
    many(wire, "many", 10_000, 1_000)


@pytest.mark.parametrize("path", ["odds", "roll"])
def test_the_worst_take_little_memory(path: str, wire: Wire) -> None:
    assert len(WORST) >= 50
    for text in WORST:
        asked(wire, path, text)
    tracemalloc.start()
    try:
        for text in WORST:
            tracemalloc.reset_peak()
            before, _ = tracemalloc.get_traced_memory()
            wire.ask("POST", f"/api/v1/{path}", "", json.dumps({"dice": text}).encode(), "application/json")
            assert tracemalloc.get_traced_memory()[1] - before < MEMORY, text
    finally:
        tracemalloc.stop()


# Attackers


def attacked(hosted: Hosted, seconds: float) -> list[float]:
    """How long somebody's requests take while four others send the worst texts as fast as they are answered."""
    party = Party(hosted)
    stop = Event()

    def attack(number: int) -> set[int]:
        client = hosted.client()
        codes = set()
        for turn in range(10**6):
            if stop.is_set():
                break
            text = WORST[(number + turn) % len(WORST)]
            codes.add(client.post(f"/api/v1/{('odds', 'roll')[turn % 2]}", json={"dice": text}).status_code)
        return codes

    took: list[float] = []
    with ThreadPoolExecutor(4) as pool:
        attackers = [pool.submit(attack, number) for number in range(4)]
        try:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                began = time.monotonic()
                party.look(party.owner)
                took.append(time.monotonic() - began)
                time.sleep(0.05)
        finally:
            stop.set()
        for one in attackers:
            assert one.result() <= {200, 422, 429}
    return took


def p95(took: list[float], what: str) -> float:
    found = statistics.quantiles(took, n=20)[-1]
    print(f"{what}: 95 % of {len(took)} requests took less than {found * 1000:.0f} ms")
    return found


def test_somebody_plays_on_under_attack(hosted: Hosted) -> None:
    assert p95(attacked(hosted, 4), "under attack") < 0.25 * GUARD


@pytest.mark.slow
def test_somebody_plays_on_under_a_long_attack(hosted: Hosted) -> None:
    assert p95(attacked(hosted, 60), "under a long attack") < 0.25 * GUARD


# Simulations


def children() -> set[int]:
    """The processes that this one has started and that are still there."""
    found: set[int] = set()
    for task in Path("/proc/self/task").iterdir():
        found |= set(map(int, (task / "children").read_text().split()))
    return found


def resident() -> int:
    """The memory of this process, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def cancelled(hosted: Hosted, jobs: int, seed: int) -> None:
    """Simulations of the largest size, each stopped at some moment of its life; a second one never begins beside it."""
    party = Party(hosted)
    path = f"{party.path}/simulate"
    second = hosted.owner()
    source = Random(seed)
    before, memory = children(), 0
    with ThreadPoolExecutor(1) as pool:
        for number in range(jobs):
            running = pool.submit(_started, party.owner, path)
            time.sleep(source.uniform(0, 0.6))
            until(partial(_over, running, second, path))
            began = time.monotonic()
            answer = running.result(10)
            assert time.monotonic() - began < 0.2 * GUARD
            assert answer.status_code in (200, 409), answer.text
            assert len(children() - before) <= 1
            if number == jobs // 10:
                memory = resident()
            time.sleep(0.1)  # within what somebody may send a second
    until(lambda: children() == before)
    assert resident() < memory * 1.1 + 10 * 1024**2


def _started(client: httpx.Client, path: str) -> httpx.Response:
    return client.post(path, json={"runs": 200_000, "seed": "x"})


def _over(running: Future[httpx.Response], client: httpx.Client, path: str) -> bool:
    """Whether a simulation is over, or was stopped now."""
    return running.done() or client.delete(path).status_code == 204


needs_proc = pytest.mark.skipif(not Path(f"/proc/self/task/{get_native_id()}/children").exists(), reason="needs /proc")


@needs_proc
def test_simulations_are_cancelled_at_once(hosted: Hosted) -> None:
    cancelled(hosted, 6, 1)


@needs_proc
@pytest.mark.slow
def test_200_simulations_are_cancelled_at_once(hosted: Hosted) -> None:
    cancelled(hosted, 200, 2)
