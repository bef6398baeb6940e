"""Reinforcements: the fields make a fighter as a fight file has it, and several come in one step that can be undone."""

from __future__ import annotations

from typing import Any

import pytest

from affray.rules import find
from affray.server.faults import Refused
from affray.server.live.offers import _forms
from affray.server.pages.prep_content import ready
from affray.server.pages.reinforcing import described, filled, reinforcing
from tests.server.pages.reading_html import read
from tests.server.pages.test_table_page import replaced, send, version_of
from tests.server.pages.visiting import Server

TAG = "add_fighter"


def fighter(**fields: str) -> dict[str, Any]:
    command = filled({"side": "foes", **{key.replace("_", "-"): text for key, text in fields.items()}}, TAG, "knave")
    assert command["type"] == TAG
    found: dict[str, Any] = command["fighter"]
    return found


def test_rules_that_can_add_fighters_have_the_form() -> None:
    forms = {name: tuple(_forms(find(name).command)) for name in ("knave", "skilldice", "d20grid")}
    found = {name: reinforcing(some, name, ("party", "foes")) for name, some in forms.items()}
    assert found["skilldice"] is None
    assert found["d20grid"] is None
    knave = found["knave"]
    assert knave is not None
    assert knave.tag == TAG
    assert "goblin" in [one.name for one in knave.fighters]
    assert {"hd", "hp", "armor", "damage", "morale"} <= {key for key, _ in knave.described}


def test_a_ready_fighter_joins_as_it_is() -> None:
    table = ready("knave")["goblin"].table
    assert fighter(ready="goblin") == {**table, "side": "foes"}
    assert fighter(ready="goblin", count="3") == {**table, "side": "foes", "count": 3}
    assert fighter(ready="goblin", comes="hidden")["hidden"] is True
    assert fighter(ready="goblin", comes="later", joins="4")["joins"] == 4
    assert "joins" not in fighter(ready="goblin", comes="now", joins="4")


def test_what_is_said_by_hand_comes_before_what_is_ready() -> None:
    table = ready("knave")["goblin"].table
    chief = fighter(ready="goblin", name="chief", hand_morale="9", hand_damage="1d8")
    assert chief == {**table, "name": "chief", "side": "foes", "morale": 9, "damage": "1d8"}
    assert fighter(name="wolf", hand_hp="4", hand_attack="1") == {"name": "wolf", "side": "foes", "hp": 4, "attack": 1}


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({}, "name"),
        ({"ready": "dragon of the moon"}, "ready"),
        ({"ready": "goblin", "count": "0"}, "count"),
        ({"ready": "goblin", "count": "101"}, "count"),
        ({"ready": "goblin", "count": "some"}, "count"),
        ({"ready": "goblin", "comes": "later"}, "joins"),
        ({"ready": "goblin", "comes": "soon"}, "comes"),
        ({"ready": "goblin", "side": " "}, "side"),
    ],
    ids=str,
)
def test_the_field_that_is_wrong_is_named(fields: dict[str, str], field: str) -> None:
    with pytest.raises(Refused) as refused:
        fighter(**fields)
    assert refused.value.fault.field == field


def test_rules_without_content_have_nothing_ready() -> None:
    assert described("no such rules") == ()


def test_three_join_on_the_page_and_leave_with_one_undo(server: Server) -> None:
    owner, room = server.owner(), server.table()
    page = read(owner.get(f"/t/{room.table}"))
    form = page.by_id("reinforce")
    assert "goblin" in form.text
    fields = {"reinforce": TAG, "ready": "goblin", "side": "foes", "count": "3", "comes": "now"}
    before = len(list(page.by_id("camps").all("li", "fighter")))
    answer = send(owner, room.table, version_of(page), 200, fields)
    assert len(list(answer.by_id("camps").all("li", "fighter"))) == before + 3
    undone = send(owner, room.table, version_of(answer), 200, {"message": '{"type": "undo"}'})
    assert len(list(undone.by_id("camps").all("li", "fighter"))) == before


def test_what_is_wrong_stands_in_the_form(server: Server) -> None:
    owner, room = server.owner(), server.table()
    page = read(owner.get(f"/t/{room.table}"))
    fields = {"reinforce": TAG, "name": "wolf", "side": "foes", "comes": "now"}
    wrong = send(owner, room.table, version_of(page), 422, fields)
    assert "required" in replaced(wrong)["#reinforce-problem"].text
    assert "#notice" not in replaced(wrong)
    worse = send(owner, room.table, version_of(page), 422, {**fields, "count": "x"})
    assert "1 to 100" in replaced(worse)["#reinforce-problem"].text
