"""The formulas against exact values of their own, an independent library, and what people may give by name."""

from __future__ import annotations

from fractions import Fraction
from time import perf_counter

import icepool
import pytest

import affray
from affray.dice import Roll
from affray.errors import BadInput
from affray.interpret.every import outcomes
from affray.rulesets.d20grid.damage import Damage, parse_damage
from affray.rulesets.d20grid.formulas import (
    FORMULAS,
    Dealt,
    attack,
    damage,
    dice_of,
    hits,
    initiative,
    target,
    tie,
    tie_with,
)
from affray.rulesets.d20grid.rulings import AttackReading, DamageReading

PLAIN, FLAT = AttackReading(), DamageReading()


def hit(bonus: int, defense: int, edge: int, reading: AttackReading = PLAIN) -> Fraction:
    return sum(
        (chance for one, chance in outcomes(attack, bonus, defense, edge, reading).fractions().items() if one.hit),
        Fraction(0),
    )


# d20grid.attack.roll, d20grid.edge.net


@pytest.mark.parametrize(
    ("edge", "chance"),
    [(-1, Fraction(81, 400)), (0, Fraction(9, 20)), (1, Fraction(279, 400)), (2, Fraction(6669, 8000))],
)
def test_attack_of_4_against_15(edge: int, chance: Fraction) -> None:
    assert hit(4, 15, edge) == chance
    assert affray.odds("d20grid.attack", bonus=4, defense=15, edge=edge).marginal("hit")[True] == chance


@pytest.mark.parametrize(
    ("needed", "edge", "chance"),
    [
        (11, -2, "0.125"), (11, -1, "0.25"), (11, 0, "0.5"), (11, 1, "0.75"), (11, 2, "0.875"),
        (20, -2, "0.000125"), (20, -1, "0.0025"), (20, 0, "0.05"), (20, 1, "0.0975"), (20, 2, "0.142625"),
    ],
)  # fmt: skip
def test_net_dice(needed: int, edge: int, chance: str) -> None:
    """What is needed on the die is one more than the Defense."""
    assert hit(0, needed - 1, edge) == Fraction(chance)


@pytest.mark.parametrize("edge", range(-10, 11))
def test_every_edge_is_exact_in_closed_form_and_at_once(edge: int) -> None:
    q = Fraction(9, 20)  # 12 to 20 of 20
    started = perf_counter()
    found = hit(4, 15, edge)
    assert perf_counter() - started < 0.05
    assert found == (1 - (1 - q) ** (1 + edge) if edge >= 0 else q ** (1 - edge))


def test_the_dice_of_an_edge() -> None:
    assert [dice_of(edge, PLAIN) for edge in (-2, 0, 3)] == [Roll(20, 3, "low"), Roll(20), Roll(20, 4, "high")]
    for option, most in (("cap_1", 2), ("cap_2", 3)):
        reading = AttackReading(edge_cap=option)  # type: ignore[arg-type]
        assert dice_of(5, reading) == Roll(20, most, "high")
        assert dice_of(-5, reading) == Roll(20, most, "low")
        assert dice_of(1, reading) == Roll(20, 2, "high")


@pytest.mark.parametrize(("bonus", "defense"), [(0, 10), (4, 15), (-3, 12), (9, 5)])
@pytest.mark.parametrize("edge", [-3, -1, 0, 1, 3])
def test_attack_agrees_with_another_library(bonus: int, defense: int, edge: int) -> None:
    pool = icepool.d20.pool(1 + abs(edge))
    kept = pool.highest(1).sum() if edge >= 0 else pool.lowest(1).sum()
    oracle = kept + bonus > defense
    assert hit(bonus, defense, edge) == Fraction(oracle.quantity(True), oracle.denominator())


def test_t21_strictly_more() -> None:
    assert hits(11, 4, 14, PLAIN)
    assert not hits(11, 4, 15, PLAIN)


def test_t22_natural_faces() -> None:
    twenty, one = AttackReading(natural="nat20_hits"), AttackReading(natural="nat1_misses")
    assert hits(20, 0, 60, twenty)
    assert not hits(19, 0, 60, twenty)
    assert not hits(20, 0, 60, one)
    assert not hits(1, 50, 10, one)
    assert hits(2, 50, 10, one)
    assert hits(1, 50, 10, twenty)


# d20grid.damage.order


def total(text: str, strength: int = 0, multipliers: tuple[int, ...] = (), flat: int = 0, **more: object) -> set[int]:
    reading = DamageReading(**{key: value for key, value in more.items() if key != "full"})  # type: ignore[arg-type]
    found = outcomes(damage, parse_damage(text), strength, multipliers, flat, bool(more.get("full")), reading)
    return {one.damage for one in found}


