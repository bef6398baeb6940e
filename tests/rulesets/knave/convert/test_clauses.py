"""The clauses of the monsters, each by itself: armor, hit points, attack, saves, morale, damage."""

from __future__ import annotations

import pytest

from affray.errors import BadInput
from tests.rulesets.knave.convert.blocks import asked, one, read


def line(armor: str = "AC 15", hit_dice: str = "HD 3", more: str = "Att 1 bite (1d6), ML 7") -> str:
    return f"Beast: {armor}, {hit_dice}, {more}"


def working(text: str, field: str, **rulings: str) -> tuple[str, str, str]:
    """The text, the ruling and the note behind a field."""
    step = next(step for step in one(text, None, **rulings).working if step.field == field)
    return step.span.text, step.ruling, step.note


# knave.monster.armor


@pytest.mark.parametrize(
    ("printed", "system", "defense"),
    [(3, "bx", 16), (3, "adnd", 17), (9, "bx", 10), (-2, "bx", 21), (10, "adnd", 10), (5, "ascending", 5)],
)
def test_an_armor_class_counts_the_way_that_was_answered(printed: int, system: str, defense: int) -> None:
    creature = one(line(f"AC {printed}"), {"ac_system": system})
    assert creature.values["armor"] == defense
    assert creature.questions == ()


def test_an_armor_class_of_no_known_system_is_asked_about_with_every_reading() -> None:
    creature = one(line("AC 5"))
    (question,) = creature.questions
    assert question.field == "ac_system"
    assert question.options == ("bx", "adnd", "ascending")
    assert all(reading in question.text for reading in ("bx (14)", "adnd (15)", "ascending (5)"))
    assert creature.values["armor"] is None
    assert creature.fighter["armor"] == "?"


@pytest.mark.parametrize(
    ("printed", "options"), [(0, ("bx", "adnd")), (-1, ("bx", "adnd")), (10, ("bx", "adnd", "ascending"))]
)
def test_only_readings_that_can_be_are_offered(printed: int, options: tuple[str, ...]) -> None:
    assert one(line(f"AC {printed}")).questions[0].options == options


def test_what_is_above_ten_ascends() -> None:
    assert one(line("AC 11")).values["armor"] == 11


@pytest.mark.parametrize(
    ("printed", "defense", "system"), [("5 [14]", 14, "bx"), ("5 [15]", 15, "adnd"), ("-2[21]", 21, "bx")]
)
def test_two_armor_classes_that_agree_need_no_system(printed: str, defense: int, system: str) -> None:
    creature = one(line(f"AC {printed}"))
    assert creature.values["armor"] == defense
    assert creature.facts["system"] == system


def test_two_armor_classes_that_contradict_each_other_are_asked_about() -> None:
    (question,) = one(line("AC 5 [13]")).questions
    assert question.field == "armor"
    assert question.options == ("13", "14", "15")
    assert "13 ascending" in question.text
    assert "5 descending from 19 is 14" in question.text


@pytest.mark.parametrize("printed", ["14 [5]", "15 [5]", "14[5]", "12 [7]"])
def test_a_first_number_that_cannot_descend_is_asked_about(printed: str) -> None:
    (question,) = one(line(f"AC {printed}")).questions
    assert question.field == "armor"
    assert question.options[0] == printed[:2]


def test_a_descending_armor_class_in_brackets_is_not_that_of_bare_skin() -> None:
    creature = one(line("AC 14 (5)"))
    assert (creature.values["armor"], creature.fighter["armor"], creature.facts["armor_desc"]) == (14, 14, 5)


@pytest.mark.parametrize(
    ("printed", "facts"),
    [
        ("15 (13)", {"armor_alt": 13}),
        ("17 (14 unarmored)", {"armor_alt": 14}),
        ("18 (m)", {"hit_only_by": "magic"}),
        ("16 (11) (s)", {"armor_alt": 11, "hit_only_by": "silver or magic"}),
        ("12 (only hit by fire or cold)", {"hit_only_by": "fire or cold"}),
    ],
)
def test_what_stands_beside_an_armor_class_is_a_fact(printed: str, facts: dict[str, object]) -> None:
    creature = one(f"Beast\nArmor Class: {printed}\nHit Dice: 3")
    assert creature.values["armor"] == int(printed[:2])
    assert facts.items() <= creature.facts.items()


