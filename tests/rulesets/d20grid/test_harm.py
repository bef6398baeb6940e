"""d20grid.attack, d20grid.damage, d20grid.armor and d20grid.hp: what hits, what it deals, what it leaves."""

from __future__ import annotations

from typing import Any

import pytest

from affray.testing.cases import Scene, scene
from tests.rulesets.d20grid.fights import (
    BEGIN,
    BOW,
    ROD,
    SWORD,
    allowed,
    attack,
    attacks,
    began,
    by,
    condition,
    ends,
    fight,
    foe,
    hp,
    hurts,
    of,
    refused,
    state_of,
    turn,
    unit,
)


def hit(fields: dict[str, Any], *damage: int, weapon: int = 0, **rulings: Any) -> Scene:
    """An attack by a fighter of these fields that hits whatever it rolls."""
    text = fight(unit(**fields), foe(defense=1, hp=99), foe("imp", (60, 0)))
    return began(text, attack(0, 1, weapon), faces=(20, *damage), **rulings)


# The roll


@pytest.mark.parametrize(("face", "hits"), [(11, False), (12, True)])
def test_attack_roll_the_total_must_exceed_the_defense(face: int, hits: bool) -> None:
    """T21: 11 + 4 is 15, and to equal is to miss."""
    text = fight(unit(class_attack_bonus=4, weapons=[ROD]), foe(defense=15))
    assert attacks(began(text, attack(0, 1), faces=(face,)))[0].hit == hits


@pytest.mark.parametrize(
    ("fields", "rulings", "bonus"),
    [
        ({"class_attack_bonus": 4, "abilities": {"str": 3, "dex": 2}}, {}, 4),
        ({"class_attack_bonus": 4, "abilities": {"str": 3, "dex": 2}}, {"T23": "str"}, 7),
        ({"class_attack_bonus": 4, "abilities": {"str": 3, "dex": 2}}, {"T23": "dex"}, 6),
        ({"class_attack_bonus": 4, "abilities": {"str": 3, "dex": 2}, "weapons": [BOW]}, {}, 6),
        ({"class_attack_bonus": 4, "abilities": {"str": 3, "dex": 2}, "weapons": [BOW]}, {"T23": "str"}, 6),
        ({"class_attack_bonus": 4, "penalties": {"attack": 3}}, {}, 1),
    ],
)
def test_attack_roll_what_is_added(fields: dict[str, Any], rulings: dict[str, Any], bonus: int) -> None:
    """T23: DEX with what shoots, and with a melee weapon what the ruling says."""
    text = fight(unit(**fields), foe(at=(5, 0) if "weapons" not in fields else (40, 0), defense=60))
    assert attacks(began(text, attack(0, 1), faces=(1,), **rulings))[0].bonus == bonus


@pytest.mark.parametrize(
    ("face", "defense", "option", "hits"),
    [
        (20, 30, "none", False),
        (20, 30, "nat20_hits", True),
        (20, 30, "nat1_misses", False),
        (1, 4, "none", True),
        (1, 4, "nat20_hits", True),
        (1, 4, "nat1_misses", False),
    ],
)
def test_t22_natural_faces(face: int, defense: int, option: str, hits: bool) -> None:
    text = fight(unit(class_attack_bonus=4, weapons=[ROD]), foe(defense=defense))
    assert attacks(began(text, attack(0, 1), faces=(face,), T22=option))[0].hit == hits


def test_t60_a_melee_weapon_reaches_five_feet_or_what_its_data_say() -> None:
    pike = {"name": "pike", "dice": "1d8", "reach": 10}
    text = fight(unit(weapons=[SWORD, pike], hands=["pike"]), foe(at=(10, 0)))
    assert allowed(began(text), attack(0, 1, 1))
    assert not allowed(began(fight(unit(weapons=[pike]), foe(at=(15, 0)))), attack(0, 1))
    assert not allowed(began(fight(unit(), foe(at=(10, 0)))), attack(0, 1))
    assert allowed(began(fight(unit(), foe(at=(5, 5)))), attack(0, 1))
    assert not allowed(began(fight(unit(), foe(at=(5, 5))), T18="euclid"), attack(0, 1))  # 7.07 feet


def test_t60_a_wall_is_in_the_way_of_a_blade() -> None:
    assert not allowed(began(fight(unit(), foe(), walls=[[5, 0, 5, 5]])), attack(0, 1))


