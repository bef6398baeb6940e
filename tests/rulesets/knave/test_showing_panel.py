"""The numbers beside the table: exact, with what is left of gear, and marked only where that may be known."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

import affray
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.state import COMING, State
from tests.rulesets.knave.brawl import scores
from tests.rulesets.knave.fights import fight, foe, pc
from tests.rulesets.showing import numbers_of

F = Fraction
SWORD = {"name": "sword", "die": "d8", "quality": 2}
BOW = {"name": "bow", "die": "d6", "kind": "ranged", "quality": 3}


def state(*more: str, **rulings: str) -> State:
    ana = pc("Ana", weapons=[SWORD, BOW], armor=["gambeson", "shield"], level=1, abilities=scores(2, 1, 1, 1, 2, 1))
    text = fight(ana, *(more or (foe(count=2, armor=13, attack=1), foe("ogre", armor=20, attack=9))))
    found: State = affray.parse(text, rulings=rulings).state
    return found


def tables(found: State, seat: Any = 0, fighter: int = 0, marked: bool = False) -> list[list[Any]]:
    return numbers_of(ruleset, found, seat, fighter, marked=marked)


def test_weapons_with_the_same_chances_share_a_table() -> None:
    strikes, struck = tables(state())
    assert strikes[0] == "You strike: d20 + 2, greater than their armor hits. Sword d8, bow d6."
    assert [row[0] for row in strikes[1:]] == [str(armor) for armor in range(11, 19)]
    assert strikes[3] == ["13", "", "12+", F(9, 20), F(279, 400)]
    assert struck[0].startswith("You are struck: their d20 and bonus, greater than 13 hits")
    assert struck[2] == ["+1", "", F(8, 20), "9+"]


def test_the_rows_of_foes_at_hand_are_there_and_marked_where_they_may_be_known() -> None:
    strikes, struck = tables(state(), marked=True)
    assert [(row[0], row[1]) for row in strikes[1:] if row[1]] == [("13", "goblin (2)"), ("20", "ogre")]
    assert strikes[-1] == ["20", "ogre", "19+", F(2, 20), 1 - F(18, 20) ** 2]
    assert [(row[0], row[1]) for row in struck[1:] if row[1]] == [("+1", "goblin (2)"), ("+9", "ogre")]
    assert not any(row[1] for table in tables(state()) for row in table[1:])


def test_nobody_who_is_still_to_come_is_at_hand() -> None:
    before = state()
    last = replace(before.conditions[-1], fate=COMING)
    strikes, struck = tables(replace(before, conditions=(*before.conditions[:-1], last)), marked=True)
    assert "20" not in [row[0] for row in strikes[1:]]
    assert "+9" not in [row[0] for row in struck[1:]]


def test_what_is_broken_or_on_the_floor_counts_no_more() -> None:
    before = state()
    worn = replace(before.conditions[0], weapons=(0, 3), dropped=(1,), shield=0)
    strikes, struck = tables(replace(before, conditions=(worn, *before.conditions[1:])))
    assert strikes[0].endswith("Bare hands d2.")
    assert "greater than 12 hits" in struck[0]
    assert struck[2] == ["+1", "", F(9, 20), "10+"]


def test_where_defenders_roll_the_faces_are_theirs() -> None:
    strikes, _ = tables(state(K13="defender"))
    assert strikes[0].startswith("You strike: they roll d20 and their armor bonus, greater than 12 is safe")
    assert strikes[3] == ["13", "", "10+", F(9, 20), F(279, 400)]


def test_a_referee_reads_of_the_fighter_by_its_name() -> None:
    strikes, struck = tables(state(), "referee", 1, marked=True)
    assert strikes[0].startswith("goblin 1 strikes: d20 + 1")
    assert struck[0].startswith("goblin 1 is struck")
    assert [(row[0], row[1]) for row in strikes[1:] if row[1]] == [("13", "Ana")]


def test_a_fight_without_others_has_numbers_all_the_same() -> None:
    alone = state()
    alone = replace(alone, profiles=alone.profiles[:1], conditions=alone.conditions[:1])
    assert tables(alone, marked=True) == tables(alone)


def test_the_numbers_of_foes_show_in_nothing_that_is_not_marked() -> None:
    assert tables(state()) == tables(state(pc("Bram"), foe(count=2, armor=16, attack=4)))
