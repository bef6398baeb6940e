"""Characters in fights and after them: what a fight does to them stays done."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from affray.errors import BadInput
from affray.files import toml
from affray.interpret.roll import Sampler
from affray.interpret.simulate import play_out
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.character import Character, usable_weapons, worn_pieces
from affray.rulesets.knave.company import back, fate, fighter, joined, tracks
from affray.rulesets.knave.creation import new_character
from affray.rulesets.knave.rulings import Rulings
from affray.rulesets.knave.state import State
from affray.testing.cases import scene
from tests.rulesets.knave.fights import BEGIN, PARTY_FIRST, attack, fight, foe, override, state_of
from tests.rulesets.knave.people import character

WEB = {"name": "web", "save": "dex", "on_fail": "stun"}
DEFAULT = Rulings()


def table(one: Character) -> str:
    return toml(fighter(one), "fighter")


def against(one: Character, *foes: str, **more: Any) -> State:
    return state_of(fight(table(one), *(foes or (foe(),)), **more))


# Into a fight


def test_a_character_as_a_fighter_of_a_fight_file() -> None:
    told = fighter(character(spells=["hover", WEB], weapons=["sword", {"name": "bow", "quality": 1}]))
    assert told == {
        "name": "Ana",
        "side": "party",
        "level": 1,
        "hp": 4,
        "max_hp": 6,
        "abilities": {"str": 2, "dex": 1, "con": 3, "int": 1, "wis": 2, "cha": 1},
        "armor": ["gambeson", "shield"],
        "weapons": ["sword", {"name": "bow", "quality": 1}],
        "spells": [WEB],
    }


def test_what_is_broken_or_read_stays_out() -> None:
    one = character(
        weapons=[{"name": "sword", "quality": 0}, "dagger"],
        armor=["gambeson", {"name": "shield", "quality": 0}, {"name": "chain", "worn": False}],
        spells=[WEB | {"spent": True}],
    )
    told = fighter(one)
    assert (told["weapons"], told["armor"], told.get("spells")) == (["dagger"], ["gambeson"], None)


def test_quality_comes_along() -> None:
    one = character(
        weapons=[{"name": "sword", "quality": 2}, {"name": "maul", "die": "d10", "quality": 1, "full": 3, "hands": 2}],
        armor=[{"name": "gambeson", "quality": 1}, "helmet"],
    )
    condition = against(one).conditions[0]
    assert (condition.weapons, condition.body, condition.helmet, condition.hp) == ((2, 1), 1, 1, 4)
    assert against(one).profiles[0].weapons[1].hands == 2


@pytest.mark.parametrize(
    "armor", [[], [{"name": "hide", "defense": 12}], [{"name": "hide", "defense": 15, "quality": 2}]]
)
def test_armor_of_ones_own(armor: list[Any]) -> None:
    profile, condition = joined(character(armor=armor), DEFAULT)
    assert profile.body == (armor[0]["defense"] if armor else 11)
    assert profile.bare == 11 if armor else profile.body
    assert condition.body == (armor[0].get("quality") if armor else None)


@given(st.integers(0, 10**6))
def test_joining_is_reading_a_fight_file(seed: int) -> None:
    one = new_character(Sampler("join", seed), "Ana", {})
    state = against(one)
    assert (state.profiles[0], state.conditions[0]) == joined(one, DEFAULT)


# And back


def played(one: Character, commands: list[dict[str, Any]], faces: tuple[int, ...], *foes: str) -> Character:
    state = scene(fight(table(one), *(foes or (foe(),))), commands, faces=faces).state
    return back(one, state, 0)


def test_damage_and_breakage_come_home() -> None:
    one = character(hp=6)
    commands = [BEGIN, attack(0, 1, 0), attack(1, 0, 0)]
    # Ana misses with a 1: the sword loses a point; the goblin hits with a 20: 2 + 1, and the gambeson loses one
    after = played(one, commands, (PARTY_FIRST, 1, 20, 2, 1))
    assert after.hp == 3
    assert dict(tracks(after)) == {"hp": 3, "sword": 2, "bow": 3, "gambeson": 2, "shield": 1}
    assert after.name == one.name


@pytest.mark.parametrize(("hp", "expected", "word"), [(1, 1, "up"), (0, 0, "down"), (-1, -1, "dead"), (-5, -5, "dead")])
def test_how_one_comes_home(hp: int, expected: int, word: str) -> None:
    after = played(character(), [override(0, hp)], ())
    assert (after.hp, fate(after)) == (expected, word)


def test_a_weapon_that_broke_is_destroyed_and_the_next_one_keeps_its_place() -> None:
    one = character(weapons=[{"name": "sword", "quality": 0}, {"name": "dagger", "quality": 1}, "bow"])
    after = played(one, [BEGIN, attack(0, 1, 0)], (PARTY_FIRST, 1))
    assert [(item.name, item.quality) for item in after.items[:3]] == [("sword", 0), ("dagger", 0), ("bow", 3)]


def thrown_dagger(faces: tuple[int, ...], foe_hp: int) -> Character:
    one = character(weapons=["dagger", "sword"], hp=6)
    commands = [BEGIN, attack(0, 1, 0) | {"thrown": True}]
    return played(one, commands, faces, foe(hp=foe_hp))


def test_what_was_thrown_is_gathered_by_the_side_that_won() -> None:
    won = thrown_dagger((PARTY_FIRST, 19, 6), foe_hp=4)
    assert [item.name for item in won.items[:2]] == ["dagger", "sword"]
    lost = thrown_dagger((PARTY_FIRST, 2), foe_hp=4)
    assert [item.name for item in lost.items[:1]] == ["sword"]


def test_a_book_that_was_read_is_spent_for_the_day() -> None:
    one = character(spells=["hover", WEB])
    commands: list[dict[str, Any]] = [BEGIN, {"type": "cast", "actor": 0, "spell": 0, "target": 1}]
    after = played(one, commands, (PARTY_FIRST, 2))
    assert [item.spent for item in after.items if item.kind == "book"] == [False, True]
    assert "spells" not in fighter(after)


def test_a_fight_with_other_gear_is_not_the_characters() -> None:
    state = against(character())
    with pytest.raises(BadInput, match="other gear than Ana"):
        back(character(weapons=["mace"]), state, 0)


@given(st.integers(0, 10**6))
def test_after_any_fight_nothing_has_grown(seed: int) -> None:
    one = character(hp=6, spells=[WEB])
    state = against(one, foe(count=2), tactics={"party": "spells"})
    orders = {**ruleset.standing_orders, "party": ruleset.tactics["spells"], "foes": ruleset.tactics["first"]}
    end = play_out(ruleset, state, orders, Sampler("home", seed))
    after = back(one, end, 0)
    before = dict(tracks(one))
    assert all(left <= before[name] for name, left in tracks(after))
    assert after.hp == end.conditions[0].hp
    assert (fate(after) == "dead") == (end.conditions[0].fate == "dead")
    assert back(after, against(after), 0) == after or fate(after) == "dead"
    assert set(usable_weapons(after)) <= set(usable_weapons(one))
    assert set(worn_pieces(after)) <= set(worn_pieces(one))


def test_things_of_one_name_are_told_apart() -> None:
    one = character(weapons=["dagger", {"name": "dagger", "quality": 1}, "dagger"], armor=[])
    assert tracks(one) == (("hp", 4), ("dagger", 3), ("dagger 2", 1), ("dagger 3", 3))
    assert dict(tracks(replace(one, hp=-4)))["hp"] == 0


def test_the_table_can_be_json() -> None:
    assert json.loads(json.dumps(fighter(character(spells=[WEB]))))
