"""How often somebody may ask: messages, reads, and streams from one address."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from affray.server.web.guards import rate
from affray.server.web.guards.rate import Allowance
from tests.server.http.hosting import Hosted, Party, error_of, hosting, new_address, until


def test_an_allowance_is_so_many_at_once_and_so_many_a_second() -> None:
    now = 0.0
    allowance = Allowance(20, 40, lambda: now)
    assert [allowance.take("a") for _ in range(40)] == [0.0] * 40
    assert 0.049 < allowance.take("a") < 0.051
    assert allowance.take("b") == 0.0
    now = 1.0
    assert [allowance.take("a") for _ in range(20)] == [0.0] * 20
    assert allowance.take("a") > 0
    now = 100.0
    assert [allowance.take("a") for _ in range(40)] == [0.0] * 40


def test_keys_that_owe_nothing_are_forgotten() -> None:
    now = 0.0
    allowance = Allowance(20, 40, lambda: now)
    for number in range(30_000):
        now = number * 0.01
        allowance.take(str(number))
    assert len(allowance._due) <= 10_001


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hosted]:
    """A server whose allowances fill up so slowly that it does not matter how fast this machine is."""
    monkeypatch.setattr(rate, "MESSAGES_A_SECOND", 0.01)
    monkeypatch.setattr(rate, "READS_A_SECOND", 0.01)
    with hosting(tmp_path) as found:
        yield found


def ask(client: httpx.Client) -> httpx.Response:
    return client.post("/api/v1/odds", json={"dice": "1d6"})


def test_messages_beyond_the_allowance_are_refused(slow: Hosted) -> None:
    flood, calm = slow.client(), slow.client()
    answers = [ask(flood) for _ in range(45)]
    assert [answer.status_code for answer in answers] == [200] * 40 + [429] * 5
    assert 90 <= int(answers[40].headers["Retry-After"]) <= 100
    assert answers[40].headers["Connection"] == "close"
    assert error_of(answers[40])["code"] == "rate_limited"
    assert ask(calm).status_code == 200


def test_a_session_has_its_own_allowance_wherever_it_is(slow: Hosted) -> None:
    here = new_address()
    nobody = slow.client(here)
    while ask(nobody).status_code == 200:
        pass
    somebody = slow.client(here)
    somebody.cookies = slow.owner().cookies
    assert ask(somebody).status_code == 200


def test_reads_have_a_limit_too_and_static_files_have_none(slow: Hosted) -> None:
    client = slow.client()
    answers = [client.get("/api/v1/nothing").status_code for _ in range(201)]
    assert answers == [404] * 200 + [429]
    assert client.get("/static/x/no-such.css").status_code == 404


def test_the_31st_stream_of_an_address_is_refused(party: Party) -> None:
    here = new_address()
    client = party.hosted.client(here)
    client.cookies = party.owner.cookies
    streams = []
    for _ in range(30):
        request = client.build_request("GET", f"{party.path}/events")
        streams.append(client.send(request, stream=True))
    assert {answer.status_code for answer in streams} == {200}
    refused = client.get(f"{party.path}/events")
    assert (refused.status_code, error_of(refused)["code"]) == (429, "rate_limited")
    elsewhere = party.hosted.client()
    elsewhere.cookies = party.owner.cookies
    with elsewhere.stream("GET", f"{party.path}/events") as answer:
        assert answer.status_code == 200
    for stream in streams:
        stream.close()
    until(lambda: party.hosted.site.streams.number == 0)
    with client.stream("GET", f"{party.path}/events") as answer:
        assert answer.status_code == 200
