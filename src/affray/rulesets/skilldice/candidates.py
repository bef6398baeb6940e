"""Who may act now, and with what: the closed commands of a seat, each with why it is forbidden."""

from __future__ import annotations

from collections.abc import Iterator

from affray.dice import TABLE, Seat
from affray.errors import Rejection
from affray.rules import rule
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice.attacking import defence_skills, within_reach
from affray.rulesets.skilldice.legality import forbids, most_dice
from affray.rulesets.skilldice.state import (
    SKILLS,
    UP,
    Offer,
    OrderChoice,
    SkillChoice,
    State,
    SweepChoice,
    can_act,
    foes_of,
    is_foe,
)
from affray.rulesets.skilldice.turns import has_the_floor, next_to_act


@rule("skilldice.turn.actions", "skilldice.leave")
def to_act(state: State) -> tuple[Seat, ...]:
    """Whom the fight waits for, and after it all others who could act now: who leaves, or who held actions."""
    first = next_to_act(state)
    if first is None:
        return ()
    if state.pending:
        return (first,)
    if state.entering:
        return state.entering
    others = [one for one in range(len(state.profiles)) if one != first and _may_act(state, one)]
    return (first, *others)


def _may_act(state: State, fighter: int) -> bool:
    """Whether any command of the fighter is open; the cheap answers first."""
    if not can_act(state, fighter):
        return False
    if forbids(state, c.Leave(fighter)) is None:
        return True
    return has_the_floor(state, fighter) and any(forbids(state, one) is None for one in _turn(state, fighter))


@rule("skilldice.absent")
def candidates(state: State, seat: Seat) -> list[tuple[c.Command, Rejection | None]]:
    """The closed commands of a seat, each with why it is forbidden now, or None.

    A seat that is not to act has none. What these rules do not have is not listed: no squares, no aimed blows.
    """
    if seat not in to_act(state):
        return []
    listed: list[c.Command]
    if state.pending:
        listed = list(_answers(state))
    elif seat == TABLE:
        listed = [c.BeginRound()]
    else:
        assert isinstance(seat, int)
        listed = [c.Enter(seat, skill) for skill in SKILLS] if state.entering else list(_turn(state, seat))
    return [(command, forbids(state, command)) for command in listed]


def _answers(state: State) -> Iterator[c.Command]:
    match state.pending[0]:
        case Offer(strife):
            for skill in defence_skills(strife.skill, state.rulings) or (strife.skill,):
                yield c.Defend(strife.target, skill)
            yield c.TakeIt(strife.target)
        case SkillChoice():
            yield from map(c.NameSkill, SKILLS)
        case SweepChoice(seat, target):
            yield from (c.Land(seat, one) for one in (target, *within_reach(state, seat, target)))
        case OrderChoice():
            yield from (c.NameNext(one) for one, other in enumerate(state.conditions) if other.fate == UP)


def _turn(state: State, actor: int) -> Iterator[c.Command]:
    """Everything that a fighter might do, in the order of the text: attacks, other actions, leaving."""
    for target in foes_of(state, actor):
        for skill in SKILLS:
            for dice in range(1, most_dice(state.rulings) + 1):
                yield c.Attack(actor, target, skill, dice)
    for other, one in enumerate(state.conditions):
        if one.fate != UP:
            continue
        if any(one.wounds):
            yield c.Tend(actor, other)
        if not is_foe(state, actor, other) and not can_act(state, other):
            yield c.Help(actor, other)
    groups = dict.fromkeys(one.group for one in state.conditions if one.fate == UP)
    yield from (c.Move(actor, group) for group in groups if group != state.conditions[actor].group)
    yield from (
        c.CatchBreath(actor, skill) for skill, lost in zip(SKILLS, state.conditions[actor].lost, strict=True) if lost
    )
    yield c.Leave(actor)
    yield c.EndTurn(actor)
