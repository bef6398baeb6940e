"""The table's page over HTTP: what is sent from it, what it is answered with, and who gets to see it."""

from __future__ import annotations

import gzip
import json
from uuid import uuid4

from affray.server.pages.live import changed
from affray.server.pages.parts import parts
from affray.server.web.assets import asset
from tests.server.pages.reading_html import Element, read
from tests.server.pages.visiting import Browser, Server
from tests.server.room.test_messages import SKILLS


def send(browser: Browser, table: str, version: str, status: int, fields: dict[str, str]) -> Element:
    """What a form of the page is answered with."""
    whole = {**fields, "command_id": str(uuid4()), "expected_version": version}
    return read(browser.post_plain(f"/t/{table}/messages", whole, status))


def version_of(page: Element) -> str:
    return page.by_id("state")["data-version"]


def replaced(answer: Element) -> dict[str, Element]:
    """The parts that an answer replaces, by what they replace."""
    return {one["hx-target"]: one for one in answer.all("hx-partial")}


def test_a_press_is_answered_with_the_parts_as_they_are_then(server: Server) -> None:
    owner, room = server.owner(), server.table()
    page = read(owner.get(f"/t/{room.table}"))
    key = next(one for one in page.by_id("roll").all("button") if one.text == "5")
    answer = send(owner, room.table, version_of(page), 200, {"message": key["value"]})
    found = replaced(answer)
    assert version_of(answer) != version_of(page)
    assert found["#notice"].text == ""
    assert all(one["hx-swap"] == "outerMorph" for target, one in found.items() if target != "#notice")
    for target, one in found.items():
        if target != "#notice":
            assert next(one.all())["id"] == target.removeprefix("#")
    assert "5" in found["#log"].text
    assert next(answer.all("title")).text.endswith("The ford · affray")


def test_a_page_is_sent_what_is_not_as_it_shows_it_and_all_where_nobody_knows_what_it_shows(server: Server) -> None:
    owner, room = server.owner(), server.table()
    server.play(room, 1)
    page = read(owner.get(f"/t/{room.table}"))
    note = {"type": "note", "text": "hello", "command_id": str(uuid4())}
    of_a_note = {"#notice", "#state", "#log"}
    of_an_actor = {"#now", "#numbers"}  # perhaps another one was picked
    path, given = f"/t/{room.table}/messages", {**note, "expected_version": version_of(page)}
    first, again = (replaced(read(owner.post_plain(path, given))) for _ in range(2))
    assert set(first) == of_a_note | of_an_actor
    assert set(again) == {"#notice", *(f"#{name}" for name in parts(room.snapshot(server.site.owner.person)))}
    assert {target: again[target].text for target in first} == {target: one.text for target, one in first.items()}


def test_whoever_was_late_is_told_and_shown_the_table_as_it_is(server: Server) -> None:
    owner, room = server.owner(), server.table()
    page = read(owner.get(f"/t/{room.table}"))
    send(owner, room.table, version_of(page), 200, {"type": "faces", "faces": "5"})
    late_ones: tuple[tuple[dict[str, str], int, str], ...] = (
        ({"type": "note", "text": "x"}, 409, "moved on"),
        ({"type": "faces", "faces": "6"}, 422, "No die is waiting"),
    )
    for fields, status, words in late_ones:
        late = send(owner, room.table, version_of(page), status, fields)
        assert next(replaced(late)["#notice"].all("div"))["role"] == "alert"
        assert words in replaced(late)["#notice"].text
        assert int(version_of(late)) > int(version_of(page))


def test_what_is_wrong_is_said_in_its_place_and_nothing_else_is_sent(server: Server) -> None:
    owner, room = server.owner(), server.table()
    page = read(owner.get(f"/t/{room.table}"))
    answer = send(owner, room.table, version_of(page), 422, {"type": "faces", "faces": "x"})
    assert list(replaced(answer)) == ["#notice"]
    assert "Message.faces[0] takes" in answer.text
    answer = send(owner, room.table, version_of(page), 422, {"type": "faces", "faces": "9"})
    assert list(replaced(answer)) == ["#notice"]


def test_an_open_command_is_carried_out(server: Server) -> None:
    owner, room = server.owner(), server.table()
    server.play(room, 1)
    page = read(owner.get(f"/t/{room.table}"))
    fields = {"open_command": "override", "fighter": "0", "hp": "3", "reason": "a <fall>"}
    answer = send(owner, room.table, version_of(page), 200, fields)
    assert "3 of 6" in answer.by_id("fighter-0").text
    assert "a <fall>" in answer.by_id("log").text


def test_another_actor_is_picked(server: Server) -> None:
    owner, room = server.owner(), server.table()
    send(owner, room.table, version_of(read(owner.get(f"/t/{room.table}"))), 200, {"type": "faces", "faces": "5"})
    page = read(owner.get(f"/t/{room.table}"))
    assert page.by_id("act-0")["aria-pressed"] == "true"
    answer = read(owner.get(page.by_id("act-1")["hx-get"]))
    assert set(replaced(answer)) == {"#state", "#now", "#numbers"}
    assert answer.by_id("act-1")["aria-pressed"] == "true"
    given = [json.loads(one["value"])["command"] for one in answer.by_id("commands").all("button")]
    assert {command["actor"] for command in given} == {1}


