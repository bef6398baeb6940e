"""What the map tells about a fight: who stands where, what is near, in sight, in cover, and where one can go.

The geometry itself counts in squares (`grid`, `paths`); everything else speaks of feet, and this module translates.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

import msgspec

from affray.rules import rule
from affray.rulesets.d20grid import grid, paths
from affray.rulesets.d20grid.rulings import Rulings
from affray.rulesets.d20grid.state import (
    SQUARE,
    UP,
    Condition,
    Fate,
    Flag,
    Map,
    Place,
    Profile,
    State,
    Weapon,
    is_ranged,
)

NEAR = 5
"""Feet within which friends are in danger, shooters too close, and allies out of the line of sight."""

MELEE_AREA, RANGED_AREA = 5, 15


# Squares and feet


@lru_cache(maxsize=64)
def grid_of(map: Map) -> grid.Grid:
    """The map in squares."""
    return grid.Grid(
        map.size[0] // SQUARE,
        map.size[1] // SQUARE,
        tuple([_squares(wall) for wall in map.walls]),
        tuple([(*_squares(rise[:4]), rise[4]) for rise in map.elevation]),
        tuple([_squares(box) for box in map.cover]),
    )


def _squares(four: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    a, b, c, d = four
    return a // SQUARE, b // SQUARE, c // SQUARE, d // SQUARE


def square_of(place: Place) -> grid.Square:
    """The square of a place."""
    return place[0] // SQUARE, place[1] // SQUARE


def place_of(square: grid.Square) -> Place:
    """The place of a square."""
    return square[0] * SQUARE, square[1] * SQUARE


def on_map(map: Map, place: Place) -> bool:
    """Whether the map has a square there."""
    return not (place[0] % SQUARE or place[1] % SQUARE) and grid.on_map(grid_of(map), square_of(place))


# What two places have to do with each other


@rule("T18")
def metric_of(rulings: Rulings) -> grid.Metric:
    """How distance is measured: diagonals count 5 feet, or 5 and 10 in turn, or what they are."""
    return rulings.metric


@lru_cache(maxsize=1 << 16)
def near(one: Place, other: Place, feet: int, metric: grid.Metric) -> bool:
    """Whether two places are at most so many feet apart."""
    return grid.within(square_of(one), square_of(other), feet, metric)


@lru_cache(maxsize=1 << 16)
def no_wall(map: Map, one: Place, other: Place) -> bool:
    """Whether no wall is on the line between two places."""
    return grid.is_clear(grid_of(map), square_of(one), square_of(other))


@lru_cache(maxsize=1 << 16)
def in_cover(map: Map, attacker: Place, target: Place) -> bool:
    """Whether the map puts a target in cover from an attacker."""
    return grid.is_in_cover(grid_of(map), square_of(attacker), square_of(target))


@lru_cache(maxsize=1 << 16)
def places_between(one: Place, other: Place) -> tuple[Place, ...]:
    """The squares that the line between two places passes through."""
    return tuple([place_of(square) for square in grid.between(square_of(one), square_of(other))])


@lru_cache(maxsize=1 << 12)
def height(map: Map, place: Place) -> int:
    """How many feet the ground is raised there."""
    return grid.elevation(grid_of(map), square_of(place))


@lru_cache(maxsize=1 << 16)
def opposite(one: Place, other: Place, target: Place) -> bool:
    """Whether two stand on opposite sides of a third."""
    return grid.are_opposite(square_of(one), square_of(other), square_of(target))


# Who sees whom

OUT_OF_SIGHT = frozenset({"hidden", "invisible"})


def is_unseen(state: State, fighter: int, other: int) -> bool:
    """Whether a fighter does not see another: one of another side that is hidden or invisible."""
    hides = not OUT_OF_SIGHT.isdisjoint(state.conditions[other].flags)
    return hides and state.profiles[other].side != state.profiles[fighter].side


def in_sight(state: State, number: int) -> bool:
    """Whether the players may know where a fighter is: their own, and who is neither invisible nor hidden."""
    return state.profiles[number].players or OUT_OF_SIGHT.isdisjoint(state.conditions[number].flags)


# Areas and attacks


@rule("d20grid.aoo.trigger", "T63")
def area_of(profile: Profile, condition: Condition) -> int:
    """The feet of a fighter's Area of Influence: 0 for one who is not conscious; the weapon in hand decides."""
    if condition.fate != UP:
        return 0
    if profile.area:
        return profile.area
    drawn = condition.drawn
    return RANGED_AREA if drawn and is_ranged(profile.weapons[drawn[0]]) else MELEE_AREA


