"""The gear as the booklet has it, and monsters and characters that can walk into a fight as they stand."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

import affray
from affray.errors import BadInput
from affray.rulesets.knave import content
from affray.rulesets.knave.state import Condition, Profile
from tests.rulesets.knave.fights import fight, fighter, foe, pc, state_of

MONSTERS, CHARACTERS, GEAR = content.monsters(), content.characters(), content.gear()

WEAPONS = {
    # names: damage, slots, hands, price
    ("dagger", "cudgel", "sickle", "staff"): ("d6", 1, 1, 5),
    ("spear", "sword", "mace", "axe", "flail"): ("d8", 2, 1, 10),
    ("halberd", "war hammer", "long sword", "battle axe"): ("d10", 3, 2, 20),
    ("sling",): ("d4", 1, 1, 5),
    ("bow",): ("d6", 2, 2, 15),
    ("crossbow",): ("d8", 3, 2, 60),
}

ARMOR = {
    # name: slots, quality, price
    "gambeson": (1, 3, 60),
    "brigandine": (2, 4, 500),
    "chain": (3, 5, 1200),
    "half plate": (4, 6, 4000),
    "full plate": (5, 7, 8000),
    "shield": (1, 1, 40),
    "helmet": (1, 1, 40),
}

PRICES = {
    "quiver": 10,
    "arrows": 5,  # for 20
    "candles": 5,  # 1 each
    "lamp oil": 5,
    "torches": 5,  # 1 each
    "lantern": 30,
    "tinderbox": 10,
    "travel rations": 5,  # a day
}

MOST_TO_SPEND = 3 * 6 * 20
STARTING_ARMOR = {"gambeson", "brigandine", "chain"}


def printed(file: str, *kinds: str) -> dict[str, dict[str, Any]]:
    """The tables of a content file by name, with what no loader gives."""
    tables = tomllib.loads(content.text(file))
    return {one["name"]: one for kind in kinds for one in tables[kind]}


CARRIED = printed("weapons.toml", "weapon") | printed("armor.toml", "body", "extra")


def one_attack(fields: dict[str, Any]) -> dict[str, Any]:
    """A routine cut to its first attack. To be deleted once fight files take routines."""
    return fields | {"damage": fields["damage"].split("/")[0]} if "damage" in fields else fields


def in_fight_file(entry: content.Table, side: str) -> str:
    fields = {key: value for key, value in entry.items() if key not in ("name", "about")}
    return fighter(entry["name"], side, one_attack(fields))


def as_foe(entry: content.Table) -> tuple[Profile, Condition]:
    state = state_of(fight(pc(), in_fight_file(entry, "foes")))
    return state.profiles[1], state.conditions[1]


# The files


def test_every_text_is_a_file_of_the_package_with_its_source_on_top() -> None:
    folder = files("affray.rulesets.knave.content")
    assert {one.name for one in folder.iterdir() if one.name.endswith(".toml")} == set(content.FILES)
    for name, text in content.texts().items():
        assert text == folder.joinpath(name).read_text(encoding="utf-8")
        assert "Ben Milton, CC BY 4.0" in text[: text.index("\n\n")].replace("\n# ", " ")


def test_no_name_is_given_twice() -> None:
    names = [*CARRIED, *GEAR, *MONSTERS, *CHARACTERS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("gear.toml", "price = 10 }", "prize = 10 }", "did you mean price?"),
        ("gear.toml", '"saw"', '"bucket"', "duplicate name"),
        ("gear.toml", '    { name = "saw" },\n', "", "too few"),
        ("monsters.toml", 'name = "wolf"', 'name = "ogre"', "duplicate name"),
        ("monsters.toml", "morale = 5", "morale = 1", "integer 2 to 12"),
        ("monsters.toml", 'ac_system = "bx"', "", "ac_system"),
        ("monsters.toml", "leader = true", "leeder = true", "did you mean leader?"),
        ("characters.toml", "hp = 7", "hp = 9", "integer 1 to 8"),
        ("characters.toml", '"mace"', '"maze"', "did you mean mace?"),
        ("characters.toml", '["gambeson"]', '["gambesson"]', "did you mean gambeson?"),
    ],
)
def test_a_slip_in_a_file_is_refused(
    monkeypatch: pytest.MonkeyPatch, file: str, old: str, new: str, problem: str
) -> None:
    texts = content.texts()
    slipped = texts | {file: texts[file].replace(old, new, 1)}
    assert slipped != texts
    monkeypatch.setattr(content, "text", slipped.__getitem__)
    loader = {"gear.toml": content.gear, "monsters.toml": content.monsters, "characters.toml": content.characters}[file]
    with pytest.raises(BadInput, match=file) as caught:
        loader.__wrapped__()
    assert problem in str(caught.value)


# Gear


def test_weapons_are_the_booklets() -> None:
    found = {
        name: (one["die"], one["slots"], one["hands"], one["price"]) for name, one in CARRIED.items() if "die" in one
    }
    assert found == {name: row for names, row in WEAPONS.items() for name in names}


def test_armor_is_the_booklets() -> None:
    found = {name: (one["slots"], one["quality"], one["price"]) for name, one in CARRIED.items() if "die" not in one}
    assert found == ARMOR


def test_gear_has_the_booklets_prices_and_no_others() -> None:
    assert {name: one["price"] for name, one in GEAR.items() if "price" in one} == PRICES


def test_gear_takes_one_slot_each() -> None:
    assert {one["slots"] for one in GEAR.values()} == {1}


def test_gear_counts_and_hours() -> None:
    counts = {name: one["count"] for name, one in GEAR.items() if "count" in one}
    assert counts == {"candles": 5, "chalk": 10, "spikes": 5, "torches": 5, "arrows": 20}
    assert {name: one["hours"] for name, one in GEAR.items() if "hours" in one} == {
        "candles": 4,
        "lamp oil": 4,
        "torches": 1,
    }


@pytest.mark.parametrize(
    ("table", "first", "tenth", "last"),
    [
        ("dungeoneering", "rope 50 ft", "waterskin", "torches"),
        ("general_1", "air bladder", "drill", "nails"),
        ("general_2", "incense", "twine", "small bell"),
    ],
)
def test_a_table_of_starting_gear_has_a_row_for_each_face(table: str, first: str, tenth: str, last: str) -> None:
    rows = {one["d20"]: name for name, one in GEAR.items() if one.get("table") == table}
    assert sorted(rows) == list(range(1, 21))
    assert (rows[1], rows[10], rows[20]) == (first, tenth, last)


# Monsters


def test_there_are_twenty_monsters_and_six_characters() -> None:
    assert (len(MONSTERS), len(CHARACTERS)) == (20, 6)


@pytest.mark.parametrize("name", MONSTERS)
def test_a_monster_stands_in_a_fight_file(name: str) -> None:
    entry = MONSTERS[name]
    profile, condition = as_foe(entry)
    assert (profile.name, profile.kind) == (name, name)
    assert condition.hp == profile.max_hp == (profile.level * 4 or 2)
    assert profile.melee_bonus == entry.get("attack", profile.level)
    assert profile.morale == entry["morale"]
    assert 2 <= entry["morale"] <= 12
    assert 10 <= profile.body <= 20
    assert affray.parse(fight(in_fight_file(entry, "party"), foe())).state


@pytest.mark.parametrize("name", MONSTERS)
def test_every_attack_of_a_routine_is_damage_that_a_fight_file_takes(name: str) -> None:
    for part in MONSTERS[name]["damage"].split("/"):
        as_foe({**MONSTERS[name], "damage": part})


def test_armor_classes_become_armor_defense() -> None:
    assert as_foe(MONSTERS["giant beetle"])[0].body == 19 - 4
    assert as_foe(MONSTERS["walking corpse"])[0].body == 19 - 9


def test_only_leaders_lead() -> None:
    assert {name for name in MONSTERS if as_foe(MONSTERS[name])[0].leader} == {
        "goblin chief",
        "bandit captain",
        "bone knight",
    }


def test_what_a_monster_is_weak_to_is_a_tag_of_some_weapon() -> None:
    tags = {tag for weapon in content.weapons().values() for tag in weapon.tags} - {"thrown"}  # what one does with it
    weak_to = {name: set(one["weak_to"]) for name, one in MONSTERS.items() if "weak_to" in one}
    assert set().union(*weak_to.values()) == tags
    assert weak_to["skeleton"] == {"blunt"}


# Characters


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_character_stands_in_a_fight_file(name: str) -> None:
    entry = CHARACTERS[name]
    state = affray.parse(fight(in_fight_file(entry, "party"), foe())).state
    profile, condition = state.profiles[0], state.conditions[0]
    assert (profile.name, profile.level) == (name, 0)  # the scores are its bonuses, not the level
    assert condition.hp == profile.max_hp == entry["hp"]
    assert profile.bonuses == tuple(entry["abilities"].values())
    assert [weapon.name for weapon in profile.weapons] == entry["weapons"]


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_character_is_one_that_can_be_rolled(name: str) -> None:
    entry = CHARACTERS[name]
    assert list(entry["abilities"]) == ["str", "dex", "con", "int", "wis", "cha"]
    assert all(1 <= bonus <= 6 for bonus in entry["abilities"].values())
    assert 1 <= entry["hp"] <= 8


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_character_carries_no_more_than_its_slots(name: str) -> None:
    entry = CHARACTERS[name]
    worn_and_wielded = sum(CARRIED[item]["slots"] for item in entry["armor"] + entry["weapons"])
    rations = 2
    arrows = 2 if "bow" in entry["weapons"] else 0  # with their quiver
    assert worn_and_wielded + rations + arrows <= 10 + entry["abilities"]["con"]


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_character_has_what_the_tables_give_or_its_coins_buy(name: str) -> None:
    entry = CHARACTERS[name]
    body = [piece for piece in entry["armor"] if piece in content.body_armor()]
    rolled = len(entry["weapons"]) == 1 and STARTING_ARMOR.issuperset(body)
    cost = sum(CARRIED[item]["price"] for item in entry["armor"] + entry["weapons"])
    if "bow" in entry["weapons"]:
        cost += PRICES["quiver"] + PRICES["arrows"]
    assert rolled or cost <= MOST_TO_SPEND


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_character_with_a_shield_has_a_hand_for_it(name: str) -> None:
    entry = CHARACTERS[name]
    assert "shield" not in entry["armor"] or all(CARRIED[one]["hands"] == 1 for one in entry["weapons"])
