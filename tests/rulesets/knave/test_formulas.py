"""Knave's rolls against values worked out by hand, against brute force over raw faces, and against icepool."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations, product
from math import prod
from typing import Any

import icepool
import pytest

from affray.api import odds
from affray.dice import Dice, Roll, Seat, Why
from affray.errors import BadInput
from affray.interpret.every import exact, outcomes
from affray.rulesets.knave import formulas
from affray.rulesets.knave.damage import parse_damage
from affray.rulesets.knave.formulas import Blow, Initiative, Morale, Save
from affray.rulesets.knave.rulings import AttackReading, reading_of
from affray.weights import Weights
from tests.rulesets.knave.reference import Position, Result, brute_force

F = Fraction
SLUGS = {
    "K08": "natural_20",
    "K09": "natural_1",
    "K10": "natural_die",
    "K11": "defender_edge",
    "K14": "critical_die",
    "K15": "stacking",
    "K27": "destroyed_when",
}


class Faces:
    """Dice that show these faces and note what was asked for."""

    def __init__(self, *faces: int) -> None:
        self.left = list(faces)
        self.asked: list[tuple[str, str, Roll]] = []
        self.roles: Mapping[str, Seat] = {}

    def roll(self, roll: Roll, why: Why) -> int:
        self.asked.append((why.name, why.role, roll))
        return self.left.pop(0)

    def faces(self, roll: Roll, why: Why) -> tuple[int, ...]:
        self.asked.append((why.name, why.role, roll))
        shown = tuple(sorted(self.left[: roll.count], reverse=True))
        del self.left[: roll.count]
        return shown

    def resolve(self, formula: Any, *inputs: Any, **named: Any) -> Any:
        raise AssertionError("a formula asks for dice only")


def table(weights: Weights[Any]) -> dict[Result, Fraction]:
    """The outcomes of an attack as plain tuples with their chances."""
    return {
        (blow.hit, blow.damage, blow.armor_quality_lost, blow.weapon_quality_lost): chance
        for blow, chance in weights.fractions().items()
    }


def attacked(**given: int | str) -> dict[Result, Fraction]:
    """The outcomes of an attack given by name."""
    return table(odds("knave.attack", **given).weights)


def spread(result: Result, chance: Fraction, sides: int, dice: int = 1, flat: int = 0) -> dict[Result, Fraction]:
    """This result with its chance spread over the sum of equal dice; its own damage does not count."""
    hit, _, armor, weapon = result
    found: dict[Result, Fraction] = {}
    for faces in product(range(1, sides + 1), repeat=dice):
        key = (hit, sum(faces) + flat, armor, weapon)
        found[key] = found.get(key, F(0)) + chance / sides**dice
    return found


def clamped(chance: Fraction) -> Fraction:
    return min(max(chance, F(0)), F(1))


def with_edge(chance: Fraction, edge: int) -> Fraction:
    """Of two dice one is enough with advantage, both are needed with disadvantage."""
    return {0: chance, 1: 1 - (1 - chance) ** 2, -1: chance**2}[edge]


# Saves


def test_knave_save_target() -> None:
    for bonus in range(-5, 41):
        # faces 16 - bonus to 20 of 20
        asked = odds("knave.save", bonus=bonus)
        assert asked.weights.chance(lambda save: save.success) == clamped(F(5 + bonus, 20))


def test_knave_save_target_is_more_than_15() -> None:
    assert formulas.save(Faces(13), 2, 0) == Save(False)
    assert formulas.save(Faces(14), 2, 0) == Save(True)


def test_knave_save_of_new_characters() -> None:
    assert odds("knave.save", bonus=1).marginal("success") == {False: F(7, 10), True: F(3, 10)}  # 15-20 of 20
    assert odds("knave.save", bonus=10).marginal("success") == {False: F(1, 4), True: F(3, 4)}  # 6-20 of 20


@pytest.mark.parametrize("edge", [-1, 0, 1])
def test_knave_roll_advantage_on_a_save(edge: int) -> None:
    asked = odds("knave.save", bonus=3, edge=edge)
    # faces 13-20 of 20 are 2/5; with advantage 1 - 9/25, with disadvantage 4/25
    assert asked.marginal("success")[True] == {-1: F(4, 25), 0: F(2, 5), 1: F(16, 25)}[edge]


@pytest.mark.parametrize("edge", [-1, 0, 1])
def test_knave_save_opposed(edge: int) -> None:
    for bonus, defense in product(range(-5, 21), range(1, 51)):
        asked = odds("knave.opposed", bonus=bonus, defense=defense, edge=edge)
        expected = with_edge(clamped(F(20 + bonus - defense, 20)), edge)
        assert asked.weights.chance(lambda save: save.success) == expected


def test_knave_save_opposed_a_tie_is_the_opponents() -> None:
    assert formulas.opposed(Faces(11), 3, 14, 0) == Save(False)
    assert formulas.opposed(Faces(12), 3, 14, 0) == Save(True)


def test_knave_save_opposed_either_side_may_roll() -> None:
    for mine, theirs in product(range(-5, 21), repeat=2):
        i_roll = odds("knave.opposed", bonus=mine, defense=10 + theirs).weights.chance(lambda save: save.success)
        they_roll = odds("knave.opposed", bonus=theirs, defense=10 + mine).weights.chance(lambda save: save.success)
        assert i_roll + they_roll == 1


# Initiative, morale, pieces and targets


def test_knave_round_initiative() -> None:
    assert table_of_truth(formulas.initiative) == {Initiative(True): F(1, 2), Initiative(False): F(1, 2)}  # 1-3 of 6


@pytest.mark.parametrize("face", range(1, 7))
def test_knave_round_initiative_each_face(face: int) -> None:
    dice = Faces(face)
    assert formulas.initiative(dice).enemies_first is (face in {1, 2, 3})
    assert dice.asked == [("initiative.d6", "table", Roll(6))]


def table_of_truth(formula: Any, *inputs: Any) -> dict[Any, Fraction]:
    return outcomes(formula, *inputs).fractions()


FAILURES = {2: 35, 3: 33, 4: 30, 5: 26, 6: 21, 7: 15, 8: 10, 9: 6, 10: 3, 11: 1, 12: 0}
"""The ways in 36 to throw more than the rating with 2d6."""


@pytest.mark.parametrize(("rating", "ways"), FAILURES.items())
def test_knave_morale_check(rating: int, ways: int) -> None:
    asked = odds("knave.morale", rating=rating)
    assert asked.weights.chance(lambda morale: not morale.holds) == F(ways, 36)


def test_knave_morale_check_at_the_rating_holds() -> None:
    dice = Faces(7)
    assert formulas.morale(dice, 7) == Morale(True)
    assert formulas.morale(Faces(8), 7) == Morale(False)
    assert dice.asked == [("morale.2d6", "referee", Roll(6, 2))]


@pytest.mark.parametrize("count", [2, 3])
def test_k24_random_takes_each_piece_alike(count: int) -> None:
    assert table_of_truth(formulas.armor_piece, count) == {piece: F(1, count) for piece in range(count)}


@pytest.mark.parametrize("count", [2, 7, 100])
def test_a_random_target_is_each_alike(count: int) -> None:
    assert table_of_truth(formulas.target, count) == {one: F(1, count) for one in range(count)}


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_k40_random_is_each_order_alike(count: int) -> None:
    orders = list(permutations(range(count)))
    assert table_of_truth(formulas.order, count) == dict.fromkeys(orders, F(1, len(orders)))


def test_k40_random_asks_for_a_place_at_a_time() -> None:
    dice = Faces(3, 1)
    assert formulas.order(dice, 3) == (2, 0, 1)  # the third of three, the first of the two left, the last one
    assert dice.asked == [("round.order", "table", Roll(3)), ("round.order", "table", Roll(2))]


def test_the_rolls_have_names_and_only_morale_and_hit_points_are_hidden() -> None:
    assert {why.name: why.hidden for why in formulas.ROLLS} == {
        "save.d20": False,
        "opposed.d20": False,
        "contest.d20": False,
        "resist.d20": False,
        "initiative.d6": False,
        "round.order": False,
        "attack.d20": False,
        "defense.d20": False,
        "attack.damage": False,
        "stray.ally": False,
        "stray.damage": False,
        "effect.damage": False,
        "monster.hp": True,
        "armor.piece": False,
        "morale.2d6": True,
        "tactic.target": False,
    }


# Stunts and spells


@pytest.mark.parametrize("edge", [-1, 0, 1])
@pytest.mark.parametrize("roller", ["attacker", "defender"])
def test_knave_stunt_is_an_opposed_save_whoever_rolls(edge: int, roller: str) -> None:
    for bonus, defense in product(range(-5, 21), range(1, 51)):
        asked = odds("knave.contest", bonus=bonus, defense=defense, edge=edge, roller=roller)
        expected = with_edge(clamped(F(20 + bonus - defense, 20)), edge)
        assert asked.weights.chance(lambda save: save.success) == expected


def test_knave_stunt_a_tie_is_the_opponents() -> None:
    reading = AttackReading()
    assert formulas.contest(Faces(11), 3, 14, 0, "attacker", reading) == Save(False)
    assert formulas.contest(Faces(12), 3, 14, 0, "attacker", reading) == Save(True)
    # the one who rolls needs more, so the defender needs more than 13 with +4
    assert formulas.contest(Faces(9), 3, 14, 0, "defender", reading) == Save(True)
    assert formulas.contest(Faces(10), 3, 14, 0, "defender", reading) == Save(False)


@pytest.mark.parametrize(("face", "success"), [(20, False), (1, True)])
def test_k31_a_natural_20_or_1_means_nothing(face: int, success: bool) -> None:
    bonus, defense = (0, 20) if face == 20 else (10, 10)
    assert formulas.contest(Faces(face), bonus, defense, 0, "attacker", AttackReading()) == Save(success)


@pytest.mark.parametrize("edge", [-1, 0, 1])
def test_k11_in_a_stunt(edge: int) -> None:
    mirrored, plain = Faces(7), Faces(7)
    formulas.contest(mirrored, 2, 12, edge, "defender", AttackReading())
    formulas.contest(plain, 2, 12, edge, "defender", AttackReading(defender_edge="unmirrored"))
    keep = {-1: "high", 0: "sum", 1: "low"}[edge]
    pair = Roll(20, 2, keep) if edge else Roll(20)  # type: ignore[arg-type]
    assert mirrored.asked == [("resist.d20", "defender", pair)]
    assert plain.asked == [("resist.d20", "defender", Roll(20))]
    mine = Faces(7)
    formulas.contest(mine, 2, 12, edge, "attacker", AttackReading())
    assert [(name, role) for name, role, _ in mine.asked] == [("contest.d20", "attacker")]


@pytest.mark.parametrize("damage", ["1d6", "2d4+1", "1d4-2", "3", "1d6+1d8"])
def test_damage_of_an_effect(damage: str) -> None:
    parsed = parse_damage(damage)
    expected: dict[int, Fraction] = {}
    sides = [side for count, side in parsed.dice for _ in range(count)]
    for faces in product(*(range(1, side + 1) for side in sides)):
        points = max(sum(faces) + parsed.flat, 1)  # K16: what is thrown hurts
        expected[points] = expected.get(points, F(0)) + F(1, prod(sides))
    assert table_of_truth(formulas.effect_damage, parsed) == expected


@pytest.mark.parametrize(("ideal", "dice"), [(0, 1), (1, 2)])
def test_k46_auto_hit_is_damage_without_a_d20(ideal: int, dice: int) -> None:
    found = table(odds("knave.sure_hit", damage="1d6+1", ideal=ideal).weights)
    assert found == spread((True, 0, 0, 0), F(1), 6, dice, 1)


def test_k16_what_is_thrown_hurts_whoever_it_hits() -> None:
    """1d4-2 is 1 with 1, 2 and 3, and 2 with 4; a fixed number stands as it is."""
    thrown = {1: F(3, 4), 2: F(1, 4)}
    assert odds("knave.sure_hit", damage="1d4-2").marginal("damage") == thrown
    assert odds("knave.sure_hit", damage="0").marginal("damage") == {0: F(1)}
    # +20 never beats 50, and always the ally's 1
    stray = odds("knave.stray_shot", bonus=20, armor=50, damage="1d4-2", ally=1, K08="split")
    assert stray.marginal("ally_damage") == thrown


@pytest.mark.parametrize(
    ("dice", "ways"),
    [
        ("1d8", dict.fromkeys(range(1, 9), 1)),
        ("1d8-1", {1: 2, **dict.fromkeys(range(2, 8), 1)}),
        ("1d4", dict.fromkeys(range(1, 5), 1)),
    ],
)
def test_k62_hit_points_that_are_rolled(dice: str, ways: dict[int, int]) -> None:
    total = sum(ways.values())
    found = table_of_truth(formulas.hit_points, parse_damage(dice))
    assert found == {points: F(number, total) for points, number in ways.items()}
    thrown = Faces(5)
    assert formulas.hit_points(thrown, parse_damage("2d8+1")) == 6
    assert thrown.asked == [("monster.hp", "referee", Roll(8, 2))]


# Hits


CHANCES = [(0, F(1, 2)), (1, F(11, 20)), (-5, F(1, 4)), (9, F(19, 20)), (10, F(1)), (-9, F(1, 20)), (-10, F(0))]
"""How far the attack bonus is ahead of the armor bonus, and the chance to hit."""


@pytest.mark.parametrize(("ahead", "chance"), CHANCES)
def test_knave_attack_hit(ahead: int, chance: Fraction) -> None:
    for armor_bonus in range(5, 20):
        asked = odds("knave.attack", bonus=armor_bonus + ahead, armor=10 + armor_bonus, die=8)
        assert asked.weights.chance(lambda blow: blow.hit) == chance


@pytest.mark.parametrize("edge", [-1, 0, 1])
def test_knave_attack_hit_everywhere(edge: int) -> None:
    for bonus, armor in product(range(-5, 21), range(1, 51, 7)):
        hit = odds("knave.attack", bonus=bonus, armor=armor, die=2, edge=edge).weights.chance(lambda blow: blow.hit)
        assert hit == with_edge(clamped(F(10 + bonus - (armor - 10), 20)), edge)


def test_o01_a_tie_is_a_miss() -> None:
    assert formulas.attack(Faces(11), *inputs(3, 14)) == Blow(False, 0, 0, 0)
    assert formulas.attack(Faces(12, 5), *inputs(3, 14)) == Blow(True, 5, 0, 0)
    asked = odds("knave.attack", bonus=3, armor=14, die=8)
    assert asked.marginal("hit")[True] == F(9, 20)  # faces 12-20


def test_o02_a_total_of_20_is_no_natural_20() -> None:
    dice = Faces(17, 8)
    assert formulas.attack(dice, *inputs(3, 14)) == Blow(True, 8, 0, 0)
    assert dice.asked[1:] == [("attack.damage", "attacker", Roll(8))]
    # faces 12-19 hit for a mean of 9/2, face 20 for 9: (8 x 9/2 + 9) / 20
    assert odds("knave.attack", bonus=3, armor=14, die=8).mean("damage") == F(9, 4)


@pytest.mark.parametrize("roller", ["attacker", "defender"])
def test_o03_both_forms_hit_alike(roller: str) -> None:
    asked = odds("knave.attack", bonus=1, armor=11, die=6, roller=roller)
    assert asked.marginal("hit")[True] == F(1, 2)  # 11-20; the defender's 1-10


def test_o04_the_die_that_is_not_used_is_no_critical() -> None:
    dice = Faces(7, 3)
    assert formulas.attack(dice, *inputs(4, 10, edge=-1)) == Blow(True, 3, 0, 0)
    assert dice.asked[0] == ("attack.d20", "attacker", Roll(20, 2, "low"))
    worst = odds("knave.attack", bonus=4, armor=10, die=8, edge=-1).marginal("armor_quality_lost")
    best = odds("knave.attack", bonus=4, armor=10, die=8, edge=1).marginal("armor_quality_lost")
    assert worst[1] == F(1, 400)  # 1/20 x 1/20
    assert best[1] == F(39, 400)  # 1 - 19/20 x 19/20


def test_o05_a_critical_with_one_die_has_two() -> None:
    dice = Faces(20, 9)
    assert formulas.attack(dice, *inputs(3, 14)) == Blow(True, 9, 1, 0)
    assert dice.asked[1] == ("attack.damage", "attacker", Roll(8, 2))
    critical = {blow: chance for blow, chance in attacked(bonus=3, armor=14, die=8).items() if blow[2]}
    assert critical == spread((True, 0, 1, 0), F(1, 20), 8, dice=2)  # 1/20, then 2d8: 2 to 16
    mean = sum((damage * chance for (_, damage, _, _), chance in critical.items()), F(0)) / sum(critical.values())
    assert mean == 9


def test_k16_no_ability_is_added_to_damage() -> None:
    # +19 against 12: every face but 20 does one d6
    assert attacked(bonus=19, armor=12, die=6) == (
        spread((True, 0, 0, 0), F(18, 20), 6)
        | spread((True, 0, 0, 1), F(1, 20), 6)
        | spread((True, 0, 1, 0), F(1, 20), 6, dice=2)
    )


def test_knave_attack_hit_in_full() -> None:
    # +2 against 14, d8: 1 breaks, 2-12 miss, 13-19 hit, 20 twice
    assert attacked(bonus=2, armor=14, die=8) == (
        {(False, 0, 0, 1): F(1, 20), (False, 0, 0, 0): F(11, 20)}
        | add(spread((True, 0, 0, 0), F(7, 20), 8), spread((True, 0, 1, 0), F(1, 20), 8, dice=2))
    )


def add(*tables: Mapping[Result, Fraction]) -> dict[Result, Fraction]:
    total: dict[Result, Fraction] = {}
    for one in tables:
        for key, chance in one.items():
            total[key] = total.get(key, F(0)) + chance
    return total


def test_knave_critical_armor_mean_damage_of_every_bonus() -> None:
    # the mean of the die x (P(hit) x (1, or 2 with the ideal weapon) + P(natural 20))
    for bonus, armor, edge, ideal in product(range(-5, 21, 5), (1, 9, 14, 22, 30, 50), (-1, 0, 1), (0, 1)):
        asked = odds("knave.attack", bonus=bonus, armor=armor, die=8, edge=edge, ideal=ideal)
        hit = with_edge(clamped(F(20 + bonus - armor, 20)), edge)
        twenty = {-1: F(1, 400), 0: F(1, 20), 1: F(39, 400)}[edge]
        assert asked.mean("damage") == F(9, 2) * (hit * (1 + ideal) + twenty)


# K08 to K16, K27, K60: each option by hand


def test_k08_literal_a_20_that_misses_hurts() -> None:
    assert attacked(bonus=0, armor=20, die=6) == (
        {(False, 0, 0, 0): F(18, 20), (False, 0, 0, 1): F(1, 20)} | spread((False, 0, 1, 0), F(1, 20), 6)
    )
    damage = odds("knave.attack", bonus=0, armor=20, die=6).marginal("damage")
    assert damage == {0: F(19, 20)} | dict.fromkeys(range(1, 7), F(1, 120))  # 1/20 x 1/6


def test_k08_literal_with_advantage() -> None:
    asked = odds("knave.attack", bonus=1, armor=22, die=8, edge=1)
    assert asked.marginal("hit") == {False: F(1)}
    # 19/20 x 19/20 no 20; 39/400 x 1/8 each
    assert asked.marginal("damage") == {0: F(361, 400)} | dict.fromkeys(range(1, 9), F(39, 3200))


def test_k08_literal_without_the_ideal_die() -> None:
    plain = odds("knave.attack", bonus=0, armor=20, die=6)
    assert odds("knave.attack", bonus=0, armor=20, die=6, ideal=1).weights == plain.weights


def test_k08_auto_hit() -> None:
    assert attacked(bonus=0, armor=20, die=6, K08="auto_hit") == (
        {(False, 0, 0, 0): F(18, 20), (False, 0, 0, 1): F(1, 20)} | spread((True, 0, 1, 0), F(1, 20), 6, dice=2)
    )


def test_k08_needs_hit() -> None:
    assert attacked(bonus=0, armor=20, die=6, K08="needs_hit") == {
        (False, 0, 0, 0): F(19, 20),
        (False, 0, 0, 1): F(1, 20),
    }


def test_k08_split() -> None:
    assert attacked(bonus=0, armor=20, die=6, K08="split") == {
        (False, 0, 0, 0): F(18, 20),
        (False, 0, 1, 0): F(1, 20),
        (False, 0, 0, 1): F(1, 20),
    }


@pytest.mark.parametrize("option", ["literal", "auto_hit", "needs_hit", "split"])
def test_k08_is_the_same_where_a_20_hits(option: str) -> None:
    asked = attacked(bonus=1, armor=20, die=6, K08=option)
    assert asked == (
        {(False, 0, 0, 0): F(18, 20), (False, 0, 0, 1): F(1, 20)} | spread((True, 0, 1, 0), F(1, 20), 6, dice=2)
    )


TOP = spread((True, 0, 1, 0), F(1, 20), 6, dice=2)
"""What the natural 20 of +10 against 5 does with a d6."""


def test_k09_literal_a_1_that_hits_hurts_both() -> None:
    assert attacked(bonus=10, armor=5, die=6) == (
        spread((True, 0, 0, 1), F(1, 20), 6) | spread((True, 0, 0, 0), F(18, 20), 6) | TOP
    )


def test_k09_auto_miss() -> None:
    assert attacked(bonus=10, armor=5, die=6, K09="auto_miss") == (
        {(False, 0, 0, 1): F(1, 20)} | spread((True, 0, 0, 0), F(18, 20), 6) | TOP
    )


def test_k09_only_on_miss() -> None:
    assert attacked(bonus=10, armor=5, die=6, K09="only_on_miss") == spread((True, 0, 0, 0), F(19, 20), 6) | TOP
    assert attacked(bonus=2, armor=14, die=6, K09="only_on_miss")[False, 0, 0, 1] == F(1, 20)


def test_k09_at_the_border() -> None:
    assert formulas.attack(Faces(1), *inputs(9, 10)) == Blow(False, 0, 0, 1)
    assert formulas.attack(Faces(1, 4), *inputs(10, 10)) == Blow(True, 4, 0, 1)


def lost(edge: int, option: str, **given: int | str) -> tuple[Fraction, Fraction]:
    """The chances that armor and weapon lose a point."""
    weights = odds("knave.attack", bonus=2, armor=14, die=8, edge=edge, K10=option, **given).weights
    return weights.chance(lambda blow: blow.armor_quality_lost), weights.chance(lambda blow: blow.weapon_quality_lost)


@pytest.mark.parametrize("roller", ["attacker", "defender"])
@pytest.mark.parametrize(
    ("edge", "option", "armor", "weapon"),
    [
        (1, "kept", F(39, 400), F(1, 400)),
        (-1, "kept", F(1, 400), F(39, 400)),
        (1, "either", F(39, 400), F(37, 400)),  # a 1 beside a 20 does not count: 39 - 2
        (-1, "either", F(37, 400), F(39, 400)),
        (1, "both_reported", F(39, 400), F(39, 400)),
        (-1, "both_reported", F(39, 400), F(39, 400)),
        (0, "kept", F(1, 20), F(1, 20)),
        (0, "either", F(1, 20), F(1, 20)),
        (0, "both_reported", F(1, 20), F(1, 20)),
    ],
)
def test_k10_which_die_is_natural(edge: int, option: str, armor: Fraction, weapon: Fraction, roller: str) -> None:
    assert lost(edge, option, roller=roller) == (armor, weapon)
    hit = odds("knave.attack", bonus=2, armor=14, die=8, edge=edge, K10=option, roller=roller).marginal("hit")
    assert hit[True] == {-1: F(4, 25), 0: F(2, 5), 1: F(16, 25)}[edge]  # 2/5 a die: 13-20


def test_k10_either_a_20_on_the_other_die_may_miss() -> None:
    found = attacked(bonus=2, armor=14, die=8, edge=-1, K10="either")
    # 20 with one of 2-12: 2 x 11/400 of one d8; 20 with one of 13-19: 2 x 7/400 and 20 with 20: 1/400 of two
    assert {key: chance for key, chance in found.items() if key[2]} == add(
        spread((False, 0, 1, 0), F(22, 400), 8), spread((True, 0, 1, 0), F(15, 400), 8, dice=2)
    )


def test_k10_both_reported_counts_the_20_and_the_1_together() -> None:
    high = attacked(bonus=2, armor=14, die=8, edge=1, K10="both_reported")
    low = attacked(bonus=2, armor=14, die=8, edge=-1, K10="both_reported")
    both = spread((True, 0, 1, 1), F(2, 400), 8, dice=2)  # 20 and 1 in either order; the 20 is kept
    assert {key: chance for key, chance in high.items() if key[2] and key[3]} == both
    miss = spread((False, 0, 1, 1), F(2, 400), 8)  # the 1 is kept
    assert {key: chance for key, chance in low.items() if key[2] and key[3]} == miss


def test_k11_mirror() -> None:
    for edge in (-1, 0, 1):
        mine = odds("knave.attack", bonus=2, armor=14, die=8, edge=edge)
        theirs = odds("knave.attack", bonus=2, armor=14, die=8, edge=edge, roller="defender")
        assert mine.weights == theirs.weights


@pytest.mark.parametrize("edge", [-1, 0, 1])
@pytest.mark.parametrize("option", ["kept", "either", "both_reported"])
def test_k11_unmirrored_the_defender_throws_one_die(edge: int, option: str) -> None:
    asked = odds("knave.attack", bonus=2, armor=14, die=8, edge=edge, roller="defender", K10=option, K11="unmirrored")
    assert asked.weights == odds("knave.attack", bonus=2, armor=14, die=8).weights


def test_k11_asks_the_defender_for_the_other_die() -> None:
    dice = Faces(9, 8)
    assert formulas.attack(dice, *inputs(2, 14, edge=1, roller="defender")) == Blow(False, 0, 0, 0)
    assert dice.asked == [("defense.d20", "defender", Roll(20, 2, "low"))]
    dice = Faces(8, 5)
    assert formulas.attack(dice, *inputs(2, 14, edge=-1, roller="defender")) == Blow(True, 5, 0, 0)
    assert dice.asked[0] == ("defense.d20", "defender", Roll(20, 2, "high"))


def test_knave_attack_defender_rolls() -> None:
    # +2 against 14: the defender's d20 + 4 must be more than 12, so 9 and above evade
    assert formulas.attack(Faces(9), *inputs(2, 14, roller="defender")) == Blow(False, 0, 0, 0)
    assert formulas.attack(Faces(8, 5), *inputs(2, 14, roller="defender")) == Blow(True, 5, 0, 0)
    assert formulas.attack(Faces(1, 5), *inputs(2, 14, roller="defender")) == Blow(True, 5, 1, 0)
    assert formulas.attack(Faces(20), *inputs(2, 14, roller="defender")) == Blow(False, 0, 0, 1)


def test_k12_the_defense_to_beat_may_be_given() -> None:
    given = odds("knave.attack", bonus=0, armor=13, die=6, roller="defender", attack_defense=14)
    assert given.marginal("hit")[True] == F(11, 20)  # the defender's 1-11: + 3 is not above 14
    by_bonus = odds("knave.attack", bonus=0, armor=13, die=6, roller="defender")
    assert by_bonus.marginal("hit")[True] == F(7, 20)  # the defender's 1-7: + 3 is not above 10
    # whoever attacks by rolling does not look at it
    assert odds("knave.attack", bonus=0, armor=13, die=6, attack_defense=14).marginal("hit")[True] == F(7, 20)


def damage_of_a_20(damage: str, **given: int | str) -> dict[int, Fraction]:
    """The damage of a natural 20, by its chance among natural 20s, with +2 against 14."""
    found = attacked(bonus=2, armor=14, damage=damage, **given)
    return {key[1]: chance * 20 for key, chance in found.items() if key[2]}


def summed(flat: int, *sides: int) -> dict[int, Fraction]:
    """The distribution of dice and a number added up."""
    found: dict[int, Fraction] = {}
    for faces in product(*(range(1, one + 1) for one in sides)):
        total = sum(faces) + flat
        found[total] = found.get(total, F(0)) + F(1)
    ways = sum(found.values())
    return {total: count / ways for total, count in found.items()}


@pytest.mark.parametrize(
    ("damage", "option", "flat", "sides"),
    [
        ("2d6", "one_die", 0, (6, 6, 6)),
        ("2d6", "full_roll", 0, (6, 6, 6, 6)),
        ("2d6", "highest_die", 0, (6, 6, 6)),
        ("1d4+4", "one_die", 4, (4, 4)),
        ("1d4+4", "full_roll", 8, (4, 4)),
        ("1d4+4", "highest_die", 4, (4, 4)),
        ("1d6+1d8+2", "one_die", 2, (6, 8, 6)),
        ("1d6+1d8+2", "full_roll", 4, (6, 8, 6, 8)),
        ("1d6+1d8+2", "highest_die", 2, (6, 8, 8)),
        ("3", "one_die", 3, ()),
        ("3", "highest_die", 3, ()),
    ],
)
def test_k14_one_more_die(damage: str, option: str, flat: int, sides: tuple[int, ...]) -> None:
    assert damage_of_a_20(damage, K14=option) == summed(flat, *sides)


@pytest.mark.parametrize(("option", "flat"), [("one_die", 0), ("highest_die", 0), ("full_roll", 4)])
def test_k14_on_a_miss_only_the_extra_die_is_thrown(option: str, flat: int) -> None:
    found = attacked(bonus=0, armor=20, damage="1d4+4", K14=option)
    assert {key: chance for key, chance in found.items() if key[2]} == spread((False, 0, 1, 0), F(1, 20), 4, flat=flat)


@pytest.mark.parametrize(
    ("option", "flat", "sides"),
    [("one_die", 2, (6, 8, 6)), ("full_roll", 4, (6, 8) * 2), ("highest_die", 2, (6, 8, 8))],
)
def test_k14_also_for_the_ideal_weapon(option: str, flat: int, sides: tuple[int, ...]) -> None:
    found = attacked(bonus=2, armor=14, damage="1d6+1d8+2", ideal=1, K14=option)
    ordinary = {key[1]: chance / F(7, 20) for key, chance in found.items() if key[0] and not key[2]}  # 13-19
    assert ordinary == summed(flat, *sides)


def test_knave_attack_ideal_weapon_and_k15_stack() -> None:
    # 13-19 hit with two dice, 20 with three; 1 breaks, 2-12 miss
    assert attacked(bonus=2, armor=14, die=8, ideal=1) == (
        {(False, 0, 0, 1): F(1, 20), (False, 0, 0, 0): F(11, 20)}
        | add(spread((True, 0, 0, 0), F(7, 20), 8, dice=2), spread((True, 0, 1, 0), F(1, 20), 8, dice=3))
    )


def test_k15_no_stack() -> None:
    assert attacked(bonus=2, armor=14, die=8, ideal=1, K15="no_stack") == (
        {(False, 0, 0, 1): F(1, 20), (False, 0, 0, 0): F(11, 20)}
        | add(spread((True, 0, 0, 0), F(7, 20), 8, dice=2), spread((True, 0, 1, 0), F(1, 20), 8, dice=2))
    )
    # alone, either of them is one die
    plain = odds("knave.attack", bonus=2, armor=14, die=8)
    assert odds("knave.attack", bonus=2, armor=14, die=8, K15="no_stack").weights == plain.weights


@pytest.mark.parametrize("quality", [0, 2, 10])
def test_k27_a_weapon_that_lasts_deals_its_damage(quality: int) -> None:
    for option in ("after_damage", "before_damage"):
        found = attacked(bonus=10, armor=5, die=6, weapon_quality=quality, K27=option)
        assert found == attacked(bonus=10, armor=5, die=6)


def test_k27_after_damage() -> None:
    assert attacked(bonus=10, armor=5, die=6, weapon_quality=1) == attacked(bonus=10, armor=5, die=6)


def test_k27_before_damage() -> None:
    assert attacked(bonus=10, armor=5, die=6, weapon_quality=1, K27="before_damage") == (
        {(True, 0, 0, 1): F(1, 20)} | spread((True, 0, 0, 0), F(18, 20), 6) | TOP
    )


def test_k27_before_damage_still_wears_the_armor() -> None:
    options = {"K10": "both_reported", "K27": "before_damage"}
    found = attacked(bonus=2, armor=14, die=8, edge=1, weapon_quality=1, **options)
    assert {key: chance for key, chance in found.items() if key[3] and key[2]} == {(True, 0, 1, 1): F(2, 400)}


def test_k08_and_k09_together_cancel() -> None:
    # a 20 and a 1, both counted: whoever hits anyhow still hits
    options = {"K08": "auto_hit", "K09": "auto_miss", "K10": "both_reported"}
    high = attacked(bonus=2, armor=14, die=8, edge=1, **options)
    assert sum(chance for key, chance in high.items() if key[2] and key[3] and key[0]) == F(2, 400)
    low = attacked(bonus=2, armor=14, die=8, edge=-1, **options)
    assert {key: chance for key, chance in low.items() if key[2] and key[3]} == {(False, 0, 1, 1): F(2, 400)}


# What people may give


@pytest.mark.parametrize(
    ("formula", "given", "name", "low", "high"),
    [
        ("knave.save", {}, "bonus", -5, 40),
        ("knave.save", {"bonus": 0}, "edge", -1, 1),
        ("knave.opposed", {"defense": 10}, "bonus", -5, 40),
        ("knave.opposed", {"bonus": 0}, "defense", 1, 50),
        ("knave.attack", {"armor": 10, "die": 6}, "bonus", -5, 40),
        ("knave.attack", {"bonus": 0, "die": 6}, "armor", 1, 50),
        ("knave.attack", {"bonus": 0, "armor": 10}, "die", 2, 1000),
        ("knave.attack", {"bonus": 0, "armor": 10, "die": 6}, "edge", -1, 1),
        ("knave.attack", {"bonus": 0, "armor": 10, "die": 6}, "ideal", 0, 1),
        ("knave.attack", {"bonus": 0, "armor": 10, "die": 6}, "weapon_quality", 0, 10),
        ("knave.morale", {}, "rating", 2, 12),
    ],
)
def test_inputs_have_their_range(formula: str, given: dict[str, int], name: str, low: int, high: int) -> None:
    assert odds(formula, **given, **{name: low}).inputs[name] == low
    assert odds(formula, **given, **{name: high}).inputs[name] == high
    for outside in (low - 1, high + 1):
        with pytest.raises(BadInput, match=f"{name}: out of range, got {outside}.*{low} to {high}"):
            odds(formula, **given, **{name: outside})


@pytest.mark.parametrize("formula", ["knave.save", "knave.opposed", "knave.attack", "knave.morale"])
def test_required_inputs(formula: str) -> None:
    name = "rating" if formula == "knave.morale" else "bonus"
    with pytest.raises(BadInput, match=f"{name}: required"):
        odds(formula)


def test_no_edge_is_the_default() -> None:
    assert odds("knave.save", bonus=0).inputs["edge"] == 0
    assert odds("knave.attack", bonus=0, armor=10, die=6).inputs["edge"] == 0


@pytest.mark.parametrize("given", [{}, {"die": 6, "damage": "1d6"}])
def test_one_of_die_and_damage(given: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="one of die and damage is needed"):
        odds("knave.attack", bonus=0, armor=10, **given)


def test_die_and_damage_say_the_same() -> None:
    by_die = odds("knave.attack", bonus=2, armor=14, die=6)
    assert odds("knave.attack", bonus=2, armor=14, damage="1d6").weights == by_die.weights
    assert odds("knave.attack", bonus=2, armor=14, damage="d6").weights == by_die.weights


# Everywhere


@pytest.mark.parametrize("edge", [-1, 0, 1])
@pytest.mark.parametrize("ideal", [False, True])
def test_mirror_for_every_bonus_and_armor(edge: int, ideal: bool) -> None:
    """Hit, damage and both breakages are alike whoever rolls."""
    damage, reading = parse_damage("d4"), AttackReading()
    for bonus, armor in product(range(-5, 21), range(1, 51)):

        def attack(dice: Dice, roller: Any, bonus: int = bonus, armor: int = armor) -> Blow:
            return formulas.attack(dice, bonus, armor, damage, edge, ideal, roller, 10 + bonus, 0, reading)

        mine = exact(lambda dice: attack(dice, "attacker"))
        theirs = exact(lambda dice: attack(dice, "defender"))
        assert mine == theirs, (bonus, armor)


def inputs(bonus: int, armor: int, edge: int = 0, roller: str = "attacker") -> Any:
    """The formula's own inputs for a d8 under the default rulings."""
    return bonus, armor, parse_damage("d8"), edge, False, roller, 10 + bonus, 0, AttackReading()


