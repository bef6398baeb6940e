"""Tables that are opened over the API: with which title, and from which type of body."""

from __future__ import annotations

import json

import pytest

from tests.server.http.hosting import Party, error_of
from tests.server.sitting import FORD


def titles(party: Party) -> list[str]:
    return [one["title"] for one in party.owner.get("/api/v1/tables").json()["tables"]]


@pytest.mark.parametrize(
    "title", ["", "   ", "x" * 61, "x" * 5_000, "a\x1b[31m", "a\u202eb", "a\0", "a\nb", "e" + "\u0301" * 50, "\u200b"]
)
def test_a_title_that_is_no_name_is_refused(title: str, party: Party) -> None:
    before = titles(party)
    answer = party.owner.post("/api/v1/tables", json={"fight": FORD, "title": title})
    assert (answer.status_code, error_of(answer)["field"]) == (422, "title")
    assert titles(party) == before


def test_a_title_is_kept_as_names_are(party: Party) -> None:
    answer = party.owner.post("/api/v1/tables", json={"fight": FORD, "title": "  Cafe\u0301 🧝 "})
    assert answer.status_code == 201
    assert titles(party)[0] == "Café 🧝"


@pytest.mark.parametrize("kind", ["application/json", "Application/JSON", "APPLICATION/JSON; charset=utf-8"])
def test_a_type_is_read_in_any_spelling(kind: str, party: Party) -> None:
    body = json.dumps({"fight": FORD, "title": "By type"})
    answer = party.owner.post("/api/v1/tables", content=body, headers={"Content-Type": kind})
    assert answer.status_code == 201, answer.text
    assert titles(party)[0] == "By type"


@pytest.mark.parametrize("kind", ["application/toml", "Application/TOML;charset=utf-8"])
def test_a_fight_file_opens_a_table_as_it_stands(kind: str, party: Party) -> None:
    answer = party.owner.post("/api/v1/tables", content=FORD.encode(), headers={"Content-Type": kind})
    assert answer.status_code == 201, answer.text


@pytest.mark.parametrize("kind", ["application/jsonp", "application/json2", "text/application/json"])
def test_what_only_begins_like_a_type_is_another(kind: str, party: Party) -> None:
    answer = party.owner.post("/api/v1/tables", content=b"{}", headers={"Content-Type": kind})
    assert (answer.status_code, error_of(answer)["field"]) == (415, "Content-Type")
