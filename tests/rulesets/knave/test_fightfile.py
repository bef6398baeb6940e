"""What a fight file means, and what it may not say."""

from __future__ import annotations

from typing import Any

import pytest

import affray
from affray.api import odds
from affray.errors import BadInput
from affray.rulesets.knave import content
from affray.rulesets.knave.state import Condition, Damage, Profile, Weapon
from tests.rulesets.knave.fights import SWORD, fight, fighter, foe, pc, state_of

SCORES: dict[str, Any] = {"str": 3, "dex": 1, "con": 2, "int": 4, "wis": 5, "cha": 6}


def monster(**fields: object) -> tuple[Profile, Condition]:
    """The enemy that these fields describe, and nothing else."""
    state = state_of(fight(pc(), fighter("x", "foes", fields)))
    return state.profiles[1], state.conditions[1]


def refused(**fields: object) -> str:
    with pytest.raises(BadInput) as caught:
        monster(**fields)
    return str(caught.value)


# Hit points and hit dice


@pytest.mark.parametrize(
    ("hd", "hp", "attack"),
    [
        (1, 4, 1),
        (4, 16, 4),
        ("4", 16, 4),
        (40, 160, 40),
        ("1/2", 2, 0),
        ("½", 2, 0),
        ("1-1", 4, 1),
        ("1+1", 4, 1),
        ("3+1", 12, 3),
        ("4+1", 16, 4),
        ("8**", 32, 8),
    ],
)
def test_knave_monster_hp_and_k62(hd: object, hp: int, attack: int) -> None:
    profile, condition = monster(hd=hd)
    assert (condition.hp, profile.max_hp) == (hp, hp)
    assert (profile.melee_bonus, profile.level) == (attack, attack)


def test_o37_3_hit_dice_are_12_hit_points_and_plus_3() -> None:
    profile, condition = monster(hd=3)
    assert (condition.hp, profile.max_hp, profile.melee_bonus, profile.level) == (12, 12, 3, 3)


def test_half_a_hit_die_as_a_number() -> None:
    assert monster(hd=0.5)[1].hp == 2


@pytest.mark.parametrize("hd", ["0", "41", 0, 41, "2/2", "3/2", "-1", "x", "3 + 1", "1d8", 1.5, True])
def test_hit_dice_out_of_range(hd: object) -> None:
    message = refused(hd=hd)
    assert "fighter[2].hd" in message
    assert "40" in message


def test_knave_monster_attack() -> None:
    assert monster(hd=4)[0].melee_bonus == 4
    assert monster(hd=4, attack=0)[0].melee_bonus == 0
    assert monster(hd=4, attack=6)[0].melee_bonus == 6
    assert monster(hd=4, attack=6)[0].level == 4  # saves go by the hit dice
    assert monster(hd=4, attack=6)[0].ranged_bonus == 6  # and counts for melee and ranged attacks
    assert monster(hd=4)[0].ranged_bonus == 4


def test_knave_monster_saves() -> None:
    profile, _ = monster(hd=4)
    assert profile.bonuses is None
    assert profile.level == 4  # +4 and 14 in everything
    # any save at +4: faces 12 to 20; against it, a total above 14
    assert (
        odds("knave.save", bonus=profile.level).marginal("success")[True]
        == odds("knave.opposed", bonus=profile.level, defense=15).marginal("success")[True]
    )


def test_k64_no_cap_for_monsters() -> None:
    assert monster(hd=15)[0].level == 15


def test_given_hit_points_go_before_hit_dice() -> None:
    profile, condition = monster(hd="1-1", hp=3)
    assert (condition.hp, profile.max_hp) == (3, 3)


