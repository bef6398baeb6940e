"""What a table draws of a fight on a grid: who is there, the map, commands with their ways, what was done."""

from __future__ import annotations

from typing import Any

import pytest

from affray.codec import convert
from affray.dice import REFEREE, TABLE, Seat
from affray.rules.showing import Card, Choice, Scene, Told, Way, square_name
from affray.rulesets.d20grid import ruleset
from affray.rulesets.d20grid.commands import MoveTo, Walk
from affray.rulesets.d20grid.showing import showing
from affray.testing.cases import Scene as Played
from tests.rulesets.d20grid.fights import (
    BOW,
    SWORD,
    attack,
    began,
    by,
    ends,
    fight,
    foe,
    move,
    of,
    state_of,
    strike,
    unit,
)

HALL: dict[str, Any] = {
    "size": [50, 40],
    "walls": [[20, 0, 20, 15]],
    "elevation": [[40, 0, 10, 10, 5]],
    "cover": [[0, 30, 10, 5]],
}
TRIO = fight(
    unit(class_attack_bonus=4, abilities={"str": 3}, armor=3),
    foe("orc", (20, 20), hp=9, defense=15, weapons=[{"name": "axe", "dice": "2d6"}]),
    foe("imp", (40, 30), weapons=[BOW]),
    **HALL,
)


def scene(played: Played, seat: Seat = REFEREE, wounds: Any = "words") -> Scene:
    return showing.scene(played.state, seat, wounds)


def card(played: Played, number: int, seat: Seat = REFEREE, wounds: Any = "words") -> Card:
    return next(one for camp in scene(played, seat, wounds).camps for one in camp.cards if one.id == number)


def choice(played: Played, command: dict[str, Any], seat: Seat = 0) -> Choice:
    return showing.choice(played.state, seat, convert(command, ruleset.command))


def test_squares_are_named_from_the_upper_left() -> None:
    assert square_name((45, 20), (80, 50)) == "J6"
    assert square_name((0, 0), (80, 50)) == "A10"
    assert square_name((130, 495), (500, 500)) == "AA1"
    assert square_name((495, 0), (500, 500)) == "CV100"


def test_the_sides_and_who_acts() -> None:
    seen = scene(began(TRIO))
    assert [(camp.name, camp.role, [one.name for one in camp.cards]) for camp in seen.camps] == [
        ("party", "party", ["Vex"]),
        ("foes", "foes", ["orc", "imp"]),
    ]
    assert seen.heading == "Vex acts"
    assert [(one.name, one.mark) for one in seen.order[0].places] == [("Vex", "now"), ("orc", ""), ("imp", "")]
    later = scene(began(TRIO, ends(0)))
    assert [one.mark for one in later.order[0].places] == ["done", "now", ""]
    assert [card(began(TRIO, ends(0)), number).mark for number in range(3)] == ["done", "now", ""]


def test_numbers_are_for_those_who_may_read_the_sheet() -> None:
    played = began(TRIO, of("harm", 1, points=4, subdual=False))
    assert card(played, 1).figure == "5 of 9"
    assert card(played, 1).main[0].left == 5
    for_player = card(played, 1, 0)
    assert (for_player.figure, for_player.main, for_player.share, for_player.looks) == ("", (), None, "hurt")
    assert card(played, 1, 0, "numbers").figure == "5 of 9"
    assert card(played, 1, 0, "bars").share == 0.6
    assert card(played, 1, REFEREE).share == 5 / 9
    assert card(began(TRIO, of("harm", 1, points=1, subdual=False)), 1, 0, "bars").share == 0.9
    assert card(began(TRIO), 1, 0, "bars").share == 1
    assert card(played, 0, TABLE).figure == "20 of 20"
    assert [(one.name, one.left, one.most) for one in card(played, 0, 0).gear] == [
        ("armor", 3, 3),
        ("Standard", 2, 2),
        ("Swift", 1, 1),
    ]


def test_weapons_that_most_of_the_foes_hold_are_told_once() -> None:
    axe = {"name": "axe", "dice": "2d6"}
    places = [(20, 20), (30, 20), (40, 20)]
    orcs = [foe(f"orc {n}", at, weapons=[axe]) for n, at in enumerate(places)]
    foes = scene(began(fight(unit(), *orcs, foe("imp", (40, 30), weapons=[BOW])))).camps[1]
    assert foes.about == "Axe in hand"
    assert [one.notes for one in foes.cards] == [(), (), (), ("bow",)]


