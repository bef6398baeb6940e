"""A position on one line: a pinned one, round trips, what is refused and where."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from affray.errors import BadInput
from affray.rulesets.skilldice import ruleset
from affray.rulesets.skilldice.notation import parse_position, print_position
from affray.testing.conformance.walks import states_of, walk
from tests.rulesets.skilldice import brawl
from tests.rulesets.skilldice.fights import attack, began, exchange, fight, foe, state_of, unit

START = "skilldice | Ana party 8/8/8 | orc foes 8/8/8"


def test_the_start_of_a_fight() -> None:
    state = state_of(fight(unit(), foe()))
    assert print_position(state) == START
    assert parse_position(START) == state


def test_in_the_midst_of_it() -> None:
    text = fight(unit("Sir Odo", body=12, body_unarmoured=8, weapon="piercing"), foe("O'Neil", lost={"mind": 2}))
    played = began(text, exchange(0, 1), attack(0, 1, "soul"), order=(9, 2), faces=(5, 4), D32="tie_counts")
    assert print_position(played.state) == (
        "skilldice round=1 order=[[0],[1]] "
        'pending=[{"type":"offer","strife":{"attacker":0,"target":1,"skill":"soul","dice":1}}] D32=tie_counts '
        '| "Sir Odo" party 12/8/8 bare=8 weapon=piercing actions=1 begun=true attacks=2 '
        '| "O\\u0027Neil" foes 8/8/8 lost=1/2/0 wounds=1/0/0 actions=2'
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column 1: a position begins with the word skilldice"),
        ("knave | Ana party 8/8/8", "column 1: a position begins with the word skilldice, got 'knave'"),
        ("skilldice rounds=1 | Ana party 8/8/8 | orc foes 8/8/8", "column 11: no such field.*did you mean round"),
        ("skilldice round=x | Ana party 8/8/8 | orc foes 8/8/8", "column 11: that cannot be read"),
        ("skilldice round=1 round=1 | Ana party 8/8/8 | orc foes 8/8/8", "column 19: round is given twice"),
        ("skilldice D11=own | Ana party 8/8/8 | orc foes 8/8/8", "column 11: .*no such option.*same_as_attack"),
        ("skilldice D06=pool D06=pool | Ana party 8/8/8 | orc foes 8/8/8", "column 20: D06 is given twice"),
        ("skilldice | Ana party | orc foes 8/8/8", "column 17: a fighter has a name, a side and its dice"),
        ("skilldice | | orc foes 8/8/8", "a fighter has a name"),
        ("skilldice | Ana party 8/8 | orc foes 8/8/8", "column 23: that cannot be read"),
        ("skilldice | Ana party 8/8/7 | orc foes 8/8/8", "dice have 4, 6, 8, 12 or 20 sides"),
        ("skilldice | Ana party 8/8/8 lots=1/0/0 | orc foes 8/8/8", "column 29: no such field.*did you mean lost"),
        ("skilldice | Ana party 8/8/8 lost=9/0/0 | orc foes 8/8/8", "more is lost"),
        ("skilldice | Ana party 8/8/8 weapon=bow | orc foes 8/8/8", "column 29: that cannot be read"),
        ("skilldice | Ana party 8/8/8", "a fight needs a fighter on each side"),
        ("skilldice order=[[0],[0]] | Ana party 8/8/8 | orc foes 8/8/8", "the order has a fighter twice"),
        ("skilldice place=4 | Ana party 8/8/8 | orc foes 8/8/8", "the place in the order does not exist"),
        ("skilldice winner=party | Ana party 8/8/8 | orc foes 8/8/8", "the winner is none of the sides"),
        ("skilldice | Ana party 8/8/8 actions=4 | orc foes 8/8/8", "3 actions a round"),
        ("skilldice " + "x" * 1_000_000, "too long"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        parse_position(text)


def test_the_ruleset_has_it() -> None:
    assert ruleset.notation is not None
    assert ruleset.notation.read(ruleset.notation.show(parse_position(START))) == parse_position(START)


MOMENT = "skilldice round=1 order=[[0],[1],[2]]{more} | A party 4/4/4 {a} | B foes 4/4/4 {b} | C foes 4/4/4 {c}"
OFFER = ' pending=[{"type":"offer","strife":{"attacker":0,"target":1,"skill":"body","dice":1}}]'
SWEEP = ' pending=[{"type":"sweep","seat":0,"target":1,"skill":"body","cost":2}]'


@pytest.mark.parametrize(
    ("more", "a", "b", "c", "message"),
    [
        ("", "manner=asleep", "", "", "it is the turn of nobody who can act"),
        ("", "fate=gone", "", "", "one side has nobody left"),
        (" place=1", "", "fate=gone", "", "it is the turn of nobody who can act"),
        (" place=-1", "", "", "", "it is the turn of nobody who can act"),
        ("", "", "fate=out", "", "B is out and has something left of every Skill"),
        ("", "lost=4/0/0", "", "", "A has nothing left of Body and is not out"),
        (OFFER, "actions=2", "lost=4/0/0 fate=out", "", "a decision waits about B, who is out"),
        (OFFER, "actions=2", "fate=gone", "", "a decision waits about B, who is gone"),
        (OFFER, "actions=2", "", "", "B cannot defend"),
        (OFFER, "actions=2", "actions=3 manner=bound", "", "B cannot defend"),
        (OFFER + " place=3", "actions=2", "actions=3", "", "a decision about an attack waits outside of a round"),
        (SWEEP, "actions=2", "fate=dead", "", "a decision waits about B, who is dead"),
    ],
)
def test_a_moment_that_would_have_been_settled_is_refused(more: str, a: str, b: str, c: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        parse_position(MOMENT.format(more=more, a=a, b=b, c=c))


def test_a_moment_that_can_be_is_not() -> None:
    for more, a, b in (("", "", ""), (OFFER, "actions=2", "actions=3"), (SWEEP, "actions=2 lost=4/0/0", "")):
        parse_position(MOMENT.format(more=more, a=a, b=b, c=""))
    out_for_scene = MOMENT.format(more=" D38=out_for_scene", a="", b="fate=out", c="")
    assert parse_position(out_for_scene).conditions[1].fate == "out"
