"""Which part of a map is drawn, what its squares are called, and the borders of areas."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.rules.showing import Ground, square_name
from affray.server.pages.map_window import Window, outline, shut_off, square_of, window_on


def window(columns: int = 16, rows: int = 10, left: int = 0, bottom: int = 0) -> Window:
    size = (5 * columns, 5 * rows)
    return Window(left=left, bottom=bottom, columns=columns, rows=rows, size=size, step=5)


def test_a_small_map_is_drawn_whole_and_a_large_one_around_what_counts() -> None:
    small, large = Ground(size=(200, 200)), Ground(size=(500, 500))
    assert window_on(small, [(10, 10)]) == Window(left=0, bottom=0, columns=40, rows=40, size=(200, 200), step=5)
    around = window_on(large, [(100, 200), (150, 210), (495, 0)])
    assert (around.left, around.columns) == (85, 83)
    assert (around.bottom, around.rows) == (0, 46)
    assert window_on(large, []).columns == 40


def test_letters_and_numbers_are_those_of_the_whole_map() -> None:
    part = Window(left=125, bottom=200, columns=3, rows=2, size=(500, 500), step=5)
    assert [name for _, name in part.letters()] == ["Z", "AA", "AB"]
    assert [name for _, name in part.numbers()] == ["59", "60"]
    assert part.name((130, 205)) == "AA59"
    assert part.centre((130, 205)) == (72, 24)


@given(st.integers(1, 100), st.integers(1, 100), st.data())
def test_a_square_is_found_by_its_name(columns: int, rows: int, data: st.DataObject) -> None:
    square = (5 * data.draw(st.integers(0, columns - 1)), 5 * data.draw(st.integers(0, rows - 1)))
    size = (5 * columns, 5 * rows)
    assert square_of(square_name(square, size), size, 5) == square
    assert square_of(square_name(square, size).lower() + " ", size, 5) == square


@pytest.mark.parametrize("name", ["", "J", "6", "6J", "J0", "J11", "Q1", "J-1", "J6.", "AAAA1", "J1000", "É1", "J６"])
def test_what_is_no_square_of_the_map(name: str) -> None:
    assert square_of(name, (80, 50), 5) is None


def test_the_border_of_several_rectangles_is_one() -> None:
    assert outline(window(), [(0, 0, 10, 5), (0, 5, 5, 5)]) == "M0 480L96 480L96 432L48 432L48 384L0 384Z"
    assert outline(window(), []) == ""


def test_a_hole_is_a_border_of_its_own_and_what_is_beyond_the_window_is_left_out() -> None:
    ring = [(5, 5, 15, 5), (5, 10, 5, 5), (15, 10, 5, 5), (5, 15, 15, 5)]
    assert outline(window(), ring).count("Z") == 2
    assert outline(window(2, 2), [(0, 0, 500, 500)]) == "M0 96L96 96L96 0L0 0Z"


@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5))))
def test_a_border_has_as_many_sides_as_squares_have_without_a_neighbour(squares: set[tuple[int, int]]) -> None:
    beside = ((1, 0), (-1, 0), (0, 1), (0, -1))
    open_sides = sum((x + dx, y + dy) not in squares for x, y in squares for dx, dy in beside)
    path = outline(window(6, 6), [(5 * x, 5 * y, 5, 5) for x, y in squares])
    length = 0.0
    for loop in path.split("Z")[:-1]:
        points = [tuple(map(float, point.split())) for point in loop[1:].split("L")]
        length += sum(
            abs(ax - bx) + abs(ay - by) for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True)
        )
    assert length == 48 * open_sides


def test_what_walls_shut_off_is_hatched() -> None:
    room = ((10, 10, 20, 10), (20, 10, 20, 20), (20, 20, 10, 20), (10, 20, 10, 10))
    assert shut_off(window(), room, [(0, 0)]) == [(x, y, 5, 5) for x in (10, 15) for y in (10, 15)]
    assert shut_off(window(), room[1:], [(0, 0)]) == []
    assert shut_off(window(), room, [(0, 0), (10, 10)]) == []
    assert shut_off(window(), room, [(10, 10)]) == []
