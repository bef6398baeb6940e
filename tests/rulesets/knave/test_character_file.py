"""Characters in files: read strictly, written back the same, never over the slots."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.errors import BadInput
from affray.files import parse_document, toml
from affray.rulesets.knave import content
from affray.rulesets.knave.character import Character, Coins, slots_of, slots_used
from affray.rulesets.knave.character_file import plain, read
from affray.rulesets.knave.company import joined
from affray.rulesets.knave.content import creation
from affray.rulesets.knave.rulings import Rulings
from affray.rulesets.knave.state import ABILITIES
from tests.rulesets.knave.people import SIX, character


def again(one: Character) -> Character:
    """The character written as TOML and read again."""
    root = parse_document(toml(plain(one)), "again.toml").root
    assert root.text("ruleset") == "knave"
    return read(root)


# What is read


def test_a_character_by_names() -> None:
    one = character(gear=["torches", "rope 50 ft"], coins={"copper": 24, "silver": 3})
    assert [(item.name, item.slots, item.quality, item.full) for item in one.items] == [
        ("sword", 2, 3, 3),
        ("bow", 2, 3, 3),
        ("gambeson", 1, 3, 3),
        ("shield", 1, 1, 1),
        ("torches", 1, None, None),
        ("rope 50 ft", 1, None, None),
    ]
    assert (one.level, one.xp, one.hp, one.max_hp) == (1, 0, 4, 6)
    assert one.coins == Coins(24, 3, 0)
    assert one.coins.worth == 54
    assert one.items[4].count == 5


def test_things_with_what_is_left_of_them() -> None:
    one = character(
        weapons=[{"name": "sword", "quality": 1}, {"name": "maul", "die": "2d6+1", "hands": 2, "quality": 2}],
        armor=[{"name": "chain", "quality": 0}, {"name": "hide", "defense": 12, "quality": 2}],
        spells=["hover", {"name": "web", "save": "dex", "on_fail": "stun", "spent": True}],
        gear=[{"name": "idol", "slots": 0, "price": 900}],
    )
    sword, maul, chain, hide, hover, web, idol = one.items
    assert (sword.quality, sword.full, sword.price) == (1, 3, 10)
    assert (maul.quality, maul.full, maul.slots) == (2, 2, 2)
    assert (chain.quality, chain.full) == (0, 5)
    assert (hide.defense, hide.kind) == (12, "body")
    assert (hover.kind, hover.spell, hover.slots) == ("book", None, 1)
    assert web.spent
    assert web.spell is not None
    assert (idol.slots, idol.price) == (0, 900)


def test_experience_is_that_of_the_level_where_it_is_not_given() -> None:
    assert character(level=3).xp == 2_000


# knave.slots.count, knave.slots.size, K51, K54


def test_slots_are_the_con_defense() -> None:
    assert slots_of(character()) == 13
    assert slots_of(character(abilities=SIX | {"con": 10})) == 20


@pytest.mark.parametrize(("coins", "slots"), [(99, 0), (100, 1), (250, 2)])
def test_a_hundred_coins_fill_a_slot(coins: int, slots: int) -> None:
    assert slots_used(character(coins=coins)) == 6 + slots
    assert slots_used(character(coins={"gold": coins})) == 6 + slots  # by number, whatever they are worth


def test_what_does_not_fit_is_refused() -> None:
    seven = ["torches"] * 7
    assert slots_used(character(gear=seven)) == 13
    with pytest.raises(BadInput, match=r"more item slots .* got 14 \(allowed: 13, the CON defense\)"):
        character(gear=[*seven, "sack"])


# What is refused: the file, the line, the field, what is allowed

BAD: list[tuple[dict[str, Any], str]] = [
    (
        {"abilities": SIX | {"str": {"bonus": 3, "defense": 14}}},
        r"abilities\.str\.bonus: bonus must be defense - 10 \(4\)",
    ),
    (
        {"abilities": SIX | {"str": {"bonus": 11, "defense": 21}}},
        r"abilities\.str\.bonus: out of range, got 11 .*1 to 10",
    ),
    ({"abilities": SIX | {"str": 11}}, r"abilities\.str: out of range, got 11 \(allowed: integer 1 to 10\)"),
    ({"abilities": SIX | {"luck": 1}}, "unknown field luck"),
    ({"level": 21}, "level: out of range.*1 to 20"),
    ({"xp": -50}, "xp: out of range.*0 to 1000000"),
    ({"xp": 10**9}, "xp: out of range"),
    ({"hp": 7}, "hp: more than max_hp"),
    ({"hp": True}, "a whole number is needed, got boolean"),
    ({"hpp": 5}, "unknown field hpp; did you mean hp"),
    ({"weapons": ["swrod"]}, r"weapons\[1\]: no such option.*did you mean sword"),
    ({"weapons": [{"name": "sword", "quality": 4}]}, "quality: more than the thing has when it is whole"),
    ({"weapons": [{"name": "club"}]}, r"weapons\[1\]\.die: required"),
    ({"armor": {"defense": 11, "bonus": 0}}, r"armor\.bonus: bonus must be defense - 10 \(1\)"),
    ({"armor": [{"name": "gambeson", "bonus": 3}]}, r"armor\[1\]\.bonus: bonus must be defense - 10 \(2\)"),
    ({"armor": {"bonus": 3}}, r"armor\.defense: required"),
    ({"armor": 10}, "armor: out of range.*11 to 50"),
    ({"armor": "chain"}, "armor"),
    ({"armor": ["chain", "gambeson"]}, "a second one cannot be worn"),
    ({"armor": [{"name": "hide", "quality": 2}]}, r"armor\[1\]\.name: no such option"),
    ({"spells": [{"name": "web", "save": "dex"}]}, "on_fail: required"),
    ({"gear": [{"name": "idol", "slots": 21}]}, "slots: out of range.*0 to 20"),
    ({"coins": {"platinum": 1}}, "unknown field platinum"),
    ({"coins": -1}, "coins: out of range"),
    (
        {"henchmen": [{"name": "Wat", "trade": "laborer"}] * 2},
        r"henchmen: too many, got 2 \(allowed: 1, the CHA bonus\)",
    ),
    ({"henchmen": [{"name": "Wat", "trade": "labourer"}]}, "did you mean laborer"),
    ({"traits": {"haircut": "short"}}, "unknown field haircut"),
    ({"name": "\u200b"}, "a name needs a visible character"),
]


@pytest.mark.parametrize(("fields", "message"), BAD)
def test_what_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message) as refused:
        character(**fields)
    assert str(refused.value).startswith("ana.json:1")


def test_a_character_needs_its_abilities() -> None:
    with pytest.raises(BadInput, match="abilities: required"):
        read(parse_document('name = "Ana"\nhp = 3', "ana.toml").root)


def test_a_second_piece_may_be_carried_and_a_broken_one_replaced() -> None:
    carried = character(armor=["gambeson", {"name": "chain", "worn": False}])
    assert [item.worn for item in carried.items if item.kind == "body"] == [True, False]
    broken, whole = character(armor=[{"name": "shield", "quality": 0}, "shield"]).items[-2:]
    assert (broken.quality, whole.quality) == (0, 1)


# Written and read again

names = st.sampled_from(["Ana", "Ωμέγα", '"q" \\ \n'.replace("\n", ""), "<b>&amp;", "名前", "a" * 60])
bonuses = st.fixed_dictionaries({ability: st.integers(1, 10) for ability in ABILITIES})
weapon_lists = st.lists(
    st.sampled_from(sorted(content.weapons()))
    | st.builds(lambda name, left: {"name": name, "quality": left}, st.just("sword"), st.integers(0, 3))
    | st.builds(
        lambda die, kind, left: {"name": "maul", "die": die, "kind": kind, "tags": ["blunt"]} | left,
        st.sampled_from(["d8", "2d6+1", "1d4/1d4", "3"]),
        st.sampled_from(["melee", "ranged"]),
        st.sampled_from([{}, {"quality": 2}, {"quality": 1, "full": 4}]),
    ),
    max_size=3,
)


@pytest.mark.parametrize(
    ("armor", "defense"),
    [
        (14, 14),
        (11, None),
        ({"defense": 14, "bonus": 4}, 14),
        ({"defense": 13}, 13),
        ([{"name": "hide", "defense": 12, "bonus": 2}], 12),
        ([{"name": "chain", "bonus": 4}], 14),
    ],
)
def test_armor_in_the_forms_of_a_fight_file(armor: object, defense: int | None) -> None:
    one = character(armor=armor)
    assert [item.defense for item in one.items if item.kind == "body"] == ([] if defense is None else [defense])
    assert joined(one, Rulings())[0].body == (defense or 11)


armor_lists = st.sampled_from(
    [
        [],
        ["chain", "helmet"],
        [{"name": "gambeson", "quality": 1}, "shield"],
        [{"name": "hide", "defense": 13}],
        [{"name": "hide", "defense": 13, "quality": 2, "price": 5, "slots": 0}, {"name": "chain", "worn": False}],
    ]
)
book_lists = st.sampled_from(
    [
        [],
        ["hover"],
        [{"name": "web", "save": "dex", "on_fail": "stun"}, {"name": "fire", "save": "con", "on_fail": "damage:2d6"}],
        [{"name": "hover", "spent": True}],
    ]
)
gear_lists = st.lists(
    st.sampled_from(sorted(content.gear()))
    | st.builds(lambda n, count: {"name": n, "slots": 0, "count": count}, names, st.integers(1, 9)),
    max_size=6,
)
files = st.fixed_dictionaries(
    {
        "name": names,
        "abilities": bonuses,
        "level": st.integers(1, 20),
        "max_hp": st.integers(1, 99),
        "hp": st.integers(-9, 1),
        "weapons": weapon_lists,
        "armor": armor_lists,
        "spells": book_lists,
        "gear": gear_lists,
        "coins": st.integers(0, 500) | st.fixed_dictionaries({"silver": st.integers(0, 99)}),
        "notes": st.sampled_from(["", "one\ntwo\t'three'", 'she said "no"']),
    },
    optional={
        "xp": st.integers(0, 20_000),
        "player": names,
        "henchmen": st.lists(
            st.fixed_dictionaries(
                {"name": names, "trade": st.sampled_from(sorted(creation.wages())), "paid": st.booleans()}
            ),
            max_size=1,
        ),
        "traits": st.dictionaries(
            st.sampled_from(creation.TRAITS), st.sampled_from(["wiry", "neutrality"]), max_size=4
        ),
    },
)


@given(files)
def test_a_character_that_is_written_and_read_again_is_the_same(fields: dict[str, Any]) -> None:
    try:
        one = read(parse_document(json.dumps(fields), "some.json").root)
    except BadInput as error:
        assert "item slots" in str(error)
        return
    assert slots_used(one) <= slots_of(one)
    assert again(one) == one
    assert read_json(one) == one


def read_json(one: Character) -> Character:
    """The character from the JSON of its plain values."""
    root = parse_document(json.dumps(plain(one)), "again.json").root
    assert root.text("ruleset") == "knave"
    return read(root)
