"""Tactics that keep foes at a distance: shooting from where nobody can come up to one, and getting away when hurt."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from affray.dice import Dice, Seat
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid import paths
from affray.rulesets.d20grid.ground import areas_against, can_strike, is_in_area, metric_of, near, ways_of
from affray.rulesets.d20grid.legality import forbids
from affray.rulesets.d20grid.state import SQUARE, Place, State, Turn, foes_of, is_ranged
from affray.rulesets.d20grid.tactics_fighting import FIRST, blow, first, going, within_reach
from affray.rulesets.d20grid.tactics_moving import Choice, cost, distance_to, gap_to, go, with_a_shot

Far = tuple[Callable[[Place], int], int]
"""How many squares a foe is away from a place, and the squares from which it could come up and strike in one turn."""


def kiting(state: State, seat: Seat, dice: Dice) -> c.Command:
    """Shoots at the first foe, from where nobody could come up to it in a turn.

    It goes there if that provokes nobody, before the shot where a foe is in its area, or disengages for it. Elsewhere
    it stands and shoots as often as it can. Without a bow it fights as `first`.
    """
    assert isinstance(seat, int)
    turn = state.turn
    if state.pending or state.entering or turn is None or turn.full:
        return FIRST(state, seat, dice)
    if not holds_ranged(state, seat):
        return bow_to_hand(state, seat) or FIRST(state, seat, dice)
    if turn.attacked or turn.moved:
        return blow(state, seat, turn, first, dice) or getting_clear(state, seat, turn)
    here, fars = state.conditions[seat].at, strides(state, seat)
    if turn.standard and is_exposed(here, fars):
        stand = refuge_with_a_shot(state, seat, fars)
        if stand is not None and turn.standard == 2 and is_crowded(state, seat):
            return go(seat, stand)
        foes = within_reach(state, seat) if stand is not None else []
        if foes:
            foe, weapon = foes[0]
            return c.Attack(seat, foe, weapon, state.profiles[seat].weapons[weapon].subdues)
        if stand is None and would_get_clear(state, seat, turn, fars):
            return c.Disengage(seat)
    return blow(state, seat, turn, first, dice) or going(state, seat, turn, first, dice, to_shoot)


def to_shoot(state: State, seat: int, choose: Choice, dice: Dice) -> c.Command | None:
    """To where a foe can be shot at, farthest away; not from where nobody could come up to where somebody could."""
    fars = strides(state, seat)
    stand = refuge_with_a_shot(state, seat, fars)
    if stand is not None:
        return go(seat, stand)
    waits = fars and not is_exposed(state.conditions[seat].at, fars)
    return None if waits else with_a_shot(state, seat, choose, dice)


def getting_clear(state: State, seat: int, turn: Turn) -> c.Command:
    """After the shot: to where nobody can come up, or as far away as it goes without being attacked."""
    fars = strides(state, seat)
    if turn.moved or turn.standard < 1 or not is_exposed(state.conditions[seat].at, fars):
        return c.EndTurn(seat)
    found = refuges(state, seat, fars)
    return (go(seat, found[0]) if found else away(state, seat, only_safely=True)) or c.EndTurn(seat)


def would_get_clear(state: State, seat: int, turn: Turn, fars: list[Far]) -> bool:
    """Whether a Disengage would lead out of everybody's reach."""
    if forbids(state, c.Disengage(seat)) is not None or turn.standard < 2 or not is_watched(state, seat):
        return False
    return bool(refuges(replace(state, turn=replace(turn, disengaged=True)), seat, fars))


def retreating(state: State, seat: Seat, dice: Dice) -> c.Command:
    """As `first`; when half of its hit points are gone it gets out of reach.

    From there it shoots if it can, and waits.
    """
    assert isinstance(seat, int)
    turn = state.turn
    if state.pending or state.entering or turn is None or turn.full or not is_hurt(state, seat):
        return FIRST(state, seat, dice)
    fars = strides(state, seat)
    exposed = is_exposed(state.conditions[seat].at, fars)
    if turn.moved or (turn.attacked and not turn.disengaged):
        return blow(state, seat, turn, first, dice) or getting_clear(state, seat, turn)
    if exposed and turn.standard:
        flight = away(state, seat)
        if flight is None:
            return c.EndTurn(seat) if turn.disengaged else FIRST(state, seat, dice)
        leaves = not turn.disengaged and turn.standard == 2 and is_watched(state, seat)
        return c.Disengage(seat) if leaves else flight
    if exposed or not fars or is_shot_at(state, seat):
        return FIRST(state, seat, dice)
    shot = blow(state, seat, turn, first, dice)
    if shot is None and not holds_ranged(state, seat):
        shot = bow_to_hand(state, seat)
    return shot or c.EndTurn(seat)


