"""Lines of sight as a table draws them."""

from __future__ import annotations

from msgspec.structs import replace

from affray.dice import Seat
from affray.rules.showing import Sight
from affray.rulesets.d20grid.showing import showing
from affray.rulesets.d20grid.state import State
from tests.rulesets.d20grid.fights import fight, foe, state_of, unit

LINE, COVER = "d20grid.edge.line-of-sight", "d20grid.edge.sources"
UNITS = (unit("Vex", (0, 0)), foe("orc", (15, 0)), foe("brute", (25, 0)))


def to(state: State, x: int, y: int = 0, seat: Seat = 0) -> Sight | None:
    assert showing.sight is not None
    return showing.sight(state, seat, 0, (x, y))


def test_nothing_is_in_the_way() -> None:
    assert to(state_of(fight(*UNITS)), 15) == Sight(kind="clear", start=(0, 0))


def test_a_creature_breaks_the_line_or_gives_cover() -> None:
    assert to(state_of(fight(*UNITS)), 25) == Sight(kind="blocked", start=(0, 0), why=("orc",), clause=LINE)
    covering = state_of(fight(*UNITS), T32="cover")
    assert to(covering, 25) == Sight(kind="cover", start=(0, 0), why=("orc",), clause=COVER)


def test_a_wall_breaks_the_line() -> None:
    walled = state_of(fight(*UNITS, walls=[[10, 0, 10, 20]]))
    assert to(walled, 15) == Sight(kind="blocked", start=(0, 0), why=("a wall",), clause=LINE)


def test_cover_on_the_map_is_named() -> None:
    covered = to(state_of(fight(*UNITS, cover=[[15, 0, 5, 5]])), 15)
    assert covered == Sight(kind="cover", start=(0, 0), why=("cover on the map",), clause=COVER)


def test_one_whom_a_player_does_not_see_is_in_nobodys_way() -> None:
    before = state_of(fight(*UNITS))
    hidden = replace(before.conditions[1], flags=("hidden",))
    state = replace(before, conditions=(before.conditions[0], hidden, before.conditions[2]))
    assert to(state, 25) == Sight(kind="clear", start=(0, 0))
    assert to(state, 25, seat="referee") == Sight(kind="clear", start=(0, 0))


def test_where_no_map_tells_there_is_no_line() -> None:
    assert to(state_of(fight(*UNITS), T61="flags"), 25) is None
    assert to(state_of(fight(*UNITS)), 0) is None
    assert to(state_of(fight(*UNITS)), -5) is None
