"""Where tactics go: up to a foe, beside it, to where there is a shot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from affray.dice import Dice
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid.edges import is_flanking
from affray.rulesets.d20grid.grid import disc
from affray.rulesets.d20grid.ground import (
    Ways,
    can_strike,
    walking,
    ways_of,
)
from affray.rulesets.d20grid.legality_moving import steps_from
from affray.rulesets.d20grid.paths import Way
from affray.rulesets.d20grid.state import SQUARE, Map, Place, State, foes_of, is_ranged

Choice: TypeAlias = Callable[[State, list[int], Dice], int]
"""Says which of some conscious foes it is."""


def to_strike(state: State, seat: int, choose: Choice, dice: Dice) -> c.Command | None:
    """To a square from which somebody can be attacked, by the path that provokes least; else up to whom it chose."""
    ways = ways_of(state, seat)
    best = {foe: min(found) for foe in foes_of(state, seat) if (found := list(squares_against(state, seat, foe, ways)))}
    if best:
        return go(seat, best[choose(state, list(best), dice)][-1])
    foes = list(foes_of(state, seat))
    chosen = choose(state, foes, dice)
    others = [foe for foe in foes if foe != chosen]
    return nearer_to_one(state, seat, [chosen, *others], ways)


def go(seat: int, place: Place) -> c.MoveTo:
    """The movement to a square by the path that provokes least."""
    return c.MoveTo(seat, *place)


def squares_against(state: State, seat: int, foe: int, ways: Ways) -> Iterator[tuple[int, int, Place]]:
    """The squares that one can go to and attack a foe from: how many that provokes, the feet, the square."""
    spot = state.conditions[foe].at
    held = [state.profiles[seat].weapons[weapon] for weapon in state.conditions[seat].drawn]
    if not held:
        return
    reach = 0 if any([is_ranged(one) for one in held]) else max([one.reach for one in held])
    places = around(spot, reach) if reach else iter(ways)
    for place in places:
        routes = ways.get(place)
        if routes is not None and any([can_strike(state, seat, foe, one, spot, place) for one in held]):
            yield routes.safest.provoked, routes.safest.feet, place


def around(place: Place, feet: int) -> Iterator[Place]:
    """The squares around one."""
    for across, up in disc(feet, "chebyshev"):
        yield place[0] + across * SQUARE, place[1] + up * SQUARE


def nearer_to_one(state: State, seat: int, foes: Sequence[int], ways: Ways) -> c.Command | None:
    """As near as one gets to the first of these foes to whom one does get nearer."""
    for foe in foes:
        command = nearer(state, seat, foe, ways)
        if command is not None:
            return command
    return None


def nearer(state: State, seat: int, foe: int, ways: Ways) -> c.Command | None:
    """As near to a foe as one gets; None where one is as near already."""
    far = distance_to(state.map, state.conditions[foe].at)
    best = min([(far(place), *cost(routes.safest), place) for place, routes in ways.items()], default=None)
    if best is None or best[0] >= far(state.conditions[seat].at):
        return None
    return go(seat, best[-1])


def cost(way: Way) -> tuple[int, int]:
    """How many a way provokes, and how long it is."""
    return way.provoked, way.feet


def distance_to(map: Map, target: Place) -> Callable[[Place], int]:
    """How far a square is from a place: around walls where there are any."""
    if map.walls:
        steps = walking(map, target)
        return lambda place: steps.get(place, 1_000_000)
    x, y = target
    return lambda place: max(abs(place[0] - x), abs(place[1] - y)) // SQUARE


def nearest_step(state: State, seat: int) -> c.Command | None:
    """A step of five feet to where somebody can be attacked."""
    held = [state.profiles[seat].weapons[weapon] for weapon in state.conditions[seat].drawn]
    for place in steps_from(state, seat):
        for foe in foes_of(state, seat):
            if any([can_strike(state, seat, foe, one, state.conditions[foe].at, place) for one in held]):
                return c.Step(seat, *place)
    return None


def to_flank(state: State, seat: int, choose: Choice, dice: Dice) -> c.Command | None:
    """To where a foe can be attacked and is flanked, by the path that provokes least; else as `to_strike`."""
    ways = ways_of(state, seat)
    for foe in foes_of(state, seat):
        flanking = [
            one
            for one in squares_against(state, seat, foe, ways)
            if is_flanking(moved(state, seat, one[-1]), seat, foe, state.conditions[foe].at)
        ]
        if flanking:
            return go(seat, min(flanking)[-1])
    return to_strike(state, seat, choose, dice)


def moved(state: State, seat: int, place: Place) -> State:
    """The state with a fighter on another square."""
    conditions: list[Any] = list(state.conditions)
    conditions[seat] = replace(conditions[seat], at=place)
    return replace(state, conditions=tuple(conditions))


def with_a_shot(state: State, seat: int, choose: Choice, dice: Dice) -> c.Command | None:
    """To where a foe can be attacked from farthest away; else up to the first."""
    ways = ways_of(state, seat)
    foes = foes_of(state, seat)
    gap = gap_to(state, foes)
    best = min(
        [
            (provoked, -gap(place), feet, place)
            for foe in foes
            for provoked, feet, place in squares_against(state, seat, foe, ways)
        ],
        default=None,
    )
    if best is not None:
        return go(seat, best[-1])
    return nearer_to_one(state, seat, foes, ways)


def gap_to(state: State, foes: tuple[int, ...]) -> Callable[[Place], int]:
    """How many feet the nearest of these foes is from a square, walls or not."""
    spots = [state.conditions[foe].at for foe in foes]
    return lambda place: min([max(abs(place[0] - x), abs(place[1] - y)) for x, y in spots])
