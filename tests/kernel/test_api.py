"""The functions that programs call: odds, outcomes, simulate, typed; and what they refuse."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

import affray
from affray.api import Share, whole
from affray.api import share as share_of
from affray.codec import canonical
from affray.errors import BadInput
from affray.interpret.sampled import runs_for
from affray.interpret.simulate import interval
from tests.kernel.toy import Answer, State, Throw, game

F = Fraction

SWORD = {"bonus": 2, "armor": 14, "die": 8}


def test_odds_of_a_formula() -> None:
    asked = affray.odds("knave.attack", **SWORD, edge=1)
    # Above 14 with +2: 13 or more on the better of two d20, 1 - (12/20)**2 = 16/25.
    assert asked.marginal("hit") == {False: F(9, 25), True: F(16, 25)}
    assert sum(asked.marginal("damage").values()) == 1
    # 4.5 a hit, and one more d8 with a 20 on either die: 39/400.
    assert asked.mean("damage") == F(16, 25) * F(9, 2) + F(39, 400) * F(9, 2)
    assert asked.formula == "knave.attack"
    assert asked.inputs["bonus"] == 2
    assert asked.inputs["roller"] == "attacker"
    assert "attack_defense" not in asked.inputs  # neither given nor defaulted
    assert asked.rulings["K08"] == "literal"
    assert set(asked.rulings) == {"K08", "K09", "K10", "K11", "K14", "K15", "K27"}


def test_inputs_may_be_text() -> None:
    one = affray.odds("knave.attack", bonus="+2", armor=" 14 ", die="8")
    assert one.weights == affray.odds("knave.attack", **SWORD).weights
    assert affray.odds("knave.attack", bonus="-2", armor=14, damage="2d6+1").inputs["damage"] == "2d6+1"
    assert (
        affray.odds("knave.attack", **SWORD, ideal=True).weights
        == affray.odds("knave.attack", **SWORD, ideal=1).weights
    )


@pytest.mark.parametrize("name", ["K08", "natural_20"])
def test_rulings_by_id_or_slug(name: str) -> None:
    asked = affray.odds("knave.attack", bonus=0, armor=20, die=6, **{name: "auto_hit"})
    assert asked.rulings["K08"] == "auto_hit"
    assert asked.marginal("hit")[True] == F(1, 20)
    assert affray.odds("knave.attack", bonus=0, armor=20, die=6).marginal("hit") == {False: 1}


@pytest.mark.parametrize(
    ("formula", "inputs", "sentence"),
    [
        ("chess.attack", {}, "formula: no such ruleset, got 'chess'"),
        (
            "knave.atack",
            {},
            "formula: no such formula, got 'knave.atack' .allowed: .*knave.attack.*did you mean knave.at",
        ),
        ("knave", {}, "formula: no such formula, got 'knave'"),
        ("", {}, "formula: no such ruleset"),
        ("knave.attack", {"armor": 14, "die": 8}, "knave.attack: bonus: required .allowed: -5 to 40."),
        ("knave.attack", {**SWORD, "bonus": 41}, "knave.attack: bonus: out of range, got 41 .allowed: -5 to 40."),
        ("knave.attack", {**SWORD, "bonus": -6}, "knave.attack: bonus: out of range, got -6"),
        ("knave.attack", {**SWORD, "armor": 0}, "knave.attack: armor: out of range, got 0 .allowed: 1 to 50."),
        ("knave.attack", {**SWORD, "bonus": 2.0}, "knave.attack: bonus: a whole number is needed, got 2.0"),
        ("knave.attack", {**SWORD, "bonus": "two"}, "knave.attack: bonus: a whole number is needed, got 'two'"),
        ("knave.attack", {**SWORD, "bonus": "1" * 5_000}, "knave.attack: bonus: a whole number is needed"),
        ("knave.attack", {**SWORD, "edge": 2}, "knave.attack: edge: out of range, got 2 .allowed: -1 to 1."),
        ("knave.attack", {**SWORD, "roller": "nobody"}, "roller: no such option, got 'nobody' .allowed: attacker, def"),
        ("knave.attack", {**SWORD, "bonsu": 1}, "no such input, got 'bonsu' .allowed: bonus, .*did you mean bonus"),
        ("knave.attack", {**SWORD, "K13": "defender"}, "that ruling is read in fights, not by this formula, got 'K13'"),
        ("knave.attack", {**SWORD, "K08": "sometimes"}, "K08 .natural_20. has no such option, got 'sometimes'"),
        ("knave.attack", {**SWORD, "K08": 1}, "knave.attack: K08: an option is needed, got 1"),
        ("knave.attack", {**SWORD, "K08": "literal", "natural_20": "split"}, "ruling K08 is given twice"),
        ("knave.attack", {"bonus": 2, "armor": 14}, "knave.attack: one of die and damage is needed"),
        ("knave.attack", {**SWORD, "damage": "d6"}, "knave.attack: one of die and damage is needed"),
        ("knave.attack", {"bonus": 2, "armor": 14, "damage": "d"}, "d"),
        ("toy.reach", {"goal": 13}, "toy.reach: goal: out of range, got 13 .allowed: 1 to 12."),
    ],
)
def test_odds_that_cannot_be_asked(formula: str, inputs: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        affray.odds(formula, **inputs)


def test_a_formula_whose_inputs_stand_as_they_are() -> None:
    # 2d6 at 9 or more: 10 of 36.
    assert affray.odds("toy.reach", goal=9).weights.probability(True) == F(10, 36)


@pytest.mark.parametrize(
    ("given", "number"),
    [
        (7, 7),
        (-7, -7),
        (True, 1),
        (False, 0),
        ("7", 7),
        ("+7", 7),
        ("-07", -7),
        (" 7\n", 7),
        ("999999999", 999_999_999),
        ("1000000000", None),
        ("", None),
        ("+", None),
        ("--7", None),
        ("7.0", None),
        ("7e2", None),
        ("0x7", None),
        ("1_000", None),
        ("٣", None),
        ("²", None),
        (7.0, None),
        (None, None),
        ([7], None),
    ],
)
def test_whole_numbers(given: Any, number: int | None) -> None:
    assert whole(given) == number


def test_outcomes_of_a_command() -> None:
    fight = game(60)
    found = affray.outcomes(fight, Throw(0))
    expected: Counter[State] = Counter()
    for face in range(1, 6):
        expected[State(60, (face, 0), turn=1, throws=1, offer=face == 1)] = 16 * 6
    for best in range(1, 5):
        for luck in range(1, 7):
            expected[State(60, (6 + best, 0), turn=1, throws=1, luck=luck)] = 2 * best - 1
    total = sum(found.values())
    assert {state: F(weight, total) for state, weight in found.items()} == {
        state: F(weight, 576) for state, weight in expected.items()
    }
    assert sum(expected.values()) == 576
    assert all(isinstance(weight, int) for weight in found.values())


def test_outcomes_without_dice() -> None:
    fight = game()
    offered = replace(fight, state=replace(fight.state, scores=(1, 0), turn=1, offer=True))
    assert affray.outcomes(offered, Answer(1, True)) == {State(12, (0, 1), turn=1): 1}


def test_outcomes_of_a_forbidden_command() -> None:
    with pytest.raises(BadInput, match="command: another is to act") as caught:
        affray.outcomes(game(), Throw(1))
    assert caught.value.code == "not_your_turn"


def test_simulate_gives_shares_with_intervals() -> None:
    found = affray.simulate(game(), 1_000, "seed")
    assert (found.runs, found.seed, list(found.win)) == (1_000, "seed", ["left", "right", "nobody"])
    for share in found.win.values():
        assert 0 <= share.low <= share.p <= share.high <= 1
        assert share.low < share.high
    assert found.win["nobody"].p == 0 < found.win["nobody"].high
    assert found.undecided.p == 0 < found.undecided.high
    assert found.win["left"].p == found.tally.winners["left"] / 1_000
    assert share_of(500, 1_000) == Share(0.5, *interval(500, 1_000))


def test_typed_faces_are_given_as_they_are() -> None:
    assert affray.typed(17, None, 5) == (17, None, 5)
    assert affray.typed() == ()


def test_the_package_has_what_it_names() -> None:
    assert dir(affray) == sorted(affray.__all__)
    for name in affray.__all__:
        assert getattr(affray, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'oods'"):
        affray.oods  # noqa: B018


def test_importing_the_package_loads_no_ruleset() -> None:
    code = "import sys, affray; affray.load; print(*(m for m in sys.modules if 'rulesets' in m or m == 'affray.table'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_the_readme_session() -> None:
    fight = game(60)
    table = affray.Table(fight)
    done = table.do(table.legal()[0], dice=affray.typed(3))
    assert not isinstance(done, affray.Need | affray.Rejection)
    assert canonical(affray.open_log(table.log()).state) == canonical(table.state)
    table.undo()
    assert table.state == fight.state


def test_outcomes_at_a_table_start_from_now() -> None:
    one = affray.Table(game(40))
    one.do(Throw(0), dice=(1,))
    command = one.legal()[0]
    assert sum(affray.outcomes(one, command).values()) > 0
    with pytest.raises(BadInput, match="command: "):
        affray.outcomes(game(40), command)


@pytest.mark.parametrize("seed", ["", " ", 7, "a" * 65, "a\n"])
def test_seeds_that_are_none(seed: Any) -> None:
    with pytest.raises(BadInput, match="seed: a seed is 1 to 64 visible characters"):
        affray.simulate(game(), runs=1, seed=seed)


@pytest.mark.parametrize("runs", [True, "5", 1.0])
def test_runs_that_are_no_whole_number(runs: Any) -> None:
    with pytest.raises(BadInput, match="runs: a whole number is needed"):
        affray.simulate(game(), runs=runs)


def test_a_precision_alone_plays_on_until_it_is_there() -> None:
    fight = affray.load("examples/duel.toml")
    found = affray.simulate(fight, seed="a", until=0.02)
    assert found.reached
    assert max(one.high - one.low for one in found.win.values()) <= 0.04
    short = affray.simulate(fight, runs=500, seed="a", until=0.02)
    assert (short.runs, short.reached) == (500, False)


@pytest.mark.parametrize("precision", [0.0001, 0.001, 0.0123, 0.1, 0.5])
def test_enough_runs_for_a_precision_are_enough_whatever_comes(precision: float) -> None:
    runs = runs_for(precision)
    for successes in (0, runs // 2, runs // 2 + 1, runs):
        low, high = interval(successes, runs)
        assert high - low <= 2 * precision
