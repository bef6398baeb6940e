"""Join codes: how they are typed, who guesses, and what a name may be."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from affray.server.faults import Refused
from affray.server.web.joining import Tries, read_code
from tests.server.http.hosting import Hosted, Party, error_of, new_address


def join(client: httpx.Client, code: str, name: str = "Ana", **more: Any) -> httpx.Response:
    return client.post("/api/v1/join", json={"code": code, "name": name, **more})


@pytest.mark.parametrize("shape", ["{}", "{}-{}", " {} {} ", "{}\u2013{}"])
def test_a_code_may_be_typed_as_people_do(shape: str, party: Party) -> None:
    code = party.code.lower()
    halves = (code[:4], code[4:]) if shape.count("{}") == 2 else (code,)
    answer = join(party.hosted.client(), shape.format(*halves))
    assert answer.status_code == 200
    assert answer.json()["table"] == party.id


@pytest.mark.parametrize("code", ["O0I1LAAA", "İAAAAAAA", "ıAAAAAAA", "ＡAAAAAAA", "AAAA AAA0"])
def test_symbols_that_no_code_has(code: str, party: Party) -> None:
    answer = join(party.hosted.client(), code)
    assert (answer.status_code, error_of(answer)["field"]) == (422, "code")
    assert "ABCDEFGHJKMNPQRSTUVWXYZ23456789" in error_of(answer)["allowed"]


@pytest.mark.parametrize("code", ["", "AAAAAAA", "AAAAAAAAA", "A" * 60_000])
def test_a_code_has_eight_symbols(code: str, party: Party) -> None:
    answer = join(party.hosted.client(), code)
    assert (answer.status_code, error_of(answer)["allowed"]) == (422, "8 symbols")


def test_unknown_and_replaced_codes_hear_the_same_and_who_is_in_stays(party: Party) -> None:
    ana = party.player("Ana", 0)
    old = party.code
    party.say(party.owner, {"type": "new_code"})
    answers = [join(party.hosted.client(), code) for code in (old, "AAAAAAAA")]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].text == answers[1].text
    assert party.look(ana)["you"]["fighters"] == [0]
    assert join(party.hosted.client(), party.code, "Ben").status_code == 200


def test_the_sixth_wrong_code_of_a_minute_has_to_wait(party: Party) -> None:
    guesser = party.hosted.client(new_address())
    for _ in range(5):
        assert join(guesser, "AAAAAAAA").status_code == 404
    answer = join(guesser, party.code)
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert error_of(answer)["code"] == "rate_limited"
    assert join(party.hosted.client(), party.code).status_code == 200


def test_right_codes_are_no_guesses(party: Party) -> None:
    here = new_address()
    for number in range(8):
        assert join(party.hosted.client(here), party.code, f"Player {number}").status_code == 200


def test_guesses_are_counted_in_all_and_for_a_minute() -> None:
    now = 0.0
    tries = Tries(lambda: now)
    for number in range(100):
        tries.begin(f"address {number}")
    with pytest.raises(Refused) as refused:
        tries.begin("another address")
    assert refused.value.fault.retry_after == 60
    now = 60.0
    right = tries.begin("another address")
    tries.forgive(right)


@pytest.mark.parametrize("more", [{"role": "referee"}, {"hp": 999}, {"person": "x"}])
def test_nobody_brings_more_than_a_code_and_a_name(more: dict[str, Any], party: Party) -> None:
    answer = join(party.hosted.client(), party.code, **more)
    assert answer.status_code == 422
    assert error_of(answer)["field"] in more
    assert party.look(party.owner)["room"]["knocks"] == []


@pytest.mark.parametrize(
    "name", ["", "   ", "\u200b" * 15, "x" * 61, "a\nb", "a\x1bb", "\u202eAna", "Referee", "👨‍👩‍👧‍👦" * 60]
)
def test_names_that_nobody_may_have(name: str, party: Party) -> None:
    answer = join(party.hosted.client(), party.code, name)
    assert (answer.status_code, error_of(answer)["field"]) == (422, "name")


@pytest.mark.parametrize(
    "name", ["<img src=x onerror=alert(1)>", "{{7*7}}", "null", "'; DROP TABLE x;--", "🧝‍♀️", "אבג"]
)
def test_names_are_text_and_nothing_else(name: str, party: Party) -> None:
    ana = party.player(name)
    assert party.look(ana)["you"]["name"] == name
    for who in (ana, party.owner):
        page = who.get(f"/t/{party.id}")
        assert page.status_code == 200
        assert "<img src=x" not in page.text


def test_the_page_asks_again_with_what_was_wrong(party: Party) -> None:
    client = party.hosted.client()
    answer = client.post("/join", data={"code": "AAAAAAAA", "name": "Ana"}, headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert 'value="Ana"' in answer.text
    answer = client.post("/join", data={"code": party.code, "name": "Ana"}, headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{party.id}")
    assert client.get(f"/t/{party.id}", headers={"Accept": "text/html"}).status_code == 200


def test_whoever_has_not_been_let_in_sees_nothing(party: Party) -> None:
    ana = party.knock("Ana")
    for path in (party.path, f"{party.path}/log", f"{party.path}/events"):
        answer = ana.get(path)
        assert (answer.status_code, error_of(answer)["code"]) == (403, "knocking")
    assert "goblin" not in ana.get(f"/t/{party.id}").text


def test_a_code_is_read_in_one_way(hosted: Hosted) -> None:
    assert read_code("abcd-efgh") == "ABCDEFGH"
