"""The rolls that make a character, against the tables of the booklet."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import icepool
import pytest

from affray.api import odds
from affray.rulesets.knave.content import creation
from affray.rulesets.knave.formulas_creation import spell_book, starting_gear, trait
from affray.rulesets.knave.items import thing
from tests.rulesets.knave import creation_facts as facts
from tests.rulesets.knave.people import thrown

F = Fraction


def test_an_ability_is_the_lowest_of_3d6() -> None:
    ways = {1: 91, 2: 61, 3: 37, 4: 19, 5: 7, 6: 1}
    assert odds("knave.rolled_ability").marginal("bonus") == {bonus: F(n, 216) for bonus, n in ways.items()}
    counted = [min(faces) for faces in product(range(1, 7), repeat=3)]
    assert {bonus: counted.count(bonus) for bonus in ways} == ways
    assert odds("knave.rolled_ability").mean("bonus") == F(441, 216)


def test_first_hit_points_are_a_d8() -> None:
    assert odds("knave.first_hp").marginal("hp") == {hp: F(1, 8) for hp in range(1, 9)}


def pieces(table: str) -> dict[tuple[str, ...], Fraction]:
    return dict(odds("knave.starting_gear", table=table).marginal("pieces"))


def test_the_starting_tables_of_what_is_worn() -> None:
    assert pieces("armor") == {
        (): F(3, 20),
        ("gambeson",): F(11, 20),
        ("brigandine",): F(5, 20),
        ("chain",): F(1, 20),
    }
    assert pieces("headgear") == {
        (): F(13, 20),
        ("helmet",): F(3, 20),
        ("shield",): F(3, 20),
        ("helmet", "shield"): F(1, 20),
    }


@pytest.mark.parametrize("table", ["dungeoneering", "general_1", "general_2"])
def test_a_row_of_gear_for_each_face(table: str) -> None:
    assert set(pieces(table).values()) == {F(1, 20)}


@pytest.mark.parametrize("table", facts.GEAR)
def test_every_row_of_gear(table: str) -> None:
    shown = []
    for face in range(1, 21):
        (name,) = starting_gear(thrown(face), table).pieces
        shown.append(f"{name} {thing(name).count}" if name in facts.COUNTED else name)
    assert shown == facts.GEAR[table].split("; ")


@pytest.mark.parametrize(("table", "rows"), [("armor", facts.ARMOR), ("headgear", facts.HEADGEAR)])
def test_every_row_of_what_is_worn(table: str, rows: tuple[tuple[str, ...], ...]) -> None:
    assert tuple(starting_gear(thrown(face), table).pieces for face in range(1, 21)) == rows


def test_the_purse_is_3d6_times_20() -> None:
    die = (3 @ icepool.d6) * 20
    found = odds("knave.starting_copper").marginal("copper")
    assert found == {copper: F(n, die.denominator()) for copper, n in die.items()}
    assert (min(found), max(found)) == (60, 360)


def test_every_row_of_the_spells() -> None:
    assert [spell_book(thrown(face)).spell for face in range(1, 21)] == facts.SPELLS.split("; ")


@pytest.mark.parametrize("table", facts.TRAITS)
def test_every_row_of_the_traits(table: str) -> None:
    assert [trait(thrown(face), table).word for face in range(1, 21)] == facts.TRAITS[table].split()


def test_every_row_of_the_alignments() -> None:
    assert tuple(trait(thrown(face), "alignment").word for face in range(1, 21)) == facts.ALIGNMENT
    found = odds("knave.trait", table="alignment").marginal("word")
    assert found == {"chaos": F(5, 20), "law": F(5, 20), "neutrality": F(10, 20)}


def test_there_are_no_other_tables() -> None:
    assert set(creation.TRAITS) == {*facts.TRAITS, "alignment"}


def test_wages_of_a_day() -> None:
    assert creation.wages() == facts.WAGES
