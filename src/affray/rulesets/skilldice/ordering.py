"""The round and its order (the ancestor of the missing page on taking turns)."""

from __future__ import annotations

from itertools import groupby

from affray.play import Play
from affray.rules import rule
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice import formulas
from affray.rulesets.skilldice.events import Answered, Asked, Entered, Ordered, RoundBegan
from affray.rulesets.skilldice.hands import hand_of
from affray.rulesets.skilldice.rulings import Rulings
from affray.rulesets.skilldice.settling import advance, refills_together
from affray.rulesets.skilldice.state import UP, OrderChoice, State
from affray.rulesets.skilldice.turns import rolls_for_order

TURNS = "skilldice.turn.actions"


@rule("skilldice.turn.actions", "D01", "D04")
def begin_round(play: Play[State], command: c.BeginRound) -> None:
    """The actions come back; the first round, or each, begins with the order."""
    state = play.state
    way = rolls_for_order(state.rulings, first=not state.order)
    entering = in_fight(state) if way == "rolls" else ()
    play.record(RoundBegan(refills_together(state.rulings) or not state.round, entering))
    if way == "narrator":
        play.record(Asked(OrderChoice(), TURNS))
    elif not entering:
        advance(play)


def in_fight(state: State) -> tuple[int, ...]:
    """Everybody who is in the fight, whether or not it can act."""
    return tuple([number for number, one in enumerate(state.conditions) if one.fate == UP])


@rule("skilldice.turn.actions", "D01", "D03")
def enter(play: Play[State], command: c.Enter) -> None:
    """One Skill die of the fighter's choice; with the last one the order is fixed."""
    hand = hand_of(play.state, command.actor, command.skill)
    play.bind(fighter=command.actor)
    result = play.resolve(formulas.order, hand).result
    play.record(Entered(command.actor, command.skill, hand, result))
    if not play.state.entering:
        play.record(Ordered((*order_of(play), *latecomers(play.state))))
        advance(play)


def latecomers(state: State) -> tuple[tuple[int, ...], ...]:
    """Places for those who are out when the order is made: the last ones, should they come back (D38)."""
    return tuple([(number,) for number, one in enumerate(state.conditions) if one.fate == "out"])


@rule("D02")
def ties_act_together(rulings: Rulings) -> bool:
    """Whether those who rolled the same act at the same time."""
    return rulings.tied_order == "simultaneous"


@rule("skilldice.turn.actions", "D01", "D02")
def order_of(play: Play[State]) -> tuple[tuple[int, ...], ...]:
    """The highest result first; of equal ones the larger die, of equal dice whoever rolls higher then."""
    together = ties_act_together(play.state.rulings)
    entries = sorted(play.state.entries, key=lambda entry: (-entry[2], 0 if together else -entry[1], entry[0]))
    order: list[tuple[int, ...]] = []
    for _, tied in groupby(entries, key=lambda entry: (entry[2], 0 if together else entry[1])):
        fighters = [entry[0] for entry in tied]
        if together:
            order.append(tuple(fighters))
            continue
        places = play.resolve(formulas.tie, len(fighters)) if len(fighters) > 1 else (0,)
        order += [(fighters[place],) for place in places]
    return tuple(order)


@rule("D01")
def name_next(play: Play[State], command: c.NameNext) -> None:
    """The Narrator names one after another; with the last one the order is fixed."""
    pending = play.state.pending[0]
    assert isinstance(pending, OrderChoice)
    named = (*pending.named, command.fighter)
    left = [one for one in in_fight(play.state) if one not in named]
    play.record(Answered(TURNS))
    if len(left) > 1:
        play.record(Asked(OrderChoice(named), TURNS))
        return
    play.record(Ordered((*((one,) for one in (*named, *left)), *latecomers(play.state))))
    advance(play)
