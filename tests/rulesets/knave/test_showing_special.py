"""What a natural 20 adds to the damage that is asked for next: said if and only if the rule asks for it."""

from __future__ import annotations

from typing import Any

import pytest

from affray.codec import convert
from affray.interpret.script import Need, Trace, typed
from affray.play import Play
from affray.rulesets.knave import ruleset
from affray.testing.cases import scene
from tests.rulesets.knave.brawl import grant
from tests.rulesets.knave.fights import BEGIN, PARTY_FIRST, attack, fight, foe, pc
from tests.rulesets.showing import showing_of, told, told_players

BLADE = {"name": "sword", "die": "d8", "quality": 3}
DUEL = fight(pc(weapons=[BLADE]), foe(hp=20))
BOTH = [(one, other) for one in (1, 2, 15, 20) for other in (1, 2, 15, 20)]


def asked(text: str, faces: tuple[int, ...], edge: int = 0, **rulings: str) -> tuple[str, int]:
    """What is said at the damage of Ana's blow, and how many dice are asked for; "" and 0 where none is."""
    before = [BEGIN, *([grant(0, 1, edge)] if edge else [])]
    state = scene(text, before, [PARTY_FIRST], rulings).state
    command = convert(attack(0, 1), ruleset.command)
    trace = Trace(typed(faces, None))
    try:
        ruleset.apply(Play(state, trace, ruleset.evolve, []), command)
    except Need as need:
        special = showing_of(ruleset).special
        assert special is not None
        if need.why.name != "attack.damage":
            return "", 0
        return special(state, command, trace.rolls, need.why.name), need.roll.count
    return "", 0


def test_a_natural_20_is_named_with_the_die_that_it_adds() -> None:
    assert asked(DUEL, (20,)) == ("Natural 20: one more d8.", 2)
    assert asked(DUEL, (19,)) == ("", 1)
    assert asked(DUEL, (1,)) == ("", 0)


def test_where_the_defender_rolls_it_is_the_1() -> None:
    assert asked(DUEL, (1,), K13="defender") == ("Natural 1 in defense: one more d8.", 2)
    assert asked(DUEL, (20,), K13="defender") == ("", 0)


@pytest.mark.parametrize("natural_die", ["kept", "either", "both_reported"])
@pytest.mark.parametrize("edge", [1, -1])
def test_of_two_dice_it_is_said_where_a_die_is_added_and_nowhere_else(natural_die: str, edge: int) -> None:
    for faces in BOTH:
        said, dice = asked(DUEL, faces, edge, K10=natural_die)
        misses = (max if edge > 0 else min)(faces) + 2 <= 13
        assert bool(said) is (dice == (1 if misses else 2)), faces
        assert said.endswith("one d8, though it misses.") is (misses and dice > 0), faces


def test_k14_the_whole_damage_once_more() -> None:
    text = fight(pc(weapons=[BLADE | {"die": "d6+d8"}]), foe(hp=20))
    assert asked(text, (20,), K14="full_roll")[0] == "Natural 20: the damage once more."
    assert asked(text, (20,), K14="highest_die")[0] == "Natural 20: one more d8."
    assert asked(text, (20,))[0] == "Natural 20: one more d6."


def test_the_d20_that_did_it_is_marked_in_the_log() -> None:
    for face, marked in ((20, (0,)), (1, (0,)), (19, ())):
        faces = [PARTY_FIRST, face, *([4, 4] if face == 20 else [4] if face == 19 else [])]
        played = scene(DUEL, [BEGIN, attack(0, 1)], faces)
        assert told(played)[1].marked == told_players(played)[1].marked == marked


def test_a_die_that_does_not_count_is_not_marked() -> None:
    played = scene(DUEL, [BEGIN, grant(0, 1, -1), attack(0, 1)], [PARTY_FIRST, 20, 15, 4])
    assert told(played)[1].dice == ((20, 20, False), (20, 15, True))
    assert told(played)[1].marked == ()


def test_other_rolls_have_nothing_special() -> None:
    special: Any = showing_of(ruleset).special
    played = scene(DUEL, [BEGIN, attack(0, 1)], [PARTY_FIRST, 20, 4, 4])
    before = played.steps[0].state
    rolls = played.steps[1].rolls
    assert special(before, convert(attack(0, 1), ruleset.command), rolls[:1], "morale.2d6") == ""
    assert special(before, convert(attack(0, 1), ruleset.command), (), "attack.damage") == ""
