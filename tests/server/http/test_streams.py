"""Streams: what comes, where a reader resumes, and when it ends."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from affray.server.web import streams
from affray.server.web.streams import Event
from tests.server.http.hosting import Party, error_of, hosting, new_address, until

Message = dict[str, str]


class Reading:
    """A stream that is read event by event."""

    def __init__(self, answer: httpx.Response) -> None:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        self._lines = answer.iter_lines()

    def next(self) -> Message:
        """The next event, with its fields; "" for the kind of a plain one."""
        found: Message = {"event": "", "data": ""}
        for line in self._lines:
            if line.startswith(":"):
                continue
            if line:
                name, _, value = line.partition(": ")
                found[name] = f"{found['data']}\n{value}" if name == "data" and found["data"] else value
            elif found["event"] == "beat":
                found = {"event": "", "data": ""}
            elif found["data"] or found["event"]:
                return found
        raise EOFError

    def data(self) -> Any:
        return json.loads(self.next()["data"])


@contextmanager
def reading(client: httpx.Client, path: str, **headers: str) -> Iterator[Reading]:
    with client.stream("GET", path, headers=headers) as answer:
        yield Reading(answer)


def note(party: Party, text: str) -> int:
    return int(party.say(party.owner, {"type": "note", "text": text})["version"])


def test_an_event_on_the_wire() -> None:
    assert Event("news", "a\r\nb\rc\u2028d", 7).encoded().decode() == (
        "event: news\nid: 7\ndata: a\ndata: b\ndata: c\u2028d\n\n"
    )
    assert Event("", "x").encoded() == b"data: x\n\n"  # pages take what has no name


def test_a_stream_begins_with_the_whole_table_and_goes_on_with_news(party: Party) -> None:
    with reading(party.owner, f"{party.path}/events") as stream:
        first = stream.next()
        assert (first["event"], json.loads(first["data"])) == ("snapshot", party.look(party.owner))
        version = note(party, "one")
        news = stream.next()
        assert (news["event"], news["id"]) == ("news", str(version))
        assert [line["text"] for line in json.loads(news["data"])["lines"]] == ["one"]


def test_who_comes_back_misses_nothing_and_gets_nothing_twice(party: Party) -> None:
    seen = party.look(party.owner)["version"]
    for number in range(14):
        note(party, str(number))
    texts: list[str] = []
    news: Any = None
    with reading(party.owner, f"{party.path}/events", **{"Last-Event-ID": str(seen)}) as stream:
        while len(texts) < 14:
            news = stream.data()
            texts += [line["text"] for line in news["lines"]]
    assert texts == [str(number) for number in range(14)]
    with reading(party.owner, f"{party.path}/events?since={news['version']}") as stream:
        note(party, "after")
        assert [line["text"] for line in stream.data()["lines"]] == ["after"]


@pytest.mark.parametrize("since", ["-1", "x", "1.5", "٣", "9" * 40])
def test_a_version_to_resume_from_is_a_number(since: str, party: Party) -> None:
    for path in (f"{party.path}/events", f"/t/{party.id}/stream"):
        answer = party.owner.get(path, params={"since": since})
        assert (answer.status_code, error_of(answer)["field"]) == (422, "since")


def test_a_version_that_there_is_not_gets_the_whole_table(party: Party) -> None:
    with reading(party.owner, f"{party.path}/events?since=1000000000") as stream:
        assert stream.next()["event"] == "snapshot"


def test_who_is_too_far_behind_gets_the_whole_table(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("affray.server.web.api_events.MOST_BEHIND", 3)
    seen = party.look(party.owner)["version"]
    for number in range(4):
        note(party, str(number))
    with reading(party.owner, f"{party.path}/events?since={seen}") as stream:
        assert stream.next()["event"] == "snapshot"
    with reading(party.owner, f"{party.path}/events?since={seen + 1}") as stream:
        assert stream.next()["event"] == "news"


def test_a_player_hears_nothing_of_what_is_hidden(party: Party) -> None:
    ana = party.player("Anne", 0)
    seen = party.look(ana)["version"]
    with reading(ana, f"{party.path}/events?since={seen}") as stream:
        party.say(party.owner, {"type": "note", "text": "the ogre sleeps", "hidden": True})
        note(party, "public")
        news = stream.data()
    assert news["version"] == seen + 1
    assert [line["text"] for line in news["lines"]] == ["public"]


def test_a_page_gets_the_parts_that_changed(party: Party) -> None:
    version = party.look(party.owner)["version"]
    with reading(party.owner, f"/t/{party.id}/stream?since={version}") as stream:
        version = note(party, "<b>rain</b>")
        event = stream.next()
    assert (event["event"], event["id"]) == ("", str(version))
    assert "&lt;b&gt;rain&lt;/b&gt;" in event["data"]
    assert "<b>rain" not in event["data"]


@pytest.mark.parametrize("page", [False, True])
def test_the_stream_of_somebody_removed_ends_within_a_second(page: bool, party: Party) -> None:
    ana = party.player("Anne", 0)
    path = f"/t/{party.id}/stream" if page else f"{party.path}/events"
    with reading(ana, path) as stream:
        stream.next()
        began = time.monotonic()
        party.say(party.owner, {"type": "remove", "person": party.persons[ana]})
        with pytest.raises(EOFError):
            while stream.next()["event"] != "end":
                pass
            stream.next()
    assert time.monotonic() - began < 3  # of which the server takes a few milliseconds
    until(lambda: party.hosted.site.streams.number == 0)


def test_two_tables_in_two_streams_do_not_mix(party: Party) -> None:
    other = Party(party.hosted)
    with reading(party.owner, f"{party.path}/events") as ours, reading(other.owner, f"{other.path}/events") as theirs:
        assert ours.data()["table"] == party.id
        assert theirs.data()["table"] == other.id
        note(other, "theirs")
        note(party, "ours")
        assert [line["text"] for line in ours.data()["lines"]] == ["ours"]
        assert [line["text"] for line in theirs.data()["lines"]] == ["theirs"]


@pytest.mark.parametrize("page", [False, True])
def test_a_quiet_stream_says_that_it_lives(page: bool, party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "SILENCE", 0.05)
    beat = "event: beat\ndata: 1\n\n" if page else ": still here\n\n"
    text = ""
    with party.owner.stream("GET", f"/t/{party.id}/stream" if page else f"{party.path}/events") as answer:
        for part in answer.iter_text():
            text += part
            if text.count(beat) > 3:
                break


def test_who_never_reads_is_dropped_and_the_others_go_on(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "STALLED", 0.5)
    site = party.hosted.site
    with socket.socket() as deaf, reading(party.owner, f"{party.path}/events") as stream:
        stream.next()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.bind((new_address(), 0))
        deaf.connect(("127.0.0.1", party.hosted.port))
        cookie = party.hosted.cookie(party.owner)
        deaf.sendall(
            f"GET {party.path}/events HTTP/1.1\r\nHost: x\r\nOrigin: {party.hosted.origin}\r\n"
            f"Cookie: {cookie}\r\n\r\n".encode()
        )
        until(lambda: site.streams.number == 2)
        monkeypatch.setattr("affray.server.web.api_events.text", lambda value: json.dumps({"much": "x" * 100_000}))
        for number in range(8):
            note(party, str(number))
            assert len(stream.next()["data"]) > 100_000
        until(lambda: site.streams.number == 1)
        note(party, "still here")
        assert stream.next()["event"] == "news"


def test_no_stream_begins_for_a_stranger(party: Party) -> None:
    stranger = Party(party.hosted).player("Anne", 0)
    for path in (f"{party.path}/events", f"/t/{party.id}/stream"):
        assert stranger.get(path).status_code == 404
        assert party.hosted.client().get(path).status_code == 401
    assert party.hosted.site.streams.number == 0


def test_a_stream_hears_what_another_server_wrote(postgres: str, tmp_path: Path) -> None:
    """Two servers on one PostgreSQL: the owner's cookie holds on both, and so does what is said on either."""
    with hosting(tmp_path, postgres) as here, hosting(tmp_path, postgres) as there:
        party = Party(here)
        version = party.look(party.owner)["version"]
        elsewhere = there.client()
        elsewhere.cookies = party.owner.cookies
        with reading(elsewhere, f"{party.path}/events?since={version}") as stream:
            note(party, "from here")
            assert [line["text"] for line in stream.data()["lines"]] == ["from here"]
        assert elsewhere.get(party.path).json()["log"][0]["text"] == "from here"
