"""The pages of the rules: clauses, code and rulings."""

from __future__ import annotations

import pytest

from affray.rules import find
from affray.server.pages.rules_words import Piece, beginning, paragraphs, pieces
from tests.server.pages.visiting import Server, text_of


def test_every_ruleset_is_there(server: Server) -> None:
    page = text_of(server.guest().get("/rules"))
    for name in ("knave", "skilldice", "d20grid"):
        assert find(name).title in page


def test_a_ruleset_lists_all_of_it(server: Server) -> None:
    page = server.guest().get("/rules/knave")
    ruleset = find("knave")
    for clause in ruleset.clauses():
        assert f'href="/rules/knave/{clause}"' in page
    for ruling in ruleset.rulings:
        assert f'href="/rules/knave/{ruling.id}"' in page


def test_a_clause_names_its_code_and_its_rulings(server: Server) -> None:
    page = server.guest().get("/rules/knave/knave.attack.hit")
    assert "affray/rulesets/knave/formulas.py:" in page
    assert 'href="/rules/knave/K08"' in page
    assert 'href="/rules/knave/K01"' in page
    assert 'rel="next"' in page


@pytest.mark.parametrize("name", ["K08", "natural_20"])
def test_a_ruling_says_what_each_option_changes(server: Server, name: str) -> None:
    page = text_of(server.guest().get(f"/rules/knave/{name}"))
    for option in find("knave").ruling("K08").options:
        assert option in page
    # +0 against armor 20 and a d6: only auto_hit hits, with a 20
    assert "hit: 5.00 % (1/20)" in page
    assert "damage: mean 0.35 (7/20)" in page


def test_a_reading_without_options_is_told_from_the_clauses_that_name_it(server: Server) -> None:
    page = server.guest().get("/rules/knave/K01")
    assert "there are no options" in page
    assert 'href="/rules/knave/knave.attack.hit"' in page


@pytest.mark.parametrize(
    "path", ["/rules/knav", "/rules/knave/K99", "/rules/knave/knave.nothing", "/rules/%2e%2e", "/rules/knave/<i>"]
)
def test_what_there_is_not(server: Server, path: str) -> None:
    page = server.guest().get(path, 404)
    assert "<i>" not in page


def test_pieces_link_what_is_a_clause_and_nothing_else() -> None:
    text = "As knave.attack.hit says (K01), e.g. 3.5 ft or knave.nothing."
    assert pieces(text, {"knave.attack.hit"}) == [
        Piece("As "),
        Piece("knave.attack.hit", "knave.attack.hit"),
        Piece(" says ("),
        Piece("K01", "K01"),
        Piece("), e.g. 3.5 ft or knave.nothing."),
    ]


def test_paragraphs_are_folded() -> None:
    assert paragraphs("one\ntwo\n\n\n three\n") == ["one two", "three"]


def test_a_list_of_clauses_breaks_no_sentence_off() -> None:
    short, long = "Whole. Sentences here.", "This is a sentence of some words. " * 8
    assert beginning(short) == short
    assert beginning(long) == f"{' '.join(['This is a sentence of some words.'] * 5)} …"
    assert beginning("word " * 60 + "end. Next.") == "word " * 60 + "end. …"
    for name in ("knave", "skilldice", "d20grid"):
        for text in find(name).clauses().values():
            told = beginning(paragraphs(text)[0]).removesuffix(" …")
            assert told[-1] in ".!?:)", told
            assert paragraphs(text)[0].startswith(told)
