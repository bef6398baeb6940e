"""d20grid.aoo.trigger and d20grid.disengage: who is offered an attack at one who moves, when, and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from affray.codec import convert
from affray.fight import parse
from affray.interpret.script import Need
from affray.rulesets.d20grid import ruleset
from affray.rulesets.d20grid.events import MoveEnded
from affray.table.log import CommandEntry
from affray.table.replay import open_log
from affray.table.work import Table
from affray.testing.cases import Scene
from tests.rulesets.d20grid.fights import (
    BOW,
    ROD,
    SWORD,
    allowed,
    along,
    attack,
    attacks,
    began,
    by,
    condition,
    decline,
    east,
    edges,
    ends,
    fight,
    foe,
    hurts,
    kinds,
    move,
    offered,
    refused,
    strike,
    to_act,
    turn,
    unit,
    walk,
)


def ran(start: tuple[int, int], squares: int, *more: Any, at: tuple[int, int], **rulings: Any) -> Scene:
    """Vex runs to the right, and a foe is at a square."""
    return began(fight(unit("Vex", start), foe(at=at)), *more, walk(0, *east(start, squares)), **rulings)


# Row O18 of the public reports


@pytest.mark.parametrize(("squares", "offers"), [(1, False), (2, False), (3, True)])
def test_o18_into_an_area_by_5_10_and_15_feet(squares: int, offers: bool) -> None:
    """The path ends in the first square inside; more than 10 feet are needed."""
    played = ran((50 - 5 * squares, 0), squares, at=(55, 0))
    assert (offered(played) is not None) == offers
    if offers:
        assert (offered(played).way, offered(played).spot) == ("into", (50, 0))  # type: ignore[union-attr]


@pytest.mark.parametrize(("squares", "offers"), [(1, False), (2, False), (3, True)])
def test_o18_out_of_an_area_by_5_10_and_15_feet(squares: int, offers: bool) -> None:
    played = ran((55, 0), squares, at=(50, 0))
    assert (offered(played) is not None) == offers
    if offers:
        assert (offered(played).way, offered(played).spot) == ("out_of", (55, 0))  # type: ignore[union-attr]
        assert condition(played, 0).at == (55, 0)


def test_o18_out_with_a_disengage() -> None:
    played = ran((55, 0), 3, by("disengage", 0), at=(50, 0))
    assert offered(played) is None
    assert condition(played, 0).at == (70, 0)


# T12: what must be more than ten feet


def test_t12_every_crossing_but_a_step_of_five_feet() -> None:
    assert offered(ran((45, 0), 1, at=(55, 0), T12="any_crossing")) is None
    assert offered(ran((40, 0), 2, at=(55, 0), T12="any_crossing")) is not None


def test_t12_the_distance_inside() -> None:
    """A bow's area is 15 feet: two squares inside are 10 feet with the step into it, three are 15."""
    text = fight(unit("Vex", (0, 0)), foe(at=(40, 0), weapons=[BOW]))
    assert offered(began(text, walk(0, *east((0, 0), 6)), T12="distance_inside_gt_10")) is None
    text = fight(unit("Vex", (10, 0)), foe(at=(40, 0), weapons=[BOW]))
    three = began(text, walk(0, *east((10, 0), 5)), T12="distance_inside_gt_10")
    assert offered(three).spot == (25, 0)  # type: ignore[union-attr]


def test_t12_the_distance_after_the_border() -> None:
    """Past a sword: 10 feet after the border are too few, 15 are enough."""
    text = fight(unit("Vex", (0, 5)), foe(at=(15, 0)))
    short = began(text, walk(0, *east((0, 5), 3)), T12="distance_after_crossing_gt_10")
    assert offered(short) is None
    far = began(text, walk(0, *east((0, 5), 5)), T12="distance_after_crossing_gt_10")
    assert offered(far) is not None


# T14, T65: where the mover is met


