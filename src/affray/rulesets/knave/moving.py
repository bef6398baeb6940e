"""Moving, rising, leaving melee, leaving the fight."""

from __future__ import annotations

from affray.play import Play
from affray.rules import rule
from affray.rulesets.knave import commands as c
from affray.rulesets.knave.events import Asked, GotUp, Left, Moved, Passed
from affray.rulesets.knave.ground import space
from affray.rulesets.knave.rulings import Rulings
from affray.rulesets.knave.settling import settle
from affray.rulesets.knave.space import CLOSER, OFF, OUT, nearest_foe, threats
from affray.rulesets.knave.state import MOVE, UP, FreeAttack, LeaveChoice, State


@rule("knave.turn.move", "knave.turn.action")
def move(play: Play[State], command: c.Move) -> None:
    """A move up to speed; a second one is the action."""
    go(play, command.actor, command.to)


@rule("K43")
def leaving_costs(rulings: Rulings) -> bool:
    """Whether those whose reach one leaves may strike first."""
    return rulings.leaving_melee == "free_attack"


def go(play: Play[State], mover: int, to: str) -> None:
    """The mover goes; those whose reach it leaves may strike first, where leaving melee is not free."""
    if leaving_costs(play.state.rulings):
        foes = threats(play.state, mover)
        for foe in foes:
            play.record(Asked(FreeAttack(foe, mover, to), "knave.turn.move"))
        if foes:
            return
    arrive(play, mover, to)


def arrive(play: Play[State], mover: int, to: str) -> None:
    """The move itself."""
    state = play.state
    turn = state.turn
    if to == OUT:
        leave(play, mover)
        return
    second, left = False, MOVE
    if turn is not None and turn.actor == mover and turn.moved:
        if turn.over:
            left -= turn.walked  # the rest of a move that was split (K42)
        else:
            second = True
    feet = 0
    if to == CLOSER:
        feet = min(left, nearest_foe(state, mover))
    elif to == OFF and space(state.rulings)[0] == "distance":
        feet = -left
    play.record(Moved(mover, to, feet, action=second))
    settle(play)


def rise(play: Play[State], command: c.Rise) -> None:
    """One who was tripped spends its move to rise (K34)."""
    play.record(GotUp(command.actor))


def flee(play: Play[State], command: c.Flee) -> None:
    """One whose morale failed leaves on its turn."""
    get_away(play, command.actor)


def get_away(play: Play[State], fighter: int) -> None:
    """A move and a second move out of the fight: the whole turn."""
    play.record(Passed(fighter))
    go(play, fighter, OUT)


@rule("K81")
def withdraw(play: Play[State], command: c.Withdraw) -> None:
    """One leaves the fight with a move and a second move; or asks the referee."""
    if needs_leave(play.state.rulings):
        play.record(Asked(LeaveChoice(command.actor), "knave.turn.move"))
    else:
        get_away(play, command.actor)


def needs_leave(rulings: Rulings) -> bool:
    """Whether leaving the fight is the referee's to allow."""
    return rulings.leaving_fight == "referee"


def leave(play: Play[State], fighter: int) -> None:
    """The fighter is out of the fight."""
    if play.state.conditions[fighter].fate == UP:
        play.record(Left(fighter, "fled", "knave.turn.move"))
        settle(play, gone=(fighter,))
