"""Values to JSON and back: one text a value, strict reading, and a sentence that names the place."""

from __future__ import annotations

import hashlib
from typing import Any, TypeAlias

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.codec import SCHEMA, canonical, convert, decode, digest, plain
from affray.errors import BadInput


class Point(msgspec.Struct, frozen=True, tag="point", forbid_unknown_fields=True):
    x: int
    y: int | None = None
    names: tuple[str, ...] = ()


class Line(msgspec.Struct, frozen=True, tag="line", forbid_unknown_fields=True):
    ends: tuple[Point, Point]


Shape: TypeAlias = Point | Line

POINTS = st.builds(Point, st.integers(-(2**62), 2**62), st.none() | st.integers(0, 9), st.lists(st.text()).map(tuple))
SHAPES: st.SearchStrategy[Shape] = POINTS | st.builds(Line, st.tuples(POINTS, POINTS))


@given(SHAPES)
def test_values_come_back(value: Shape) -> None:
    data = canonical(value)
    again: list[Any] = [decode(data, Shape), decode(data.decode(), Shape), convert(plain(value), Shape)]
    assert again == [value] * 3
    assert canonical(again[0]) == data
    assert digest(value) == hashlib.sha256(data).hexdigest()


def test_the_canonical_text() -> None:
    assert canonical(Point(3, names=("é", '"'))) == '{"names":["é","\\""],"type":"point","x":3,"y":null}'.encode()
    assert canonical({"b": 1, "a": [True, None]}) == b'{"a":[true,null],"b":1}'
    assert digest({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    assert SCHEMA == 1


@given(st.dictionaries(st.text(), st.integers()), st.randoms(use_true_random=False))
def test_the_order_of_keys_does_not_matter(table: dict[str, int], source: Any) -> None:
    items = list(table.items())
    source.shuffle(items)
    assert canonical(dict(items)) == canonical(table)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ('{"type":"point"}', "here: Object missing required field `x`"),
        ('{"type":"point","x":"3"}', "here: Expected `int`, got `str` at x"),
        ('{"type":"point","x":true}', "here: Expected `int`, got `bool` at x"),
        ('{"type":"point","x":1.0}', "here: Expected `int`, got `float` at x"),
        ('{"type":"point","x":1,"z":2}', "here: Object contains unknown field `z`"),
        ('{"type":"circle"}', "here: Invalid value 'circle' at type"),
        ('{"x":1}', "here: Object missing required field `type`"),
        ('{"type":"line","ends":[{"type":"point","x":1}]}', "here: Expected `array` of length 2 at ends"),
        (
            '{"type":"line","ends":[{"type":"point","x":1},{"type":"point","x":null}]}',
            r"here: Expected `int`, got `null` at ends\[1\]\.x",
        ),
        ("", "here: Input data was truncated"),
        ('{"type":"point","x":1', "here: Input data was truncated"),
        ('{"type":"point","x":1} more', "here: JSON is malformed"),
        ("nonsense", "here: JSON is malformed"),
        (b"\xff", "here: JSON is malformed"),
        (b'{"type":"point","x":1,"names":["\xff"]}', "here: "),
        ("[" * 100_000, "here: "),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(data: bytes | str, sentence: str) -> None:
    with pytest.raises(BadInput, match=f"^{sentence}"):
        decode(data, Shape, "here")


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ({"type": "point"}, "there: Object missing required field `x`"),
        ({"type": "point", "x": "3"}, "there: Expected `int`, got `str` at x"),
        ({"type": "point", "x": 1, "z": 2}, "there: Object contains unknown field `z`"),
        ([], "there: Expected `object`, got `array`"),
        (None, "there: Expected `object`, got `null`"),
    ],
)
def test_plain_values_are_read_as_strictly(value: Any, sentence: str) -> None:
    with pytest.raises(BadInput, match=f"^{sentence}"):
        convert(value, Shape, "there")
