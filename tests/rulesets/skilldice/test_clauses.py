"""The clauses: every one is implemented, and everything that is cited exists."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import get_args

import pytest

from affray.rules import Ruling
from affray.rulesets.skilldice import ruleset
from tests.rulesets.sources import cites

CLAUSES = ruleset.clauses()
NO_OPTIONS = {
    "D03", "D07", "D09", "D10", "D13", "D16", "D17", "D20", "D21", "D23", "D24", "D26", "D29", "D30", "D34", "D36",
    "D37", "D41", "D42", "D44", "D46", "D47", "D48", "D49", "D53",
}  # fmt: skip
"""How the text is read without a choice."""


CITED = {cite for function in ruleset.functions() for cite in cites(function)}
KNOWN = NO_OPTIONS | {ruling.id for ruling in ruleset.rulings}


def test_every_ruling_has_its_number() -> None:
    assert sorted(KNOWN) == [f"D{number:02}" for number in range(1, 56)]
    assert not NO_OPTIONS & {ruling.id for ruling in ruleset.rulings}


def test_everything_that_is_cited_exists() -> None:
    assert {cite for cite in CITED if cite.startswith("skilldice.")} <= set(CLAUSES)
    assert {cite for cite in CITED if not cite.startswith("skilldice.")} <= KNOWN


def test_a_ruling_without_options_is_cited_or_told() -> None:
    told = {name for text in CLAUSES.values() for name in re.findall(r"\bD[0-9]{2}\b", text)}
    assert told | CITED >= NO_OPTIONS


@pytest.mark.parametrize("ruling", ruleset.rulings, ids=lambda ruling: ruling.id)
def test_every_ruling_is_named_in_the_clause_that_it_is_about(ruling: Ruling) -> None:
    assert ruling.id in CLAUSES[ruling.where]


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_implemented_by_a_function(clause: str) -> None:
    assert clause in CITED


def test_every_clause_named_in_the_source_exists() -> None:
    """In events, refusals, rulings and docstrings."""
    package = files("affray.rulesets.skilldice")
    sources = [entry for entry in package.iterdir() if entry.name.endswith(".py")]
    modules = {entry.name.removesuffix(".py") for entry in sources} | {"content", "machine"}
    named = {
        name
        for entry in sources
        for name in re.findall(r"skilldice\.[a-z]+(?:\.[a-z][a-z-]*)?", entry.read_text(encoding="utf-8"))
    }
    clauses = {name for name in named if name.split(".")[1] not in modules}
    assert len(clauses) > 15
    assert clauses <= set(CLAUSES)


def test_every_clause_has_its_text_and_every_ruling_in_it_exists() -> None:
    for clause, text in CLAUSES.items():
        assert len(text) >= 25, clause
        assert set(re.findall(r"\bD[0-9]{2}\b", text)) <= KNOWN, clause


def test_clauses_stand_once_and_under_a_heading() -> None:
    text = files("affray.rulesets.skilldice").joinpath("clauses.md").read_text(encoding="utf-8")
    headings = re.findall(r"^### `(.*)`$", text, re.MULTILINE)
    assert headings == list(CLAUSES)
    assert "Jeff Adams" in text.partition("## ")[0]
    assert "CC BY 4.0" in text.partition("## ")[0]


def test_absent_is_no_command() -> None:
    """skilldice.absent: nothing about squares, flanks, parting blows, aimed blows, decks, tables or death saves."""
    tags = {kind.__struct_config__.tag for kind in get_args(ruleset.command)}
    assert tags == {
        "begin_round", "enter", "name_next", "attack", "defend", "take_it", "name_skill", "land", "tend", "help",
        "move", "catch_breath", "act", "leave", "end_turn", "cost", "set_lost", "set_manner", "set_effect", "say_how",
        "declare_death", "scar", "respite", "night", "care", "end_fight",
    }  # fmt: skip


def test_every_formula_cites_a_clause_or_is_a_tactics() -> None:
    for name, formula in ruleset.formulas.items():
        assert formula.name == name
        assert formula.cites or name == "target"
