"""Lines of sight as a table draws them: what breaks a line, and what gives cover on it, read off the map."""

from __future__ import annotations

from affray.dice import Seat
from affray.rules.showing import Sight, Square
from affray.rulesets.d20grid.ground import (
    creatures_between,
    creatures_block,
    in_cover,
    no_wall,
    on_map,
    says_the_scenario,
)
from affray.rulesets.d20grid.phrases import name_of
from affray.rulesets.d20grid.showing_seen import seen
from affray.rulesets.d20grid.state import State

LINE, COVER = "d20grid.edge.line-of-sight", "d20grid.edge.sources"
NOBODY = -1


def sight(state: State, seat: Seat, fighter: int, square: Square) -> Sight | None:
    """How a fighter sees a square; what the seat cannot know of is in nobody's way."""
    there = seen(state, seat)
    here = there.conditions[fighter].at
    if says_the_scenario(there.rulings) or here == square or not on_map(there.map, square):
        return None
    if not no_wall(there.map, here, square):
        return Sight(kind="blocked", start=here, why=("a wall",), clause=LINE)
    standing = (n for n, one in enumerate(there.conditions) if one.at == square and one.fate != "dead")
    target = next(standing, NOBODY)
    between = [name_of(there, one) for one in creatures_between(there, fighter, target, square, here)]
    if between and creatures_block(there.rulings):
        return Sight(kind="blocked", start=here, why=tuple(between), clause=LINE)
    on_the_map = ["cover on the map"] if in_cover(there.map, here, square) else []
    why = (*on_the_map, *between)
    return Sight(kind="cover", start=here, why=why, clause=COVER) if why else Sight(kind="clear", start=here)
