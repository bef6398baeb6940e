"""A move before it is confirmed: exact chances, what is left, other ways, and why a square is out of reach."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from affray.rules.showing import Area
from affray.server.live import messages as m
from affray.server.pages.map_overlay import border
from affray.server.pages.map_plan import Plan, plan
from affray.server.web.rendering import fragment
from tests.rulesets.d20grid.fights import ROD, fight, foe, unit
from tests.server.pages.map_tables import CRYPT, begun, drawn, kinds, planned
from tests.server.sitting import ANA, OWNER, Sitting


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Sitting]:
    made = begun(tmp_path)
    yield made
    made.close()


def plan_of(table: Sitting, square: str, person: str = ANA, key: int | None = None) -> Plan:
    found = planned(table, square, person, key)
    assert found is not None
    return found


def html(table: Sitting, found: Plan) -> str:
    return fragment("map/plan.html", plan=found, post=f"/t/{table.room.table}/messages", ask="/ask")


def test_who_attacks_on_the_way_and_how_likely_it_hits(table: Sitting) -> None:
    found = plan_of(table, "J6")
    assert (found.start, found.square, found.how) == ("C5", "J6", "35 of 40 ft")
    # The ogre needs 12 or more, the ghoul 14 or more, each with one of two d20 since Vex is between them.
    assert [(one.number, one.name, one.square, one.hits, one.comes) for one in found.provoked] == [
        (1, "ogre", "J6", str(1 - Fraction(11, 20) ** 2), None),
        (2, "ghoul", "J6", str(1 - Fraction(13, 20) ** 2), None),
    ]


def falls_to_the_ogre(hp: int) -> Fraction:
    """The chance that the ogre hits and its 2d6 + 4 take more than that."""
    ways = sum(1 for one in range(1, 7) for other in range(1, 7) if one + other + 4 > hp)
    return (1 - Fraction(11, 20) ** 2) * Fraction(ways, 36)


def test_what_is_left_adds_up_to_one(table: Sitting) -> None:
    found = plan_of(table, "J6")
    assert sum(Fraction(band.p) for band in found.bands) == 1
    unhurt = Fraction(11, 20) ** 2 * Fraction(13, 20) ** 2
    assert (found.bands[0].label, Fraction(found.bands[0].p)) == ("unhurt", unhurt)
    assert [band.label for band in found.bands][1:] == [
        f"{low}\N{EN DASH}{high}" for low, high in ((15, 19), (10, 14), (5, 9), (0, 4))
    ] + ["unconscious"]
    assert max(band.share for band in found.bands) == 1


def test_damage_that_is_known_leaves_what_is_known(tmp_path: Path) -> None:
    rods = [foe(name, (40, 25 + 10 * place), weapons=[ROD], class_attack_bonus=40) for place, name in enumerate("xy")]
    text = fight(unit("Vex", (10, 30), hp=9, speed=40), unit("Bo", (10, 0)), *rods, size=[80, 50])
    table = begun(tmp_path, text, 4)
    found = plan_of(table, "I4")
    assert [(band.label, band.p) for band in found.bands] == [("0\N{EN DASH}2", "1")]
    assert found.summary == "1 HP on average; at worst 1, and still standing."
    table.close()


def test_an_attack_that_it_may_not_come_to(tmp_path: Path) -> None:
    table = begun(tmp_path, CRYPT.replace("hp = 20", "hp = 5", 1))
    first, second = plan_of(table, "J6").provoked
    assert (first.comes, second.comes) == (None, str(1 - falls_to_the_ogre(5)))
    assert "if it comes to that" in html(table, plan_of(table, "J6"))
    table.close()


def test_what_can_be_done_from_there(table: Sitting) -> None:
    found = plan_of(table, "J6")
    assert [(one.name, one.flanking, one.figures[0]) for one in found.then] == [
        ("sword at ogre", True, ("hits", str(1 - Fraction(6, 20) ** 2))),
        ("sword at ghoul", False, ("hits", "7/10")),
    ]


def test_the_button_gives_the_command_that_was_planned(table: Sitting) -> None:
    found = plan_of(table, "J6")
    message = json.loads(found.message)
    assert message["type"] == "do"
    table.say(ANA, m.Do(command=message["command"]))
    assert table.room.snapshot(OWNER).scene.note == "ogre may attack Vex in passing"


def test_a_safe_way_says_so(table: Sitting) -> None:
    found = plan_of(table, "I5")
    assert (found.provoked, found.bands) == ((), ())
    assert "Nobody attacks on the way." in html(table, found)


def test_other_ways_are_nearer_to_safety(table: Sitting) -> None:
    found = plan_of(table, "J6")
    assert [(one.name, one.unhurt) for one in found.others][:2] == [
        ("to I5", "1"),
        ("to I6", "13/20"),
    ]
    assert found.others[-1].name == "disengage"
    assert json.loads(found.others[-1].message)["command"] == {"type": "disengage", "actor": 0}


def test_another_path_to_the_same_square(tmp_path: Path) -> None:
    pike = {"name": "pike", "dice": "1d8", "reach": 10}
    orc = foe("orc", (20, 25), area=10, weapons=[pike])
    text = fight(unit("Vex", (0, 25), speed=50), orc, foe("imp", (75, 0)), size=[80, 50])
    table = begun(tmp_path, text, 3)
    found = plan_of(table, "I5")
    assert (found.provoked, found.how) == ((), "50 of 50 ft")
    other = next(one for one in found.others if one.name == "another path to I5")
    through = plan_of(table, "I5", key=other.key)
    assert (through.how, [one.name for one in through.provoked]) == ("40 of 50 ft", ["orc"])
    table.close()


@pytest.mark.parametrize(
    ("square", "message", "clause"),
    [
        ("I7", "ghoul is there", "d20grid.map.squares"),
        ("C5", "Vex stands there already", ""),
        ("P1", "there is no way to that square, or it is too far", "d20grid.map.squares"),
        ("G1", "there is no way to that square, or it is too far", "d20grid.map.squares"),
    ],
)
@pytest.mark.parametrize("person", [ANA, OWNER])
def test_why_a_square_cannot_be_gone_to(table: Sitting, square: str, message: str, clause: str, person: str) -> None:
    found = plan_of(table, square, person)
    assert found.why is not None
    assert (found.why.message, found.why.clause, found.message) == (message, clause, "")
    shown = html(table, found)
    assert "map-confirm" not in shown
    assert clause in shown


def test_after_the_movement_the_reason_is_another(table: Sitting) -> None:
    message = json.loads(plan_of(table, "I5").message)
    table.say(ANA, m.Do(command=message["command"]))
    found = plan_of(table, "J6")
    assert found.why is not None
    assert (found.why.message, found.why.clause) == ("one movement per turn", "d20grid.turn.budget")


def test_a_way_that_takes_too_long_to_reckon_has_no_odds(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = plan_of(table, "J6")
    assert whole.reckoned
    assert whole.bands
    monkeypatch.setattr("affray.server.live.ahead.MOST_RUNS_OF_A_WAY", 3)
    found = plan_of(table, "J6")
    assert [(one.name, one.hits) for one in found.provoked] == [("ogre", None), ("ghoul", None)]
    assert (found.bands, found.then, found.summary) == ((), (), "")
    assert {one.unhurt for one in found.others} <= {None, "1"}  # past nobody there is nothing to follow
    assert found.message == whole.message
    assert "the odds are not reckoned here" in html(table, found)


def test_where_odds_are_not_shown_there_are_none(tmp_path: Path) -> None:
    table = begun(tmp_path, odds="referee")
    found = plan_of(table, "J6")
    assert [(one.name, one.hits) for one in found.provoked] == [("ogre", None), ("ghoul", None)]
    assert (found.bands, found.then, found.summary, found.shown) == ((), (), "", False)
    shown = html(table, found)
    assert "%" not in shown
    assert "This table does not show you the odds." in shown
    assert plan_of(table, "J6", OWNER).shown
    table.close()


@pytest.mark.parametrize("square", ["Z9", "", "6J", "<b>"])
def test_a_square_that_the_map_does_not_have(table: Sitting, square: str) -> None:
    assert planned(table, square) is None


def test_nobody_plans_out_of_turn(table: Sitting) -> None:
    table.do(OWNER, type="end_turn", actor=0)
    assert planned(table, "D5") is None


def test_each_attack_is_marked_at_its_own_border() -> None:
    """Leaving one area at the first step and another at the second; coming into a third at the second too."""
    path = ((15, 0), (10, 0), (5, 0), (0, 0))
    one, two = Area(id=1, squares=((15, 0, 10, 10),)), Area(id=2, squares=((10, 0, 10, 10),))
    three = Area(id=3, squares=((0, 0, 10, 10),))
    assert [border(path, path[0], one), border(path, path[1], two), border(path, path[2], three)] == [1, 2, 2]


def test_the_drawing_over_the_map(table: Sitting) -> None:
    overlay = plan_of(table, "J6").overlay
    assert kinds(overlay, "pathline")[0].get("d", "").endswith("L408 216L456 264")
    assert [one.text for one in kinds(overlay, "feet")] == ["10 ft", "20 ft", "30 ft"]
    assert [one[1].text for one in kinds(overlay, "provoke")] == ["1", "2"]
    assert [one.get("class") for one in kinds(overlay, "token")] == ["token party ghost"]
    assert {one.get("class") for one in kinds(overlay, "flank")} == {"flank party", "flank foes"}
    assert drawn(overlay).get("hx-swap-oob") == "true"


def test_a_step_is_planned_as_one(table: Sitting) -> None:
    table.do(ANA, type="full_attack", actor=0)
    found = plan_of(table, "D5")
    assert (found.verb, found.how, found.provoked) == ("Step", "5 ft", ())
    assert json.loads(found.message)["command"] == {"type": "step", "actor": 0, "x": 15, "y": 25}


def test_the_plan_holds_nothing_that_its_policy_forbids(table: Sitting) -> None:
    shown = html(table, plan_of(table, "J6"))
    assert "style=" not in shown
    assert "<script" not in shown
    assert "onclick" not in shown


def test_a_foe_out_of_sight_changes_nothing_of_a_players_plan(tmp_path: Path) -> None:
    seen = []
    for name, place in (("one", (25, 20)), ("two", (35, 35))):
        (tmp_path / name).mkdir()
        table = begun(tmp_path / name, CRYPT + foe("lurker", place, flags=["hidden"], defense=5 + place[0]), 7)
        seen.append(
            [html(table, plan_of(table, square)).replace(table.room.table, "") for square in ("J6", "F6", "P1")]
        )
        table.close()
    assert seen[0] == seen[1]


def test_the_line_of_sight_is_drawn_and_said(table: Sitting) -> None:
    snapshot = table.room.snapshot(ANA, 0)
    for square in ("J6", "A1"):
        found = plan(snapshot, square, None, lambda offer: None, lambda seat, at: table.room.sight(ANA, seat, at))
        assert found is not None and found.sight is not None
        told = html(table, found)
        assert f"sightline {found.sight.kind}" in found.overlay
        words = {"clear": "In plain sight from", "cover": "In cover from", "blocked": "Not seen from"}
        assert words[found.sight.kind] in told
        assert all(one in told for one in found.sight.why)


def test_a_line_of_sight_is_that_of_ones_own(table: Sitting) -> None:
    assert table.room.sight(ANA, 0, (45, 45)) is not None
    assert table.room.sight(ANA, 99, (45, 45)) is None
    foes = [card.id for camp in table.room.snapshot(OWNER).scene.camps if camp.role == "foes" for card in camp.cards]
    assert table.room.sight(ANA, foes[0], (45, 45)) is None
    assert table.room.sight(OWNER, foes[0], (45, 45)) is not None
