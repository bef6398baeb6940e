"""What follows by itself after a command: who is out or back, the next turn, the end of round and fight."""

from __future__ import annotations

from affray.play import Play
from affray.rules import rule
from affray.rulesets.skilldice.events import (
    CameBack,
    Ended,
    Lost,
    RoundEnded,
    TurnCame,
    WentOut,
    WoundsClosed,
)
from affray.rulesets.skilldice.harm import bleeds_again, broken, track
from affray.rulesets.skilldice.rulings import Rulings
from affray.rulesets.skilldice.state import SKILLS, UP, Skill, State, can_act, place_of, sides_up
from affray.rulesets.skilldice.turns import acting, in_round


def settle(play: Play[State]) -> None:
    """Everything that the rules do by themselves; nothing while a decision waits, for then the blow is in the air."""
    if play.state.pending:
        return
    settle_fates(play)
    if play.state.over or watch_end(play):
        return
    advance(play)


@rule("skilldice.stamina.out", "D13", "D37", "D38")
def settle_fates(play: Play[State]) -> None:
    """At zero in any Skill one is out, and back with something left of all three; several may go out at once."""
    state = play.state
    for fighter, profile in enumerate(state.profiles):
        one = state.conditions[fighter]
        if one.fate not in (UP, "out"):
            continue
        skill = broken(profile, one, state.rulings)
        if one.fate == UP and skill is not None:
            play.record(WentOut(fighter, skill))
        elif one.fate == "out" and skill is None and (state.over or comes_back(state.rulings)):
            play.record(CameBack(fighter))


@rule("D38")
def comes_back(rulings: Rulings) -> bool:
    """Whether one who regains stamina is in the same fight again."""
    return rulings.coming_back == "above_zero"


@rule("skilldice.stamina.track", "D16")
def lose_stamina(play: Play[State], fighter: int, skill: Skill, cost: int, clause: str) -> None:
    """Stamina is lost, as far as there is any."""
    state = play.state
    left = track(state.profiles[fighter], state.conditions[fighter], skill, state.rulings).left
    if left and cost:
        play.record(Lost(fighter, skill, min(cost, left), cost, clause))


# The end


@rule("D29", "D49")
def watch_end(play: Play[State]) -> bool:
    """The fight is over when at most one side has anybody left; its last round ends with it, before the result."""
    if len(sides_up(play.state)) > 1:
        return False
    end_last_round(play)
    left = sides_up(play.state)
    play.record(Ended(left[0] if left else None))
    return True


def end_last_round(play: Play[State]) -> None:
    """The round in which a fight ends bleeds like any other; between two rounds the last one has done so already."""
    if in_round(play.state):
        bleed(play)
        settle_fates(play)


# The round


@rule("skilldice.turn.actions", "D04", "D09", "D51")
def advance(play: Play[State]) -> None:
    """The turn goes to the next in the order who can act; after the last one the round ends."""
    state = play.state
    if state.entering or state.place >= len(state.order) or acting(state):
        return
    for place in range(state.place + 1, len(state.order)):
        coming = tuple([one for one in state.order[place] if can_act(state, one)])
        if coming:
            play.record(TurnCame(place, coming, not refills_together(state.rulings), passes(state.rulings)))
            return
    end_round(play)


@rule("D04")
def refills_together(rulings: Rulings) -> bool:
    """Whether everybody's actions come back at the start of the round, and not at the start of one's own turn."""
    return rulings.refill == "round_start"


@rule("D51")
def passes(rulings: Rulings) -> bool:
    """Whether being asleep, unaware, distracted or moving ends by itself."""
    return rulings.helpless_until == "one_attack"


@rule("D09", "D29")
def end_round(play: Play[State]) -> None:
    """After the last turn the wounds bleed, which may end the fight."""
    play.record(RoundEnded())
    bleed(play)
    settle_fates(play)
    watch_end(play)


@rule("skilldice.weapon.piercing", "D27", "D29", "D30")
def bleed(play: Play[State]) -> None:
    """Each wound costs its point in the Skill that was hit; one who is out has nothing to lose by it."""
    for fighter in range(len(play.state.profiles)):
        one = play.state.conditions[fighter]
        if not any(one.wounds):
            continue
        if one.fate in (UP, "gone"):
            for skill in SKILLS:
                lose_stamina(play, fighter, skill, one.wounds[place_of(skill)], "skilldice.weapon.piercing")
        if not bleeds_again(one, play.state.rulings)[1]:
            play.record(WoundsClosed(fighter))
