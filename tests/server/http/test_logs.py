"""Logs that go out and come in, and simulations over the API."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor, as_completed

import pytest

from tests.server.http.hosting import Hosted, Party, error_of
from tests.server.sitting import ENDLESS

LINES = {"Content-Type": "application/x-ndjson"}


@pytest.fixture
def played(party: Party) -> Party:
    """A table at which something has happened."""
    party.say(party.owner, {"type": "faces", "faces": [6]})
    party.do(party.owner, type="pass", actor=0)
    return party


def take_in(party: Party, log: bytes) -> str:
    answer = party.owner.post("/api/v1/tables/import", content=log, headers=LINES)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def test_what_goes_out_comes_in_again(played: Party) -> None:
    answer = played.owner.get(f"{played.path}/export")
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    assert "attachment" in answer.headers["Content-Disposition"]
    assert answer.content == played.owner.get(f"{played.path}/log").content
    before = played.journal()
    again = take_in(played, answer.content)
    assert again != played.id
    assert played.journal() == before  # a fight that runs is not touched by what comes in
    ours, theirs = (played.owner.get(f"/api/v1/tables/{id}").json() for id in (played.id, again))
    assert theirs["scene"] == ours["scene"]


def test_players_take_away_what_is_public(played: Party) -> None:
    ana = played.player("Anne", 0)
    lines = ana.get(f"{played.path}/log").text.splitlines()
    assert all(isinstance(json.loads(line), dict) for line in lines)
    text = "\n".join(lines)
    for secret in ('"seeds"', '"digest"'):
        assert secret not in text
        assert secret in played.owner.get(f"{played.path}/log").text


@pytest.mark.parametrize("log", [b"", b"{}", b"\x89PNG\r\n\x1a\n", b"[]\n", b'{"format": 99, "schema": 1}\n'])
def test_what_is_no_log_is_refused(log: bytes, played: Party) -> None:
    answer = played.owner.post("/api/v1/tables/import", content=log, headers=LINES)
    assert answer.status_code == 422
    assert error_of(answer)["field"]


@pytest.mark.parametrize("title", ["x" * 201, "a\x1b[31m", "a\u202eb", "a\nb"])
def test_a_title_that_shows_what_it_should_not_is_refused(title: str, played: Party) -> None:
    log = played.owner.get(f"{played.path}/export").content
    header, _, entries = log.partition(b"\n")
    changed = json.dumps(json.loads(header) | {"title": title}).encode()
    answer = played.owner.post("/api/v1/tables/import", content=changed + b"\n" + entries, headers=LINES)
    assert answer.status_code == 422
    assert "title" in error_of(answer)["message"] + error_of(answer)["field"]


@pytest.mark.parametrize("title", ["", "x" * 200, "Τhe ford 🧝"])
def test_a_title_of_a_log_is_kept(title: str, played: Party) -> None:
    log = played.owner.get(f"{played.path}/export").content
    header, _, entries = log.partition(b"\n")
    changed = json.dumps(json.loads(header) | {"title": title}).encode()
    there = take_in(played, changed + b"\n" + entries)
    assert played.owner.get(f"/api/v1/tables/{there}").json()["title"] == title or not title


def test_a_log_that_was_cut_or_changed_is_refused(played: Party) -> None:
    log = played.owner.get(f"{played.path}/export").content
    tables = len(played.owner.get("/api/v1/tables").json()["tables"])
    last = log.rstrip(b"\n").rpartition(b"\n")[2]
    changed = log.replace(last, last.replace(b'"digest":"', b'"digest":"0'))
    for wrong in (log[:-10], changed, log + last + b"\n"):
        assert wrong != log
        answer = played.owner.post("/api/v1/tables/import", content=wrong, headers=LINES)
        assert answer.status_code == 422
    assert len(played.owner.get("/api/v1/tables").json()["tables"]) == tables


def test_another_type_is_no_log(played: Party) -> None:
    assert played.owner.post("/api/v1/tables/import", json={}).status_code == 415


def test_the_rest_of_the_fight_is_simulated_for_referees(played: Party) -> None:
    found = played.owner.post(f"{played.path}/simulate", json={"runs": 200, "seed": "ford"}).json()
    assert found["runs"] == 200
    assert {one["name"] for one in found["sides"]} >= {"party", "foes"}
    ana = played.player("Anne", 0)
    answer = ana.post(f"{played.path}/simulate", json={"runs": 200})
    assert (answer.status_code, error_of(answer)["code"]) == (403, "forbidden")


@pytest.mark.parametrize("runs", [0, -1, 200_001, "5", 1.5, True])
def test_runs_have_their_range(runs: object, played: Party) -> None:
    answer = played.owner.post(f"{played.path}/simulate", json={"runs": runs})
    assert (answer.status_code, error_of(answer)["field"]) == (422, "runs")


def test_a_simulation_is_one_a_table_and_can_be_stopped(hosted: Hosted) -> None:
    played = Party(hosted, ENDLESS)
    idle = played.owner.delete(f"{played.path}/simulate")
    assert idle.status_code == 409
    one, other, third = (played.hosted.owner() for _ in range(3))
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(client.post, f"{played.path}/simulate", json={"runs": 200_000}) for client in (one, other)]
        refused = next(as_completed(both, 10))
        assert refused.result().status_code == 409
        assert third.delete(f"{played.path}/simulate").status_code == 204
        (running,) = set(both) - {refused}
        assert running.result(5).status_code in (409, 503)
