"""The numbers beside the table: what a fighter hits and what hits it, by Defense and bonus."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from affray.rulesets.d20grid import ruleset
from affray.rulesets.d20grid.state import State
from tests.rulesets.d20grid.fights import fight, foe, state_of, unit
from tests.rulesets.showing import numbers_of

F = Fraction
TEXT = fight(unit("Vex", defense=15, class_attack_bonus=4), foe("orc", defense=13), foe("brute", (10, 0), defense=24))


def tables(found: State, seat: Any = 0, fighter: int = 0, marked: bool = False) -> list[list[Any]]:
    return numbers_of(ruleset, found, seat, fighter, marked=marked)


def test_chances_for_every_defense_and_edge_are_exact() -> None:
    strikes, struck = tables(state_of(TEXT))
    assert strikes[0].startswith("You strike: d20 + 4, greater than their Defense hits.")
    assert [row[0] for row in strikes[1:]] == [str(defense) for defense in range(10, 21)]
    assert strikes[4] == ["13", "", F(11, 20) ** 2, F(11, 20), 1 - F(9, 20) ** 2]
    assert struck[0] == "You are struck: their d20 and bonus, greater than 15 hits."
    assert struck[1] == ["+0", "", F(5, 20) ** 2, F(5, 20), 1 - F(15, 20) ** 2]


def test_foes_in_sight_are_marked_where_they_may_be_known() -> None:
    strikes, _ = tables(state_of(TEXT), marked=True)
    assert [(row[0], row[1]) for row in strikes[1:] if row[1]] == [("13", "orc"), ("24", "brute")]
    assert strikes[-1] == ["24", "brute", F(0), F(0), F(0)]


def test_a_player_is_told_of_nobody_unseen() -> None:
    before = state_of(TEXT)
    hidden = replace(before.conditions[2], flags=("hidden",))
    found = replace(before, conditions=(*before.conditions[:2], hidden))
    assert [row[1] for row in tables(found, marked=True)[0][1:] if row[1]] == ["orc"]
    assert [row[1] for row in tables(found, "referee", marked=True)[0][1:] if row[1]] == ["orc", "brute"]
