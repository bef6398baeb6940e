"""Whole fights solved a second time, by recursion over rounds, sharing nothing with the engine.

In both kinds nothing ever gets better for anybody, so a state is left for good as soon as anything happens: its value
is a sum over states solved before, and the one loop (a round in which nothing happens) has a closed form.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from tests.rulesets.knave.reference import Position, brute_force

HALF = Fraction(1, 2)


class Duelist(NamedTuple):
    """One of two fighters; a quality of None cannot break."""

    hp: int
    bonus: int
    armor: int
    sides: int
    armor_quality: int | None = None
    weapon_quality: int | None = None


@cache
def strokes(bonus: int, armor: int, sides: int) -> tuple[tuple[int, int, int, Fraction], ...]:
    """Damage, points lost by armor and by weapon, and the chance."""
    table: dict[tuple[int, int, int], Fraction] = {}
    for (_, *rest), chance in brute_force(Position(bonus, armor, (sides,))).items():
        key = (rest[0], rest[1], rest[2])
        table[key] = table.get(key, Fraction(0)) + chance
    return tuple((*key, chance) for key, chance in table.items())


def worn_down(quality: int | None, points: int) -> int | None:
    return quality if quality is None else max(quality - points, 0)


def duel(one: Duelist, other: Duelist, number: Callable[[Fraction], Any] = Fraction) -> Any:
    """The chance that `one` wins: a d6 a round says who strikes first; broken armor is 11, bare hands do a d2.

    `number` turns chances into the numbers that are reckoned with.
    """

    @cache
    def outcomes(bonus: int, armor: int, sides: int) -> list[tuple[int, int, int, Any]]:
        return [(damage, a, w, number(chance)) for damage, a, w, chance in strokes(bonus, armor, sides)]

    def after(striker: Duelist, target: Duelist) -> list[tuple[Duelist, Duelist, Any]]:
        """Every (striker, target) after one stroke."""
        sides = 2 if striker.weapon_quality == 0 else striker.sides
        armor = 11 if target.armor_quality == 0 else target.armor
        return [
            (
                striker._replace(weapon_quality=worn_down(striker.weapon_quality, weapon)),
                target._replace(hp=target.hp - damage, armor_quality=worn_down(target.armor_quality, piece)),
                chance,
            )
            for damage, piece, weapon, chance in outcomes(striker.bonus, armor, sides)
        ]

    @cache
    def second(striker: Duelist, target: Duelist, mine: bool) -> Any:
        """The value once only the second stroke of the round is left; `mine` if it is `one` who strikes."""
        total = number(Fraction(0))
        for striker_now, target_now, chance in after(striker, target):
            if target_now.hp <= 0:
                total += chance * (1 if mine else 0)
            else:
                pair = (striker_now, target_now) if mine else (target_now, striker_now)
                total += chance * value(*pair)
        return total

    @cache
    def value(one: Duelist, other: Duelist) -> Any:
        known, stay = number(Fraction(0)), number(Fraction(0))
        for mine in (True, False):
            striker, target = (one, other) if mine else (other, one)
            for striker_now, target_now, chance in after(striker, target):
                weight = chance * number(HALF)
                if target_now.hp <= 0:
                    known += weight * (1 if mine else 0)
                elif (striker_now, target_now) != (striker, target):
                    known += weight * second(target_now, striker_now, not mine)
                else:
                    for back, front, more in after(target, striker):
                        if front.hp <= 0:
                            known += weight * more * (0 if mine else 1)
                        elif (back, front) == (target, striker):
                            stay += weight * more
                        else:
                            pair = (front, back) if mine else (back, front)
                            known += weight * more * value(*pair)
        return known / (1 - stay)

    return value(one, other)


class Side(NamedTuple):
    """Equal fighters; the foes always strike the first of them who is standing."""

    size: int
    hp: int
    bonus: int
    armor: int
    sides: int


def focus(party: Side, foes: Side, rating: int | None = None) -> Fraction:
    """The chance that the party wins against foes whose morale is rolled once, when half of them are down.

    The foes have one leaderless group of more than one, or no rating.
    """
    enough = [a + b <= rating for a in range(1, 7) for b in range(1, 7)] if rating else [True]
    holds = Fraction(sum(enough), len(enough))

    @cache
    def volley(bonus: int, target: Side, count: int, front: int, strokes_left: int) -> dict[tuple[int, int], Fraction]:
        """What stands of the target side (how many, and the hit points of the first) after so many strokes."""
        if not strokes_left or not count:
            return {(count, front): Fraction(1)}
        sides = party.sides if target is foes else foes.sides
        table: dict[tuple[int, int], Fraction] = {}
        for damage, _, _, chance in strokes(bonus, target.armor, sides):
            left = (count, front - damage) if front > damage else (count - 1, target.hp)
            for end, more in volley(bonus, target, *left, strokes_left - 1).items():
                table[end] = table.get(end, Fraction(0)) + chance * more
        return table

    def shaken(before: int, now: int) -> bool:
        """Whether the roll was due between these two numbers of foes still standing."""
        return rating is not None and now > 0 and (foes.size - now) * 2 >= foes.size > (foes.size - before) * 2

    @cache
    def value(mine: int, my_front: int, theirs: int, their_front: int) -> Fraction:
        start = (mine, my_front, theirs, their_front)
        known = stay = Fraction(0)

        def reach(state: tuple[int, int, int, int], chance: Fraction) -> None:
            nonlocal known, stay
            if not state[2]:
                known += chance
            elif state == start:
                stay += chance
            elif state[0]:
                known += chance * value(*state)

        for (left, front), chance in volley(party.bonus, foes, theirs, their_front, mine).items():
            weight = chance * HALF
            if shaken(theirs, left):
                known += weight * (1 - holds)
                weight *= holds
            if not left:
                known += weight
                continue
            for (mine_left, mine_front), more in volley(foes.bonus, party, mine, my_front, left).items():
                reach((mine_left, mine_front, left, front), weight * more)
        for (mine_left, mine_front), chance in volley(foes.bonus, party, mine, my_front, theirs).items():
            if not mine_left:
                continue
            for (left, front), more in volley(party.bonus, foes, theirs, their_front, mine_left).items():
                weight = chance * HALF * more
                if shaken(theirs, left):
                    known += weight * (1 - holds)
                    weight *= holds
                reach((mine_left, mine_front, left, front), weight)
        return known / (1 - stay)

    return value(party.size, party.hp, foes.size, foes.hp)
