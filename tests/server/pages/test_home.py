"""The home page: tables on this server, and how a new one is opened."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from affray.server.examples import FIRST, examples
from affray.server.live.room import Listed
from affray.server.pages.home import clock, when_of
from tests.server.pages.reading_html import read
from tests.server.pages.visiting import FORD, Server, text_of

LISTED = Listed(
    table="t",
    title="The ford",
    ruleset="knave",
    created="",
    office="referee",
    over=False,
    winner=None,
    paused=False,
    round=0,
    acts="",
    players=0,
)
PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)


def test_whoever_is_not_known_sees_no_table(server: Server) -> None:
    server.table()
    page = text_of(server.guest().get("/"))
    assert "The ford" not in page
    assert "You are at no table on this server" in page
    assert "New table" not in page


def test_the_owner_begins_with_the_example(server: Server) -> None:
    owner = server.owner()
    assert "No table yet" in owner.get("/")
    address = owner.post("/tables", {"do": f"example:{FIRST}"}, status=303)
    page = text_of(owner.get("/"))
    assert examples()[FIRST].title in page
    assert "No table yet" not in page
    assert address.startswith("/t/")


def test_the_list_says_the_round_who_acts_and_how_it_ended(server: Server) -> None:
    room = server.table()
    owner = server.owner()
    assert "Not begun" in owner.get("/")
    server.play(room, 1)
    seen = room.snapshot(server.site.owner.person)
    page = text_of(owner.get("/"))
    assert f"Round {seen.scene.round}" in page
    if len(seen.to_act) == 1:
        assert f"{seen.to_act[0].name} acts" in page


def test_two_tables_of_one_name_are_told_apart(server: Server) -> None:
    """By who fights, when they were opened, and when something happened last."""
    first, _ = server.table(), server.table(FORD.replace('name = "Ana"', 'name = "Cyd"', 1))
    server.play(first, 2)
    page = read(server.owner().get("/"))
    lines = [one.text for one in next(page.all("ul", "tables")).all("li")]
    assert len(lines) == 2
    assert sorted("Cyd" in one for one in lines) == [False, True]
    assert all(re.search(r"against goblin.* · opened \d+ \w{3} \d{4}, \d\d:\d\d", one) for one in lines)


def test_times_are_this_machines_and_the_last_change_is_told_where_it_is_later() -> None:
    def when(created: str, changed: str) -> str:
        return when_of(replace(LISTED, created=created, changed=changed))

    assert when("2026-12-01T10:00:01.000Z", "") == f"opened {clock('2026-12-01T10:00:01.000Z')}"
    assert "last change" not in when("2026-12-01T10:00:01.000Z", "2026-12-01T10:00:59.000Z")
    later = "2026-12-01T10:01:00.000Z"
    assert when("2026-12-01T10:00:01.000Z", later).endswith(f", last change {clock(later)}")
    local = datetime(2026, 12, 1, 10, 0, tzinfo=UTC).astimezone()
    assert clock("2026-12-01T10:00:00Z") == f"{local.day} Dec 2026, {local:%H:%M}"
    assert clock("yesterday") == "yesterday"


def test_a_fight_without_a_title_is_called_after_whom_one_meets(server: Server) -> None:
    untitled = FORD.replace('title = "The ford"\n', "")
    assert server.table(untitled).title == "Goblin \N{MULTIPLICATION SIGN}2"
    lurker = untitled[untitled.rindex("[[fighter]]") :].replace('name = "goblin"', 'name = "lurker"\nhidden = true')
    assert server.table(untitled + lurker).title == "Goblin \N{MULTIPLICATION SIGN}2"


def test_the_code_to_scan_is_only_on_the_owners_page(server: Server) -> None:
    room = server.table()
    assert "/join#" not in server.player(room).get("/")
    page = server.owner().get("/")
    assert "Or scan" in page
    assert room.code() not in page  # it is in the picture alone


def test_a_player_sees_the_table_and_only_it(server: Server) -> None:
    room = server.table()
    server.table(FORD.replace("The ford", "Another fight"))
    page = text_of(server.player(room).get("/"))
    assert "The ford" in page
    assert "you play" in page
    assert "Another fight" not in page


def test_a_fight_is_pasted_or_handed_in(server: Server) -> None:
    owner = server.owner()
    owner.post("/tables", {"do": "open", "text": FORD.replace("\n", "\r\n")}, status=303)
    owner.post("/tables", {"do": "file"}, {"file": ("ford.toml", FORD.encode())}, status=303)
    assert text_of(owner.get("/")).count("The ford") >= 2


def test_the_log_of_a_fight_is_opened_as_a_table(server: Server) -> None:
    room = server.table()
    server.play(room, 3)
    log = room.export(server.site.owner.person)
    owner = server.owner()
    address = owner.post("/tables", {"do": "file"}, {"file": ("x.bin", log)}, status=303)
    there = server.site.rooms.room(address.removeprefix("/t/"))
    assert there.export(server.site.owner.person) == log


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("ford.toml", b"", "choose a file first"),
        ("ford.toml", PNG, "this is a PNG picture"),
        ("ford.json", b"PK\x03\x04" + bytes(30), "this is a zip archive"),
        ("ford.toml", b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>", "XML or HTML"),
        ("ford.toml", b"- a: &a [x]\n", "YAML"),
        ("ford.toml", "ruleset = 'knave'".encode("utf-16"), "UTF-8 needed"),
        ("ford.toml", b"ruleset = 'knav'", "did you mean knave?"),
        ("../../<b>a.toml", b"x", "a.toml"),
    ],
)
def test_what_is_no_fight_opens_nothing(server: Server, name: str, content: bytes, said: str) -> None:
    owner = server.owner()
    page = owner.post("/tables", {"do": "file"}, {"file": (name, content)}, status=422)
    assert said in text_of(page)
    assert "<b>a.toml" not in page
    assert server.site.rooms.tables(server.site.owner.person) == []


def test_a_log_that_does_not_lead_where_it_says_opens_nothing(server: Server) -> None:
    room = server.table()
    server.play(room, 2)
    log = room.export(server.site.owner.person)
    lines = log.split(b"\n")
    cut = b"\n".join(lines[:-2]) + b"\n" + lines[-2][: len(lines[-2]) // 2]
    owner = server.owner()
    assert "cut off" in text_of(owner.post("/tables", {"do": "file"}, {"file": ("a.log", cut)}, status=422))
    assert len(server.site.rooms.tables(server.site.owner.person)) == 1


def test_only_the_owner_opens_tables(server: Server) -> None:
    room = server.table()
    server.guest().post("/tables", {"do": "open", "text": FORD}, status=401)
    server.player(room).post("/tables", {"do": "open", "text": FORD}, status=403)
    assert len(server.site.rooms.tables(server.site.owner.person)) == 1


def test_titles_are_text(server: Server) -> None:
    title = "<script>alert(1)</script>{{7*7}}"
    server.table(FORD.replace('"The ford"', f'"{title}"'))
    page = server.owner().get("/")
    assert "<script>alert" not in page
    assert title in text_of(page.replace("&lt;", "‹").replace("&gt;", "›")).replace("‹", "<").replace("›", ">")


def test_the_page_loads_nothing_from_elsewhere(server: Server) -> None:
    page = server.owner().get("/")
    assert "style=" not in page
    assert "<script>" not in page
    assert "//" not in page.replace("http://www.w3.org", "").split("<body", 1)[0]


def test_examples_are_where_the_project_has_them() -> None:
    folder = Path(__file__).resolve().parents[3] / "examples"
    assert set(examples()) == {path.stem for path in folder.glob("*.toml")}
    assert next(iter(examples())) == FIRST


def test_a_table_that_is_put_away_is_apart_and_comes_back(server: Server) -> None:
    room = server.table()
    owner, mira = server.owner(), server.player(room)
    assert owner.post_plain(f"/tables/{room.table}/away", {"away": "true"}, 303) == "/"
    for browser in (owner, mira):
        page = read(browser.get("/"))
        assert "The ford" in page.by_id("away").text
        assert page.text.count("The ford") == 1
        assert "Or scan" not in page.text
    assert "The ford" in owner.get(f"/t/{room.table}")
    owner.post_plain(f"/tables/{room.table}/away", {"away": "false"}, 303)
    page = read(owner.get("/"))
    assert not [one for one in page.all() if one.get("id") == "away"]
    assert "The ford" in page.text


def test_only_referees_put_a_table_away(server: Server) -> None:
    room = server.table()
    mira = server.player(room)
    assert "Put away" not in mira.get("/")
    mira.post_plain(f"/tables/{room.table}/away", {"away": "true"}, 403)
    server.guest().post_plain(f"/tables/{room.table}/away", {"away": "true"}, 401)
    assert not room.snapshot(server.site.owner.person).room.settings.away
