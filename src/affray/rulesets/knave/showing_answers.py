"""Decisions as a table offers them: below the question, in the numbers that whoever decides may know."""

from __future__ import annotations

from affray.rules.showing import Choice
from affray.rulesets.knave import commands as c
from affray.rulesets.knave.morale import group_rating, rolled_together, shaken
from affray.rulesets.knave.phrases import name_of, piece_phrase, ruled
from affray.rulesets.knave.showing_numbers import Asking
from affray.rulesets.knave.showing_words import capital
from affray.rulesets.knave.state import FreeAttack, MoraleChoice, Pending, PieceChoice, State, Trigger
from affray.rulesets.knave.telling_deeds import trigger_told


def choose_piece(asking: Asking, command: c.ChoosePiece) -> Choice:
    """Which piece of armor loses the point."""
    pending = due(asking.state)
    target = pending.target if isinstance(pending, PieceChoice) else command.chooser
    left = getattr(asking.state.conditions[target], command.piece)
    return Choice(
        name=capital(f"the {piece_phrase(command.piece)}"),
        group=f"What of {name_of(asking.state, target)}'s armor takes it?",
        how=f"quality {left}, then {left - 1}" if left and asking.knows(target) else "",
        targets=(target,),
    )


def question_of_strike(state: State) -> str:
    """Whether one strikes at whoever is leaving."""
    pending = due(state)
    return f"{name_of(state, pending.mover)} is leaving: strike?" if isinstance(pending, FreeAttack) else "Strike?"


def call_morale(asking: Asking, command: c.CallMorale) -> Choice:
    """Whether morale is rolled, with what it takes to break."""
    pending = due(asking.state)
    if not isinstance(pending, MoraleChoice):
        return Choice(name="Roll for morale" if command.roll else "No morale roll", group="Do they hold?")
    group = do_they_hold(asking.state, pending.trigger)
    if not command.roll:
        return Choice(name="No check, because\N{HORIZONTAL ELLIPSIS}", group=group)
    how = morale_in_numbers(asking.state, pending.trigger)
    return Choice(name="Roll 2d6", group=group, how=how, targets=shaken(asking.state, pending.trigger))


def do_they_hold(state: State, trigger: Trigger) -> str:
    """The question of a morale roll: "Do the goblins hold?"."""
    fighters = shaken(state, trigger)
    if len(fighters) == 1:
        return f"Does {name_of(state, fighters[0])} hold?"
    return f"Do the {' and '.join(dict.fromkeys(state.profiles[one].side for one in fighters))} hold?"


def morale_in_numbers(state: State, trigger: Trigger) -> str:
    """What calls for the roll, and what it takes to break."""
    fighters = shaken(state, trigger)
    if rolled_together(state.rulings):
        ratings = [group_rating(state, fighters)]
    else:
        ratings = [rating for one in fighters if (rating := state.profiles[one].morale) is not None]
    needed = " or ".join(f"more than {one}" for one in dict.fromkeys(ratings))
    each = "" if rolled_together(state.rulings) or len(fighters) == 1 else ", each for itself"
    return f"{capital(trigger_told(state, trigger))}. {capital(needed)} on 2d6 breaks them{each}."


def break_off(asking: Asking, command: c.Break) -> Choice:
    """What one does whose morale failed."""
    words = {"flee": "Flees", "retreat": "Falls back", "parley": "Parleys"}
    group = f"What does {name_of(asking.state, command.fighter)} do?"
    return Choice(name=words[command.how], group=group, targets=(command.fighter,))


def rule(asking: Asking, command: c.Rule) -> Choice:
    """The referee's yes or no."""
    state, pending = asking.state, due(asking.state)
    group = f"{capital(ruled(state, pending, True))}?" if pending is not None else "Yes or no?"
    return Choice(name="Yes" if command.yes else "No", group=group, how=ruled(state, pending, command.yes))


def due(state: State) -> Pending | None:
    """The decision that is due."""
    return state.pending[0] if state.pending else None
