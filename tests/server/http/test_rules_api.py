"""The API of what is true without a table, and the description of all of it."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import msgspec
import pytest

from affray.server.faults import Refused
from affray.server.live.messages import AnyMessage
from affray.server.web.working import Workbench
from tests.server.http.hosting import Hosted, error_of


def test_odds_of_dice_are_fractions(hosted: Hosted) -> None:
    found = hosted.client().post("/api/v1/odds", json={"dice": "2d20kh1"}).json()
    assert found["mean"] == "553/40"
    assert found["distribution"]["20"] == "39/400"
    assert found["at_least"]["11"] == "3/4"


BAD_DICE = [
    "",
    "d",
    "0d6",
    "1001d6",
    "1d1",
    "1d6++",
    "(" * 11 + "1",
    "9**9",
    "__import__('os')",
    "1d6\x00",
    "1/0",
    "1e9d6",
]


@pytest.mark.parametrize("what", ["odds", "roll"])
@pytest.mark.parametrize("dice", BAD_DICE)
def test_dice_that_are_none(what: str, dice: str, hosted: Hosted) -> None:
    answer = hosted.client().post(f"/api/v1/{what}", json={"dice": dice})
    assert answer.status_code == 422
    assert error_of(answer)["field"] == "dice"


@pytest.mark.parametrize("dice", ["500d20kh250", "1000d1000kh500", "100d100ra1", "200d100e1kl3", "40d20kh20kh7"[:8]])
def test_odds_that_would_take_long_are_refused_at_once(dice: str, hosted: Hosted) -> None:
    client = hosted.client()
    client.post("/api/v1/odds", json={"dice": "2d6"})
    began = time.process_time()
    answer = client.post("/api/v1/odds", json={"dice": dice})
    assert time.process_time() - began < 2  # a guard: templates are compiled beside it in the same process
    assert answer.status_code in (200, 422)
    if answer.status_code == 422:
        assert "100,000" in error_of(answer)["allowed"] + error_of(answer)["message"]


def test_500_dice_are_too_large_for_the_table(hosted: Hosted) -> None:
    answer = hosted.client().post("/api/v1/odds", json={"dice": "500d20kh250"})
    assert (answer.status_code, error_of(answer)["code"]) == (422, "too_large")


@pytest.mark.parametrize("dice", ["1000d6", "60d100", "5d1000"])
def test_odds_that_nobody_could_read_are_too_large_too(dice: str, hosted: Hosted) -> None:
    answer = hosted.client().post("/api/v1/odds", json={"dice": dice})
    assert (answer.status_code, error_of(answer)["code"]) == (422, "too_large")
    assert len(hosted.client().post("/api/v1/odds", json={"dice": "200d6"}).content) < 1_000_000


def test_who_comes_when_too_many_wait_is_sent_away() -> None:
    async def crowd() -> list[object]:
        bench, going = Workbench(at_once=1, waiting=2), threading.Event()
        tasks = [asyncio.create_task(bench.run(lambda: going.wait(10))) for _ in range(4)]
        await asyncio.sleep(0.1)
        going.set()
        return list(await asyncio.gather(*tasks, return_exceptions=True))

    *served, sent_away = asyncio.run(crowd())
    assert served == [True] * 3
    assert isinstance(sent_away, Refused) and sent_away.fault.retry_after == 1


def test_a_seed_rolls_the_same_faces(hosted: Hosted) -> None:
    client = hosted.client()
    first = client.post("/api/v1/roll", json={"dice": "4d6kh3", "seed": "ford"}).json()
    assert client.post("/api/v1/roll", json={"dice": "4d6kh3", "seed": "ford"}).json() == first
    dice = first["pools"][0]["dice"]
    assert first["value"] == sum(die["value"] for die in dice if die["kept"])
    drawn = client.post("/api/v1/roll", json={"dice": "4d6kh3"}).json()
    assert client.post("/api/v1/roll", json={"dice": "4d6kh3", "seed": drawn["seed"]}).json() == drawn
    assert error_of(client.post("/api/v1/roll", json={"dice": "1d6", "seed": ""}))["field"] == "seed"


def test_rulesets_with_their_clauses_and_rulings(hosted: Hosted) -> None:
    client = hosted.client()
    assert [one["id"] for one in client.get("/api/v1/rulesets").json()["rulesets"]] == ["d20grid", "knave", "skilldice"]
    clauses = client.get("/api/v1/rulesets/knave/clauses").json()["clauses"]
    assert "knave.attack.hit" in [one["id"] for one in clauses]
    clause = client.get("/api/v1/rulesets/knave/clauses/knave.attack.hit").json()
    assert clause["text"] and clause["code"][0]["file"].startswith("affray/rulesets/knave/")
    rulings = client.get("/api/v1/rulesets/knave/rulings").json()["rulings"]
    assert {"id": "K08", "default": "literal"}.items() <= next(one for one in rulings if one["id"] == "K08").items()
    ruling = client.get("/api/v1/rulesets/knave/rulings/K08").json()
    assert set(ruling["witness"]["options"]) == set(ruling["options"])
    for path in ("knav", "knave/clauses/knave.nothing", "knave/rulings/K99"):
        assert client.get(f"/api/v1/rulesets/{path}").status_code == 404
    assert "knave" in error_of(client.get("/api/v1/rulesets/knav"))["hint"]


def references(value: Any) -> set[str]:
    """Every schema that a document refers to."""
    if isinstance(value, dict):
        here = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return here.union(*(references(one) for one in value.values()))
    return set().union(*(references(one) for one in value)) if isinstance(value, list) else set()


def test_the_description_is_whole(hosted: Hosted) -> None:
    document = hosted.client().get("/api/v1/openapi.json").json()
    assert document["info"]["title"] == "affray"
    schemas = document["components"]["schemas"]
    for reference in references(document):
        assert reference.removeprefix("#/components/schemas/") in schemas
    tags = {one["name"] for one in document["tags"]}
    for path, operations in document["paths"].items():
        assert path.startswith("/api/v1/")
        for operation in operations.values():
            assert operation["summary"] and operation["description"]
            assert set(operation["tags"]) <= tags
            assert "422" not in operation["responses"] and "4XX" in operation["responses"]
    kinds = {kind.__name__ for kind in AnyMessage.__args__}
    assert kinds <= schemas.keys()
    assert msgspec.json.encode(document)
