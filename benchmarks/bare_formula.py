"""The readable attack formula with a dice object, in the loop of `naive`."""

from __future__ import annotations

from affray.interpret.roll import Sampler
from affray.rulesets.knave.formulas import attack, initiative, morale
from affray.rulesets.knave.rulings import AttackReading
from affray.rulesets.knave.state import Damage
from benchmarks.naive import (
    ARMOR,
    GOBLIN_BONUS,
    GOBLIN_DIE,
    GOBLIN_HP,
    GOBLINS,
    KNAVE_BONUS,
    KNAVE_DIE,
    KNAVE_HP,
    KNAVES,
    MORALE,
)

READING = AttackReading()
D8, D6 = Damage(((1, KNAVE_DIE),)), Damage(((1, GOBLIN_DIE),))


def fight(dice: Sampler) -> bool:
    """Whether the knaves win one fight."""
    knaves, goblins = [KNAVE_HP] * KNAVES, [GOBLIN_HP] * GOBLINS
    checked = False
    strike = attack.function
    while True:
        goblins_first = initiative.function(dice).enemies_first
        for goblins_act in (goblins_first, not goblins_first):
            if goblins_act:
                for _ in range(len(goblins)):
                    blow = strike(dice, GOBLIN_BONUS, ARMOR, D6, 0, False, "attacker", 10 + GOBLIN_BONUS, 0, READING)
                    knaves[0] -= blow.damage
                    if knaves[0] <= 0:
                        knaves.pop(0)
                        if not knaves:
                            return False
            else:
                for _ in range(len(knaves)):
                    blow = strike(dice, KNAVE_BONUS, ARMOR, D8, 0, False, "attacker", 10 + KNAVE_BONUS, 0, READING)
                    goblins[0] -= blow.damage
                    if goblins[0] <= 0:
                        goblins.pop(0)
                        if not goblins:
                            return True
                        if not checked and len(goblins) * 2 <= GOBLINS:
                            checked = True
                            if not morale.function(dice, MORALE).holds:
                                return True


def fights(number: int, seed: str) -> int:
    """How many of so many fights the knaves win."""
    return sum(fight(Sampler(seed, run)) for run in range(number))
