"""Whatever the players may not know of the others' dice changes nothing of what is drawn for them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import affray
from affray.fight import Fight
from affray.rulesets.skilldice import ruleset
from affray.rulesets.skilldice.formulas import DICE
from affray.rulesets.skilldice.state import Manner, State
from affray.rulesets.skilldice.turns import next_to_act
from affray.table.publishing import published_events
from affray.testing import strategies
from affray.testing.conformance import Step
from tests.rulesets.showing import shown_to, to_players
from tests.rulesets.skilldice.fights import fight, foe, unit

TEXT = fight(
    unit("Sir Odo", body=12, mind=6, soul=4, body_unarmoured=8, weapon="slashing", training={"body": 2}),
    unit("Maud", weapon="crushing"),
    foe("spearman", weapon="piercing"),
    foe("captain", body=12, group="bridge"),
    foe("dog", body=6, state="asleep"),
)
FIGHTS = {
    "as it is": affray.parse(TEXT),
    "readings": affray.parse(
        TEXT, rulings={"D08": "effort", "D11": "defender_chooses", "D22": "landing_is_winning", "D50": "both_ways"}
    ),
    "modules": affray.parse(TEXT, rulings={"D45": "floors", "D28": "roll_mind_vs_d6", "D39": "one_action_in_combat"}),
}
PLAYERS = (0, 1)


def alike(source: Random, state: State) -> State:
    """A state that players can hardly tell from this one: others with other dice, of whom other points are left.

    Whether somebody is unaware is hidden, too, as long as it is not the one for whom the fight waits.
    """
    profiles, conditions = list(state.profiles), list(state.conditions)
    for one, profile in enumerate(state.profiles):
        if profile.players:
            continue
        body, mind, soul = (source.choice(DICE[2:]) for _ in range(3))
        profiles[one] = replace(profile, sides=(body, mind, soul), bare=body, training=(source.randint(0, 3), 0, 0))
        lost = [source.randint(1, 7) if points else 0 for points in conditions[one].lost]
        conditions[one] = replace(conditions[one], lost=(lost[0], lost[1], lost[2]))
        if conditions[one].manner in ("able", "unaware") and one != next_to_act(state):
            manner: Manner = source.choice(("able", "unaware"))
            conditions[one] = replace(conditions[one], manner=manner)
    return replace(state, profiles=tuple(profiles), conditions=tuple(conditions))


def looks(state: State) -> list[Any]:
    """What players see."""
    return [ruleset.view(state, seat) for seat in PLAYERS]


@pytest.mark.parametrize("name", FIGHTS)
@settings(max_examples=20, deadline=None)
@given(data=st.data(), source=st.integers(0, 999).map(Random))
def test_what_players_may_not_know_changes_nothing_that_they_are_shown(
    name: str, data: st.DataObject, source: Random
) -> None:
    one: Fight = FIGHTS[name]
    steps: list[Step] = data.draw(strategies.walks(one, 16))
    for step in steps:
        other = alike(source, step.before)
        if looks(other) != looks(step.before):
            continue
        for seat in PLAYERS:
            assert shown_to(ruleset, other, seat) == shown_to(ruleset, step.before, seat)
        public = published_events(ruleset, step.before, step.events)
        mine = to_players(ruleset, step.before, step.rolls, public)
        assert to_players(ruleset, other, step.rolls, public) == mine
