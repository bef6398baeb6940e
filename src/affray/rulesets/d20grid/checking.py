"""What is wrong in itself with a state that was read from outside: what no fight could have come to."""

from __future__ import annotations

from affray.rulesets.d20grid.checking_moment import wrong_moment
from affray.rulesets.d20grid.damage import MOST_FLAT, Damage
from affray.rulesets.d20grid.drawing import pairs
from affray.rulesets.d20grid.ground import on_map
from affray.rulesets.d20grid.limits import MAP_SIDE, MOST_FIGHTERS, wrong_numbers
from affray.rulesets.d20grid.state import FLAGS, SQUARE, Condition, Offer, Profile, State, is_foe, sides_of, sides_up

MOST_HARM = 1_000_000
"""Hit points and subdual damage as far as they can be lost and dealt in a fight."""


def check(state: State) -> str | None:
    """What is wrong with the state, in a sentence; None where nothing is."""
    wrong = _wrong_roster(state) or _wrong_map(state)
    wrong = wrong or next(filter(None, map(_wrong_fighter, state.profiles, state.conditions)), None)
    return wrong or _wrong_places(state) or _wrong_round(state) or _wrong_pending(state) or wrong_moment(state)


def _wrong_roster(state: State) -> str | None:
    if not state.profiles or len(state.conditions) != len(state.profiles):
        return "every fighter needs a profile and a condition"
    if len(state.profiles) > MOST_FIGHTERS:
        return f"a fight has at most {MOST_FIGHTERS} fighters"
    if len(sides_of(state)) < 2:
        return "a fight needs a fighter on each side"
    if state.winner is not None and (not state.over or state.winner not in sides_of(state)):
        return "the winner is none of the sides"
    if not state.over and len(sides_up(state)) < 2:
        return "one side has nobody conscious, and the fight is not over"
    return None


def _wrong_map(state: State) -> str | None:
    width, height = state.map.size
    low, high = MAP_SIDE
    if not (low <= width <= high and low <= height <= high) or width % SQUARE or height % SQUARE:
        return f"a map has {low} to {high} feet each way, in multiples of {SQUARE}"
    boxes = [*state.map.cover, *(rise[:4] for rise in state.map.elevation)]
    numbers = [number for four in (*state.map.walls, *boxes) for number in four]
    if not all([0 <= number <= high and not number % SQUARE for number in numbers]):
        return "walls, heights and cover lie on squares of the map"
    if not all([max(x1, x2) <= width and max(y1, y2) <= height for x1, y1, x2, y2 in state.map.walls]):
        return "a wall leaves the map"
    if any([(x1 == x2) == (y1 == y2) for x1, y1, x2, y2 in state.map.walls]):
        return "a wall is level or upright"
    return None


def _wrong_fighter(profile: Profile, one: Condition) -> str | None:
    weapons = range(len(profile.weapons))
    held = {*one.drawn, *one.dropped}
    if not held <= {*weapons} or len(held) != len(one.drawn) + len(one.dropped):
        return f"{profile.name}: weapons in hand or on the ground are none of its own, or there twice"
    if len(one.drawn) > 2 or (len(one.drawn) == 2 and not pairs(profile, *(profile.weapons[n] for n in one.drawn))):
        return f"{profile.name}: these weapons cannot be wielded at once"
    if not {*one.flags} <= {*FLAGS} or tuple(sorted({*one.flags})) != one.flags:
        return f"{profile.name}: flags are there twice, or out of order"
    if one.hp > profile.max_hp or one.subdual < 0 or not 0 <= one.pool <= profile.absorb:
        return f"{profile.name}: more hit points or armor than there can be"
    if max(abs(one.hp), one.subdual) > MOST_HARM:
        return f"{profile.name}: a number is out of range"
    wrong = wrong_numbers(profile)
    if wrong is not None:
        return wrong
    return next(filter(None, [_wrong_dice(profile.name, weapon.damage) for weapon in profile.weapons]), None)


def _wrong_dice(name: str, damage: Damage) -> str | None:
    right = all([1 <= count <= 1_000 and 2 <= sides <= 1_000 for count, sides in damage.dice])
    right = right and abs(damage.flat) <= MOST_FLAT and (damage.dice != () or damage.flat >= 0)
    return None if right else f"{name}: there are no such dice"


def _wrong_places(state: State) -> str | None:
    if not all([on_map(state.map, one.at) for one in state.conditions]):
        return "somebody is on no square of the map"
    for number, one in enumerate(state.conditions):
        if not all([other in range(len(state.profiles)) and is_foe(state, number, other) for other in one.behind]):
            return "one is behind an enemy"
    return None


def _wrong_round(state: State) -> str | None:
    everybody = {*range(len(state.profiles))}
    entered = [fighter for fighter, _ in state.entries]
    if state.round < 0:
        return "rounds are counted from 0"
    if not {*state.order, *state.entering, *entered} <= everybody or len({*state.order}) != len(state.order):
        return "the order has a fighter twice, or one who is not there"
    if {*entered} & {*state.entering}:
        return "somebody has rolled initiative and is still to roll"
    if not -1 <= state.place <= len(state.order):
        return "the place in the order does not exist"
    turn = state.turn
    if turn is None:
        return None if state.passage is None else "somebody moves, and it is nobody's turn"
    if not 0 <= state.place < len(state.order) or state.order[state.place] != turn.actor or state.over:
        return "the turn is not that of the place in the order"
    if state.conditions[turn.actor].fate != "up" and not state.pending:
        return "it is the turn of somebody who cannot act"
    if not (0 <= turn.swift <= 1 and 0 <= turn.standard <= 2 and 0 <= turn.blows <= state.profiles[turn.actor].attacks):
        return "more is left of the turn than there can be"
    return None


def _wrong_pending(state: State) -> str | None:
    everybody = {*range(len(state.profiles))}
    passage = state.passage
    if passage is not None:
        there = {passage.mover, *(one.owner for one in passage.crossings)}
        if not there <= everybody or not 0 <= passage.place < len(passage.path) or not state.pending:
            return "the movement cannot go on"
        if not all([on_map(state.map, place) for place in passage.path]):
            return "the movement leaves the map"
    for one in state.pending:
        pair = (one.owner, one.mover) if isinstance(one, Offer) else (one.attacker, one.target)
        if not {*pair} <= everybody or not is_foe(state, *pair) or not on_map(state.map, one.spot):
            return "a decision waits about two who are no foes"
        if isinstance(one, Offer) and passage is None:
            return "an attack is offered, and nobody moves"
        if not isinstance(one, Offer) and not {*one.weapons} <= {*range(len(state.profiles[one.attacker].weapons))}:
            return "a weapon is to be chosen that is not there"
    return None