def test_t60_a_bow_reaches_as_far_as_one_sees() -> None:
    assert allowed(began(fight(unit(weapons=[BOW]), foe(at=(495, 0)))), attack(0, 1))


# Damage


def test_damage_order_of_row_o06() -> None:
    """(5 + 3) x 2 + 4 = 20, never (5 + 3 + 4) x 2."""
    fields = {
        "abilities": {"str": 3},
        "weapons": [{"name": "sword", "dice": "1d8", "multiplier": 2}],
        "passives": [4],
    }
    assert hurts(hit(fields, 5))[0].total == 20


@pytest.mark.parametrize("passives", [["+2", 3], [3, "+2"], [{"value": "+2", "from": "stack"}, 3]])
def test_damage_order_of_row_o07(passives: list[Any]) -> None:
    """6 + 5 = 11 in either order; a text is a number."""
    text = fight(unit(weapons=[{**BOW, "dice": "1d8"}], passives=passives), foe(at=(40, 0), defense=1))
    assert hurts(began(text, attack(0, 1), faces=(20, 6)))[0].total == 11


@pytest.mark.parametrize("kind", ["ranged", "thrown"])
def test_t39_str_counts_in_melee_only(kind: str) -> None:
    fields: dict[str, Any] = {"abilities": {"str": 3}, "weapons": [{"name": "knife", "dice": "1d4", "kind": kind}]}
    text = fight(unit(**fields), foe(at=(40, 0), defense=1))
    assert hurts(began(text, attack(0, 1), faces=(20, 2)))[0].total == 2


def test_damage_order_the_weapons_own_bonus_comes_last() -> None:
    fields = {"weapons": [{"name": "sword", "dice": "1d8+1", "multiplier": 3, "flat": 2}]}
    assert hurts(hit(fields, 4))[0].total == 17  # (4 + 1) x 3 + 2


def test_t35_several_multipliers() -> None:
    fields = {"weapons": [{**ROD, "multiplier": 2}], "multipliers": [3, {"value": 2, "from": "craft"}]}
    assert hurts(hit(fields))[0].total == 48  # 4 x 2 x 3 x 2
    assert hurts(hit(fields, T35="add"))[0].total == 20  # 4 x (1 + 1 + 2 + 1)


def test_t36_never_less_than_nothing() -> None:
    fields = {"weapons": [{"name": "rod", "dice": "1d4"}], "abilities": {"str": -3}}
    played = hit(fields, 1)
    assert (hurts(played)[0].total, hp(played, 1)) == (0, 99)
    assert hurts(hit(fields, 1, T36="min_1"))[0].total == 1
    assert hurts(hit(fields, 4, T36="min_1"))[0].total == 1
    assert hurts(hit(fields, 4))[0].total == 1


def test_t37_a_natural_20_deals_no_more() -> None:
    assert hurts(hit({}, 8))[0].total == 8


# Armor


def fours(*commands: Any, faces: int, armor: Any = 5, **rulings: Any) -> Scene:
    """Row O08: hits for 4, 4 and 3 against armor of 5."""
    three = {"name": "stick", "dice": "3"}
    attacker = unit(weapons=[ROD, three], attacks_per_full=3, hands=["rod", "stick"])
    return began(fight(attacker, foe(armor=armor)), *commands, faces=(20,) * faces, **rulings)


BLOWS = [by("full_attack", 0), attack(0, 1), attack(0, 1), attack(0, 1, 1)]


def test_armor_absorbs_a_pool_a_round_as_in_row_o08() -> None:
    played = fours(BLOWS, faces=3)
    assert [one.through for one in hurts(played)] == [0, 3, 3]
    assert hp(played, 1) == 14
    later = fours(BLOWS, ends(0, 1), BEGIN, attack(0, 1), faces=4)
    assert [one.through for one in hurts(later)][3:] == [0]
    assert hp(later, 1) == 14


def test_t38_it_comes_back_at_the_wearers_turn() -> None:
    """Not at the start of the round, which is another moment."""
    assert condition(fours(BLOWS, faces=3), 1).pool == 0
    assert condition(fours(BLOWS, ends(0), faces=3), 1).pool == 5
    by_round = fours(BLOWS, ends(0, 1), faces=3, T38="round_start")
    assert condition(by_round, 1).pool == 0
    assert condition(fours(BLOWS, ends(0, 1), BEGIN, faces=3, T38="round_start"), 1).pool == 5


