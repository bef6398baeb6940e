"""Messages over HTTP: what is sent twice, late, by the wrong person or in the wrong shape changes nothing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import httpx
import pytest

from affray.server.limits import MOST_WAITING
from tests.server.http.hosting import Hosted, Party, error_of, until
from tests.server.sitting import FORD

STRIKE = {"type": "attack", "actor": 0, "target": 2, "weapon": 0}
CANARY = 918273


@pytest.fixture
def ford(party: Party) -> tuple[Party, httpx.Client, httpx.Client]:
    """Ana and Ben with their fighters, and the party acts first."""
    ana, ben = party.player("Anne", 0), party.player("Benno", 1)
    party.say(party.owner, {"type": "faces", "faces": [6]})
    return party, ana, ben


Ford = tuple[Party, httpx.Client, httpx.Client]


def test_another_table_and_no_table_are_not_found_alike(ford: Ford) -> None:
    party, ana, _ = ford
    other = Party(party.hosted)
    for path in ("", "/log", "/export", "/lines", "/events"):
        theirs, nobodys = (ana.get(f"/api/v1/tables/{id}{path}") for id in (other.id, uuid4()))
        assert theirs.status_code == nobodys.status_code == 404
        assert theirs.text == nobodys.text
    body = {"command_id": str(uuid4()), "expected_version": 1, "message": {"type": "undo"}}
    theirs, nobodys = (ana.post(f"/api/v1/tables/{id}/messages", json=body) for id in (other.id, uuid4()))
    assert theirs.status_code == nobodys.status_code == 404
    assert theirs.text == nobodys.text


def test_no_more_than_so_many_wait_for_a_table(ford: Ford) -> None:
    party, ana, ben = ford
    room = party.hosted.site.rooms.room(party.id)
    version = party.look(ana)["version"]
    with ThreadPoolExecutor(MOST_WAITING) as waiting:
        with room._lock:
            early = [waiting.submit(room.snapshot, party.persons[ana]) for _ in range(MOST_WAITING)]
            until(lambda: room.is_crowded)
            late = party.send(ben, {"type": "note", "text": "x"}, version)
        assert all(one.result().version == version for one in early)
    assert late.status_code == 503
    assert late.headers["Retry-After"] == "1"
    assert error_of(late)["code"] == "crowded"
    party.say(ben, {"type": "note", "text": "x"}, version)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "set", "paused": True},
        {"type": "admit", "person": str(uuid4())},
        {"type": "end"},
        {"type": "new_code"},
        {"type": "edit", "entry": 1, "die": 0, "face": 3},
        {"type": "do", "command": {"type": "override", "fighter": 2, "hp": 1, "reason": "I say so"}},
        {"type": "do", "command": {"type": "bring_in", "fighter": 2, "reason": "now"}},
    ],
)
def test_what_is_the_referees_is_nobody_elses(message: Any, ford: Ford) -> None:
    party, ana, ben = ford
    seen = party.look(ben)["version"]
    assert party.refused(403, ana, message)["code"] == "forbidden"
    assert party.look(ben)["version"] == seen


def test_nobody_acts_for_somebody_elses_fighter(ford: Ford) -> None:
    party, _, ben = ford
    assert party.refused(403, ben, {"type": "do", "command": STRIKE})["code"] == "forbidden"


@pytest.mark.parametrize("id", [None, "", "7", "x" * 36, 5])
def test_a_command_has_a_uuid(id: Any, ford: Ford) -> None:
    party, ana, _ = ford
    before = party.journal()
    body = {"command_id": id, "expected_version": party.look(ana)["version"], "message": {"type": "note", "text": "x"}}
    if id is None:
        del body["command_id"]
    answer = ana.post(f"{party.path}/messages", json=body)
    assert (answer.status_code, error_of(answer)["field"]) == (422, "command_id")
    assert party.journal() == before


def test_the_same_again_is_answered_again_and_done_once(ford: Ford) -> None:
    party, ana, _ = ford
    id, version = str(uuid4()), party.look(ana)["version"]
    message = {"type": "do", "command": STRIKE, "roll": True}
    first = party.say(ana, message, version, id)
    journal = party.journal()
    assert party.say(ana, message, version, id) == first
    assert party.journal() == journal
    error = party.refused(409, ana, {"type": "note", "text": "x"}, first["version"], id)
    assert error["code"] == "id_used"


@pytest.mark.parametrize("version", ["x", -1, 1.5, None, True, "5"])
def test_a_version_is_a_number(version: Any, ford: Ford) -> None:
    party, ana, _ = ford
    before = party.journal()
    body = {"command_id": str(uuid4()), "expected_version": version, "message": {"type": "undo"}}
    answer = ana.post(f"{party.path}/messages", json=body)
    assert (answer.status_code, error_of(answer)["field"]) == (422, "expected_version")
    assert party.journal() == before


@pytest.mark.parametrize("ahead", [-1, 1, 10**9])
def test_an_old_version_hears_the_current_one(ahead: int, ford: Ford) -> None:
    party, ana, _ = ford
    version = party.look(ana)["version"]
    error = party.refused(409, ana, {"type": "note", "text": "x"}, version + ahead)
    assert (error["code"], error["version"]) == ("stale", version)


def test_a_double_click_ends_one_turn(ford: Ford) -> None:
    party, ana, _ = ford
    version = party.look(ana)["version"]
    end = {"type": "do", "command": {"type": "pass", "actor": 0}}
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda _: party.send(ana, end, version), range(2)))
    late, first = sorted(answers, key=lambda one: one.status_code, reverse=True)
    assert (first.status_code, late.status_code) == (200, 409)
    assert error_of(late)["version"] == first.json()["version"] == version + 1
    assert party.look(ana)["version"] == version + 1


@pytest.mark.parametrize(
    ("message", "field"),
    [
        ({"type": "bogus"}, "message.type"),
        ({}, "message.type"),
        ({"type": "__proto__"}, "message.type"),
        ({"type": "note", "text": "x", "hp": 999}, "message.hp"),
        ({"type": "faces", "faces": [0]}, "message.faces[0]"),
        ({"type": "undo", "to": -1}, "message.to"),
        (5, "message"),
    ],
)
def test_a_message_of_another_shape_names_the_field_and_what_is_allowed(message: Any, field: str, ford: Ford) -> None:
    party, ana, _ = ford
    error = party.refused(422, ana, message)
    assert error["field"] == field
    assert error["allowed"]


@pytest.mark.parametrize("hp", [1.5, "5", 10_000, None, [5], 1e300, True])
def test_hit_points_are_whole_numbers(hp: Any, ford: Ford) -> None:
    party, _, _ = ford
    command = {"type": "override", "fighter": 2, "hp": hp, "reason": "so"}
    error = party.refused(422, party.owner, {"type": "do", "command": command})
    assert "hp" in error["field"] + error["message"]


@pytest.mark.parametrize(
    ("command", "field", "allowed"),
    [
        ({"type": "atack", "actor": 0}, "message.command.type", "attack, stunt"),
        ({"type": "attack", "actor": 0, "target": 2}, "message.command.weapon", "a whole number"),
        ({**STRIKE, "hp": 999}, "message.command.hp", "actor, target, weapon"),
        ({**STRIKE, "weapon": "0"}, "message.command.weapon", "a whole number"),
        ({"type": "stunt", "actor": 0, "target": 2, "kind": "x"}, "message.command.kind", "disarm, distract"),
    ],
)
def test_a_command_of_another_shape_names_the_field(command: Any, field: str, allowed: str, ford: Ford) -> None:
    party, ana, _ = ford
    error = party.refused(422, ana, {"type": "do", "command": command})
    assert error["field"] == field
    assert allowed in error["allowed"]


def test_out_of_turn_and_twice(ford: Ford) -> None:
    party, ana, _ = ford
    goblin = {"type": "attack", "actor": 2, "target": 0, "weapon": 0}
    party.refused(409, party.owner, {"type": "do", "command": goblin})
    party.do(ana, **STRIKE)
    party.refused(409, ana, {"type": "do", "command": STRIKE})


def test_a_die_that_nobody_waits_for_is_not_taken(ford: Ford) -> None:
    party, ana, ben = ford
    party.refused(422, ana, {"type": "faces", "faces": [20]})
    party.say(ana, {"type": "do", "command": STRIKE})
    assert party.refused(403, ben, {"type": "faces", "faces": [20]})["code"]
    assert party.send(ana, {"type": "faces", "faces": [21]}).status_code == 422
    party.say(ana, {"type": "faces", "faces": [2]})
    dice = [die for line in party.look(ana)["log"] for die in line["dice"]]
    assert "typed" in {die["source"] for die in dice}


def test_undo_of_what_is_not_there(ford: Ford) -> None:
    party, ana, _ = ford
    party.say(ana, {"type": "do", "command": STRIKE})
    party.say(ana, {"type": "faces", "faces": [2]})  # it misses: nobody's morale is rolled
    latest = party.look(party.owner)["log"][0]["seq"]
    party.refused(409, party.owner, {"type": "undo", "to": latest + 5})
    party.say(party.owner, {"type": "undo"})
    party.refused(409, party.owner, {"type": "undo", "to": latest})


def test_a_canary_is_in_no_byte_that_a_player_gets(hosted: Hosted) -> None:
    party = Party(hosted, FORD.replace("hp = 4", f'hp = 9273\nmax_hp = 9273\nnotes = "{CANARY}"'))
    ana = party.player("Anne", 0)
    party.say(party.owner, {"type": "faces", "faces": [6]})
    got = [ana.get(party.path), party.do(ana, **STRIKE), ana.get(party.path)]
    party.say(party.owner, {"type": "note", "text": f"secretly {CANARY}", "hidden": True})
    party.say(ana, {"type": "undo"})
    got += [ana.get(party.path + path) for path in ("", "/log", "/export", "/lines")]
    got += [ana.get(f"/t/{party.id}"), party.send(ana, {"type": "set", "paused": True})]
    got += [party.send(ana, {"type": "do", "command": {"type": "override", "fighter": 2, "hp": 3, "reason": "x"}})]
    for path in (f"{party.path}/events", f"/t/{party.id}/stream"):
        for since in ("", "?since=1"):
            with ana.stream("GET", path + since) as answer:
                got.append(next(answer.iter_text()))
    whole = "\n".join(one.text + str(one.headers) if isinstance(one, httpx.Response) else str(one) for one in got)
    assert "Anne" in whole
    assert str(CANARY) not in whole
    assert "9273" not in whole
    assert str(CANARY) in party.owner.get(f"{party.path}/log").text


def test_script_in_a_note_is_text(ford: Ford) -> None:
    party, ana, ben = ford
    text = "<img src=x onerror=alert(1)>"
    party.say(ana, {"type": "note", "text": text})
    assert text in [line["text"] for line in party.look(ben)["log"]]
    page = ben.get(f"/t/{party.id}").text
    assert "&lt;img src=x onerror=alert(1)&gt;" in page
    assert text not in page


def test_somebody_removed_is_out_at_once(ford: Ford) -> None:
    party, ana, _ = ford
    party.say(party.owner, {"type": "remove", "person": party.persons[ana]})
    for answer in (ana.get(party.path), party.send(ana, {"type": "note", "text": "x"}, 1)):
        assert (answer.status_code, error_of(answer)["code"]) == (403, "removed")


def test_a_program_asks_for_the_odds_of_one_seat(ford: Ford) -> None:
    """Odds come for the first seat; another one's are asked for by its number."""
    party, ana, _ = ford
    whole = party.look(party.owner)
    first, *others = sorted({offer["seat"] for offer in whole["offers"]})
    assert others
    for seat in (first, others[-1]):
        shown = party.owner.get(party.path, params={"seat": seat}).json()["offers"]
        assert {offer["seat"] for offer in shown} == {seat}
        assert any(offer["odds"] for offer in shown)
    assert error_of(ana.get(party.path, params={"seat": "x"}))["field"] == "seat"
