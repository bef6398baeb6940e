"""Crossings by hand and word for word; where one can go, against every walk that there is."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby, pairwise
from random import Random
from typing import TypeAlias, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.rulesets.d20grid.grid import (
    DIRECTIONS,
    Grid,
    Metric,
    Path,
    Square,
    count,
    is_walkable,
    length,
    steps,
    within,
)
from affray.rulesets.d20grid.paths import (
    BEYOND,
    GAUGES,
    Area,
    BorderCrossed,
    Covers,
    Reached,
    Terms,
    Trigger,
    Way,
    crossings,
    reachable,
)
from tests.rulesets.d20grid.maps import METRICS, block, grids, squares, walked

TRIGGERS: tuple[Trigger, ...] = get_args(Trigger)
COVERS: tuple[Covers, ...] = get_args(Covers)
ALL_TERMS = [
    terms
    for metric in METRICS
    for trigger in TRIGGERS
    for terms in (Terms(metric, trigger), *[Terms(metric, trigger, True, covered) for covered in COVERS])
]

A, B = 1, 2
AREA = Area(A, (0, 0), 5)
DISENGAGED = Terms(disengaged=True)


def row(*columns: int, at: int = 0) -> Path:
    """A path along a row, through all squares between those named."""
    found = [columns[0]]
    for start, end in pairwise(columns):
        found += range(start + 1, end + 1) if end > start else range(start - 1, end - 1, -1)
    return tuple((column, at) for column in found)


def way_by(path: Path, feet: int, owners: tuple[int, ...]) -> Way:
    """The way along a path."""
    steps = [(there[0] - here[0], there[1] - here[1]) for here, there in pairwise(path)]
    return Way(path[0], bytes([DIRECTIONS.index(step) for step in steps]), feet, owners)


def into(place: int, owner: int = A) -> BorderCrossed:
    return BorderCrossed(place, owner, True)


def out_of(place: int, owner: int = A) -> BorderCrossed:
    return BorderCrossed(place, owner, False)


# d20grid.aoo.trigger, T12


@pytest.mark.parametrize(
    ("path", "found"),
    [
        (row(2, 1), ()),  # (a) 5 feet
        (row(3, 1), ()),  # (b) 10 feet
        (row(4, 1), (into(3),)),  # (c) 15 feet in
        (row(1, 4), (out_of(0),)),  # (d) 15 feet out
        (row(1, 3), ()),
        (row(1, 2), ()),
    ],
)
def test_a_move_across_the_edge_provokes_from_15_feet_on(path: Path, found: tuple[BorderCrossed, ...]) -> None:
    assert crossings(path, (AREA,)) == found


def test_a_disengaged_move_out_does_not_provoke() -> None:
    assert crossings(row(1, 4), (AREA,), DISENGAGED) == ()  # (e)


def test_the_length_of_the_whole_move_counts_not_where_it_crosses() -> None:
    assert crossings(row(2, 1) + row(0, at=1) + row(-1), (Area(A, (0, 0), 5),)) == (into(1),)
    assert crossings(row(5, 2), (AREA,)) == ()
    assert crossings(row(1, -1), (AREA,)) == ()
    assert crossings(((1, -1), (1, 0), (1, 1), (0, 1), (-1, 1)), (AREA,)) == ()  # 20 feet within the area


@pytest.mark.parametrize(
    ("metric", "path", "found"),
    [
        ("chebyshev", ((3, 3), (2, 2), (1, 1)), ()),
        ("5_10_5", ((3, 3), (2, 2), (1, 1)), (into(2),)),  # 15 feet
        ("euclid", ((3, 3), (2, 2), (1, 1), (0, 1)), (into(3),)),  # (1, 1) is farther than 5 feet
        ("5_10_5", ((3, 2), (2, 1), (1, 1)), ()),  # 10 feet
        ("euclid", ((3, 1), (2, 0), (1, 0)), (into(2),)),  # 12.07 feet
        ("euclid", ((3, 0), (2, 0), (1, 0)), ()),
    ],
)
def test_10_feet_are_those_of_the_metric(metric: Metric, path: Path, found: tuple[BorderCrossed, ...]) -> None:
    assert crossings(path, (AREA,), Terms(metric)) == found


# What each trigger makes of one path: past A at (0, 0), through its area of 5 feet along the row above.
PAST = row(-3, 3, at=1)


@pytest.mark.parametrize(
    ("trigger", "path", "found"),
    [
        ("any_crossing", row(3, 1), (into(2),)),
        ("any_crossing", row(2, 1), ()),  # a step of 5 feet
        ("any_crossing", row(1, 2), ()),
        ("any_crossing", row(1, 3), (out_of(0),)),
        ("any_crossing", PAST, (into(2), out_of(4))),
        ("crossing_and_total", PAST, (into(2), out_of(4))),
        ("distance_inside_gt_10", PAST, (into(2), out_of(4))),  # three squares inside: 15 feet in, 15 feet out
        ("distance_inside_gt_10", row(-3, -1), ()),
        ("distance_inside_gt_10", row(-9, 0, at=1), ()),  # 10 feet in, after much more outside
        ("distance_inside_gt_10", row(-9, 1, at=1), (into(8),)),  # 15 feet in
        ("distance_inside_gt_10", row(0, 9, at=1), ()),  # 10 feet out
        ("distance_inside_gt_10", row(-1, 2, at=1), (out_of(2),)),
        ("distance_after_crossing_gt_10", PAST, (into(2),)),  # 5 steps from there on, but two from the way out on
        ("distance_after_crossing_gt_10", row(-3, 4, at=1), (into(2), out_of(4))),
        ("distance_after_crossing_gt_10", row(-9, 0, at=1), ()),
        ("distance_after_crossing_gt_10", row(-9, 1, at=1), (into(8),)),
        ("distance_after_crossing_gt_10", row(1, 3), ()),
        ("distance_after_crossing_gt_10", row(1, 4), (out_of(0),)),
        ("distance_after_crossing_gt_10", row(-1, 3), ()),
        ("distance_after_crossing_gt_10", row(-1, 4), (out_of(2),)),
    ],
)
def test_what_more_than_10_feet_measures(trigger: Trigger, path: Path, found: tuple[BorderCrossed, ...]) -> None:
    assert crossings(path, (AREA,), Terms(trigger=trigger)) == found


def test_the_distance_inside_is_that_of_each_stay() -> None:
    """Two stays of 10 feet are not one of 20."""
    path = ((-2, 1), (-1, 1), (0, 1), (0, 2), (1, 1), (1, 0), (2, 0))
    assert crossings(path, (AREA,), Terms(trigger="distance_inside_gt_10")) == ()
    assert crossings(path, (AREA,)) == (into(1), out_of(2), into(4), out_of(5))


@pytest.mark.parametrize("trigger", TRIGGERS)
@pytest.mark.parametrize("metric", METRICS)
def test_a_step_of_5_feet_never_provokes(metric: Metric, trigger: Trigger) -> None:
    for feet in (5, 15):
        for here in block(-5, 6):
            for there in [(here[0] + across, here[1] + up) for across, up in DIRECTIONS]:
                if length((here, there), metric) <= 5:
                    assert crossings((here, there), (Area(A, (0, 0), feet),), Terms(metric, trigger)) == ()


# T14, T15, T65, T66, T67


def test_in_and_out_of_one_area_are_two_crossings() -> None:
    """Entering the mover is in the first square inside, leaving in the last."""
    path = row(-3, 3, at=1)
    found = crossings(path, (AREA,))
    assert [(path[one.place], one.into) for one in found] == [((-1, 1), True), ((1, 1), False)]


def test_a_step_from_area_to_area_comes_first_to_the_one_left() -> None:
    areas = (Area(B, (5, 0), 5), Area(A, (0, 0), 5), Area(3, (2, 0), 5))
    # From (1, 0), in the areas of A and 3, to (4, 0) in that of B.
    assert crossings(row(1, 4), areas) == (out_of(0), out_of(2, 3), into(3, B))
    touching = (Area(B, (3, 0), 5), Area(A, (0, 0), 5))
    assert crossings(row(0, 3), touching) == (out_of(1), into(2, B))


def test_several_owners_at_one_crossing_stand_as_given() -> None:
    areas = (Area(7, (0, 1), 5), Area(3, (0, -1), 5), Area(5, (0, 0), 5))
    assert crossings(row(4, 1), areas) == (into(3, 7), into(3, 3), into(3, 5))
    assert crossings(row(4, 1), areas[::-1]) == (into(3, 5), into(3, 3), into(3, 7))


def test_an_area_of_15_feet() -> None:
    bow = Area(A, (0, 0), 15)
    assert crossings(row(6, 3), (bow,)) == (into(3),)
    assert crossings(row(3, 6), (bow,)) == (out_of(0),)
    assert crossings(row(3, -3), (bow,)) == ()
    assert crossings(row(4, 3), (bow,)) == ()


def test_where_the_owner_cannot_strike_nothing_provokes() -> None:
    blind = Area(A, (0, 0), 5, frozenset(((1, 0),)))
    assert crossings(row(4, 1), (blind,)) == crossings(row(1, 4), (blind,)) == ()
    assert crossings(row(-4, 4), (blind,)) == (into(3),)


@pytest.mark.parametrize("terms", ALL_TERMS)
def test_who_stays_where_it_is_provokes_nobody(terms: Terms) -> None:
    assert crossings(((1, 0),), (AREA,), terms) == ()


# d20grid.disengage, T19


@pytest.mark.parametrize(
    ("path", "found"),
    [
        (row(1, 5), ()),  # out of the area
        (row(-4, 4), ()),  # through it
        (row(-4, 0, at=1), (into(3),)),  # into it, and there it ends
        (row(-4, 4, 1), (into(11),)),  # through it, and back: the last entry counts
        (row(1, 4, 0), (into(6),)),
        (row(1, -1), ()),
        (row(-3, -1), ()),  # not more than 10 feet
    ],
)
def test_disengaged_only_an_entry_where_the_move_ends_provokes(path: Path, found: tuple[BorderCrossed, ...]) -> None:
    assert crossings(path, (AREA,), DISENGAGED) == found
    assert crossings(path, (AREA,), Terms(disengaged=True, covers="covers_into")) == ()
    assert crossings(path, (AREA,), Terms(covers="covers_into")) == crossings(path, (AREA,))


def test_disengaged_out_of_one_area_and_into_another() -> None:
    assert crossings(row(1, 4), (AREA, Area(B, (5, 0), 5)), DISENGAGED) == (into(3, B),)


def word_for_word(path: Path, areas: tuple[Area, ...], terms: Terms) -> list[tuple[int, int, BorderCrossed]]:
    """The crossings that provoke, each behind its step and whether it enters: by the stays in each area."""
    found: list[tuple[int, int, BorderCrossed]] = []
    for number, area in enumerate(areas):
        numbered = [(within(area.at, square, area.feet, terms.metric), place) for place, square in enumerate(path)]
        stays = [[place for _, place in run] for inside, run in groupby(numbered, key=lambda one: one[0]) if inside]
        for stay in stays:
            first, last = stay[0], stay[-1]
            if first:
                measured = {
                    "any_crossing": path,
                    "crossing_and_total": path,
                    "distance_inside_gt_10": path[first - 1 : last + 1],
                    "distance_after_crossing_gt_10": path[first - 1 :],
                }[terms.trigger]
                covered = terms.covers == "covers_into" or last + 1 < len(path)
                blind = path[first] in area.spared
                if is_enough(measured, terms) and not blind and not (terms.disengaged and covered):
                    found.append((2 * (first - 1) + 1, number, into(first, area.owner)))
            if last + 1 < len(path) and path[last] not in area.spared and not terms.disengaged:
                measured = {
                    "any_crossing": path,
                    "crossing_and_total": path,
                    "distance_inside_gt_10": path[first : last + 2],
                    "distance_after_crossing_gt_10": path[last:],
                }[terms.trigger]
                if is_enough(measured, terms):
                    found.append((2 * last, number, out_of(last, area.owner)))
    return sorted(found, key=lambda one: one[:2])


def is_enough(path: Path, terms: Terms) -> bool:
    return walked(path, terms.metric) > (5 if terms.trigger == "any_crossing" else 10)


walks = st.lists(st.sampled_from(DIRECTIONS), max_size=12)
spared = st.frozensets(squares(6), max_size=4)
some_areas = st.lists(st.tuples(squares(6), st.sampled_from((5, 10, 15)), spared), max_size=3).map(
    lambda found: tuple([Area(number, *area) for number, area in enumerate(found)])
)


def along(start: Square, moves: list[Square]) -> Path:
    path = [start]
    for across, up in moves:
        path.append((path[-1][0] + across, path[-1][1] + up))
    return tuple(path)


@settings(max_examples=300)
@given(squares(6), walks, some_areas, st.sampled_from(ALL_TERMS))
def test_crossings_are_those_of_the_text(
    start: Square, moves: list[Square], areas: tuple[Area, ...], terms: Terms
) -> None:
    path = along(start, moves)
    assert list(crossings(path, areas, terms)) == [one for _, _, one in word_for_word(path, areas, terms)]


@given(squares(6), walks, some_areas, st.sampled_from(METRICS), st.sampled_from(TRIGGERS[:3]))
def test_the_way_back_crosses_the_same_borders(
    start: Square, moves: list[Square], areas: tuple[Area, ...], metric: Metric, trigger: Trigger
) -> None:
    """What is measured is the same both ways, except after the crossing."""
    path = along(start, moves)
    last = len(path) - 1
    there = crossings(path, areas, Terms(metric, trigger))
    back = crossings(path[::-1], areas, Terms(metric, trigger))
    assert sorted((last - one.place, one.owner, not one.into) for one in back) == sorted(
        (one.place, one.owner, one.into) for one in there
    )


# Where one can go


def walks_from(grid: Grid, start: Square, speed: int, metric: Metric, closed: frozenset[Square]) -> Iterator[Path]:
    """Every walk that the speed allows, those that come back to a square among them."""
    waiting: list[Path] = [(start,)]
    while waiting:
        path = waiting.pop()
        yield path
        longer = [(*path, there) for there in steps(grid, path[-1]) if there not in closed]
        waiting += [one for one in longer if walked(one, metric) <= speed]


Entry: TypeAlias = tuple[tuple[tuple[int | Fraction, ...], list[int]], Path]


def by_brute_force(
    grid: Grid,
    start: Square,
    speed: int,
    areas: tuple[Area, ...],
    terms: Terms,
    through: frozenset[Square] = frozenset(),
    closed: frozenset[Square] = frozenset(),
) -> dict[Square, Reached]:
    """The same as `reachable`, by comparing every walk with every other."""
    safest: dict[Square, Entry] = {}
    shortest: dict[Square, Entry] = {}
    for path in walks_from(grid, start, speed, terms.metric, closed):
        owners = {one.owner for one in crossings(path, areas, terms)}
        feet, diagonals = walked(path, terms.metric), count(path)[1]
        moves = [DIRECTIONS.index((x2 - x, y2 - y)) for (x, y), (x2, y2) in pairwise(path)]
        for best, order in ((safest, (len(owners), feet)), (shortest, (feet, len(owners)))):
            entry = (((*order, diagonals), moves), path)
            best[path[-1]] = min(best.get(path[-1], entry), entry)

    def way(path: Path) -> Way:
        owners = {one.owner for one in crossings(path, areas, terms)}
        return way_by(path, length(path, terms.metric), tuple(area.owner for area in areas if area.owner in owners))

    return {
        square: Reached(way(path), None if shortest[square][1] == path else way(shortest[square][1]))
        for square, (_, path) in safest.items()
        if square != start and square not in through
    }


OPEN = Grid(11, 11)


def straight_to(square: Square) -> Path:
    """A shortest way from (5, 5) on open ground: diagonals, then straight on."""
    path = [(5, 5)]
    while path[-1] != square:
        (x, y), (x2, y2) = path[-1], square
        path.append((x + (x2 > x) - (x2 < x), y + (y2 > y) - (y2 < y)))
    return tuple(path)


@pytest.mark.parametrize("metric", METRICS)
def test_on_open_ground_one_gets_everywhere_within_the_speed(metric: Metric) -> None:
    found = reachable(OPEN, (5, 5), 20, terms=Terms(metric))
    feet = {square: walked(straight_to(square), metric) for square in block(0, 11) if square != (5, 5)}
    assert set(found) == {square for square in feet if feet[square] <= 20}
    assert all(one.shortest is None and one.safest.owners == () for one in found.values())
    assert [feet[square] for square in found] == sorted(feet[square] for square in found)


def test_of_equal_ways_one_goes_straight_first() -> None:
    assert reachable(OPEN, (0, 0), 30)[4, 0].safest.path == row(0, 4)
    assert reachable(OPEN, (0, 0), 30)[3, 1].safest == way_by(((0, 0), (1, 0), (2, 0), (3, 1)), 15, ())


def test_a_detour_that_provokes_nobody_and_the_shorter_way_that_does() -> None:
    """Round A, who stands at (3, 1), and through its area."""
    found = reachable(Grid(7, 6), (1, 0), 40, areas=(Area(A, (3, 1), 5),), closed=frozenset(((3, 1),)))[5, 0]
    around = ((1, 0), (1, 1), (1, 2), (2, 3), (3, 3), (4, 3), (5, 2), (5, 1), (5, 0))
    assert found == Reached(way_by(around, 40, ()), way_by(row(1, 5), 20, (A,)))
    slower = reachable(Grid(7, 6), (1, 0), 35, areas=(Area(A, (3, 1), 5),), closed=frozenset(((3, 1),)))[5, 0]
    assert slower == Reached(way_by(row(1, 5), 20, (A,)), None)


def test_an_owner_has_one_attack_however_often_one_crosses() -> None:
    area = Area(A, (4, 1), 5)
    found = reachable(Grid(9, 1), (0, 0), 40, areas=(area,))[8, 0]
    assert found == Reached(way_by(row(0, 8), 40, (A,)), None)
    assert len(crossings(row(0, 8), (area,))) == 2


def test_disengaged_one_goes_past_and_not_up_to_a_foe() -> None:
    found = reachable(Grid(9, 1), (0, 0), 40, areas=(Area(A, (4, 1), 5),), terms=DISENGAGED)
    assert {square: one.safest.owners for square, one in found.items() if one.safest.owners} == {
        (3, 0): (A,), (4, 0): (A,), (5, 0): (A,)
    }  # fmt: skip
    covered = reachable(
        Grid(9, 1), (0, 0), 40, areas=(Area(A, (4, 1), 5),), terms=Terms(disengaged=True, covers="covers_into")
    )
    assert not any(one.safest.owners for one in covered.values())


def test_occupied_squares() -> None:
    """T58: an ally's square may be crossed, not ended on; an enemy's not entered."""
    corridor = Grid(5, 1)
    ally = reachable(corridor, (0, 0), 30, through=frozenset(((2, 0),)))
    assert list(ally) == [(1, 0), (3, 0), (4, 0)]
    enemy = reachable(corridor, (0, 0), 30, closed=frozenset(((2, 0),)))
    assert list(enemy) == [(1, 0)]


def test_without_speed_one_stays() -> None:
    assert reachable(OPEN, (5, 5), 0) == reachable(OPEN, (5, 5), 4) == {}
    assert set(reachable(OPEN, (5, 5), 5)) == {(5 + across, 5 + up) for across, up in DIRECTIONS}
    assert set(reachable(OPEN, (5, 5), 5, terms=Terms("euclid"))) == {(4, 5), (5, 4), (6, 5), (5, 6)}


def test_within_10_feet_nobody_is_provoked() -> None:
    found = reachable(Grid(9, 9), (4, 4), 10, areas=(Area(A, (4, 3), 5), Area(B, (2, 4), 5)))
    assert all(one.safest.owners == () and one.shortest is None for one in found.values())


def test_coming_back_to_a_square_can_break_up_a_stay() -> None:
    """`distance_inside_gt_10`: stepping into a niche and out again makes of one stay of 15 feet two of 10."""
    niche = Grid(7, 3, walls=((0, 1, 7, 1), (0, 2, 3, 2), (4, 2, 7, 2), (3, 2, 3, 3), (4, 2, 4, 3)))
    areas, terms = (Area(A, (3, 0), 5),), Terms(trigger="distance_inside_gt_10")
    found = reachable(niche, (1, 1), 30, areas=areas, terms=terms)
    stopping = ((1, 1), (2, 1), (3, 1), (3, 2), (3, 1), (4, 1), (5, 1))
    assert found[5, 1] == Reached(way_by(stopping, 30, ()), way_by(row(1, 5, at=1), 20, (A,)))
    assert found == by_brute_force(niche, (1, 1), 30, areas, terms)


few_squares = st.frozensets(squares(5), max_size=3)


@settings(max_examples=200)
@given(
    grids(5, 4),
    squares(5),
    st.sampled_from((10, 15, 20)),
    some_areas,
    st.sampled_from(ALL_TERMS),
    few_squares,
    few_squares,
)
def test_reachable_is_the_best_of_every_walk(
    grid: Grid,
    start: Square,
    speed: int,
    areas: tuple[Area, ...],
    terms: Terms,
    through: frozenset[Square],
    closed: frozenset[Square],
) -> None:
    """On maps of 5 by 5 squares: owners, feet and the very squares of the paths, whichever terms."""
    grid = Grid(5, 5, grid.walls)
    found = reachable(grid, start, speed, areas=areas, terms=terms, through=through, closed=closed)
    assert found == by_brute_force(grid, start, speed, areas, terms, through, closed)


@pytest.mark.slow
@pytest.mark.parametrize("terms", [terms for terms in ALL_TERMS if terms.covers == "literal"])
def test_reachable_is_the_best_of_every_longer_walk(terms: Terms) -> None:
    """30 feet: long enough to go round an area."""
    random = Random(f"{terms}")
    squares = [(column, row) for column, row in block(0, 5) if row < 4]
    for _ in range(2):
        corners = random.sample(squares, 3)
        walls = tuple([(x, y, x, y + 2) if random.random() < 0.5 else (x, y, x + 2, y) for x, y in corners])
        places = random.sample(squares, 4)
        feet, spared = random.choices((5, 5, 15), k=4), frozenset(random.sample(squares, 3))
        areas = tuple([Area(owner, places[owner], feet[owner], spared if owner else frozenset()) for owner in range(4)])
        start = random.choice(squares)
        found = reachable(Grid(5, 4, walls), start, 30, areas=areas, terms=terms)
        assert found == by_brute_force(Grid(5, 4, walls), start, 30, areas, terms)


def crowd(number: int, feet: int, seed: int) -> tuple[Area, ...]:
    """So many owners on a map of 40 by 40 squares, most of them in its middle."""
    random = Random(seed)
    return tuple(
        [Area(owner, at, feet) for owner, at in enumerate(random.sample(block(12, 28), number)) if at != (20, 20)]
    )


@pytest.mark.parametrize("terms", ALL_TERMS)
@pytest.mark.parametrize("feet", [5, 15])
def test_the_ways_among_a_crowd_are_what_they_say(terms: Terms, feet: int) -> None:
    """What holds of any map: paths of open steps, as long and as provoking as `length` and `crossings` say."""
    areas = crowd(12, feet, 1)
    grid = Grid(40, 40, walls=((10, 5, 10, 20), (20, 22, 35, 22), (15, 10, 15, 18)))
    closed = frozenset(area.at for area in areas)
    found = reachable(grid, (20, 20), 40, areas=areas, terms=terms, closed=closed)
    plain = reachable(grid, (20, 20), 40, terms=Terms(terms.metric), closed=closed)
    assert set(found) == set(plain)
    for square, one in found.items():
        ways = [one.safest] if one.shortest is None else [one.safest, one.shortest]
        for way in ways:
            assert way.path[0] == (20, 20)
            assert way.path[-1] == square
            assert is_walkable(grid, way.path)
            assert closed.isdisjoint(way.path)
            assert way.feet == length(way.path, terms.metric) <= 40
            assert way.owners == tuple(sorted({one.owner for one in crossings(way.path, areas, terms)}))
        assert ways[-1].feet == plain[square].safest.feet
        if one.shortest is not None:
            assert len(one.safest.owners) < len(one.shortest.owners)
            assert walked(one.shortest.path, terms.metric) < walked(one.safest.path, terms.metric)


# The marks


@pytest.mark.parametrize("metric", METRICS)
def test_marks_stand_for_distances_up_to_10_feet(metric: Metric) -> None:
    """Every walk of up to 4 steps has the mark of its distance, and what has the same mark goes on alike."""
    walks: list[list[bool]] = [[]]
    for _ in range(4):
        walks += [[*walk, diagonal] for walk in walks for diagonal in (False, True)]
    for walk in walks:
        mark = 0
        for diagonal in walk:
            mark = BEYOND if mark == BEYOND else GAUGES[metric][diagonal][mark]
        path = along((0, 0), [(1, int(diagonal)) for diagonal in walk])
        assert (mark == BEYOND) == (walked(path, metric) > 10)
