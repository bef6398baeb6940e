"""Rolls between fights: by hand, by brute force over raw faces, by a chain of single dice, and by icepool."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import icepool
import pytest

from affray.api import odds
from affray.errors import BadInput
from affray.interpret.roll import Sampler
from affray.rulesets.knave.formulas_growth import REACTION, level_abilities, level_hp, raising_round, reaction
from affray.rulesets.knave.state import ABILITIES
from tests.rulesets.knave.people import thrown

F = Fraction


# knave.reaction


def test_reaction_is_2d6_on_the_table() -> None:
    ways = {"hostile": 1, "unfriendly": 9, "unsure": 16, "talkative": 9, "helpful": 1}
    found = odds("knave.reaction").marginal("attitude")
    assert found == {word: F(number, 36) for word, number in ways.items()}


@pytest.mark.parametrize(
    ("total", "attitude"),
    [
        (2, "hostile"),
        (3, "unfriendly"),
        (5, "unfriendly"),
        (6, "unsure"),
        (8, "unsure"),
        (9, "talkative"),
        (11, "talkative"),
        (12, "helpful"),
    ],
)
def test_reaction_row_by_row(total: int, attitude: str) -> None:
    faces = next((one, total - one) for one in range(1, 7) if 1 <= total - one <= 6)
    assert reaction(thrown(*faces)).attitude == attitude


def test_only_the_referee_sees_the_reaction_roll() -> None:
    assert REACTION.hidden
    assert REACTION.role == "referee"


# knave.heal.night, K53


@pytest.mark.parametrize(
    ("con", "hp", "max_hp"), [(2, 10, 12), (2, 1, 12), (1, 0, 20), (10, 3, 8), (3, 6, 6), (-5, 1, 9)]
)
def test_a_night_brings_back_d8_and_con_up_to_the_maximum(con: int, hp: int, max_hp: int) -> None:
    expected: dict[int, Fraction] = {}
    for face in range(1, 9):
        healed = min(hp + max(face + con, 0), max_hp)
        expected[healed] = expected.get(healed, F(0)) + F(1, 8)
    assert odds("knave.heal_night", con=con, hp=hp, max_hp=max_hp).marginal("hp") == expected


def test_10_of_12_with_a_7_and_con_2_is_12() -> None:
    assert odds("knave.heal_night", con=2, hp=10, max_hp=12).marginal("hp") == {12: F(1)}  # at least 10 + 1 + 2


def test_nobody_has_more_than_the_maximum_before_a_night() -> None:
    with pytest.raises(BadInput, match="more than max_hp"):
        odds("knave.heal_night", con=1, hp=9, max_hp=8)


# knave.level.hp, K48, K49


def test_level_2_with_an_old_maximum_of_9() -> None:
    ways = {9: 8, 10: 35, 11: 6, 12: 5, 13: 4, 14: 3, 15: 2, 16: 1}
    assert odds("knave.level_hp", level=2, old_max=9).marginal("new_max") == {hp: F(n, 64) for hp, n in ways.items()}


@pytest.mark.parametrize(("level", "old_max"), [(2, 1), (2, 9), (2, 16), (2, 20), (3, 13), (5, 22)])
@pytest.mark.parametrize("ruling", ["literal_lt", "le"])
def test_level_hp_against_icepool(level: int, old_max: int, ruling: str) -> None:
    def new(rolled: int) -> int:
        short = rolled < old_max or (ruling == "le" and rolled == old_max)
        return old_max + 1 if short else rolled

    die = icepool.map(new, level @ icepool.d8)
    found = odds("knave.level_hp", level=level, old_max=old_max, K48=ruling).marginal("new_max")
    assert found == {hp: F(n, die.denominator()) for hp, n in die.items()}


@pytest.mark.parametrize(
    ("ruling", "hp"), [("unchanged", lambda new: 4), ("same_gain", lambda new: 4 + new - 9), ("full", lambda new: new)]
)
def test_what_is_left_of_the_hit_points_at_a_new_level(ruling: str, hp: object) -> None:
    found = odds("knave.level_hp", level=2, old_max=9, hp=4, K49=ruling).weights
    assert all(one.hp == hp(one.new_max) for one in found)  # type: ignore[operator]


def test_hit_points_before_are_the_maximum_where_they_are_not_given() -> None:
    assert odds("knave.level_hp", level=2, old_max=9).marginal("hp") == {9: F(1)}
    with pytest.raises(BadInput, match="more than old_max"):
        odds("knave.level_hp", level=2, old_max=9, hp=10)


def test_a_maximum_never_shrinks() -> None:
    for level, old_max in product((2, 3, 6), (1, 7, 30, 100)):
        assert min(odds("knave.level_hp", level=level, old_max=old_max).marginal("new_max")) >= old_max


def test_con_adds_nothing_to_a_maximum() -> None:
    assert "con" not in {one.name for one in level_hp.inputs}


# knave.level.random, K50, K76


def rising(**bonuses: int) -> list[Fraction]:
    ruling = {"K76": str(bonuses.pop("K76"))} if "K76" in bonuses else {}
    asked = odds("knave.level_abilities", **bonuses, **ruling)
    return [asked.marginal(ability).get(True, F(0)) for ability in ABILITIES]


def test_random_raises_of_six_alike() -> None:
    assert rising() == [F(416, 651), F(664, 1085), F(1906, 3255), F(325, 651), F(419, 1085), F(181, 651)]
    assert sum(rising()) == 3
    found = odds("knave.level_abilities").weights
    first_three = found.chance(lambda one: one.str and one.dex and one.con)
    assert first_three == F(232, 1395)


def test_in_a_new_order_each_time_six_alike_rise_alike() -> None:
    found = odds("knave.level_abilities", K76="shuffled")
    assert [found.marginal(ability)[True] for ability in ABILITIES] == [F(1, 2)] * 6


@cache
def chain(defenses: tuple[int, ...], risen: tuple[int, ...], at: int, need: int) -> dict[tuple[int, ...], Fraction]:
    """Who has risen at the end, from ability number `at` on, by the sheet: a chain of single d20, solved by hand.

    From one place the chances go once round all that are left; whoever comes back there starts anew.
    """
    if not need:
        return {tuple(sorted(risen)): F(1)}
    places = [place for place in range(6) if defenses[place] < 20 and place not in risen]
    if not places:
        return {tuple(sorted(risen)): F(1)}
    order = sorted(places, key=lambda place: (place < at, place))
    total: dict[tuple[int, ...], Fraction] = {}
    reached, back = F(1), F(1)
    for place in order:
        back *= 1 - F(defenses[place] - 1, 20)
    for place in order:
        chance = reached * F(defenses[place] - 1, 20) / (1 - back)
        for end, share in chain(defenses, (*risen, place), place + 1, need - 1).items():
            total[end] = total.get(end, F(0)) + chance * share
        reached *= 1 - F(defenses[place] - 1, 20)
    return total


BONUSES = [(1, 1, 1, 1, 1, 1), (9, 1, 1, 5, 1, 1), (10, 9, 3, 10, 2, 6), (10, 10, 10, 4, 10, 9), (2, 3, 4, 5, 6, 7)]


@pytest.mark.parametrize("bonuses", BONUSES)
def test_random_raises_by_the_sheet_against_a_chain_of_single_dice(bonuses: Sequence[int]) -> None:
    given = dict(zip(ABILITIES, bonuses, strict=True))
    found = odds("knave.level_abilities", **given).weights.push(
        lambda one: tuple(place for place, ability in enumerate(ABILITIES) if getattr(one, ability))
    )
    assert found.fractions() == chain(tuple(bonus + 10 for bonus in bonuses), (), 0, 3)


@pytest.mark.parametrize("bonuses", [(1, 9, 10, 10, 10, 10), (3, 1, 7, 10, 10, 10), (1, 4, 9, 2, 10, 10)])
def test_random_raises_in_a_new_order_against_all_orders(bonuses: Sequence[int]) -> None:
    """Rounds by brute force over orders and over who would rise; a round in which nobody rises is left out."""

    def ends(left: tuple[int, ...], need: int) -> dict[frozenset[int], Fraction]:
        if not need or not left:
            return {frozenset(): F(1)}
        found: dict[frozenset[int], Fraction] = {}
        nobody = F(0)
        orders = list(permutations(left))
        for order, rises in product(orders, product((True, False), repeat=len(left))):
            chance = F(1, len(orders))
            for place, up in zip(order, rises, strict=True):
                p = F(bonuses[place] + 9, 20)
                chance *= p if up else 1 - p
            risen = frozenset([place for place, up in zip(order, rises, strict=True) if up][:need])
            if not risen:
                nobody += chance
                continue
            rest = tuple(place for place in left if place not in risen)
            for more, share in ends(rest, need - len(risen)).items():
                found[risen | more] = found.get(risen | more, F(0)) + chance * share
        return {end: share / (1 - nobody) for end, share in found.items()}

    expected = ends(tuple(place for place in range(6) if bonuses[place] < 10), 3)
    given = dict(zip(ABILITIES, bonuses, strict=True))
    found = odds("knave.level_abilities", **given, K76="shuffled").weights.push(
        lambda one: frozenset(place for place, ability in enumerate(ABILITIES) if getattr(one, ability))
    )
    assert found.fractions() == expected


def test_what_is_at_its_highest_never_rises_and_the_rest_does() -> None:
    assert rising(str=10, dex=10, con=10) == [0, 0, 0, 1, 1, 1]
    assert rising(str=10, dex=10, con=10, int=10) == [0, 0, 0, 0, 1, 1]  # K50: two can, so two do
    assert rising(**dict.fromkeys(ABILITIES, 10)) == [0] * 6


def test_rolled_it_agrees_with_the_exact_chances() -> None:
    runs = 4_000
    seen = sum(level_abilities(Sampler("raise", run), (1,) * 6, "sheet").str for run in range(runs))
    assert abs(seen / runs - 416 / 651) < 4 * (0.25 / runs) ** 0.5  # four standard deviations


def test_a_round_stops_when_enough_have_risen() -> None:
    found = odds("knave.raising_round", count=6, defense=19, most=1).weights
    assert {len(risen) for risen in found} == {1}
    assert found.chance(lambda risen: risen == (0,)) == F(9, 10) / (1 - F(1, 10) ** 6)
    assert raising_round.inputs[2].default == 3


def test_an_ability_rises_on_less_than_its_defense() -> None:
    # 10 of the 20 faces are below 11
    assert odds("knave.ability_rises", defense=11).weights.probability(True) == F(1, 2)
    assert odds("knave.ability_rises", defense=19).weights.probability(True) == F(9, 10)


# knave.xp.level, K52


@pytest.mark.parametrize(
    ("level", "xp", "award", "kept", "reset"),
    [
        (1, 0, 999, (999, 1), (999, 1)),
        (1, 900, 100, (1000, 2), (1000, 2)),
        (1, 900, 200, (1100, 2), (1000, 2)),
        (1, 0, 3500, (3500, 4), (1000, 2)),
        (3, 2500, 400, (2900, 3), (2900, 3)),
        (3, 2500, 600, (3100, 4), (3000, 4)),
        (4, 100, 50, (150, 4), (150, 4)),  # a level that was given counts
    ],
)
def test_a_level_for_each_thousand(
    level: int, xp: int, award: int, kept: tuple[int, int], reset: tuple[int, int]
) -> None:
    for option, expected in (("kept", kept), ("reset", reset)):
        (found,) = odds("knave.award", level=level, xp=xp, award=award, K52=option).weights
        assert (found.xp, found.level) == expected


# knave.quality.repair, K30


@pytest.mark.parametrize(
    ("price", "points", "exact", "ceil", "floor"),
    [
        (5, 1, 5, 10, 10),
        (15, 1, 15, 20, 10),
        (10, 1, 10, 10, 10),
        (60, 3, 180, 180, 180),
        (5, 3, 15, 30, 30),
        (15, 3, 45, 60, 30),
        (19, 2, 38, 40, 20),
        (0, 1, 0, 0, 10),
    ],
)
def test_a_point_costs_a_tenth_of_the_price(price: int, points: int, exact: int, ceil: int, floor: int) -> None:
    expected = {"exact": exact, "ceil": ceil, "floor_min1": floor, "yes_full": exact}
    for option, tenths in expected.items():
        (found,) = odds("knave.repair", price=price, points=points, K30=option).weights
        assert (found.tenths, found.remakes) == (tenths, option == "yes_full")


@pytest.mark.parametrize(
    ("formula", "given", "name", "most"),
    [("award", {"xp": 0}, "award", 1_000_000), ("repair", {}, "price", 1_000_000)],
)
def test_the_limits_of_numbers(formula: str, given: dict[str, int], name: str, most: int) -> None:
    assert odds(f"knave.{formula}", **given, **{name: most}).weights
    with pytest.raises(BadInput, match=f"0 to {most}"):
        odds(f"knave.{formula}", **given, **{name: most + 1})


# K55


def test_the_remark_of_a_quarter_is_only_a_remark() -> None:
    saves = {bonus: odds("knave.save", bonus=bonus).marginal("success")[True] for bonus in range(1, 11)}
    rolled = odds("knave.rolled_ability").marginal("bonus")
    assert saves[1] == F(3, 10)
    assert saves[10] == F(3, 4)
    assert sum(chance * saves[bonus] for bonus, chance in rolled.items()) == F(169, 480)
