"""Tactics: each answers every decision that its side can meet, and returns the command directly.

How they fight stands in `tactics_fighting`, where they go in `tactics_moving`, those that keep away in `tactics_apart`.
"""

from __future__ import annotations

from affray.dice import Dice, Seat
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid import formulas
from affray.rulesets.d20grid.state import State
from affray.rulesets.d20grid.tactics_apart import kiting, retreating
from affray.rulesets.d20grid.tactics_fighting import FIRST, fighting, first
from affray.rulesets.d20grid.tactics_moving import Choice, to_flank

# Whom


def weakest(state: State, foes: list[int], dice: Dice) -> int:
    """The foe that the least damage would bring down; of several the first."""
    return min(foes, key=lambda foe: state.conditions[foe].hp - state.conditions[foe].subdual)


def strongest(state: State, foes: list[int], dice: Dice) -> int:
    """The foe that would take the most damage; of several the first."""
    return max(foes, key=lambda foe: state.conditions[foe].hp - state.conditions[foe].subdual)


def at_random(state: State, foes: list[int], dice: Dice) -> int:
    """Any foe that can be attacked, each as likely as the next."""
    return foes[dice.resolve(formulas.target, len(foes))] if len(foes) > 1 else foes[0]


def holding(state: State, seat: int, choose: Choice, dice: Dice) -> None:
    """Stays where it is."""
    return None


# Where nobody sits


def keep_table(state: State, seat: Seat, dice: Dice) -> c.Command:
    """The table's bookkeeping."""
    return c.BeginRound()


def referee(state: State, seat: Seat, dice: Dice) -> c.Command:
    """The referee decides nothing that the rules wait for."""
    raise LookupError("no decision of the referee waits")


HOLD = fighting(first, holding)
HOLD.__doc__ = "The first foe that comes within reach; does not move from its square."
FLANK = fighting(first, to_flank)
FLANK.__doc__ = "The first foe that can be attacked, from where it is flanked if that can be."

TACTICS = {
    "first": FIRST,
    "weakest": fighting(weakest),
    "strongest": fighting(strongest),
    "random": fighting(at_random),
    "kite": kiting,
    "hold": HOLD,
    "flank": FLANK,
    "retreat": retreating,
}
STANDING_ORDERS = {"table": keep_table, "referee": referee}
