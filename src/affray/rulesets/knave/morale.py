"""Morale: what calls for the roll, who makes it, and what a failure does."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Literal

from affray.play import Play
from affray.rules import rule
from affray.rulesets.knave import formulas
from affray.rulesets.knave.events import (
    Asked,
    Left,
    MoraleCalled,
    MoraleRolled,
    MoraleSkipped,
    TurnedToFlee,
)
from affray.rulesets.knave.rulings import Rulings
from affray.rulesets.knave.state import (
    COMING,
    DEAD,
    FOES,
    UNCONSCIOUS,
    UP,
    BreakChoice,
    Condition,
    Fate,
    MoraleChoice,
    Profile,
    State,
    Trigger,
)

CHECK = "knave.morale.check"

DOWN: tuple[Fate, ...] = (DEAD, UNCONSCIOUS)
TAKEN: tuple[Fate, ...] = (*DOWN, "taken")
EVERYBODY = ("",)
"""The one group there is where kinds do not matter (K73)."""
OUT: tuple[Fate, ...] = (*TAKEN, "fled", "retreated", "parleyed")


@rule("knave.morale.triggers", "K70")
def watch_morale(play: Play[State], hurt: tuple[int, ...], fell: tuple[int, ...], gone: tuple[int, ...]) -> None:
    """Every trigger that is met calls for its roll: now, at the end of the round, or if the referee says so.

    `hurt` are those who lost hit points, `fell` those of them who went down, `gone` those who went out alive.
    """
    profiles = play.state.profiles
    for one in hurt:
        if profiles[one].camp == FOES:
            break
    else:
        if not gone:
            return
    while fell or gone or _lone_at_half(play.state, hurt):
        before = play.state.conditions
        for trigger in _met(play.state, hurt, fell, gone):
            if shaken(play.state, trigger):
                _call(play, trigger)
        if play.state.conditions is before:
            return
        # Those who ran may be what another trigger waits for.
        hurt, fell, gone = (), (), gone_since(before, play.state)


def gone_since(before: tuple[Condition, ...], state: State) -> tuple[int, ...]:
    """Those who were up and are out of the fight alive."""
    if state.conditions is before:
        return ()
    return tuple(
        number
        for number, (was, now) in enumerate(zip(before, state.conditions, strict=True))
        if was.fate == UP and now.fate not in (UP, *DOWN)
    )


@rule("K70")
def when_rolled(rulings: Rulings) -> Literal["auto", "end_of_round", "referee"]:
    """When a trigger that is met leads to its roll."""
    return rulings.morale_when


def _call(play: Play[State], trigger: Trigger) -> None:
    when = when_rolled(play.state.rulings)
    counted = len(_members(play.state, trigger.group)) if trigger.kind == "half" else 0
    play.record(MoraleCalled(trigger, later=when == "end_of_round", counted=counted))
    if when == "auto":
        roll_morale(play, trigger)
    elif when == "referee":
        play.record(Asked(MoraleChoice(trigger), CHECK))


def _met(state: State, hurt: tuple[int, ...], fell: tuple[int, ...], gone: tuple[int, ...]) -> list[Trigger]:
    """The triggers that are met, in the order of the text."""
    met: list[Trigger] = []
    fates, by_name = counting(state)
    profiles, conditions = state.profiles, state.conditions
    now = [one for one in (*fell, *gone) if profiles[one].camp == FOES and conditions[one].fate in fates]
    if now:
        groups = dict.fromkeys([profiles[one].kind for one in now]) if by_name else EVERYBODY
        met = [Trigger("half", group) for group in groups if _half_defeated(state, group, fates)]
        met += [Trigger("leader", profiles[one].kind if by_name else "") for one in now if profiles[one].leader]
    if _lone_at_half(state, hurt):
        met.append(Trigger("lone"))
    return met


@rule("K56")
def half_group(rulings: Rulings) -> Literal["once", "each_time", "gt_half"]:
    """What counts as half of the group, and how often it calls for the roll."""
    return rulings.half_group


@rule("K56", "K80")
def _half_defeated(state: State, group: str, fates: tuple[Fate, ...]) -> bool:
    """Half of the group is defeated, and the roll for it has not been made."""
    choice = half_group(state.rulings)
    if choice != "each_time" and state.checked and Trigger("half", group) in state.checked:
        return False
    conditions = state.conditions
    there = twice = 0
    for one in state.camps[FOES]:
        fate = conditions[one].fate
        if fate != COMING and (not group or state.profiles[one].kind == group):
            there += 1
            if fate != UP and fate in fates:
                twice += 2
    number = dict(state.starting).get(group, there) if state.starting else there
    return twice > number if choice == "gt_half" else twice >= number


def _lone_at_half(state: State, hurt: tuple[int, ...]) -> bool:
    """A lone enemy is brought to half its hit points, and the roll for it has not been made."""
    for one in hurt:
        if state.conditions[one].fate == UP and _is_at_half(state, one):
            return _is_lone(state, one)
    return False


def _is_at_half(state: State, fighter: int) -> bool:
    profile = state.profiles[fighter]
    return profile.camp == FOES and state.conditions[fighter].hp * 2 <= profile.max_hp


@rule("K57")
def last_is_lone(rulings: Rulings) -> bool:
    """Whether the last enemy who stands is a lone one, though it was not alone from the start."""
    return rulings.lone_foe == "last_standing"


def _is_lone(state: State, fighter: int) -> bool:
    """Whether there is or was no enemy but this one, and the roll for it has not been made."""
    if Trigger("lone") in state.checked:
        return False
    foes = _members(state, "")
    if last_is_lone(state.rulings):
        foes = [fighter for fighter in foes if state.conditions[fighter].fate == UP]
    return foes == [fighter]


@rule("K73")
def counting(state: State) -> tuple[tuple[Fate, ...], bool]:
    """The fates that count as defeated, and whether each kind of enemy is its own group.

    Where those who fled count, so do those who retreated or parley: all of them broke.
    """
    choice = state.rulings.defeated
    return OUT if choice == "fled_counts" else TAKEN, choice == "by_name"


def _members(state: State, group: str) -> list[int]:
    """Those of the group who are there: one who comes later counts from then on (K80)."""
    conditions, profiles = state.conditions, state.profiles
    return [
        fighter
        for fighter in state.camps[FOES]
        if conditions[fighter].fate != COMING and (not group or profiles[fighter].kind == group)
    ]


@rule("K71")
def shaken(state: State, trigger: Trigger) -> tuple[int, ...]:
    """Those whom a trigger shakes: still there, with a rating, not broken already."""
    if trigger.fighter is not None:
        whom = [trigger.fighter]
    else:
        whom = _members(state, trigger.group)
    broken = [one.fighter for one in state.pending if isinstance(one, BreakChoice)]
    return tuple(
        fighter
        for fighter in whom
        if state.conditions[fighter].fate == UP
        and not state.conditions[fighter].fleeing
        and state.profiles[fighter].morale is not None
        and fighter not in broken
    )


@lru_cache(maxsize=256)
def hirelings(profiles: tuple[Profile, ...]) -> tuple[tuple[int, int], ...]:
    """The hirelings, each with its employer."""
    return tuple((number, one.hireling_of) for number, one in enumerate(profiles) if one.hireling_of is not None)


@rule("knave.morale.triggers", "K61", "K70")
def watch_hirelings(play: Play[State]) -> None:
    """Hirelings check when they are not paid, and when their employer dies."""
    for fighter, employer in hirelings(play.state.profiles):
        triggers = []
        if not play.state.profiles[fighter].paid:
            triggers.append(Trigger("unpaid", fighter=fighter))
        if play.state.conditions[employer].fate == DEAD:
            triggers.append(Trigger("employer", fighter=fighter))
        for trigger in triggers:
            if trigger not in play.state.checked and shaken(play.state, trigger):
                _call(play, trigger)


@rule("K58")
def rolled_together(rulings: Rulings) -> bool:
    """Whether one roll is made for all who are shaken."""
    return rulings.morale_roll == "group"


@rule("knave.morale.check", "K58", "K60")
def roll_morale(play: Play[State], trigger: Trigger) -> None:
    """One roll for the group, or one each; those who fail are broken."""
    fighters = shaken(play.state, trigger)
    if not fighters:
        play.record(MoraleSkipped(trigger))
        return
    if rolled_together(play.state.rulings) and trigger.fighter is None:
        rolls = [(fighters, group_rating(play.state, fighters))]
    else:
        rolls = [((fighter,), play.state.profiles[fighter].morale or 0) for fighter in fighters]
    for those, rating in rolls:
        holds = play.resolve(formulas.morale, rating).holds
        play.record(MoraleRolled(those, rating, holds, trigger))
        if not holds:
            for fighter in those:
                break_off(play, fighter)


def group_rating(state: State, fighters: tuple[int, ...]) -> int:
    """The leader's rating (of several the first), else the commonest, the lower of two equally common."""
    ratings = []
    for fighter in fighters:
        rating = state.profiles[fighter].morale
        assert rating is not None
        if state.profiles[fighter].leader:
            return rating
        ratings.append(rating)
    return min(Counter(ratings).items(), key=lambda item: (-item[1], item[0]))[0]


@rule("K59")
def referee_decides(rulings: Rulings) -> bool:
    """Whether the referee says what one whose morale failed does."""
    return rulings.morale_failed == "per_npc"


@rule("K59")
def break_off(play: Play[State], fighter: int) -> None:
    """One whose morale failed tries to get away, or does what the referee says it does."""
    if referee_decides(play.state.rulings):
        play.record(Asked(BreakChoice(fighter), CHECK))
    else:
        run(play, fighter)


@rule("K72")
def runs_on_its_turn(rulings: Rulings) -> bool:
    """Whether one who runs is out of the fight from its own turn on, and not at once."""
    return rulings.flight == "own_turn"


@rule("K72")
def run(play: Play[State], fighter: int) -> None:
    """The fighter is out of the fight at once, or from its own turn on."""
    if runs_on_its_turn(play.state.rulings):
        play.record(TurnedToFlee(fighter))
    else:
        play.record(Left(fighter, "fled"))