def ours(at: Position, **changed: str) -> dict[Result, Fraction]:
    """The formula's answer to what `brute_force` is asked."""
    text = "+".join([*(f"1d{sides}" for sides in at.dice), *([str(at.flat)] if at.flat or not at.dice else [])])
    reading = reading_of({SLUGS[ruling]: option for ruling, option in changed.items()})
    damage = parse_damage(text)
    defense = 10 + at.bonus if at.attack_defense is None else at.attack_defense
    roller: Any = at.roller
    return table(
        exact(
            lambda dice: formulas.attack(
                dice, at.bonus, at.armor, damage, at.edge, at.ideal, roller, defense, at.weapon_quality, reading
            )
        )
    )


K08 = ("literal", "auto_hit", "needs_hit", "split")
K09 = ("literal", "auto_miss", "only_on_miss")
K10 = ("kept", "either", "both_reported")
K11 = ("mirror", "unmirrored")
K14 = ("one_die", "full_roll", "highest_die")
K15 = ("stack", "no_stack")
K27 = ("after_damage", "before_damage")

PLACES = [(0, 20), (10, 5), (2, 14)]
"""A 20 misses; a 1 hits; neither."""


@pytest.mark.parametrize("k08", K08)
@pytest.mark.parametrize("k10", K10)
def test_brute_force_over_the_natural_dice(k08: str, k10: str) -> None:
    forms = [("attacker", "mirror"), ("defender", "mirror"), ("defender", "unmirrored")]
    for (bonus, armor), edge, ideal in product(PLACES, (-1, 0, 1), (False, True)):
        for (roller, k11), k09, k15, k27 in product(forms, K09, K15, K27):
            at = Position(bonus, armor, (2,), 0, edge, ideal, roller, weapon_quality=1)
            rulings = {"K08": k08, "K09": k09, "K10": k10, "K11": k11, "K15": k15, "K27": k27}
            assert ours(at, **rulings) == brute_force(at, **rulings), (at, rulings)