def test_t14_the_attack_comes_at_the_border_and_the_rest_of_the_path_after_it() -> None:
    played = ran((0, 5), 6, at=(15, 0))
    assert condition(played, 0).at == (10, 5)  # the first square inside
    assert to_act(played) == (1,)
    after = began(fight(unit("Vex", (0, 5)), foe(at=(15, 0))), walk(0, *east((0, 5), 6)), strike(1), faces=(1,))
    assert condition(after, 0).at == (30, 5)
    assert turn(after).actor == 0


def test_t14_one_who_goes_down_stays_at_the_border() -> None:
    text = fight(unit("Vex", (0, 5), hp=3), unit("Bo", (0, 40)), foe(at=(15, 0), weapons=[ROD]))
    played = began(text, walk(0, *east((0, 5), 6)), strike(2), faces=(20,))
    assert condition(played, 0).at == (10, 5)
    assert condition(played, 0).fate == "down"
    assert kinds(played)[-4:] == ["Fell", "MoveEnded", "TurnEnded", "TurnCame"]
    assert turn(played).actor == 1


def test_t14_or_when_the_movement_is_over() -> None:
    text = fight(unit("Vex", (0, 5), hp=3), unit("Bo", (0, 40)), foe(at=(15, 0), weapons=[ROD]))
    asked = began(text, walk(0, *east((0, 5), 6)), T14="after_move")
    assert condition(asked, 0).at == (30, 5)
    assert offered(asked).spot == (10, 5)  # type: ignore[union-attr]
    played = began(text, walk(0, *east((0, 5), 6)), strike(2), faces=(20,), T14="after_move")
    assert (condition(played, 0).at, condition(played, 0).fate) == ((30, 5), "down")


def test_t65_a_step_that_does_both_leaves_before_it_enters() -> None:
    """From beside one foe straight to beside another."""
    text = fight(unit("Vex", (10, 5)), foe("orc", (5, 0)), foe("imp", (20, 0)))
    played = began(text, walk(0, *east((10, 5), 3)))
    assert (offered(played).owner, offered(played).way) == (1, "out_of")  # type: ignore[union-attr]
    assert condition(played, 0).at == (10, 5)
    then = began(text, walk(0, *east((10, 5), 3)), decline(1))
    assert (offered(then).owner, offered(then).way) == (2, "into")  # type: ignore[union-attr]
    assert condition(then, 0).at == (15, 5)


# T15, T66, T67: who is asked, and how often


def test_t15_in_and_out_are_two_occasions_for_one_attack() -> None:
    text = fight(unit("Vex", (0, 5)), foe(at=(15, 0)))
    struck = began(text, walk(0, *east((0, 5), 6)), strike(1), faces=(1,))
    assert offered(struck) is None
    let_in = began(text, walk(0, *east((0, 5), 6)), decline(1))
    assert (offered(let_in).way, offered(let_in).spot) == ("out_of", (20, 5))  # type: ignore[union-attr]
    struck_later = began(text, walk(0, *east((0, 5), 6)), decline(1), strike(1), faces=(1,))
    assert condition(struck_later, 0).at == (30, 5)
    assert not condition(struck_later, 1).opportunity


def test_t67_a_declined_crossing_is_not_offered_again() -> None:
    text = fight(unit("Vex", (0, 5)), foe(at=(15, 0)))
    played = began(text, walk(0, *east((0, 5), 6)), decline(1), decline(1))
    assert offered(played) is None
    assert condition(played, 0).at == (30, 5)
    assert condition(played, 1).opportunity


def test_t66_several_owners_go_by_initiative() -> None:
    text = fight(unit("Vex", (0, 5)), foe("orc", (15, 0)), foe("imp", (15, 10)))
    played = began(text, walk(0, *east((0, 5), 6)), order=(20, 3, 9))
    assert offered(played).owner == 2  # type: ignore[union-attr]
    then = began(text, walk(0, *east((0, 5), 6)), decline(2), order=(20, 3, 9))
    assert offered(then).owner == 1  # type: ignore[union-attr]
    assert condition(then, 0).at == (10, 5)


