"""Tactics: each answers every decision that its side can meet, and returns the command directly."""

from __future__ import annotations

from collections.abc import Callable

from affray.dice import Dice, Seat
from affray.rulesets.knave import formulas
from affray.rulesets.knave.attacking import bare_hands
from affray.rulesets.knave.commands import Attack, BeginRound, Break, CallMorale, ChoosePiece, Command, Flee, Pass
from affray.rulesets.knave.harm import breakable
from affray.rulesets.knave.state import UNARMED, UP, BreakChoice, PieceChoice, State, usable

Targets = Callable[[State, tuple[int, ...], Dice], int]


def first(state: State, foes: tuple[int, ...], dice: Dice) -> int:
    """The first foe still standing."""
    conditions = state.conditions
    for foe in foes:
        if conditions[foe].fate == UP:
            return foe
    raise LookupError("no foe is standing")


def weakest(state: State, foes: tuple[int, ...], dice: Dice) -> int:
    """The standing foe with the fewest hit points; of several the first."""
    return min(_standing(state, foes), key=lambda foe: state.conditions[foe].hp)


def strongest(state: State, foes: tuple[int, ...], dice: Dice) -> int:
    """The standing foe with the most hit points; of several the first."""
    return max(_standing(state, foes), key=lambda foe: state.conditions[foe].hp)


def at_random(state: State, foes: tuple[int, ...], dice: Dice) -> int:
    """Any standing foe, each as likely as the next."""
    standing = _standing(state, foes)
    return standing[dice.resolve(formulas.target, len(standing))] if len(standing) > 1 else standing[0]


def _standing(state: State, foes: tuple[int, ...]) -> list[int]:
    return [foe for foe in foes if state.conditions[foe].fate == UP]


def attacking(choose: Targets) -> Callable[[State, Seat, Dice], Command]:
    """The tactic that attacks whom `choose` says with the first whole melee weapon."""

    def tactic(state: State, seat: Seat, dice: Dice) -> Command:
        if state.pending:
            return choose_piece(state, seat, dice)
        assert isinstance(seat, int)
        if state.conditions[seat].fleeing:
            return Flee(seat)
        weapon = usable(state, seat)
        if weapon == UNARMED and bare_hands(state.rulings) is None:
            return Pass(seat)
        return Attack(seat, choose(state, state.camps[1 - state.profiles[seat].camp], dice), weapon)

    tactic.__doc__ = choose.__doc__
    return tactic


def choose_piece(state: State, seat: Seat, dice: Dice) -> Command:
    """The own armor gives way last at the body, a foe's first (K24)."""
    pending = state.pending[0]
    assert isinstance(pending, PieceChoice)
    pieces = breakable(state.profiles[pending.target], state.conditions[pending.target])
    own = pending.seat == pending.target
    return ChoosePiece(pending.seat, pieces[-1] if own else pieces[0])


def keep_table(state: State, seat: Seat, dice: Dice) -> Command:
    """The table's bookkeeping."""
    return BeginRound()


def referee(state: State, seat: Seat, dice: Dice) -> Command:
    """A referee who lets the rules run: calls for every morale roll, and the broken flee."""
    pending = state.pending[0]
    return Break(pending.fighter, "flee") if isinstance(pending, BreakChoice) else CallMorale(True)


TACTICS = {
    "first": attacking(first),
    "weakest": attacking(weakest),
    "strongest": attacking(strongest),
    "random": attacking(at_random),
}
STANDING_ORDERS = {"table": keep_table, "referee": referee}
