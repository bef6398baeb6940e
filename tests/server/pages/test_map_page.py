"""The map over HTTP: what a move brings is asked for, confirmed by a form, and kept from whoever may not know."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import httpx
import pytest

from tests.server.http.hosting import Hosted, Party, hosting
from tests.server.pages.map_tables import CRYPT


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for the tests of this module."""
    with hosting(tmp_path_factory.mktemp("hosted")) as found:
        yield found


def begun(hosted: Hosted) -> Party:
    """A table in a hall whose first round has begun, the first fighter's turn."""
    made = Party(hosted, CRYPT)
    for number in range(6):
        made.say(made.owner, {"type": "do", "command": {"type": "roll_initiative", "actor": number}})
        made.say(made.owner, {"type": "faces", "faces": [20 - number]})
    return made


@pytest.fixture(scope="module")
def party(hosted: Hosted) -> Party:
    """A table that these tests look at."""
    return begun(hosted)


@pytest.fixture(scope="module")
def anne(party: Party) -> httpx.Client:
    """Whoever plays the fighter whose turn it is."""
    return party.player("Anne", 0)


@pytest.fixture(scope="module")
def benno(party: Party) -> httpx.Client:
    """Whoever plays the next one."""
    return party.player("Benno", 1)


def asked(party: Party, who: httpx.Client, square: str, seat: str = "0", **more: str) -> httpx.Response:
    return who.get(f"/t/{party.id}/map/preview", params={"square": square, "seat": seat, **more})


def test_the_table_page_has_the_map_with_its_form(party: Party) -> None:
    page = party.owner.get(f"/t/{party.id}")
    assert page.status_code == 200
    assert 'id="map-frame"' in page.text
    assert f'hx-get="/t/{party.id}/map/preview"' in page.text
    for name in ("map.css", "map.js"):
        address = re.search(rf'"(/static/[0-9a-f]+/{name})"', page.text)
        assert address is not None
        assert party.owner.get(address[1]).status_code == 200


def test_a_plan_is_a_part_of_the_page_with_its_drawing(party: Party) -> None:
    answer = asked(party, party.owner, "j6")
    assert answer.status_code == 200
    assert 'data-square="J6"' in answer.text
    assert 'id="map-way"' in answer.text
    assert "Two attacks on the way" in answer.text


def test_the_button_of_a_plan_gives_the_move(hosted: Hosted) -> None:
    party = begun(hosted)
    player = party.player("Anne", 0)
    text = asked(party, player, "D5").text
    button = re.search(r"name=\"message\" value='([^']*)' id=\"map-confirm\"", text)
    assert button is not None
    fields = {
        "message": html.unescape(button[1]),
        "command_id": "00000000-0000-4000-8000-0000000000aa",
        "expected_version": str(party.look(player)["version"]),
    }
    answer = player.post(f"/t/{party.id}/messages", data=fields)
    assert answer.status_code == 200, answer.text
    cards = party.look(player)["scene"]["camps"][0]["cards"]
    assert cards[0]["square"] == [15, 25]


def test_players_are_not_shown_odds_that_are_the_referees(party: Party, anne: httpx.Client) -> None:
    assert "%" not in asked(party, anne, "J6").text
    assert "%" in asked(party, party.owner, "J6").text


@pytest.mark.parametrize("square", ["Z99", "", "J", "<script>", "J6" * 100])
def test_a_square_that_there_is_not(party: Party, square: str) -> None:
    answer = asked(party, party.owner, square)
    assert answer.status_code == 422
    assert "The map has no square" in answer.text
    assert "<script>" not in answer.text
    assert len(answer.text) < 600


def test_whoever_cannot_move_is_told_so(party: Party, benno: httpx.Client) -> None:
    answer = asked(party, benno, "J6", seat="1")
    assert answer.status_code == 422
    assert "Nobody of yours can move now." in answer.text


def test_nobody_plans_for_the_fighter_of_somebody_else(party: Party, benno: httpx.Client) -> None:
    answer = asked(party, benno, "J6", seat="0")
    assert answer.status_code in (404, 422)
    assert "Vex" not in answer.text


@pytest.mark.parametrize(("field", "value"), [("seat", "abc"), ("seat", ""), ("key", "x"), ("key", "1.5")])
def test_what_is_no_number_is_named(party: Party, field: str, value: str) -> None:
    answer = party.owner.get(f"/t/{party.id}/map/preview", params={"square": "J6", "seat": "0"} | {field: value})
    if (field, value) == ("seat", ""):
        assert answer.status_code == 422
    else:
        assert (answer.status_code, field in answer.text) == (422, True)


def test_a_stranger_learns_nothing(party: Party, hosted: Hosted) -> None:
    stranger = Party(hosted, CRYPT).player("Sten", 0)
    answer = asked(party, stranger, "J6")
    assert answer.status_code == 404
    assert "Vex" not in answer.text
