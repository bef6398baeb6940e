"""Fight files: every key arrives, and what is not allowed is refused by its line and field."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from affray.errors import BadInput
from affray.fight import parse
from affray.rulesets.d20grid import fightfile, fightfile_gear, fightfile_map
from affray.rulesets.d20grid.damage import Damage
from affray.rulesets.d20grid.state import FLAGS, KINDS, ORIGINS, Bonus, Map, Weapon
from tests.rulesets.d20grid.fights import BOW, SWORD, fight, foe, state_of, unit

FULL = """
ruleset = "d20grid"
[map]
size = [60, 40]
walls = [[30, 0, 30, 20]]
elevation = [[0, 0, 10, 40, 10]]
cover = [[40, 20, 10, 10]]
[[fighter]]
name = "Vex"
side = "party"
at = [5, 10]
hp = 18
max_hp = 20
subdual = 2
defense = 15
speed = 40
initiative = 5
abilities = { str = 3, dex = 2 }
class_attack_bonus = 4
attacks_per_full = 2
area = 10
weapons = [SABER, "dagger"]
hands = ["dagger"]
passives = [{ value = "+2", from = "craft" }, 3]
multipliers = [{ value = 2, from = "stack" }]
armor = { absorb = 3, penalties = { attack = 1, defense = 2, speed = 5, initiative = 1 } }
flags = ["invisible", "blind"]
behind = ["robber"]
style_points = { swords = 4, fencing = 1 }
notes = "has a cold"

