"""Bad input is refused clearly, by the API and by the page, and changes nothing."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import quote, urlencode
from uuid import uuid4

import msgspec
import pytest

from affray.server.live import messages as m
from tests.promises.seated import FORM, Served, take_at_their_word
from tests.promises.wire import Got, Wire, wired
from tests.server.room.test_messages import GRID, SKILLS
from tests.server.room.test_mutated import STRANGE
from tests.server.sitting import ANA, BEN, FORD, KNOCKER, OWNER, STRANGER, WATCHER

STRIKE = {"type": "attack", "actor": 0, "target": 2, "weapon": 0}
JSON = "application/json"


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with pytest.MonkeyPatch.context() as patch, wired(tmp_path_factory.mktemp("bad")) as found:
        take_at_their_word(found, patch)
        yield found


@pytest.fixture
def ford(wire: Wire) -> Served:
    """A table where the party acts first."""
    table = Served(wire)
    table.everybody()
    table.say(OWNER, m.Faces(faces=(6,)))
    return table


def refused(table: Served, status: int, answer: Got, page: bool, field: str | None = None) -> None:
    """A refusal as it has to be: in words, on the page as in the API."""
    assert answer.status == status, answer.text
    if page:
        assert b"<html" in answer.body or b'role="alert"' in answer.body or b"notice" in answer.body, answer.text
        return
    error = json.loads(answer.body)["error"]
    assert error["message"]
    if field is not None:
        assert error["field"].endswith(field), error
    if status == 422:
        assert error["field"], error


# What: who, the message, the status, and the end of the field's name
SENT: dict[str, tuple[str, Any, int, str]] = {
    "a referee's switch by a player": (ANA, {"type": "set", "paused": True}, 403, ""),
    "more than there is": (ANA, {"type": "note", "text": "x", "role": "referee"}, 422, "role"),
    "another's fighter": (BEN, {"type": "do", "command": STRIKE}, 403, ""),
    "a foe, by a player": (ANA, {"type": "do", "command": {**STRIKE, "actor": 2, "target": 0}}, 403, ""),
    "out of turn": (OWNER, {"type": "do", "command": {**STRIKE, "actor": 2, "target": 0}}, 409, ""),
    "somebody who is not there": (ANA, {"type": "do", "command": {**STRIKE, "target": 99}}, 404, ""),
    "oneself": (ANA, {"type": "do", "command": {**STRIKE, "target": 0}}, 409, ""),
    "a weapon that is not there": (ANA, {"type": "do", "command": {**STRIKE, "weapon": 9}}, 422, ""),
    "no command": (ANA, {"type": "do", "command": 5}, 422, "command"),
    "no such command": (ANA, {"type": "do", "command": {"type": "atack"}}, 422, "command.type"),
    "a die that nobody waits for": (ANA, {"type": "faces", "faces": [20]}, 422, ""),
    "a face of 0": (ANA, {"type": "faces", "faces": [0]}, 422, "faces[0]"),
    "no face": (ANA, {"type": "faces", "faces": []}, 422, "faces"),
    "back to what is not there": (OWNER, {"type": "undo", "to": 99}, 409, ""),
    "back to before the start": (OWNER, {"type": "undo", "to": -1}, 422, "to"),
    "nothing to redo": (OWNER, {"type": "redo"}, 409, ""),
    "no entry to edit": (OWNER, {"type": "edit", "entry": 99, "die": 0, "face": 1}, 409, ""),
    "no die to edit": (OWNER, {"type": "edit", "entry": 1, "die": 9, "face": 1}, 422, "die"),
    "a face beyond the die": (OWNER, {"type": "edit", "entry": 1, "die": 0, "face": 7}, 422, "face"),
    "no such type": (ANA, {"type": "bogus"}, 422, "type"),
    "no type": (ANA, {}, 422, "type"),
    "a word of the language": (ANA, {"type": "__proto__"}, 422, "type"),
    "an empty note": (ANA, {"type": "note", "text": "   "}, 422, "text"),
    "a note without end": (ANA, {"type": "note", "text": "x" * 5_000}, 422, "text"),
    "a note that turns around": (ANA, {"type": "note", "text": "\u202eabc"}, 422, "text"),
    "a note with a bell": (ANA, {"type": "note", "text": "a\x07b"}, 422, "text"),
    "half a character": (ANA, {"type": "note", "text": "\ud800"}, 422, ""),
    "a seed without end": (ANA, {"type": "add_seed", "text": "x" * 65}, 409, ""),
    "nobody to let in": (OWNER, {"type": "admit", "person": "x"}, 404, "person"),
    "somebody who is in": (OWNER, {"type": "remove", "person": STRANGER}, 404, "person"),
    "another office": (OWNER, {"type": "admit", "person": KNOCKER, "role": "owner"}, 422, "role"),
    "a fighter that is not there": (OWNER, {"type": "claim", "fighter": 99}, 404, "fighter"),
    "a fighter that is none": (OWNER, {"type": "claim", "fighter": -1}, 422, "fighter"),
    "odds for some": (OWNER, {"type": "set", "odds": "some"}, 422, "odds"),
    "neither typed nor rolled": (ANA, {"type": "rolls", "rolls": "x"}, 422, "rolls"),
}


@pytest.mark.parametrize("page", [False, True], ids=["api", "page"])
@pytest.mark.parametrize("what", SENT)
def test_what_is_sent_wrongly_changes_nothing(what: str, page: bool, ford: Served) -> None:
    person, message, status, field = SENT[what]
    before = ford.whole()
    refused(ford, status, ford.post(person, message, page), page, field)
    assert ford.whole() == before


@pytest.mark.parametrize("page", [False, True], ids=["api", "page"])
@pytest.mark.parametrize("id", ["", "7", "x" * 36, "x" * 10_000, "123e4567-e89b-42d3-a456-42661417400"])
def test_an_id_is_a_uuid(id: str, page: bool, ford: Served) -> None:
    before = ford.whole()
    refused(ford, 422, ford.post(ANA, {"type": "note", "text": "x"}, page, id=id), page, "command_id")
    assert ford.whole() == before


@pytest.mark.parametrize("page", [False, True], ids=["api", "page"])
@pytest.mark.parametrize(("version", "status"), [(0, 409), (10**9, 409), ("x", 422), (-1, 422), ("1.5", 422)])
def test_a_version_is_the_current_one(version: Any, status: int, page: bool, ford: Served) -> None:
    before = ford.whole()
    refused(ford, status, ford.post(ANA, {"type": "note", "text": "x"}, page, version), page)
    assert ford.whole() == before


@pytest.mark.parametrize("page", [False, True], ids=["api", "page"])
def test_the_same_id_is_one_message(page: bool, ford: Served) -> None:
    id = str(uuid4())
    note = {"type": "note", "text": "one"}
    version = ford.room.seen_version(ANA)
    first = ford.post(ANA, note, page, version, id)
    after = ford.whole()
    again = ford.post(ANA, note, page, version, id)
    assert (first.status, again.status) == (200, 200)
    refused(ford, 409, ford.post(ANA, {"type": "note", "text": "two"}, page, version, id), page)
    assert ford.whole() == after


FORMS = {
    "nothing": (b"", 422),
    "no form": (b"\xff\xfe", 400),
    "a field twice": (b"type=undo&type=redo&command_id=x&expected_version=1", 422),
    "65 fields": (b"&".join(b"a%d=1" % number for number in range(65)), 400),
    "bad bytes": (b"type=%ff&command_id=x&expected_version=1", 400),
    "a message that is no JSON": (
        urlencode({"message": "{", "expected_version": 1, "command_id": uuid4()}).encode(),
        400,
    ),
    "a message that is a number": (
        urlencode({"message": "5", "expected_version": 1, "command_id": uuid4()}).encode(),
        400,
    ),
    "an open command that is none": (b"open_command=x&expected_version=1&command_id=x", 422),
    "more than 64 KiB": (b"text=" + b"x" * 65_536, 413),
}


@pytest.mark.parametrize("what", FORMS)
def test_a_form_that_is_none_changes_nothing(what: str, ford: Served) -> None:
    body, status = FORMS[what]
    before = ford.whole()
    refused(ford, status, ford.ask(ANA, "POST", "/t/{}/messages", body, FORM), True)
    other = ford.ask(ANA, "POST", "/t/{}/messages", body or b"x", "text/plain")
    refused(ford, 413 if status == 413 else 415, other, True)
    assert ford.whole() == before


IDS = ("1", "-1", "0", str(2**63), "x", "null", "x" * 5_000, "00000000-0000-4000-8000-00000000000", "%00", "{}{}")


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("path", ["/api/v1/tables/*", "/api/v1/tables/*/log", "/t/*", "/t/*/log", "/t/*/replay"])
def test_an_id_of_a_table_is_a_uuid(path: str, id: str, ford: Served) -> None:
    answer = ford.wire.ask("GET", path.replace("*", quote(id, safe="%")), ANA)
    assert answer.status in (404, 422), answer.text


NUMBERS = ("-1", "x", "1.5", "٣", "9" * 40, "")


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(
    "path",
    [
        "/t/{}/replay?at=",
        "/t/{}/log?before=",
        "/t/{}/stream?since=",
        "/t/{}/map/preview?square=A1&seat=",
        "/t/{}/sheet/",
        "/api/v1/tables/{}/events?since=",
        "/api/v1/tables/{}/lines?before=",
    ],
)
def test_a_number_in_an_address_is_one(path: str, number: str, ford: Served) -> None:
    answer = ford.ask(ANA, "GET", path + quote(number))
    assert answer.status in (404, 422) or (number in ("", "-1", "9" * 40) and answer.status == 200), answer.text


# Valid messages, bent


def valid(table: Served, source: Random) -> dict[str, Any]:
    """A message that somebody could send now."""
    offers = table.look(OWNER).offers
    known = [one.command for one in offers] or [STRIKE]
    every: list[m.AnyMessage] = [
        *(m.Do(command=source.choice(known), roll=source.random() < 0.7) for _ in range(6)),
        *(m.Faces(faces=(source.randint(1, 6),)), m.RollRest(), m.Cancel(), m.Undo(), m.Undo(to=1), m.Redo()),
        *(
            m.Edit(entry=1, die=0, face=2),
            m.Note(text="x"),
            m.Set(odds="all"),
            m.Claim(fighter=0),
            m.Release(fighter=0),
        ),
        *(m.Admit(person=KNOCKER), m.Remove(person=WATCHER), m.Rolls(rolls="rolled"), m.AddSeed(text="x"), m.NewCode()),
    ]
    found: dict[str, Any] = msgspec.to_builtins(source.choice(every))
    return found


def bent(source: Random, message: dict[str, Any]) -> dict[str, Any]:
    """A message with one to three fields changed, left out or added, at any depth."""
    message = json.loads(json.dumps(message))
    for _ in range(source.randint(1, 3)):
        inner = message
        while nested := [one for one in inner.values() if isinstance(one, dict)]:
            if source.random() < 0.3:
                break
            inner = source.choice(nested)
        name = source.choice([*inner, "hp"])
        if source.random() < 0.2:
            inner.pop(name, None)
        else:
            inner[name] = copy.deepcopy(source.choice(STRANGE))
    return message


def torn(source: Random, body: bytes) -> bytes:
    """A body with some bytes changed, left out or doubled."""
    found = bytearray(body)
    for _ in range(source.randint(1, 4)):
        place = source.randrange(len(found))
        found[place : place + source.randrange(3)] = source.randbytes(source.randrange(3))
    return bytes(found)


def mutated(wire: Wire, text: str, messages: int, seed: str) -> None:
    source = Random(seed)
    table = Served(wire, text)
    taken = 0
    for number in range(messages):
        if number % 100 == 0:
            table = Served(wire, text)
            table.seat(ANA, "Anne", fighter=0)
            table.seat(WATCHER, "Wanda", "spectator")
            assert table.room.knock(KNOCKER, "Kim") is None
        before = table.whole()
        person, page = source.choice((OWNER, OWNER, ANA)), source.random() < 0.3
        message = bent(source, valid(table, source))
        if source.random() < 0.2:
            envelope = {"command_id": str(uuid4()), "expected_version": before[0], "message": message}
            body = torn(source, json.dumps(envelope).encode())
            answer = table.ask(person, "POST", "/api/v1/tables/{}/messages", body, JSON)
            page = False
        else:
            answer = table.post(person, message, page)
        if answer.status == 200:
            taken += 1
            continue
        assert answer.status in (400, 403, 404, 409, 413, 422), (seed, number, answer.text)
        refused(table, answer.status, answer, page)
        assert table.whole() == before, (seed, number, message)
    assert 0 < taken < messages / 2


KINDS = {"knave": FORD, "d20grid": GRID, "skilldice": SKILLS}


@pytest.mark.parametrize("ruleset", KINDS)
def test_a_bent_message_changes_nothing(ruleset: str, wire: Wire) -> None:
    """1,500."""
    mutated(wire, KINDS[ruleset], 500, f"bent {ruleset}")


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", KINDS)
def test_5_000_bent_messages_change_nothing(ruleset: str, wire: Wire) -> None:
    mutated(wire, KINDS[ruleset], 1_700, f"bent more {ruleset}")