@pytest.mark.parametrize(
    ("printed", "options"),
    [
        ("14 to 16", ("14", "16")),
        ("14, 17, or 20", ("14", "17", "20")),
        ("19+(m)", ("19",)),
        ("17 (or as host)", ("17",)),
        ("3/7", ("3", "7")),
        ("Determined by armour worn", ()),
        ("8 [12] or -1 [21] (see below)", ("12", "21")),
    ],
)
def test_an_armor_class_that_is_not_one_is_asked_about(printed: str, options: tuple[str, ...]) -> None:
    creature = one(f"Beast\nArmor Class: {printed}\nHit Dice: 3")
    question = next(question for question in creature.questions if question.field == "armor")
    assert question.options == options


def test_what_is_not_read_beside_an_armor_class_is_told_with_its_place() -> None:
    (span,) = one("Beast\nArmor Class: 13 (special, see below)\nHit Dice: 3").unread
    assert (span.text, span.line, span.column) == ("(special, see below)", 2, 17)


@pytest.mark.parametrize("printed", ["51", "999"])
def test_an_armor_that_no_fighter_can_have_is_refused(printed: str) -> None:
    (refused,) = read(line(f"AC {printed}")).refused
    assert "1 to 50" in refused.reason


# knave.monster.hp with K62 and K69


@pytest.mark.parametrize(
    ("printed", "hp", "added", "five"),
    [
        ("3", 12, 12, 15),
        ("1-1", 4, 3, 5),
        ("3+1", 12, 13, 15),
        ("1/2", 2, 2, 2),
        ("½", 2, 2, 2),
        ("4 + 2**", 16, 18, 20),
    ],
)
def test_hit_points_are_those_of_the_dice(printed: str, hp: int, added: int, five: int) -> None:
    text = line(hit_dice=f"HD {printed}")
    assert one(text).values["hp"] == hp
    assert one(text, K62="add_mod").values["hp"] == added
    assert one(text, K69="five").values["hp"] == five


def test_hit_points_show_the_other_reading_of_a_modifier() -> None:
    assert working(line(hit_dice="HD 3+1"), "hp") == ("3+1", "K62=ignore_mod K69=four", "add_mod gives 13")
    assert working(line(hit_dice="HD 3+1"), "hp", K62="add_mod") == (
        "3+1",
        "K62=add_mod K69=four",
        "ignore_mod gives 12",
    )
    assert working(line(hit_dice="HD 3"), "hp") == ("3", "K69=four", "")


def test_hit_points_that_are_rolled_are_left_to_the_fight() -> None:
    creature = one(line(hit_dice="HD 3+1"), K62="roll_d8")
    assert creature.values["hp"] is None
    assert creature.questions == ()
    assert "hp" not in creature.fighter
    assert working(line(hit_dice="HD 3+1"), "hp", K62="roll_d8")[2] == "3d8+1 when a fight begins"


@pytest.mark.parametrize(
    ("printed", "options"), [("2-7", 6), ("5-12", 8), ("3 to 7*", 5), ("6*, 8*, 10*, or 12*", 4), ("7+**", 1)]
)
def test_a_range_of_hit_dice_is_asked_about(printed: str, options: int) -> None:
    creature = one(f"Beast\nArmor Class: 15\nHit Dice: {printed}\nAttacks: 1 bite\nDamage: 1d6\nMorale: 7")
    (question,) = creature.questions
    assert question.field == "hd"
    assert len(question.options) == options
    assert [creature.values[field] for field in ("hd", "hp", "attack", "saves")] == [None] * 4
    answered = one(f"Beast\nAC: 15\nHit Dice: {printed}\nAttacks: 1 bite\nDamage: 1d6\nMorale: 7", {"hd": "7"})
    assert (answered.values["hp"], answered.values["attack"]) == (28, 7)