# Bows


def holds_ranged(state: State, seat: int) -> bool:
    """Whether a ranged weapon is in hand."""
    weapons = state.profiles[seat].weapons
    return any([is_ranged(weapons[one]) for one in state.conditions[seat].drawn])


def bow_to_hand(state: State, seat: int) -> c.Command | None:
    """Draws a ranged weapon, and lets go of what is in hand for it; None where there is none or no action for it."""
    one, turn = state.conditions[seat], state.turn
    bows = [number for number, weapon in enumerate(state.profiles[seat].weapons) if is_ranged(weapon)]
    for bow in bows:
        if forbids(state, c.Draw(seat, bow)) is None:
            return c.Draw(seat, bow)
    empty = replace(one, drawn=())
    freed = replace(state, conditions=(*state.conditions[:seat], empty, *state.conditions[seat + 1 :]))
    if turn is not None and one.drawn and any([forbids(freed, c.Draw(seat, bow)) is None for bow in bows]):
        return c.Drop(seat, one.drawn[0])
    return None


def has_shot(state: State, seat: int, place: Place) -> bool:
    """Whether a foe could be attacked from a square."""
    weapons = state.profiles[seat].weapons
    held = [weapons[one] for one in state.conditions[seat].drawn]
    return any(
        can_strike(state, seat, foe, one, state.conditions[foe].at, place)
        for foe in foes_of(state, seat)
        for one in held
    )


# Who could come up


def strides(state: State, seat: int) -> list[Far]:
    """Of every foe with a melee weapon how far it is and from how far it could come up and strike; no bow is outrun."""
    found = []
    for foe in foes_of(state, seat):
        one, profile = state.conditions[foe], state.profiles[foe]
        held = [profile.weapons[weapon] for weapon in one.drawn] or list(profile.weapons)
        reaches = [weapon.reach for weapon in held if not is_ranged(weapon)]
        if reaches:
            found.append((distance_to(state.map, one.at), (profile.speed + max(reaches)) // SQUARE))
    return found


def is_exposed(place: Place, fars: Iterable[Far]) -> bool:
    """Whether some foe could come up to a square and strike in one turn."""
    return any([far(place) <= stride for far, stride in fars])


def refuges(state: State, seat: int, fars: list[Far]) -> list[Place]:
    """The squares to which nobody could come up and strike, that provoke nobody on the way; the farthest first."""
    gap = gap_to(state, foes_of(state, seat))
    found = [
        (-gap(place), routes.safest.feet, place)
        for place, routes in ways_of(state, seat).items()
        if not routes.safest.provoked and not is_exposed(place, fars)
    ]
    return [place for _, _, place in sorted(found)]


def refuge_with_a_shot(state: State, seat: int, fars: list[Far]) -> Place | None:
    """The farthest of them from which a foe can be attacked."""
    return next((place for place in refuges(state, seat, fars) if has_shot(state, seat, place)), None)


def away(state: State, seat: int, *, only_safely: bool = False) -> c.Command | None:
    """To the square that is farthest from all foes; of several by the path that provokes least."""
    foes = foes_of(state, seat)
    if not foes:
        return None
    gap = gap_to(state, foes)
    best = min(
        [
            (-gap(place), *cost(routes.safest), place)
            for place, routes in ways_of(state, seat).items()
            if not (only_safely and routes.safest.provoked)
        ],
        default=None,
    )
    if best is None or -best[0] <= gap(state.conditions[seat].at):
        return None
    return go(seat, best[-1])


def is_crowded(state: State, seat: int) -> bool:
    """Whether a foe is in one's own area, where shots are at a disadvantage."""
    return any([is_in_area(state, seat, state.conditions[foe].at) for foe in foes_of(state, seat)])


def is_shot_at(state: State, seat: int) -> bool:
    """Whether some foe has a ranged weapon in hand."""
    return any([holds_ranged(state, foe) for foe in foes_of(state, seat)])


def is_hurt(state: State, seat: int) -> bool:
    """Whether half of the hit points are gone, those that subdual damage weighs on included."""
    one = state.conditions[seat]
    return 2 * (one.hp - one.subdual) <= state.profiles[seat].max_hp


def is_watched(state: State, seat: int) -> bool:
    """Whether one is in the area of a foe who could attack it for leaving."""
    here, metric = state.conditions[seat].at, metric_of(state.rulings)
    owners: tuple[paths.Area, ...] = areas_against(state, seat)
    return any([near(here, state.conditions[one.owner].at, one.feet, metric) for one in owners])