def test_t66_once_the_mover_is_down_the_others_keep_their_attack() -> None:
    text = fight(
        unit("Vex", (0, 5), hp=3), unit("Bo", (0, 40)), foe("orc", (15, 0), weapons=[ROD]), foe("imp", (15, 10))
    )
    played = began(text, walk(0, *east((0, 5), 6)), strike(2), faces=(20, 1))  # the two flank it
    assert offered(played) is None
    assert condition(played, 3).opportunity


def test_one_who_is_met_where_it_stands_does_not_move_again() -> None:
    """Two owners at one border; and one who goes down on the last square of its path has arrived."""
    text = fight(unit("Vex", (0, 5)), foe("orc", (15, 0)), foe("imp", (15, 10)))
    played = began(text, walk(0, *east((0, 5), 6)), decline(1))
    assert kinds(played) == ["Declined", "Offered"]
    frail = fight(unit("Vex", (0, 0), hp=3), unit("Bo", (0, 40)), foe(at=(20, 0), weapons=[ROD]))
    fallen = began(frail, walk(0, *east((0, 0), 3)), strike(2), faces=(20,))
    (ended,) = [event for event in fallen.steps[-1].events if isinstance(event, MoveEnded)]
    assert not ended.stopped


def test_forty_feet_through_two_areas_each_crossing_once() -> None:
    """In, out, in, out: four offers if all are declined, each at its border, and then the end of the path."""
    text = fight(unit("Vex", (0, 5), speed=40), foe("orc", (10, 0)), foe("imp", (30, 0)))
    run = walk(0, *east((0, 5), 8))
    seen = []
    answers: list[Any] = []
    for _ in range(4):
        offer = offered(began(text, run, answers))
        assert offer is not None
        seen.append((offer.owner, offer.way, offer.spot))
        answers.append(decline(offer.owner))
    assert seen == [(1, "into", (5, 5)), (1, "out_of", (15, 5)), (2, "into", (25, 5)), (2, "out_of", (35, 5))]
    assert offered(began(text, run, answers)) is None
    assert condition(began(text, run, answers), 0).at == (40, 5)


def test_forty_feet_with_a_disengage() -> None:
    text = fight(unit("Vex", (0, 5), speed=40), foe("orc", (10, 0)), foe("imp", (30, 0)))
    played = began(text, by("disengage", 0), walk(0, *east((0, 5), 8)))
    assert offered(played) is None
    assert condition(played, 0).at == (40, 5)


def test_an_offer_cannot_be_skipped() -> None:
    played = ran((0, 5), 6, at=(15, 0))
    for command in (attack(0, 1), walk(0, (0, 5)), by("end_turn", 0), {"type": "begin_round"}):
        assert refused(played, command).code == "decision_due"
    assert refused(played, strike(0)).code == "not_yours"
    assert refused(played, decline(0)).code == "not_yours"
    assert refused(played, by("choose_weapon", 1, weapon=0)).code == "nothing_to_choose"
    assert to_act(played) == (1,)
    assert refused(began(fight(unit(), foe())), decline(1)).code == "nothing_to_choose"


def test_a_movement_that_waits_loses_nothing_when_the_table_is_opened_again() -> None:
    """The offer lies in the state: a log read again, elsewhere, goes on from it, and undo takes the movement back."""
    table = Table(parse(fight(unit("Vex", (0, 5)), foe(at=(15, 0)))), ("open", "hidden"))
    start = [{"type": "begin_round"}, by("roll_initiative", 0), by("roll_initiative", 1)]
    for command, faces in zip([*start, walk(0, *east((0, 5), 6))], ((), (20,), (19,), ()), strict=True):
        assert isinstance(table.do(convert(command, ruleset.command), faces), CommandEntry)
    again = open_log(table.log())
    assert again.state == table.state
    assert again.to_act == (1,)
    need = again.do(convert(strike(1), ruleset.command), ())
    assert isinstance(need, Need)
    assert again.state == table.state
    assert isinstance(again.do(convert(strike(1), ruleset.command), (1,)), CommandEntry)
    assert again.state.conditions[0].at == (30, 5)
    again.undo()
    assert again.state == table.state
    again.undo()
    assert again.state.conditions[0].at == (0, 5)