@pytest.mark.parametrize("printed", ["0", "41", "100********"])
def test_hit_dice_out_of_range_are_refused(printed: str) -> None:
    (refused,) = read(line(hit_dice=f"HD {printed}")).refused
    assert "0.5 to 40" in refused.reason


def test_hit_dice_in_words_are_asked_for_in_the_range() -> None:
    (question,) = (one for one in one("Beast\nAC: 15\nHD: many").questions if one.field == "hd")
    assert "0.5 to 40" in question.text


@pytest.mark.parametrize(
    "text", ["AC: 12\nHit Points: 18 (4d8)", "Armor Class 12\nHit Points 18 (4d8)", "AC 12\nHP: 18 (4d8)"]
)
def test_labels_are_read_in_every_spelling(text: str) -> None:
    values = one(f"Beast\n{text}").values
    assert (values["armor"], values["hp"], values["hd"]) == (12, 18, 4)


def test_printed_hit_points_may_have_a_sum_beside_them() -> None:
    values = one("Beast: AC 15, HP 22 (5d8 + -1)").values
    assert (values["hp"], values["hd"]) == (22, 5)


def test_missing_hit_points_are_asked_for_and_never_0() -> None:
    creature = one("Beast\nAC: 12\nMorale: 7")
    assert creature.values["hp"] is None
    assert "hd" in asked(creature)


def test_hit_points_in_place_of_hit_dice_stand_though_hit_dice_are_answered() -> None:
    text = "Bat\nArmor Class: 14\nHit Dice: 1 Hit Point"
    assert one(text).values["hp"] == 1
    answered = one(text, {"hd": "1/2"})
    assert (answered.values["hp"], answered.values["attack"], answered.fighter["hp"]) == (1, 0, 1)


def test_what_follows_from_an_answer_names_the_answer() -> None:
    creature = one("Beast\nArmor Class: 15\nHit Dice: 3 to 7", {"hd": "4"})
    texts = {step.field: step.span.text for step in creature.working if step.field in ("hd", "hp", "saves", "attack")}
    assert texts == {"hd": "4", "hp": "4", "saves": "4", "attack": "4"}


@pytest.mark.parametrize(
    ("printed", "options"),
    [("4+1 to 6+1", ("4", "5", "6")), ("1 1/2", ()), ("1/4", ()), ("2.5", ()), ("4+1 or 6+1", ("4", "6"))],
)
def test_only_hit_dice_that_the_text_names_are_offered(printed: str, options: tuple[str, ...]) -> None:
    question = next(one for one in one(f"Beast\nAC: 15\nHD: {printed}").questions if one.field == "hd")
    assert question.options == options


def test_a_die_that_is_no_d8_is_noted() -> None:
    assert working("Rat\nAC: 12\nHD: 1d4", "hd")[2] == "printed as a d4, counted as any hit die"
    assert working("Rat\nAC: 12\nHD: 1d8", "hd")[2] == ""


@pytest.mark.parametrize(("printed", "points"), [("4 (15)", 15), ("4 (HP 18)", 18), ("4* (18 hp)", 18)])
def test_hit_points_beside_hit_dice_are_a_fact(printed: str, points: int) -> None:
    creature = one(line(hit_dice=f"HD {printed}"))
    assert (creature.values["hp"], creature.facts["hp_printed"], creature.questions) == (16, points, ())


def test_a_small_number_beside_hit_dice_may_be_others() -> None:
    assert "hd" in asked(one(line(hit_dice="HD 4 (6)")))


# knave.monster.attack and knave.monster.saves, K64


@pytest.mark.parametrize(
    ("printed", "bonus"),
    [
        ("3", 3),
        ("1/2", 0),
        ("1-1", 1),
        ("4+1*", 4),
        ("10** (+9)", 9),
        ("13** (AB +10)", 10),
        ("14** (+11, plus more)", 11),
    ],
)
def test_the_attack_bonus_is_the_printed_one_or_the_number_of_hit_dice(printed: str, bonus: int) -> None:
    assert one(f"Beast\nArmor Class: 15\nHit Dice: {printed}").values["attack"] == bonus