def is_in_area(state: State, fighter: int, place: Place) -> bool:
    """Whether a place is in the area of a fighter."""
    condition = state.conditions[fighter]
    area = area_of(state.profiles[fighter], condition)
    return bool(area) and near(condition.at, place, area, metric_of(state.rulings))


@rule("d20grid.edge.line-of-sight", "d20grid.attack.roll", "T60", "T61")
def can_strike(
    state: State, attacker: int, target: int, weapon: Weapon, spot: Place, here: Place | None = None
) -> bool:
    """Whether an attack with this weapon reaches a target at this spot, from where the attacker is or would be.

    A melee weapon by its reach, and not through a wall; a ranged one as far as there is a line of sight.
    """
    here = state.conditions[attacker].at if here is None else here
    if not is_ranged(weapon):
        return near(here, spot, weapon.reach, metric_of(state.rulings)) and no_wall(state.map, here, spot)
    if says_the_scenario(state.rulings):
        return "hidden" not in state.conditions[target].flags
    return no_wall(state.map, here, spot) and not (
        creatures_block(state.rulings) and creature_between(state, attacker, target, spot, here)
    )


@rule("T61")
def says_the_scenario(rulings: Rulings) -> bool:
    """Whether cover and line of sight are flags of the scenario, and not read off the map."""
    return rulings.sight == "flags"


@rule("d20grid.edge.line-of-sight", "T32")
def creatures_block(rulings: Rulings) -> bool:
    """Whether a creature on the line breaks it, and does not only give cover."""
    return rulings.creatures_between == "blocks"


@rule("d20grid.edge.line-of-sight", "T32")
def creature_between(state: State, attacker: int, target: int, spot: Place, here: Place) -> bool:
    """Whether a creature is on the line of a shot."""
    return next(creatures_between(state, attacker, target, spot, here), None) is not None


@rule("d20grid.edge.line-of-sight", "T32")
def creatures_between(state: State, attacker: int, target: int, spot: Place, here: Place) -> Iterator[int]:
    """The creatures on the line of a shot: any but the shooter's allies within 5 feet of it.

    Sight is broken by what is seen: not by foes who are hidden or invisible.
    """
    line = places_between(here, spot)
    if not line:
        return
    side, metric = state.profiles[attacker].side, metric_of(state.rulings)
    for number, other in enumerate(state.conditions):
        if other.at not in line or number in (attacker, target) or other.fate == "dead":
            continue
        if is_unseen(state, attacker, number):
            continue
        if state.profiles[number].side != side or not near(here, other.at, NEAR, metric):
            yield number


# Ways


Ways: TypeAlias = dict[Place, paths.Reached]
"""How one gets to a place: the way that provokes least, and the shortest where that is another."""


@rule("d20grid.aoo.trigger", "T16")
def may_shoot(rulings: Rulings) -> bool:
    """Whether a ranged weapon can take an attack of opportunity."""
    return rulings.ranged_opportunity == "allowed"


@rule("d20grid.aoo.trigger", "d20grid.surprise", "T16", "T56")
def weapons_at_hand(state: State, owner: int) -> tuple[int, ...]:
    """The weapons with which somebody could take an attack of opportunity now; none for who has none left."""
    condition = state.conditions[owner]
    if condition.fate != UP or not condition.opportunity or "unaware" in condition.flags:
        return ()
    if may_shoot(state.rulings):
        return condition.drawn
    weapons = state.profiles[owner].weapons
    return tuple([one for one in condition.drawn if not is_ranged(weapons[one])])


