"""Fight files: every key arrives, and what is not allowed is refused by its line and field."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from affray.errors import BadInput
from affray.fight import parse
from affray.rulesets.skilldice import fightfile
from affray.rulesets.skilldice.state import MANNERS, SKILLS, WEAPONS
from tests.rulesets.skilldice.fights import fight, foe, state_of, unit

FULL = """
ruleset = "skilldice"
[[fighter]]
name = "Sir Odo"
side = "party"
body = 12
mind = 6
soul = "d4"
lost = { body = 2, soul = 1 }
weapon = "slashing"
body_unarmoured = 8
state = "distracted"
group = "bridge"
ranged = false
training = { mind = 3 }
scars = { body = 1 }
edge = 1
step = -1
notes = "has a cold"

[[fighter]]
name = "robber"
side = "foes"
count = 3
body = 6
mind = 4
soul = 4
"""


def test_every_key_arrives() -> None:
    state = parse(FULL).state
    odo, one = state.profiles[0], state.conditions[0]
    assert (odo.name, odo.side, odo.players, odo.sides, odo.bare) == ("Sir Odo", "party", True, (12, 6, 4), 8)
    assert (odo.weapon, odo.ranged, odo.training) == ("slashing", False, (0, 3, 0))
    assert (one.lost, one.scars, one.manner, one.group) == ((2, 0, 1), (1, 0, 0), "distracted", "bridge")
    assert (one.edge, one.step, one.actions, one.fate) == (1, -1, 0, "up")
    assert [profile.name for profile in state.profiles[1:]] == ["robber 1", "robber 2", "robber 3"]
    assert not any(profile.players for profile in state.profiles[1:])


def test_defaults() -> None:
    state = state_of(fight(unit(), foe()))
    assert state.profiles[0].bare == 8
    assert state.profiles[0].weapon == "none"
    assert state.conditions[0].manner == "able"


def test_the_first_side_is_the_players_where_none_is_called_party() -> None:
    state = state_of(fight(unit("Ana", "us"), unit("orc", "them")))
    assert [profile.players for profile in state.profiles] == [True, False]


def test_names_that_are_taken_are_told_apart() -> None:
    state = state_of(fight(unit("orc 1"), foe("orc", count=2)))
    assert [profile.name for profile in state.profiles] == ["orc 1", "orc 2", "orc 3"]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param(
            {"body": 7}, "fight:5: fighter.1..body: no such die, got 7 .allowed: one of 4, 6, 8, 12, 20", id="F23"
        ),
        pytest.param({"body": "d7"}, "no such die, got 'd7' .allowed: one of 4, 6, 8, 12, 20", id="F23-text"),
        pytest.param({"body": 100}, "no such die, got 100", id="F23-100"),
        pytest.param({"body": "d100"}, "no such die", id="F23-d100"),
        pytest.param({"body": 10}, "no such die, got 10", id="no-d10"),
        pytest.param({"body": True}, "no such die", id="F07"),
        pytest.param({"body": 8.5}, "no such die", id="F09"),
        pytest.param(
            {"lost": {"body": 9}}, "fighter.1..lost.body: out of range, got 9 .allowed: integer 0 to 8", id="F24"
        ),
        pytest.param({"lost": {"body": -1}}, "integer 0 to 8", id="F24-negative"),
        pytest.param({"lost": {"bodi": 1}}, "did you mean body", id="F15-inner"),
        pytest.param({"lost": 3}, "a table is needed", id="lost-number"),
        pytest.param({"scars": {"body": 8}}, "integer 0 to 7", id="D43-one-point-must-remain"),
        pytest.param({"training": {"soul": 9}}, "integer 0 to 8", id="training"),
        pytest.param({"bodie": 8}, "unknown field bodie; did you mean body", id="F15"),
        pytest.param({"weapon": "sword"}, "slashing, piercing, crushing, none", id="weapon"),
        pytest.param({"weapon": "slashin"}, "did you mean slashing", id="weapon-near"),
        pytest.param({"state": "drunk"}, "able, unaware, asleep, bound, distracted, moving", id="state"),
        pytest.param({"body_unarmoured": 12}, "armour makes no die smaller", id="unarmoured"),
        pytest.param({"body_unarmoured": 5}, "no such die", id="unarmoured-die"),
        pytest.param({"ranged": "yes"}, "yes or no", id="ranged"),
        pytest.param({"group": ""}, "1 to 60", id="group"),
        pytest.param({"edge": 2}, "integer -1 to 1", id="edge"),
        pytest.param({"count": 0}, "integer 1 to 1000", id="count"),
        pytest.param({"count": 100}, "too many fighters, got 101", id="I15"),
        pytest.param({"side": "nobody"}, "a meaning of its own", id="side"),
        pytest.param({"name": " "}, "visible", id="N01"),
    ],
)
def test_what_is_refused(fields: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        parse(fight(unit(**fields), foe()))  # type: ignore[arg-type]


@pytest.mark.parametrize("key", ["name", "side", "body", "mind", "soul"])
def test_what_is_required(key: str) -> None:
    lines = [line for line in unit().splitlines() if not line.startswith(f"{key} =")]
    with pytest.raises(BadInput, match=rf"{key}: required"):
        parse(fight("\n".join([*lines, ""]), foe()))


def test_a_fight_needs_two_sides() -> None:
    with pytest.raises(BadInput, match="a fight needs a fighter on each side; all are of party"):
        parse(fight(unit("Ana"), unit("Bo")))
    with pytest.raises(BadInput, match="fighter"):
        parse('ruleset = "skilldice"')


def test_a_near_ruleset_is_named() -> None:
    with pytest.raises(BadInput, match="did you mean skilldice"):
        parse('ruleset = "skildice"')


def test_d46_friends_and_foes_have_the_same_sheet() -> None:
    fields = {"body": 20, "mind": 4, "weapon": "crushing", "lost": {"mind": 1}}
    state = state_of(fight(unit("Ana", **fields), foe("orc", **fields)))  # type: ignore[arg-type]
    names = {"name": "", "side": "", "players": False}
    assert replace(state.profiles[0], **names) == replace(state.profiles[1], **names)
    assert state.conditions[0] == state.conditions[1]


def test_every_key_is_told_on_the_page() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "fight-files.md").read_text(encoding="utf-8")
    section = page.partition("## A fighter of Body, Mind and Soul")[2].partition("\n## ")[0]
    source = Path(fightfile.__file__).read_text(encoding="utf-8")
    keys = set(re.findall(r"(?:node, |node\.[a-z_]+\()\"([a-z_]+)\"", source))
    assert {"name", "body", "lost", "state", "training", "step"} <= keys
    for word in {*keys, *MANNERS, *WEAPONS, *SKILLS}:
        assert re.search(rf"\b{word}\b", section), f"{word} is not told"
