"""The map by hand and by brute force: distances, open steps, what cuts a line, cover, what stands on a line."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.rulesets.d20grid.grid import (
    DIRECTIONS,
    Grid,
    Metric,
    Square,
    Wall,
    are_opposite,
    between,
    count,
    disc,
    elevation,
    feet_of,
    gap,
    is_clear,
    is_in_cover,
    is_walkable,
    length,
    on_map,
    rank,
    steps,
    within,
)
from tests.rulesets.d20grid.maps import METRICS, ROOT, Point, block, grids, side_of, squares, walked

AROUND = block(-6, 7)
HALF = Fraction(1, 2)


def centre(square: Square) -> Point:
    return square[0] + HALF, square[1] + HALF


# T18


@pytest.mark.parametrize(
    ("other", "chebyshev", "alternating", "euclid"),
    [
        ((0, 0), 0, 0, 0),
        ((1, 0), 5, 5, 5),
        ((1, 1), 5, 5, 8),
        ((2, 2), 10, 15, 15),
        ((3, 1), 15, 15, 16),
        ((3, 2), 15, 20, 19),
        ((3, 3), 15, 20, 22),
        ((0, -4), 20, 20, 20),
    ],
)
def test_within_by_each_metric(other: Square, chebyshev: int, alternating: int, euclid: int) -> None:
    """The least whole number of feet that two squares are within: 2 up and 2 across are the root of 200, 14.1 feet."""
    for metric, feet in zip(METRICS, (chebyshev, alternating, euclid), strict=True):
        assert within((0, 0), other, feet, metric)
        assert feet == 0 or not within((0, 0), other, feet - 1, metric)


def far(metric: Metric) -> dict[Square, Fraction]:
    """The feet from (0, 0) to every square around, by walking there in every way, or along the line."""
    if metric == "euclid":
        return {(x, y): Fraction(25 * (x * x + y * y)) for x, y in AROUND}
    found: dict[Square, Fraction] = {}
    # The last number says whether the next diagonal counts 10 feet.
    front = {((0, 0), 0): 0}
    while front:
        after: dict[tuple[Square, int], int] = {}
        for ((x, y), odd), feet in front.items():
            found[x, y] = min(found.get((x, y), Fraction(feet)), Fraction(feet))
            for across, up in product((-1, 0, 1), repeat=2):
                diagonal = across != 0 and up != 0
                more = 10 if diagonal and odd else 5
                there = ((x + across, y + up), odd ^ (diagonal and metric == "5_10_5"))
                if (across or up) and feet + more <= 45 and feet + more < after.get(there, 46):
                    after[there] = feet + more
        front = after
    return found


@pytest.mark.parametrize("metric", METRICS)
def test_distance_is_that_of_the_shortest_way(metric: Metric) -> None:
    found = far(metric)
    for other in AROUND:
        for feet in range(0, 50):
            reached = found[other] <= (feet * feet if metric == "euclid" else feet)
            assert within((0, 0), other, feet, metric) == reached, (other, feet)


@given(squares(), squares(), squares(), st.sampled_from(METRICS), st.integers(0, 60))
def test_distance_is_symmetric_and_the_same_everywhere(
    one: Square, other: Square, away: Square, metric: Metric, feet: int
) -> None:
    assert gap(one, other, metric) == gap(other, one, metric)
    assert within(one, other, feet, metric) == within(other, one, feet, metric)
    moved = [(square[0] + away[0], square[1] + away[1]) for square in (one, other)]
    assert gap(moved[0], moved[1], metric) == gap(one, other, metric)
    assert (gap(one, other, metric) == 0) == (one == other)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("feet", [0, 5, 7, 10, 15, 20])
def test_a_disc_is_what_is_within(metric: Metric, feet: int) -> None:
    assert set(disc(feet, metric)) == {square for square in AROUND if within((0, 0), square, feet, metric)}


def test_the_areas_of_influence() -> None:
    """5 feet with a melee weapon, 15 with a ranged one."""
    sizes = {metric: (len(disc(5, metric)), len(disc(15, metric))) for metric in METRICS}
    assert sizes == {"chebyshev": (9, 49), "5_10_5": (9, 37), "euclid": (5, 29)}


@pytest.mark.parametrize(
    ("straight", "diagonal", "feet"),
    [
        (0, 0, (0, 0, 0)),
        (2, 0, (10, 10, 10)),
        (0, 1, (5, 5, 8)),
        (0, 2, (10, 15, 15)),
        (1, 1, (10, 10, 13)),
        (0, 3, (15, 20, 22)),
        (3, 4, (35, 45, 44)),
    ],
)
def test_feet_of_steps(straight: int, diagonal: int, feet: tuple[int, ...]) -> None:
    assert tuple(feet_of(straight, diagonal, metric) for metric in METRICS) == feet


@given(st.lists(st.sampled_from(DIRECTIONS), max_size=12), st.sampled_from(METRICS))
def test_length_is_that_of_the_walk_in_whole_feet(moves: list[Square], metric: Metric) -> None:
    path = [(0, 0)]
    for across, up in moves:
        path.append((path[-1][0] + across, path[-1][1] + up))
    assert length(tuple(path), metric) == ceil(walked(path, metric))
    assert length(tuple(path), metric) == length(tuple(path[::-1]), metric)
    assert sum(count(tuple(path))) == len(moves)


@pytest.mark.parametrize("metric", METRICS)
def test_rank_puts_lengths_in_their_true_order(metric: Metric) -> None:
    counts = block(0, 40)
    counts.sort(key=lambda pair: rank(pair[0], pair[1], metric))

    def exact(steps: tuple[int, int]) -> Fraction:
        straight, diagonal = steps
        if metric == "euclid":
            return straight + diagonal * ROOT
        return Fraction(straight + diagonal + (diagonal // 2 if metric == "5_10_5" else 0))

    for shorter, longer in pairwise(counts):
        assert exact(shorter) <= exact(longer)
        assert (exact(shorter) == exact(longer)) == (rank(*shorter, metric) == rank(*longer, metric))


def test_rank_tells_very_close_lengths_apart() -> None:
    """The convergents of the root of 2: as many steps of each kind as differ least in length."""
    straight, diagonal = 1, 1
    while straight + diagonal < 2**30:
        longer = straight * straight > 2 * diagonal * diagonal
        assert (rank(straight, 0, "euclid") > rank(0, diagonal, "euclid")) == longer
        straight, diagonal = straight + 2 * diagonal, straight + diagonal


# T58


def test_steps_stay_on_the_map() -> None:
    assert steps(Grid(3, 2), (0, 0)) == ((1, 0), (0, 1), (1, 1))
    assert steps(Grid(3, 2), (1, 1)) == ((2, 1), (0, 1), (1, 0), (0, 0), (2, 0))
    assert steps(Grid(1, 1), (0, 0)) == ()
    assert on_map(Grid(3, 2), (2, 1))
    assert not on_map(Grid(3, 2), (3, 1))
    assert not on_map(Grid(3, 2), (2, 2))
    assert not on_map(Grid(3, 2), (-1, 0))


def test_no_step_through_a_wall_or_round_its_end() -> None:
    """An upright wall between (0, 0) and (1, 0): also the diagonals past both of its ends are shut."""
    wall = Grid(3, 3, walls=((1, 0, 1, 1),))
    assert set(steps(wall, (0, 0))) == {(0, 1)}
    assert set(steps(wall, (1, 0))) == {(2, 0), (1, 1), (2, 1)}
    assert set(steps(wall, (0, 1))) == {(0, 0), (0, 2), (1, 1), (1, 2)}
    assert (0, 0) not in steps(wall, (1, 1))


def test_a_wall_on_the_edge_of_the_map_changes_nothing() -> None:
    fence = Grid(3, 3, walls=((0, 0, 3, 0), (3, 0, 3, 3), (0, 3, 3, 3), (0, 0, 0, 3)))
    for square in block(0, 3):
        assert steps(fence, square) == steps(Grid(3, 3), square)


def is_touched(wall: Wall, one: Square, other: Square) -> bool:
    """Whether the line between two centres has a point in common with a wall, both with their ends."""
    (ax, ay), (bx, by), (x, y, x2, y2) = centre(one), centre(other), wall
    a, b = side_of((x, y), (x2, y2), (ax, ay)), side_of((x, y), (x2, y2), (bx, by))
    c, d = side_of((ax, ay), (bx, by), (x, y)), side_of((ax, ay), (bx, by), (x2, y2))
    return a != b and c * d <= 0


@given(grids())
def test_steps_are_those_that_touch_no_wall(grid: Grid) -> None:
    for here in block(0, 6):
        assert steps(grid, here) == tuple(
            there
            for across, up in DIRECTIONS
            if on_map(grid, there := (here[0] + across, here[1] + up))
            and not any(is_touched(wall, here, there) for wall in grid.walls)
        )


@given(grids())
def test_steps_lead_both_ways(grid: Grid) -> None:
    for here in block(0, 6):
        if on_map(grid, here):
            assert all(here in steps(grid, there) for there in steps(grid, here))


def test_a_path_is_walkable_where_every_step_is_open() -> None:
    wall = Grid(3, 3, walls=((1, 0, 1, 2),))
    assert is_walkable(wall, ((0, 0), (0, 1), (0, 2), (1, 2), (1, 1)))
    assert not is_walkable(wall, ((0, 0), (0, 1), (1, 2), (1, 1)))
    assert not is_walkable(wall, ((0, 0), (0, 2)))
    assert not is_walkable(wall, ((0, 0), (0, 0)))
    assert is_walkable(wall, ((2, 2),))


# T61


def meetings(wall: Wall, start: Point, end: Point) -> Iterator[tuple[Point, set[int]]]:
    """Where a line meets a wall between its ends, and the sides of the line on which the wall goes on from there."""
    (ax, ay), (bx, by), (x, y, x2, y2) = start, end, wall
    across, up = bx - ax, by - ay
    turn = across * (y2 - y) - up * (x2 - x)
    if turn == 0:
        return
    on_line = Fraction((x - ax) * (y2 - y) - (y - ay) * (x2 - x)) / turn
    on_wall = Fraction((x - ax) * up - (y - ay) * across) / turn
    if 0 < on_line < 1 and 0 <= on_wall <= 1:
        ends = [(x, y)] * (on_wall > 0) + [(x2, y2)] * (on_wall < 1)
        yield (ax + on_line * across, ay + on_line * up), {side_of(start, end, point) for point in ends}


def is_cut(walls: tuple[Wall, ...], start: Point, end: Point) -> bool:
    """Whether walls go on from one point of the line to both sides of it."""
    sides: dict[Point, set[int]] = {}
    for wall in walls:
        for point, found in meetings(wall, start, end):
            sides.setdefault(point, set()).update(found)
    return any(len(found) == 2 for found in sides.values())


def test_a_wall_on_the_line_between_centres_blocks_it() -> None:
    wall = Grid(6, 6, walls=((3, 0, 3, 2),))
    assert not is_clear(wall, (2, 0), (3, 0))
    assert not is_clear(wall, (0, 1), (5, 1))
    assert is_clear(wall, (0, 2), (5, 2))
    assert not is_clear(wall, (0, 0), (5, 2))  # it passes at a height of 3/2
    assert is_clear(wall, (2, 0), (2, 5))
    assert is_clear(wall, (2, 0), (2, 0))


def test_touching_the_end_of_a_wall_is_not_cutting_it() -> None:
    wall = Grid(6, 6, walls=((3, 0, 3, 2),))
    assert is_clear(wall, (2, 1), (3, 2))  # through (3, 2), the end
    assert is_clear(wall, (1, 0), (4, 3))
    longer = Grid(6, 6, walls=((3, 0, 3, 3),))
    assert not is_clear(longer, (2, 1), (3, 2))


def test_a_wall_in_two_parts_is_one_wall() -> None:
    parts = Grid(6, 6, walls=((3, 0, 3, 2), (3, 4, 3, 2)))
    assert not is_clear(parts, (2, 1), (3, 2))


def test_a_corner_of_walls_is_cut_from_within_and_touched_from_without() -> None:
    """A room's corner at (3, 3): one cannot look out through it, but past it."""
    corner = Grid(6, 6, walls=((0, 3, 3, 3), (3, 0, 3, 3)))
    assert not is_clear(corner, (2, 2), (3, 3))
    assert not is_clear(corner, (0, 0), (5, 5))
    assert is_clear(corner, (2, 3), (3, 2))
    assert is_clear(corner, (0, 5), (5, 0))