def test_t38_it_comes_back_to_the_unconscious_too() -> None:
    text = fight(unit(weapons=[ROD]), foe(hp=-1, max_hp=5, armor=5), foe("imp", (0, 60)))
    played = began(text, attack(0, 1), faces=(20,))
    assert condition(played, 1).pool == 1
    assert condition(began(text, attack(0, 1), ends(0), faces=(20,)), 1).pool == 5


def test_t38_other_readings() -> None:
    assert [one.through for one in hurts(fours(BLOWS, faces=3, T38="per_hit"))] == [0, 0, 0]
    subdual = [by("full_attack", 0), attack(0, 1, subdual=True), attack(0, 1)]
    both = fours(subdual, faces=2)
    assert [one.absorbed for one in hurts(both)] == [4, 1]
    lethal = fours(subdual, faces=2, T38="lethal_only")
    assert [one.absorbed for one in hurts(lethal)] == [0, 4]


def test_armor_adds_no_defense_and_has_penalties() -> None:
    armor = {"absorb": 3, "penalties": {"attack": 1, "defense": 2, "speed": 10, "initiative": 3}}
    state = state_of(fight(unit(armor=armor, defense=15, speed=30, abilities={"dex": 2}), foe()))
    profile = state.profiles[0]
    assert (profile.defense, profile.hindered, profile.speed, profile.initiative) == (13, 1, 20, -1)
    assert state_of(fight(unit(armor=9, defense=15), foe())).profiles[0].defense == 15


def test_armor_takes_its_share_of_other_damage() -> None:
    played = scene(fight(unit(armor=2), foe()), [of("harm", 0, points=5, subdual=False)])
    assert (hp(played, 0), condition(played, 0).pool) == (17, 0)


# Hit points and subdual damage


def subdued(start: dict[str, Any], *commands: Any, **rulings: Any) -> Scene:
    """What the referee's commands make of a fighter; another of its side is up."""
    return scene(fight(unit(**start), unit("Bo", (0, 60)), foe()), list(commands), rulings=rulings)


def test_subdual_of_the_text() -> None:
    """50 less 10 lethal are 40; 10 subdual leave them, and 10 subdual beside."""
    lethal, subdual = (of("harm", 0, points=10, subdual=one) for one in (False, True))
    played = subdued({"hp": 50}, lethal, subdual)
    assert (hp(played, 0), condition(played, 0).subdual, condition(played, 0).fate) == (40, 10, "up")


@pytest.mark.parametrize(("more", "option", "fate"), [
    (7, "gt", "down"),
    (7, "ge", "down"),
    (5, "gt", "up"),
    (5, "ge", "down"),
    (6, "gt", "down"),
    (4, "ge", "up"),
])  # fmt: skip
def test_unconscious_by_subdual_as_in_row_o12(more: int, option: str, fate: str) -> None:
    """20 hit points and 15 subdual: 7 more are too many, and what 20 of 20 are is T43."""
    played = subdued({"hp": 20, "subdual": 15}, of("harm", 0, points=more, subdual=True), T43=option)
    assert (hp(played, 0), condition(played, 0).subdual) == (20, 15 + more)
    assert condition(played, 0).fate == fate


def test_t44_lethal_damage_counts_against_subdual_that_is_there() -> None:
    assert condition(subdued({"hp": 20, "subdual": 15}, of("harm", 0, points=5, subdual=False)), 0).fate == "up"
    assert condition(subdued({"hp": 20, "subdual": 15}, of("harm", 0, points=6, subdual=False)), 0).fate == "down"


@pytest.mark.parametrize(("points", "fate"), [(20, "up"), (21, "down"), (29, "down"), (30, "dead")])
def test_unconscious_below_0_and_dead_below_minus_9(points: int, fate: str) -> None:
    """T46: with exactly 0 one is up. T47: with -9 one lives."""
    assert condition(subdued({}, of("harm", 0, points=points, subdual=False)), 0).fate == fate


def test_t43_with_nothing_left_ge_is_unconscious() -> None:
    assert condition(subdued({}, of("harm", 0, points=20, subdual=False), T43="ge"), 0).fate == "down"


