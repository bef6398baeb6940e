"""What each event does to the state: everything it changes, and nothing else."""

from __future__ import annotations

from importlib import import_module
from typing import Any, get_args

import pytest
from msgspec.structs import asdict

from affray.rulesets.knave import ruleset
from affray.rulesets.knave.events import (
    Answered,
    Asked,
    Attacked,
    Ended,
    Event,
    Fell,
    Left,
    MoraleCalled,
    MoraleRolled,
    MoraleSkipped,
    Overridden,
    Passed,
    QualityLost,
    Rose,
    RoundBegan,
    TurnedToFlee,
)
from affray.rulesets.knave.evolve import evolve
from affray.rulesets.knave.state import BreakChoice, Condition, MoraleChoice, PieceChoice, State, Trigger
from tests.rulesets.knave.fights import fight, foe, pc, state_of

HALF, LONE, LEADER = Trigger("half"), Trigger("lone"), Trigger("leader", "goblin")
CHOICES = (PieceChoice(0, 0), MoraleChoice(HALF))


def start(**changed: Any) -> State:
    """A state in mid-fight: PCs 0 and 1, goblins 2 and 3."""
    state = state_of(
        fight(pc("Ana", armor=["gambeson", "shield", "helmet"], weapons=["sword", "dagger"]), pc(), foe(count=2))
    )
    values = {name: getattr(state, name) for name in state.__struct_fields__}
    return State(**(values | {"round": 3, "first": 0, "acted": (0, 2)} | changed))


def condition(state: State, fighter: int, **changed: Any) -> tuple[Condition, ...]:
    """All conditions, this fighter's changed."""
    conditions = list(state.conditions)
    conditions[fighter] = Condition(**(asdict(conditions[fighter]) | changed))
    return tuple(conditions)


def check(before: State, event: Event, **changed: Any) -> None:
    """The event changes exactly these fields of the state."""
    after = evolve(before, event)
    expected = {name: getattr(before, name) for name in before.__struct_fields__} | changed
    assert {name: getattr(after, name) for name in after.__struct_fields__} == expected


@pytest.mark.parametrize("first", [0, 1])
def test_round_began(first: int) -> None:
    check(start(), RoundBegan(first), round=4, first=first, acted=())


def attacked(attacker: int, target: int, damage: int) -> Attacked:
    return Attacked(attacker, target, 0, 2, 13, 0, False, "attacker", bool(damage), damage)


def test_attacked_takes_the_damage_and_spends_the_turn() -> None:
    before = start()
    check(before, attacked(1, 3, 3), conditions=condition(before, 3, hp=1), acted=(0, 1, 2))
    check(before, attacked(1, 3, 9), conditions=condition(before, 3, hp=-5), acted=(0, 1, 2))


def test_attacked_without_damage_spends_the_turn() -> None:
    check(start(), attacked(3, 0, 0), acted=(0, 2, 3))


@pytest.mark.parametrize(
    ("acted", "fighter", "after"), [((), 2, (2,)), ((2,), 0, (0, 2)), ((0,), 3, (0, 3)), ((1, 3), 2, (1, 2, 3))]
)
def test_those_who_acted_are_kept_in_order(acted: tuple[int, ...], fighter: int, after: tuple[int, ...]) -> None:
    check(start(acted=acted), Passed(fighter), acted=after)


def test_passed() -> None:
    check(start(), Passed(1), acted=(0, 1, 2))


@pytest.mark.parametrize(
    ("item", "left"), [("body", {"body": 2}), ("shield", {"shield": 0}), ("helmet", {"helmet": 0})]
)
def test_quality_lost_of_armor(item: Any, left: dict[str, int]) -> None:
    before = start()
    check(before, QualityLost(0, item), conditions=condition(before, 0, **left))


@pytest.mark.parametrize(("weapon", "left"), [(0, (2, 3)), (1, (3, 2))])
def test_quality_lost_of_a_weapon(weapon: int, left: tuple[int, int]) -> None:
    before = start()
    event = QualityLost(0, "weapon", weapon, "knave.critical.weapon")
    check(before, event, conditions=condition(before, 0, weapons=left))


@pytest.mark.parametrize("item", ["body", "shield", "helmet", "weapon"])
def test_quality_lost_stops_at_0_and_does_not_touch_what_has_none(item: Any) -> None:
    gone: dict[str, Any] = {"body": 0, "shield": 0, "helmet": 0, "weapons": (0, 0)}
    before = start()
    before = start(conditions=condition(before, 0, **gone))
    check(before, QualityLost(0, item))
    check(before, QualityLost(2, item))


@pytest.mark.parametrize("fate", ["unconscious", "dead"])
def test_fell(fate: Any) -> None:
    before = start()
    before = start(conditions=condition(before, 2, fleeing=True))
    check(before, Fell(2, fate, f"knave.hp.{fate}"), conditions=condition(before, 2, fate=fate, fleeing=False))


def test_rose() -> None:
    before = start()
    before = start(conditions=condition(before, 1, fate="unconscious"))
    check(before, Rose(1), conditions=condition(before, 1, fate="up"))


@pytest.mark.parametrize("fate", ["fled", "retreated", "parleyed"])
def test_left(fate: Any) -> None:
    before = start()
    before = start(conditions=condition(before, 3, fleeing=True))
    check(before, Left(3, fate), conditions=condition(before, 3, fate=fate, fleeing=False))


def test_turned_to_flee() -> None:
    before = start()
    check(before, TurnedToFlee(2), conditions=condition(before, 2, fleeing=True))


def test_morale_called() -> None:
    check(start(), MoraleCalled(HALF), checked=(HALF,))
    check(start(checked=(HALF,)), MoraleCalled(HALF), checked=(HALF,))
    check(start(checked=(HALF,)), MoraleCalled(LONE), checked=(HALF, LONE))


def test_morale_called_for_later() -> None:
    check(start(), MoraleCalled(HALF, later=True), checked=(HALF,), due=(HALF,))
    check(start(checked=(HALF,), due=(HALF,)), MoraleCalled(LONE, later=True), checked=(HALF, LONE), due=(HALF, LONE))


@pytest.mark.parametrize("event", [MoraleRolled((2, 3), 7, True, HALF), MoraleSkipped(HALF)])
def test_morale_settled(event: Any) -> None:
    check(start(due=(HALF, LEADER)), event, due=(LEADER,))
    check(start(due=(LEADER,)), event, due=(LEADER,))
    check(start(), event)


def test_asked_and_answered() -> None:
    choice = BreakChoice(2)
    check(start(), Asked(choice, "knave.morale.check"), pending=(choice,))
    check(start(pending=CHOICES), Asked(choice, "knave.morale.check"), pending=(*CHOICES, choice))
    check(start(pending=CHOICES), Answered("knave.morale.check"), pending=CHOICES[1:])


def test_overridden() -> None:
    before = start()
    check(before, Overridden(3, -2, "miscounted"), conditions=condition(before, 3, hp=-2))


@pytest.mark.parametrize("winner", ["party", None])
def test_ended(winner: str | None) -> None:
    check(start(pending=CHOICES, due=(HALF,)), Ended(winner), over=True, winner=winner, pending=(), due=())


def test_every_event_has_a_handler_and_a_clause_that_exists() -> None:
    kinds = set(get_args(Event))
    assert set(import_module("affray.rulesets.knave.evolve")._HANDLERS) == kinds
    for kind in kinds:
        fields = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))
        clause = fields.get("clause", "")
        assert clause == "" or clause in ruleset.clauses(), kind
