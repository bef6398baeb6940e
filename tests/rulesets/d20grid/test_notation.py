"""A position on one line: a pinned one, round trips, what is refused and where."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from affray.errors import BadInput
from affray.rulesets.d20grid import ruleset
from affray.rulesets.d20grid.notation import parse_position, print_position
from affray.testing.conformance.walks import states_of, walk
from tests.rulesets.d20grid import brawl
from tests.rulesets.d20grid.fights import ROD, began, east, fight, foe, state_of, unit
from tests.rulesets.d20grid.fights import walk as goes

ROD_TEXT = 'weapons=[{"name":"rod","damage":{"flat":4}}]'
START = (
    f"d20grid | Vex party hp=20 at=0,0 drawn=[0] max_hp=20 defense=10 {ROD_TEXT} "
    f"| orc foes hp=20 at=5,0 drawn=[0] max_hp=20 defense=10 {ROD_TEXT}"
)


def test_the_start_of_a_fight() -> None:
    state = state_of(fight(unit(weapons=[ROD]), foe(weapons=[ROD])))
    assert print_position(state) == START
    assert parse_position(START) == state


def test_in_mid_move() -> None:
    """Who moves, its path, where it is and what is offered: all is there, and the fight goes on from it."""
    text = fight(unit("Vex", (0, 5), weapons=[]), foe("O'Neil", (15, 0), weapons=[ROD]), size=[40, 10])
    played = began(text, goes(0, *east((0, 5), 4)), T27="opposite_sides")
    assert print_position(played.state) == (
        "d20grid round=1 order=[0,1] place=0 "
        'turn={"actor":0,"standard":1,"moved":true} '
        'pending=[{"type":"offer","owner":1,"mover":0,"way":"into","spot":[10,5]}] '
        'passage={"mover":0,"path":[[0,5],[5,5],[10,5],[15,5],[20,5]],"place":2,"crossings":[]} '
        "size=40,10 T27=opposite_sides "
        "| Vex party hp=20 at=10,5 max_hp=20 defense=10 "
        f'| "O\\u0027Neil" foes hp=20 at=15,0 drawn=[0] max_hp=20 defense=10 {ROD_TEXT}'
    )
    assert parse_position(print_position(played.state)) == played.state


@pytest.mark.parametrize("seed", range(3))
def test_every_position_is_read_again(seed: int) -> None:
    source = Random(seed)
    for one in brawl.fights(source, 10):
        for state in states_of(one, walk(one, source, 12)):
            text = print_position(state)
            assert parse_position(text) == state
            assert text.isprintable()
            assert "'" not in text


@pytest.mark.parametrize(
    "name",
    ["a|b", "|", "x = 1", "tab\there", 'say "no"', "back\\slash", "Ümläut", "🧝‍♀️", "true", "8", "null", "[0", "O'N"],
)
def test_any_name_survives(name: str) -> None:
    state = state_of(fight(unit(), foe()))
    named = replace(state, profiles=(replace(state.profiles[0], name=name), state.profiles[1]))
    assert parse_position(print_position(named)) == named


VEX, ORC = "Vex party hp=20 at=0,0 max_hp=20 defense=10", "orc foes hp=20 at=5,0 max_hp=20 defense=10"


def axe(field: str, number: int) -> str:
    return f'weapons=[{{"name":"axe","damage":{{"flat":4}},"{field}":{number}}}]'


def test_what_a_fight_file_may_say_a_position_may_hold() -> None:
    worst = {"attack": 40, "defense": 40, "speed": 1_000, "initiative": 40}
    armor = {"absorb": 999, "penalties": worst}
    fields: dict[str, Any] = {"defense": 1, "armor": armor, "initiative": -100, "area": 100, "attacks_per_full": 20}
    state = state_of(fight(unit(weapons=[ROD], passives=[999, -999], multipliers=[10], **fields), foe(at=(50, 0))))
    assert state.profiles[0].defense == -39
    assert parse_position(print_position(state)) == state


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column 1: a position begins with the word d20grid"),
        (f"knave | {VEX}", "column 1: a position begins with the word d20grid, got 'knave'"),
        (f"d20grid rounds=1 | {VEX} | {ORC}", "column 9: no such field.*did you mean round"),
        (f"d20grid round=x | {VEX} | {ORC}", "column 9: that cannot be read"),
        (f"d20grid round=1 round=1 | {VEX} | {ORC}", "column 17: round is given twice"),
        (f"d20grid T12=all | {VEX} | {ORC}", "column 9: .*no such option.*crossing_and_total"),
        (f"d20grid T12=any_crossing T12=any_crossing | {VEX} | {ORC}", "column 26: T12 is given twice"),
        (f"d20grid size=40 | {VEX} | {ORC}", "column 9: that cannot be read"),
        (f"d20grid size=7,40 | {VEX} | {ORC}", "a map has 5 to 1000 feet each way"),
        (f"d20grid size=20,20 walls=[[0,0,5,5]] | {VEX} | {ORC}", "a wall is level or upright"),
        (f"d20grid | Vex | {ORC}", "column 11: a fighter has a name and a side"),
        (f"d20grid | | {ORC}", "a fighter has a name"),
        (f"d20grid | Vex party hp=20 | {ORC}", "column 11: hp, at, max_hp and defense are needed"),
        (f"d20grid | {VEX} hpp=3 | {ORC}", "no such field.*did you mean hp"),
        (f"d20grid | {VEX.replace('defense', 'defence')} | {ORC}", "no such field.*defence.*did you mean defense"),
        (f"d20grid | {VEX} at=3,3 | {ORC}", "at is given twice"),
        (f"d20grid | {VEX.replace('0,0', '3,3')} | {ORC}", "somebody is on no square of the map"),
        (f"d20grid | {VEX.replace('0,0', '0')} | {ORC}", "that cannot be read"),
        (f"d20grid | {VEX} drawn=[0] | {ORC}", "weapons in hand or on the ground are none of its own"),
        (f"d20grid | {VEX} pool=2 | {ORC}", "more hit points or armor than there can be"),
        (f'd20grid | {VEX} flags=["blind","blind"] | {ORC}', "flags are there twice"),
        (f"d20grid | {VEX.replace('=10', '=99999')} | {ORC}", "Vex: defense is -39 to 60, not 99999"),
        (f"d20grid | {VEX} speed=7 | {ORC}", "Vex: speed is a multiple of 5 feet, not 7"),
        (f"d20grid | {VEX} speed=-5 | {ORC}", "Vex: speed is 0 to 1000"),
        (f"d20grid | {VEX} area=7 | {ORC}", "Vex: area is a multiple of 5 feet"),
        (f"d20grid | {VEX} attacks=0 | {ORC}", "Vex: attacks is 1 to 20, not 0"),
        (f"d20grid | {VEX} strength=41 | {ORC}", "Vex: strength is -10 to 40"),
        (f"d20grid | {VEX} {axe('reach', -5)} | {ORC}", "Vex: the reach of the axe is 5 to 100, not -5"),
        (f"d20grid | {VEX} {axe('reach', 7)} | {ORC}", "Vex: the reach of the axe is a multiple of 5 feet"),
        (f"d20grid | {VEX} {axe('multiplier', -2)} | {ORC}", "Vex: the multiplier of the axe is 1 to 10, not -2"),
        (f'd20grid | {VEX} multipliers=[{{"value":11}}] | {ORC}', "Vex: each of multipliers is 1 to 10, not 11"),
        (f'd20grid | {VEX} weapons=[{{"name":"rod","damage":{{"flat":-1}}}}] | {ORC}', "there are no such dice"),
        ("d20grid" + f" | {VEX}" * 100 + f" | {ORC}", "a fight has at most 100 fighters"),
        (f"d20grid | {VEX} behind=[0] | {ORC}", "one is behind an enemy"),
        (f"d20grid | {VEX}", "a fight needs a fighter on each side"),
        (f"d20grid order=[0,0] | {VEX} | {ORC}", "the order has a fighter twice"),
        (f"d20grid place=4 | {VEX} | {ORC}", "the place in the order does not exist"),
        (f'd20grid order=[0,1] place=0 turn={{"actor":1}} | {VEX} | {ORC}', "the turn is not that of the place"),
        (f"d20grid winner=party | {VEX} | {ORC}", "the winner is none of the sides"),
        ("d20grid " + "x" * 1_000_000, "too long"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        parse_position(text)


def test_the_ruleset_has_it() -> None:
    assert ruleset.notation is not None
    assert ruleset.notation.read(ruleset.notation.show(parse_position(START))) == parse_position(START)
