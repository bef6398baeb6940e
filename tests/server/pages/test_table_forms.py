"""Open commands as forms: every ruleset's are drawn, and what is filled in is the command."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.rules import find
from affray.rules.showing import Ground, named_square, square_name
from affray.server.faults import Refused
from affray.server.live.messages import Do, Edit, Faces, Note
from affray.server.live.offers import _forms
from affray.server.live.snapshot import Form
from affray.server.pages.forms import Known, drawn, filled
from affray.server.pages.sending import envelope

ID = "00000000-0000-4000-8000-00000000000a"
KNOWN = Known(fighters={0: "Ana", 3: "goblin 1"}, outside={3: "goblin 1"}, sides=("party", "foes"))
OPEN = {(name, form.tag): form for name in ("knave", "skilldice", "d20grid") for form in _forms(find(name).command)}

TYPED: dict[str, str] = {"text": "x", "long": "why not", "number": "2", "pairs": "2d6, (1 4)", "many": "0,3"}


def value_of(field: Any) -> str:
    if field.kind == "table":
        return 'name = "goblin 7"\nhp = 4'
    if field.kind == "check":
        return "true"
    return field.choices[0][0] if field.kind == "one" else TYPED[field.kind]


@pytest.mark.parametrize("which", OPEN, ids=" ".join)
def test_every_open_command_can_be_filled_in(which: tuple[str, str]) -> None:
    form = OPEN[which]
    shown = drawn(form, KNOWN)
    assert not shown.about.startswith("Open")
    assert all(field.label and field.choices for field in shown.fields if field.kind == "one")
    command = filled(form, {field.name: value_of(field) for field in shown.fields})
    msgspec.convert(command, find(which[0]).command)


@pytest.mark.parametrize("which", OPEN, ids=" ".join)
def test_what_may_be_left_empty_is_left_out(which: tuple[str, str]) -> None:
    form = OPEN[which]
    fields = [field for field in drawn(form, KNOWN).fields if field.required]
    msgspec.convert(filled(form, {field.name: value_of(field) for field in fields}), find(which[0]).command)


def test_fighters_and_sides_are_chosen_by_name() -> None:
    fields = {field.name: field for field in drawn(OPEN["knave", "end_fight"], KNOWN).fields}
    assert fields["winner"].choices == (("party", "Party"), ("foes", "Foes"))
    fields = {field.name: field for field in drawn(OPEN["knave", "override"], KNOWN).fields}
    assert fields["fighter"].choices == (("0", "Ana"), ("3", "goblin 1"))
    assert fields["hp"].label == "HP"


def test_only_who_is_not_in_the_fight_can_be_brought_in() -> None:
    fields = {field.name: field for field in drawn(OPEN["knave", "bring_in"], KNOWN).fields}
    assert fields["fighter"].choices == (("3", "goblin 1"),)


MAP = Ground(size=(50, 40))
"""Ten squares by eight."""


def test_on_a_map_squares_are_asked_for_by_name_with_their_range() -> None:
    on_map = Known(ground=MAP)
    (path,) = [field for field in drawn(OPEN["d20grid", "walk"], on_map).fields if field.name == "path"]
    assert (path.kind, path.about) == ("path", "in order, as on the map: A1 (top left) to J8")
    put = {field.name: field for field in drawn(OPEN["d20grid", "put"], on_map).fields}
    assert "x" not in put and "y" not in put
    assert (put["square"].required, put["square"].about) == (True, "as on the map: A1 (top left) to J8")


@pytest.mark.parametrize("typed", ["C4, C3 d2", "c4-C3-D2", "C4; C3 > D2"])
def test_squares_are_places_in_feet(typed: str) -> None:
    walk = filled(OPEN["d20grid", "walk"], {"actor": "0", "path": typed}, MAP)
    assert walk["path"] == [(10, 20), (10, 25), (15, 30)]
    put = filled(OPEN["d20grid", "put"], {"fighter": "0", "square": "a8", "reason": "wind"}, MAP)
    assert put == {"type": "put", "fighter": 0, "x": 0, "y": 0, "reason": "wind"}


@pytest.mark.parametrize("typed", ["K1", "A9", "A0", "15", "10,15", "AAAA1", "B٣"])
def test_a_square_that_is_not_on_the_map_is_refused_with_those_that_are(typed: str) -> None:
    for tag, name in (("put", "square"), ("walk", "path")):
        with pytest.raises(Refused) as caught:
            filled(OPEN["d20grid", tag], {name: typed}, MAP)
        fault = caught.value.fault
        assert (fault.status, fault.field, fault.allowed) == (422, name, "A1 (top left) to J8")


@given(st.integers(1, 40), st.integers(1, 40), st.data())
def test_every_square_is_found_by_its_name(across: int, up: int, data: st.DataObject) -> None:
    size = across * 5, up * 5
    square = data.draw(st.integers(0, across - 1)) * 5, data.draw(st.integers(0, up - 1)) * 5
    assert named_square(square_name(square, size), size) == square


def test_nobody_can_be_said() -> None:
    form = OPEN["knave", "end_fight"]
    winner = {field.name: field for field in drawn(form, KNOWN).fields}["winner"]
    assert (winner.required, winner.nothing) == (False, "nobody")
    assert filled(form, {"winner": "", "reason": "dawn"}) == {"type": "end_fight", "winner": None, "reason": "dawn"}
    assert filled(form, {"winner": "foes", "reason": "dawn"})["winner"] == "foes"


def test_a_part_that_may_be_left_out_asks_for_nothing_and_begins_empty() -> None:
    fields = {field.name: field for field in drawn(OPEN["knave", "free_stunt"], KNOWN).fields}
    assert not fields["effect.damage.dice"].required
    assert fields["effect.damage.flat"].value is None
    assert "armor" in dict(fields["against"].choices)


def form(schema: dict[str, Any]) -> Form:
    return Form(
        tag="do_it",
        about="Open: it is done.",
        schema={"type": "object", "properties": schema, "required": list(schema)},
    )


def test_ranges_are_said() -> None:
    fields = drawn(form({"amount": {"type": "integer", "minimum": -5, "maximum": 9}}), KNOWN).fields
    assert (fields[0].least, fields[0].most, fields[0].about) == (-5, 9, "-5 to 9")


@pytest.mark.parametrize("text", ["2d", "d6", "2d6,", "two", "1 2 3"])
def test_what_are_no_pairs(text: str) -> None:
    pairs = {"type": "array", "items": {"type": "array"}}
    with pytest.raises(Refused) as refused:
        filled(form({"dice": pairs}), {"dice": text})
    assert refused.value.fault.field == "dice"


@pytest.mark.parametrize(
    ("text", "found"), [("2d6", [[2, 6]]), ("(5, 10), (10, 10)", [[5, 10], [10, 10]]), ("1d4+2d8", [[1, 4], [2, 8]])]
)
def test_pairs_as_people_write_them(text: str, found: list[list[int]]) -> None:
    pairs = {"type": "array", "items": {"type": "array"}}
    assert filled(form({"dice": pairs}), {"dice": text})["dice"] == found


def test_a_table_that_cannot_be_read_is_named_by_its_line() -> None:
    with pytest.raises(Refused) as refused:
        filled(form({"fighter": {}}), {"fighter": "name = \n"})
    assert refused.value.fault.field == "fighter"


# Messages


def sent(**fields: str) -> Any:
    return envelope({"command_id": ID, "expected_version": "7", **fields}, [OPEN["knave", "override"]]).message


def test_the_button_that_was_pressed_is_the_message() -> None:
    assert sent(message='{"type":"faces","faces":[null]}') == Faces(faces=(None,))


def test_fields_of_a_message() -> None:
    assert sent(type="faces", faces="12") == Faces(faces=(12,))
    assert sent(type="edit", entry="3", die="0", face="14") == Edit(entry=3, die=0, face=14)
    assert sent(type="note", text="12", hidden="true") == Note(text="12", hidden=True)
    assert sent(type="note", text="hello") == Note(text="hello")


def test_fields_of_an_open_command() -> None:
    command = {"type": "override", "fighter": 3, "hp": -2, "reason": "fell"}
    assert sent(open_command="override", fighter="3", hp="-2", reason="fell") == Do(command=command)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"type": "faces", "faces": "x"}, "message.faces[0]"),
        ({"type": "edit", "entry": "1", "die": "a", "face": "2"}, "message.die"),
        ({"type": "no"}, "message.type"),
        ({"open_command": "no"}, "open_command"),
        ({"message": "{"}, "body"),
        ({"type": "note", "text": "x", "expected_version": "one"}, "expected_version"),
    ],
)
def test_what_is_wrong_is_named(fields: dict[str, str], field: str) -> None:
    with pytest.raises(Refused) as refused:
        sent(**fields)
    assert refused.value.fault.field == field
