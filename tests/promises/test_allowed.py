"""Only those who are allowed can act: every message by everybody, and every address for everybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute

from tests.promises.seated import Served, take_at_their_word
from tests.promises.wire import Got, Wire, masked, wired
from tests.server.room.test_permissions import ALLOWED, PEOPLE, prepared
from tests.server.sitting import ANA, OWNER

NOBODY = ""
EVERYBODY = {**PEOPLE, "no session": NOBODY}
"""Who is who; "stranger" is at no table but their own."""

DENIED = {"stranger": 404, "no session": 401}
"""What those get who know nothing of the table; all others are forbidden (403)."""

ADDRESSES: list[tuple[str, str]] = []
"""Every method and path that the application has: filled while it is made."""


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    include = FastAPI.include_router

    def noting(self: FastAPI, router: APIRouter, *, prefix: str = "", **more: Any) -> None:
        for route in router.routes:
            assert isinstance(route, APIRoute)
            assert route.methods
            ADDRESSES.extend((method, prefix + route.path) for method in route.methods)
        include(self, router, prefix=prefix, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FastAPI, "include_router", noting)
        with wired(tmp_path_factory.mktemp("allowed")) as found:
            take_at_their_word(found, patch)
            yield found


def seated(wire: Wire, kind: str) -> tuple[Served, Any]:
    """A table where a message is in place for whoever may send it, and the message as it is sent."""
    table = Served(wire)
    table.everybody()
    return table, msgspec.to_builtins(prepared(table, kind))


@pytest.mark.parametrize("page", [False, True], ids=["api", "page"])
@pytest.mark.parametrize("kind", ALLOWED)
def test_nobody_else_is_heard(kind: str, page: bool, wire: Wire) -> None:
    table, message = seated(wire, kind)
    before = table.whole()
    seen = table.bytes_of(OWNER)
    for who in EVERYBODY.keys() - ALLOWED[kind]:
        answer = table.post(EVERYBODY[who], message, page)
        assert answer.status == DENIED.get(who, 403), (who, answer.text)
        assert table.whole() == before, who
    assert table.bytes_of(OWNER) == seen  # nor is it told to anybody


@pytest.mark.parametrize("page", [False, True], ids=["api", "page"])
@pytest.mark.parametrize("kind", ALLOWED)
def test_those_who_may_are_heard(kind: str, page: bool, wire: Wire) -> None:
    for who in ALLOWED[kind]:
        table, message = seated(wire, kind)
        before = table.whole()
        answer = table.post(EVERYBODY[who], message, page)
        assert answer.status == 200, (who, answer.text)
        assert table.whole() != before


# Addresses

AT_THE_TABLE = {"referee", "co-referee", "owner", "other", "spectator"}
REFEREES = {"referee", "co-referee"}
ANYBODY = set(EVERYBODY)
KNOWN = ANYBODY - {"no session"}

MAY: dict[tuple[str, str], set[str]] = {
    ("GET", "/api/v1/tables/{table}"): AT_THE_TABLE,
    ("GET", "/api/v1/tables/{table}/lines"): AT_THE_TABLE,
    ("GET", "/api/v1/tables/{table}/log"): AT_THE_TABLE,
    ("GET", "/api/v1/tables/{table}/export"): AT_THE_TABLE,
    ("GET", "/api/v1/tables/{table}/events"): AT_THE_TABLE,
    ("POST", "/api/v1/tables/{table}/simulate"): REFEREES,
    ("DELETE", "/api/v1/tables/{table}/simulate"): REFEREES,
    ("GET", "/t/{table}"): AT_THE_TABLE | {"knocking"},  # who waits sees a page that says so
    ("GET", "/t/{table}/now"): AT_THE_TABLE,
    ("GET", "/t/{table}/stream"): AT_THE_TABLE,
    ("GET", "/t/{table}/log"): AT_THE_TABLE,
    ("GET", "/t/{table}/log.csv"): AT_THE_TABLE,
    ("GET", "/t/{table}/table"): {"referee"},  # whose server it is
    ("GET", "/t/{table}/replay"): AT_THE_TABLE,
    ("GET", "/t/{table}/sheets"): AT_THE_TABLE,
    ("GET", "/t/{table}/sheet/{fighter}"): AT_THE_TABLE,
    ("GET", "/t/{table}/map/preview"): AT_THE_TABLE,
    ("POST", "/t/{table}/what-if"): REFEREES,
    ("POST", "/t/{table}/what-if/cancel"): REFEREES,
    ("GET", "/api/v1/tables"): KNOWN,
    ("POST", "/api/v1/tables"): {"referee"},
    ("POST", "/api/v1/tables/import"): {"referee"},
    ("POST", "/tables"): {"referee"},
    ("POST", "/tables/{table}/away"): REFEREES,
    ("GET", "/prep"): {"referee"},
    ("POST", "/prep"): {"referee"},
    ("GET", "/logs"): KNOWN,
    ("POST", "/logs"): KNOWN,
}
"""Who may, at every address that is not everybody's."""

