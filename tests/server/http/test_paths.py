"""Paths, methods and ids that there are not; and what every answer carries."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest

from affray.server.web.guards.headers import HEADERS
from tests.server.http.hosting import Hosted, Party, error_of, spoken

STRANGE = [
    "/nothing",
    "/../etc/passwd",
    "/%2e%2e%5c",
    "/%00",
    "/static/x/../../app.py",
    "/static/x/%2e%2e/app.py",
    "/static/x/%00.css",
    "/static/x//etc/passwd.css",
    "/static/x/no-such.css",
    "/docs",
    "/openapi.json",
    "//evil.example/",
]


NOBODYS = "3f2c0f6e-1d0b-4c9e-9a53-7f6d1f0e2b11"
"""The id of no table."""


@pytest.mark.parametrize("path", STRANGE)
def test_what_is_not_there_is_not_found(path: str, hosted: Hosted) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    answer = spoken(hosted.port, request.encode())
    assert answer.startswith((b"HTTP/1.1 404 ", b"HTTP/1.1 400 "))
    assert b"root:" not in answer and b"import" not in answer


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/", "GET"),
        ("TRACE", "/", "GET"),
        ("DELETE", "/join", "GET, POST"),
        ("GET", "/own", "POST"),
        ("GET", "/api/v1/join", "POST"),
        ("GET", "/api/v1/odds", "POST"),
        ("PATCH", "/api/v1/tables", "GET, POST"),
        ("GET", f"/api/v1/tables/{NOBODYS}/messages", "POST"),
        ("GET", f"/t/{NOBODYS}/messages", "POST"),
    ],
)
def test_a_method_that_is_not_there_names_those_that_are(method: str, path: str, allowed: str, hosted: Hosted) -> None:
    answer = hosted.client().request(method, path)
    assert answer.status_code == 405
    assert answer.headers["Allow"] == allowed
    assert error_of(answer)["allowed"] == allowed


@pytest.mark.parametrize("id", ["1", "-1", "0", str(2**63), "x" * 5_000, "null", "{}", "..%2Fx", "%F0%9F%98%80"])
def test_an_id_is_a_uuid(id: str, party: Party) -> None:
    answer = party.owner.get(f"/api/v1/tables/{id}")
    if "%2F" in id:
        assert answer.status_code == 404
        return
    assert answer.status_code == 422
    assert error_of(answer)["field"] == "table"


def test_capitals_and_braces_name_the_same_table(party: Party) -> None:
    for id in (party.id.upper(), "{" + party.id + "}"):
        assert party.owner.get(f"/api/v1/tables/{id}").json()["table"] == party.id


@pytest.mark.parametrize("path", ["/", "/join", "/nothing", "/api/v1/rulesets", "/api/v1/tables"])
def test_every_answer_says_what_a_page_may_load(path: str, hosted: Hosted) -> None:
    answer = hosted.client().get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert "server" not in answer.headers


def test_people_get_a_page_of_what_went_wrong_and_programs_get_json(hosted: Hosted) -> None:
    client = hosted.client()
    page = client.get(f"/t/{uuid4()}", headers={"Accept": "text/html,*/*;q=0.8"})
    assert page.status_code == 401
    assert page.headers["content-type"].startswith("text/html")
    assert "nobody knows you here yet" in page.text.lower()
    part = client.get(f"/t/{uuid4()}", headers={"Accept": "text/html", "HX-Request": "true"})
    assert "<html" not in part.text and 'role="alert"' in part.text
    assert error_of(client.get(f"/t/{uuid4()}"))["code"] == "no_session"
    assert error_of(client.get(f"/api/v1/tables/{uuid4()}", headers={"Accept": "text/html"}))["code"] == "no_session"


def test_static_files_are_kept_for_ever_under_the_mark_of_their_content(hosted: Hosted) -> None:
    client = hosted.client()
    address = re.findall(r'/static/[0-9a-f]{12}/[^"]*\.css', client.get("/").text)[0]
    answer = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Content-Type"] == "text/css; charset=utf-8"
    assert client.get(address, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    plain = client.get(address, headers={"Accept-Encoding": "identity"})
    assert plain.text == answer.text and "Content-Encoding" not in plain.headers
    old = client.get(re.sub("[0-9a-f]{12}", "0" * 12, address))
    assert old.headers["Cache-Control"] == "no-cache" and old.text == answer.text


def test_an_error_that_nobody_foresaw_tells_nothing(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the secret is 918273")

    monkeypatch.setattr("affray.server.live.room.Room.snapshot", broken)
    answer = party.owner.get(party.path)
    assert answer.status_code == 500
    assert error_of(answer)["code"] == "unexpected"
    assert "918273" not in answer.text


def test_a_full_disk_is_507(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    from affray.server.store import StorageError

    def full(*_: object) -> None:
        raise StorageError("storage_full", "there is no room for the database on its disk")

    version = party.look(party.owner)["version"]
    monkeypatch.setattr(party.hosted.site.store, "append", full)
    answer = party.send(party.owner, {"type": "note", "text": "x"}, version)
    assert (answer.status_code, error_of(answer)["code"]) == (507, "storage_full")
    assert party.look(party.owner)["version"] == version


def test_a_database_that_is_gone_is_503(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    from affray.server.store import StorageError

    def down(*_: object) -> None:
        raise StorageError("storage_down", "the database cannot be reached")

    version = party.look(party.owner)["version"]
    monkeypatch.setattr(party.hosted.site.store, "append", down)
    answer = party.send(party.owner, {"type": "note", "text": "x"}, version)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
