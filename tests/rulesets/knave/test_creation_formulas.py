"""The rolls that make a character, against the tables of the booklet."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import icepool
import pytest

from affray.api import odds
from affray.rulesets.knave.content import creation

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


def test_the_rows_are_in_the_order_of_the_tables() -> None:
    tables = creation.gear_tables()
    assert (tables["dungeoneering"][0], tables["dungeoneering"][19]) == ("rope 50 ft", "torches")
    assert (tables["general_1"][0], tables["general_1"][19]) == ("air bladder", "nails")
    assert (tables["general_2"][0], tables["general_2"][19]) == ("incense", "small bell")
    worn = creation.worn_tables()
    assert [len(row) for row in worn["armor"]] == [0] * 3 + [1] * 17
    assert (worn["armor"][3], worn["armor"][13], worn["armor"][14], worn["armor"][19]) == (
        ("gambeson",), ("gambeson",), ("brigandine",), ("chain",)
    )  # fmt: skip
    assert (worn["headgear"][12], worn["headgear"][13], worn["headgear"][16]) == ((), ("helmet",), ("shield",))


def test_the_purse_is_3d6_times_20() -> None:
    die = (3 @ icepool.d6) * 20
    found = odds("knave.starting_copper").marginal("copper")
    assert found == {copper: F(n, die.denominator()) for copper, n in die.items()}
    assert (min(found), max(found)) == (60, 360)


def test_a_random_book_is_a_d20_over_the_spells() -> None:
    assert odds("knave.spell_book").marginal("spell") == {spell: F(1, 20) for spell in sorted(creation.spells())}


@pytest.mark.parametrize("table", creation.TRAITS)
def test_a_trait_is_a_d20(table: str) -> None:
    found = odds("knave.trait", table=table).marginal("word")
    if table == "alignment":
        assert found == {"chaos": F(5, 20), "law": F(5, 20), "neutrality": F(10, 20)}
    else:
        assert found == {word: F(1, 20) for word in sorted(creation.traits()[table])}


def test_wages_of_a_day() -> None:
    assert sorted(creation.wages().values()) == [1, 2, 3, 4, 6, 8, 12, 15, 25, 25]
    assert creation.wages()["laborer"] == 1
    assert creation.wages()["knight"] == 25
