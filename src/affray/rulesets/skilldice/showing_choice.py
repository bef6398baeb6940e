"""Commands as a table offers them: in short words, with the dice that whoever plays the seat may know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from affray.dice import REFEREE, Seat
from affray.errors import Rejection
from affray.rules.showing import Choice
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice import events as e
from affray.rulesets.skilldice.hands import hand_of
from affray.rulesets.skilldice.legality import forbids
from affray.rulesets.skilldice.phrases import effect_phrase, manner_phrase, name_of, points, skill_name
from affray.rulesets.skilldice.showing_answers import defend, take_it
from affray.rulesets.skilldice.showing_numbers import (
    ATTACKER,
    DEFENDER,
    TIE,
    Asking,
    attacking_hands,
    contest_of,
    hand_told,
    seen,
    tried,
)
from affray.rulesets.skilldice.showing_scene import sees_all
from affray.rulesets.skilldice.state import Skill, SkillChoice, State, SweepChoice

Shower: TypeAlias = Callable[[Asking, Any], Choice]

NARRATOR = "The Narrator"


def choice(state: State, seat: Seat, command: c.Command) -> Choice:
    """A command of a seat before it is given; the dice of others are there for the Narrator alone."""
    return _SHOW[type(command)](Asking(seen(state, seat), seat), command)


def known(state: State, seat: Seat, command: c.Command) -> bool:
    """Whether the seat may know of the command: not that one of its own side is to be warned, for nobody has told it.

    The Narrator's commands, and the decisions that wait for the Narrator, are the Narrator's to know.
    """
    if sees_all(seat):
        return True
    if c.issuer(state, command) == REFEREE:
        return False
    return not isinstance(command, c.Help) or state.conditions[command.target].manner != "unaware"


def refuses(state: State, seat: Seat, command: c.Command) -> Rejection | None:
    """Why a command is forbidden in the fight as the seat has to take it to be: nobody is known to be unaware."""
    return forbids(seen(state, seat), command)


# Attacks


def _attack(asking: Asking, command: c.Attack) -> Choice:
    state = asking.state
    contest = contest_of(tried(state, command))
    hands = attacking_hands(state, command) if contest is None else [contest.attack]
    mine = " or ".join(map(hand_told, hands)) if asking.knows(command.actor) else ""
    shown = Choice(
        name=f"{skill_name(command.skill)} at {name_of(state, command.target)}",
        manner=f"{command.dice} actions at once" if command.dice > 1 else "",
        how=f"{_actions(command.dice)}; {mine}",
        group="Attack",
        targets=(command.target,),
    )
    if contest is None:
        return shown
    met = f" against the Narrator's d{contest.difficulty}" if contest.difficulty else ""
    return replace(shown, how=shown.how + met, figures=(("wins", ATTACKER), ("ties", TIE), ("loses", DEFENDER)))


def _own(asking: Asking, fighter: int, skill: Skill) -> str:
    return hand_told(hand_of(asking.state, fighter, skill)) if asking.knows(fighter) else ""


def _actions(number: int) -> str:
    return "one action" if number == 1 else f"{number} actions"


def _land(asking: Asking, command: c.Land) -> Choice:
    state = asking.state
    pending = state.pending[0] if state.pending else None
    how = ""
    if isinstance(pending, SweepChoice):
        how = points(pending.cost, pending.skill) + ("" if command.target == pending.target else ", instead")
    name = name_of(state, command.target)
    return Choice(name=name, how=how, group="On whom does the blow land?", targets=(command.target,))


def _name_skill(asking: Asking, command: c.NameSkill) -> Choice:
    state = asking.state
    pending = state.pending[0] if state.pending else None
    group = "Which Skill is rolled?"
    if isinstance(pending, SkillChoice):
        who = pending.strife.attacker if pending.side == "attacker" else pending.strife.target
        group = f"Which Skill does {name_of(state, who)} roll?"
    return Choice(name=skill_name(command.skill), group=group)


# Turns


def _begin_round(asking: Asking, command: c.BeginRound) -> Choice:
    return Choice(name=f"Begin round {asking.state.round + 1}", group="Round")


def _enter(asking: Asking, command: c.Enter) -> Choice:
    how = _own(asking, command.actor, command.skill)
    return Choice(name=f"Roll {skill_name(command.skill)}", how=how, group="A place in the order")


def _name_next(asking: Asking, command: c.NameNext) -> Choice:
    return Choice(name=name_of(asking.state, command.fighter), group="Who is next?", targets=(command.fighter,))


def _tend(asking: Asking, command: c.Tend) -> Choice:
    own = command.actor == command.target
    name = "Tend your wounds" if own else f"Tend {name_of(asking.state, command.target)}'s wounds"
    return _action(name, command.target)


def _help(asking: Asking, command: c.Help) -> Choice:
    return _action(f"Help {name_of(asking.state, command.target)}", command.target)


def _move(asking: Asking, command: c.Move) -> Choice:
    return _action(f"Go to {command.to}" if command.to else "Go to the others")


def _breath(asking: Asking, command: c.CatchBreath) -> Choice:
    return _action(f"Catch breath for {skill_name(command.skill)}")


def _act(asking: Asking, command: c.Act) -> Choice:
    return _action(command.what)


def _action(name: str, *targets: int) -> Choice:
    return Choice(name=name, how="one action", group="Other actions", targets=targets)


def _leave(asking: Asking, command: c.Leave) -> Choice:
    spent = next((one.actions for one in tried(asking.state, command) if isinstance(one, e.Left)), 0)
    return Choice(name="Leave the fight", how=_actions(spent) if spent else "", group="Turn")


def _end_turn(asking: Asking, command: c.EndTurn) -> Choice:
    left = asking.state.conditions[command.actor].actions
    held = f"{_actions(left)} held" if left and asking.knows(command.actor) else ""
    return Choice(name="End the turn", how=held, group="Turn")


# The Narrator


def _cost(asking: Asking, command: c.Cost) -> Choice:
    return _said(
        f"{name_of(asking.state, command.fighter)} pays {points(command.points, command.skill)}", command.reason
    )


def _set_lost(asking: Asking, command: c.SetLost) -> Choice:
    lost = points(command.lost, command.skill)
    return _said(f"{name_of(asking.state, command.fighter)} has lost {lost}", command.reason)


def _set_manner(asking: Asking, command: c.SetManner) -> Choice:
    return _said(f"{name_of(asking.state, command.fighter)} is {manner_phrase(command.manner)}", command.reason)


def _set_effect(asking: Asking, command: c.SetEffect) -> Choice:
    so = effect_phrase(command.edge, command.step)
    return _said(f"{name_of(asking.state, command.fighter)} is {so}", command.reason)


def _say_how(asking: Asking, command: c.SayHow) -> Choice:
    return _said(f"{name_of(asking.state, command.fighter)} is {command.how}", "what being out looks like")


def _declare_death(asking: Asking, command: c.DeclareDeath) -> Choice:
    return _said(f"{name_of(asking.state, command.fighter)} is dead", command.reason)


def _scar(asking: Asking, command: c.Scar) -> Choice:
    weight = f"weighs on {skill_name(command.skill)}" if command.skill else "without weight"
    return _said(f"{name_of(asking.state, command.fighter)} keeps a mark", f"{command.mark}, {weight}")


def _respite(asking: Asking, command: c.Respite) -> Choice:
    return _said(f"A moment's respite for {name_of(asking.state, command.fighter)}", skill_name(command.skill))


def _night(asking: Asking, command: c.Night) -> Choice:
    where = "with" if command.fed_and_sheltered else "without"
    return _said(f"A night for {name_of(asking.state, command.fighter)}", f"{where} food and shelter")


def _care(asking: Asking, command: c.Care) -> Choice:
    names = name_of(asking.state, command.carer), name_of(asking.state, command.fighter)
    return _said(f"{names[0]} cares for {names[1]}", skill_name(command.skill))


def _end_fight(asking: Asking, command: c.EndFight) -> Choice:
    return _said("End the fight", f"{command.winner or 'nobody'} wins: {command.reason}")


def _said(name: str, how: str) -> Choice:
    return Choice(name=name, how=how, group=NARRATOR)


_SHOW: dict[type, Shower] = {
    c.BeginRound: _begin_round,
    c.Enter: _enter,
    c.NameNext: _name_next,
    c.Attack: _attack,
    c.Defend: defend,
    c.TakeIt: take_it,
    c.NameSkill: _name_skill,
    c.Land: _land,
    c.Tend: _tend,
    c.Help: _help,
    c.Move: _move,
    c.CatchBreath: _breath,
    c.Act: _act,
    c.Leave: _leave,
    c.EndTurn: _end_turn,
    c.Cost: _cost,
    c.SetLost: _set_lost,
    c.SetManner: _set_manner,
    c.SetEffect: _set_effect,
    c.SayHow: _say_how,
    c.DeclareDeath: _declare_death,
    c.Scar: _scar,
    c.Respite: _respite,
    c.Night: _night,
    c.Care: _care,
    c.EndFight: _end_fight,
}
