"""A state of the engine as a position: where it stands, and then what is certain."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from affray.rules.machines import NOBODY, Fixed, Numbers
from affray.rulesets.skilldice.legality import one_attack
from affray.rulesets.skilldice.machine.blows import meet
from affray.rulesets.skilldice.machine.layout import (
    ATTACKED,
    BETWEEN,
    CONTEST,
    DONE,
    ENDED,
    ENTERING,
    FALLS,
    FIGHTERS,
    MOST_WOUNDS,
    OFFER,
    PLACE,
    ROUNDS,
    SPENDS,
    SWEEPING,
    TURN,
    UP,
    ask,
    bits_of,
    least_left,
    put_actions,
    put_manner,
    put_rank,
    put_wounds,
    stroke,
)
from affray.rulesets.skilldice.machine.numbers import BLEEDS, COUNT, MOST_DICE, POINTS
from affray.rulesets.skilldice.machine.ordering import entry_die
from affray.rulesets.skilldice.machine.settling import begin_turns, sweep
from affray.rulesets.skilldice.machine.tactics import walk
from affray.rulesets.skilldice.ordering import in_fight
from affray.rulesets.skilldice.state import (
    MANNERS,
    Offer,
    OrderChoice,
    Pending,
    SkillChoice,
    State,
    SweepChoice,
    Three,
    place_of,
    sides_of,
)
from affray.rulesets.skilldice.turns import acting, in_round, waits_for_turn


def packing(P: Fixed) -> Callable[[State], tuple[int, ...] | None]:
    """What packs the states of a fight."""
    return partial(pack, P)


def pack(P: Fixed, state: State) -> tuple[int, ...] | None:
    """The position of a state; None for one that no play of these rules leads to."""
    s = [0] * (FIGHTERS + (3 if P[BLEEDS] else 2) * P[COUNT])
    s[ROUNDS] = state.round
    for fighter in in_fight(state):
        _put(s, P, state, fighter)
    if not _stand(s, P, state):
        return None
    walk(s, P)
    return tuple(s)


def _put(s: Numbers, P: Fixed, state: State, fighter: int) -> None:
    """What can matter of a fighter who is in the fight, but for its place in the order."""
    one = state.conditions[fighter]
    s[FIGHTERS + 2 * fighter] = _threes(one.lost)
    if state.over:
        s[FIGHTERS + 2 * fighter + 1] = UP
        return
    attacked = one.attacks and one_attack(state.rulings)
    spends = one.begun or not waits_for_turn(state.rulings)
    done = fighter in state.ended
    bits = (ATTACKED if attacked else 0) | (SPENDS if spends else 0) | (DONE if done else 0)
    s[FIGHTERS + 2 * fighter + 1] = UP | bits
    put_actions(s, fighter, one.actions)
    put_manner(s, fighter, MANNERS.index(one.manner) if least_left(s, P, fighter) else FALLS >> 3)
    body, mind, soul = (min(wounds, MOST_WOUNDS) for wounds in one.wounds)
    put_wounds(s, P, fighter, _threes((body, mind, soul)))


def _threes(values: Three) -> int:
    """One value a Skill, five bits each."""
    return values[0] | values[1] << 5 | values[2] << 10


def _stand(s: Numbers, P: Fixed, state: State) -> bool:
    """Where the fight stands; False where it cannot."""
    if state.over:
        ask(s, ENDED, NOBODY if state.winner is None else sides_of(state).index(state.winner), 0, 0)
        return True
    if state.entering:
        return not state.pending and _entering(s, P, state)
    match state.pending:
        case (OrderChoice(named),):
            return _named(s, P, state, named)
        case () if not state.order and not state.round:
            ask(s, BETWEEN, 0, 0, 0)
            return _is_whole(s, P)
    if not state.round or not _ranked(s, state):
        return False
    if not in_round(state):
        ask(s, BETWEEN, 0, 0, 0)
        return not state.pending and _is_whole(s, P)
    s[PLACE] = state.place
    if state.pending:
        return _waiting(s, P, state.pending)
    actors = acting(state)
    ask(s, TURN, actors[0] if actors else 0, 0, 0)
    return bool(actors) and _is_whole(s, P)


def _is_whole(s: Numbers, P: Fixed) -> bool:
    """Whether everybody who is in the fight has something left of every Skill, as between two blows."""
    return not any(bits_of(s, fighter) & FALLS == FALLS for fighter in range(P[COUNT]))


# The order


def _entering(s: Numbers, P: Fixed, state: State) -> bool:
    """Some have rolled Body for their places, the others are to."""
    rolled = {fighter: result for fighter, die, result in state.entries if die == entry_die(P, fighter)}
    if len(rolled) < len(state.entries) or {*rolled, *state.entering} != {*in_fight(state)}:
        return False
    for fighter, result in rolled.items():
        put_rank(s, fighter, result)
    ask(s, ENTERING, min(state.entering), 0, 0)
    return all(0 < result < POINTS for result in rolled.values()) and _is_whole(s, P)


def _named(s: Numbers, P: Fixed, state: State, named: tuple[int, ...]) -> bool:
    """The Narrator, who names the others in the order of the roster, has named some."""
    up = in_fight(state)
    for rank, fighter in enumerate((*named, *(one for one in up if one not in named))):
        if fighter not in up:
            return False
        put_rank(s, fighter, rank)
    if not _is_whole(s, P):
        return False
    begin_turns(s)
    return True


def _ranked(s: Numbers, state: State) -> bool:
    """Everybody who is in the fight has a place in the order."""
    ranks = {fighter: rank for rank, group in enumerate(state.order) for fighter in group}
    up = in_fight(state)
    for fighter in up:
        put_rank(s, fighter, ranks.get(fighter, 0))
    return {*up} <= {*ranks}


# Decisions


def _waiting(s: Numbers, P: Fixed, pending: tuple[Pending, ...]) -> bool:
    """A decision about a blow waits."""
    match pending:
        case ((Offer() | SkillChoice()) as asked,):
            return _asked(s, P, asked)
        case (SweepChoice(seat, target, skill, cost),):
            ask(s, SWEEPING, seat, target, sweep(place_of(skill), cost))
            return True
        case (SweepChoice(seat, target, skill, cost), SweepChoice(other, aimed_at, back, price)):
            ask(s, SWEEPING, seat, target, sweep(place_of(skill), cost) | sweep(place_of(back), price) << 4)
            return (other, aimed_at) == (target, seat)
        case _:
            return False


def _asked(s: Numbers, P: Fixed, pending: Offer | SkillChoice) -> bool:
    """Nobody has rolled yet; the Narrator keeps every Skill that was named."""
    strife = pending.strife
    if strife.dice > P[MOST_DICE] or not _is_whole(s, P):
        return False
    skill = place_of(strife.skill)
    blow = stroke(skill, 0, strife.dice)
    match pending:
        case Offer():
            ask(s, OFFER, strife.attacker, strife.target, blow)
        case SkillChoice(_, "attacker"):
            meet(s, P, strife.attacker, strife.target, blow)
        case SkillChoice():
            ask(s, CONTEST, strife.attacker, strife.target, stroke(skill, skill, strife.dice))
    return True
