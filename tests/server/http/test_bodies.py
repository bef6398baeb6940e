"""Bodies that are no JSON, of another type, too large, or too slow."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from tests.server.http.hosting import Hosted, Party, error_of, heard, hosting, new_address, spoken

JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b'{"dice": ', "body:1: not valid JSON at column 10"),
        (b"{", "body:1"),
        (b'{"dice": "2d6",}', "comma"),
        (b'{"dice":\n"2d6" 5}', "body:2"),
    ],
)
def test_a_body_that_is_no_json_is_told_where(body: bytes, told: str, hosted: Hosted) -> None:
    answer = hosted.client().post("/api/v1/odds", content=body, headers=JSON)
    assert answer.status_code == 400
    error = error_of(answer)
    assert error["code"] == "syntax"
    assert told in error["message"] + error["hint"]


@pytest.mark.parametrize("body", [b"null", b"[]", b'"x"', b"5", b"", b"  ", b"[" * 60_000, b"\xff\xfe{\x00}\x00"])
def test_a_body_is_one_object(body: bytes, hosted: Hosted) -> None:
    answer = hosted.client().post("/api/v1/odds", content=body, headers=JSON)
    assert answer.status_code == 400
    assert error_of(answer)["message"] == "an object is expected"


@pytest.mark.parametrize(
    "body",
    [b'{"dice": "2d6", "dice": "3d6"}', b'{"dice": NaN}', b'{"dice": 5}', b'{"dice": "\\ud800"}', b'{"dise": "2d6"}'],
)
def test_an_object_is_read_strictly(body: bytes, hosted: Hosted) -> None:
    answer = hosted.client().post("/api/v1/odds", content=body, headers=JSON)
    assert answer.status_code == 422
    assert error_of(answer)["field"] in ("dice", "dise")


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
def test_another_type_is_not_read(kind: str | None, hosted: Hosted) -> None:
    headers = {} if kind is None else {"Content-Type": kind}
    answer = hosted.client().post("/api/v1/odds", content=b'{"dice": "2d6"}', headers=headers)
    assert answer.status_code == 415
    assert error_of(answer)["allowed"] == "application/json"


def test_a_page_takes_forms_alone(hosted: Hosted) -> None:
    assert hosted.client().post("/own", json={"key": "x"}).status_code == 415


def test_a_body_of_64_kib_is_read_and_not_one_byte_more(hosted: Hosted) -> None:
    start, end = b'{"dice": "', b'"}'
    for size, status in ((64 * 1024, 422), (64 * 1024 + 1, 413)):
        body = start + b"1" * (size - len(start) - len(end)) + end
        assert hosted.client().post("/api/v1/odds", content=body, headers=JSON).status_code == status


def test_a_large_body_is_refused_before_it_comes(hosted: Hosted) -> None:
    head = f"POST /api/v1/odds HTTP/1.1\r\nHost: x\r\nOrigin: {hosted.origin}\r\nContent-Type: application/json\r\n"
    answer = spoken(hosted.port, f"{head}Content-Length: {64 * 1024 + 1}\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"connection: close" in answer.lower()


def test_a_large_body_without_a_length_is_not_read_on(hosted: Hosted) -> None:
    head = (
        f"POST /api/v1/odds HTTP/1.1\r\nHost: x\r\nOrigin: {hosted.origin}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    ).encode()
    chunk = b"4000\r\n" + b" " * 0x4000 + b"\r\n"
    answer = spoken(hosted.port, head, *[chunk] * 6, pause=0.02)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b'"at most 64 KiB"' in answer


def test_a_form_with_too_many_fields(hosted: Hosted) -> None:
    form = "&".join(f"f{number}=1" for number in range(5_000))
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    assert hosted.client().post("/own", content=form.encode(), headers=kind).status_code == 400
    form = "&".join(f"f{number}=1" for number in range(100_000))
    assert hosted.client().post("/own", content=form.encode(), headers=kind).status_code == 413


def test_a_part_of_100_mb_is_refused_by_its_length(hosted: Hosted) -> None:
    head = (
        f"POST /tables HTTP/1.1\r\nHost: x\r\nOrigin: {hosted.origin}\r\n"
        f"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: {100_000_000}\r\n\r\n"
    )
    assert spoken(hosted.port, head.encode()).startswith(b"HTTP/1.1 413 ")


def test_a_file_may_have_1_mib(party: Party) -> None:
    kind = {"Content-Type": "application/toml"}
    fight = b'ruleset = "knave"\n# ' + b"x" * 100_000
    assert error_of(party.owner.post("/api/v1/tables", content=fight, headers=kind))["field"] != "body"
    answer = party.owner.post("/api/v1/tables", content=b"#" * (1024 * 1024 + 1), headers=kind)
    assert answer.status_code == 413


def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    with hosting(tmp_path, body_seconds=0.5) as hosted:
        head = (
            f"POST /api/v1/odds HTTP/1.1\r\nHost: x\r\nOrigin: {hosted.origin}\r\n"
            "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n"
        )
        began = time.monotonic()
        answer = spoken(hosted.port, head.encode(), *[b"{"] * 8, pause=0.1)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert time.monotonic() - began < 3


def test_headers_that_do_not_come_are_not_waited_for(hosted: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("affray.server.web.protocol.HEADER_SECONDS", 0.3)
    with socket.create_connection(("127.0.0.1", hosted.port), source_address=(new_address(), 0)) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost:")
        began = time.monotonic()
        assert heard(connection, 5) == b""
        assert time.monotonic() - began < 2


def test_headers_without_an_end_are_not_read_on(hosted: Hosted) -> None:
    endless = b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: %s\r\n" % (n, b"x" * 1_000) for n in range(600))
    with socket.create_connection(("127.0.0.1", hosted.port), source_address=(new_address(), 0)) as connection:
        try:
            for place in range(0, len(endless), 50_000):
                connection.sendall(endless[place : place + 50_000])
                time.sleep(0.01)
        except ConnectionError:
            return
        assert heard(connection) == b""


def test_a_body_broken_off_leaves_nothing(party: Party) -> None:
    before = len(party.owner.get("/api/v1/tables").json()["tables"])
    cookie = party.hosted.cookie(party.owner)
    head = (
        f"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nOrigin: {party.hosted.origin}\r\nCookie: {cookie}\r\n"
        'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"example": "duel"'
    )
    with socket.create_connection(("127.0.0.1", party.hosted.port), source_address=(new_address(), 0)) as connection:
        connection.sendall(head.encode())
    assert len(party.owner.get("/api/v1/tables").json()["tables"]) == before


def test_long_addresses_and_many_headers(hosted: Hosted) -> None:
    client = hosted.client()
    answer = client.get("/" + "x" * 9_216)
    assert (answer.status_code, error_of(answer)["field"]) == (414, "url")
    answer = client.get("/", headers=[(f"X-{number}", "1") for number in range(200)])
    assert (answer.status_code, error_of(answer)["field"]) == (431, "headers")
    assert client.get("/", headers={"X-Long": "x" * 40_000}).status_code == 431


def test_what_is_no_http_gets_400(hosted: Hosted) -> None:
    assert spoken(hosted.port, b"\x16\x03\x01\x02\x00\x01\x00 hello\r\n\r\n").startswith(b"HTTP/1.1 400 ")