def test_the_order_of_the_text() -> None:
    assert total("5", 3, (2,), 4) == {20}  # (5 + 3) x 2 + 4
    assert total("5", 3, (2, 3), 4) == {52}
    assert total("5", 3, (2, 3), 4, several_multipliers="add") == {36}  # 8 x 4 + 4
    assert total("5", 3, (2, 2), 0, several_multipliers="add") == {24}  # two doublings are a triple


def test_least_damage() -> None:
    assert total("1d4", -3) == {0, 1}
    assert total("1d4", -3, least_damage="min_1") == {1}
    assert total("1", -5, (3,), 20) == {8}  # only the total is held to nothing: -4 x 3 + 20


def test_dice_in_full() -> None:
    assert total("2d6+1", 0, (2,), 1, full=True) == {27}
    assert total("2d6+1") == set(range(3, 14))


def test_damage_agrees_with_another_library() -> None:
    oracle = ((icepool.d6 + icepool.d6 + 1) + 3) * 2 + 4
    found = outcomes(damage, parse_damage("2d6+1"), 3, (2,), 4, False, FLAT).fractions()
    expected = {Dealt(value): Fraction(oracle.quantity(value), oracle.denominator()) for value in oracle.outcomes()}
    assert found == expected


def test_damage_by_name() -> None:
    asked = affray.odds("d20grid.damage", dice="1d8", str=3, multiplier=2, flat=4)
    assert asked.marginal("damage")[20] == Fraction(1, 8)  # a 5
    asked = affray.odds("d20grid.damage", dice="1d8", str=3, melee=0)
    assert min(asked.marginal("damage")) == 1
    assert dict(affray.odds("d20grid.damage", dice="2d6", full=1).marginal("damage")) == {12: 1}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2d6x2", "dice and whole numbers"),
        ("-3", "not negative"),
        ("", "no dice in the text"),
        ("1d6+99999", "out of range|9999"),
    ],
)
def test_damage_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        affray.odds("d20grid.damage", dice=text)


@pytest.mark.parametrize(
    "given",
    [
        {"bonus": 4},
        {"bonus": 4, "defense": 0},
        {"bonus": 4, "defense": 61},
        {"bonus": 4, "defense": 15, "edge": 11},
        {"bonus": 4, "defense": 15, "edge": -11},
        {"bonus": 4, "defense": 15, "edg": 1},
        {"bonus": 101, "defense": 15},
    ],
)
def test_what_the_attack_does_not_take(given: dict[str, int]) -> None:
    with pytest.raises(BadInput):
        affray.odds("d20grid.attack", **given)


@pytest.mark.parametrize("multiplier", [0, -2, 11])
def test_f25_multipliers(multiplier: int) -> None:
    with pytest.raises(BadInput, match="1 to 10"):
        affray.odds("d20grid.damage", dice="1d6", multiplier=multiplier)


@pytest.mark.parametrize("text", ["2d6+1", "1d8", "5", "1d4-2", "1d6+1d4"])
def test_damage_is_printed_as_it_is_read(text: str) -> None:
    assert parse_damage(text).text == text
    assert parse_damage(parse_damage(text).text) == parse_damage(text)


def test_damage_in_full_is_the_most_there_can_be() -> None:
    assert Damage(((2, 6), (1, 4)), -1).most == 15


# Beside the attack


def test_initiative() -> None:
    found = outcomes(initiative, 3).fractions()
    assert {one.result for one in found} == set(range(4, 24))
    assert set(found.values()) == {Fraction(1, 20)}


def test_ties_make_every_order_equally_likely() -> None:
    assert set(outcomes(tie, 3).fractions().values()) == {Fraction(1, 6)}
    assert len(outcomes(tie, 3)) == 6


@pytest.mark.parametrize("unseen", [(0,), (1, 3), (0, 2, 3), (0, 1, 2, 3)])
def test_places_among_those_who_are_level_are_as_likely_for_somebody_unseen(unseen: tuple[int, ...]) -> None:
    assert outcomes(tie_with(unseen), 4).fractions() == outcomes(tie, 4).fractions()


def test_a_target_at_random() -> None:
    assert outcomes(target, 4).fractions() == {number: Fraction(1, 4) for number in range(4)}


def test_every_formula_answers_people() -> None:
    assert set(FORMULAS) == {"attack", "damage", "initiative", "tie", "target"}
    assert affray.odds("d20grid.initiative", modifier=2).mean("result") == Fraction(25, 2)