# Who has an attack of opportunity


def test_t13_nothing_else_provokes() -> None:
    text = fight(unit(weapons=[BOW, SWORD]), foe())
    assert to_act(began(text, attack(0, 1), faces=(5, 4, 3))) == (0,)
    assert to_act(began(text, by("sheathe", 0, weapon=0))) == (0,)


def test_a_step_of_five_feet_gives_none() -> None:
    text = fight(unit("Vex", (0, 5)), foe(at=(0, 0), hp=9))
    for rulings in (dict[str, Any](), {"T12": "any_crossing"}):
        played = began(text, by("full_attack", 0), by("step", 0, x=0, y=10), **rulings)
        assert offered(played) is None


@pytest.mark.parametrize(
    "fields",
    [{"hp": -1, "max_hp": 5}, {"weapons": []}, {"weapons": [BOW], "flags": ["blind"], "area": 5, "hands": []}],
    ids=["unconscious", "nothing to strike with", "empty hands"],
)
def test_who_has_none(fields: dict[str, Any]) -> None:
    text = fight(unit("Vex", (0, 5)), foe(at=(15, 0), **fields), foe("imp", (0, 60)))
    assert offered(began(text, walk(0, *east((0, 5), 6)))) is None


def test_allies_have_none() -> None:
    text = fight(unit("Vex", (0, 5)), unit("Bo", (15, 0)), foe(at=(0, 60)))
    assert offered(began(text, walk(0, *east((0, 5), 6)))) is None


def test_t63_the_weapon_in_hand_decides() -> None:
    """A bow watches 15 feet, a sword 5, and the sheet goes before both."""
    run = walk(0, *east((0, 0), 3))
    far = (30, 0)  # the path ends at 15,0, which is 15 feet from there
    assert offered(began(fight(unit(), foe(at=far, weapons=[BOW])), run)) is not None
    assert offered(began(fight(unit(), foe(at=far, weapons=[SWORD])), run)) is None
    long_arm = {"name": "pike", "dice": "1d8", "reach": 15}
    assert offered(began(fight(unit(), foe(at=far, weapons=[long_arm], area=15)), run)) is not None
    assert offered(began(fight(unit(), foe(at=far, weapons=[BOW], area=10)), run)) is None


def test_t60_an_area_gives_no_reach() -> None:
    """A sword in an area of 15 feet: a border where it cannot strike is none."""
    text = fight(unit(), foe(at=(30, 0), area=15))
    assert offered(began(text, walk(0, *east((0, 0), 3)))) is None


def test_a_wall_keeps_an_owner_from_striking() -> None:
    text = fight(unit("Vex", (0, 5)), foe(at=(15, 0)), walls=[[10, 5, 25, 5]])
    assert offered(began(text, walk(0, *east((0, 5), 6)))) is None


def test_t16_a_bow_may_take_it_at_its_price() -> None:
    text = fight(unit("Vex", (0, 0)), foe(at=(35, 0), weapons=[BOW]))
    run = walk(0, *east((0, 0), 5))
    played = began(text, run, strike(1), faces=(9, 5))
    assert edges(played) == {"inside the area": -1}
    assert offered(began(text, run, T16="melee_only")) is None


def test_t16_melee_only_lets_the_other_hand_strike() -> None:
    knife = {"name": "knife", "dice": "1d4", "kind": "thrown"}
    text = fight(unit("Vex", (0, 5)), foe(at=(15, 0), weapons=[SWORD, knife], hands=["sword", "knife"]))
    played = began(text, walk(0, *east((0, 5), 6)), T16="melee_only")
    assert allowed(played, strike(1, 0))
    assert refused(played, strike(1, 1)).code == "no_opportunity"


def test_t17_it_is_one_attack_with_all_bonuses() -> None:
    text = fight(
        unit("Vex", (0, 5)),
        foe(at=(15, 0), class_attack_bonus=3, abilities={"str": 2}, passives=[1], attacks_per_full=3),
    )
    played = began(text, walk(0, *east((0, 5), 6)), strike(1), faces=(8, 5))
    assert [(one.bonus, one.spends, one.hit) for one in attacks(played)] == [(3, "opportunity", True)]
    assert hurts(played)[0].total == 8  # 5 + 2, and 1 at the end


