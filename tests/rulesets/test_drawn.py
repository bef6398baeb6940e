"""The suite's part about what a table draws finds what is planted, and every ruleset that is drawn passes it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import affray
from affray.fight import AnyRuleset
from affray.rules import find
from affray.rules.showing import Choice, Scene, Told
from affray.testing import conformance
from tests.rulesets.knave.fights import fight, foe, pc
from tests.rulesets.showing import showing_of

KNAVE = find("knave")
FIGHT = affray.parse(fight(pc(), foe(count=2), foe("ambusher", hidden=True)))
STEPS = conformance.walk(FIGHT, Random(3), 30)
STATES = conformance.states_of(FIGHT, STEPS)


def drawn_otherwise(**functions: Any) -> AnyRuleset:
    """Knave, with another function in its showing."""
    showing = replace(showing_of(KNAVE), **functions)
    return replace(KNAVE, showing=lambda: showing)


def everything(ruleset: AnyRuleset) -> None:
    """All three parts."""
    conformance.scenes(ruleset, STATES)
    conformance.choices(ruleset, STATES)
    conformance.tellings(ruleset, STEPS)


def test_knave_passes_and_a_ruleset_without_has_nothing_to_pass() -> None:
    everything(KNAVE)
    everything(replace(KNAVE, showing=None))


def whole(state: Any, seat: Any, wounds: Any) -> Scene:
    """The referee's scene for everybody."""
    return showing_of(KNAVE).scene(state, "referee", wounds)


def twice(state: Any, seat: Any, wounds: Any) -> Scene:
    """Every side twice."""
    scene = showing_of(KNAVE).scene(state, seat, wounds)
    return replace(scene, camps=scene.camps * 2)


def nobody(state: Any, seat: Any, wounds: Any) -> Scene:
    """A table without fighters."""
    return replace(showing_of(KNAVE).scene(state, seat, wounds), camps=(), order=())


def nameless(state: Any, seat: Any, command: Any) -> Choice:
    """A choice without a name."""
    return Choice(name="")


def with_odds(state: Any, seat: Any, command: Any) -> Choice:
    """A choice with the picture of its odds."""
    return Choice(name="Strike", pairs=((8, 8), (6, 6)))


def aimed_at_the_ambusher(state: Any, seat: Any, command: Any) -> Choice:
    """A choice that points at somebody who is hidden."""
    return Choice(name="Strike", targets=(3,))


def loaded(before: Any, rolls: Any, events: Any) -> list[Told]:
    """A sentence with a die that nobody threw."""
    return [Told(text="luck", dice=((12, 12, True),))]


def silent(before: Any, rolls: Any, events: Any) -> list[Told]:
    """A sentence without words."""
    return [Told(text=" ")]


PLANTED: list[tuple[str, Callable[..., Any], str]] = [
    ("scene", whole, "shows others than the view does"),
    ("scene", twice, "shows others than the view does"),
    ("scene", nobody, "leaves somebody out"),
    ("choice", nameless, "is named ''"),
    ("choice", with_odds, "a picture of its odds"),
    ("choice", aimed_at_the_ambusher, "targets that it does not see"),
    ("known", lambda state, seat, command: False, "the referee may not know"),
    ("told", loaded, "which nobody threw"),
    ("told_players", loaded, "which nobody threw"),
    ("told", silent, "is told as ' '"),
    ("came_to", lambda events: (("hits", True), ("hits", False)), "one name for two things"),
]


@pytest.mark.parametrize(("field", "function", "complaint"), PLANTED)
def test_what_is_planted_is_found(field: str, function: Callable[..., Any], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        everything(drawn_otherwise(**{field: function}))
