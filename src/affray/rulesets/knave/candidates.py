"""The closed commands of a seat, each with why it is forbidden now."""

from __future__ import annotations

from collections.abc import Iterator

from affray.dice import TABLE, Seat
from affray.errors import Rejection
from affray.rulesets.knave import commands as c
from affray.rulesets.knave.attacking import edge_over
from affray.rulesets.knave.harm import PIECES
from affray.rulesets.knave.legality import forbids
from affray.rulesets.knave.space import goals
from affray.rulesets.knave.state import (
    UNARMED,
    UNCONSCIOUS,
    UP,
    BreakChoice,
    FreeAttack,
    MoraleChoice,
    PieceChoice,
    State,
)
from affray.rulesets.knave.stunts import HOUSE_TABLE
from affray.rulesets.knave.turns import at_turn_of, to_act


def candidates(state: State, seat: Seat) -> list[tuple[c.Command, Rejection | None]]:
    """The closed commands of a seat, each with why it is forbidden now, or None.

    A seat that is not to act has none. Commands against those who are out of the fight, and stunts and dirty fighting
    against those whom they are never open against, are not listed.
    """
    if seat not in to_act(state):
        return []
    state = at_turn_of(state, seat)
    listed: list[c.Command]
    if state.pending:
        listed = _answers(state)
    elif seat == TABLE:
        listed = [c.BeginRound()]
    else:
        assert isinstance(seat, int)
        listed = list(_turn(state, seat))
    return [(command, forbids(state, command)) for command in listed]


def _answers(state: State) -> list[c.Command]:
    match state.pending[0]:
        case PieceChoice(seat):
            return [c.ChoosePiece(seat, piece) for piece in PIECES]
        case FreeAttack(seat):
            weapons = range(len(state.profiles[seat].weapons))
            return [*(c.Strike(seat, weapon) for weapon in (*weapons, UNARMED)), c.Strike(seat, None)]
        case MoraleChoice():
            return [c.CallMorale(True), c.CallMorale(False)]
        case BreakChoice(fighter):
            return [c.Break(fighter, "flee"), c.Break(fighter, "retreat"), c.Break(fighter, "parley")]
        case _:
            return [c.Rule(True), c.Rule(False)]


def _turn(state: State, actor: int) -> Iterator[c.Command]:
    """Everything that a fighter might do on its turn, in the order of the text: attacks, spells, stunts, moves."""
    profile, condition = state.profiles[actor], state.conditions[actor]
    targets = [one for one in state.camps[1 - profile.camp] if state.conditions[one].fate in (UP, UNCONSCIOUS)]
    for target in targets:
        for weapon in (*range(len(profile.weapons)), UNARMED):
            yield c.Attack(actor, target, weapon)
            if weapon != UNARMED and "thrown" in profile.weapons[weapon].tags:
                yield c.Attack(actor, target, weapon, thrown=True)
    standing = [one for one in targets if state.conditions[one].fate == UP]
    for number, spell in enumerate(profile.spells):
        for target in targets if spell.on_fail.kind == "damage" else standing:
            yield c.Cast(actor, target, number)
    for target in standing:
        for kind in HOUSE_TABLE:
            yield c.Stunt(actor, target, kind)
    yield from _dirty(state, actor, targets)
    for goal in goals(state, actor):
        yield c.Move(actor, goal)
    if condition.tripped:
        yield c.Rise(actor)
    for weapon in condition.dropped:
        yield c.TakeUp(actor, weapon)
    if profile.shield:
        yield c.Ready(actor, condition.slung)
    yield c.Withdraw(actor)
    if condition.fleeing:
        yield c.Flee(actor)
    yield c.Pass(actor)


def _dirty(state: State, actor: int, targets: list[int]) -> Iterator[c.Command]:
    """Both halves of choice (B), against those over whom there is advantage or one of whom the other half is owed."""
    weapons = state.profiles[actor].weapons
    for target in targets:
        opens = state.conditions[target].fate == UP and edge_over(state, actor, target) > 0
        if opens or _owes(state, actor, target):
            for weapon in (*range(len(weapons)), UNARMED):
                yield c.Attack(actor, target, weapon, dirty=True)
                if weapon != UNARMED and "thrown" in weapons[weapon].tags:
                    yield c.Attack(actor, target, weapon, thrown=True, dirty=True)
            for kind in HOUSE_TABLE:
                yield c.Stunt(actor, target, kind, dirty=True)


def _owes(state: State, actor: int, target: int) -> bool:
    turn = state.turn
    return turn is not None and turn.actor == actor and bool(turn.owed) and turn.against == target