def test_current_and_maximum_hit_points() -> None:
    profile, condition = monster(hp=3, max_hp=9, attack=1)
    assert (condition.hp, profile.max_hp) == (3, 9)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"hp": 0}, "fighter[2].hp: out of range where max_hp is not given, got 0"),
        ({"hp": -3}, "fighter[2].hp: out of range where max_hp is not given"),
        ({"hp": 10_000}, "fighter[2].hp: out of range, got 10000 (allowed: integer -9999 to 9999)"),
        ({"hp": 9, "max_hp": 8}, "fighter[2].hp: more than max_hp, got 9 (allowed: at most 8)"),
        ({"hp": 1, "max_hp": 0}, "fighter[2].max_hp: out of range, got 0 (allowed: integer 1 to 9999)"),
        ({}, "fighter[2].hp: required"),
    ],
)
def test_hit_points_out_of_range(fields: dict[str, int], message: str) -> None:
    assert message in refused(attack=1, **fields)


def test_a_level_is_the_bonus_of_one_without_scores() -> None:
    profile, condition = monster(level=3, hp=5)
    assert (profile.level, profile.melee_bonus, condition.hp) == (3, 3, 5)


def test_a_character_needs_scores_or_an_attack_bonus() -> None:
    party = fight(pc(attack=2, level=3), foe())
    assert state_of(party).profiles[0].melee_bonus == 2
    with pytest.raises(BadInput, match=r"fighter\[1\]\.attack: required"):
        state_of(party.replace("attack = 2\n", "", 1))


def test_hit_points_and_their_maximum_stand_in_for_each_other() -> None:
    assert [monster(hd=2, **more)[1].hp for more in ({}, {"max_hp": 5}, {"hp": 3})] == [8, 5, 3]
    assert [monster(hd=2, **more)[0].max_hp for more in ({}, {"max_hp": 5}, {"hp": 3})] == [8, 5, 3]


def test_armor_does_not_improve_when_it_breaks() -> None:
    assert "unarmored" in refused(hd=1, armor={"defense": 12, "unarmored": 14})


def test_level_and_hit_dice_are_one_thing() -> None:
    assert "give one" in refused(level=1, hd=1)


def test_a_level_gives_no_hit_points() -> None:
    assert "fighter[2].hp: required" in refused(level=3)


@pytest.mark.parametrize("level", [0, 21])
def test_level_out_of_range(level: int) -> None:
    assert "integer 1 to 20" in refused(level=level, hp=4)


# Armor


@pytest.mark.parametrize(
    ("ac", "system", "defense"),
    [
        (3, "bx", 16),  # 19 - 3
        (3, "adnd", 17),  # 20 - 3
        (9, "bx", 10),
        (10, "adnd", 10),
        (-2, "bx", 21),
        (14, "ascending", 14),
        (1, "ascending", 1),
    ],
)
def test_o36_and_knave_monster_armor(ac: int, system: str, defense: int) -> None:
    assert monster(hd=1, ac=ac, ac_system=system)[0].body == defense


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"ac": 3}, "an armor class needs ac_system, got 3 (allowed: bx, adnd, ascending)"),
        ({"ac_system": "bx"}, "fighter[2].ac: required"),
        ({"ac": 3, "ac_system": "bx", "armor": 3}, "armor and ac are the same thing: give one"),
        ({"ac": 19, "ac_system": "bx"}, "an armor defense of 1 to 50"),
        ({"ac": 20, "ac_system": "adnd"}, "an armor defense of 1 to 50"),
        ({"ac": 0, "ac_system": "ascending"}, "an armor defense of 1 to 50"),
        ({"ac": 51, "ac_system": "ascending"}, "integer -20 to 50"),
        ({"ac": -21, "ac_system": "adnd"}, "integer -20 to 50"),
        ({"armor": 0}, "integer 1 to 50"),
        ({"armor": 51}, "integer 1 to 50"),
        ({"ac": 3, "ac_system": "thac0"}, "bx, adnd, ascending"),
    ],
)
def test_armor_out_of_range(fields: dict[str, object], message: str) -> None:
    assert message in refused(hd=1, **fields)


