"""Knocking at a table by its code."""

from __future__ import annotations

import pytest

from tests.server.pages.visiting import Server, text_of


def test_the_code_of_the_home_page_is_filled_in(server: Server) -> None:
    assert 'value="ABCD2345"' in server.guest().get("/join?code=ABCD2345")
    assert "&#34;&gt;&lt;i&gt;" in server.guest().get("/join?code=%22%3E%3Ci%3E")


def test_small_letters_spaces_and_hyphens_will_do(server: Server) -> None:
    room = server.table()
    code = room.code().lower()
    browser = server.guest()
    assert browser.post_plain("/join", {"code": f" {code[:4]}-{code[4:]}", "name": "Mira"}, 303) == f"/t/{room.table}"


@pytest.mark.parametrize(
    ("code", "name", "field", "said"),
    [
        ("ABCD234", "Mira", "code", "a join code has 8 symbols"),
        ("ABCD23456", "Mira", "code", "a join code has 8 symbols"),
        ("ABCD2340", "Mira", "code", "the symbols abcdefghjkmnpqrstuvwxyz23456789"),
        ("OOOO0000", "Mira", "code", "the symbols abcdefghjkmnpqrstuvwxyz23456789"),
        ("\u0130BCD2345", "Mira", "code", "the symbols abcdefghjkmnpqrstuvwxyz23456789"),
    ],
)
def test_what_is_no_code_is_said_beside_it(server: Server, code: str, name: str, field: str, said: str) -> None:
    server.table()
    page = server.guest().post_plain("/join", {"code": code, "name": name}, 422)
    assert said in text_of(page).lower()
    assert f'aria-describedby="{field}-h {field}-p"' in page
    assert f'value="{name}"' in page


@pytest.mark.parametrize("name", ["", "  ", "a" * 61, "Referee", "a\u202eb"])
def test_a_name_that_cannot_be_is_said_beside_it(server: Server, name: str) -> None:
    room = server.table()
    page = server.guest().post_plain("/join", {"code": room.code(), "name": name}, 422)
    assert 'id="name-p"' in page
    assert room.snapshot(server.site.owner.person).room.knocks == ()


def test_a_wrong_code_tells_nothing(server: Server) -> None:
    room = server.table()
    wrong = "A" * 8 if room.code() != "A" * 8 else "B" * 8
    assert "The ford" not in server.guest().post_plain("/join", {"code": wrong, "name": "Mira"}, 404)


def test_names_are_text(server: Server) -> None:
    name = "<img src=x onerror=alert(1)>"
    page = server.guest().post_plain("/join", {"code": "A" * 7, "name": name}, 422)
    assert "<img" not in page
    assert "&lt;img src=x" in page