def test_the_ground_with_the_areas_of_all_who_stand() -> None:
    ground = scene(began(TRIO)).ground
    assert ground is not None
    assert (ground.size, ground.walls, ground.cover) == ((50, 40), ((20, 0, 20, 15),), ((0, 30, 10, 5),))
    assert ground.heights == ((40, 0, 10, 10, 5),)
    areas = {one.id: (one.feet, one.squares) for one in ground.areas}
    assert areas[0] == (5, ((0, 0, 10, 10),))
    assert areas[1] == (5, ((15, 15, 15, 15),))
    assert areas[2] == (15, ((25, 15, 25, 25),))


def test_an_area_ends_at_a_wall_and_not_with_the_attack_in_passing() -> None:
    walled = fight(unit(at=(15, 0)), foe("orc", (40, 30)), **HALL)
    first, spent = scene(began(walled)).ground, scene(began(TRIO, move(0, 15, 15), strike(1), faces=(1,))).ground
    assert first is not None
    assert first.areas[0].squares == ((10, 0, 10, 10),)
    assert spent is not None
    assert [one.id for one in spent.areas] == [0, 1, 2]


def test_by_the_true_length_an_area_has_no_corners() -> None:
    ground = scene(began(fight(unit(at=(20, 20)), foe("orc", (40, 30)), size=[50, 50]), T18="euclid")).ground
    assert ground is not None
    assert ground.areas[0].squares == ((20, 15, 5, 5), (15, 20, 15, 5), (20, 25, 5, 5))


def test_who_flanks_whom() -> None:
    pair = fight(unit(at=(10, 10)), unit("Bo", (20, 10)), foe("orc", (15, 10)), foe("imp", (40, 30)), **HALL)
    ground = scene(began(pair)).ground
    assert ground is not None
    assert ground.flanked == ((2, (0, 1)),)


def test_a_movement_has_its_path_and_whom_it_provokes() -> None:
    assert choice(began(TRIO), move(0, 15, 15)) == Choice(
        name="to D5",
        manner="past orc",
        how="15 of 30 ft",
        group="Move",
        square=(15, 15),
        way=Way(
            path=((0, 0), (5, 5), (10, 10), (15, 15)),
            feet=15,
            walked=(0, 5, 10, 15),
            provokes=((1, (15, 15)),),
            clause="d20grid.aoo.trigger",
        ),
    )
    assert choice(began(TRIO), move(0, 10, 10)).manner == ""


def test_every_movement_that_is_offered_shows_the_path_that_is_walked() -> None:
    played = began(TRIO)
    for command, rejection in showing.offers(played.state, 0, True) if showing.offers else []:
        if isinstance(command, MoveTo) and rejection is None:
            way = showing.choice(played.state, REFEREE, command).way
            after = began(TRIO, ruleset_plain(command))
            assert way is not None
            assert after.steps[-1].events[0].path == way.path
            assert after.steps[-1].events[0].feet == way.feet


def ruleset_plain(command: MoveTo) -> dict[str, Any]:
    return move(command.actor, command.x, command.y, command.way)


def test_players_walk_the_path_that_they_see() -> None:
    played = began(TRIO)
    assert showing.offers is not None
    commands = [command for command, _ in showing.offers(played.state, 0, False)]
    assert not [one for one in commands[:-1] if isinstance(one, MoveTo)]
    walks = {one.path[-1]: one for one in commands if isinstance(one, Walk)}
    assert walks[15, 15] == Walk(0, ((5, 5), (10, 10), (15, 15)))


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ([], "there is no way to that square, or it is too far"),
        ([move(0, 5, 5)], "one movement per turn"),
        ([by("full_attack", 0)], "the Full Round action leaves a step of 5 feet"),
    ],
)
@pytest.mark.parametrize("whole", [True, False])
def test_why_other_squares_are_out_of_reach(before: list[Any], message: str, whole: bool) -> None:
    played = began(TRIO, before)
    assert showing.offers is not None
    command, rejection = showing.offers(played.state, 0, whole)[-1]
    assert rejection is not None
    assert rejection.message == message
    assert showing.choice(played.state, 0, command).square == played.state.conditions[0].at