def test_t34_blindness_counts_in_passing() -> None:
    text = fight(unit("Vex", (0, 5)), foe(at=(15, 0), flags=["blind"]))
    played = began(text, walk(0, *east((0, 5), 6)), strike(1), faces=(8, 5))
    assert edges(played) == {"cannot see the target": -1}


def test_it_can_subdue() -> None:
    text = fight(unit("Vex", (0, 5)), foe(at=(15, 0), weapons=[ROD]))
    played = began(text, walk(0, *east((0, 5), 6)), strike(1, subdual=True), faces=(20,))
    assert (condition(played, 0).hp, condition(played, 0).subdual) == (20, 4)


def test_edges_are_those_of_the_border() -> None:
    """The mover is met on the mound at the border, though it has come down again when the attack is made."""
    text = fight(unit("Vex", (0, 5)), foe(at=(15, 0)), elevation=[[10, 5, 5, 5, 10]])
    rulings: dict[str, Any] = {"T14": "after_move", "T25": "disadvantage"}
    played = began(text, walk(0, *east((0, 5), 6)), strike(1), faces=(8, 7), **rulings)
    assert edges(played) == {"lower ground": -1}


# Disengage


def test_t20_it_takes_the_attack_and_the_movement_its_own_standard() -> None:
    played = began(fight(unit(), foe()), by("disengage", 0))
    assert (turn(played).standard, turn(played).attacked) == (1, True)
    assert refused(played, attack(0, 1)).code == "attacked"
    moved = began(fight(unit(), foe()), by("disengage", 0), move(0, 0, 15))
    assert turn(moved).standard == 0
    assert refused(began(fight(unit(), foe()), attack(0, 1), faces=(5,)), by("disengage", 0)).code == "attacked"


def test_t20_it_is_said_before_moving_and_lasts_the_turn() -> None:
    text = fight(unit(), foe())
    assert refused(began(text, walk(0, (0, 5))), by("disengage", 0)).code == "moved"
    again = began(text, by("disengage", 0), ends(0, 1), {"type": "begin_round"})
    assert not turn(again).disengaged


def test_t20_no_extra_distance() -> None:
    text = fight(unit(speed=20), foe())
    played = began(text, by("disengage", 0))
    assert allowed(played, walk(0, *along((0, 0), *[(0, 1)] * 4)))
    assert refused(played, walk(0, *along((0, 0), *[(0, 1)] * 5))).code == "too_far"


def test_t19_moving_in_and_staying_still_provokes() -> None:
    text = fight(unit(), foe(at=(20, 0)))
    played = began(text, by("disengage", 0), walk(0, *east((0, 0), 3)))
    assert offered(played).way == "into"  # type: ignore[union-attr]
    assert offered(began(text, by("disengage", 0), walk(0, *east((0, 0), 3)), T19="covers_into")) is None
    through = fight(unit("Vex", (0, 5)), foe(at=(15, 0)))
    assert offered(began(through, by("disengage", 0), walk(0, *east((0, 5), 6)))) is None


def test_one_weapon_that_reaches_the_border_is_enough() -> None:
    pike = {"name": "pike", "dice": "1d6", "reach": 10}
    text = fight(unit(), foe(at=(25, 0), weapons=[SWORD, pike], hands=["sword", "pike"], area=10))
    played = began(text, walk(0, *east((0, 0), 3)))
    assert not allowed(played, strike(1, 0))
    assert allowed(played, strike(1, 1))


def test_it_cites_its_own_clause() -> None:
    text = fight(unit("Vex", (0, 5)), foe(at=(15, 0)))
    played = began(text, walk(0, *east((0, 5), 6)), strike(1), faces=(1,))
    assert attacks(played)[0].clause == "d20grid.aoo.trigger"
    assert attacks(began(fight(unit(), foe()), attack(0, 1), faces=(1,)))[0].clause == "d20grid.attack.roll"
