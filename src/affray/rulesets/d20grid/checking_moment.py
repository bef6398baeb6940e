"""What is wrong with the moment of a fight that was read from outside: what the rules would have settled at once."""

from __future__ import annotations

from affray.rulesets.d20grid import grid
from affray.rulesets.d20grid.ground import can_strike, grid_of, square_of, weapons_at_hand
from affray.rulesets.d20grid.harm import fate_of
from affray.rulesets.d20grid.ordering import aware_ones
from affray.rulesets.d20grid.state import UP, Offer, Passage, State, Turn, WeaponChoice, is_foe


def wrong_moment(state: State) -> str | None:
    """What is wrong, in a sentence; None where nothing is. The numbers in the state are within their ranges."""
    for profile, one in zip(state.profiles, state.conditions, strict=True):
        if fate_of(one, state.rulings, state.over) != one.fate:
            return f"{profile.name} has {one.hp} hit points and {one.subdual} subdual damage and cannot be {one.fate}"
    if any([state.conditions[one].fate == "dead" for one in state.entering]):
        return "the dead roll no initiative"
    if len({fighter for fighter, _ in state.entries}) != len(state.entries):
        return "somebody has rolled initiative twice"
    if state.turn is not None:
        return _wrong_turn(state, state.turn) or _wrong_passage(state, state.turn) or _wrong_questions(state)
    return "a decision waits, and it is nobody's turn" if state.pending else None


def _wrong_turn(state: State, turn: Turn) -> str | None:
    name, weapons = state.profiles[turn.actor].name, {*range(len(state.profiles[turn.actor].weapons))}
    if not state.round or state.entering:
        return "it is somebody's turn before the order is known"
    if state.surprise and turn.actor not in aware_ones(state):
        return f"{name} is taken unawares and has no turn in the round of surprise"
    if not {*turn.drew, *turn.sheathed} <= weapons or turn.struck < 0:
        return f"{name} cannot have done that in its turn"
    return f"{name} has begun a Full Round action and has Standards left" if turn.full and turn.standard else None


def _wrong_passage(state: State, turn: Turn) -> str | None:
    passage = state.passage
    if passage is None:
        return None
    mover = state.conditions[passage.mover]
    if passage.mover != turn.actor or mover.fate != UP:
        return "somebody moves who cannot"
    if passage.path[passage.place] != mover.at:
        return "the mover is not where its path has come to"
    if not grid.is_walkable(grid_of(state.map), tuple([square_of(place) for place in passage.path])):
        return "the movement goes where there is no way"
    return None if _crossings_fit(state, passage) else "the borders to be crossed are not on the way"


def _crossings_fit(state: State, passage: Passage) -> bool:
    places = range(passage.place, len(passage.path))
    return all(
        [
            one.place in places and one.spot in passage.path and is_foe(state, one.owner, passage.mover)
            for one in passage.crossings
        ]
    )


def _wrong_questions(state: State) -> str | None:
    for one in state.pending:
        wrong = _wrong_offer(state, one) if isinstance(one, Offer) else _wrong_choice(state, one)
        if wrong is not None:
            return wrong
    return None


def _wrong_offer(state: State, offer: Offer) -> str | None:
    passage = state.passage
    if passage is None or offer.mover != passage.mover or offer.spot not in passage.path:
        return "an attack is offered at one who does not pass there"
    if not weapons_at_hand(state, offer.owner):
        return f"{state.profiles[offer.owner].name} has no attack of opportunity to be offered"
    return None


def _wrong_choice(state: State, choice: WeaponChoice) -> str | None:
    one, weapons = state.conditions[choice.attacker], state.profiles[choice.attacker].weapons
    fits = one.fate == UP and len({*choice.weapons}) == len(choice.weapons) > 1 and {*choice.weapons} <= {*one.drawn}
    if fits and all(
        [can_strike(state, choice.attacker, choice.target, weapons[number], choice.spot) for number in choice.weapons]
    ):
        return None
    return "a weapon is to be chosen that cannot strike"
