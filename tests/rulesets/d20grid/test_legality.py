"""What nothing forbids is exactly what is listed, whatever the fight."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from affray.rules import find
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid.legality import forbids
from affray.rulesets.d20grid.state import State
from affray.testing.conformance.walks import states_of, walk
from tests.rulesets.d20grid import brawl
from tests.rulesets.d20grid.fights import BEGIN, attack, began, by, fight, foe, of, refused, state_of, unit

D20GRID = find("d20grid")


def every_closed_command(state: State) -> Iterator[c.Command]:
    """Every command of any seat that could be a closed one, whether or not it makes sense now."""
    everybody = range(len(state.profiles))
    yield c.BeginRound()
    for actor in everybody:
        yield from (kind(actor) for kind in (c.RollInitiative, c.FullAttack, c.Disengage, c.EndTurn, c.Decline))
        for weapon in range(-1, len(state.profiles[actor].weapons) + 1):
            yield from (kind(actor, weapon) for kind in (c.Draw, c.Sheathe, c.Drop, c.ChooseWeapon))
            for subdual in (False, True):
                yield c.Strike(actor, weapon, subdual)
                yield from (c.Attack(actor, target, weapon, subdual) for target in everybody)
        if state.turn is not None and state.turn.actor == actor:
            for x in range(-5, 40, 5):
                for y in range(-5, 30, 5):
                    yield c.Step(actor, x, y)
                    yield c.MoveTo(actor, x, y)
                    yield c.MoveTo(actor, x, y, "shortest")


@pytest.mark.parametrize("part", range(4))
def test_what_nothing_forbids_is_what_is_listed(part: int) -> None:
    source = Random(part)
    offers = moves = 0
    for one in brawl.fights(source, 12)[part::4]:
        for state in states_of(one, walk(one, source, 40)):
            seats = D20GRID.to_act(state)
            found = [pair for seat in seats for pair in D20GRID.candidates(state, seat)]
            listed = {command for command, rejection in found if rejection is None}
            assert {command for command in every_closed_command(state) if forbids(state, command) is None} == listed
            offers += bool(state.pending)
            moves += any(isinstance(command, c.MoveTo) for command in listed)
    assert offers > 1  # else the walks would prove little
    assert moves > 20


def test_what_is_refused_says_why() -> None:
    duel = fight(unit(), foe())
    played = began(duel)
    assert refused(played, BEGIN).code == "turns_left"
    assert refused(played, attack(0, 0)).code == "not_a_foe"
    assert refused(played, attack(0, 7)).code == "no_such_fighter"
    assert refused(played, attack(-1, 1)).code == "no_such_fighter"
    assert refused(played, by("strike", 1, weapon=0)).code == "nothing_to_choose"
    assert refused(played, by("roll_initiative", 9)).code == "no_such_fighter"
    assert refused(played, by("react", 9, kind="free", what="a word")).code == "no_such_fighter"
    over = began(duel, {"type": "end_fight", "winner": None, "reason": "rain"})
    assert refused(over, attack(0, 1)).code == "over"
    assert refused(over, {"type": "end_fight", "winner": None, "reason": "rain"}).code == "over"
    assert refused(played, {"type": "end_fight", "winner": "cats", "reason": "rain"}).code == "no_such_side"


def test_the_referee_may_not_meddle_in_the_midst_of_a_movement() -> None:
    text = fight(unit("Vex", (0, 5)), foe(at=(15, 0)))
    played = began(text, by("walk", 0, path=[[5 * one, 5] for one in range(1, 7)]))
    for command in (of("set_hp", 0, hp=5), of("put", 0, x=50, y=50), of("set_flag", 0, flag="blind", on=True)):
        assert refused(played, command).code == "decision_due"


@pytest.mark.parametrize("at", ["up", "down"])
def test_nobody_reacts_before_the_fight(at: str) -> None:
    state = state_of(fight(unit(), foe()))
    rejection = forbids(state, c.React(0, "immediate", at))
    assert rejection is not None
    assert rejection.code == "not_now"


def test_words_and_reasons() -> None:
    played = began(fight(unit(), foe()))
    assert refused(played, of("set_behind", 0, target=9, on=True)).code == "no_such_fighter"
    assert refused(played, of("set_behind", 0, target=0, on=True)).code == "not_a_foe"
    assert refused(played, of("set_subdual", 0, subdual=-1)).code == "out_of_range"
    assert refused(played, of("harm", 0, points=0, subdual=False)).code == "out_of_range"
    assert refused(played, of("harm", 0, points=1, subdual=False, reason=" ")).code == "no_reason"
