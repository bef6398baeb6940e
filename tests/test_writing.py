"""Plain values written as TOML are read again as they were."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.files import parse_document, toml

texts = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=20)
keys = st.text("abcXYZ019_- é\"'.", min_size=1, max_size=8)
plain = st.recursive(
    texts | st.integers(-(10**9), 10**9) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(keys, plain, min_size=1, max_size=4))
def test_written_and_read_again(table: dict[str, Any]) -> None:
    assert parse_document(toml(table), "again.toml", "toml").data == table


@given(st.lists(texts, min_size=2, max_size=20))
def test_long_lists_stand_on_many_lines(items: list[str]) -> None:
    text = toml({"items": items})
    assert parse_document(text, "again.toml", "toml").data == {"items": items}
    assert len(text.splitlines()) in (1, len(items) + 2)


def test_what_it_looks_like() -> None:
    table = {"name": 'An "a"', "hp": 4, "up": True, "six": {"str": 2}, "none": {}, "odd key": ["x", 1]}
    assert toml(table, "fighter").splitlines() == [
        "[[fighter]]",
        'name = "An \\"a\\""',
        "hp = 4",
        "up = true",
        "six = { str = 2 }",
        "none = {}",
        '"odd key" = ["x", 1]',
    ]


def test_notes_keep_their_breaks_and_nothing_is_left_raw() -> None:
    text = toml({"notes": "one\ntwo\t\x7f"})
    assert text == 'notes = "one\\ntwo\\t\\u007f"\n'


@pytest.mark.parametrize("value", [None, 1.5, object()])
def test_other_values_have_no_toml(value: object) -> None:
    with pytest.raises(TypeError):
        toml({"x": value})
