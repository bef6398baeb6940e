"""`affray serve` and `affray doctor` as people start them."""

from __future__ import annotations

import json
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from affray.cli import serve_page
from affray.server.store.place import read
from affray.server.web import addresses
from affray.server.web.site import ServerSettings, Site
from tests.cli.running import DUEL, environment, refused, run
from tests.server.http.hosting import error_of, until
from tests.server.ports import free_port
from tests.server.sitting import ENDLESS, FORD


class Serving:
    """The process of `affray serve`, with what it has printed."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.port = free_port()
        self.out, self.err = folder / "out", folder / "err"
        command = [sys.executable, "-m", "affray", "serve", "--db", str(folder / "t.db"), "--port", str(self.port)]
        with self.out.open("wb") as out, self.err.open("wb") as err:
            self.process = subprocess.Popen(
                [*command, "--no-open", "--no-compile", *args],
                stdout=out,
                stderr=err,
                env=environment({"PYTHONUNBUFFERED": "1"}),
            )
        self.origin = f"http://127.0.0.1:{self.port}"
        until(self.answers, 60)

    def answers(self) -> bool:
        assert self.process.poll() is None, self.err.read_text()
        try:
            return httpx.get(self.origin).status_code == 200
        except httpx.TransportError:
            return False

    @contextmanager
    def owner(self) -> Iterator[httpx.Client]:
        with httpx.Client(base_url=self.origin, headers={"Origin": self.origin}) as client:
            key = re.findall(r"/#(\S+)", self.out.read_text())[0]
            assert client.post("/own", data={"key": key}).status_code == 204
            yield client


@contextmanager
def serving(folder: Path, *args: str) -> Iterator[Serving]:
    found = Serving(folder, *args)
    try:
        yield found
    finally:
        found.process.kill()
        found.process.wait()


def test_it_stops_within_a_second_with_twenty_streams_open(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "127.0.0.1") as server, server.owner() as owner:
        table = owner.get("/api/v1/tables").json()["tables"][0]["table"]
        streams = []
        for number in range(20):
            path = f"/api/v1/tables/{table}/events" if number % 2 else f"/t/{table}/stream"
            streams.append(owner.send(owner.build_request("GET", path), stream=True))
        assert {answer.status_code for answer in streams} == {200}
        began = time.monotonic()
        server.process.send_signal(signal.SIGINT)
        code = server.process.wait(10)
        took = time.monotonic() - began
        for answer in streams:
            answer.close()
        assert code == 0
        assert took < 1
        assert "Traceback" not in server.err.read_text()
        assert "everything is kept" in server.err.read_text()


def test_a_simulation_does_not_keep_it_from_stopping(tmp_path: Path) -> None:
    fight = tmp_path / "endless.toml"
    fight.write_text(ENDLESS, encoding="utf-8")
    with (
        serving(tmp_path, "--host", "127.0.0.1", "--fight", str(fight)) as server,
        server.owner() as owner,
        ThreadPoolExecutor(1) as pool,
    ):
        table = owner.get("/api/v1/tables").json()["tables"][0]["table"]
        path = f"/api/v1/tables/{table}/simulate"
        running = pool.submit(owner.post, path, json={"runs": 200_000}, timeout=20)
        with server.owner() as other:
            until(lambda: other.post(path, json={"runs": 1}).status_code == 409)
        began = time.monotonic()
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(10) == 0
        assert time.monotonic() - began < 2
        assert running.exception(1) is not None or running.result().status_code >= 400
        assert "Traceback" not in server.err.read_text()


def test_it_prints_the_links_and_opens_with_the_example(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0") as server, server.owner() as owner:
        told = server.out.read_text()
        reached = addresses.lan_address() or "127.0.0.1"
        assert f"http://{reached}:{server.port}/#" in told
        code = re.findall(rf"players +http://{reached}:{server.port}/join#([A-Z2-9]{{8}})\n", told)[0]
        tables = owner.get("/api/v1/tables").json()["tables"]
        assert [one["title"] for one in tables] == ["Goblins at the ford"]
        assert owner.get(f"/api/v1/tables/{tables[0]['table']}").json()["room"]["code"] == code
        assert "█" in told
        assert "WARNING: this is plain http" in server.err.read_text()


def test_behind_a_proxy_the_owner_has_a_link_that_opens_from_afar(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "127.0.0.1", "--origin", "https://fights.example") as server:
        told = server.out.read_text()
        assert f"http://127.0.0.1:{server.port}/#" in told
        assert re.search(r"https://fights\.example/#\S{20}", told)
        assert "players   https://fights.example/join#" in told


def test_a_restart_goes_on_and_a_fight_may_be_given(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "127.0.0.1", "--no-example") as server, server.owner() as owner:
        cookies = owner.cookies
        assert owner.get("/api/v1/tables").json()["tables"] == []
        assert "WARNING" not in server.err.read_text()
        assert "players" not in server.out.read_text()
    with (
        serving(tmp_path, "--host", "127.0.0.1", "--fight", DUEL) as server,
        httpx.Client(base_url=server.origin, cookies=cookies) as owner,
    ):
        assert len(owner.get("/api/v1/tables").json()["tables"]) == 1


@pytest.mark.parametrize(
    ("right", "wrong", "listed"),
    [(b'"knave', b'"plugx', True), (b'"fight\\":{', b'"fight\\":{\\"x\\":1,', True), (b'{"', b"[", False)],
    ids=["rules", "fight", "row"],
)
def test_a_table_that_cannot_be_read_keeps_nobody_from_the_others(
    right: bytes, wrong: bytes, listed: bool, tmp_path: Path
) -> None:
    """Its ruleset is not installed any more, its fight is not as it was, or nobody can say whose it is."""
    site = Site(ServerSettings(database=read(str(tmp_path / "t.db"))))
    good, bad = (site.rooms.create(site.owner.person, FORD, title).table for title in ("Sound", "Spoilt"))
    site.close()
    with closing(sqlite3.connect(tmp_path / "t.db")) as connection, connection:
        was = connection.execute("SELECT body FROM journal WHERE table_id = ? AND version = 1", (bad,)).fetchone()[0]
        spoilt = bytes(was).replace(right, wrong)
        assert spoilt != was
        connection.execute("UPDATE journal SET body = ? WHERE table_id = ? AND version = 1", (spoilt, bad))
    with serving(tmp_path, "--host", "127.0.0.1") as server, server.owner() as owner:
        assert ("“Spoilt”: this table cannot be opened" if listed else bad) in server.err.read_text()
        assert "for the table “Sound”" in server.out.read_text()
        titles = {one["title"] for one in owner.get("/api/v1/tables").json()["tables"]}
        assert titles == {"Sound", *(["Spoilt"] if listed else [])}
        assert owner.get("/").status_code == 200
        code = owner.get(f"/api/v1/tables/{good}").json()["room"]["code"]
        answer = owner.get(f"/api/v1/tables/{bad}")
        assert answer.status_code in (404, 503)
        assert error_of(answer)["code"] != "unexpected"
        with httpx.Client(base_url=server.origin, headers={"Origin": server.origin}) as guest:
            assert guest.post("/api/v1/join", json={"code": code, "name": "Ana"}).status_code == 200


def test_programs_get_the_links_as_json(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "127.0.0.1", "--json") as server:
        found = json.loads(server.out.read_text())
        assert (found["schema"], found["address"]) == (1, server.origin)
        assert found["players"].startswith(f"{server.origin}/join#")
        with httpx.Client(base_url=server.origin, headers={"Origin": server.origin}) as owner:
            assert owner.post("/own", data={"key": found["owner"][0].partition("#")[2]}).status_code == 204
            assert owner.get(f"/api/v1/tables/{found['table']}").status_code == 200


def test_a_port_in_use_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said = refused("serve", "--db", str(tmp_path / "t.db"), "--host", "127.0.0.1", "--port", port, code=1)
        assert f"port {port} is in use" in said
        doctor = run("doctor", "--db", str(tmp_path / "t.db"), "--host", "127.0.0.1", "--port", port)
        assert doctor.exit_code == 1
        assert "not free" in doctor.stdout
    assert not (tmp_path / "t.db").exists()


@pytest.mark.parametrize("port", ["0", "70000", "-1", "1e3", "x"])
def test_a_port_has_its_range(port: str) -> None:
    assert "1 to 65535" in refused("serve", "--port", port)


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--host", "203.0.113.77"), "--host"),
        (("--host", "no such host"), "--host"),
        (("--origin", "fights.example"), "--origin"),
        (("--fight", "nowhere.toml"), "nowhere.toml"),
        (("--db", "ftp://x"), "--db"),
    ],
)
def test_what_cannot_be_served_is_told(args: tuple[str, str], told: str, tmp_path: Path) -> None:
    database = () if "--db" in args else ("--db", str(tmp_path / "t.db"))
    assert told in refused("serve", *database, "--no-open", *args)
    assert not (tmp_path / "t.db").exists()


def test_a_database_that_is_none_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    file.write_text("something else")
    assert str(file) in refused("serve", "--db", str(file), "--host", "127.0.0.1", "--port", str(free_port()), code=1)
    assert file.read_text() == "something else"


def test_doctor_tells_where_things_are(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    port = str(free_port())
    result = run("doctor", "--db", str(file), "--host", "127.0.0.1", "--port", port, "--json")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert (found["schema"], found["problems"], found["free"]) == (1, [], True)
    assert found["database"]["place"] == str(file)
    assert found["database"]["exists"] is False
    assert found["packages"]["fastapi"]
    assert not file.exists()
    text = run("doctor", "--db", str(file), "--host", "127.0.0.1", "--port", port).stdout
    for word in ("affray", "python", "database", "address", port):
        assert word in text


def test_a_browser_opens_only_before_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SSH_CONNECTION", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert not serve_page.has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    assert serve_page.has_screen()
    monkeypatch.setenv("SSH_CONNECTION", "1")
    assert not serve_page.has_screen()


def test_links(monkeypatch: pytest.MonkeyPatch) -> None:
    assert addresses.link("192.0.2.7", 8470, "/join") == "http://192.0.2.7:8470/join"
    assert addresses.link("::1", 8470) == "http://[::1]:8470/"
    assert addresses.is_local("127.0.0.1") and addresses.is_local("::1") and addresses.is_local("localhost")
    assert not addresses.is_local("0.0.0.0") and not addresses.is_local("fights.example")
    monkeypatch.setattr(addresses, "lan_address", lambda: None)
    assert addresses.reached_at("0.0.0.0") == "127.0.0.1"
    assert addresses.reached_at("192.0.2.7") == "192.0.2.7"


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "localhost"])
def test_small_answers_are_sent_at_once(host: str) -> None:
    """The loop turns the waiting for more bytes off for sockets alone that say that they speak TCP."""
    with addresses.bind(host, 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP
