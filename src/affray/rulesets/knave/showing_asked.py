"""What a roll is for that a command stops at: morale comes in the midst of a blow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.rules import Odds
from affray.rulesets.knave import formulas
from affray.rulesets.knave.events import MoraleCalled, MoraleRolled
from affray.rulesets.knave.morale import group_rating, rolled_together, shaken
from affray.rulesets.knave.showing_answers import do_they_hold, morale_in_numbers
from affray.rulesets.knave.state import State


def asks(state: State, events: Sequence[Any], roll: str, odds: Odds) -> str:
    """Whose morale is rolled and why, what breaks it, and how likely that is."""
    called = next((event for event in reversed(events) if isinstance(event, MoraleCalled)), None)
    if roll != formulas.MORALE.name or called is None:
        return ""
    trigger = called.trigger
    fighters = shaken(state, trigger)
    together = rolled_together(state.rulings) and trigger.fighter is None
    if together:
        rating = group_rating(state, fighters)
    else:
        rolled = sum(isinstance(event, MoraleRolled) for event in events[events.index(called) :])
        rating = state.profiles[fighters[min(rolled, len(fighters) - 1)]].morale or 0
    fails = 1 - odds(formulas.morale, rating).chance(lambda found: found.holds)
    return f"{do_they_hold(state, trigger)} {morale_in_numbers(state, trigger)} Broken: {fails}."