def test_the_bonus_beside_thac0_is_kept_and_thac0_alone_is_none() -> None:
    assert one(line(more="THAC0 15 [+2]")).values["attack"] == 2
    assert one(line(more="THAC0 15")).values["attack"] == 3


def test_a_bonus_beside_a_choice_of_hit_dice_is_asked_about() -> None:
    text = "Beast\nArmor Class: 15\nHit Dice: 5 to 12 (+10)"
    assert {"hd", "attack"} <= set(asked(one(text)))
    assert "attack" in asked(one(text, {"hd": "5"}))


def test_saves_are_the_level_and_the_cap_is_a_ruling() -> None:
    assert one(line()).values["saves"] == {"bonus": 3, "defense": 13}
    assert one(line(hit_dice="HD 1/2")).values["saves"] == {"bonus": 0, "defense": 10}
    assert one(line(hit_dice="HD 12")).values["saves"] == {"bonus": 12, "defense": 22}
    assert one(line(hit_dice="HD 12"), K64="cap_10").values["saves"] == {"bonus": 10, "defense": 20}


# knave.monster.morale


@pytest.mark.parametrize(
    ("printed", "rating"),
    [("7", 7), ("7 or see below", 7), ("– 10 –", 10), ("6 (8 with chieftain)", 6), ("2", 2), ("8.", 8)],
)
def test_one_rating_is_taken_over(printed: str, rating: int) -> None:
    assert one(f"Beast\nAC: 15\nHD: 3\nMorale: {printed}").values["morale"] == rating


@pytest.mark.parametrize("printed", ["12 (8)", "8 or 12", "5 / 8", "N/A", "special", "1", "90", "50%", "13"])
def test_what_is_no_rating_on_2d6_is_asked_about(printed: str) -> None:
    creature = one(f"Beast\nAC: 15\nHD: 3\nMorale: {printed}")
    assert creature.values["morale"] is None
    assert "morale" in asked(creature)
    assert creature.facts.get("morale_percent") == {"90": 90, "50%": 50, "13": 13}.get(printed)


def test_no_rating_is_an_answer_too() -> None:
    creature = one(line(more="Att 1 bite (1d6)"), {"morale": "none"})
    assert creature.values["morale"] is None
    assert creature.questions == ()
    assert "morale" not in creature.fighter


# knave.monster.damage


def damage_of(attacks: str, damage: str) -> str | None:
    found: str | None = one(f"Beast\nAC: 15\nHD: 3\nNo. of Attacks: {attacks}\nDamage: {damage}").values["damage"]
    return found


@pytest.mark.parametrize(
    ("attacks", "damage", "routine"),
    [
        ("2 claws, 1 bite", "1d4 claw, 1d6 bite", "1d4/1d4/1d6"),
        ("2 claws/1 bite", "1d4/1d4/1d6", "1d4/1d4/1d6"),
        ("2 claws, 1 bite", "1d4, 1d6", "1d4/1d4/1d6"),
        ("3", "1d8/1d8/6d6", "1d8/1d8/6d6"),
        ("4 fireballs", "1d6", "1d6/1d6/1d6/1d6"),
        ("2 claws, 1 stinger", "1d10 claw, 1d6 + poison sting", "1d10/1d10/1d6"),
        ("1 weapon", "1d8+1 or by weapon +1", "1d8+1"),
        ("2 claws, 1 bite + hug", "1d4/1d4/1d6 + 2d6 hug", "1d4/1d4/1d6"),
        ("1 bite or breath, 2 claws", "2d6 bite, 8d8 breath, 1d6 claw", "2d6/1d6/1d6"),
        ("1 claw or bite", "1d6 claw or bite", "1d6"),
        ("1 dagger or 1 fist", "1d4 dagger or 1d4 fist", "1d4"),
        ("1 bite, 1 gaze", "1d10 bite, petrification gaze", "1d10"),
        ("1 bite", "2d4 + 2d4/round", "2d4"),
    ],
)
def test_attacks_and_damage_that_fit_are_paired(attacks: str, damage: str, routine: str) -> None:
    assert damage_of(attacks, damage) == routine