def test_who_knocks_waits_and_a_stranger_finds_nothing(server: Server) -> None:
    room = server.table()
    guest = server.guest()
    guest.post_plain("/join", {"code": room.code(), "name": "Kim"}, 303)
    assert "Kim" in guest.get(f"/t/{room.table}") and "Waiting to be let in" in guest.get(f"/t/{room.table}")
    assert "Ana" not in guest.get(f"/t/{room.table}")
    stranger = server.player(server.table())
    assert "no such table" in stranger.get(f"/t/{room.table}", 404)


def test_a_player_sees_their_fighter_large_and_nothing_of_the_referee(server: Server) -> None:
    room = server.table()
    server.play(room, 1)
    page = read(server.player(room).get(f"/t/{room.table}"))
    assert "6 of 6 HP" in page.by_id("own-0").text
    assert "777" not in page.text and "17" not in page.by_id("camps").text
    assert "hidden" in page.by_id("knocks").attributes
    assert not list(page.by_id("room").all("svg", "qr"))


def test_clauses_are_unfolded_beneath_their_entry(server: Server) -> None:
    guest = server.guest()
    found = read(guest.get("/why/knave?ids=knave.attack.hit,K45,npc_down,nothing"))
    assert [one.text for one in found.all("dt")] == ["knave.attack.hit", "ruling K45, npc_down"]
    assert [one["href"] for one in found.all("a")] == ["/rules/knave/knave.attack.hit", "/rules/knave/K45"]
    guest.get("/why/chess?ids=x", 404)


def test_a_chance_to_die_is_told_only_where_somebody_died(server: Server) -> None:
    owner, room = server.owner(), server.table(SKILLS)
    heads = {one.text for one in read(owner.post_plain(f"/t/{room.table}/what-if", {})).all("th")}
    assert heads >= {"Odo", "Hild", "falls"}
    assert "dies" not in heads


def test_the_rest_of_the_fight_is_played_out_for_referees(server: Server) -> None:
    owner, room = server.owner(), server.table()
    page = read(owner.post_plain(f"/t/{room.table}/what-if", {}))
    assert {one.text for one in page.all("th")} >= {"Ana", "Ben", "goblin 1", "goblin 2", "falls", "dies"}
    shares = [float(one["width"]) for one in page.all("rect") if one.get("class") in ("party", "foes", "none")]
    assert sum(shares) <= 640.02
    server.player(room).post_plain(f"/t/{room.table}/what-if", {}, 403)
    owner.post_plain(f"/t/{room.table}/what-if/cancel", {}, 204)


def test_a_stream_sends_only_what_changed(server: Server) -> None:
    room = server.table()
    person = server.site.owner.person
    first, shown = changed(room.snapshot(person))
    assert set(replaced(read(first))) == {f"#{name}" for name in shown}
    again, shown = changed(room.snapshot(person), shown)
    assert replaced(read(again)) == {}
    room.knock("00000000-0000-4000-8000-00000000000b", "Kim")
    news, _ = changed(room.snapshot(person), shown)
    assert set(replaced(read(news))) == {"#state", "#knocks"}


def test_the_first_load_is_light_and_from_here_alone(server: Server) -> None:
    owner, room = server.owner(), server.table()
    server.play(room, 1)
    html = owner.get(f"/t/{room.table}")
    page = read(html)
    named = [one.get("src") or one.get("href") for one in page.all() if one.tag in ("script", "link")]
    assert all(address.startswith("/static/") for address in named)
    found = [asset(address.split("/", 3)[3]) for address in named]
    carried = [min(len(one.packed), len(one.body)) for one in found if one is not None]
    assert len(carried) == len(named)
    assert len(gzip.compress(html.encode())) + sum(carried) < 60_000  # 150,000 is what a phone is promised


def test_a_referee_says_who_plays_whom(server: Server) -> None:
    owner, room = server.owner(), server.table()
    server.player(room, "Mira", None)
    page = read(owner.get(f"/t/{room.table}"))
    form = next(one for one in page.by_id("casting").all("form") if one.text.startswith("Ana"))
    mira = next(one for one in form.all("option") if one.text == "Mira")
    fields = {one["name"]: one["value"] for one in form.all("input")} | {"person": mira["value"]}
    answer = send(owner, room.table, version_of(page), 200, fields)
    assert "Mira Ana" in answer.by_id(f"person-{mira['value']}").text
    answer = send(owner, room.table, version_of(answer), 200, fields | {"person": ""})
    assert "Ana" not in answer.by_id(f"person-{mira['value']}").text


def test_a_referee_says_who_plays_and_who_watches(server: Server) -> None:
    owner, room = server.owner(), server.table()
    server.player(room)
    page = read(owner.get(f"/t/{room.table}"))
    (form,) = page.by_id("offices").all("form")
    assert form.text.startswith("Mira")
    person = next(one["value"] for one in form.all("input") if one["name"] == "person")
    fields = {"type": "admit", "person": person, "role": "spectator"}
    send(owner, room.table, version_of(page), 200, fields)
    people = {one.name: one for one in room.snapshot(server.site.owner.person).room.people}
    assert people["Mira"].role == "spectator"
    assert people["Mira"].fighters == ()