@pytest.mark.parametrize(
    ("attacker", "covered"),
    [((0, 0), True), ((2, 0), False), ((4, 0), False), ((0, 1), False), ((1, 1), False), ((0, 2), False)],
)
def test_cover_from_a_wall(attacker: Square, covered: bool) -> None:
    """A wall from (2, 0) up to (2, 1), and a target at (3, 1).

    From (0, 0) the line between the centres goes over the end of the wall, at a height of 1; that to the corner (4, 1)
    is at 5/7 there, and cut.
    """
    grid = Grid(8, 4, walls=((2, 0, 2, 1),))
    assert is_clear(grid, attacker, (3, 1))
    assert is_in_cover(grid, attacker, (3, 1)) == covered


def test_a_wall_beside_the_target_that_is_only_touched_gives_no_cover() -> None:
    """Two in a corridor: the lines to the corners end at the walls, and do not cross them."""
    corridor = Grid(8, 1, walls=((0, 0, 8, 0), (0, 1, 8, 1)))
    assert not is_in_cover(corridor, (0, 0), (5, 0))
    # The line to the corner (3, 2) ends in the end of the wall behind the target.
    assert not is_in_cover(Grid(8, 8, walls=((3, 2, 3, 4),)), (0, 0), (2, 1))


def test_a_line_to_a_corner_past_the_end_of_a_wall_is_not_cut() -> None:
    """From the centre of (0, 0) to (3, 3), a corner of (3, 3), the line goes through (2, 2), where the wall ends."""
    touching = Grid(8, 8, walls=((2, 2, 2, 3),))
    assert is_clear(touching, (0, 0), (3, 2))
    assert not is_in_cover(touching, (0, 0), (3, 2))