def test_k63_no_armor_is_11() -> None:
    profile, condition = monster(hd=1)
    assert (profile.body, profile.bare, condition.body) == (11, 11, None)
    assert monster(hd=1, armor=[])[0].body == 11


def test_k28_what_a_number_falls_to() -> None:
    assert [monster(hd=1, armor=armor)[0].bare for armor in (13, 11, 10, 50)] == [11, 11, 10, 11]
    assert monster(hd=1, ac=9, ac_system="bx")[0].bare == 10


def test_armor_as_a_table() -> None:
    profile, condition = monster(hd=1, armor={"defense": 14, "bonus": 4, "quality": 2, "unarmored": 12})
    assert (profile.body, profile.bare, condition.body) == (14, 12, 2)
    profile, condition = monster(hd=1, armor={"defense": 14})
    assert (profile.body, profile.bare, condition.body) == (14, 11, None)


def test_armor_as_pieces() -> None:
    profile, condition = monster(hd=1, armor=["shield", "chain", "helmet"])
    assert (profile.body, profile.bare, profile.shield, profile.helmet) == (14, 11, True, True)
    assert (condition.body, condition.shield, condition.helmet) == (5, 1, 1)
    profile, condition = monster(hd=1, armor=["helmet"])
    assert (profile.body, profile.shield, profile.helmet, condition.body, condition.shield) == (
        11,
        False,
        True,
        None,
        None,
    )


@pytest.mark.parametrize(
    ("armor", "message"),
    [
        (["chain", "gambeson"], "fighter[2].armor[2]: a second one cannot be worn, got 'gambeson'"),
        (["shield", "shield"], "a second one cannot be worn"),
        (["sheild"], "did you mean shield?"),
        (["chain", "shield", "helmet", "gambeson"], "0 to 3"),
    ],
)
def test_pieces_that_cannot_be_worn(armor: list[str], message: str) -> None:
    assert message in refused(hd=1, armor=armor)


def test_o03_armor_bonus_and_defense_are_10_apart() -> None:
    message = refused(hd=1, armor={"defense": 11, "bonus": 0})
    assert "fighter[2].armor.bonus: bonus must be defense - 10 (1), got 0" in message


@pytest.mark.parametrize("quality", [-1, 11])
def test_quality_out_of_range(quality: int) -> None:
    assert "integer 0 to 10" in refused(hd=1, armor={"defense": 12, "quality": quality})
    assert "integer 0 to 10" in refused(hd=1, weapons=[SWORD | {"quality": quality}])


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"ac": "5 [13]", "ac_system": "bx"}, "ac"),  # two numbers: no one is chosen in silence
        ({"armor": "17"}, "armor"),
        ({"hp": "22 (5d8 + -1)"}, "hp"),
        ({"morale": "7-9"}, "morale"),
        ({"damage": "by weapon"}, "damage"),
        ({"damage": "1d6/1d6/by weapon"}, "damage"),
    ],
)
def test_what_is_printed_in_a_stat_block_is_not_guessed_at(fields: dict[str, object], field: str) -> None:
    assert f"fighter[2].{field}: " in refused(**({"hd": 5} | fields))


# Abilities


def test_knave_ability_score() -> None:
    written = {key: {"bonus": value, "defense": value + 10} for key, value in SCORES.items()}
    profile, _ = monster(hp=4, abilities=written)
    assert profile.bonuses == (3, 1, 2, 4, 5, 6)
    assert profile == monster(hp=4, abilities=SCORES)[0]


def test_knave_ability_score_bonus_and_defense_are_10_apart() -> None:
    message = refused(hp=4, abilities=SCORES | {"str": {"bonus": 3, "defense": 12}})
    assert "abilities.str.bonus: bonus must be defense - 10 (2), got 3" in message


def test_knave_attack_melee_goes_by_strength() -> None:
    assert monster(hp=4, abilities=SCORES)[0].melee_bonus == 3
    assert monster(hp=4, hd=1, abilities=SCORES)[0].melee_bonus == 3
    assert monster(hp=4, attack=7, abilities=SCORES)[0].melee_bonus == 7


