"""Morale: what calls for the roll, who makes it, and what a failure does."""

from __future__ import annotations

from collections import Counter

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
from affray.rulesets.knave.state import (
    DEAD,
    FOES,
    UNCONSCIOUS,
    UP,
    BreakChoice,
    Condition,
    Fate,
    MoraleChoice,
    State,
    Trigger,
)

CHECK = "knave.morale.check"

DOWN: tuple[Fate, ...] = (DEAD, UNCONSCIOUS)
OUT: tuple[Fate, ...] = (*DOWN, "fled", "retreated", "parleyed")


@rule("knave.morale.triggers", "K70")
def watch_morale(play: Play[State], hurt: tuple[int, ...], fell: tuple[int, ...], gone: tuple[int, ...]) -> None:
    """Every trigger that is met calls for its roll: now, at the end of the round, or if the referee says so.

    `hurt` are those who lost hit points, `fell` those of them who went down, `gone` those who went out alive.
    """
    if not gone and not [fighter for fighter in hurt if play.state.profiles[fighter].camp == FOES]:
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


def _call(play: Play[State], trigger: Trigger) -> None:
    when = play.state.rulings.morale_when
    play.record(MoraleCalled(trigger, later=when == "end_of_round"))
    if when == "auto":
        roll_morale(play, trigger)
    elif when == "referee":
        play.record(Asked(MoraleChoice(trigger), CHECK))


def _met(state: State, hurt: tuple[int, ...], fell: tuple[int, ...], gone: tuple[int, ...]) -> list[Trigger]:
    """The triggers that are met, in the order of the text."""
    met: list[Trigger] = []
    fates, _ = counting(state)
    now = [one for one in (*fell, *gone) if state.profiles[one].camp == FOES and state.conditions[one].fate in fates]
    if now:
        met += [Trigger("half", group) for group in _groups(state) if _half_defeated(state, group, now)]
        met += [Trigger("leader", _group_of(state, one)) for one in now if state.profiles[one].leader]
    if _lone_at_half(state, hurt):
        met.append(Trigger("lone"))
    return met


@rule("K56")
def _half_defeated(state: State, group: str, now: list[int]) -> bool:
    """Half of the group is defeated with those who are so now, and the roll for it has not been made."""
    choice = state.rulings.half_group
    if choice != "each_time" and Trigger("half", group) in state.checked:
        return False
    members = _members(state, group)
    if not any([fighter in members for fighter in now]):
        return False
    fates, _ = counting(state)
    twice = 2 * len([fighter for fighter in members if state.conditions[fighter].fate in fates])
    return twice > len(members) if choice == "gt_half" else twice >= len(members)


@rule("K57")
def _lone_at_half(state: State, hurt: tuple[int, ...]) -> bool:
    """A lone enemy is brought to half its hit points, and the roll for it has not been made."""
    foes = state.camps[FOES]
    if state.rulings.lone_foe == "last_standing":
        foes = tuple([fighter for fighter in foes if state.conditions[fighter].fate == UP])
    if len(foes) != 1 or foes[0] not in hurt or Trigger("lone") in state.checked:
        return False
    condition, profile = state.conditions[foes[0]], state.profiles[foes[0]]
    return condition.fate == UP and condition.hp * 2 <= profile.max_hp


@rule("K73")
def counting(state: State) -> tuple[tuple[Fate, ...], bool]:
    """The fates that count as defeated, and whether each kind of enemy is its own group.

    Where those who fled count, so do those who retreated or parley: all of them broke.
    """
    choice = state.rulings.defeated
    return OUT if choice == "fled_counts" else DOWN, choice == "by_name"


def _groups(state: State) -> list[str]:
    if not counting(state)[1]:
        return [""]
    return list(dict.fromkeys(state.profiles[fighter].kind for fighter in state.camps[FOES]))


def _group_of(state: State, fighter: int) -> str:
    return state.profiles[fighter].kind if counting(state)[1] else ""


def _members(state: State, group: str) -> tuple[int, ...]:
    foes = state.camps[FOES]
    return tuple([fighter for fighter in foes if state.profiles[fighter].kind == group]) if group else foes


@rule("K71")
def shaken(state: State, trigger: Trigger) -> tuple[int, ...]:
    """Those of the group who are still there, have a rating and have not broken already."""
    broken = [one.fighter for one in state.pending if isinstance(one, BreakChoice)]
    return tuple(
        fighter
        for fighter in _members(state, trigger.group)
        if state.conditions[fighter].fate == UP
        and not state.conditions[fighter].fleeing
        and state.profiles[fighter].morale is not None
        and fighter not in broken
    )


@rule("knave.morale.check", "K58", "K60")
def roll_morale(play: Play[State], trigger: Trigger) -> None:
    """One roll for the group, or one each; those who fail are broken."""
    fighters = shaken(play.state, trigger)
    if not fighters:
        play.record(MoraleSkipped(trigger))
        return
    if play.state.rulings.morale_roll == "group":
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
def break_off(play: Play[State], fighter: int) -> None:
    """One whose morale failed tries to get away, or does what the referee says it does."""
    if play.state.rulings.morale_failed == "per_npc":
        play.record(Asked(BreakChoice(fighter), CHECK))
    else:
        run(play, fighter)


@rule("K72")
def run(play: Play[State], fighter: int) -> None:
    """The fighter is out of the fight at once, or from its own turn on."""
    if play.state.rulings.flight == "own_turn":
        play.record(TurnedToFlee(fighter))
    else:
        play.record(Left(fighter, "fled"))
