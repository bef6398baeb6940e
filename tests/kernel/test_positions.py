"""Positions: a state on one line and a fight that goes on from it, with and without a notation of the ruleset's own."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import affray
from affray.errors import BadInput
from affray.fight import state_of_position
from affray.rules import Notation
from tests.kernel.toy import State, Throw, game
from tests.kernel.toy import ruleset as toy

KNAVE = "knave [0 Ana party hp=3 attack=2 weapons=sword] [1 rat foes hp=2 weapons=(bite die=d4)]"


def test_a_fight_goes_on_from_a_position() -> None:
    fight = affray.read_position(f"  {KNAVE.replace('[0', 'round=3 first=1 K08=auto_hit [0')}\n")
    assert fight.ruleset.id == "knave"
    assert fight.rulings["K08"] == "auto_hit"
    assert fight.rulings["K09"] == "literal"
    assert fight.tactics == {"party": "first", "foes": "first"}
    assert fight.title == ""
    table = affray.Table(fight, seeds=("open", "hidden"))
    assert table.to_act == (1,)
    table.do(table.legal()[0], dice=affray.typed(2))
    now = affray.show_position(table)
    assert now.startswith("knave round=3 first=1 acted=1 ")
    assert affray.read_position(now).state == table.state
    assert affray.show_position(affray.read_position(now)) == now
    assert affray.open_log(table.log()).state == table.state


def test_without_a_notation_a_position_is_json() -> None:
    table = affray.Table(game(20), seeds=("open", "hidden"))
    table.do(Throw(0), dice=affray.typed(4))
    text = affray.show_position(table)
    assert text == ('toy {"goal":20,"luck":0,"offer":false,"scores":[4,0],"throws":1,"turn":1,"winner":null}')
    fight = affray.read_position(f" {text} ")
    assert fight.state == table.state
    assert fight.ruleset is toy
    assert fight.tactics == {"left": "first", "right": "first"}


def test_a_notation_goes_before_json() -> None:
    notation = Notation(lambda state: f"toy to {state.goal}", lambda text: State(int(text.split()[-1])))
    told = replace(toy, notation=notation)
    assert affray.show_position(replace(game(7), ruleset=told)) == "toy to 7"
    assert state_of_position(told, "toy to 9") == State(9)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "position: no such ruleset, got '' (allowed: "),
        ("knav [0 Ana party hp=3]", "did you mean knave?"),
        ("x" * 200_000, "no such ruleset"),
        ("toy", "position: "),
        ("toy {}", "missing required field `goal`"),
        ('toy {"goal":"x"}', "position: Expected `int`, got `str` at goal"),
        ('toy {"goal":-1}', "position: the goal is above 0"),
        ("knave [0 Ana party hp=3] [1 rat nobody hp=2]", "position: no side is called nobody"),
        ("knave [0 Ana party hp=3] [1 rat foes]", "position, column 37: hp=N or hp=N/MOST is expected"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        affray.read_position(text)
    assert message in str(caught.value)