@pytest.mark.parametrize(
    ("attacks", "damage"),
    [
        ("2 claws or 1 bite", "1d6 claw, 1d8 bite"),
        ("2 claws or 1 bite", "1d4 claw or bite"),
        ("2 claws or 1 weapon", "1d4 claw, by weapon"),
        ("1 bite, 2 claws, or 1 tail", "1d6 bite, 1d4 claw, 1d8 tail"),
        ("2 claws, 1 bite", "1d4 claw, 1d6 bite, 1d8 tail"),
        ("2 claws, 1 bite", "1d4"),
        ("1 bite", "1d4 (2d4 enlarged)"),
        ("1 bite", "1d8, 1d10, or 1d12"),
        ("1 bite", "1-2"),
        ("5 to 12 bites", "1d10 per bite"),
        ("1 horn or 1 trample", "1d4 butt2d4 trample"),
        ("1 weapon", "By weapon"),
        ("1 touch", "Special"),
        ("1 touch", "1d4 + 1 point Strength loss"),
        ("1 fist", "3d10 fist + 1d10"),
    ],
)
def test_attacks_and_damage_that_leave_something_open_are_asked_about(attacks: str, damage: str) -> None:
    assert damage_of(attacks, damage) is None


def test_by_weapon_offers_the_dice_of_the_weapons_with_the_bonus() -> None:
    creature = one("Beast\nAC: 15\nHD: 3\nNo. of Attacks: 1 weapon\nDamage: By weapon +2\nMorale: 7")
    (question,) = creature.questions
    assert question.options == ("1d4+2", "1d6+2", "1d8+2", "1d10+2")
    assert creature.facts["by_weapon"] is True
    assert creature.facts["by_weapon_mod"] == 2


def test_a_list_of_damages_is_kept_beside_what_replaces_it() -> None:
    creature = one("Beast\nAC: 15\nHD: 3\nAttacks: 3\nDamage: 1d6/1d6/2d4 or by weapon")
    assert creature.values["damage"] == "1d6/1d6/2d4"
    assert creature.facts["attacks"] == [[2, "", "1d6"], [1, "", "2d4"]]
    assert creature.facts["by_weapon"] is True


# Answers


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("hp", "0"), ("hp", "1_0"), ("hp", "10000"), ("armor", "51"), ("armor", "x"), ("attack", "41"),
        ("morale", "13"), ("morale", "1"), ("damage", "claws"), ("damage", "1d6//1d6"), ("hd", "41"),
        ("hd", "many"), ("hd", "2-7"), ("hd", "3 (+7)"), ("hd", "3 (9 hp)"), ("ac_system", "osr"),
        ("name", "\u202eevil"),
    ],
)  # fmt: skip
def test_an_answer_that_no_fighter_can_have_is_bad_input(field: str, value: str) -> None:
    with pytest.raises(BadInput):
        one("Beast\nAC: 5\nHD: 3", {field: value})


def test_an_answer_is_for_all_or_for_one_by_name() -> None:
    text = "Ogre: AC 5, HD 4\nOrc: AC 6, HD 1"
    ogre, orc = read(text, {"ac_system": "bx", "orc.ac_system": "adnd", "Ogre.morale": "9"}).monsters
    assert (ogre.values["armor"], ogre.values["morale"]) == (14, 9)
    assert (orc.values["armor"], orc.values["morale"]) == (14, None)


def test_an_answer_about_nobody_or_nothing_names_the_nearest() -> None:
    with pytest.raises(BadInput, match="did you mean Ogre"):
        one("Ogre: AC 5, HD 4", {"Ogra.morale": "9"})
    with pytest.raises(BadInput, match="did you mean morale"):
        one("Ogre: AC 5, HD 4", {"moral": "9"})


def test_an_answer_replaces_what_the_text_says() -> None:
    creature = one(line(), {"hp": "9", "damage": "1d8/1d8", "attack": "5", "armor": "12", "name": "Old Beast"})
    assert creature.fighter == {
        "name": "Old Beast", "side": "foes", "hd": 3, "hp": 9, "armor": 12, "attack": 5, "damage": "1d8/1d8",
        "morale": 7,
    }  # fmt: skip
