"""The reference: a hand-written loop with `randint`, the script that a hobbyist writes.

The fight of the benchmarks: four knaves (6 HP, +2, d8, armor 13) and six goblins (4 HP, +1, d6, armor 13) who attack
the first foe standing. Side initiative every round, a natural 20 adds a die, the goblins check morale (2d6 above 7)
once, when three of them are left.
"""

from __future__ import annotations

from random import randint

KNAVES, GOBLINS = 4, 6
KNAVE_HP, KNAVE_BONUS, KNAVE_DIE = 6, 2, 8
GOBLIN_HP, GOBLIN_BONUS, GOBLIN_DIE = 4, 1, 6
ARMOR, MORALE = 13, 7


def attack(bonus: int, armor: int, die: int) -> int:
    """The damage of one attack, 0 for a miss."""
    roll = randint(1, 20)
    if roll + bonus > armor:
        damage = randint(1, die)
        if roll == 20:
            damage += randint(1, die)
        return damage
    return 0


def fight() -> bool:
    """Whether the knaves win one fight."""
    knaves, goblins = [KNAVE_HP] * KNAVES, [GOBLIN_HP] * GOBLINS
    checked = False
    while True:
        goblins_first = randint(1, 6) <= 3
        for goblins_act in (goblins_first, not goblins_first):
            if goblins_act:
                for _ in range(len(goblins)):
                    knaves[0] -= attack(GOBLIN_BONUS, ARMOR, GOBLIN_DIE)
                    if knaves[0] <= 0:
                        knaves.pop(0)
                        if not knaves:
                            return False
            else:
                for _ in range(len(knaves)):
                    goblins[0] -= attack(KNAVE_BONUS, ARMOR, KNAVE_DIE)
                    if goblins[0] <= 0:
                        goblins.pop(0)
                        if not goblins:
                            return True
                        if not checked and len(goblins) * 2 <= GOBLINS:
                            checked = True
                            if randint(1, 6) + randint(1, 6) > MORALE:
                                return True


def fights(number: int) -> int:
    """How many of so many fights the knaves win."""
    return sum(fight() for _ in range(number))
