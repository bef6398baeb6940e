"""Formulas that throw again until something is settled: rolled in a loop, known exactly without one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from affray.dice import Again, Dice, Formula, Roll, Why
from affray.errors import TooLarge
from affray.interpret.every import exact, outcomes
from affray.interpret.roll import Sampler
from affray.rules import formula

WHY = Why("again.d6", "roller")


@formula("lopsided", repeats=True)
def lopsided(dice: Dice, sides: int) -> int:
    """A die, thrown again on its highest face, and a second die where it shows 1."""
    shown = dice.roll(Roll(sides), WHY)
    if shown == sides:
        raise Again
    return 10 + dice.roll(Roll(2), WHY) if shown == 1 else shown


@formula("twice")
def twice(dice: Dice) -> int:
    """A formula that asks another one which repeats."""
    return dice.resolve(lopsided, 4) + dice.resolve(lopsided, 4)


@formula("never", repeats=True)
def never(dice: Dice) -> int:
    raise Again


def test_what_settles_nothing_is_shared_out_among_the_rest() -> None:
    third, sixth = Fraction(1, 3), Fraction(1, 6)
    assert outcomes(lopsided, 4).fractions() == {11: sixth, 12: sixth, 2: third, 3: third}


def test_inside_another_formula_and_a_rule() -> None:
    third = Fraction(1, 3)
    assert outcomes(twice).probability(5) == 2 * third * third  # 2 and 3 in either order
    assert exact(lambda dice: dice.resolve(lopsided, 3) == 2).probability(True) == Fraction(1, 2)


def test_rolled_it_goes_on_until_it_ends() -> None:
    dice = Sampler("again", 1)
    seen = [dice.resolve(lopsided, 4) for _ in range(6_000)]
    assert set(seen) == {11, 12, 2, 3}
    assert abs(seen.count(2) / 6_000 - 1 / 3) < 4 * (2 / 9 / 6_000) ** 0.5  # four standard deviations


def test_called_as_a_function_it_repeats_as_well() -> None:
    assert all(lopsided(Sampler("plain", run), 2) in (11, 12) for run in range(50))


@formula("thrice")
def thrice(dice: Dice) -> int:
    """A formula that calls another one which repeats, as a function."""
    return lopsided(dice, 4) + lopsided(dice, 4)


def test_called_as_a_function_it_is_counted_once_as_well() -> None:
    assert outcomes(thrice) == outcomes(twice)


def test_a_rule_that_asks_without_end_cannot_be_counted() -> None:
    def endless(dice: Dice) -> int:
        while dice.roll(Roll(6), WHY) != 6:
            pass
        return 6

    with pytest.raises(TooLarge, match="questions"):
        exact(endless)


@formula("once_only")
def once_only(dice: Dice) -> int:
    """Throws again, and has not said that it may."""
    if dice.roll(Roll(6), WHY) == 6:
        raise Again
    return 1


@formula("around_it", repeats=True)
def around_it(dice: Dice) -> int:
    return dice.resolve(once_only)


@pytest.mark.parametrize("wrong", [once_only, around_it])
def test_again_needs_repeats(wrong: Formula[[], int]) -> None:
    with pytest.raises(TypeError, match="once_only raises Again and does not repeat"):
        outcomes(wrong)


def test_one_that_cannot_end_has_no_distribution() -> None:
    with pytest.raises(ValueError, match="at least one weight"):
        outcomes(never)
