"""Hit points set by hand, with everything that follows from them."""

from __future__ import annotations

from typing import Any

import pytest

import affray
from affray.codec import convert, digest
from affray.errors import BadInput, Rejection
from affray.fight import parse
from affray.rulesets.knave.commands import Command
from affray.rulesets.knave.events import Ended, Fell, Overridden, Rose
from affray.table.log import CommandEntry
from affray.testing.cases import scene
from tests.rulesets.knave.fights import (
    BEGIN,
    PARTY_FIRST,
    attack,
    conditions,
    fight,
    foe,
    kinds,
    override,
    passes,
    pc,
    to_act,
)


def command(plain: dict[str, Any]) -> Any:
    """A command as the ruleset's value."""
    return convert(plain, Command, "command")


THREE = fight(pc("Ana"), pc("Bo"), foe(count=3))


@pytest.mark.parametrize(("hp", "fate"), [(8, "up"), (1, "up"), (0, "unconscious"), (-1, "dead"), (-9999, "dead")])
def test_hit_points_are_set(hp: int, fate: str) -> None:
    played = scene(THREE, [override(0, hp, "read wrongly")], [])
    assert (conditions(played)[0].hp, conditions(played)[0].fate) == (hp, fate)
    assert played.events[0] == Overridden(0, hp, "read wrongly")
    assert played.asked == ()


def test_nothing_else_changes() -> None:
    before = scene(THREE, [BEGIN], [PARTY_FIRST])
    after = scene(THREE, [BEGIN, override(0, 5)], [PARTY_FIRST])
    assert conditions(after)[1:] == conditions(before)[1:]
    assert (after.state.acted, after.state.round, after.state.first) == ((), 1, 0)
    assert to_act(after) == (0, 1)


def test_a_fighter_goes_down_and_rises() -> None:
    down = [override(0, -2), override(0, 0), override(0, 3)]
    played = scene(THREE, down, [])
    assert [event for event in played.events if not isinstance(event, Overridden)] == [
        Fell(0, "dead", "knave.hp.dead"),
        Fell(0, "unconscious", "knave.hp.unconscious"),
        Rose(0),
    ]


def test_the_same_fate_is_not_told_twice() -> None:
    assert kinds(scene(THREE, [override(0, -2), override(0, -5)], [])) == ["Overridden", "Fell", "Overridden"]


def test_one_who_rises_acts_in_this_round_unless_it_has_acted() -> None:
    fresh = scene(THREE, [override(0, 0), BEGIN, override(0, 5)], [PARTY_FIRST])
    assert to_act(fresh) == (0, 1)
    spent = scene(THREE, [BEGIN, passes(0), override(0, 0), override(0, 5)], [PARTY_FIRST])
    assert to_act(spent) == (1,)


def test_the_last_of_a_side() -> None:
    played = scene(fight(pc(), foe()), [override(0, 0)], [])
    assert played.events[-1] == Ended("foes")


def test_the_round_may_end_by_it() -> None:
    played = scene(THREE, [BEGIN, passes(0), passes(1), passes(2), passes(3), override(4, -1)], [PARTY_FIRST])
    assert to_act(played) == ("table",)


def test_after_undoing_damage_the_number_is_what_was_said() -> None:
    text = fight(pc("Ana", hp=30, max_hp=80), foe())
    played = scene(text, [BEGIN, attack(0, 1), override(0, 30)], [PARTY_FIRST, 2])
    assert conditions(played)[0].hp == 30


# What other tools got wrong


@pytest.mark.parametrize(("hp", "allowed"), [(12, True), (13, False), (19, False)])
def test_o10_healing_stops_at_the_maximum(hp: int, allowed: bool) -> None:
    """At 10 of 12 a healing of 9 gives 12 and never 19; what is above the maximum is refused with the range."""
    table = affray.Table(parse(fight(pc(hp=10, max_hp=12), foe())))
    done = table.do(command(override(0, hp, "a night's rest")))
    if allowed:
        assert isinstance(done, CommandEntry)
        assert table.state.conditions[0].hp == 12
        return
    assert isinstance(done, Rejection)
    assert (done.code, done.fields) == ("out_of_range", (("hp", hp),))
    assert done.message == "hp is a whole number from -9999 to 12"
    assert table.state.conditions[0].hp == 10


def test_o11_undo_gives_back_what_was_there() -> None:
    """50 damage on 30 of 80 hit points is -20, and undone 30 again: never 50."""
    text = fight(pc(weapons=[{"name": "ram", "die": "50"}]), foe(hp=30, max_hp=80), foe())
    table = affray.Table(parse(text))
    table.do(command(BEGIN), dice=affray.typed(PARTY_FIRST))
    table.do(command(attack(0, 1)), dice=affray.typed(15))
    assert table.state.conditions[1].hp == -20
    table.undo()
    assert table.state.conditions[1].hp == 30
    table.redo()
    assert table.state.conditions[1].hp == -20


@pytest.mark.parametrize("hp", ["", "5", None, float("nan"), 1.5, True, [5], {}])
def test_o13_what_is_no_number_changes_nothing(hp: Any) -> None:
    table = affray.Table(parse(fight(pc(hp=12), foe())))
    before = digest(table.state)
    with pytest.raises(BadInput, match=r"command: .* at hp$"):
        table.do(command({**override(0, 0), "hp": hp}))
    assert (digest(table.state), table.entries) == (before, [])


@pytest.mark.parametrize("hp", [-10_000, 10_000, 2**63, -(10**30)])
def test_o13_nor_does_a_number_out_of_range(hp: int) -> None:
    table = affray.Table(parse(fight(pc(hp=12), foe())))
    done = table.do(command(override(0, hp)))
    assert isinstance(done, Rejection)
    assert done.code == "out_of_range"
    assert (table.state.conditions[0].hp, table.entries) == (12, [])
