"""The rules are exact: every odd equals a count of all faces, written here from the texts, as fractions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

import pytest

from affray.interpret.every import outcomes
from affray.rulesets.d20grid import formulas as d20grid
from affray.rulesets.d20grid.rulings import AttackReading as D20Reading
from affray.rulesets.knave import formulas as knave
from affray.rulesets.knave.damage import parse_damage
from affray.rulesets.knave.rulings import AttackReading
from affray.rulesets.skilldice.formulas import Hand, exchange
from affray.rulesets.skilldice.rulings import ContestReading

FACES = range(1, 21)
DIE = 4

Odds: TypeAlias = dict[Any, Fraction]


def _odds(weights: Any) -> Odds:
    return {value: Fraction(weight, weights.total) for value, weight in weights.items()}


def _shares(counted: Counter[Any], total: int) -> Odds:
    return {value: Fraction(number, total) for value, number in counted.items()}


# Knave: 26 bonuses, 50 armors, 3 edges, ideal or not, both rollers: 15,600 attacks


def knave_attack(bonus: int, armor: int, edge: int, ideal: bool, roller: str) -> Odds:
    """Hit, damage, and the points that armor and weapon lose, by every pair of d20 and every damage die."""
    found: Counter[Any] = Counter()
    scale = DIE * DIE * DIE
    thrown = [(one,) for one in FACES] if edge == 0 else list(product(FACES, repeat=2))
    for faces in thrown:
        if roller == "attacker":
            face = max(faces) if edge > 0 else min(faces)
            hit = face + bonus > armor
        else:  # the defender's die runs the other way: a 1 is an attacker's 20, and advantage is its disadvantage
            own = min(faces) if edge > 0 else max(faces)
            hit = not own + (armor - 10) > 10 + bonus
            face = 21 - own
        # An attacker's natural 20 is one more die of damage and a point of armor, whatever else it does; an ideal
        # weapon that hits is one more die; a natural 1 is a point of the weapon.
        dice = (1 if hit else 0) + (1 if hit and ideal else 0) + (1 if face == 20 else 0)
        for fallen in product(range(1, DIE + 1), repeat=dice):
            found[hit, sum(fallen), int(face == 20), int(face == 1)] += scale // DIE**dice
    return _shares(found, len(thrown) * scale)


@pytest.mark.parametrize("roller", ["attacker", "defender"])
@pytest.mark.parametrize("edge", [-1, 0, 1])
def test_knave_attacks(edge: int, roller: Any) -> None:
    damage, reading = parse_damage(f"d{DIE}"), AttackReading()
    known: dict[tuple[Any, ...], Odds] = {}
    compared = 0
    for bonus, armor, ideal in product(range(-5, 21), range(1, 51), (False, True)):
        # What is to be exceeded is all that the two numbers settle; the count is made once for each.
        ahead = (min(max(armor - bonus, -1), 21), ideal)
        if ahead not in known:
            known[ahead] = knave_attack(0, ahead[0], edge, ideal, roller)

        ours = {
            (blow.hit, blow.damage, blow.armor_quality_lost, blow.weapon_quality_lost): chance
            for blow, chance in _odds(
                outcomes(knave.attack, bonus, armor, damage, edge, ideal, roller, 10 + bonus, 0, reading)
            ).items()
        }
        assert ours == known[ahead], (bonus, armor, ideal)
        compared += 1
    assert compared == 2_600


# Skill dice: every pair of dice under every pair of ceilings: 2,500


DICE = (4, 6, 8, 12, 20)


def contest(attacker: int, defender: int, ceiling: int, other: int) -> Odds:
    """Who wins and what each loses, by every pair of faces: a tie costs each one, a hard hit two."""
    found: Counter[Any] = Counter()
    for one, two in product(range(1, attacker + 1), range(1, defender + 1)):
        mine, theirs = min(one, ceiling), min(two, other)
        if mine == theirs:
            found["tie", 1, 1] += 1
        elif mine > theirs:
            found["attacker", 0, 2 if mine - theirs > defender else 1] += 1
        else:
            found["defender", 1, 0] += 1
    return _shares(found, attacker * defender)


def test_skill_dice_contests() -> None:
    reading = ContestReading()
    compared = 0
    for attacker, defender in product(DICE, DICE):
        for ceiling, other in product(range(1, attacker + 1), range(1, defender + 1)):
            hands = Hand(attacker, ceiling, attacker), Hand(defender, other, defender)
            ours = {
                (one.winner, one.attacker_loss, one.defender_loss): chance
                for one, chance in _odds(outcomes(exchange, *hands, reading)).items()
            }
            assert ours == contest(attacker, defender, ceiling, other), (attacker, defender, ceiling, other)
            compared += 1
    assert compared == 2_500


# d20 on a grid: net -4 to +4, every bonus and Defense


def swings(needed: int, edge: int) -> Fraction:
    """How often the best (or worst) of the dice is at least this face, counted face by face."""
    number = 1 + abs(edge)
    below = Fraction(min(max(needed - 1, 0), 20), 20)
    return 1 - below**number if edge >= 0 else (1 - below) ** number


@pytest.mark.parametrize("edge", range(-4, 5))
def test_d20_attacks(edge: int) -> None:
    reading = D20Reading()
    compared = 0
    for bonus, defense in product(range(-5, 21), range(1, 61)):
        odds = _odds(outcomes(d20grid.attack, bonus, defense, edge, reading))
        hit = sum((chance for swing, chance in odds.items() if swing.hit), Fraction(0))
        assert hit == swings(defense - bonus + 1, edge), (bonus, defense)
        compared += 1
    assert compared == 1_560


@pytest.mark.parametrize("edge", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("needed", [2, 11, 12, 20])
def test_the_count_of_dice_is_itself_a_count_of_faces(edge: int, needed: int) -> None:
    keep = max if edge >= 0 else min
    faces = list(product(FACES, repeat=1 + abs(edge)))
    assert swings(needed, edge) == Fraction(sum(keep(one) >= needed for one in faces), len(faces))
