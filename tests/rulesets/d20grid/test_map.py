"""d20grid.map.squares: where a movement may go, the paths that the map finds, and paths by hand."""

from __future__ import annotations

import pytest

from affray.errors import BadInput
from affray.rulesets.d20grid.ground import ways_of
from tests.rulesets.d20grid.fights import (
    BOW,
    allowed,
    along,
    began,
    by,
    condition,
    decline,
    east,
    fight,
    foe,
    move,
    of,
    offered,
    refused,
    state_of,
    unit,
    walk,
)

FAR = foe(at=(200, 200))


def test_t58_one_creature_a_square() -> None:
    text = fight(unit(), unit("Bo", (5, 0)), foe("orc", (10, 0)), foe("imp", (0, 10), hp=-1, max_hp=5))
    played = began(text)
    for taken in ((5, 0), (10, 0), (0, 10)):
        assert refused(played, move(0, *taken)).code == "no_way"
    assert refused(played, walk(0, (5, 0))).message == "a path ends on a free square, which B100 (5,0 feet) is not"
    assert refused(played, walk(0, (0, 5), (0, 10))).code == "occupied"


def test_t58_through_allies_and_the_unconscious_never_through_enemies() -> None:
    corridor = [[0, 5, 50, 5]]
    ally = fight(unit(), unit("Bo", (5, 0)), FAR, walls=corridor)
    assert allowed(began(ally), walk(0, (5, 0), (10, 0)))
    assert allowed(began(ally), move(0, 10, 0))
    down = fight(unit(), foe("imp", (5, 0), hp=-1, max_hp=5), FAR, walls=corridor)
    assert allowed(began(down), walk(0, (5, 0), (10, 0)))
    enemy = fight(unit(), foe("imp", (5, 0)), walls=corridor)
    assert refused(began(enemy), walk(0, (5, 0), (10, 0))).code == "enemy"
    assert not allowed(began(enemy), move(0, 10, 0))


def test_t58_the_dead_are_in_nobodys_way() -> None:
    text = fight(unit(), foe("imp", (5, 0), hp=-10, max_hp=5), FAR)
    assert allowed(began(text, rolling=(0, 2)), move(0, 5, 0))


def test_t58_walls_and_their_corners() -> None:
    text = fight(unit(at=(5, 5)), FAR, walls=[[10, 5, 10, 10]])
    played = began(text)
    assert refused(played, walk(0, (10, 5))).code == "no_way"  # through it
    assert refused(played, walk(0, (10, 10))).code == "no_way"  # around its end
    assert refused(played, walk(0, (10, 0))).code == "no_way"
    assert allowed(played, walk(0, (5, 10), (10, 10)))
    assert allowed(played, walk(0, (0, 0)))


def test_the_map_has_an_end() -> None:
    text = fight(unit(), foe(at=(20, 0)), size=[25, 10])
    played = began(text)
    assert refused(played, walk(0, (0, 5), (0, 10))).code == "no_way"
    assert refused(played, walk(0, (-5, 0))).code == "no_way"
    assert refused(played, walk(0, (3, 0))).code == "no_way"
    assert refused(played, walk(0)).code == "no_path"
    assert refused(played, walk(0, (10, 0))).code == "no_way"  # two squares at once


def test_the_speed_is_the_limit() -> None:
    text = fight(unit(speed=15), FAR)
    played = began(text)
    assert allowed(played, walk(0, *east((0, 0), 3)))
    rejection = refused(played, walk(0, *east((0, 0), 4)))
    assert rejection.message == "15 feet are as far as it goes"
    assert rejection.fields == (("feet", 20), ("speed", 15))


@pytest.mark.parametrize(("metric", "squares"), [("chebyshev", 49 - 1), ("5_10_5", 41 - 1), ("euclid", 41 - 1)])
def test_t18_what_a_diagonal_counts(metric: str, squares: int) -> None:
    """15 feet: 3 diagonals, or 2 (5 + 10), or 2 (14.1 feet)."""
    text = fight(unit(at=(50, 50), speed=15), FAR)
    three, two = (along((50, 50), *[(1, 1)] * count) for count in (3, 2))
    played = began(text, T18=metric)
    assert allowed(played, walk(0, *two))
    assert allowed(played, walk(0, *three)) == (metric == "chebyshev")
    assert len(ways_of(played.state, 0)) <= squares
    assert (len(ways_of(played.state, 0)) == squares) == (metric == "chebyshev")


def test_a_path_may_come_back() -> None:
    played = began(fight(unit(), FAR), walk(0, (5, 0), (0, 0)))
    assert condition(played, 0).at == (0, 0)


# The paths that the map finds


GATE = fight(unit(at=(0, 20), speed=45), foe(at=(10, 25)), foe("imp", (10, 15)), size=[50, 50])
"""Straight on between two foes are 20 feet; around them are 40."""


def test_the_path_that_provokes_least_and_the_shortest() -> None:
    played = began(GATE)
    routes = ways_of(played.state, 0)[(20, 20)]
    assert (routes.safest.feet, routes.safest.provoked) == (40, 0)
    assert routes.shortest is not None
    assert (routes.shortest.feet, routes.shortest.provoked) == (20, 1)
    assert condition(began(GATE, move(0, 20, 20)), 0).at == (20, 20)
    short = began(GATE, move(0, 20, 20, "shortest"))
    assert offered(short).way == "into"  # type: ignore[union-attr]
    answers = [decline(offered(short).owner)] * 2  # type: ignore[union-attr]
    assert condition(began(GATE, move(0, 20, 20, "shortest"), answers), 0).at == (20, 20)


