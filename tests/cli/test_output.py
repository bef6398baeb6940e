"""Text, percentages and tables."""

from __future__ import annotations

import doctest
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.api import share
from affray.cli import output
from affray.cli.counts import cells, spread
from affray.telling.numbers import percent
from affray.telling.text import rows, shown, width


def test_the_examples_in_the_docstrings() -> None:
    assert doctest.testmod(output).failed == 0


@given(st.text())
def test_shown_text_has_nothing_that_a_terminal_acts_on(text: str) -> None:
    for char in shown(text):
        assert char.isprintable() or char in "\n\u200c\u200d" or char.isspace()
        assert char not in "\x1b\r\x07\u202e\u2066"


@given(st.fractions(0, 1), st.integers(0, 4))
def test_only_certainty_is_0_or_100_percent(p: Fraction, digits: int) -> None:
    for chance in (p, float(p)):
        text = percent(chance, digits)
        if chance == 0:
            assert text == "0 %"
        elif chance == 1:
            assert text == "100 %"
        else:
            number = float(text.strip("<> %"))
            assert 0 < number < 100 or text[0] in "<>"


@pytest.mark.parametrize("runs", [1, 7, 100, 10_000, 1_000_000_000])
def test_what_was_not_seen_is_no_0_percent(runs: int) -> None:
    seen, _ = cells(share(0, runs))
    assert seen.startswith("< ")
    bound = float(seen.strip("<> %")) / 100
    assert share(0, runs).high <= bound <= 10 * share(0, runs).high
    seen, _ = cells(share(runs, runs))
    assert seen.startswith("> ")
    assert 0 <= float(seen.strip("<> %")) / 100 <= share(runs, runs).low


def test_quantiles_are_the_least_number_that_so_many_do_not_exceed() -> None:
    found = spread({1: 5, 2: 20, 3: 25, 9: 50})
    assert found == {"mean": (5 + 40 + 75 + 450) / 100, "quantiles": {"5": 1, "25": 2, "50": 3, "75": 9, "95": 9}}


def test_tables_are_in_line() -> None:
    assert rows([("a", "1"), ("longer", "10")], right=(1,)) == ["a        1", "longer  10"]
    assert width("né") == width("ne\u0301") == 2
    assert width("騎士") == 4
