"""The fight of `naive` by NumPy: thousands of fights abreast, attack slot by attack slot."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from benchmarks import naive
from benchmarks.jobs import Strike

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

THERE = find_spec("numpy") is not None
BLOCK = 100_000
"""Fights abreast; with fewer of them the calls cost more than the numbers."""


def fights(number: int, seed: int) -> int:
    """How many of so many fights the knaves win."""
    import numpy as np

    rng = np.random.default_rng(seed)
    theirs = damage(Strike(naive.GOBLIN_BONUS, naive.ARMOR, naive.GOBLIN_DIE))
    mine = damage(Strike(naive.KNAVE_BONUS, naive.ARMOR, naive.KNAVE_DIE))
    return sum(block(min(BLOCK, number - first), rng, mine, theirs) for first in range(0, number, BLOCK))


def damage(strike: Strike) -> NDArray[np.int8]:
    """The damage of an attack, equally likely each: a draw is a place in this table."""
    import numpy as np

    points = range(1, strike.die + 1)
    faces = [
        (one + (more if face == 20 else 0)) * (face + strike.bonus > strike.armor)
        for face in range(1, 21)
        for one in points
        for more in points
    ]
    return np.array(faces, np.int8)


def block(number: int, rng: np.random.Generator, mine: NDArray[np.int8], theirs: NDArray[np.int8]) -> int:
    """The fights that the knaves win, of so many fought abreast. A row of `fight` is what one fighter group has."""
    import numpy as np

    fight = np.empty((5, number), np.int8)  # knaves, HP of the first, goblins, HP of the first, morale checked
    fight.T[:] = naive.KNAVES, naive.KNAVE_HP, naive.GOBLINS, naive.GOBLIN_HP, 0
    won = 0
    while fight.shape[1]:
        goblins_first = rng.random(fight.shape[1], np.float32) < 0.5
        before, after = np.flatnonzero(goblins_first), np.flatnonzero(~goblins_first)
        fight[:, before] = goblins_act(fight[:, before], rng, theirs)
        fight = knaves_act(fight, rng, mine)
        fight[:, after] = goblins_act(fight[:, after], rng, theirs)
        won += int(np.count_nonzero(fight[2] <= 0))
        fight = fight[:, (fight[0] > 0) & (fight[2] > 0)]
    return won


def goblins_act(fight: NDArray[np.int8], rng: np.random.Generator, table: NDArray[np.int8]) -> NDArray[np.int8]:
    """Each goblin who stands attacks the first knave."""
    import numpy as np

    knaves, hp, goblins, _, _ = fight
    for slot in range(naive.GOBLINS):
        draw = rng.integers(0, table.size, knaves.size, np.uint16)
        hp -= table[draw] * (goblins > slot)
        down = hp <= 0
        knaves -= down
        hp[down] = naive.KNAVE_HP
    np.maximum(knaves, 0, out=knaves)
    return fight


def knaves_act(fight: NDArray[np.int8], rng: np.random.Generator, table: NDArray[np.int8]) -> NDArray[np.int8]:
    """Each knave who stands attacks the first goblin; the goblins check morale once, when half of them are left."""
    import numpy as np

    knaves, _, goblins, hp, checked = fight
    for slot in range(naive.KNAVES):
        draw = rng.integers(0, table.size, goblins.size, np.uint16)
        hp -= table[draw] * (knaves > slot)
        down = hp <= 0
        goblins -= down
        hp[down] = naive.GOBLIN_HP
        due = np.flatnonzero((goblins * 2 <= naive.GOBLINS) & (checked == 0))
        checked[due] = 1
        fled = rng.integers(1, 7, (2, due.size)).sum(0) > naive.MORALE
        goblins[due[fled]] = 0
    np.maximum(goblins, 0, out=goblins)
    return fight
