"""Tactics: each answers every decision that its side can meet, and returns the command directly.

Where to go stands in `tactics_moving`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from affray.dice import Dice, Seat
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid import formulas
from affray.rulesets.d20grid.ground import can_strike, weapons_at_hand
from affray.rulesets.d20grid.legality import forbids
from affray.rulesets.d20grid.moving import steps_between
from affray.rulesets.d20grid.state import Offer, State, Turn, foes_of
from affray.rulesets.d20grid.tactics_moving import (
    away,
    is_hurt,
    is_watched,
    nearest_step,
    to_flank,
    to_strike,
    with_a_shot,
)

Choice: TypeAlias = Callable[[State, list[int], Dice], int]
"""Says which of some conscious foes it is."""
Move: TypeAlias = Callable[[State, int, Choice, Dice], c.Command | None]
"""Where one goes when nobody can be attacked from here; None for nowhere."""


# Whom


def first(state: State, foes: list[int], dice: Dice) -> int:
    """The first foe that can be attacked; closes by the path that provokes least, and takes every offer."""
    return foes[0]


def weakest(state: State, foes: list[int], dice: Dice) -> int:
    """The foe that the least damage would bring down; of several the first."""
    return min(foes, key=lambda foe: state.conditions[foe].hp - state.conditions[foe].subdual)


def strongest(state: State, foes: list[int], dice: Dice) -> int:
    """The foe that would take the most damage; of several the first."""
    return max(foes, key=lambda foe: state.conditions[foe].hp - state.conditions[foe].subdual)


def at_random(state: State, foes: list[int], dice: Dice) -> int:
    """Any foe that can be attacked, each as likely as the next."""
    return foes[dice.resolve(formulas.target, len(foes))] if len(foes) > 1 else foes[0]


# How


def fighting(choose: Choice, move: Move = to_strike) -> Callable[[State, Seat, Dice], c.Command]:
    """The tactic that attacks whom `choose` says, and goes where `move` says where nobody is within reach.

    With the first weapon in hand that reaches, with a Full Attack where the sheet has several; it draws one where
    there is none in hand.
    """

    def tactic(state: State, seat: Seat, dice: Dice) -> c.Command:
        assert isinstance(seat, int)
        if state.pending:
            return answer(state, seat)
        if state.entering:
            return c.RollInitiative(seat)
        turn = state.turn
        assert turn is not None
        return blow(state, seat, turn, choose, dice) or going(state, seat, turn, choose, dice, move)

    tactic.__doc__ = choose.__doc__
    return tactic


def blow(state: State, seat: int, turn: Turn, choose: Choice, dice: Dice) -> c.Command | None:
    """The attack that can be made from here."""
    if turn.blows < 1 if turn.full else turn.attacked or turn.standard < 1:
        return None
    within = within_reach(state, seat)
    if not within:
        return None
    if not turn.full and turn.standard == 2 and state.profiles[seat].attacks > 1:
        return c.FullAttack(seat)
    foes = [foe for foe, _ in within]
    target = choose(state, foes, dice)
    weapon = within[foes.index(target)][1]
    command = c.Attack(seat, target, weapon, state.profiles[seat].weapons[weapon].subdues)
    if turn.struck and forbids(state, command) is not None:
        return None  # a weapon outside one's styles makes one attack in a Full Attack
    return command


def within_reach(state: State, seat: int) -> list[tuple[int, int]]:
    """The conscious foes that can be attacked from here, each with the first weapon in hand that reaches it."""
    drawn, weapons, conditions = state.conditions[seat].drawn, state.profiles[seat].weapons, state.conditions
    found = []
    for foe in foes_of(state, seat):
        for weapon in drawn:
            if can_strike(state, seat, foe, weapons[weapon], conditions[foe].at):
                found.append((foe, weapon))
                break
    return found


def going(state: State, seat: int, turn: Turn, choose: Choice, dice: Dice, move: Move) -> c.Command:
    """What else there is to do: draw, step up to a foe, move, or end the turn."""
    if not state.conditions[seat].drawn:
        for weapon in range(len(state.profiles[seat].weapons)):
            if forbids(state, c.Draw(seat, weapon)) is None:
                return c.Draw(seat, weapon)
    if turn.full:
        more = turn.blows > 0 and not turn.stepped and (not turn.struck or steps_between(state.rulings))
        step = nearest_step(state, seat) if more else None
        return step or c.EndTurn(seat)
    if turn.moved or turn.attacked or turn.standard < 1:
        return c.EndTurn(seat)
    return move(state, seat, choose, dice) or c.EndTurn(seat)


def answer(state: State, seat: int) -> c.Command:
    """Every offer is taken, with the first weapon that reaches; of a pair the first weapon deals the damage."""
    pending = state.pending[0]
    if not isinstance(pending, Offer):
        return c.ChooseWeapon(seat, pending.weapons[0])
    weapons = state.profiles[seat].weapons
    for weapon in weapons_at_hand(state, seat):
        if can_strike(state, seat, pending.mover, weapons[weapon], pending.spot):
            return c.Strike(seat, weapon, weapons[weapon].subdues)
    return c.Decline(seat)


def kiting(state: State, seat: Seat, dice: Dice) -> c.Command:
    """Shoots at the first foe, then gets as far from all foes as it can without being attacked for it."""
    assert isinstance(seat, int)
    turn = state.turn
    if state.pending or state.entering or turn is None:
        return FIRST(state, seat, dice)
    if turn.attacked and not turn.full and not turn.moved and turn.standard:
        return away(state, seat, only_safely=True) or c.EndTurn(seat)
    foes = within_reach(state, seat) if not turn.full and not turn.attacked and turn.standard else []
    if foes:
        foe, weapon = foes[0]
        return c.Attack(seat, foe, weapon, state.profiles[seat].weapons[weapon].subdues)
    return going(state, seat, turn, first, dice, with_a_shot)


def holding(state: State, seat: int, choose: Choice, dice: Dice) -> None:
    """Stays where it is."""
    return None


def retreating(state: State, seat: Seat, dice: Dice) -> c.Command:
    """Fights as `first` does; with half of its hit points or less it disengages and gets away as far as it can."""
    assert isinstance(seat, int)
    turn = state.turn
    if state.pending or state.entering or turn is None or turn.full or not is_hurt(state, seat):
        return FIRST(state, seat, dice)
    if turn.moved or (turn.attacked and not turn.disengaged):
        return c.EndTurn(seat)
    flight = away(state, seat) if turn.standard else None
    if flight is None:
        return c.EndTurn(seat) if turn.disengaged else FIRST(state, seat, dice)
    if not turn.disengaged and turn.standard == 2 and is_watched(state, seat):
        return c.Disengage(seat)
    return flight


FIRST = fighting(first)


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