def test_knave_attack_ranged_goes_by_wisdom() -> None:
    assert monster(hp=4, abilities=SCORES)[0].ranged_bonus == 5
    assert monster(hp=4, hd=1, abilities=SCORES)[0].ranged_bonus == 5
    assert monster(hp=4, attack=7, abilities=SCORES)[0].ranged_bonus == 7


@pytest.mark.parametrize(("bonus", "fine"), [(0, False), (1, True), (10, True), (11, False)])
def test_knave_ability_cap_of_a_pc(bonus: int, fine: bool) -> None:
    text = fight(fighter("Ana", "party", {"hp": 4, "abilities": SCORES | {"str": bonus}}), foe())
    if fine:
        assert state_of(text).profiles[0].melee_bonus == bonus
        return
    with pytest.raises(BadInput, match=r"abilities\.str: out of range.*integer 1 to 10"):
        state_of(text)


@pytest.mark.parametrize(("bonus", "fine"), [(-6, False), (-5, True), (40, True), (41, False)])
def test_knave_ability_cap_is_not_for_monsters(bonus: int, fine: bool) -> None:
    if fine:
        assert monster(hp=4, abilities=SCORES | {"str": bonus})[0].melee_bonus == bonus
    else:
        assert "integer -5 to 40" in refused(hp=4, abilities=SCORES | {"str": bonus})


def test_all_six_abilities_are_needed() -> None:
    assert "abilities.dex: required" in refused(hp=4, abilities={"str": 3})


@pytest.mark.parametrize("attack", [-6, 41])
def test_attack_out_of_range(attack: int) -> None:
    assert "integer -5 to 40" in refused(hd=1, attack=attack)


def test_an_attack_bonus_has_to_come_from_somewhere() -> None:
    assert "fighter[2].attack: required" in refused(hp=4)


# Weapons and damage


def test_knave_monster_damage() -> None:
    profile, condition = monster(hd=1, damage="2d6+1")
    assert profile.weapons == (Weapon("attack", (Damage(((2, 6),), 1),), tags=("natural",)),)
    assert condition.weapons == (None,)


@pytest.mark.parametrize(
    ("text", "damage"),
    [
        ("1d6", Damage(((1, 6),))),
        ("d8", Damage(((1, 8),))),
        ("2d4+1", Damage(((2, 4),), 1)),
        ("1d6+1d8", Damage(((1, 6), (1, 8)))),
        ("3", Damage((), 3)),
        ("1d4-1", Damage(((1, 4),), -1)),
    ],
)
def test_damage_texts(text: str, damage: Damage) -> None:
    assert monster(hd=1, damage=text)[0].weapons[0].blows == (damage,)


@pytest.mark.parametrize("damage", ["", "2d", "1d6x2", "2d6kh1", "d1", "sword"])
def test_damage_that_cannot_be_read(damage: str) -> None:
    assert "fighter[2].damage" in refused(hd=1, damage=damage)


WEAPONS = {
    **dict.fromkeys(["dagger", "cudgel", "sickle", "staff"], (6, "melee", 1)),
    **dict.fromkeys(["spear", "sword", "mace", "axe", "flail"], (8, "melee", 1)),
    **dict.fromkeys(["halberd", "war hammer", "long sword", "battle axe"], (10, "melee", 2)),
    "sling": (4, "ranged", 1),
    "bow": (6, "ranged", 2),
    "crossbow": (8, "ranged", 2),
}


def test_the_weapons_of_the_booklet() -> None:
    found = content.weapons()
    assert {name: (one.blows, one.kind, one.quality, one.hands) for name, one in found.items()} == {
        name: ((Damage(((1, sides),)),), kind, 3, hands) for name, (sides, kind, hands) in WEAPONS.items()
    }