def test_t45_waking() -> None:
    heal = of("heal", 0, points=9)
    assert condition(subdued({"hp": -2, "max_hp": 20}, heal), 0).fate == "up"
    assert condition(subdued({"hp": -2, "max_hp": 20}, heal, T45="latched"), 0).fate == "down"
    over = {"type": "end_fight", "winner": "party", "reason": "they run"}
    assert condition(subdued({"hp": -2, "max_hp": 20}, heal, over, T45="latched"), 0).fate == "up"
    subdual = subdued({"hp": 5, "subdual": 6}, of("heal_subdual", 0, points=1))
    assert condition(subdual, 0).fate == "up"
    half = subdued({"hp": -2, "max_hp": 20, "subdual": 9}, heal)
    assert condition(half, 0).fate == "down"  # 9 subdual against 7


def test_t47_dead_is_for_good() -> None:
    """W30: the dead are not healed."""
    played = subdued({}, of("harm", 0, points=30, subdual=False))
    for command in (of("heal", 0, points=9), of("set_hp", 0, hp=9), of("heal_subdual", 0, points=1)):
        assert refused(played, command).clause == "d20grid.hp.dead"


def test_t47_nothing_gets_worse_by_itself() -> None:
    text = fight(unit(hp=-9, max_hp=5), unit("Bo", (0, 60)), foe())
    assert hp(began(text, ends(1, 2), BEGIN), 0) == -9


def test_t48_who_attacks_says_which_damage_it_is() -> None:
    text = fight(unit(weapons=[ROD]), foe())
    played = began(text, attack(0, 1, subdual=True), faces=(20,))
    assert (hp(played, 1), condition(played, 1).subdual) == (20, 4)
    assert attacks(played)[0].bonus == attacks(began(text, attack(0, 1), faces=(20,)))[0].bonus
    cudgel = began(fight(unit(weapons=[{**ROD, "subdues": True}]), foe()))
    assert refused(cudgel, attack(0, 1)).code == "subdues"
    assert allowed(cudgel, attack(0, 1, subdual=True))


def test_t49_subdual_has_no_limit_and_does_not_kill() -> None:
    played = subdued({}, of("harm", 0, points=999, subdual=True))
    assert (hp(played, 0), condition(played, 0).subdual, condition(played, 0).fate) == (20, 999, "down")


def test_t50_healed_apart_and_not_beyond_the_sheet() -> None:
    start = {"hp": 12, "max_hp": 20, "subdual": 5}
    played = subdued(start, of("heal", 0, points=50))
    assert (hp(played, 0), condition(played, 0).subdual) == (20, 5)
    assert refused(played, of("heal", 0, points=1)).code == "fresh"
    played = subdued(start, of("heal_subdual", 0, points=50))
    assert (hp(played, 0), condition(played, 0).subdual) == (12, 0)
    assert refused(played, of("heal_subdual", 0, points=1)).code == "fresh"
    assert refused(played, of("heal", 0, points=0)).code == "out_of_range"
    assert refused(played, of("heal", 0, points=10_000)).code == "out_of_range"


def test_set_by_hand() -> None:
    played = subdued({}, of("set_hp", 0, hp=-10))
    assert condition(played, 0).fate == "dead"
    assert refused(subdued({}), of("set_hp", 0, hp=21)).message == "hit points are -9999 to 20"
    assert refused(subdued({}), of("set_hp", 0, hp=5, reason="")).code == "no_reason"
    assert refused(subdued({}), of("set_hp", 7, hp=5)).code == "no_such_fighter"
    assert condition(subdued({}, of("set_subdual", 0, subdual=21)), 0).fate == "down"


def test_one_who_is_brought_down_in_its_own_turn_ends_it() -> None:
    played = began(fight(unit(), unit("Bo", (0, 60)), foe()), of("harm", 0, points=21, subdual=False))
    assert turn(played).actor == 1


def test_t45_the_end_of_the_scene_wakes_whoever_nothing_keeps_down() -> None:
    """A blow that ends the fight ends the scene, as the referee's word does."""
    text = fight(unit(weapons=[ROD]), unit("Bo", (30, 30), hp=-2, max_hp=20), foe(hp=0))
    played = began(text, of("heal", 1, points=10), attack(0, 2), order=(20, 10, 1), faces=(20,), T45="latched")
    assert played.state.over
    assert [condition(played, number).fate for number in range(3)] == ["up", "up", "down"]
