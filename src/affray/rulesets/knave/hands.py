"""What is in hand: a shield that is slung for a weapon of two hands, a weapon on the floor."""

from __future__ import annotations

from affray.play import Play
from affray.rules import rule
from affray.rulesets.knave import commands as c
from affray.rulesets.knave.events import Readied, TookUp
from affray.rulesets.knave.rulings import Rulings
from affray.rulesets.knave.settling import settle
from affray.rulesets.knave.state import UNARMED, State


@rule("K23")
def swapping_costs(rulings: Rulings) -> bool:
    """Whether slinging a shield, or taking it in hand again, is an action."""
    return rulings.two_hands == "swap_costs_action"


def take_in_hand(play: Play[State], fighter: int, weapon: int) -> None:
    """The shield is slung for a weapon of two hands and taken up again for one of one hand, once a turn (K23)."""
    profile = play.state.profiles[fighter]
    if profile.shield and weapon != UNARMED:
        hold(play, fighter, slung=profile.weapons[weapon].hands > 1)


def hold(play: Play[State], fighter: int, *, slung: bool) -> None:
    """The shield is slung, or taken in hand, where it is not so already and that is free (K23)."""
    state = play.state
    condition, turn = state.conditions[fighter], state.turn
    if not state.profiles[fighter].shield or condition.shield == 0 or condition.slung == slung:
        return
    changed = turn is not None and turn.actor == fighter and (turn.swapped or bool(turn.owed))
    if not changed and not swapping_costs(state.rulings):
        play.record(Readied(fighter, slung))


def take_up(play: Play[State], command: c.TakeUp) -> None:
    """A weapon on the floor is taken up (K34)."""
    play.record(TookUp(command.actor, command.weapon))
    settle(play)


@rule("K23")
def ready(play: Play[State], command: c.Ready) -> None:
    """The shield is slung or taken in hand: free, or the action."""
    play.record(Readied(command.actor, slung=not command.shield, spends=swapping_costs(play.state.rulings)))
    settle(play)