def test_the_armor_of_the_booklet() -> None:
    # the quality is 9 less than the defense
    assert content.body_armor() == {
        name: (defense, defense - 9)
        for name, defense in (
            ("gambeson", 12),
            ("brigandine", 13),
            ("chain", 14),
            ("half plate", 15),
            ("full plate", 16),
        )
    }
    assert content.extras() == {"shield": 1, "helmet": 1}


def test_k06_blunt_weapons_are_tagged() -> None:
    blunt = {name for name, one in content.weapons().items() if "blunt" in one.tags}
    assert blunt == {"cudgel", "staff", "mace", "flail", "war hammer", "sling"}


def test_a_weapon_as_a_table() -> None:
    maul = {"name": "maul", "die": "d10", "kind": "melee", "quality": 2, "tags": ["blunt"], "hands": 2}
    profile, condition = monster(hd=1, weapons=["sword", maul], damage="1d4")
    assert [one.name for one in profile.weapons] == ["sword", "maul", "attack"]
    assert profile.weapons[1] == Weapon("maul", (Damage(((1, 10),)),), "melee", 2, ("blunt",), 2)
    assert condition.weapons == (3, 2, None)


def test_k65_a_routine_as_printed() -> None:
    bear = (Damage(((1, 4),)), Damage(((1, 4),)), Damage(((1, 6),)))
    assert monster(hd=5, damage="1d4/1d4/1d6")[0].weapons[0].blows == bear
    assert monster(hd=5, weapons=[{"name": "claws", "die": "1d4/1d4/1d6"}])[0].weapons[0].blows == bear


@pytest.mark.parametrize("damage", ["/", "1d4/", "/1d4", "1d4//1d6", "1d4/sword"])
def test_a_routine_that_cannot_be_read(damage: str) -> None:
    assert "fighter[2].damage" in refused(hd=1, damage=damage)


@pytest.mark.parametrize("hands", [0, 3])
def test_k23_a_weapon_takes_one_hand_or_two(hands: int) -> None:
    assert monster(hd=1, weapons=[SWORD])[0].weapons[0].hands == 1
    assert "integer 1 to 2" in refused(hd=1, weapons=[SWORD | {"hands": hands}])


def test_k18_weapons_made_to_be_thrown_are_tagged() -> None:
    assert {name for name, one in content.weapons().items() if "thrown" in one.tags} == {"dagger", "spear"}


def test_a_weapon_without_quality_cannot_break() -> None:
    assert monster(hd=1, weapons=[SWORD])[1].weapons == (None,)


# Everything else


def test_knave_monster_morale() -> None:
    assert monster(hd=1)[0].morale is None  # K71: none given, none made up
    assert monster(hd=1, morale=7)[0].morale == 7
    for rating in (1, 13):
        assert "integer 2 to 12" in refused(hd=1, morale=rating)


def test_leader_weak_to_and_flags() -> None:
    profile, condition = monster(hd=1, leader=True, weak_to=["blunt", "fire"], flags=["bound"], notes="in the cellar")
    assert (profile.leader, profile.weak_to, condition.flags) == (True, ("blunt", "fire"), ("bound",))
    assert monster(hd=1)[0].leader is False
    assert "did you mean unaware?" in refused(hd=1, flags=["unawar"])


def test_count_numbers_the_fighters() -> None:
    state = state_of(fight(pc(), foe(count=3), foe("chief"), foe()))
    assert [one.name for one in state.profiles] == ["Ana", "goblin 1", "goblin 2", "goblin 3", "chief", "goblin 4"]
    assert [one.kind for one in state.profiles] == ["Ana", "goblin", "goblin", "goblin", "chief", "goblin"]
    assert state.camps == ((0,), (1, 2, 3, 4, 5))


def test_no_two_fighters_share_a_name() -> None:
    names = [one.name for one in state_of(fight(pc(), foe(count=2), foe("goblin 1"))).profiles]
    assert len(set(names)) == len(names)


