"""Where changes and streams may come from, and that the Host header is nobody's word."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.server.http.hosting import Hosted, Party, error_of, hosting

FOREIGN = [
    "http://evil.example",
    "null",
    "",
    "http://127.0.0.1",
    "https://127.0.0.1:{port}",
    "file://",
    "http://[",
    "x",
]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_change_from_elsewhere_is_refused(origin: str, party: Party) -> None:
    origin = origin.format(port=party.hosted.port)
    before = party.journal()
    answer = party.owner.post(f"{party.path}/messages", json={}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert error_of(answer)["code"] == "foreign_origin"
    assert party.journal() == before


def test_a_change_without_an_origin_is_refused(party: Party) -> None:
    stranger = party.hosted.client(origin=None)
    stranger.cookies = party.owner.cookies
    assert stranger.post(f"{party.path}/messages", json={}).status_code == 403
    assert stranger.post("/api/v1/odds", json={"dice": "2d6"}).status_code == 403


@pytest.mark.parametrize("what", ["events", "stream"])
def test_a_stream_from_elsewhere_is_refused(what: str, party: Party) -> None:
    path = f"/t/{party.id}/stream" if what == "stream" else f"{party.path}/events"
    stranger = party.hosted.client(origin=None)
    stranger.cookies = party.owner.cookies
    assert stranger.get(path).status_code == 403
    assert stranger.get(path, headers={"Origin": "http://evil.example"}).status_code == 403
    assert stranger.get(path, headers={"Referer": "http://evil.example/t/x"}).status_code == 403
    assert stranger.get(path, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    ours = [
        {"Origin": party.hosted.origin},
        {"Referer": f"{party.hosted.origin}/t/{party.id}"},  # what browsers send along with a GET over plain http
        {"Sec-Fetch-Site": "same-origin"},
    ]
    for headers in ours:
        with stranger.stream("GET", path, headers=headers) as answer:
            assert answer.status_code == 200


def test_names_of_this_machine_are_its_own(hosted: Hosted) -> None:
    for name in ("localhost", socket.gethostname(), f"{socket.gethostname().partition('.')[0]}.local"):
        answer = hosted.client().post(
            "/api/v1/odds", json={"dice": "2d6"}, headers={"Origin": f"http://{name}:{hosted.port}"}
        )
        assert answer.status_code == 200


def test_another_address_is_its_own_where_it_was_told(tmp_path: Path) -> None:
    with hosting(tmp_path, origins=("https://fights.example",)) as hosted:
        client = hosted.client(origin="https://fights.example")
        assert client.post("/api/v1/odds", json={"dice": "2d6"}).status_code == 200
        client = hosted.client(origin="https://fights.example.evil.example")
        assert client.post("/api/v1/odds", json={"dice": "2d6"}).status_code == 403


def test_the_host_header_is_not_believed(hosted: Hosted) -> None:
    client = hosted.client()
    answer = client.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 200
    assert "evil.example" not in answer.text + str(answer.headers)
    evil = {"Host": f"evil.example:{hosted.port}", "Origin": f"http://evil.example:{hosted.port}"}
    assert client.post("/api/v1/odds", json={"dice": "2d6"}, headers=evil).status_code == 403


def test_forwarded_headers_from_anybody_are_not_believed(party: Party) -> None:
    guesser = party.hosted.client()
    answers = [
        guesser.post(
            "/api/v1/join",
            json={"code": "AAAAAAAA", "name": "Ana"},
            headers={"X-Forwarded-For": f"10.0.0.{number}", "Forwarded": f"for=10.0.0.{number}"},
        )
        for number in range(6)
    ]
    assert [answer.status_code for answer in answers] == [404] * 5 + [429]


def test_reading_changes_nothing(party: Party) -> None:
    assert party.code
    before = party.journal()
    for path in ("", "/log", "/export", "/lines"):
        assert party.owner.get(party.path + path).status_code == 200
    assert party.owner.get(f"/t/{party.id}").status_code == 200
    assert party.journal() == before
