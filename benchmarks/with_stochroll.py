"""The fight of `naive` as a user of stochroll writes it: every die is rolled for all fights, and `where` picks."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from benchmarks import naive
from benchmarks.jobs import Strike

THERE = find_spec("stochroll") is not None
GOBLIN = Strike(naive.GOBLIN_BONUS, naive.ARMOR, naive.GOBLIN_DIE)
KNAVE = Strike(naive.KNAVE_BONUS, naive.ARMOR, naive.KNAVE_DIE)


def fights(number: int, seed: int) -> int:
    """How many of so many fights the knaves win."""
    from stochroll import Roller, where

    roller = Roller(repetitions=number, seed=seed)
    none = roller.d(1) - 1
    knaves, knave_hp = none + naive.KNAVES, none + naive.KNAVE_HP
    goblins, goblin_hp = none + naive.GOBLINS, none + naive.GOBLIN_HP
    unchecked = none == 0

    def goblins_act(now: Any) -> None:
        nonlocal knaves, knave_hp
        actors = where(now & (knaves > 0), goblins, 0)
        for slot in range(naive.GOBLINS):
            knave_hp = where(actors > slot, knave_hp - damage(roller, GOBLIN), knave_hp)
            down = knave_hp <= 0
            knaves = knaves - down.indicator()
            knave_hp = where(down, naive.KNAVE_HP, knave_hp)

    def knaves_act() -> None:
        nonlocal goblins, goblin_hp, unchecked
        actors = where(goblins > 0, knaves, 0)
        for slot in range(naive.KNAVES):
            goblin_hp = where(actors > slot, goblin_hp - damage(roller, KNAVE), goblin_hp)
            down = goblin_hp <= 0
            goblins = goblins - down.indicator()
            goblin_hp = where(down, naive.GOBLIN_HP, goblin_hp)
            due = unchecked & (goblins * 2 <= naive.GOBLINS)
            unchecked = unchecked & ~due
            fled = due & (roller.pool(2, d=6).sum() > naive.MORALE)
            goblins = where(fled, 0, goblins)

    while True:
        goblins_first = roller.d(6) <= 3
        goblins_act(goblins_first)
        knaves_act()
        goblins_act(~goblins_first)
        won, lost = goblins <= 0, knaves <= 0
        if (won | lost).probability() == 1:
            return round(float(won.probability()) * number)


def damage(roller: Any, strike: Strike) -> Any:
    """The damage of one attack in each fight, 0 for a miss."""
    from stochroll import where

    face, points = roller.d(20), roller.d(strike.die)
    dealt = where(face == 20, points + roller.d(strike.die), points)
    return where(face + strike.bonus > strike.armor, dealt, 0)