def test_in_a_cover_rectangle_one_is_in_cover_from_outside() -> None:
    hedge = Grid(8, 8, cover=((2, 2, 2, 3),))
    inside = {(x, y) for x, y in block(0, 8) if is_in_cover(hedge, (0, 0), (x, y))}
    assert inside == set(product((2, 3), (2, 3, 4)))
    assert not any(is_in_cover(hedge, (2, 2), target) for target in block(0, 8))


def test_of_two_cover_rectangles_one_that_the_attacker_is_not_in_covers() -> None:
    both = Grid(8, 8, cover=((0, 0, 4, 1), (2, 0, 4, 1)))
    assert is_in_cover(both, (1, 0), (3, 0))  # within the first both, but only the target in the second
    assert is_in_cover(both, (5, 0), (3, 0))
    assert not is_in_cover(both, (2, 0), (3, 0))


@settings(max_examples=400)
@given(grids(4), squares(4), squares(4))
def test_sight_and_cover_are_what_the_walls_on_the_line_say(grid: Grid, one: Square, other: Square) -> None:
    assert is_clear(grid, one, other) == (not is_cut(grid.walls, centre(one), centre(other)))
    (x, y), (x2, y2) = other, (other[0] + 1, other[1] + 1)
    corners = [(Fraction(a), Fraction(b)) for a in (x, x2) for b in (y, y2)]
    assert is_in_cover(grid, one, other) == any(is_cut(grid.walls, centre(one), corner) for corner in corners)


