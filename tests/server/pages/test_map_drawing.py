"""The map as it is drawn for one person, and as it is said in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import pytest

from affray.rules.showing import Camp, Card, Scene
from affray.server.pages.map_drawing import Mapped, map_of, moves_of
from affray.server.pages.map_tokens import letters_of
from affray.server.web.rendering import fragment
from tests.rulesets.d20grid.fights import SWORD, fight, foe, unit
from tests.server.pages.map_tables import CRYPT, HALL, begun, drawn, kinds, names
from tests.server.sitting import ANA, OWNER, WATCHER, Sitting


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Sitting]:
    made = begun(tmp_path)
    yield made
    made.close()


def mapped(table: Sitting, person: str = ANA) -> Mapped:
    found = map_of(table.look(person))
    assert found is not None
    return found


def test_a_square_that_a_finger_meets_is_48_pixels_wide(table: Sitting) -> None:
    battle = drawn(mapped(table).battle)
    assert (battle.get("width"), battle.get("height")) == ("768", "480")
    assert battle.get("viewBox") == "0 0 768 480"


def test_every_square_in_reach_is_a_dot_that_says_what_the_way_brings(table: Sitting) -> None:
    moves = moves_of(table.look(ANA))
    dots = kinds(mapped(table).battle, "dot")
    assert {dot.get("data-at") for dot in dots} == {"{},{}".format(*offer.choice.square or ()) for offer in moves}
    said = {dot.get("data-at"): dot for dot in dots}
    assert said["45,20"].get("data-say") == "J6, 35 feet, 2 may attack on the way: ogre, ghoul"
    assert "risk" in (said["45,20"].get("class") or "")
    assert said["15,25"].get("data-say") == "D5, 5 feet, nobody attacks"
    assert said["15,25"].get("class") == "dot"


def test_only_the_areas_of_the_other_side_are_drawn(table: Sitting) -> None:
    assert [one.get("class") for one in kinds(mapped(table).battle, "aoi")] == [
        "aoi foes",
        "aoi foes",
        "aoi foes far",
    ]


def test_each_side_has_its_mark_and_the_one_who_acts_is_told_apart(table: Sitting) -> None:
    tokens = kinds(mapped(table).battle, "token")
    shapes = {one[1].text: (one.get("class"), one[0].tag) for one in tokens}
    assert shapes["V"] == ("token party now", "circle")
    assert shapes["O"] == ("token foes", "path")
    assert shapes["B"] == ("token party", "circle")


def test_the_unconscious_are_outlines_and_the_dead_are_off_the_map(table: Sitting) -> None:
    table.do(OWNER, type="harm", fighter=4, points=10, subdual=False, reason="a trap")
    tokens = {one[1].text: one.get("class") for one in kinds(mapped(table).battle, "token")}
    assert tokens["G"] == "token foes down"
    table.do(OWNER, type="harm", fighter=4, points=10, subdual=False, reason="a trap")
    assert "G" not in {one[1].text for one in kinds(mapped(table).battle, "token")}
    assert [(one.name, one.state, one.fate) for one in mapped(table).stands if one.name == "ghoul"] == [
        ("ghoul", "dead", "dead")
    ]


def test_who_stands_where_in_words(table: Sitting) -> None:
    stands = {one.name: (one.square, one.area, one.state) for one in mapped(table).stands}
    assert stands["Vex"] == ("C5", "5 ft", "20 of 20")
    assert stands["archer"] == ("N8", "15 ft", "unhurt")
    assert {one.name: one.state for one in mapped(table, OWNER).stands}["archer"] == "9 of 9"


def test_the_label_says_the_size_and_how_far_one_can_go(table: Sitting) -> None:
    told = "Map, 80 by 50 feet, squares of 5 feet, columns A to P, rows 1 to 10. Vex can go to 101 squares"
    moves = len({offer.choice.square for offer in moves_of(table.look(ANA))})
    assert mapped(table).label == told.replace("101", str(moves))


def test_walls_heights_and_cover_are_drawn(table: Sitting) -> None:
    battle = mapped(table).battle
    assert kinds(battle, "m-wall")[0].get("d") == "M288 0L288 96M288 96L384 96M384 96L384 0"
    assert kinds(battle, "m-shut")[0].get("d") == "M288 96L384 96L384 0L288 0Z"
    assert [one.text for one in kinds(battle, "m-feet")] == ["+10 ft"]
    assert kinds(battle, "m-cover")[0].get("x") == "432"


def test_whoever_watches_gets_a_map_without_moves(table: Sitting) -> None:
    table.seat(WATCHER, "Wanda", "spectator")
    seen = mapped(table, WATCHER)
    assert (seen.seat, seen.reach, kinds(seen.battle, "dot")) == (None, False, [])
    page = fragment("map/map.html", snapshot=table.look(WATCHER))
    assert "map-to" not in page
    assert "Who stands where" in page


def test_a_player_gets_no_trace_of_a_foe_out_of_sight(tmp_path: Path) -> None:
    text = CRYPT + foe("lurker", (30, 25), flags=["invisible"])
    table = begun(tmp_path, text, 7)
    page = fragment("map/map.html", snapshot=table.look(ANA))
    assert "lurker" not in page
    assert 'data-at="30,25"' in page
    assert "lurker" not in names(table.look(ANA))
    whole = mapped(table, OWNER)
    assert [one.state for one in whole.stands if one.name == "lurker"] == ["20 of 20, out of sight"]
    assert len(kinds(whole.battle, "unseen")) == 1
    table.close()


def test_a_third_side_is_a_triangle(tmp_path: Path) -> None:
    table = begun(tmp_path, CRYPT + unit("bear", (60, 40), "beasts"), 7)
    tokens = [one for one in kinds(mapped(table).battle, "token") if "third" in (one.get("class") or "")]
    assert [(one[0].tag, one[1].text) for one in tokens] == [("path", "Be")]
    table.close()


def test_the_page_holds_nothing_that_its_policy_forbids(table: Sitting) -> None:
    page = fragment("map/map.html", snapshot=table.look(ANA))
    assert "style=" not in page
    assert "<script" not in page
    assert "hx-on" not in page
    assert 'role="application"' in page
    assert "http" not in page


def test_names_are_text_and_no_markup(tmp_path: Path) -> None:
    table = begun(tmp_path, CRYPT.replace("Brae", "<b>&B").replace("ogre", "'><i>"))
    page = fragment("map/map.html", snapshot=table.look(ANA))
    assert "<b>" not in page
    assert "<i>" not in page
    drawn(mapped(table).battle)
    table.close()


def test_alike_names_get_letters_of_their_own() -> None:
    cards = ["Vex", "Brae", "Bo", "wolf 1", "wolf 2", "wolf 100", "B", "\N{GREEK CAPITAL LETTER OMEGA}mega"]
    camp = Camp(
        name="all", role="party", cards=tuple([Card(id=n, name=name, side="all") for n, name in enumerate(cards)])
    )
    assert list(letters_of(Scene(round=1, camps=(camp,))).values()) == [
        "V",
        "Br",
        "Bo",
        "W1",
        "W2",
        "W",
        "B",
        "\N{GREEK CAPITAL LETTER OMEGA}",
    ]


def test_a_large_map_with_many_is_drawn_in_time(tmp_path: Path) -> None:
    party = [unit(f"hero {n}", (5 * n, 0), speed=60) for n in range(6)]
    foes = [foe(f"orc {n}", (5 * n, 100), weapons=[SWORD]) for n in range(6)]
    table = begun(tmp_path, fight(*party, *foes, size=[200, 200], walls=HALL["walls"]), 12)
    table.look(OWNER)
    start = perf_counter()
    fragment("map/map.html", snapshot=table.look(OWNER))
    assert perf_counter() - start < 1
    table.close()
