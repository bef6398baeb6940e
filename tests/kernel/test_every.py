"""Exact outcomes against naive enumeration: the rule run once for each tuple of faces, each as likely as the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.dice import Dice, Formula, Roll, Seat, Why, collapse
from affray.errors import TooLarge
from affray.interpret.every import exact, outcomes, paths
from affray.rules import formula
from affray.testing.strategies import rolls

F = Fraction

WHY = Why("some.roll", "somebody")


class Tape:
    """Dice that read one face after another off a tape of raw dice, and say when it is too short."""

    def __init__(self, tape: tuple[int, ...]) -> None:
        self.roles: Mapping[str, Seat] = {}
        self.tape = tape
        self.at = 0

    def faces(self, roll: Roll, why: Why) -> tuple[int, ...]:
        if self.at + roll.count > len(self.tape):
            raise _MoreDice(roll)
        thrown = self.tape[self.at : self.at + roll.count]
        self.at += roll.count
        return tuple(sorted(thrown, reverse=True))

    def roll(self, roll: Roll, why: Why) -> int:
        return collapse(roll, self.faces(roll, why))

    def resolve(self, formula: Any, *inputs: Any) -> Any:
        return formula.function(self, *inputs)


class _MoreDice(Exception):
    def __init__(self, roll: Roll) -> None:
        self.roll = roll


def naive(rule: Callable[[Any], Any]) -> dict[Any, F]:
    """Every tape of faces with its chance, the dice of a roll one by one and in every order."""
    chances: dict[Any, F] = {}
    waiting: list[tuple[tuple[int, ...], F]] = [((), F(1))]
    while waiting:
        tape, chance = waiting.pop()
        try:
            value = rule(Tape(tape))
        except _MoreDice as more:
            sides, count = more.roll.sides, more.roll.count
            each = chance / sides**count
            waiting += [((*tape, *faces), each) for faces in product(range(1, sides + 1), repeat=count)]
        else:
            chances[value] = chances.get(value, F(0)) + chance
    return chances


# Rules of growing awkwardness


def plain(dice: Dice) -> int:
    return dice.roll(Roll(6), WHY)


def exploding(dice: Dice) -> int:
    """Paths of unlike totals: a 4 is thrown again, twice at most."""
    total = face = dice.roll(Roll(4), WHY)
    for _ in range(2):
        if face != 4:
            break
        face = dice.roll(Roll(4), WHY)
        total += face
    return total


def all_faces(dice: Dice) -> tuple[int, bool]:
    """Every die looked at, and a second question only after a double."""
    faces = dice.faces(Roll(4, 3), WHY)
    return faces[1], len(set(faces)) < 3 and dice.roll(Roll(3, 2, "low"), WHY) == 1


def other_dice(dice: Dice) -> str:
    """The first answer says which dice come next, and how many."""
    first = dice.roll(Roll(5), WHY)
    return f"{first}:" + ",".join(str(dice.roll(Roll(first, 1 + first % 2, "high"), WHY)) for _ in range(first % 3))


def nothing(dice: Dice) -> str:
    return "no dice"


@formula("inner")
def inner(dice: Dice, sides: int) -> bool:
    return dice.roll(Roll(sides, 2), WHY) > sides


@formula("outer")
def outer(dice: Dice, sides: int) -> tuple[bool, int]:
    if dice.resolve(inner, sides):
        return True, dice.roll(Roll(3), WHY)
    return False, int(dice.resolve(inner, sides + 1))


def nested(dice: Dice) -> tuple[Any, ...]:
    return dice.resolve(outer, 3), dice.roll(Roll(2), WHY), dice.resolve(inner, 2)


RULES = [plain, exploding, all_faces, other_dice, nothing, nested]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_outcomes_are_those_of_naive_enumeration(rule: Callable[[Any], Any]) -> None:
    assert exact(rule).fractions() == naive(rule)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_paths_add_up(rule: Callable[[Any], Any]) -> None:
    found: dict[Any, F] = {}
    for value, weight, total in paths(rule):
        found[value] = found.get(value, F(0)) + F(weight, total)
    assert found == naive(rule)


@given(st.lists(rolls(most_dice=2, most_sides=5), max_size=3), st.integers(0, 3))
def test_sums_of_any_rolls(asked: list[Roll], stop: int) -> None:
    """Rolls one after another, until one shows `stop`."""

    def rule(dice: Dice) -> int:
        total = 0
        for roll in asked:
            value = dice.roll(roll, WHY)
            total += value
            if value == stop:
                break
        return total

    assert exact(rule).fractions() == naive(rule)


def test_a_formula_is_run_once_for_each_set_of_inputs() -> None:
    runs: Counter[int] = Counter()

    @formula("counted")
    def counted(dice: Dice, sides: int) -> int:
        runs[sides] += 1
        return dice.roll(Roll(sides), WHY)

    for _ in range(3):
        assert outcomes(counted, 4).fractions() == dict.fromkeys(range(1, 5), F(1, 4))
    assert runs == {4: 4}  # once a face, and never again
    both = exact(lambda dice: (dice.resolve(counted, 4), dice.resolve(counted, 4), dice.resolve(counted, 2)))
    assert runs == {4: 4, 2: 2}
    assert len(both) == 32
    assert outcomes(counted, 4) is outcomes(counted, 4)
    assert set(counted.known) == {(4,), (2,)}


def test_a_formula_merges_what_does_not_matter() -> None:
    """The attack is one node of its outcomes, however many falls of the dice they stand for."""

    @formula("hits")
    def hits(dice: Dice) -> bool:
        return dice.roll(Roll(20), WHY) + dice.roll(Roll(20), WHY) > 20

    assert len(list(paths(lambda dice: dice.resolve(hits)))) == 2
    assert len(list(paths(hits))) == 400
    assert exact(lambda dice: dice.resolve(hits)).probability(True) == F(210, 400)


def test_formulas_take_their_inputs_in_order() -> None:
    with pytest.raises(TypeError, match="in order"):
        outcomes(inner, sides=2)
    with pytest.raises(TypeError, match="in order"):
        exact(lambda dice: dice.resolve(inner, sides=2))


def test_a_rule_that_fails_fails_as_it_is() -> None:
    def rule(dice: Dice) -> int:
        if dice.roll(Roll(6), WHY) == 3:
            raise ZeroDivisionError("at three")
        return 1

    with pytest.raises(ZeroDivisionError, match="at three"):
        exact(rule)


def test_a_formula_that_failed_is_not_kept() -> None:
    broken: list[bool] = [True]

    @formula("fails")
    def fails(dice: Dice) -> int:
        if broken:
            raise ZeroDivisionError
        return dice.roll(Roll(2), WHY)

    with pytest.raises(ZeroDivisionError):
        outcomes(fails)
    assert fails.known == {}
    broken.clear()
    assert isinstance(fails, Formula)
    assert outcomes(fails).total == 2


def test_more_paths_than_can_be_walked_are_refused() -> None:
    """Four d1000 have 10^12 paths: it says so after some seconds of work, and never goes on for ever."""
    with pytest.raises(TooLarge, match="paths of answers"):
        exact(lambda dice: [dice.roll(Roll(1000), WHY) for _ in range(4)] and 0)
