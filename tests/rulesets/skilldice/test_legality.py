"""What nothing forbids is exactly what is listed, whatever the fight."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from affray.dice import Seat
from affray.rules import find
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice.legality import forbids
from affray.rulesets.skilldice.state import SKILLS, State
from affray.testing.conformance.walks import states_of, walk
from tests.rulesets.skilldice import brawl
from tests.rulesets.skilldice.fights import BEGIN, attack, began, by, defend, fight, foe, refused, takes, unit

SKILLDICE = find("skilldice")


def every_closed_command(state: State) -> Iterator[c.Command]:
    """Every command of any seat that could be a closed one, whether or not it makes sense now."""
    everybody = range(len(state.profiles))
    yield c.BeginRound()
    yield from map(c.NameSkill, SKILLS)
    yield from map(c.NameNext, everybody)
    for actor in everybody:
        yield from (kind(actor) for kind in (c.TakeIt, c.Leave, c.EndTurn))
        yield from (kind(actor, skill) for kind in (c.Enter, c.Defend, c.CatchBreath) for skill in SKILLS)
        yield from (c.Move(actor, group) for group in ("", "bridge", "bank", "moon"))
        for target in everybody:
            yield from (kind(actor, target) for kind in (c.Land, c.Tend, c.Help))
            yield from (c.Attack(actor, target, skill, dice) for skill in SKILLS for dice in range(5))


@pytest.mark.parametrize("part", range(4))
def test_what_nothing_forbids_is_what_is_listed(part: int) -> None:
    source = Random(part)
    for one in brawl.fights(source, 12)[part::4]:
        for state in states_of(one, walk(one, source, 25)):
            seats: tuple[Seat, ...] = SKILLDICE.to_act(state)
            listed = {
                command
                for seat in seats
                for command, rejection in SKILLDICE.candidates(state, seat)
                if rejection is None
            }
            assert {command for command in every_closed_command(state) if forbids(state, command) is None} == listed


def test_what_is_refused_says_why() -> None:
    duel = fight(unit(), foe())
    played = began(duel)
    assert refused(played, BEGIN).code == "turns_left"
    assert refused(played, attack(0, 0)).code == "not_a_foe"
    assert refused(played, attack(0, 7)).code == "no_such_fighter"
    assert refused(played, attack(-1, 1)).code == "no_such_fighter"
    assert refused(played, takes(1)).code == "nothing_to_choose"
    assert refused(played, by("enter", 0, skill="body")).code == "not_entering"
    offered = began(duel, attack(0, 1))
    assert refused(offered, takes(0)).code == "not_yours"
    assert refused(offered, defend(0)).code == "not_yours"
    assert refused(offered, {"type": "name_skill", "skill": "body"}).code == "nothing_to_choose"
    assert refused(offered, {"type": "name_next", "fighter": 0}).code == "nothing_to_choose"
    assert refused(offered, by("land", 0, target=1)).code == "nothing_to_choose"
    assert refused(offered, {"type": "cost", "fighter": 0, "skill": "body", "points": 1, "reason": "x"}).code == (
        "decision_due"
    )
    over = began(duel, by("leave", 1))
    assert refused(over, attack(0, 1)).code == "over"