class Standing(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """The conditions with what movements depend on, and nothing else: no hit points, no armor."""

    conditions: tuple[Condition, ...]


def standing(conditions: tuple[Condition, ...]) -> Standing:
    """Where everybody is and what it could do to one who passes; of equal ones always the same value."""
    return _standing(tuple([(one.at, one.fate, one.drawn, one.opportunity, one.flags) for one in conditions]))


@lru_cache(maxsize=1 << 12)
def _standing(key: tuple[tuple[Place, Fate, tuple[int, ...], bool, tuple[Flag, ...]], ...]) -> Standing:
    return Standing(
        tuple(
            [
                Condition(0, at, fate=fate, drawn=drawn, opportunity=opportunity, flags=flags)
                for at, fate, drawn, opportunity, flags in key
            ]
        )
    )


def areas_against(state: State, mover: int) -> tuple[paths.Area, ...]:
    """The areas of enemies who could take an attack of opportunity at a mover, by initiative."""
    return _areas(state.map, state.profiles, standing(state.conditions), state.order, state.rulings, mover)


@lru_cache(maxsize=1 << 9)
@rule("d20grid.aoo.trigger", "T63", "T66")
def _areas(
    map: Map, profiles: tuple[Profile, ...], there: Standing, order: tuple[int, ...], rulings: Rulings, mover: int
) -> tuple[paths.Area, ...]:
    """The areas that count against a mover; those who are still to roll initiative come last."""
    state = State(rulings, map, profiles, there.conditions, order=order)
    side, found = profiles[mover].side, []
    later = [number for number in range(len(profiles)) if number not in order]
    for owner in (*order, *later):
        weapons = weapons_at_hand(state, owner) if profiles[owner].side != side else ()
        if weapons:
            found.append(_area(state, owner, mover, weapons))
    return tuple(found)


def _area(state: State, owner: int, mover: int, weapons: tuple[int, ...]) -> paths.Area:
    """An owner's area, and where in it no weapon reaches a mover: behind a wall, say."""
    one = state.conditions[owner]
    feet, (column, row) = area_of(state.profiles[owner], one), square_of(one.at)
    squares = [(column + across, row + up) for across, up in grid.disc(feet, metric_of(state.rulings))]
    spared = [square for square in squares if not _strikes_at(state, owner, mover, weapons, place_of(square))]
    return paths.Area(owner, (column, row), feet, frozenset(spared))


def _strikes_at(state: State, owner: int, mover: int, weapons: tuple[int, ...], spot: Place) -> bool:
    held = state.profiles[owner].weapons
    return any(can_strike(state, owner, mover, held[one], spot) for one in weapons)


@rule("T12", "T18", "T19")
def terms_of(rulings: Rulings, disengaged: bool) -> paths.Terms:
    """By what a movement is judged."""
    return _terms(metric_of(rulings), trigger_of(rulings), disengaged, covers(rulings))


_terms = lru_cache(maxsize=256)(paths.Terms)


@rule("d20grid.aoo.trigger", "T12")
def trigger_of(rulings: Rulings) -> paths.Trigger:
    """What "more than 10 feet into or out of" measures."""
    return rulings.trigger


@rule("d20grid.disengage", "T19")
def covers(rulings: Rulings) -> paths.Covers:
    """What a Disengage covers."""
    return rulings.disengaging


@rule("d20grid.map.squares", "T58")
def in_the_way(state: State, mover: int, *, seen_alone: bool = False) -> tuple[frozenset[Place], frozenset[Place]]:
    """The squares that a mover may cross and not end on, and those that it may not enter: the enemies'.

    `seen_alone` leaves out whoever the mover does not see.
    """
    through: list[Place] = []
    closed: list[Place] = []
    side = state.profiles[mover].side
    for number, one in enumerate(state.conditions):
        if number == mover or one.fate == "dead" or (seen_alone and is_unseen(state, mover, number)):
            continue
        is_closed = one.fate == UP and state.profiles[number].side != side
        (closed if is_closed else through).append(one.at)
    return frozenset(through), frozenset(closed)


def ways_of(state: State, mover: int) -> Ways:
    """Every square that the mover's movement can end on, and how."""
    turn = state.turn
    disengaged = turn is not None and turn.disengaged
    there = standing(state.conditions)
    return _ways(state.map, state.profiles, there, state.order, state.rulings, mover, disengaged)


@lru_cache(maxsize=1 << 8)
def _ways(
    map: Map,
    profiles: tuple[Profile, ...],
    there: Standing,
    order: tuple[int, ...],
    rulings: Rulings,
    mover: int,
    disengaged: bool,
) -> Ways:
    through, closed = in_the_way(State(rulings, map, profiles, there.conditions), mover)
    found = paths.reachable(
        grid_of(map),
        square_of(there.conditions[mover].at),
        profiles[mover].speed,
        areas=_areas(map, profiles, there, order, rulings, mover),
        terms=terms_of(rulings, disengaged),
        through=frozenset([square_of(one) for one in through]),
        closed=frozenset([square_of(one) for one in closed]),
    )
    return {place_of(square): one for square, one in found.items()}


def places_of(way: paths.Way) -> tuple[Place, ...]:
    """The places of a way, from where it begins."""
    return tuple([place_of(square) for square in way.path])


@lru_cache(maxsize=256)
def walking(map: Map, target: Place) -> dict[Place, int]:
    """How many steps every square is away from a place, by the ground alone."""
    ground = grid_of(map)
    found = {square_of(target): 0}
    waiting = list(found)
    for here in waiting:
        for there in grid.steps(ground, here):
            if there not in found:
                found[there] = found[here] + 1
                waiting.append(there)
    return {place_of(square): steps for square, steps in found.items()}
