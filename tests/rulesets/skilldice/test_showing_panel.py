"""The numbers beside the table: every Skill as it is now against every die."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from affray.rulesets.skilldice import ruleset
from affray.rulesets.skilldice.state import State
from tests.rulesets.showing import numbers_of
from tests.rulesets.skilldice.fights import fight, foe, state_of, unit

F = Fraction
TEXT = fight(unit("Odo", body=12, mind=6, soul=4), foe("spearman", body=8), foe("captain", body=12))


def state(lost: tuple[int, int, int] = (0, 0, 0), theirs: int = 0) -> State:
    before = state_of(TEXT)
    ours, spearman, captain = before.conditions
    there = replace(captain, lost=(theirs, 0, 0))
    return replace(before, conditions=(replace(ours, lost=lost), spearman, there))


def tables(found: State, seat: Any = 0, fighter: int = 0, marked: bool = False) -> list[list[Any]]:
    return numbers_of(ruleset, found, seat, fighter, marked=marked)


def by_hand(die: int, ceiling: int, other: int) -> list[Fraction]:
    """Every pair of faces, counted."""
    pairs = [(min(mine, ceiling), theirs) for mine in range(1, die + 1) for theirs in range(1, other + 1)]
    won, tied = sum(mine > theirs for mine, theirs in pairs), sum(mine == theirs for mine, theirs in pairs)
    return [F(count, len(pairs)) for count in (won, tied, len(pairs) - won - tied)]


def test_every_skill_is_set_against_every_die() -> None:
    body, mind, soul = tables(state())
    assert [body[0], mind[0], soul[0]] == [
        "Body, d12, against their Body.",
        "Mind, d6, against their Mind.",
        "Soul, d4, against their Soul.",
    ]
    assert body[1:] == [[f"d{other}", "", *by_hand(12, 12, other)] for other in (4, 6, 8, 12, 20)]
    assert soul[1:] == [[f"d{other}", "", *by_hand(4, 4, other)] for other in (4, 6, 8, 12, 20)]


def test_what_is_lost_is_the_ceiling() -> None:
    body, mind = tables(state((5, 0, 4)))
    assert body[0] == "Body, d12 up to 7, against their Body."
    assert body[3] == ["d8", "", *by_hand(12, 7, 8)]
    assert mind[0].startswith("Mind")


def test_foes_at_hand_are_marked_with_what_is_left_of_them() -> None:
    body = tables(state(theirs=4), marked=True)[0]
    assert [(row[0], row[1]) for row in body[1:] if row[1]] == [("d8", "spearman"), ("d12 up to 8", "captain")]
    assert [row[0] for row in body[1:]] == ["d4", "d6", "d8", "d12 up to 8", "d12", "d20"]
    assert tables(state(theirs=4)) == tables(state())


def test_d50_against_a_hammer_armour_is_no_help() -> None:
    text = fight(unit("Odo", body=12, body_unarmoured=8), foe("Hild", body=8, weapon="crushing"), foe("imp", body=4))
    whole, crushed, mind, _ = tables(state_of(text), marked=True)
    assert whole[0] == "Body, d12, against their Body."
    assert crushed[0] == "Body, d8, against their Body and a crushing weapon."
    assert [row[1] for row in whole[1:] if row[1]] == ["imp"]
    assert crushed[3] == ["d8", "Hild", *by_hand(8, 8, 8)]
    assert mind[0].startswith("Mind") and "Hild, imp" in [row[1] for row in mind[1:]]
    one_way = tables(state_of(text, D50="attacks_only"))
    assert [table[0].split(",")[0] for table in one_way] == ["Body", "Mind", "Soul"]
