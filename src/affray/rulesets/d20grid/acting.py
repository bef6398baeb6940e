"""What else is done: other actions, in one's own turn and in those of others, and the end of a turn."""

from __future__ import annotations

from affray.play import Play
from affray.rules import rule
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid.events import Acted, Reacted, TurnEnded
from affray.rulesets.d20grid.settling import advance
from affray.rulesets.d20grid.state import State
from affray.rulesets.d20grid.turns import takes_swift


@rule("d20grid.turn.budget", "d20grid.turn.full", "T02", "T04", "T10")
def act(play: Play[State], command: c.Act) -> None:
    """An action for anything that these rules leave to other pages."""
    play.record(Acted(command.actor, command.kind, command.what))


@rule("d20grid.turn.others", "T08")
def react(play: Play[State], command: c.React) -> None:
    """An Immediate or a Free action in somebody else's turn."""
    swift = command.kind == "immediate" and takes_swift(play.state.rulings)
    play.record(Reacted(command.actor, command.kind, command.what, swift))


@rule("d20grid.turn.budget")
def end_turn(play: Play[State], command: c.EndTurn) -> None:
    """The turn is over."""
    play.record(TurnEnded(command.actor))
    advance(play)
