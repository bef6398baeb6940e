"""Whose turn it is."""

from __future__ import annotations

from msgspec.structs import replace

from affray.dice import REFEREE, TABLE, Seat
from affray.rules import rule
from affray.rulesets.knave.effects import evolve, lasting
from affray.rulesets.knave.events import TurnEnded
from affray.rulesets.knave.space import goals
from affray.rulesets.knave.state import FOES, MOVE, PARTY, UP, FreeAttack, Pending, PieceChoice, State


def seat_of(pending: Pending) -> Seat:
    """Whom a pending decision waits for."""
    return pending.seat if isinstance(pending, PieceChoice | FreeAttack) else REFEREE


@rule("knave.round.initiative", "K40")
def to_act(state: State) -> tuple[Seat, ...]:
    """The seats that may act now: of a pending decision, every PC of the acting side, the next enemy, the table.

    After them comes one whose action is spent and who still has a move.
    """
    if state.pending:
        return (seat_of(state.pending[0]),)
    if state.over:
        return ()
    turn = state.turn
    due: tuple[Seat, ...] = turns_left(state) or (TABLE,)
    if turn is not None and turn.over and may_still_move(state, turn.actor):
        return (*due, turn.actor)
    return due


def next_to_act(state: State) -> Seat | None:
    """The first of `to_act`, None where nobody is to act: the first of the roster where several may be."""
    if state.pending:
        return seat_of(state.pending[0])
    if state.over:
        return None
    conditions, acted, turn = state.conditions, state.acted, state.turn
    if turn is not None and not turn.over and conditions[turn.actor].fate == UP:
        return turn.actor  # a turn that has begun goes on until its action is spent
    if state.first is None:
        return TABLE
    order = state.order
    for camp in (state.first, FOES - state.first):
        members = state.camps[camp]
        for one in order or members:
            if one not in acted and conditions[one].fate == UP and (not order or one in members):
                return one
    return TABLE


_latest: tuple[State | None, tuple[int, ...]] = (None, ())


def turns_left(state: State) -> tuple[int, ...]:
    """Those of the acting camp whose turn may come next; empty when the round is over."""
    # Whoever is asked to act is checked against the same state right afterwards: one answer is worth keeping.
    global _latest  # noqa: PLW0603
    known, turns = _latest
    if known is not state:
        due = next_to_act(replace(state, pending=(), over=False) if state.pending or state.over else state)
        turns = _settled_among_players(state, due) if isinstance(due, int) else ()
        _latest = (state, turns)
    return turns


def _settled_among_players(state: State, due: int) -> tuple[int, ...]:
    """The players settle among themselves who goes next: where a PC is due, every one who has not acted is."""
    turn = state.turn
    going_on = turn is not None and not turn.over and turn.actor == due
    if state.order or going_on or state.profiles[due].camp != PARTY:
        return (due,)
    conditions, acted = state.conditions, state.acted
    return tuple([one for one in state.camps[PARTY] if one not in acted and conditions[one].fate == UP])


@rule("K47", "K80")
def has_acted(state: State, camp: int) -> bool:
    """Whether the camp's part of the round is over, so that one who comes in or comes to waits for the next round."""
    if state.first is None:
        return False
    due = turns_left(state)
    return not due or (camp == state.first and state.profiles[due[0]].camp != camp)


@rule("K42")
def may_still_move(state: State, actor: int) -> bool:
    """Whether one whose action is spent may move, and has somewhere to go."""
    reading, turn = state.rulings.moving, state.turn
    if reading == "move_first" or state.conditions[actor].fate != UP:
        return False
    if turn is not None and turn.moved:
        # What is left of a split move can be told only where feet are counted (K74).
        return reading == "split" and 0 < turn.walked < MOVE and bool(goals(state, actor))
    return state.conditions[actor].tripped or bool(goals(state, actor))


@rule("knave.turn.action")
def at_turn_of(state: State, actor: Seat | None) -> State:
    """The state once the actor begins its turn: the turn before is over, and with it what lasted until its end.

    None is nobody's turn: what the referee does, and the decisions of others. A turn goes on until its action is spent.
    """
    turn = state.turn
    if turn is None or actor in (None, turn.actor) or not lasting(state, turn.actor):
        return state
    if not turn.over and state.conditions[turn.actor].fate == UP:
        return state
    return evolve(state, TurnEnded(turn.actor))
