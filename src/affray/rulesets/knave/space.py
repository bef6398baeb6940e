"""Where fighters are to each other: who can reach whom, who is bound in melee, where one can go.

Three ways (K74): everybody within one move of everybody; named places; feet between the sides at the start.
"""

from __future__ import annotations

from typing import Literal

from affray.rules import rule
from affray.rulesets.knave.attacking import can_melee, engagement
from affray.rulesets.knave.ground import space
from affray.rulesets.knave.state import COMING, MOVE, UP, State

OFF = "off"
CLOSER = "closer"
OUT = "out"
"""Where one goes who leaves the fight."""
FAR = 1_000
"""Feet from the nearest foe at which going farther away is pointless."""

HELPLESS = frozenset(("asleep", "bound"))


def is_beside(state: State, one: int, other: int) -> bool:
    """Whether the two are adjacent because one walked up to the other."""
    return ((one, other) if one < other else (other, one)) in state.adjacent


def is_adjacent(state: State, one: int, other: int) -> bool:
    """Whether the two are in melee reach of each other."""
    if is_beside(state, one, other):
        return True
    return space(state.rulings)[0] == "zones" and state.conditions[one].at == state.conditions[other].at


@rule("K74")
def way_to(state: State, actor: int, target: int) -> int | None:
    """The feet to walk up to a target within reach (0 where feet are not counted); None where it is adjacent."""
    if is_beside(state, actor, target):
        return None
    kind, feet = space(state.rulings)
    if kind == "free":
        return 0
    if kind == "zones":
        return None
    return max(0, feet - state.conditions[actor].advanced - state.conditions[target].advanced)


@rule("knave.attack.melee", "K74")
def reach(state: State, actor: int, target: int) -> Literal["adjacent", "walk", "none"]:
    """Whether a melee attack reaches the target at once, by walking up, or not at all."""
    if is_adjacent(state, actor, target):
        return "adjacent"
    kind, _ = space(state.rulings)
    if kind == "zones":
        return "none"
    turn, left = state.turn, MOVE
    if turn is not None and turn.actor == actor:
        if turn.blow and not turn.owed:
            return "none"  # no steps in the middle of a routine (K65)
        if turn.moved:
            if not turn.walked:
                return "none"
            left -= turn.walked
    if kind == "free":
        return "walk"
    # Where feet are counted, one who is in melee has to move off before it walks to another.
    way = way_to(state, actor, target) or 0
    return "none" if way > left or (way and adjacent_foes(state, actor)) else "walk"


def is_in_melee(state: State, fighter: int) -> bool:
    """Whether the fighter is adjacent to anybody."""
    for one in state.adjacent:  # noqa: SIM110 - asked after every attack, where a generator costs more than the answer
        if fighter in one:
            return True
    return False


def adjacent_foes(state: State, fighter: int) -> tuple[int, ...]:
    """The foes in melee reach of the fighter who are up."""
    foes = state.camps[1 - state.profiles[fighter].camp]
    return tuple(one for one in foes if state.conditions[one].fate == UP and is_adjacent(state, fighter, one))


@rule("K20", "K43")
def threats(state: State, fighter: int) -> tuple[int, ...]:
    """Those of the adjacent foes who are conscious and able to strike in melee."""
    return tuple(
        [
            foe
            for foe in adjacent_foes(state, fighter)
            if can_melee(state, foe) and not HELPLESS.intersection(state.conditions[foe].flags)
        ]
    )


@rule("knave.attack.ranged")
def is_engaged(state: State, shooter: int) -> bool:
    """Whether the fighter is bound in melee and cannot shoot."""
    choice = engagement(state.rulings)
    foes = threats(state, shooter)
    if choice == "adjacent_hostile":
        return bool(foes)
    struck = state.struck
    if choice == "mutual":
        return any((foe, shooter) in struck for foe in foes)
    return any((foe, shooter) in struck or (shooter, foe) in struck for foe in foes)


def goals(state: State, mover: int) -> tuple[str, ...]:
    """Where the fighter can move to: nowhere where no move would change anything."""
    kind, _ = space(state.rulings)
    if kind == "zones":
        here = state.conditions[mover].at
        # A place where only those start who are still to come is nobody's business yet.
        known = [one.start for number, one in enumerate(state.profiles) if state.conditions[number].fate != COMING]
        return tuple(dict.fromkeys(place for place in known if place != here))
    near = is_in_melee(state, mover)
    if kind == "free":
        return (OFF,) if near else ()
    way = nearest_foe(state, mover)
    found = [OFF] if near or way < FAR else []
    return (*found, CLOSER) if way else tuple(found)


def nearest_foe(state: State, mover: int) -> int:
    """The feet to the nearest foe who is up and not beside it already; 0 where there is none."""
    foes = [one for one in state.camps[1 - state.profiles[mover].camp] if state.conditions[one].fate == UP]
    return min((way for foe in foes if (way := way_to(state, mover, foe))), default=0)