def test_at_most_100_fighters() -> None:
    assert len(state_of(fight(pc(), foe(count=98), foe("chief"))).profiles) == 100
    with pytest.raises(BadInput, match="too many fighters, got 101"):
        state_of(fight(pc(), foe(count=99), foe("chief")))


def test_a_battle_of_fighters_who_are_all_alike_may_be_larger() -> None:
    battle = affray.parse(fight(pc(count=1_000), foe(count=1_000)))
    assert len(battle.state.profiles) == 2_000
    with pytest.raises(BadInput, match=r"too many fighters for a table, got 2000 \(allowed: 1 to 100\)"):
        affray.Table(battle)
    with pytest.raises(BadInput, match="too many fighters, got 2001"):
        state_of(fight(pc(count=1_000), foe(count=1_000), foe("chief")))


@pytest.mark.parametrize("count", [0, 1001])
def test_count_out_of_range(count: int) -> None:
    assert "integer 1 to 1000" in refused(hd=1, count=count)


def test_a_fight_needs_two_sides() -> None:
    with pytest.raises(BadInput, match="a fight needs a fighter on each side"):
        state_of(fight(pc(), pc("Bo")))


def test_enemies_who_come_later_stand_last() -> None:
    """A gap in the numbers, or a goblin 3 without a goblin 2, would tell players of them."""
    lurking = foe("goblin", count=2, hidden=True)
    state = state_of(fight(lurking, foe("orc", joins=2), pc("Ana"), foe("goblin", count=2), pc("Bo", hidden=True)))
    assert [one.name for one in state.profiles] == [
        "Ana", "goblin 1", "goblin 2", "Bo", "goblin 3", "goblin 4", "orc",
    ]  # fmt: skip
    assert [n for n, one in enumerate(state.conditions) if one.fate == "coming"] == [3, 4, 5, 6]


LATER: list[dict[str, Any]] = [{"joins": 2}, {"joins": 100}, {"hidden": True}, {"hidden": True, "joins": 3}]
"""One who is not there when the fight begins."""


@pytest.mark.parametrize("later", LATER, ids=str)
def test_each_side_needs_somebody_who_is_there_when_the_fight_begins(later: dict[str, Any]) -> None:
    there = "needs somebody who is there when the fight begins"
    for fighters in (
        (pc(**later), foe()),
        (pc(), foe(**later)),
        (pc(), foe(count=2, **later)),
        (pc(), foe("orc", hp=0, max_hp=4), foe(**later)),  # one who lies there holds no side
    ):
        with pytest.raises(BadInput, match=there):
            state_of(fight(*fighters))
    assert state_of(fight(pc("Ana"), pc("Bo", **later), foe("orc"), foe(**later))).over is False


@pytest.mark.parametrize("there", [{"joins": 1}, {"hidden": False}, {"hidden": True, "joins": 1}], ids=str)
def test_those_who_join_in_the_first_round_are_there(there: dict[str, Any]) -> None:
    state = state_of(fight(pc(**there), foe(**there)))
    assert [one.fate for one in state.conditions] == ["up", "up"]


def test_an_unknown_key_is_refused() -> None:
    assert "unknown field moral" in refused(hd=1, moral=7)


def test_everybody_starts_fresh() -> None:
    state = state_of(fight(pc(), foe()))
    assert (state.round, state.first, state.acted, state.pending, state.checked, state.due) == (0, None, (), (), (), ())
    assert (state.order, state.turn, state.adjacent, state.struck) == ((), None, (), ())  # K74: nobody is adjacent
    assert (state.grants, state.modifiers) == ((), ())
    assert (state.over, state.winner) == (False, None)
    for one in state.conditions:
        assert not (one.fleeing or one.tripped or one.stunned or one.slung)
        assert (one.passing, one.dropped, one.cast, one.shots, one.at, one.advanced) == ((), (), (), None, "", 0)


def test_damage_is_not_negative() -> None:
    assert "not negative" in refused(hd=1, damage="-3")