[[fighter]]
name = "robber"
side = "foes"
count = 3
at = [50, 10]
hp = 6
defense = 12
"""
SABER = (
    '{ name = "saber", dice = "1d8+1", kind = "melee", reach = 10, flat = 1, multiplier = 2, style = "swords", '
    "craft_points = 2, subdues = true }"
)


def test_every_key_arrives() -> None:
    state = parse(FULL.replace("SABER", SABER)).state
    vex, one = state.profiles[0], state.conditions[0]
    assert state.map == Map((60, 40), ((30, 0, 30, 20),), ((0, 0, 10, 40, 10),), ((40, 20, 10, 10),))
    assert (vex.name, vex.side, vex.players, vex.max_hp, one.hp, one.subdual) == ("Vex", "party", True, 20, 18, 2)
    assert (vex.defense, vex.speed, vex.initiative, vex.hindered) == (13, 35, 4, 1)
    assert (vex.strength, vex.dexterity, vex.class_attack_bonus, vex.attacks, vex.area) == (3, 2, 4, 2, 10)
    damage = Damage(((1, 8),), 1)
    assert vex.weapons[0] == Weapon("saber", damage, "melee", 10, 1, 2, "swords", 2, True)
    assert (one.drawn, one.at, one.flags, one.behind) == ((1,), (5, 10), ("blind", "invisible"), (1, 2, 3))
    assert vex.passives == (Bonus(2, "craft"), Bonus(3))
    assert vex.multipliers == (Bonus(2, "stack"),)
    assert (vex.absorb, one.pool, vex.styles) == (3, 3, (("fencing", 1), ("swords", 4)))
    assert [profile.name for profile in state.profiles[1:]] == ["robber 1", "robber 2", "robber 3"]


def test_house_defaults() -> None:
    """What the text leaves to other pages, where the file says nothing."""
    state = state_of(fight(unit(weapons=[]), foe()))
    vex, one = state.profiles[0], state.conditions[0]
    assert (vex.speed, vex.attacks, vex.class_attack_bonus, vex.strength, vex.initiative) == (30, 1, 0, 0, 0)
    assert (vex.area, vex.absorb, vex.styles, one.drawn) == (0, 0, None, ())
    assert state.map == Map((500, 500))


def test_penalties_of_the_sheet_go_before_those_of_the_armor() -> None:
    state = state_of(fight(unit(armor="plate", penalties={"attack": 1}), foe()))
    assert (state.profiles[0].hindered, state.profiles[0].defense, state.profiles[0].absorb) == (1, 10, 7)


def test_the_first_side_is_the_players_where_none_is_called_party() -> None:
    state = state_of(fight(unit("Vex", side="us"), unit("orc", (5, 0), side="them")))
    assert [profile.players for profile in state.profiles] == [True, False]


def test_a_fight_that_is_over_before_it_begins() -> None:
    assert state_of(fight(unit(), foe(hp=-1, max_hp=5))).winner == "party"


WEAPON: dict[str, Any] = {"name": "saw", "dice": "1d6"}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param({"at": [7, 3]}, r"fight:\d+: fighter.1..at.1.: no multiple of 5, got 7", id="F27"),
        pytest.param({"at": [5]}, r"fighter.1..at: too few.*\[x, y\] in feet", id="F27-one"),
        pytest.param({"at": [-5, 0]}, "integer 0 to 495", id="F27-off"),
        pytest.param({"at": [500, 0]}, "integer 0 to 495", id="F27-beyond"),
        pytest.param({"at": [5, 0]}, "that square is taken, got list of 2; by the fighter at line 2", id="taken"),
        pytest.param({"at": "here"}, "x, y", id="place-text"),
        pytest.param({"hp": "12"}, "a whole number is needed", id="F08"),
        pytest.param({"hp": True}, "boolean", id="F07"),
        pytest.param({"hp": 12.5}, "a whole number", id="F09"),
        pytest.param({"hp": 10_000}, "integer -9999 to 9999", id="F10"),
        pytest.param({"max_hp": 19}, "integer 20 to 9999", id="max-below-hp"),
        pytest.param({"defense": 0}, "integer 1 to 60", id="defense"),
        pytest.param({"defense": 61}, "integer 1 to 60", id="defense-61"),
        pytest.param({"hpp": 3}, "unknown field hpp; did you mean hp", id="F15"),
        pytest.param({"speed": 31}, "no multiple of 5", id="speed"),
        pytest.param({"speed": -5}, "integer 0 to 1000", id="speed-negative"),
        pytest.param({"abilities": {"st": 3}}, "did you mean str", id="ability"),
        pytest.param({"abilities": {"str": 41}}, "integer -10 to 40", id="ability-range"),
        pytest.param({"attacks_per_full": 0}, "integer 1 to 20", id="attacks"),
        pytest.param({"area": 7}, "no multiple of 5", id="area"),
        pytest.param({"weapons": [{**WEAPON, "multiplier": 0}]}, "multiplier: out of range.*integer 1 to 10", id="F25"),
        pytest.param({"weapons": [{**WEAPON, "multiplier": 1.5}]}, "multiplier: a whole number", id="F25-half"),
        pytest.param({"weapons": [{**WEAPON, "multiplier": -2}]}, "integer 1 to 10", id="F25-negative"),
        pytest.param({"multipliers": [0]}, "integer 1 to 10", id="F25-fighter"),
        pytest.param({"armor": -5}, "armor: out of range, got -5 .allowed: integer 0 to 999", id="F26"),
        pytest.param({"armor": {"absorb": -5}}, "armor.absorb: out of range.*integer 0 to 999", id="F26-table"),
        pytest.param({"armor": "plat"}, "did you mean plate", id="armor-near"),
        pytest.param({"armor": {"absorb": 3, "penalties": {"speed": 3}}}, "no multiple of 5", id="penalty-speed"),
        pytest.param({"penalties": {"atack": 3}}, "did you mean attack", id="penalty-near"),
        pytest.param({"weapons": ["longswrd"]}, "did you mean longsword", id="weapon-near"),
        pytest.param({"weapons": [SWORD, SWORD]}, "duplicate name", id="weapon-twice"),
        pytest.param({"weapons": ["dagger", "dagger"]}, "of that name is there already", id="weapon-name-twice"),
        pytest.param({"weapons": [{**WEAPON, "dice": "2d6x2"}]}, "dice: damage is dice and whole numbers", id="dice"),
        pytest.param({"weapons": [{**WEAPON, "dice": ""}]}, "weapons.1..dice", id="dice-empty"),
        pytest.param({"weapons": [{**WEAPON, "dice": "1d1"}]}, "weapons.1..dice", id="dice-d1"),
        pytest.param({"weapons": [{"name": "saw"}]}, "dice: required", id="dice-missing"),
        pytest.param({"weapons": [{**WEAPON, "kind": "bow"}]}, "melee, ranged, thrown", id="kind"),
        pytest.param({"weapons": [{**WEAPON, "reach": 6}]}, "no multiple of 5", id="reach"),
        pytest.param({"weapons": [{**WEAPON, "craft_point": 2}]}, "did you mean craft_points", id="weapon-key"),
        pytest.param({"hands": ["swrd"]}, "did you mean sword", id="hands-near"),
        pytest.param({"hands": ["sword", "sword"]}, "these are one weapon", id="hands-twice"),
        pytest.param({"passives": [{"value": 1, "from": "crafts"}]}, "did you mean craft", id="origin"),
        pytest.param({"passives": ["two"]}, "a whole number", id="O07-text"),
        pytest.param({"passives": [""]}, "a whole number", id="O13-empty"),
        pytest.param({"flags": ["behind"]}, "behind is a key of its own, got 'behind'", id="flag-behind"),
        pytest.param({"flags": ["blnd"]}, "did you mean blind", id="flag"),
        pytest.param({"behind": ["nobody"]}, "no enemy of that name", id="behind"),
        pytest.param({"behind": ["Vex"]}, "no enemy of that name", id="behind-friend"),
        pytest.param({"style_points": {"swords": -1}}, "integer 0 to 100", id="style"),
        pytest.param({"side": "nobody"}, "a meaning of its own", id="side"),
        pytest.param({"name": " "}, "visible", id="N01"),
        pytest.param({"count": 0}, "integer 1 to 100", id="count"),
        pytest.param({"count": 1_001}, "integer 1 to 100", id="count-1001"),
        pytest.param({"count": 100}, "too many fighters, got 101", id="too-many"),
        pytest.param({"subdual": -1}, "integer 0 to 9999", id="subdual"),
    ],
)
def test_what_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        parse(fight(unit(**fields), foe()))


@pytest.mark.parametrize(
    ("map", "message"),
    [
        ({"size": [60]}, "size"),
        ({"size": [60, 7]}, "no multiple of 5"),
        ({"size": [0, 50]}, "integer 5 to 1000"),
        ({"size": [50, 50], "walls": [[0, 0, 5, 5]]}, "a wall is level or upright"),
        ({"size": [50, 50], "walls": [[5, 5, 5, 5]]}, "a wall is level or upright"),
        ({"size": [50, 50], "walls": [[0, 0, 0, 55]]}, "integer 0 to 50"),
        ({"size": [50, 50], "walls": [[0, 0, 5]]}, "too few"),
        ({"size": [50, 50], "elevation": [[0, 0, 5, 5]]}, "too few"),
        ({"size": [50, 50], "cover": [[45, 0, 10, 5]]}, "integer 5 to 5"),
        ({"sise": [50, 50]}, "did you mean size"),
        ({"size": [5, 5]}, "integer 0 to 0"),
    ],
)
def test_what_is_no_map(map: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        parse(fight(unit(), foe(), **map))


def test_a_map_that_is_too_small_for_all() -> None:
    with pytest.raises(BadInput, match="no free square is left there"):
        parse(fight(unit(), foe(count=4), size=[10, 10]))


@pytest.mark.parametrize("key", ["name", "side", "hp", "defense"])
def test_what_is_required(key: str) -> None:
    lines = [line for line in unit().splitlines() if not line.startswith(f"{key} =")]
    with pytest.raises(BadInput, match=rf"{key}: required"):
        parse(fight("\n".join([*lines, ""]), foe()))


def test_a_fight_needs_two_sides() -> None:
    with pytest.raises(BadInput, match="a fight needs a fighter on each side; all are of party"):
        parse(fight(unit("Vex"), unit("Bo", (0, 5))))


def test_an_own_weapon_and_one_of_the_content() -> None:
    state = state_of(fight(unit(weapons=["longsword", BOW]), foe()))
    assert [one.name for one in state.profiles[0].weapons] == ["longsword", "bow"]


def test_every_key_is_told_on_the_page() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "fight-files.md").read_text(encoding="utf-8")
    section = page.partition("## A fighter on the grid")[2].partition("\n## ")[0]
    modules = (fightfile, fightfile_gear, fightfile_map)
    source = "".join(Path(str(one.__file__)).read_text(encoding="utf-8") for one in modules)
    keys = set(re.findall(r"(?:(?:node|table|root)\.[a-z_]+\(|\((?:node|table), )\"([a-z_]+)\"", source))
    assert {"name", "hp", "at", "weapons", "hands", "passives", "armor", "walls", "craft_points"} <= keys
    for word in {*keys, *FLAGS, *KINDS, *ORIGINS, "str", "dex"}:
        assert re.search(rf"\b{word}\b", section), f"{word} is not told"
