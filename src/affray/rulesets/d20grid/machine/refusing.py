"""What the machine does not play, by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from affray.errors import Unsupported
from affray.rules.bits import MOST
from affray.rulesets.d20grid.edges import flanking
from affray.rulesets.d20grid.ground import metric_of, trigger_of
from affray.rulesets.d20grid.machine import layout
from affray.rulesets.d20grid.paths import UNPROVOKED
from affray.rulesets.d20grid.state import SQUARE, Map, State

TACTICS: Final = {
    "first": (layout.TAKES_FIRST, layout.GOES_UP),
    "weakest": (layout.TAKES_WEAKEST, layout.GOES_UP),
    "strongest": (layout.TAKES_STRONGEST, layout.GOES_UP),
    "random": (layout.TAKES_ANY, layout.GOES_UP),
    "hold": (layout.TAKES_FIRST, layout.STAYS),
    "flank": (layout.TAKES_FIRST, layout.FLANKS),
}
"""Whom each tactic takes, and where it goes."""

MOST_SQUARES: Final = 400
"""Squares of a map whose walls and cover are laid out by pairs of squares."""
MOST_STEPS: Final = 18
"""Squares of a speed: the steps of a path and its diagonals share one number."""
MOST_LEVEL: Final = 8
"""Those who can be level in initiative and DEX: the orders of more are too many to be listed."""
MOST_ABSORBED: Final = 60
MOST_AREA: Final = 5
"""Squares of the largest area for which opposite sides are laid out."""


def refuse(state: State, tactics: Mapping[str, str]) -> None:
    """Raises `Unsupported` for the first thing that the machine does not play."""
    for tactic in tactics.values():
        if tactic.partition(":")[0] not in TACTICS:
            raise Unsupported(f"tactic={tactic.partition(':')[0]}")
    if trigger_of(state.rulings) not in UNPROVOKED:
        raise Unsupported(f"T12={trigger_of(state.rulings)}")
    if metric_of(state.rulings) != "chebyshev":
        raise Unsupported(f"T18={metric_of(state.rulings)}")
    refuse_numbers(state)
    if is_drawn(state.map) and squares_of(state.map) > MOST_SQUARES:
        raise Unsupported("map=walls")


def refuse_numbers(state: State) -> None:
    """What there is too much of."""
    if len(state.profiles) > MOST:
        raise Unsupported(f"fighters={len(state.profiles)}")
    level = Counter([profile.dexterity for profile in state.profiles])
    if max(level.values()) > MOST_LEVEL:
        raise Unsupported(f"level={max(level.values())}")
    for profile in state.profiles:
        if profile.speed > MOST_STEPS * SQUARE:
            raise Unsupported(f"speed={profile.speed}")
        if profile.absorb > MOST_ABSORBED:
            raise Unsupported(f"absorb={profile.absorb}")
        if profile.area > MOST_AREA * SQUARE and flanking(state.rulings) == "opposite":
            raise Unsupported(f"area={profile.area}")


def is_drawn(map: Map) -> bool:
    """Whether anything on the map can break or hinder a line."""
    return bool(map.walls or map.cover)


def squares_of(map: Map) -> int:
    """How many squares a map has."""
    return (map.size[0] // SQUARE) * (map.size[1] // SQUARE)
