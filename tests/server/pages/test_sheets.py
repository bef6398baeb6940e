"""Sheets of those who fight at a table."""

from __future__ import annotations

import pytest

from affray.server.examples import example
from tests.server.pages.visiting import FORD, Server, text_of


def test_the_sheet_of_a_character_prints_its_panel(server: Server) -> None:
    room = server.table()
    page = text_of(server.owner().get(f"/t/{room.table}/sheet/0"))
    # +3 with the sword against armor 13: 11 or more on the d20, 10/20
    assert "You strike d20 +3, sword" in page
    assert "13 11+ 50 %" in page
    # armor 12 against +1: 12 or more hits, 9/20
    assert "You are struck armor 12, or roll d20 +2" in page
    assert "+1 45 %" in page
    assert "level" not in page.split("Hit points")[0]


def test_a_sheet_warns_of_a_weapon_that_can_break_alone(server: Server) -> None:
    lasting = '[{ name = "sword", die = "d8" }]'
    for text, warned in ((FORD, True), (FORD.replace('["sword"]', lasting), False)):
        page = text_of(server.owner().get(f"/t/{server.table(text).table}/sheet/0"))
        assert "You strike d20 +3, sword" in page
        assert ("your weapon loses 1 quality" in page) is warned


def test_what_the_fight_has_done_is_on_the_sheet(server: Server) -> None:
    room = server.table()
    server.play(room, 12)
    state = room.snapshot(server.site.owner.person).scene.camps[0].cards[0]
    page = text_of(server.owner().get(f"/t/{room.table}/sheet/{state.id}"))
    assert state.figure.replace("−", "-").split(" of ")[0] + " of 6" in page


def test_a_player_has_the_whole_sheet_of_their_own_fighter_only(server: Server) -> None:
    room = server.table()
    player = server.player(room, fighter=0)
    assert "You strike" in player.get(f"/t/{room.table}/sheet/0")
    other = player.get(f"/t/{room.table}/sheet/1")
    assert "You strike" not in other
    assert "Ben" in other


def test_a_foes_card_is_what_a_player_may_see(server: Server) -> None:
    room = server.table()
    page = server.player(room).get(f"/t/{room.table}/sheet/2")
    assert "777" not in page
    assert "17" not in text_of(page)
    assert "only the referee knows" in page
    assert "777" in server.owner().get(f"/t/{room.table}/sheet/2")


def test_a_hidden_fighter_has_no_sheet(server: Server) -> None:
    lurker = (
        '\n[[fighter]]\nname = "lurker"\nside = "foes"\nhd = 1\narmor = 12\ndamage = "1d6"\nmorale = 7\nhidden = true\n'
    )
    room = server.table(FORD + lurker)
    player = server.player(room)
    hidden = player.get(f"/t/{room.table}/sheet/4", 404)
    absent = player.get(f"/t/{room.table}/sheet/99", 404)
    assert hidden.replace("sheet/4", "") == absent.replace("sheet/99", "")
    assert "lurker" not in player.get(f"/t/{room.table}/sheets")
    server.owner().get(f"/t/{room.table}/sheet/4")


@pytest.mark.parametrize("name", ["skill_duel", "doorway"])
def test_rulesets_without_characters_have_cards(server: Server, name: str) -> None:
    room = server.table(example(name).text)
    scene = room.snapshot(server.site.owner.person).scene
    owner = server.owner()
    for camp in scene.camps:
        for card in camp.cards:
            page = text_of(owner.get(f"/t/{room.table}/sheet/{card.id}"))
            assert card.name in page
            for track in (*card.main, *card.gear):
                assert f"{track.left} of {track.most}" in page


def test_the_look_is_served_by_its_content(server: Server) -> None:
    room = server.table()
    page = server.owner().get(f"/t/{room.table}/sheet/0")
    address = page.split('href="/sheets/')[1].split('"')[0]
    answer = server.guest().ask("GET", f"/sheets/{address}")
    assert answer.headers["content-type"].startswith("text/css")
    assert "immutable" in answer.headers["cache-control"]
    server.guest().get("/sheets/knave/000000000000.css", 404)
    server.guest().get("/sheets/nothing/000000000000.css", 404)
    assert "<style" not in page
    assert "style=" not in page