def test_the_shortest_is_offered_only_where_it_is_another() -> None:
    played = began(fight(unit(), FAR))
    assert refused(played, move(0, 5, 0, "shortest")).code == "no_other_way"


def test_movements_are_listed_one_a_square() -> None:
    moves = [one for one in began(GATE).legal(0) if type(one).__name__ == "MoveTo"]
    safest = [(one.x, one.y) for one in moves if one.way == "safest"]
    assert len(safest) == len(set(safest)) == 97  # of 100 squares one's own and the foes' are left out
    assert {(one.x, one.y) for one in moves if one.way == "shortest"} < set(safest)
    assert not [one for one in began(GATE).legal(0) if type(one).__name__ == "Walk"]


def test_a_disengage_changes_which_path_is_the_safest() -> None:
    played = began(GATE, by("disengage", 0))
    assert refused(played, move(0, 20, 20, "shortest")).code == "no_other_way"
    assert ways_of(played.state, 0)[(20, 20)].safest.feet == 20
    assert offered(began(GATE, by("disengage", 0), move(0, 20, 20))) is None


def test_an_archer_who_has_spent_its_attack_is_no_risk() -> None:
    text = fight(unit(at=(0, 0)), foe(at=(40, 0), weapons=[BOW]))
    run = walk(0, *east((0, 0), 5))
    risky = ways_of(began(text).state, 0)[(25, 0)]
    assert risky.safest.provoked == 1
    spent = began(text, run, by("strike", 1, weapon=0), faces=(1, 1))
    assert not condition(spent, 1).opportunity


# Places


def test_put_by_the_referee() -> None:
    played = began(fight(unit(), unit("Bo", (5, 0)), FAR), of("put", 0, x=100, y=100))
    assert condition(played, 0).at == (100, 100)
    assert offered(played) is None
    assert refused(played, of("put", 0, x=5, y=0)).code == "occupied"
    assert refused(played, of("put", 0, x=7, y=0)).code == "no_square"
    assert refused(played, of("put", 0, x=5_000, y=0)).code == "no_square"


def test_those_of_one_table_stand_beside_each_other() -> None:
    state = state_of(fight(unit(), foe("imp", (20, 20), count=3), foe("orc", (20, 25))))
    places = [one.at for one in state.conditions]
    assert places[1] == (20, 20)
    assert places[-1] == (20, 25)
    assert len(set(places)) == len(places)
    assert all(max(abs(x - 20), abs(y - 20)) <= 5 for x, y in places[1:])


def test_those_of_one_table_stand_on_one_side_of_a_wall() -> None:
    text = fight(unit(), foe("imp", (20, 0), count=5), size=[60, 40], walls=[[20, 0, 20, 40]])
    assert sorted(one.at for one in state_of(text).conditions[1:]) == [(20, 0), (20, 5), (20, 10), (25, 0), (25, 5)]


def test_a_room_that_is_too_small_is_not_left() -> None:
    with pytest.raises(BadInput, match="at: no free square is left there"):
        state_of(fight(unit(), foe("imp", (20, 0), count=3), size=[60, 5], walls=[[20, 0, 20, 5], [30, 0, 30, 5]]))


def test_without_a_place_the_sides_stand_apart() -> None:
    bare = [text.replace("at = [0, 0]\n", "") for text in (unit(), unit("Bo"))]
    state = state_of(fight(*bare, foe().replace("at = [5, 0]\n", "")))
    assert [one.at for one in state.conditions] == [(0, 0), (0, 5), (35, 0)]


def test_a_step_leads_to_each_of_the_eight_squares_around() -> None:
    played = began(fight(unit(at=(10, 10)), FAR), by("full_attack", 0))
    steps = {(one.x, one.y) for one in played.legal(0) if type(one).__name__ == "Step"}
    assert steps == {(x, y) for x in (5, 10, 15) for y in (5, 10, 15)} - {(10, 10)}


def test_a_path_is_refused_by_its_square() -> None:
    played = began(fight(unit(), unit("Bo", (0, 10)), foe(at=(10, 0)), size=[40, 20]))
    assert refused(played, walk(0, (5, 0), (15, 0))).message == (
        "each square of a path is an open step from the one before; D4 (15,0 feet) is not"
    )
    assert refused(played, walk(0, (5, 0), (5, -5))).message.endswith("before; (5,-5 feet) is not")
    assert refused(played, walk(0, (5, 0), (10, 0), (15, 0))).message == (
        "a path does not cross the square of an enemy, as C4 (10,0 feet) is"
    )
    occupied = refused(played, walk(0, (0, 5), (0, 10)))
    assert occupied.message == "a path ends on a free square, which A2 (0,10 feet) is not"
    assert occupied.fields == (("x", 0), ("y", 10))


def test_every_square_of_a_path_is_on_the_map() -> None:
    played = began(fight(unit(), FAR))
    assert refused(played, walk(0, (5, 0), (7, 0))).code == "no_way"
    assert refused(played, walk(0, (4, 0))).code == "no_way"
