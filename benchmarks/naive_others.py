"""The other jobs in plain Python, as one writes them first: an attack face by face, a duel, targets at random."""

from __future__ import annotations

from fractions import Fraction
from random import randint, randrange

from benchmarks import naive
from benchmarks.jobs import ATTACK, DUEL, Blows


def blows(edge: int) -> Blows:
    """One attack of the first job: every face of every die, counted."""
    faces = range(1, 21)
    points = range(1, ATTACK.die + 1)
    counts: dict[tuple[int, int, int], int] = {}
    whole = 400 * ATTACK.die**2
    for face in (
        [max(one, other) for one in faces for other in faces] if edge else [one for one in faces for _ in faces]
    ):
        if face == 20:
            for one in points:
                for more in points:
                    key = (one + more, 1, 0)
                    counts[key] = counts.get(key, 0) + 1
        elif face + ATTACK.bonus > ATTACK.armor:
            for one in points:
                counts[one, 0, 0] = counts.get((one, 0, 0), 0) + ATTACK.die
        else:
            key = (0, 0, int(face == 1))
            counts[key] = counts.get(key, 0) + ATTACK.die**2
    return {key: Fraction(count, whole) for key, count in counts.items()}


def many(times: int, edge: int) -> Blows:
    """The attack so many times over."""
    for _ in range(times - 1):
        blows(edge)
    return blows(edge)


def duel(first: int, second: int) -> bool:
    """Whether the first of two fighters with so many HP wins a duel of the second job."""
    hp = [first, second]
    while True:
        acting = 0 if randint(1, 6) <= 3 else 1
        for _ in range(2):
            hp[1 - acting] -= naive.attack(*DUEL)
            if hp[1 - acting] <= 0:
                return acting == 0
            acting = 1 - acting


def duels(number: int, first: int, second: int) -> int:
    """How many of so many duels the first wins."""
    return sum(duel(first, second) for _ in range(number))


def fight_at_random() -> bool:
    """Whether the knaves win a fight in which everybody attacks a foe at random."""
    knaves, goblins = [naive.KNAVE_HP] * naive.KNAVES, [naive.GOBLIN_HP] * naive.GOBLINS
    checked = False
    while True:
        goblins_first = randint(1, 6) <= 3
        for goblins_act in (goblins_first, not goblins_first):
            if goblins_act:
                for _ in range(len(goblins)):
                    target = randrange(len(knaves))
                    knaves[target] -= naive.attack(naive.GOBLIN_BONUS, naive.ARMOR, naive.GOBLIN_DIE)
                    if knaves[target] <= 0:
                        knaves.pop(target)
                        if not knaves:
                            return False
            else:
                for _ in range(len(knaves)):
                    target = randrange(len(goblins))
                    goblins[target] -= naive.attack(naive.KNAVE_BONUS, naive.ARMOR, naive.KNAVE_DIE)
                    if goblins[target] <= 0:
                        goblins.pop(target)
                        if not goblins:
                            return True
                        if not checked and len(goblins) * 2 <= naive.GOBLINS:
                            checked = True
                            if randint(1, 6) + randint(1, 6) > naive.MORALE:
                                return True


def fights_at_random(number: int) -> int:
    """How many of so many such fights the knaves win."""
    return sum(fight_at_random() for _ in range(number))