def test_an_attack_in_numbers_that_the_seat_may_know() -> None:
    near = fight(
        unit(at=(10, 10), class_attack_bonus=4, abilities={"str": 3}),
        unit("Bo", (20, 10)),
        foe("orc", (15, 10), defense=15),
        foe("imp", (40, 30)),
        **HALL,
    )
    shown = choice(began(near), attack(0, 2))
    assert (shown.name, shown.manner, shown.how) == (
        "sword at orc",
        "advantage: flanking",
        "best of 2d20 + 4; 1d8 + 3",
    )
    assert shown.figures == (("hits", "hits"), ("drops it", "orc unconscious"))
    assert choice(began(near), attack(0, 2), REFEREE).how == "best of 2d20 + 4 against 15; 1d8 + 3"


def test_what_an_attack_came_to() -> None:
    played = began(TRIO, move(0, 15, 15), strike(1), faces=(15, 1, 1))
    assert showing.came_to is not None
    assert showing.came_to(played.steps[-1].events) == (("hits", True),)
    missed = began(TRIO, move(0, 15, 15), strike(1), faces=(2,))
    assert showing.came_to(missed.steps[-1].events) == ()


def told(played: Played) -> list[Told]:
    last, before = played.steps[-1], played.steps[-2]
    return showing.told(before.state, last.rolls, last.events)


def told_players(played: Played) -> list[Told]:
    last, state = played.steps[-1], played.steps[-2].state
    public = []
    for event in last.events:
        shown = ruleset.publish(state, event)
        public += [shown] if shown is not None else []
        state = ruleset.evolve(state, event)
    return showing.told_players(played.steps[-2].state, last.rolls, public)


def test_an_attack_on_the_way_as_it_is_told() -> None:
    played = began(TRIO, move(0, 15, 15), strike(1), faces=(15, 4, 3))
    assert [(one.text, one.dice) for one in told(played)] == [
        ("In passing, orc attacks Vex with the axe.", ()),
        ("+ 0 = 15 beats 10: hit.", ((20, 15, True),)),
        (
            "Damage 2d6: 4 + 3 = 7; armor absorbs 3; Vex 20 \N{RIGHTWARDS ARROW} 16 HP.",
            ((6, 4, True), (6, 3, True)),
        ),
        ("Vex arrives at D5.", ()),
    ]
    assert [(one.text, one.dice) for one in told_players(played)] == [
        ("Orc attacks Vex with the axe in passing.", ()),
        ("A hit.", ((20, 15, True),)),
        ("Vex takes 7, armor absorbs 3.", ((0, 4, True), (0, 3, True))),
    ]


def test_the_die_that_does_not_count_is_told_apart() -> None:
    pair = fight(unit(at=(10, 10)), unit("Bo", (20, 10)), foe("orc", (15, 10), defense=15), foe("imp", (40, 30)))
    played = began(pair, attack(0, 2), faces=(3, 12))
    assert told(played)[1].dice == ((20, 3, False), (20, 12, True))
    assert told_players(played)[1].text == "+ 0 = 12: miss."


@pytest.mark.parametrize(
    ("option", "face", "marked"),
    [
        ("none", 20, ()),
        ("nat20_hits", 20, (0,)),
        ("nat20_hits", 1, ()),
        ("nat1_misses", 1, (0,)),
        ("nat1_misses", 20, ()),
    ],
)
def test_t22_a_d20_is_marked_where_it_decides_by_itself(option: str, face: int, marked: tuple[int, ...]) -> None:
    hurt = (4,) if face == 20 else ()
    played = began(fight(unit(), foe("orc", (5, 0), hp=30)), attack(0, 1), faces=(face, *hurt), T22=option)
    assert next(one.marked for one in told(played) if one.dice) == marked
    assert next(one.marked for one in told_players(played) if one.dice) == marked


def test_squares_are_told_as_the_map_names_them() -> None:
    assert told(began(TRIO, move(0, 10, 10)))[0].text == "Vex sets out from A8 to C6, 10 ft."
    assert told_players(began(TRIO, move(0, 10, 10)))[0].text == "Vex sets out from A8 to C6, 10 ft."


def test_an_offer_stops_the_fight_and_names_who_is_asked() -> None:
    played = began(TRIO, move(0, 15, 15))
    assert scene(played).note == "orc may attack Vex in passing"
    assert (card(played, 0).mark, card(played, 1).mark) == ("now", "waits")
    assert choice(played, strike(1), REFEREE).name == "axe at Vex"


def test_a_fight_before_its_first_round_and_after_its_end() -> None:
    start = state_of(TRIO)
    assert showing.scene(start, REFEREE, "words").order == ()
    over = began(fight(unit(weapons=[{**SWORD, "dice": "9"}]), foe(hp=3)), attack(0, 1), faces=(20,))
    assert scene(over).heading == "party won"
    assert card(over, 1).fate == "down"
