"""What a seat may know of a fight on a grid, and the fight as it has to take it to be."""

from __future__ import annotations

from msgspec.structs import replace

from affray.dice import REFEREE, Seat
from affray.rulesets.d20grid.ground import in_sight
from affray.rulesets.d20grid.state import Condition, Profile, State

SECRET = frozenset({"unaware", "hidden", "invisible"})
"""Flags that only the referee knows of."""

UNSEEN = "somebody unseen"
"""The name of whoever is out of sight."""

NOWHERE = Condition(0, (0, 0), fate="dead")
"""What is put for one who is out of sight: it is in nobody's way, and nothing is in its area."""


def knows_all(seat: Seat) -> bool:
    """Whether nothing is hidden from a seat: the referee's. A foe may be given to a player, who does not know all."""
    return seat == REFEREE


def sees(state: State, seat: Seat, fighter: int) -> bool:
    """Whether a seat may know of a fighter at all, and where it is."""
    return knows_all(seat) or seat == fighter or in_sight(state, fighter)


def knows(state: State, seat: Seat, fighter: int) -> bool:
    """Whether a seat may read the sheet of a fighter, its numbers: its own, and those of the players' side."""
    return knows_all(seat) or seat == fighter or state.profiles[fighter].players


def seen(state: State, seat: Seat) -> State:
    """The fight without those who are out of sight of a seat, and without what nobody has noticed.

    Places in the roster stay as they are.
    """
    if knows_all(seat) or not any([SECRET.intersection(one.flags) for one in state.conditions]):
        return state
    everybody = range(len(state.profiles))
    return replace(
        state,
        profiles=tuple([_profile(state, seat, number) for number in everybody]),
        conditions=tuple([_condition(state, seat, number) for number in everybody]),
    )


def asked_about(state: State, seat: Seat) -> State:
    """The fight with those out of sight in it and without their names: what one is asked about, one has noticed."""
    return replace(
        state,
        profiles=tuple(
            [
                profile if sees(state, seat, number) else replace(profile, name=UNSEEN)
                for number, profile in enumerate(state.profiles)
            ]
        ),
    )


def _profile(state: State, seat: Seat, number: int) -> Profile:
    profile = state.profiles[number]
    return profile if sees(state, seat, number) else Profile(UNSEEN, profile.side, False, 0, 1)


def _condition(state: State, seat: Seat, number: int) -> Condition:
    one = state.conditions[number]
    if not sees(state, seat, number):
        return NOWHERE
    secret = frozenset({"unaware"}) if knows(state, seat, number) else SECRET
    return replace(
        one,
        flags=tuple([flag for flag in one.flags if flag not in secret]),
        behind=tuple([other for other in one.behind if sees(state, seat, other)]),
    )
