"""Cookies: who has none, an old one or an altered one is nobody, and all of them hear the same."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from affray.server.web.sessions import OLDEST, Sessions
from tests.server.http.hosting import Hosted, Party, error_of, hosting

SECRET = b"x" * 32


class Time:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


def test_nobody_the_old_and_the_altered_hear_the_same(party: Party) -> None:
    sessions = party.hosted.site.sessions
    clock, then = sessions._clock, Time()
    sessions._clock = then
    old = sessions.owner_cookie()
    sessions._clock = clock
    name = sessions.cookie
    good = party.owner.cookies[name]
    other = Sessions(SECRET).owner_cookie()
    altered = [
        good[:-1] + ("A" if good[-1] != "A" else "B"),
        good.replace("owner", "guest"),
        other,
        old,
        "",
        "x" * 5_000,
    ]
    told = set()
    for cookie in [None, *altered]:
        client = party.hosted.client()
        if cookie is not None:
            client.cookies.set(name, cookie)
        answer = client.get(party.path)
        assert answer.status_code == 401
        told.add(answer.text)
    assert len(told) == 1


def test_no_other_text_is_the_same_cookie() -> None:
    """Several symbols at the end of a signature stand for the same bytes; only the one that was given counts."""
    sessions = Sessions(SECRET)
    good = sessions.owner_cookie()
    symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    assert [last for last in symbols if sessions.read(good[:-1] + last)] == [good[-1]]


def test_a_session_ends_by_its_age_and_not_by_a_clock_that_goes_back() -> None:
    clock = Time()
    sessions = Sessions(SECRET, clock)
    session, cookie = sessions.new()
    clock.now += OLDEST
    assert sessions.read(cookie) == session
    clock.now += 1
    assert sessions.read(cookie) is None
    clock.now -= 10 * OLDEST
    assert sessions.read(cookie) == session


def test_a_session_outlives_a_restart_and_the_key_does_not() -> None:
    first, second = Sessions(SECRET), Sessions(SECRET)
    session, cookie = first.new()
    assert second.read(cookie) == session
    assert second.read(first.owner_cookie()) == second.owner == first.owner
    assert first.owner_key != second.owner_key
    assert Sessions(b"y" * 32).read(cookie) is None


def test_tokens_have_256_bits_and_only_their_hash_is_known() -> None:
    sessions = Sessions(SECRET)
    made = [sessions.new() for _ in range(100)]
    assert len({session.person for session, _ in made}) == 100
    for session, cookie in made:
        token = cookie.split(":")[2].rpartition(".")[0]
        assert len(token) >= 43  # 256 bits as base64
        assert session.person not in cookie and token not in session.person


def test_a_cookie_is_out_of_reach_for_scripts_and_other_sites(hosted: Hosted) -> None:
    answer = hosted.client().post("/own", data={"key": hosted.site.sessions.owner_key})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie and "path=/" in cookie
    assert hosted.site.sessions.owner_key not in answer.headers["set-cookie"]


@pytest.mark.parametrize("key", ["", "x", "é", "x" * 10_000])
def test_another_key_makes_no_owner(key: str, hosted: Hosted) -> None:
    client = hosted.client()
    answer = client.post("/own", data={"key": key})
    assert (answer.status_code, error_of(answer)["field"]) == (403, "key")
    assert not client.cookies


def test_the_cookies_of_two_servers_on_one_machine_do_not_meet(tmp_path: Path) -> None:
    """Browsers send a cookie to every port of a machine."""
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    with hosting(folders[0]) as one, hosting(folders[1]) as other, httpx.Client() as browser:
        for server in (one, other):
            given = {"key": server.site.sessions.owner_key}
            answer = browser.post(f"{server.origin}/own", data=given, headers={"Origin": server.origin})
            assert answer.status_code == 204
        for server in (one, other, one):
            assert browser.get(f"{server.origin}/api/v1/tables").status_code == 200
        assert len(browser.cookies) == 2


def test_a_cookie_is_called_the_same_at_every_process_and_after_every_start() -> None:
    assert Sessions(SECRET).cookie == Sessions(SECRET, shared=True).cookie
    assert re.fullmatch(r"affray-[0-9a-f]{8}", Sessions(SECRET).cookie)


def test_the_key_that_one_process_printed_opens_at_every_process_of_the_server(postgres: str, tmp_path: Path) -> None:
    with hosting(tmp_path, postgres) as one, hosting(tmp_path, postgres) as other:
        for printed, asked in ((one, other), (other, one), (one, one)):
            answer = asked.client().post("/own", data={"key": printed.site.sessions.owner_key})
            assert answer.status_code == 204, answer.text


def test_a_key_of_another_process_ends_after_a_day_and_ones_own_with_the_process() -> None:
    clock = Time()
    one, other = (Sessions(SECRET, clock, shared=True) for _ in range(2))
    assert other.is_owner_key(one.owner_key)
    clock.now += 24 * 3600
    assert other.is_owner_key(one.owner_key)
    clock.now += 1
    assert not other.is_owner_key(one.owner_key)
    assert one.is_owner_key(one.owner_key)


def test_no_key_is_made_without_the_secret_or_out_of_a_cookie() -> None:
    clock = Time()
    one = Sessions(SECRET, clock, shared=True)
    foreign = Sessions(b"y" * 32, clock, shared=True).owner_key
    body, _, signature = one.owner_key.rpartition(".")
    later = f"{int(body.partition(':')[0]) + 5}:{body.partition(':')[2]}.{signature}"
    for key in (foreign, later, body, one.owner_cookie(), one.new()[1], "", "é", "\ud800", "x" * 10_000):
        assert not one.is_owner_key(key)


def test_on_a_file_there_is_one_process_and_a_key_ends_with_it() -> None:
    clock = Time()
    first, second = Sessions(SECRET, clock), Sessions(SECRET, clock)
    assert first.is_owner_key(first.owner_key)
    assert not second.is_owner_key(first.owner_key)
    assert not second.is_owner_key(Sessions(SECRET, clock, shared=True).owner_key)


def test_keys_are_not_guessed_fast(hosted: Hosted) -> None:
    client = hosted.client()
    answers = [client.post("/own", data={"key": "x"}).status_code for _ in range(6)]
    assert answers == [403] * 5 + [429]


def test_only_the_owner_opens_tables(party: Party) -> None:
    ana = party.player("Ana")
    answer = ana.post("/api/v1/tables", json={"example": "duel"})
    assert (answer.status_code, error_of(answer)["code"]) == (403, "forbidden")
    answer = ana.post("/api/v1/tables/import", content=b"x", headers={"Content-Type": "application/x-ndjson"})
    assert (answer.status_code, error_of(answer)["code"]) == (403, "forbidden")


def test_two_browsers_of_the_owner_are_one_person(party: Party) -> None:
    second = party.hosted.owner()
    assert party.look(second)["you"] == party.look(party.owner)["you"]