RULESET = "/api/v1/rulesets/{ruleset}"

READ_BY_ALL = (
    *("/", "/join", "/lab", "/rules", "/rules/{name}", "/rules/{name}/{cite}", "/why/{name}"),
    *("/static/{mark}/{name:path}", "/sheets/{ruleset}/{mark}.css", "/api/v1/openapi.json", "/api/v1/rulesets"),
    *(RULESET, f"{RULESET}/clauses", f"{RULESET}/clauses/{{clause}}"),
    *(f"{RULESET}/rulings", f"{RULESET}/rulings/{{ruling}}"),
)
SENT_BY_ALL = ("/lab", "/own", "/join", "/api/v1/join", "/api/v1/odds", "/api/v1/roll")

OPEN = {("GET", path) for path in READ_BY_ALL} | {("POST", path) for path in SENT_BY_ALL}
"""What has nothing to do with any table, and how one comes to one."""

MESSAGES = {("POST", "/t/{table}/messages"), ("POST", "/api/v1/tables/{table}/messages")}
"""Tested above, message by message."""


def test_no_address_is_missed(wire: Wire) -> None:
    assert len(ADDRESSES) == len(set(ADDRESSES))
    assert set(ADDRESSES) == MAY.keys() | OPEN | MESSAGES


BODIES = {"simulate": b'{"runs": 1}', "tables": b'{"example": "no such example"}'}


def asked(table: Served, who: str, method: str, path: str, id: str | None = None) -> Got:
    """What somebody gets at an address of the table, or of one with another id."""
    path = path.replace("{table}", id or table.room.table).replace("{fighter}", "0")
    path += "?seat=0&square=A1" if path.endswith("preview") else ""
    kind = "application/json" if method == "POST" and path.startswith("/api") else ""
    kind = kind or ("application/x-www-form-urlencoded" if method == "POST" else "")
    kind = "application/x-ndjson" if path.endswith("import") else kind
    body = BODIES.get(path.rpartition("/")[2], b"") if method == "POST" else b""
    return table.ask(EVERYBODY[who], method, path, body, kind)


@pytest.mark.parametrize("address", MAY, ids=" ".join)
def test_an_address_is_for_those_who_may(address: tuple[str, str], wire: Wire) -> None:
    table = Served(wire)
    table.everybody()
    before = table.whole()
    for who in EVERYBODY.keys() - MAY[address]:
        status = asked(table, who, *address).status
        assert status in ((DENIED.get(who, 403),) if "{table}" in address[1] else (401, 403)), who
    assert table.whole() == before
    for who in MAY[address]:
        assert asked(table, who, *address).status not in (401, 403, 404), who


@pytest.mark.parametrize("address", [one for one in (*MAY, *sorted(MESSAGES)) if "{table}" in one[1]], ids=" ".join)
def test_a_table_that_is_not_yours_is_one_that_does_not_exist(address: tuple[str, str], wire: Wire) -> None:
    table = Served(wire)
    table.everybody()
    other = Served(wire)
    other.seat(PEOPLE["stranger"], "Stan", fighter=0)
    for who in ("stranger", "no session"):
        there, nowhere = (asked(table, who, *address, id) for id in (table.room.table, str(uuid4())))
        assert there.masked() == nowhere.masked()
        assert len(there.body) == len(nowhere.body)


def test_lists_name_no_table_of_others(wire: Wire) -> None:
    table = Served(wire)
    table.everybody()
    for who in ("stranger", "refused", "removed"):
        for path in ("/", "/api/v1/tables"):
            assert table.room.table not in table.ask(PEOPLE[who], "GET", path).text
    assert table.room.table in table.ask(ANA, "GET", "/api/v1/tables").text
    assert masked(table.room.table.encode()) == b"i" * 36
