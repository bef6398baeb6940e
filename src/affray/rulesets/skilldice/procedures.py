"""How a command is carried out. Every chance goes through a formula."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.errors import Rejection
from affray.play import Play
from affray.rulesets.skilldice import acting, attacking, ordering, referee
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice.legality import forbids
from affray.rulesets.skilldice.state import State


def apply(play: Play[State], command: c.Command) -> Rejection | None:
    """Carries the command out, or says why it may not be given; then nothing has happened."""
    rejection = forbids(play.state, command)
    if rejection is None:
        perform(play, command)
    return rejection


def perform(play: Play[State], command: c.Command) -> None:
    """Carries out a command that nothing forbids."""
    _PROCEDURES[type(command)](play, command)


_PROCEDURES: dict[type, Callable[[Play[State], Any], None]] = {
    c.BeginRound: ordering.begin_round,
    c.Enter: ordering.enter,
    c.NameNext: ordering.name_next,
    c.Attack: attacking.attack,
    c.Defend: attacking.defend,
    c.TakeIt: attacking.take_it,
    c.NameSkill: attacking.name_skill,
    c.Land: attacking.land,
    c.Tend: acting.tend,
    c.Help: acting.help_ally,
    c.Move: acting.move,
    c.CatchBreath: acting.catch_breath,
    c.Act: acting.act,
    c.Leave: acting.leave,
    c.EndTurn: acting.end_turn,
    c.Cost: referee.cost,
    c.SetLost: referee.set_lost,
    c.SetManner: referee.set_manner,
    c.SetEffect: referee.set_effect,
    c.SayHow: referee.say_how,
    c.DeclareDeath: referee.declare_death,
    c.Scar: referee.scar,
    c.Respite: referee.respite,
    c.Night: referee.night,
    c.Care: referee.care,
    c.EndFight: referee.end_fight,
}
