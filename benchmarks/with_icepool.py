"""The jobs as a user of icepool writes them: dice are mapped, and a fight is a map repeated until nothing changes."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from typing import Any

from benchmarks import naive
from benchmarks.jobs import ATTACK, DUEL, Blows, Strike

THERE = find_spec("icepool") is not None

WON, LOST = (1, 0), (0, 1)
"""The ends of a fight, for the side named first: whatever is left of the winners."""


def blows(edge: int) -> Any:
    """One attack of the first job; the dice are made anew, as for a first question."""
    import icepool

    d20, die = icepool.d(20), icepool.d(ATTACK.die)
    rolled = d20.highest(2) if edge else d20
    hit = die.map(lambda points: (points, 0, 0))
    critical = (die + die).map(lambda points: (points, 1, 0))

    def blow(face: int) -> Any:
        if face == 20:
            return critical
        return hit if face + ATTACK.bonus > ATTACK.armor else (0, 0, int(face == 1))

    return rolled.map(blow)


def many(times: int, edge: int) -> Any:
    """The attack so many times over."""
    for _ in range(times - 1):
        blows(edge)
    return blows(edge)


def table(die: Any) -> Blows:
    """A die as fractions."""
    return {outcome: Fraction(weight, die.denominator()) for outcome, weight in die.items()}


def damage(strike: Strike) -> Any:
    """The damage of one attack, 0 for a miss."""
    import icepool

    points = icepool.d(strike.die)
    twice = points + points

    def blow(face: int) -> Any:
        return twice if face == 20 else points if face + strike.bonus > strike.armor else 0

    return icepool.d(20).map(blow)


def duel(first: int, second: int, kept: bool = False) -> Fraction:
    """The chance of the first of two fighters with so many HP.

    The chain asks for the round of a state as often as it meets the state. One who knows that has each round `kept`.
    """
    import icepool

    strike = damage(DUEL)

    def exchange(before: int, after: int) -> Any:
        """What two fighters have after a round, the first to act named first; who wins is whole."""

        def struck(dealt: int) -> Any:
            if dealt >= after:
                return WON
            return strike.map(lambda taken: LOST if taken >= before else (before - taken, after - dealt))

        return strike.map(struck)

    def round_(one: int, other: int) -> Any:
        if (one, other) in (WON, LOST):
            return one, other
        turned = exchange(other, one).map(lambda second, first: (first, second), star=True)
        ahead = exchange(one, other)
        return icepool.d(6).map(lambda face: turned if face <= 3 else ahead)

    end = icepool.Die([(first, second)]).map(cache(round_) if kept else round_, star=True, repeat="inf")
    return Fraction(end.quantity(WON), end.denominator())


def fight(knaves: int, goblins: int) -> Fraction:
    """The chance of the knaves in the third job, of so many on each side; a lone goblin has no morale to check.

    All that can be met again is kept: without that, three a side take minutes.
    """
    import icepool

    theirs = damage(Strike(naive.GOBLIN_BONUS, naive.ARMOR, naive.GOBLIN_DIE))
    mine = damage(Strike(naive.KNAVE_BONUS, naive.ARMOR, naive.KNAVE_DIE))
    fled = (2 @ icepool.d(6)) > naive.MORALE
    all_hp, all_theirs = knaves * naive.KNAVE_HP, goblins * naive.GOBLIN_HP

    # A side is the HP of all who stand; a blow hurts the first alone, and what is more than he has is lost.

    @cache
    def goblin_strikes(party: int, foes: int) -> Any:
        first = (party - 1) % naive.KNAVE_HP + 1

        def left(points: int) -> Any:
            return (party - min(points, first), foes) if party > min(points, first) else LOST

        return theirs.map(left)

    @cache
    def knave_strikes(party: int, foes: int) -> Any:
        first = (foes - 1) % naive.GOBLIN_HP + 1
        count = standing(foes, naive.GOBLIN_HP)

        def left(points: int) -> Any:
            after = foes - min(points, first)
            if not after:
                return WON
            if count * 2 > goblins >= standing(after, naive.GOBLIN_HP) * 2:  # once: no side ever grows
                return fled.map(lambda all_gone: WON if all_gone else (party, after))
            return party, after

        return mine.map(left)

    @cache
    def turn(party: int, foes: int, of_goblins: bool) -> Any:
        """Everybody who stands at the start of the turn attacks."""
        after = icepool.Die([(party, foes)])
        attack = goblin_strikes if of_goblins else knave_strikes
        for _ in range(standing(foes, naive.GOBLIN_HP) if of_goblins else standing(party, naive.KNAVE_HP)):
            after = after.map(lambda *now: now if now in (WON, LOST) else attack(*now), star=True)
        return after

    @cache
    def half(first: bool, party: int, foes: int) -> Any:
        """The round in which the goblins act first, or last."""
        return turn(party, foes, first).map(
            lambda *now: now if now in (WON, LOST) else turn(*now, not first), star=True
        )

    @cache
    def round_(party: int, foes: int) -> Any:
        if (party, foes) in (WON, LOST):
            return party, foes
        return icepool.d(6).map(lambda face: half(face <= 3, party, foes))

    end = icepool.Die([(all_hp, all_theirs)]).map(round_, star=True, repeat="inf")
    return Fraction(end.quantity(WON), end.denominator())


def standing(points: int, each: int) -> int:
    """How many stand who have so many HP together, all but the first of them unhurt."""
    return -(-points // each)
