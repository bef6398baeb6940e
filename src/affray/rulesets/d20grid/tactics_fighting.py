"""How a tactic fights: whom it can attack from here, what it does where it can attack nobody, what it answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from affray.dice import Dice, Seat
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid.ground import can_strike, weapons_at_hand
from affray.rulesets.d20grid.legality import forbids
from affray.rulesets.d20grid.moving import steps_between
from affray.rulesets.d20grid.state import Offer, State, Turn, foes_of, is_foe
from affray.rulesets.d20grid.tactics_moving import Choice, nearest_step, to_strike

Move: TypeAlias = Callable[[State, int, Choice, Dice], c.Command | None]
"""Where one goes when nobody can be attacked from here; None for nowhere."""


def first(state: State, foes: list[int], dice: Dice) -> int:
    """The first foe that can be attacked, by the path that provokes least.

    Every offer is taken.
    """
    return foes[0]


def fighting(choose: Choice, move: Move = to_strike) -> Callable[[State, Seat, Dice], c.Command]:
    """The tactic that attacks whom `choose` says, and goes where `move` says where nobody is within reach.

    With the first weapon in hand that reaches, with a Full Attack where the sheet has several; it draws one where
    there is none in hand. Where it can neither attack nor come nearer for a body that lies in the way, it strikes that.
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


# Attacks


def blow(state: State, seat: int, turn: Turn, choose: Choice, dice: Dice) -> c.Command | None:
    """The attack that can be made from here."""
    if not has_blow(turn):
        return None
    within = within_reach(state, seat)
    if not within:
        return None
    if begins_full(state, seat, turn):
        return c.FullAttack(seat)
    foes = [foe for foe, _ in within]
    target = choose(state, foes, dice)
    return struck(state, seat, turn, target, within[foes.index(target)][1])


def has_blow(turn: Turn) -> bool:
    """Whether an attack of the turn is left."""
    return turn.blows > 0 if turn.full else not turn.attacked and turn.standard > 0


def begins_full(state: State, seat: int, turn: Turn) -> bool:
    """Whether a Full Attack can be begun, and is more than one attack."""
    return not turn.full and turn.standard == 2 and state.profiles[seat].attacks > 1


def struck(state: State, seat: int, turn: Turn, target: int, weapon: int) -> c.Command | None:
    """An attack at a target within reach; None for a weapon outside one's styles, which makes one in a Full Attack."""
    command = c.Attack(seat, target, weapon, state.profiles[seat].weapons[weapon].subdues)
    return None if turn.struck and forbids(state, command) is not None else command


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


# What else


def going(state: State, seat: int, turn: Turn, choose: Choice, dice: Dice, move: Move) -> c.Command:
    """What else there is to do: draw, step up to a foe, move, clear the way, or end the turn."""
    if not state.conditions[seat].drawn:
        for weapon in range(len(state.profiles[seat].weapons)):
            if forbids(state, c.Draw(seat, weapon)) is None:
                return c.Draw(seat, weapon)
    if turn.full:
        more = turn.blows > 0 and not turn.stepped and (not turn.struck or steps_between(state.rulings))
        step = nearest_step(state, seat) if more else None
        return step or clearing(state, seat, turn, dice, move) or c.EndTurn(seat)
    if turn.moved or turn.attacked or turn.standard < 1:
        return c.EndTurn(seat)
    return move(state, seat, choose, dice) or clearing(state, seat, turn, dice, move) or c.EndTurn(seat)


def clearing(state: State, seat: int, turn: Turn, dice: Dice, move: Move) -> c.Command | None:
    """An attack at an unconscious foe that bars the way: without it somebody could be attacked, or come nearer to.

    The dead bar nothing (T58), so this ends; subdual damage kills nobody.
    """
    if not has_blow(turn) or move(state, seat, first, dice) is not None:
        return None
    weapons = state.profiles[seat].weapons
    for body, one in enumerate(state.conditions):
        if one.fate != "down" or not is_foe(state, seat, body):
            continue
        for weapon in state.conditions[seat].drawn:
            if weapons[weapon].subdues or not can_strike(state, seat, body, weapons[weapon], one.at):
                continue
            if bars_the_way(state, seat, body, dice):
                return c.FullAttack(seat) if begins_full(state, seat, turn) else struck(state, seat, turn, body, weapon)
    return None


def bars_the_way(state: State, seat: int, body: int, dice: Dice) -> bool:
    """Whether somebody could be attacked, or come nearer to, if a body were dead, and only then."""
    conditions: list[Any] = list(state.conditions)
    conditions[body] = replace(conditions[body], fate="dead")
    without = replace(state, conditions=tuple(conditions))
    if within_reach(without, seat):
        return True
    return to_strike(state, seat, first, dice) is None and to_strike(without, seat, first, dice) is not None


# Answers


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


FIRST = fighting(first)
