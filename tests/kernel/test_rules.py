"""Rulings as people write them, the marks of rules, and how a ruleset is found."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray import rules
from affray.dice import Roll, Why
from affray.errors import BadInput
from affray.interpret.every import outcomes
from affray.interpret.roll import Sampler
from affray.play import Play
from affray.rules import Ruling, Witness, find, formula, legal, names, rule
from tests.kernel.toy import Throw, game, ruleset


def ruling(*options: str, numbers: tuple[int, int] = (0, 0)) -> Ruling:
    return Ruling("R1", "reading", "Which?", "here", options, options[0], Witness(""), numbers)


NUMBERED = ruling("plain", "number:N", numbers=(2, 60))


@pytest.mark.parametrize(
    ("text", "option"),
    [("plain", "plain"), (" plain\n", "plain"), ("number:2", "number:2"), ("number:060", "number:60")],
)
def test_options_are_read_in_their_normal_form(text: str, option: str) -> None:
    assert NUMBERED.read(text) == option


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("number:1", "takes a whole number, got '1' .allowed: 2 to 60."),
        ("number:61", "takes a whole number, got '61'"),
        ("number:0000000061", "takes a whole number"),
        ("number:" + "0" * 5_000, "takes a whole number"),
        ("number:", "takes a whole number, got ''"),
        ("number:N", "takes a whole number, got 'N'"),
        ("number:-3", "takes a whole number"),
        ("number:٣", "takes a whole number"),
        ("number:3:3", "takes a whole number"),
        ("number", "has no such option, got 'number' .allowed: plain, number:N.; did you mean number:N"),
        ("plain:3", "has no such option"),
        ("", "has no such option"),
        ("plian", "did you mean plain"),
    ],
)
def test_options_that_there_are_not(text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence) as caught:
        NUMBERED.read(text, "here")
    assert caught.value.place == "here"


@given(st.text(alphabet="0123456789+- _٣", max_size=14))
def test_a_number_that_is_taken_is_within_its_range(digits: str) -> None:
    try:
        option = NUMBERED.read(f"number:{digits}")
    except BadInput:
        return
    assert 2 <= int(option.removeprefix("number:")) <= 60
    assert int(option.removeprefix("number:")) == int(digits)


def test_rulesets_know_their_rulings() -> None:
    knave = find("knave")
    assert knave.ruling("K08") is knave.ruling("natural_20")
    with pytest.raises(BadInput, match="here: knave has no ruling of that name, got 'K80'"):
        knave.ruling("K80", "here")
    with pytest.raises(BadInput, match="affray rules knave lists them"):
        knave.ruling("zzzzzzzzzz")


def test_a_mark_costs_nothing() -> None:
    def function(number: int) -> int:
        return number + 1

    marked = rule("one", "two")(function)
    assert marked is function
    assert marked.__cites__ == ("one", "two")  # type: ignore[attr-defined]


def test_a_formula_is_registered_with_what_it_cites() -> None:
    @formula("sum", "here", "there", rulings=("reading",), prepare=lambda inputs, chosen: (chosen["reading"],))
    def total(dice: Any, reading: str) -> int:
        return int(dice.roll(Roll(2), Why("a", "b"))) + len(reading)

    assert (total.name, total.cites, total.rulings, total.inputs) == ("sum", ("here", "there"), ("reading",), ())
    assert outcomes(total, *total.prepare({}, {"reading": "xyz"})).fractions().keys() == {4, 5}


def test_legal_commands_are_those_that_nothing_forbids() -> None:
    state = game().state
    assert legal(ruleset, state, 0) == [Throw(0)]
    assert legal(ruleset, state, 1) == []


# Finding a ruleset


def test_rulesets_are_found_by_id() -> None:
    assert find("toy") is ruleset
    assert {"knave", "toy"} <= set(names())
    assert names() == sorted(names())


def test_ours_are_found_without_reading_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden() -> dict[str, str]:
        raise AssertionError("the metadata was read")

    monkeypatch.setattr(rules, "_entry_points", forbidden)
    assert find("knave").id == "knave"
    with pytest.raises(AssertionError, match="metadata"):
        find("other")


def test_a_strangers_ruleset_is_found_by_its_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("strange", "tests.kernel.toy:ruleset", rules.GROUP)
    asked: list[str] = []

    def entry_points(group: str) -> list[EntryPoint]:
        asked.append(group)
        return [point]

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    assert find("strange") is ruleset
    assert "strange" in names()
    assert set(asked) == {"affray.rulesets"}


def test_a_ruleset_that_is_not_there() -> None:
    with pytest.raises(BadInput, match=r"here: no such ruleset, got 'knaves' .allowed: .*knave.*did you mean knave"):
        find("knaves", "here")


# Play


def test_play_folds_each_event_at_once() -> None:
    events: list[int] = []
    play: Play[int] = Play(1, Sampler("", 0), lambda state, event: state * 10 + event, events)
    play.record(2)
    assert play.state == 12
    play.record(3)
    assert (play.state, events) == (123, [2, 3])
    silent: Play[int] = Play(1, Sampler("", 0), lambda state, event: state + event)
    silent.record(5)
    assert (silent.state, silent.events) == (6, None)
