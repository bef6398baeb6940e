"""What else a fighter does with its actions: tending, helping, moving, catching breath, leaving, ending its turn."""

from __future__ import annotations

from affray.play import Play
from affray.rules import rule
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice import formulas
from affray.rulesets.skilldice.events import Left, MannerChanged, Moved, Regained, Spent, Tended, TurnEnded
from affray.rulesets.skilldice.hands import hand_of
from affray.rulesets.skilldice.harm import with_one
from affray.rulesets.skilldice.rulings import Rulings
from affray.rulesets.skilldice.settling import settle
from affray.rulesets.skilldice.state import NOTHING, State


@rule("skilldice.weapon.piercing", "D07", "D28")
def tend(play: Play[State], command: c.Tend) -> None:
    """One action closes all wounds of a fighter, by itself or by a roll of Mind."""
    hand = hand_of(play.state, command.actor, "mind") if tending_rolls(play.state.rulings) else None
    success = True
    if hand is not None:
        play.bind(tender=command.actor)
        success = play.resolve(formulas.tend, hand).success
    play.record(Tended(command.actor, command.target, success, hand))
    settle(play)


@rule("D28")
def tending_rolls(rulings: Rulings) -> bool:
    """Whether tending takes a roll."""
    return rulings.tending == "roll_mind_vs_d6"


@rule("skilldice.out.kinds", "D07", "D51")
def help_ally(play: Play[State], command: c.Help) -> None:
    """One action frees the bound, wakes the sleeper, warns the unaware."""
    play.record(Spent(command.actor, 1, "help"))
    play.record(MannerChanged(command.target, "able"))
    settle(play)


@rule("skilldice.turn.actions", "D07", "D26")
def move(play: Play[State], command: c.Move) -> None:
    """One action, and no length: to another group of fighters."""
    play.record(Moved(command.actor, command.to))
    settle(play)


@rule("skilldice.turn.actions", "D07")
def act(play: Play[State], command: c.Act) -> None:
    """Anything else that is worth mentioning is an action."""
    play.record(Spent(command.actor, 1, command.what))
    settle(play)


@rule("skilldice.recover.respite", "D39")
def catch_breath(play: Play[State], command: c.CatchBreath) -> None:
    """One action and one point, where the table lets breath be caught in a fight."""
    play.record(Spent(command.actor, 1, "catch breath"))
    points = with_one(NOTHING, command.skill, 1)
    play.record(Regained(command.actor, points, "skilldice.recover.respite"))
    settle(play)


@rule("D39")
def breath_in_combat(rulings: Rulings) -> bool:
    """Whether a respite can be had in a fight."""
    return rulings.respite == "one_action_in_combat"


@rule("skilldice.leave", "D35", "D36")
def leave(play: Play[State], command: c.Leave) -> None:
    """Gone at once, without a blow from anybody; what it costs is for the Narrator to say afterwards."""
    actions = leaving_takes(play.state.rulings)
    spent = play.state.conditions[command.actor].actions if actions is None else actions
    play.record(Left(command.actor, spent))
    settle(play)


@rule("D35")
def leaving(rulings: Rulings) -> tuple[bool, int | None]:
    """Whether one leaves in its own turn only, and the actions that it takes; None for all that are left."""
    choice = rulings.leaving
    takes = {"one_action": 1, "all_remaining": None}
    return choice == "own_turn", takes.get(choice, 0)


def leaving_takes(rulings: Rulings) -> int | None:
    """The actions that leaving takes; None for all that are left."""
    return leaving(rulings)[1]


@rule("skilldice.turn.actions")
def end_turn(play: Play[State], command: c.EndTurn) -> None:
    """The turn is over; what is left of the actions can be spent until they come back."""
    play.record(TurnEnded(command.actor))
    settle(play)