@given(grids(), squares(6), squares(6))
def test_sight_is_the_same_both_ways(grid: Grid, one: Square, other: Square) -> None:
    assert is_clear(grid, one, other) == is_clear(grid, other, one)


@given(grids(), squares(6), squares(6))
def test_a_wall_more_never_opens_a_line(grid: Grid, one: Square, other: Square) -> None:
    fewer = Grid(grid.columns, grid.rows, grid.walls[1:])
    assert is_clear(fewer, one, other) or not is_clear(grid, one, other)
    assert is_in_cover(grid, one, other) or not is_in_cover(fewer, one, other)


# T32


def test_the_squares_on_a_line() -> None:
    assert between((0, 0), (4, 0)) == ((1, 0), (2, 0), (3, 0))
    assert between((0, 0), (0, -3)) == ((0, -1), (0, -2))
    assert between((0, 0), (3, 3)) == ((1, 1), (2, 2))  # those beside the corners are only touched
    assert between((0, 0), (2, 1)) == ((1, 0), (1, 1))
    assert between((0, 0), (3, 1)) == ((1, 0), (2, 1))  # through the corner (2, 1)
    assert between((0, 0), (1, 1)) == between((0, 0), (1, 0)) == between((0, 0), (0, 0)) == ()


def span_in(square: Square, start: Point, end: Point) -> tuple[Fraction, Fraction]:
    """From which part of a line to which it is in a square without its border; empty where the first is not less."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        way = Fraction(end[axis] - start[axis])
        if way:
            parts = sorted(((square[axis] - start[axis]) / way, (square[axis] + 1 - start[axis]) / way))
            low, high = max(low, parts[0]), min(high, parts[1])
        elif not square[axis] < start[axis] < square[axis] + 1:
            return Fraction(1), Fraction(0)
    return low, high


@pytest.mark.parametrize("other", [(x, y) for x, y in AROUND if y >= 0])
def test_on_a_line_are_the_squares_whose_inside_it_passes(other: Square) -> None:
    spans = {square: span_in(square, centre((0, 0)), centre(other)) for square in AROUND}
    passed = sorted((span, square) for square, span in spans.items() if span[0] < span[1])
    assert between((0, 0), other) == tuple(square for _, square in passed if square not in ((0, 0), other))
    assert between(other, (0, 0)) == between((0, 0), other)[::-1]
    moved = between((3, 5), (3 + other[0], 5 + other[1]))
    assert moved == tuple((3 + column, 5 + row) for column, row in between((0, 0), other))


# d20grid.edge.sources, T25, T27


def test_elevation_is_the_highest_rectangle() -> None:
    hills = Grid(8, 8, elevation=((0, 0, 4, 4, 5), (2, 2, 1, 3, 20), (2, 2, 4, 4, 10), (7, 7, 1, 1, -5)))
    assert {square: elevation(hills, square) for square in ((0, 0), (2, 2), (3, 3), (2, 4), (4, 3), (6, 6))} == {
        (0, 0): 5, (2, 2): 20, (3, 3): 10, (2, 4): 20, (4, 3): 10, (6, 6): 0
    }  # fmt: skip
    assert elevation(hills, (7, 7)) == -5
    assert elevation(hills, (4, 0)) == elevation(hills, (0, 4)) == 0


@pytest.mark.parametrize(
    ("one", "other", "opposite"),
    [
        ((-1, 0), (1, 0), True),
        ((0, 1), (0, -1), True),
        ((-1, -1), (1, 1), True),  # opposite corners
        ((-1, 1), (1, -1), True),
        ((-1, 0), (1, 1), False),  # in by the left side at its middle, out by the upper one
        ((-1, 0), (0, 1), False),
        ((-1, 1), (1, 1), False),
        ((-1, -1), (0, 1), False),
        ((-1, 0), (-1, 0), False),
        ((0, 0), (1, 0), False),
        ((-2, 0), (1, 0), True),
        ((-2, 0), (-1, 0), False),  # the line ends before
        ((-3, -1), (1, 0), True),
        ((-2, -3), (1, 2), True),  # in by a corner, out by the upper side
        ((-3, -1), (1, 1), False),
    ],
)
def test_opposite_sides(one: Square, other: Square, opposite: bool) -> None:
    assert are_opposite(one, other, (0, 0)) == opposite


def meets(start: Point, end: Point, axis: int, at: int) -> bool:
    """Whether a line meets the side of the square (0, 0) that lies at 0 or 1 of one axis, its ends included."""
    way = end[axis] - start[axis]
    if not way:
        return False
    part = (at - start[axis]) / way
    height = start[1 - axis] + part * (end[1 - axis] - start[1 - axis])
    return 0 <= part <= 1 and 0 <= height <= 1


def test_opposite_are_those_whose_line_meets_opposite_sides() -> None:
    near = block(-3, 4)
    for one, other in product(near, repeat=2):
        start, end = centre(one), centre(other)
        expected = any(meets(start, end, axis, 0) and meets(start, end, axis, 1) for axis in (0, 1))
        assert are_opposite(one, other, (0, 0)) == expected, (one, other)
        assert are_opposite(other, one, (0, 0)) == expected
        moved = [(x + 4, y - 7) for x, y in (one, other, (0, 0))]
        assert are_opposite(moved[0], moved[1], moved[2]) == expected
