"""What a roll is for that a command stops at: morale comes in the midst of a blow, damage may be that of a critical."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.rules import Odds
from affray.rules.telling import Thrown
from affray.rulesets.knave import commands as c
from affray.rulesets.knave import formulas
from affray.rulesets.knave.events import MoraleCalled, MoraleRolled
from affray.rulesets.knave.morale import group_rating, rolled_together, shaken
from affray.rulesets.knave.rulings import AttackReading
from affray.rulesets.knave.showing_answers import do_they_hold, morale_in_numbers
from affray.rulesets.knave.showing_dice import damage_of
from affray.rulesets.knave.showing_numbers import HIT_ROLLS, attacks_in
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


def special(state: State, command: c.Command, rolls: Sequence[Thrown], roll: str) -> str:
    """The die more of a critical, by the face that brought it: "Natural 20: one more d8"."""
    thrown = [one for one in rolls if one.name in HIT_ROLLS]
    strikes = attacks_in(state, command)
    if roll != formulas.DAMAGE.name or not 0 < len(thrown) <= len(strikes):
        return ""
    reading, event = state.rulings.attack, strikes[len(thrown) - 1]
    attacking = event.roller == "attacker"
    edge = event.edge if attacking else formulas.defenders_edge(event.edge, reading)
    natural, twenty, one = critical_face(thrown[-1].faces, edge, reading)
    if not (twenty if attacking else one):
        return ""
    damage = damage_of(state, event.attacker, event.weapon, dirty=event.dirty)
    alone, _ = formulas.thrown(damage, False, 1, reading)
    if not alone:
        return ""
    what = "the damage once more" if reading.critical_die == "full_roll" else f"one more d{alone[0].sides}"
    if attacking:
        beats = natural + event.bonus > event.armor
    else:
        beats = natural + event.armor - 10 <= event.against
    if not beats and reading.natural_20 == "literal":
        what = f"{'the damage' if reading.critical_die == 'full_roll' else f'one d{alone[0].sides}'}, though it misses"
    return f"{'Natural 20' if attacking else 'Natural 1 in defense'}: {what}."


def critical_face(faces: Sequence[int], edge: int, reading: AttackReading) -> tuple[int, bool, bool]:
    """The face that counts, and whether it is a 20 or a 1 as the table reads two dice (K10)."""
    if len(faces) > 1 and reading.natural_die != "kept":
        return formulas.ends_of(faces, edge, reading.natural_die == "either")
    natural = max(faces) if edge > 0 else min(faces)
    return natural, natural == 20, natural == 1
