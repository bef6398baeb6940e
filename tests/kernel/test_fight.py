"""A fight as it is handed in: ruleset, rulings, tactics; each mistake with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

import affray
from affray.errors import BadInput
from affray.fight import read_rulings
from affray.rules import find
from tests.kernel.toy import game, greedy, meek

TOY = 'ruleset = "toy"\ntitle = "A game"\ngoal = 9\n'

DUEL = """
[[fighter]]
name = "Ana"
side = "party"
hp = 4
attack = 1
[[fighter]]
name = "goblin"
side = "foes"
hp = 4
attack = 1
"""


def knave(before: str) -> str:
    return f'ruleset = "knave"\n{before}\n{DUEL}'


def test_a_fight_is_read() -> None:
    fight = affray.parse(TOY + '[tactics]\nright = "meek"\n')
    assert fight.ruleset is find("toy")
    assert (fight.state.goal, fight.title) == (9, "A game")
    assert fight.tactics == {"left": "first", "right": "meek"}
    assert fight.orders() == {"left": greedy, "right": meek}
    assert affray.parse('ruleset = "toy"').title == ""


def test_a_fight_is_read_from_a_file_of_either_kind(tmp_path: Path) -> None:
    toml, json = tmp_path / "game.toml", tmp_path / "game.json"
    toml.write_text(TOY, "utf-8")
    json.write_text('{"ruleset": "toy", "title": "A game", "goal": 9}', "utf-8")
    assert affray.load(toml).state == affray.load(json).state == affray.load(str(toml)).state
    toml.write_text(TOY + "gaol = 3\n", "utf-8")
    with pytest.raises(BadInput, match=r"game\.toml:4"):
        affray.load(toml)


def test_standing_orders_are_among_the_orders() -> None:
    fight = affray.parse(knave(""))
    assert set(fight.orders()) == {"party", "foes", "table", "referee"}


def test_every_ruling_has_an_option() -> None:
    fight = affray.parse(knave('[rulings]\nK08 = "auto_hit"\nnatural_1 = "auto_miss"\nK25 = "natural_quality:03"'))
    assert set(fight.rulings) == {ruling.id for ruling in fight.ruleset.rulings}
    assert (fight.rulings["K08"], fight.rulings["K09"]) == ("auto_hit", "auto_miss")
    assert fight.rulings["K25"] == "natural_quality:3"
    assert fight.rulings["K24"] == "body_first"
    assert fight.state.rulings.attack.natural_20 == "auto_hit"
    assert fight.state.rulings.unarmored_quality == "natural_quality:3"


def test_rulings_that_are_given_go_before_those_of_the_file() -> None:
    text = knave('[rulings]\nK08 = "auto_hit"\nK09 = "auto_miss"')
    for name in ("K08", "natural_20"):
        fight = affray.parse(text, rulings={name: "split"})
        assert (fight.rulings["K08"], fight.rulings["K09"]) == ("split", "auto_miss")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "fight: the file is empty"),
        ("goal = 9", "fight:1: ruleset: required"),
        ('ruleset = "chess"', r"fight:1: ruleset: no such ruleset, got 'chess' \(allowed: .*knave"),
        ('ruleset = "knav"', "fight:1: ruleset: no such ruleset, got 'knav' .*did you mean knave"),
        ("ruleset = 3", "fight:1: ruleset"),
        (TOY + "gaol = 3", "fight:4: .*gaol"),
        (TOY + '[tactics]\nleft = "wild"', "fight:5: tactics.left.*got 'wild' .*first"),
        (TOY + '[tactics]\nlfet = "first"', "fight:5: tactics.lfet: no fighter is of that side.*did you mean left"),
        (TOY + "[tactics]\nleft = 1", "fight:5: tactics.left"),
        (TOY + '[rulings]\nK08 = "literal"', "fight:5: rulings.K08: toy has no ruling of that name"),
        (
            knave('[rulings]\nK08 = "sometimes"'),
            r"fight:3: rulings\.K08: ruling K08 .* no such option, got 'sometimes'",
        ),
        (knave('[rulings]\nnatural_02 = "literal"'), "fight:3: rulings.natural_02: .*did you mean natural_20"),
        (knave('[rulings]\nK08 = "literal"\nnatural_20 = "split"'), "fight:4: .*ruling K08 is given twice"),
        (knave("[rulings]\nK08 = true"), "fight:3: rulings.K08"),
        (
            knave('[rulings]\nK25 = "natural_quality:11"'),
            "fight:3: rulings.K25: .*11' .allowed: 1 to 10.",
        ),
        (knave("rulings = 3"), "fight:2: rulings"),
        ('title = ""\n' + TOY, "fight:"),
    ],
)
def test_fights_that_cannot_be_read(text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        affray.parse(text)


@pytest.mark.parametrize(
    ("rulings", "sentence"),
    [
        ({"K99": "literal"}, "ruling: knave has no ruling of that name, got 'K99'"),
        ({"K08": "sometimes"}, "ruling: ruling K08 .natural_20. has no such option"),
        ({"K08": "literal", "natural_20": "split"}, "ruling: ruling K08 is given twice"),
    ],
)
def test_rulings_that_cannot_be_given(rulings: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        affray.parse(knave(""), rulings=rulings)
    with pytest.raises(BadInput, match=sentence):
        read_rulings(find("knave"), rulings)


def test_fights_are_values_that_can_be_changed() -> None:
    fight = game()
    other = replace(fight, state=replace(fight.state, goal=3))
    assert (fight.state.goal, other.state.goal) == (12, 3)
    assert fight != other
    with pytest.raises(AttributeError):
        fight.title = "x"  # type: ignore[misc]
