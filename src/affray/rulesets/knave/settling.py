"""What follows from harm, in order: who is down, morale, the end of the fight, the end of the round."""

from __future__ import annotations

from typing import Literal

from affray.play import Play
from affray.rules import rule
from affray.rulesets.knave.events import Ended, Fell, Rose
from affray.rulesets.knave.morale import gone_since, roll_morale, watch_hirelings, watch_morale
from affray.rulesets.knave.rulings import Rulings
from affray.rulesets.knave.state import (
    DEAD,
    FOES,
    PARTY,
    UNCONSCIOUS,
    UP,
    Profile,
    State,
    is_pc,
    is_standing,
    side_name,
)
from affray.rulesets.knave.turns import has_acted, turns_left

CLAUSES = {UNCONSCIOUS: "knave.hp.unconscious", DEAD: "knave.hp.dead"}


def settle(play: Play[State], hurt: tuple[int, ...] = (), gone: tuple[int, ...] = ()) -> None:
    """Everything that the rules do by themselves after a command.

    `hurt` are those who lost hit points, `gone` those who went out of the fight alive.
    """
    fell: tuple[int, ...] = ()
    for one in hurt:  # mostly the one target of a blow
        if settle_fate(play, one):
            fell = (*fell, one)
    if (fell or gone) and watch_end(play, (*fell, *gone)):
        return
    before = play.state.conditions
    watch_morale(play, hurt, fell, gone)
    for one in hurt:
        if play.state.conditions[one].fate == DEAD:
            watch_hirelings(play)
    if play.state.due:
        _settle_round(play)
    if play.state.conditions is not before:
        watch_end(play, gone_since(before, play.state))


@rule("knave.hp.unconscious", "knave.hp.dead", "K47")
def settle_fate(play: Play[State], fighter: int) -> bool:
    """0 HP is unconscious, -1 or less is dead, more is up. Returns whether the fighter went down now."""
    condition = play.state.conditions[fighter]
    if condition.hp > 0:
        if condition.fate != UP and condition.fate in (UNCONSCIOUS, DEAD):
            play.record(Rose(fighter, has_acted(play.state, play.state.profiles[fighter].camp)))
        return False
    if condition.fate not in (UP, UNCONSCIOUS, DEAD):
        return False
    fate = fate_at(play.state.profiles[fighter], condition.hp, play.state.rulings)
    if condition.fate != fate:
        play.record(Fell(fighter, fate, CLAUSES[fate]))
    return condition.fate == UP


@rule("K45")
def fate_at(profile: Profile, hp: int, rulings: Rulings) -> Literal["unconscious", "dead"]:
    """What hit points of 0 or less make of the fighter."""
    if hp < 0:
        return DEAD
    return DEAD if rulings.npc_down == "npc_dead_at_0" and not is_pc(profile) else UNCONSCIOUS


def _settle_round(play: Play[State]) -> None:
    """At the end of a round the morale rolls that waited for it are made (K70 `end_of_round`)."""
    while play.state.due and not play.state.pending and not turns_left(play.state):
        before = play.state.conditions
        for trigger in play.state.due:
            roll_morale(play, trigger)
        # Those who ran may be what another trigger waits for, and the round is still at its end.
        watch_morale(play, (), (), gone_since(before, play.state))


@rule("K44")
def watch_end(play: Play[State], out: tuple[int, ...]) -> bool:
    """The fight is over when a camp has nobody who is up; `out` are those who went down or left now."""
    state = play.state
    for fighter in out:
        if not is_standing(state, state.profiles[fighter].camp):
            break
    else:
        return state.over
    if state.over:
        return True
    left = [camp for camp in (PARTY, FOES) if is_standing(state, camp)]
    play.record(Ended(side_name(state, left[0]) if left else None))
    return True
