"""Who fights as a character on a sheet: its gear as the fight has left it."""

from __future__ import annotations

from msgspec.structs import replace

from affray.fight import parse
from affray.interpret.every import outcomes
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.sheet_fight import character_of
from affray.rulesets.knave.state import DEAD, State

TEXT = """
ruleset = "knave"
[[fighter]]
name = "Ana"
side = "party"
hp = 4
max_hp = 6
abilities = { str = 3, dex = 1, con = 3, int = 1, wis = 2, cha = 1 }
armor = ["gambeson", "shield", "helmet"]
weapons = ["sword", { name = "maul", die = "d10", kind = "melee", hands = 2, quality = 2 }]
spells = [{ name = "web", save = "dex", on_fail = "stun" }]
[[fighter]]
name = "Ben"
side = "party"
hp = 5
abilities = { str = 2, dex = 1, con = 1, int = 1, wis = 2, cha = 1 }
armor = { defense = 15, quality = 9 }
weapons = []
[[fighter]]
name = "goblin"
side = "foes"
hd = 1
armor = 13
damage = "1d6"
morale = 7
"""


def state() -> State:
    found = parse(TEXT).state
    assert isinstance(found, State)
    return found


def test_gear_has_its_names_and_how_good_it_is() -> None:
    start = state()
    worn = replace(start.conditions[0], body=1, shield=0, weapons=(2, 1), dropped=(1,), cast=(0,), hp=2)
    now = replace(start, conditions=(worn, *start.conditions[1:]))
    one = character_of(start, now, 0)
    assert one is not None
    assert (one.name, one.hp, one.max_hp, one.bonuses) == ("Ana", 2, 6, (3, 1, 3, 1, 2, 1))
    assert [(item.name, item.quality, item.full) for item in one.items] == [
        ("sword", 2, 3),  # the maul lies on the ground
        ("gambeson", 1, 3),
        ("shield", 0, 1),
        ("helmet", 1, 1),
        ("book of web", None, None),
    ]
    assert one.items[-1].spent


def test_armor_of_no_list_is_called_so() -> None:
    start = state()
    one = character_of(start, start, 1)
    assert one is not None
    assert [(item.name, item.defense, item.quality) for item in one.items] == [("body armor", 15, 9)]


def test_the_dead_are_below_zero() -> None:
    start = state()
    dead = replace(start, conditions=(replace(start.conditions[0], hp=0, fate=DEAD), *start.conditions[1:]))
    one = character_of(start, dead, 0)
    assert one is not None
    assert one.hp == -1


def test_a_foe_is_no_character() -> None:
    assert character_of(state(), state(), 2) is None


def test_its_sheet_says_no_level_and_the_same_panel_as_the_fight() -> None:
    assert ruleset.characters is not None
    around = ruleset.characters()
    start = state()
    one = around.of(start, start, 0)
    sheet = around.sheet(one, ruleset.chosen(start), outcomes)
    assert sheet["level"] == 0
    # armor 12, and 1 each for shield and helmet
    assert sheet["panel"]["defense"]["armor"] == 14
    # +3 against 13: 11 to 20
    strike = next(row for row in sheet["panel"]["attacks"][0]["rows"] if row["armor"] == 13)
    assert strike["hit"] == "1/2"
