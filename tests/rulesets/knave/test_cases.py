"""The helpers of tests: scenes with scripted faces, and what can be seen of a witness."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from affray.errors import BadInput, ScriptError
from affray.rules import Ruling, Witness
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import Attack, BeginRound
from affray.testing.cases import Question, observe, options_of, same_options, scene
from tests.rulesets.knave.fights import BEGIN, PARTY_FIRST, attack, fight, foe, pc

DUEL = fight(pc(), foe(hp=20))
HIT = [BEGIN, attack(0, 1)]


def test_a_scene_takes_commands_as_values_or_plain() -> None:
    plain = scene(DUEL, HIT, [PARTY_FIRST, 15, 5])
    values = scene(plain.fight, [BeginRound(), Attack(0, 1, 0)], [PARTY_FIRST, 15, 5])
    assert plain.state == values.state
    assert plain.events == values.events
    assert len(plain.steps) == 2
    assert plain.steps[1].command == Attack(0, 1, 0)
    assert plain.steps[1].rolls[0].faces == (15,)


def test_an_empty_scene_is_the_start() -> None:
    played = scene(DUEL, [])
    assert played.state == played.fight.state
    assert (played.events, played.asked) == ((), ())


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ((PARTY_FIRST, 15), "command 1 needs 1 d8 for attack.damage: no face is left"),
        ((), "command 0 needs 1 d6 for initiative.d6"),
        ((PARTY_FIRST, 15, 5, 1), "1 left of the script: [1]"),
        ((7, 15, 5), "the rule asks table for initiative.d6, 1d6, the script has 7"),
        ((PARTY_FIRST, 15, 9), "the rule asks 0 for attack.damage, 1d8, the script has 9"),
        ((PARTY_FIRST, 0), "the script has 0"),
        ((PARTY_FIRST, ("attack.damage", 5)), "the rule asks 0 for attack.d20, 1d20, the script has attack.damage [5]"),
        ((PARTY_FIRST, ("attack.d20", 5, 6)), "the script has attack.d20 [5, 6]"),
        ((PARTY_FIRST, ("attack.d20", 21)), "the script has 21"),
    ],
)
def test_faces_that_do_not_fit_fail(faces: tuple[int, ...], message: str) -> None:
    with pytest.raises(ScriptError) as caught:
        scene(DUEL, HIT, faces)
    assert message in str(caught.value)


def test_a_named_roll_is_not_part_of_another() -> None:
    text = fight(pc(), foe(hp=20, flags=["unaware"]))
    with pytest.raises(ScriptError, match="in the midst of it"):
        scene(text, HIT, [PARTY_FIRST, 15, ("attack.damage", 5)])


def test_a_refused_command_fails() -> None:
    with pytest.raises(ScriptError, match="command 0 is refused: not_your_turn: it is not the turn of Ana"):
        scene(DUEL, [attack(0, 1)], [15])


def test_what_is_no_command_fails() -> None:
    with pytest.raises(BadInput, match="command 0"):
        scene(DUEL, [{"type": "dance"}], [])


def test_a_fight_has_its_rulings_already() -> None:
    with pytest.raises(BadInput, match="rulings"):
        scene(scene(DUEL, []).fight, [], rulings={"K08": "split"})


def test_options_with_a_number_are_there_twice() -> None:
    assert options_of(ruleset.ruling("K25")) == ("no_effect", "natural_quality:1", "natural_quality:2")
    one = msgspec.structs.replace(ruleset.ruling("K25"), numbers=(3, 3))
    assert options_of(one) == ("no_effect", "natural_quality:3")
    assert options_of(ruleset.ruling("K09")) == ("literal", "auto_miss", "only_on_miss")


def test_a_formula_is_observed_by_its_exact_outcomes() -> None:
    seen = observe(ruleset, ruleset.ruling("K08"), "needs_hit")
    assert seen.outcomes == (
        ('{"armor_quality_lost":0,"damage":0,"hit":false,"weapon_quality_lost":0}', Fraction(19, 20)),
        ('{"armor_quality_lost":0,"damage":0,"hit":false,"weapon_quality_lost":1}', Fraction(1, 20)),
    )
    assert seen.steps == ()
    assert seen == observe(ruleset, ruleset.ruling("K08"), "needs_hit")


def test_a_fight_is_observed_step_by_step() -> None:
    seen = observe(ruleset, ruleset.ruling("K13"), "player_facing")
    assert [question for step in seen.steps for question in step.asked] == [
        Question("initiative.d6", "table", 1, 6, False),
        Question("defense.d20", 0, 1, 20, False),
        Question("attack.d20", 0, 1, 20, False),
    ]
    assert seen.unused == ()
    assert "rulings" not in seen.steps[0].state
    assert seen.steps[0].legal == (("table", ('{"type":"begin_round"}',)),)


def ruling_with(witness: Witness) -> Ruling:
    return msgspec.structs.replace(ruleset.ruling("K17"), witness=witness)


BARE = fight(pc(), foe(hp=20)).replace('ruleset = "knave"\n', "")


def test_a_refusal_ends_a_witness() -> None:
    witness = Witness("bare hands", fight=BARE, commands=(BEGIN, attack(0, 1, -1), BEGIN), faces=(6, 15, 2))
    seen = observe(ruleset, ruling_with(witness), "none")
    assert len(seen.steps) == 3
    assert seen.steps[-1].rejection is not None
    assert seen.steps[-1].rejection.code == "unarmed"
    assert seen.unused == (15, 2)


def test_a_missing_die_ends_a_witness() -> None:
    witness = Witness("bare hands", fight=BARE, commands=(BEGIN, attack(0, 1, -1)), faces=(6, 15))
    seen = observe(ruleset, ruling_with(witness), "d4")
    assert seen.steps[-1].missing == Question("attack.damage", 0, 1, 4, False)
    assert seen.steps[-1].state == seen.steps[-2].state
    assert observe(ruleset, ruling_with(witness), "one").steps[-1].missing is None


def test_a_face_that_does_not_fit_is_the_witnesss_fault() -> None:
    witness = Witness("bare hands", fight=BARE, commands=(BEGIN, attack(0, 1, -1)), faces=(6, 15, 3))
    with pytest.raises(ScriptError, match="1d2, the script has 3"):
        observe(ruleset, ruling_with(witness), "d2")


@pytest.mark.parametrize(
    ("witness", "message"),
    [
        (Witness("x", "strike"), "no such formula"),
        (Witness("x", "attack", {"bonos": 2}), "no such input"),
        (Witness("x", fight=BARE + "\n[party]\n"), "unknown field party"),
        (Witness("x", fight=BARE, rulings={"K99": "a"}), "no ruling of that name"),
    ],
)
def test_a_witness_that_cannot_be_read(witness: Witness, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        observe(ruleset, ruling_with(witness), "d2")


def test_options_without_a_difference_are_named() -> None:
    witness = Witness("nobody is unarmed", fight=BARE, commands=(BEGIN, attack(0, 1)), faces=(6, 2))
    ruling = ruling_with(witness)
    pairs = same_options(lambda option: observe(ruleset, ruling, option), ruling)
    # "none" is seen in the commands that are allowed
    assert pairs == [("d4", "d2"), ("one", "d2"), ("one", "d4")]
