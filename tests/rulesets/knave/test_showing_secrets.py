"""Whatever the players may not know changes nothing of what is drawn for them.

Two fights that look alike to the players and differ in everything else about the enemies give them the same scene, the
same commands in the same words, and the same sentences about what happened.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import affray
from affray.fight import Fight
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.state import COMING, FOES, UP, Condition, Damage, Profile, State, Weapon
from affray.table.publishing import published_events
from affray.testing import strategies
from affray.testing.conformance import Step
from tests.rulesets.knave.brawl import knave, ogre
from tests.rulesets.knave.fights import fight, foe, pc
from tests.rulesets.showing import shown_to, to_players

BLADE = {"name": "sword", "die": "d8", "quality": 2}
BOW = {"name": "bow", "die": "d6", "kind": "ranged", "quality": 3}
DAGGER = {"name": "dagger", "die": "d6", "tags": ["thrown", "piercing"]}
CHARM = {"name": "charm", "save": "wis", "on_fail": "out"}
FIRE = {"name": "fire", "save": "dex", "on_fail": "damage:2d6"}

BAND = fight(
    knave("Ana", hp=30, weapons=[BLADE, BOW, DAGGER], armor=["gambeson", "shield"], spells=[FIRE, CHARM]),
    pc("Bram", hp=30, armor=["chain"]),
    ogre(morale=8),
    foe(count=2, hp=12, morale=7),
    foe("late one", joins=3),
)
FIGHTS = {
    "as it is": affray.parse(BAND),
    "readings": affray.parse(
        BAND,
        rulings={"K13": "player_facing", "K24": "defender_chooses", "K43": "free_attack", "K59": "per_npc"},
    ),
    "defenders roll": affray.parse(BAND, rulings={"K13": "defender", "K72": "own_turn", "K46": "auto_hit"}),
    "feet": affray.parse(BAND, rulings={"K74": "distance:60", "K34": "advantage_only"}),
}


@st.composite
def alike(draw: Any, state: State) -> State:
    """A state that players cannot tell from this one: other enemies behind the same names and looks."""
    more = st.integers(0, 9)
    profiles, conditions = list(state.profiles), list(state.conditions)
    for one, profile in enumerate(state.profiles):
        if profile.camp != FOES:
            continue
        times = draw(st.integers(1, 5))
        profiles[one] = replace(
            profile,
            max_hp=profile.max_hp * times,
            level=draw(more),
            melee_bonus=draw(more),
            ranged_bonus=draw(more),
            body=11 + draw(more),
            bare=11,
            morale=draw(st.integers(2, 12)),
            leader=draw(st.booleans()),
            weak_to=draw(st.sampled_from(((), ("piercing",), ("slashing",)))),
            bonuses=None,
            weapons=tuple(replace(weapon, blows=(Damage(((1, 4 + draw(more)),)),)) for weapon in profile.weapons),
        )
        conditions[one] = replace(conditions[one], hp=conditions[one].hp * times)
    if draw(st.booleans()):
        profiles.append(Profile("ambusher", "ambusher", "foes", FOES, 5, 1, 3, weapons=(CLAW,), hidden=True))
        conditions.append(Condition(5, COMING, weapons=(None,)))
    camps = state.camps[0], tuple(one for one, profile in enumerate(profiles) if profile.camp == FOES)
    return replace(state, profiles=tuple(profiles), conditions=tuple(conditions), camps=camps)


CLAW = Weapon("claw", (Damage(((1, 6),)),), tags=("natural",))
PLAYERS = (0, 1)


def looks(state: State) -> list[Any]:
    """What players see in words; wounds are among it."""
    return [ruleset.view(state, seat) for seat in PLAYERS]


@pytest.mark.parametrize("name", FIGHTS)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_what_players_may_not_know_changes_nothing_that_they_are_shown(name: str, data: st.DataObject) -> None:
    one: Fight = FIGHTS[name]
    steps: list[Step] = data.draw(strategies.walks(one, 12))
    for step in steps:
        other = data.draw(alike(step.before))
        assume(looks(other) == looks(step.before))
        for seat in PLAYERS:
            assert shown_to(ruleset, other, seat) == shown_to(ruleset, step.before, seat)
        public = published_events(ruleset, step.before, step.events)
        mine = to_players(ruleset, step.before, step.rolls, public)
        assert to_players(ruleset, other, step.rolls, public) == mine


def test_the_other_state_is_another_one() -> None:
    """The referee is shown the difference."""
    state = FIGHTS["as it is"].state
    conditions = tuple(
        replace(condition, hp=condition.hp * 2) if profile.camp == FOES and condition.fate == UP else condition
        for profile, condition in zip(state.profiles, state.conditions, strict=True)
    )
    profiles = tuple(
        replace(profile, max_hp=profile.max_hp * 2, body=profile.body + 1) if profile.camp == FOES else profile
        for profile in state.profiles
    )
    other = replace(state, profiles=profiles, conditions=conditions)
    assert ruleset.showing is not None
    scene = ruleset.showing().scene
    assert scene(other, "referee", "words") != scene(state, "referee", "words")
    assert scene(other, 0, "numbers") != scene(state, 0, "numbers")
    assert scene(other, 0, "words") == scene(state, 0, "words")
