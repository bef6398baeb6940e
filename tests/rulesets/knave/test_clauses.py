"""The clauses: every one is implemented, and everything that is cited exists."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from affray.rules import Ruling
from affray.rulesets.knave import ruleset
from tests.rulesets.sources import cites

CLAUSES = ruleset.clauses()
NO_OPTIONS = {
    "K01", "K03", "K04", "K05", "K06", "K07", "K16", "K29", "K31", "K32", "K37", "K41", "K44", "K47", "K50", "K51",
    "K53", "K54", "K55", "K60", "K61", "K63", "K66", "K67", "K71", "K77", "K78", "K79", "K80", "K82",
}  # fmt: skip
"""How the text is read without a choice, as far as what is built goes."""


CITED = {cite for function in ruleset.functions() for cite in cites(function)}


def test_every_clause_that_is_cited_exists() -> None:
    assert {cite for cite in CITED if cite.startswith("knave.")} <= set(CLAUSES)


def test_every_ruling_that_is_cited_exists() -> None:
    known = NO_OPTIONS | {ruling.id for ruling in ruleset.rulings}
    assert {cite for cite in CITED if not cite.startswith("knave.")} <= known


def test_a_ruling_without_options_is_cited_or_told_and_one_with_options_is_none_of_them() -> None:
    assert not NO_OPTIONS & {ruling.id for ruling in ruleset.rulings}
    told = {name for text in CLAUSES.values() for name in re.findall(r"\bK[0-9]{2}\b", text)}
    assert told | CITED >= NO_OPTIONS


@pytest.mark.parametrize("ruling", ruleset.rulings, ids=lambda ruling: ruling.id)
def test_every_ruling_is_named_in_the_clause_that_it_is_about(ruling: Ruling) -> None:
    assert ruling.id in CLAUSES[ruling.where]


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_implemented_by_a_function(clause: str) -> None:
    assert clause in CITED


def test_every_clause_named_in_the_source_exists() -> None:
    """In events, refusals, rulings and docstrings."""
    named: set[str] = set()
    for entry in files("affray.rulesets.knave").iterdir():
        if entry.name.endswith(".py"):
            named |= set(re.findall(r"knave\.(?:[a-z]+)\.[a-z][a-z-]*", entry.read_text(encoding="utf-8")))
    modules = {entry.name.removesuffix(".py") for entry in files("affray.rulesets.knave").iterdir()}
    clauses = {name for name in named if name.split(".")[1] not in modules}
    assert len(clauses) > 15
    assert clauses <= set(CLAUSES)


def test_every_clause_has_its_text_and_every_ruling_in_it_exists() -> None:
    known = NO_OPTIONS | {ruling.id for ruling in ruleset.rulings}
    for clause, text in CLAUSES.items():
        assert len(text) >= 25, clause
        assert set(re.findall(r"\bK[0-9]{2}\b", text)) <= known, clause


def test_clauses_stand_once_and_under_a_heading() -> None:
    text = files("affray.rulesets.knave").joinpath("clauses.md").read_text(encoding="utf-8")
    headings = re.findall(r"^### `(.*)`$", text, re.MULTILINE)
    assert headings == list(CLAUSES)
    assert len(re.findall(r"^### ", text, re.MULTILINE)) == len(CLAUSES)
    assert "Ben Milton" in text.partition("## ")[0]
    assert "CC BY 4.0" in text.partition("## ")[0]


def test_every_formula_cites_a_clause_or_is_a_tactics() -> None:
    for name, formula in ruleset.formulas.items():
        assert formula.name == name
        assert formula.cites or name == "target"
