"""Rounds, initiative and surprise."""

from __future__ import annotations

from itertools import groupby

from affray.play import Play
from affray.rules import rule
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid import formulas
from affray.rulesets.d20grid.events import Entered, Ordered, RoundBegan
from affray.rulesets.d20grid.ground import in_sight
from affray.rulesets.d20grid.rulings import Rulings
from affray.rulesets.d20grid.settling import advance, by_round
from affray.rulesets.d20grid.state import UP, State


@rule("d20grid.turn.budget", "d20grid.surprise", "T11", "T54", "T55")
def begin_round(play: Play[State], command: c.BeginRound) -> None:
    """A round begins: whoever has not rolled does so, in a round of surprise only those who are aware."""
    state = play.state
    surprise = not state.round and is_surprise(state)
    aware = aware_ones(state) if surprise else range(len(state.profiles))
    entering = tuple([one for one in aware if one not in state.order and state.conditions[one].fate != "dead"])
    noticed = () if surprise else tuple([n for n, one in enumerate(state.conditions) if "unaware" in one.flags])
    renewed, refilled = by_round(state)
    clause = "d20grid.surprise" if surprise else "d20grid.turn.budget"
    play.record(RoundBegan(surprise, entering, noticed, renewed, refilled, clause))
    if not entering:
        advance(play)


@rule("d20grid.surprise", "T54")
def is_surprise(state: State) -> bool:
    """Whether some are unaware and some others can act on it."""
    aware = aware_ones(state)
    unaware = any(["unaware" in one.flags and one.fate == UP for one in state.conditions])
    return unaware and any([state.conditions[one].fate == UP for one in aware])


@rule("d20grid.surprise", "T54")
def aware_ones(state: State) -> tuple[int, ...]:
    """Those who act in a round of surprise: who is aware; or whoever is of a side all of whom are."""
    unaware = [number for number, one in enumerate(state.conditions) if "unaware" in one.flags]
    if by_side(state.rulings):
        sides = {state.profiles[one].side for one in unaware}
        return tuple([number for number, one in enumerate(state.profiles) if one.side not in sides])
    return tuple([number for number in range(len(state.profiles)) if number not in unaware])


@rule("T54")
def by_side(rulings: Rulings) -> bool:
    """Whether it is sides that are aware, and not each for itself."""
    return rulings.surprise == "side"


@rule("d20grid.turn.budget", "T11")
def enter(play: Play[State], command: c.RollInitiative) -> None:
    """A d20 and the modifier; with the last roll the order is fixed."""
    modifier = play.state.profiles[command.actor].initiative
    play.bind(fighter=command.actor)
    result = play.resolve(formulas.initiative, modifier).result
    play.record(Entered(command.actor, modifier, result))
    if not play.state.entering:
        play.record(Ordered(order_of(play), play.state.surprise))
        advance(play)


@rule("d20grid.turn.budget", "d20grid.surprise", "T11", "T55")
def order_of(play: Play[State]) -> tuple[int, ...]:
    """The highest result first; of equal ones the higher DEX, then whoever rolls higher.

    Those who have their place keep it among themselves.
    """
    state = play.state
    dexterity = {fighter: state.profiles[fighter].dexterity for fighter, _ in state.entries}
    entries = sorted(state.entries, key=lambda entry: (-entry[1], -dexterity[entry[0]], entry[0]))
    order: list[int] = []
    for _, tied in groupby(entries, key=lambda entry: (entry[1], dexterity[entry[0]])):
        fighters = [fighter for fighter, _ in tied]
        before = [one for one in state.order if one in fighters]
        if len(before) == len(fighters) > 1:
            order += before
            continue
        if len(fighters) > 1:
            unseen = tuple([place for place, one in enumerate(fighters) if not in_sight(state, one)])
            fighters = [fighters[place] for place in play.resolve(formulas.tie_with(unseen), len(fighters))]
        kept = iter(before)
        order += [next(kept) if one in before else one for one in fighters]
    return tuple(order)
