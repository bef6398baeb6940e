"""Cookies: who has none, an old one or an altered one is nobody, and all of them hear the same."""

from __future__ import annotations

import pytest

from affray.server.sessions import OLDEST, Sessions
from tests.server.http.hosting import Hosted, Party, error_of

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
    good = party.owner.cookies["affray"]
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
            client.cookies.set("affray", cookie)
        answer = client.get(party.path)
        assert answer.status_code == 401
        told.add(answer.text)
    assert len(told) == 1


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
    assert "affray" not in client.cookies


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