DAMAGES = [((2, 3), 1), ((3, 2), 0), ((3, 3), 0), ((2,), -2), ((), 2)]


@pytest.mark.parametrize(("dice", "flat"), DAMAGES)
@pytest.mark.parametrize("k14", K14)
def test_brute_force_over_the_damage_dice(dice: tuple[int, ...], flat: int, k14: str) -> None:
    for (bonus, armor), ideal, k08, k15, k27 in product(PLACES, (False, True), K08, K15, K27):
        for quality in (0, 1, 2):
            at = Position(bonus, armor, dice, flat, 0, ideal, weapon_quality=quality)
            rulings = {"K08": k08, "K14": k14, "K15": k15, "K27": k27}
            assert ours(at, **rulings) == brute_force(at, **rulings), (at, rulings)


def test_brute_force_with_a_defense_of_its_own() -> None:
    for bonus, armor, defense, edge in product((-5, 0, 7), (1, 13, 22), (1, 10, 14, 25), (-1, 0, 1)):
        at = Position(bonus, armor, (2,), 0, edge, False, "defender", attack_defense=defense)
        assert ours(at) == brute_force(at), at


def in_icepool(bonus: int, armor: int, sides: int, edge: int, ideal: int) -> dict[Result, Fraction]:
    """The attack under the default rulings in another library, from the clauses."""
    d20 = icepool.d(20)
    natural = {-1: icepool.lowest(d20, d20), 0: d20, 1: icepool.highest(d20, d20)}[edge]

    def blow(face: int) -> Any:
        hit = face + bonus > armor
        dice = (1 + ideal if hit else 0) + (1 if face == 20 else 0)
        damage = dice @ icepool.d(sides) if dice else icepool.Die([0])
        return damage.map(lambda total: icepool.tupleize(hit, total, int(face == 20), int(face == 1)))

    die = natural.map(blow)
    return {tuple(outcome): F(quantity, die.denominator()) for outcome, quantity in die.items()}


