"""How a command is carried out. Every chance goes through a formula."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.errors import Rejection
from affray.play import Play
from affray.rulesets.d20grid import acting, attacking, drawing, moving, ordering, referee
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid.legality import forbids
from affray.rulesets.d20grid.state import State


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
    c.RollInitiative: ordering.enter,
    c.Attack: attacking.attack,
    c.FullAttack: attacking.full_attack,
    c.Step: moving.step,
    c.MoveTo: moving.move_to,
    c.Walk: moving.walk_by_hand,
    c.Disengage: moving.disengage,
    c.Draw: drawing.draw,
    c.Sheathe: drawing.sheathe,
    c.Drop: drawing.drop,
    c.Act: acting.act,
    c.React: acting.react,
    c.EndTurn: acting.end_turn,
    c.Strike: attacking.take_opportunity,
    c.Decline: attacking.decline,
    c.ChooseWeapon: attacking.choose_weapon,
    c.SetHp: referee.set_hp,
    c.SetSubdual: referee.set_subdual,
    c.Heal: referee.heal,
    c.HealSubdual: referee.heal_subdual,
    c.Harm: referee.harm,
    c.SetFlag: referee.set_flag,
    c.SetBehind: referee.set_behind,
    c.Put: referee.put,
    c.EndFight: referee.end_fight,
}
