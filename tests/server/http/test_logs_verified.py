"""Logs that are handed in to be verified: whoever does so, however many do, the tables go on."""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from affray.fight import parse
from affray.rulesets.knave.commands import BeginRound
from affray.server.pages import log_verify
from affray.table.work import Table
from tests.server.http.hosting import Hosted, Party, until
from tests.server.sitting import FORD


@pytest.fixture(scope="module")
def long_log() -> bytes:
    """A log that takes a while."""
    table = Table(parse(FORD))
    table.do(BeginRound())
    for _ in range(1_200):
        table.undo(0)
        table.redo()
    log = table.log()
    assert len(log) < 1 << 20
    return log


def handed_in(hosted: Hosted, who: httpx.Client, log: bytes) -> httpx.Response:
    with httpx.Client(
        base_url=hosted.origin, headers=who.headers, cookies=who.cookies, timeout=60, transport=httpx.HTTPTransport()
    ) as browser:
        return browser.post("/logs", files={"file": ("a.jsonl", log)}, data={"do": "verify"})


def test_who_hands_in_many_logs_has_one_read_and_the_table_goes_on(
    party: Party, hosted: Hosted, long_log: bytes
) -> None:
    ana, mallory = party.player("Ana", 0), party.knock("Mal")
    waits = []
    with ThreadPoolExecutor(12) as pool:
        running = [pool.submit(handed_in, hosted, mallory, long_log) for _ in range(12)]
        while not all(one.done() for one in running):
            began = time.monotonic()
            party.look(ana)
            waits.append(time.monotonic() - began)
            time.sleep(0.02)
    answers = [one.result() for one in running]
    found = Counter(answer.status_code for answer in answers)
    assert set(found) == {200, 429}
    assert found[429] >= 6
    assert all("It verifies" in answer.text for answer in answers if answer.status_code == 200)
    assert all(answer.headers["Retry-After"] for answer in answers if answer.status_code == 429)
    assert max(waits) < 2


def test_of_many_people_some_wait_and_the_others_are_sent_away(party: Party, hosted: Hosted, long_log: bytes) -> None:
    crowd = [party.knock(f"Guest {number}") for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda one: handed_in(hosted, one, long_log), crowd))
    found = Counter(answer.status_code for answer in answers)
    assert set(found) == {200, 429}
    assert found[200] >= 4  # one that is read, and three that wait


def test_simulations_do_not_wait_for_logs(party: Party, hosted: Hosted, long_log: bytes) -> None:
    with ThreadPoolExecutor(4) as pool:
        reading = [pool.submit(handed_in, hosted, party.knock(f"Guest {number}"), long_log) for number in range(3)]
        until(lambda: hosted.site.verifying.busy)
        answer = party.owner.post(f"{party.path}/simulate", json={"runs": 50}, timeout=20)
        assert answer.status_code == 200
        assert {one.result().status_code for one in reading} == {200}


def test_a_log_that_takes_too_long_is_given_up(
    party: Party, hosted: Hosted, long_log: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_verify, "SECONDS", 0.05)
    answer = handed_in(hosted, party.owner, long_log)
    assert answer.status_code == 422
    assert "takes too long" in answer.text
    monkeypatch.undo()
    assert handed_in(hosted, party.owner, long_log).status_code == 200