@pytest.mark.parametrize("edge", [-1, 0, 1])
@pytest.mark.parametrize("ideal", [0, 1])
@pytest.mark.parametrize(("bonus", "armor"), [(2, 14), (0, 20), (10, 5), (-5, 16), (20, 11), (1, 22), (3, 13)])
def test_icepool_agrees(bonus: int, armor: int, edge: int, ideal: int) -> None:
    for sides in (4, 8):
        expected = in_icepool(bonus, armor, sides, edge, ideal)
        assert attacked(bonus=bonus, armor=armor, die=sides, edge=edge, ideal=ideal) == expected


def test_k16_dice_hurt_by_one_at_least() -> None:
    asked = odds("knave.attack", bonus=9, armor=10, damage="1d4-3")
    # 2 to 19 hit for 1d4-3, at most 1: 18/20; the 20 for 2d4-3, at most 1 with 2, 3 or 4: 1/20 of 6/16
    assert asked.marginal("damage")[1] == Fraction(18, 20) + Fraction(1, 20) * Fraction(6, 16)
    assert asked.marginal("damage")[0] == Fraction(1, 20)


def test_k16_a_fixed_number_stands_as_it_is() -> None:
    assert odds("knave.attack", bonus=9, armor=10, damage="0").mean("damage") == 0
